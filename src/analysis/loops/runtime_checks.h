// Conditions on values that a nest does not change, under which its accesses can be told apart: `inc != 0` for
// a[i*inc], `k >= 0` for a[i] = a[i+k]. They are evaluated when the loop is reached.
#pragma once
#include <functional>
#include <optional>

#include "analysis/loops/nest_model.h"

namespace qc {

// The weakest of a few conditions about the subscripts of a and b under which proved() is true. proved() is called with
// assumptions in m.atoms, which are gone afterwards. A constant true: no condition is needed when cases are told apart.
// nullopt: none was found.
std::optional<ir::ExprP> find_condition(NestModel& m, const ArrayAccess& a, const ArrayAccess& b,
                                        const std::function<bool()>& proved);

// Whether a polynomial can be evaluated before the loop starts, without reading memory.
bool is_decidable(const AtomTable& atoms, const Polynomial& p);
// p as an expression, of atoms that have one; and p >= 0, written without negative terms.
ir::ExprP expression(const AtomTable& atoms, const Polynomial& p);
ir::ExprP not_negative(const AtomTable& atoms, const Polynomial& p);

}  // namespace qc
