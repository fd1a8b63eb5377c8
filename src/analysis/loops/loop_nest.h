// Holds a `for` nest in typed IR, as the lowering makes it and the analysis rewrites it, or why there is none.
#pragma once
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "ast/ast.h"
#include "ir/ir.h"
#include "ir/number_kind.h"
#include "sema/assumptions.h"
#include "support/diagnostic.h"

namespace qc {

// A `for` nest in IR. function.kind is LoopNest; its body is one ir::For (the outermost loop), perfectly nested or not.
// Arrays and scalars from outside are params, named as in the program; function.outputs are the outer scalars that it
// assigns and that may be read after it (loop variables included), also those that do not exist before it (then they
// are no params and start at 0).
//  * A fixed-size value x (vec3, mat(2,2)) is params and outputs x_0, x_1, .. in row-major order, a complex number x_0
//    (real) and x_1 (imaginary), a complex fixed-size value pairs of these.
//  * A complex array is an array of its parts with one more dimension of extent 2 at the end.
struct LoopNest {
  struct Whole {  // a value that the nest keeps as several variables, or as one of another type
    std::string name;
    Type type;
    std::vector<ir::VarId> parts;
    bool declared = false;  // with its extents, `x : vec3 = ...`
  };
  ir::Function function;
  ast::LoopHint hint = ast::LoopHint::None;
  Span span;  // the outermost `for` line
  Specialised specialised = {};
  std::vector<Whole> wholes = {};
  std::set<ir::ArrayId> complex = {};  // arrays of the parts of complex ones
  // Arrays that the loop gives new values as a whole, in the memory that they have: at the launch none of them is known
  // by another name. Where each iteration gives one its value before anything is written to it (always), a copy can
  // take its place before the loop.
  struct InPlaceUpdate {
    std::string name;
    bool always;
  };
  std::vector<InPlaceUpdate> updated_in_place = {};
  // Kinds of numbers that the nest is taken to leave, as if all updates were made, where it may leave others. The
  // other nest finds those: its outputs are their marks (decision 091).
  std::vector<ir::UndecidedKind> undecided = {};
  std::shared_ptr<const ir::Function> finds_kinds = {};
};

// A failure whose message begins so ends a launch that does not count: what it wrote is undone, and the loop is
// stepped. What follows is what it relied on.
inline constexpr const char* kBailOut = "$bail out: ";
inline bool is_bail_out(const ir::Site& s) { return s.text.starts_with(kBailOut); }

// Why a loop cannot be lowered: it runs statement by statement. code: an R code of analysis/loops/reasons.h.
struct NotLowered {
  std::string code;
  std::string message;
  Span span;
  std::string variable;
  Specialised specialised = {};  // what the verdict hangs on besides the types
};

}  // namespace qc
