// The statements of a loop's body by which of them must come before which, over all iterations: the dependence graph of
// the body, whose strongly connected components, its circles, must stay in one loop. Others may be loops one after
// another (loop distribution; Allen, Kennedy: Optimizing Compilers for Modern Architectures, 2001, 2.2).
#pragma once
#include <algorithm>
#include <cstddef>
#include <set>
#include <utility>
#include <vector>

#include "analysis/loops/nest_model.h"
#include "analysis/loops/privatization.h"
#include "ir/ir.h"

namespace qc {

// Bodies of more are not looked at: their accesses are compared in pairs.
inline constexpr std::size_t kMostStatements = 24;

// What a variable that an iteration sets before it reads it means for the statements that share it.
enum class Privates {
  Together,  // they stay in one loop, but for what each of them can compute anew
  HandedOn   // loops hand its values on, so that those that read it only come later
};

class StatementCircles {
 public:
  // loops: stand alone in each other, outermost first; body: that of the innermost, in nodes of its own
  // (with_own_nodes), which outlive this.
  StatementCircles(const ir::Function& f, std::vector<const ir::For*> loops, const ir::Block& body, Privates privates);

  // Statements by their numbers; each circle stands after those that it needs, otherwise in the order of the text.
  std::vector<std::set<std::size_t>> circles() const;
  // Whether iterations depend on each other through statements that are not in a circle.
  bool carries() const;
  // The statements of these numbers, with the assignments that they need.
  ir::Block block(const std::set<std::size_t>& part) const;

  // Variables that one iteration leaves for the next.
  const std::set<ir::VarId>& carried() const { return carried_variables_; }

 private:
  bool repeatable(std::size_t k) const { return repeated_.count(k) > 0; }
  bool is_repeated(ir::VarId v) const;
  bool is_read(ir::VarId v) const;
  bool is_own(ir::VarId v) const;
  std::vector<std::size_t> users(ir::VarId v) const;
  void find_carried();
  void find_repeatable();
  void keep_together();
  void hand_on();
  void arrays();
  void pair(std::size_t p, std::size_t q, const ArrayAccess& x, const ArrayAccess& y);
  void close();

  const ir::Function& f_;
  const ir::Block& body_;
  const std::size_t n_;
  NestModel model_;
  std::vector<int> levels_;
  std::vector<std::vector<bool>> before_;  // [p][q]: p before q
  std::vector<std::set<const ir::Access*>> accesses_;
  std::set<std::size_t> repeated_;
  std::set<ir::VarId> carried_variables_;
  std::set<std::pair<std::size_t, std::size_t>> carried_pairs_;
};

// Every expression a node of its own, so that the address of an access tells where it stands.
ir::Block with_own_nodes(const ir::Block& b);

// Variables that it assigns or reads.
std::set<ir::VarId> variables_in(const ir::Block& b);

// What an iteration reads and sets, whose inner loops have iterations: where one has none, nobody cuts what is around
// it.
ScalarFlow flow_of_iteration(const ir::Block& b);

// Whether some variable, or array, is in both.
template <class T>
bool have_common(const std::set<T>& a, const std::set<T>& b) {
  return std::any_of(a.begin(), a.end(), [&](const T& x) { return b.count(x) > 0; });
}

}  // namespace qc
