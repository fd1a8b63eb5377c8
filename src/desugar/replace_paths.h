// Fields and items of cells that a loop reads and does not change: `p.sigma`, `pyramid[k]`, `state.image`. Loops know
// variables only, so such a path becomes a variable whose name is the path as it is written.
#pragma once
#include <optional>
#include <set>
#include <string>

#include "ast/ast.h"
#include "ir/type.h"

namespace qc {

// What stands behind a path before the loop. Paths: a name, a field of a path, an item of a path at indices that the
// loop does not change.
class PathSource {
 public:
  virtual ~PathSource() = default;
  // The type of what the path stands for; nothing when it is not known or not there.
  virtual std::optional<Type> type_of(const ast::Expr& path) = 0;
  // The path is used as the variable `name`.
  virtual void use(const std::string& name, const ast::Expr& path) = 0;
  // The loop gives a new number to the field or element `path`, which is used as the variable `name`. False: it may
  // not.
  virtual bool change(const std::string&, const ast::Expr&) { return false; }
  // Asked once all are used: whether two paths to fields, by the names that they are used as, lead to one field;
  // whether a variable holds memory of the array `array`, or records and cells, in which that may be.
  virtual bool one_field(const std::string&, const std::string&) { return false; }
  virtual bool may_hold(const std::string&, const std::string&) { return false; }
  // The text is made again, without changes: a field goes by two names of which one changes, or so does an element.
  virtual void restart() {}
};

// The names of arrays of which elements that the loop does not choose are bounds of it or of a loop inside, `sz` of
// `for m=0..sz[0]-1`.
void arrays_in_bounds(const ast::Stmt& loop, std::set<std::string, std::less<>>& out);

// The loop, or a statement that holds a kernel, with its paths to numbers and arrays written as names. A path whose
// root is assigned in it, or into whose record or cell it writes, stays as it is; arrays behind paths may be written
// to. Numbers that a `for` loop assigns to fields (`acc.sum += x[i]`) are variables too, when it uses the record by its
// fields only; so is an element of an array that is not written to in the bounds of its loops (`sz[0]-1`), and one of a
// complex array that it multiplies (`p[0] *= z[i]`), when it uses the array by such elements only.
ast::Stmt replace_paths(const ast::Stmt& statement, PathSource& source);

}  // namespace qc
