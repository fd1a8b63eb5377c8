// The loop that a whole-array expression stands for, as syntax, with the values of its parameters.
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "host/fusion/defer_operators.h"
#include "value/variables.h"

namespace qc::host {

// One array of the loop: along each of its dimensions a loop runs, or it is read at one position.
struct LoopAxis {
  std::int64_t extent = 1;
  int loop = -1;
  std::int64_t offset = 0, step = 1;
  friend bool operator==(const LoopAxis&, const LoopAxis&) = default;
};
struct LoopArray {
  ArrayP array;
  std::vector<LoopAxis> axes;
};

// Collects what the loop touches; then the dimensions that all arrays run through together become one.
class ArrayLoop {
 public:
  explicit ArrayLoop(const ArrayExpr& root);

  // The result is stored into a part of an array. False: it overwrites elements that are read for others.
  bool store_into(const ArrayP& target, const std::vector<ViewAxis>& view);
  // The elements are folded into the array `$y` whose extents are 1 in the dimension, or into the scalar `$s`.
  void fold_into(const ArrayP& target, int dim);
  void fold_all();
  void finish();  // after one of these
  std::size_t loops() const { return extents_.size(); }

  // The same for expressions that have the same loop. update: the operation of a fold, as in `statement`.
  std::string key(const std::string& update) const;
  // update: empty: the elements are stored. "+", "*", "min", "max", "||", "&&": they are folded.
  std::unique_ptr<ast::Stmt> statement(const std::string& update) const;
  // Whether each element of a fold begins with the variable `$z` and not with what it holds.
  bool starts_itself(const std::string& update) const;
  // Gives the variables of the loop their values.
  void bind(Variables& values) const;
  std::int64_t count() const { return root_.count(); }

 private:
  struct Occurrence {
    const ArrayExpr* leaf;
    std::size_t array;
  };
  using Map = std::vector<int>;  // a node's dimension -> the loop that runs along it, -1: none
  void visit(const ArrayExpr& e, const Map& map);
  Map child_map(const ArrayExpr& parent, const ArrayExpr& child, const Map& map) const;
  std::size_t add(const ArrayP& array, std::vector<LoopAxis> axes);
  std::size_t name_of(std::size_t array) const;
  std::vector<LoopAxis> axes_of(const Array& a, const std::vector<ViewAxis>& view, const Map& map) const;
  void drop_single_positions();
  bool mergeable(int loop) const;
  void merge(int loop);
  void print(const ArrayExpr& e, std::size_t& leaf, std::size_t& scalar, std::string& out) const;
  ast::ExprP build(const ArrayExpr& e, std::size_t& leaf, std::size_t& scalar) const;
  ast::ExprP build_sum(const ArrayExpr& e, std::size_t& leaf, std::size_t& scalar) const;
  ast::ExprP access(std::size_t array) const;
  ast::Stmt assignment(ast::ExprP place, ast::ExprP value) const;
  ast::Stmt update_statement(const std::string& update, const ast::ExprP& place, const ast::ExprP& value) const;
  ast::Block inside(ast::Block body, const std::function<bool(std::size_t)>& these) const;
  ast::ExprP make(ast::Expr::Node node) const;
  ast::ExprP variable(const char* kind, std::size_t k) const;
  ast::ExprP rounded(ast::ExprP e) const;

  const ArrayExpr& root_;
  std::vector<std::int64_t> extents_;  // of the loops
  std::vector<bool> reduced_;          // a loop of a fold
  std::vector<LoopArray> arrays_;
  std::vector<std::size_t> leaves_;  // in the order of the tree: which array
  std::vector<Number> scalars_;
  std::size_t target_ = std::size_t(-1);
};

}  // namespace qc::host
