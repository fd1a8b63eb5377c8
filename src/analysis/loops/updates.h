// Updates `v = v op e` of one place, a variable or an array element: which statements are one, and what e is.
#pragma once
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "analysis/loops/loop_plan.h"
#include "ir/ir.h"

namespace qc {

// Something that can be updated: a variable, or an element named by an access.
struct Place {
  ir::VarId var = ir::kNoVar;
  const ir::Access* element = nullptr;
  Elem elem = Elem::F32;  // of the variable or of the array: what is stored there has been brought into its range
  const ir::Function* function = nullptr;  // whose arrays the values are loaded from; null: not known

  static Place variable(const ir::Function& f, ir::VarId v) { return {v, nullptr, f.vars[v].type, &f}; }
  static Place of(const ir::Function& f, const ir::Access& a) { return {ir::kNoVar, &a, f.arrays[a.array].elem, &f}; }
};
// Whether both are the same element; whether an expression is the place; how often it reads the place.
bool same_access(const ir::Access& a, const ir::Access& b);
bool is_place(const ir::Expr& e, const Place& place);
int count_reads(const ir::Expr& e, const Place& place);
inline bool mentions(const ir::Expr& e, const Place& place) { return count_reads(e, place) > 0; }

// v = v op e. Exactly one of operand and (factor_a, factor_b) is set; factors: v = fma(factor_a, factor_b, v).
struct UpdateForm {
  ReduceOp op = ReduceOp::Add;
  bool compare_form = false;  // `if e < v then v = e` and `v = e < v ? e : v`: skip a NaN e, keep a NaN v
  bool strict = true;         // of a compare form: the first of equals is kept
  bool divides = false;       // v = v / operand
  ir::ExprP operand, factor_a, factor_b;
  ir::ExprP imaginary;  // ComplexMul: operand is the real part
  ir::VarId imaginary_var = ir::kNoVar;
  std::vector<ir::VarId> companions;  // also assigned under the condition of a compare form
};
// Why an assignment is no update: an R code and what to say.
struct NoUpdate {
  const char* code;
  std::string message;
};
using UpdateMatch = std::variant<UpdateForm, NoUpdate>;

// `value` is what is assigned to `place`.
UpdateMatch match_value(const ir::ExprP& value, const Place& place);
// `if e < v then v = e; companions end`, with statements that compute companions (update_arm). nullopt: the condition
// does not compare the place with something.
std::optional<UpdateMatch> match_compare_if(const ir::If& statement, const Place& place);

// The product of a complex number as canonicalizing leaves it (complex_products.cpp); `place` is its real part.
std::optional<UpdateMatch> match_complex_product(const ir::Stmt& statement, const Place& place);
// Whether `place` is the real or the imaginary part of what the statement multiplies.
bool is_part_of_product(const ir::Stmt& statement, const Place& place);

struct FoundUpdate {
  const ir::Stmt* statement;
  UpdateForm form;
};
struct FailedUpdate {
  const ir::Stmt* statement;
  NoUpdate why;
};
// Every access to a variable in a block, sorted into updates, other assignments and other reads.
struct VariableUses {
  std::vector<FoundUpdate> updates;
  std::vector<FailedUpdate> others;   // assignments that are no updates
  std::vector<Span> value_reads;      // reads in values of other statements
  std::vector<Span> index_reads;      // reads inside a subscript
  std::vector<Span> condition_reads;  // reads in conditions and bounds
  bool only_updates() const {
    return others.empty() && value_reads.empty() && index_reads.empty() && condition_reads.empty();
  }
};
VariableUses variable_uses(const ir::Function& f, const ir::Block& block, ir::VarId v);

// Whether it is all the same which of equal values the update keeps: `if 0.7 <= v; v = 0.7 end`, of a number that is no
// zero, with nothing beside it. Of several updates one that is not so says how the accumulator does it.
bool keeps_any_equal(const UpdateForm& form);
// Whether updates of these two forms belong to one operator class.
bool same_class(const UpdateForm& a, const UpdateForm& b, Elem type);

// How a launch says that the rewritten nest does not stand for the one that was written (recognize/nan_guard.h).
inline constexpr const char* kMisspeculationMessage = "$unordered";
inline constexpr const char* kMisspeculationName = "$unordered";

// What the update compares and keeps, when it is such an extreme.
struct UnorderedExtreme {
  bool greatest = true;             // a maximum
  bool strict = true;               // what is equal to m does not replace it
  std::optional<Elem> narrow = {};  // what stores e, if that may not hold it
  ir::ExprP operand;                // e
  ir::VarId var = ir::kNoVar;
  const ir::Access* element = nullptr;  // then var is none
  const ir::Block* kept = nullptr;      // the branch of an `if`: the assignment of e, companions
  bool zero = false;                    // a -0 is odd, and a NaN is not
};
std::optional<UnorderedExtreme> match_unordered_extreme(const ir::Function& f, const ir::Stmt& s);

}  // namespace qc
