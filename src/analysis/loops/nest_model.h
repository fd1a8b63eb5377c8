// A loop nest as dependence tests see it: counters of the loops taken in parallel, and every array access with its
// subscripts as polynomials over counters and invariant symbols.
#pragma once
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "analysis/loops/affine.h"
#include "analysis/loops/updates.h"
#include "ir/ir.h"

namespace qc {

// A statement around an access, below the covered loops.
struct Around {
  enum class Kind {
    Loop,
    Then,
    Otherwise,
    Perhaps
  } kind;  // Perhaps: a loop's body that may not be executed, or not to its end
  const void* statement;
  Atom counter = 0;                       // Loop
  std::vector<Polynomial> less_one = {};  // Loop: what its iterations less one are the least of; none: not known
  // All but Perhaps: it is run at all where none of these is negative; one that is unknown where that is not known.
  std::vector<Polynomial> runs = {};
};

struct ArrayAccess {
  ir::ArrayId array = 0;
  std::vector<Polynomial> subscripts;
  bool write = false;
  bool conditional = false;    // may be skipped in an iteration
  int update = -1;             // index into NestModel::updates
  std::vector<Atom> inner;     // counters of the loops around it below the covered ones, outermost first
  std::vector<Around> around;  // all that is around it there, outermost first
  Span span;
  const ir::Access* access = nullptr;
};

// A store that updates its own element: A[f] = A[f] op e.
struct ElementUpdate {
  UpdateForm form;
  const ir::Access* access = nullptr;
  Span span;
};

struct NestModel {
  const ir::Function* function = nullptr;
  AtomTable atoms;
  std::vector<const ir::For*> loops;       // the covered loops, outermost first
  std::vector<Atom> counters;              // their iteration numbers
  std::vector<Polynomial> trips_less_one;  // of the covered loops; unknown() where not affine
  std::vector<Polynomial> first_values;    // of their variables; likewise
  std::vector<ArrayAccess> accesses;       // in the order of execution
  std::vector<ElementUpdate> updates;
  std::set<ir::VarId> assigned;  // anywhere in the nest, loop variables included
  std::set<ir::ArrayId> stored;

  // The value does not change while the nest runs: no loop variable, assigned variable or stored array in it.
  bool invariant(const ir::Expr& e) const;
  bool is_covered(Atom a) const;
};

// `body`: what is inside the innermost covered loop.
NestModel model_nest(const ir::Function& f, const std::vector<const ir::For*>& covered, const ir::Block& body);

// What must hold for the quotients in the subscripts of x: `y[floor(i/w), mod(i,w)]` stands for one quotient where w is
// positive.
std::vector<ir::ExprP> quotient_conditions(const NestModel& m, const ArrayAccess& x);

// Whether an expression reads one of the variables.
bool reads_any(const ir::Expr& e, const std::set<ir::VarId>& vars);
// Whether an expression reads no element and none of the variables that are assigned.
// How often it assigns each of them, where more than once is as good as twice: a loop's variable, what an atomic gives.
std::map<ir::VarId, int> assignment_counts(const ir::Block& block);
bool is_invariant_scalar(const ir::Expr& e, const std::set<ir::VarId>& assigned);
std::set<ir::ArrayId> stored_arrays(const ir::Block& block);
std::set<ir::VarId> read_variables(const ir::Expr& e);
// How often each variable is read where it may hold what was before: in a loop over it, it is the loop's.
std::map<ir::VarId, int> reads_of_values(const ir::Block& block);
bool leaves_early(const ir::Block& block);  // by a jump, its own or one of a loop inside
bool jumps_out(const ir::Block& block);     // a `break` or `continue` in it is one of a loop around
bool ends_early(const ir::Block& body);     // of a loop: it may not be executed to its end
bool returns(const ir::Block& block);       // it holds a `return`

}  // namespace qc
