// Int expressions as c * thread + loop variables + what all threads of a row agree on, followed through assignments.
#pragma once
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "ir/build.h"

namespace qc::codegen {

struct ThreadAffine {
  std::int64_t thread = 0;  // coefficient of the thread's place along x
  std::int64_t constant = 0;
  ir::ExprP rest;  // uniform; null: nothing
  // Loop variables with uniform bounds, and their coefficients; ids beyond the kernel's variables are quotients and
  // remainders of such.
  std::vector<std::pair<ir::VarId, std::int64_t>> loops;
  bool uniform() const { return thread == 0 && loops.empty(); }
};
using ThreadAffineP = std::shared_ptr<const ThreadAffine>;

// What is known at one place of a kernel.
class ThreadValues {
 public:
  explicit ThreadValues(const ir::Function& f);

  // The value of an int expression here; nothing when it is of another kind.
  std::optional<ThreadAffine> of(const ir::Expr& e) const;
  // A uniform value as an expression that may be computed before the kernel's other statements.
  static ir::ExprP expression(const ThreadAffine& a);

  // A value of another kind whose ends are known, n = lo + mod($lane, count), is treated as a loop variable.
  void assign(ir::VarId v, const ir::Expr& value);
  void forget(ir::VarId v) { known_.erase(v); }
  void forget_assigned(const ir::Block& block);
  // A loop variable, when its bounds are uniform.
  void enter(const ir::For& loop);
  // What both paths agree on.
  void join(const ThreadValues& other);
  // A variable that is assigned before all else, once: uniform ones stand for themselves.
  void settle(ir::VarId v, const ir::Expr& value);

  struct Bounds {
    ir::ExprP lo, hi;
  };
  const Bounds& bounds(ir::VarId loop) const {
    return loop < f_.vars.size() ? bounds_.at(loop) : (*parts_)[loop - f_.vars.size()].ends;
  }

 private:
  // int(j/3) and mod(j,3) of a loop variable j.
  struct PartOfLoop {
    ir::ExprP value;
    Bounds ends;
  };
  std::optional<ThreadAffine> part_of_loop(const ir::Binary& n, const ThreadAffine& a) const;
  Bounds ends(const ThreadAffine& a) const;
  std::optional<ThreadAffine> sum(const ThreadAffine& a, const ThreadAffine& b, std::int64_t sign) const;
  bool plainly_uniform(const ir::Expr& e) const;
  std::optional<ThreadAffine> combined(const ir::Binary& n) const;
  std::optional<Bounds> range(const ir::Expr& e) const;

  const ir::Function& f_;
  std::set<ir::VarId> assigned_, params_;
  std::map<ir::VarId, ThreadAffineP> known_;
  std::map<ir::VarId, Bounds> bounds_;
  std::shared_ptr<std::vector<PartOfLoop>> parts_ =
      std::make_shared<std::vector<PartOfLoop>>();  // copies have the same ids
};

}  // namespace qc::codegen
