// Cells of records in compiled code: the items of `p : vec[particle]` are instances of one class, and each of its
// fields that holds numbers is an array, a column, which the scope knows as "p[].x". A field of a fixed size adds its
// dimensions to those of the cell.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ir/type.h"
#include "sema/scope.h"

namespace qc {

// A field that holds numbers, by its path inside the record ("x", "position.x"), and the type of one value.
struct RecordField {
  std::string name;
  Type type;
  bool declared = true;  // by the class: what is assigned is converted
  bool shared = false;   // of a record that is a reference: who has it under another name sees the field change
};

// What a scope may know besides of records.
class RecordColumns {
 public:
  virtual ~RecordColumns() = default;
  // The fields of the items of a cell; nothing: it is no cell of records.
  virtual std::optional<std::vector<RecordField>> item_fields(std::string_view cell) const = 0;
  // Of a cell all of whose items are short arrays of one kind: the type of an item as a value, whose elements are those
  // of the column kItems.
  virtual std::optional<Type> item_array(std::string_view) const { return {}; }
  // Those of a plain class all of whose fields hold numbers, with what its generic parameters stand for.
  virtual std::optional<std::vector<RecordField>> class_fields(std::string_view name,
                                                               const std::vector<Type>& generics = {}) const = 0;
};

// What the scope around knows of records, for a scope that knows no more.
class ColumnsAround : public RecordColumns {
 public:
  explicit ColumnsAround(const Scope& around) : around_(dynamic_cast<const RecordColumns*>(&around)) {}
  std::optional<std::vector<RecordField>> item_fields(std::string_view cell) const override {
    return around_ ? around_->item_fields(cell) : std::nullopt;
  }
  std::optional<Type> item_array(std::string_view cell) const override {
    return around_ ? around_->item_array(cell) : std::nullopt;
  }
  std::optional<std::vector<RecordField>> class_fields(std::string_view name,
                                                       const std::vector<Type>& generics = {}) const override {
    return around_ ? around_->class_fields(name, generics) : std::nullopt;
  }

 private:
  const RecordColumns* around_;
};

inline constexpr std::string_view kItems = "$";     // in place of a field: the items themselves
inline constexpr std::string_view kColumns = "[]";  // "p" and this: what columns of p begin with

}  // namespace qc
