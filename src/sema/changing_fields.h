// Fields of records that compiled loops may give new values to, in functions that are called as well: `heap.count +=
// 1`.
#pragma once
#include <string_view>

#include "sema/scope.h"

namespace qc {

// What a scope may know besides of the numbers in records. A path is a name and fields: "search.heap.count".
class ChangingFields {
 public:
  virtual ~ChangingFields() = default;
  // Whether the field may be assigned. `by_parameter`: its record is a parameter there, so that an instance of a plain
  // class, which is a value, would be the function's own.
  virtual bool can_change(std::string_view path, bool by_parameter) const = 0;
  // Whether two paths lead to one field, or may; one of them may be a column of a cell, "p[].x".
  virtual bool one_field(std::string_view a, std::string_view b) const = 0;
};

// What the scope around knows of them, for a scope that knows no more.
class FieldsAround : public ChangingFields {
 public:
  explicit FieldsAround(const Scope& around) : around_(dynamic_cast<const ChangingFields*>(&around)) {}
  bool can_change(std::string_view path, bool by_parameter) const override {
    return around_ && around_->can_change(path, by_parameter);
  }
  bool one_field(std::string_view a, std::string_view b) const override { return !around_ || around_->one_field(a, b); }

 private:
  const ChangingFields* around_;
};

}  // namespace qc
