// The values of short arrays that are fixed-size variables of a loop (lower/arrays/scalar_replacement.h).
#pragma once
#include <map>
#include <string>
#include <vector>

#include "host/loops/run_loop.h"
#include "lower/arrays/scalar_replacement.h"
#include "sema/changing_fields.h"
#include "sema/declared_numbers.h"
#include "sema/record_layout.h"
#include "sema/short_names.h"

namespace qc::host {

// The extents of an array that is short enough; nothing of others.
std::vector<std::int64_t> short_extents(LoopScope& scope, const std::string& name);

// A loop's scope with some short arrays as fixed-size variables. What the loop makes of them is handed on by store().
class ShortArrayScope : public LoopScope,
                        public DeclaredNumbers,
                        public FieldsAround,
                        public ColumnsAround,
                        public ShortNames {
 public:
  ShortArrayScope(LoopScope& scope, std::vector<ShortArray> arrays);

  std::optional<Type> type_of(std::string_view name) const override;
  bool declared(std::string_view name) const override { return is_declared(scope_, name); }
  bool is_short_array(std::string_view name) const override { return values_.contains(name); }
  std::optional<Elem> elem_before(std::string_view name) const override {
    const auto type = scope_.type_of(name);
    return type ? std::optional(type->elem) : std::nullopt;
  }
  std::optional<double> constant_of(std::string_view name) const override { return scope_.constant_of(name); }
  std::vector<FunctionRef> functions(std::string_view name) const override { return scope_.functions(name); }
  std::optional<std::int64_t> extent_of(std::string_view name, int dim) const override {
    return scope_.extent_of(name, dim);
  }
  std::optional<std::int64_t> value_of(std::string_view name) const override { return scope_.value_of(name); }
  std::optional<bool> is_whole(std::string_view name) const override { return scope_.is_whole(name); }
  std::optional<std::string> text_of(std::string_view name) const override { return scope_.text_of(name); }
  std::int64_t iterations() const override { return scope_.iterations(); }
  bool shares(std::string_view a, std::string_view b) const override {
    return (is_cell(a) || is_cell(b) || (!values_.count(a) && !values_.count(b))) && scope_.shares(a, b);
  }
  bool live_after(std::string_view name) const override { return scope_.live_after(name); }
  bool is_set_somewhere(std::string_view name) const override { return scope_.is_set_somewhere(name); }
  std::vector<std::string> names() const override { return scope_.names(); }
  Value* find(std::string_view name) override;
  void assign(const std::string& name, Value value) override;
  void declare(const std::vector<Declaration>& names) override { scope_.declare(names); }
  Value* find_shared(std::string_view name) override { return scope_.find_shared(name); }
  void assign_shared(const std::string& name, Value value) override { scope_.assign_shared(name, std::move(value)); }
  std::optional<Type> shared_declaration(std::string_view name) const override {
    return scope_.shared_declaration(name);
  }
  std::vector<FunctionRef> functions_of(const Closure& c, const std::string& name) const override {
    return scope_.functions_of(c, name);
  }

  // Gives the variables that the loop assigned their new arrays.
  void store();

 private:
  struct Kept {
    Type type;
    Value value;
    bool assigned = false;
  };
  bool is_cell(std::string_view name) const {
    const auto type = scope_.type_of(name);
    return type && type->kind == Type::Kind::Cell;
  }
  LoopScope& scope_;
  std::map<std::string, Kept, std::less<>> values_;  // those that the arrays of now fit
};

}  // namespace qc::host
