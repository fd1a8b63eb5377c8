// Scalars that a loop uses for places alone: `r = (size(h,0)-1)/2`, then `for m=-r..r  s += h[m+r]*x[i+m]`. A division
// makes a float of them, but where they are whole the loop's subscripts are those of ints, in all that is known of
// ints: strides, ends, neighbours.
#pragma once
#include <functional>
#include <set>
#include <string>

#include "sema/assumptions.h"
#include "sema/changing_fields.h"
#include "sema/declared_numbers.h"
#include "sema/record_layout.h"
#include "sema/scope.h"
#include "sema/short_names.h"

namespace qc {

// The names that occur in subscripts, bounds and comparisons of places alone, directly or through variables of which
// the same is true: nothing else is computed from them, so that an int may stand for a whole float. live_after: whether
// a variable that the loop assigns is used behind it.
std::set<std::string, std::less<>> place_names(const ast::Stmt& loop,
                                               const std::function<bool(const std::string&)>& live_after);

// The scope around a loop with ints for those of its floats that are whole now.
class PlaceScope final : public Scope,
                         public DeclaredNumbers,
                         public FieldsAround,
                         public ColumnsAround,
                         public ShortNames {
 public:
  PlaceScope(const Scope& around, const ast::Stmt& loop);
  // What was asked for and answered so.
  void note(Specialised& specialised) const;

  std::optional<Type> type_of(std::string_view name) const override;
  bool declared(std::string_view name) const override { return is_declared(around_, name); }
  bool is_short_array(std::string_view name) const override { return short_ && short_->is_short_array(name); }
  std::optional<Elem> elem_before(std::string_view name) const override { return short_->elem_before(name); }
  std::optional<double> constant_of(std::string_view name) const override { return around_.constant_of(name); }
  std::vector<FunctionRef> functions(std::string_view name) const override { return around_.functions(name); }
  std::optional<std::int64_t> extent_of(std::string_view name, int d) const override {
    return around_.extent_of(name, d);
  }
  std::vector<std::int64_t> extents_of(std::string_view name) const override { return around_.extents_of(name); }
  std::optional<std::int64_t> value_of(std::string_view name) const override { return around_.value_of(name); }
  std::optional<bool> is_whole(std::string_view name) const override { return around_.is_whole(name); }
  std::optional<std::string> text_of(std::string_view name) const override { return around_.text_of(name); }
  std::int64_t iterations() const override { return around_.iterations(); }
  bool shares(std::string_view a, std::string_view b) const override { return around_.shares(a, b); }
  bool live_after(std::string_view name) const override { return around_.live_after(name); }
  bool is_set_somewhere(std::string_view name) const override { return around_.is_set_somewhere(name); }
  std::vector<std::string> names() const override { return around_.names(); }

 private:
  const Scope& around_;
  const ShortNames* short_;  // what the scope around knows of them; null: nothing
  std::set<std::string, std::less<>> places_;
  mutable std::set<std::string, std::less<>> as_ints_;
};

}  // namespace qc
