// Random loop nests: what a nest holds is one of the forms of docs/laws.md, or a near miss of one.
#pragma once
#include <map>
#include <string>

#include "tests/laws/expressions.h"

namespace qc::laws {

class NestMaker {
 public:
  NestMaker(Random& random, Program& program, std::map<std::string, Known>& known, bool square)
      : r_(random), program_(program), known_(known), square_(square) {}
  // Appends a nest of so many loops, and what has to stand before it.
  void append(Block& to, int depth);
  // A nest whose bounds are numbers of any kind.
  void odd_nest(Block& to);
  // A statement on slices whose ends are.
  void odd_slices(Block& to);

 private:
  Block inner_body(bool allow_near_miss);
  void statement(Block& to, int depth);
  void accumulate(Block& to);
  void accumulate_float(Block& to, const std::string& name, bool exact);
  void accumulate_whole(Block& to, const std::string& name);
  void extremum_with_place(Block& to);
  void accumulate_parts(Block& to);
  void partial(Block& to);
  void bins(Block& to);
  void scan(Block& to);
  void pack_or_search(Block& to);
  void map(Block& to);
  void assign_private(Block& to);
  void branch(Block& to, int depth);
  void near_miss(Block& to);
  void wider(Block& to);
  void further(Block& to);
  void counter(Block& to);
  void redeclared(Block& to);
  void two_names(Block& to);
  void rows_in_turn(Block& to);
  void rows_in_order(Block& to);
  void fields(Block& to);
  void work_array(Block& to);
  void inner_loop(Block& to);
  void sized_local(Block& to);
  void complex_product(Block& to);
  void best_place(Block& to);
  void best_by_place(Block& to);
  void slice_store(Block& to);
  void atomic_update(Block& to);
  void fractions(Block& to);
  void several_bins(Block& to);
  void two_packs(Block& to);
  void bounded_store(Block& to);
  void near_miss_of_elements(Block& to);
  void odd_bounds(Block& to);
  void use_of_value(Block& to, const std::string& v);
  void declared(Block& to);
  void declared_floats(Block& to);
  void declared_place(Block& to);
  void mixed_bins(Block& to);
  void symbolic_work_array(Block& to);
  void begin_nest();
  void end_nest();
  std::string range_of_places(int axis);
  Node loop(int axis, const std::string& name);
  Node row_sum(int axis, const std::string& name);
  std::string range(int axis, LoopVar& var);

  Expr expr(Kind k, int depth = 2) { return Expressions(r_, sight_).make(k, depth); }
  // A term of sums: exact ones are small enough to be added up.
  void add(Block& to, std::string text, std::vector<Expr> parts = {});
  std::string place_text() const;
  bool names_all_loops(const std::string& at) const;
  static bool calls(const Expr& e);
  bool claim(const std::string& name, const std::string& op);  // whether the nest may update `name` by `op`
  // The same for sums of floats and running ones, which nothing may have read in this nest: what was made of them has
  // the bounds of before.
  bool claim_rough(const std::string& name, const std::string& op) {
    return !sight_.read.count(name) && claim(name, op);
  }
  void spoil(const std::string& name, double bound);  // `name` holds floats that depend on the order, terms below bound
  void written(const std::string& name, const Expr& e);

  Random& r_;
  Program& program_;
  std::map<std::string, Known>& known_;
  bool square_;
  Sight sight_;
  std::map<std::string, std::string> claimed_;  // what this nest does to names
  std::map<std::string, int> ways_;             // by function, by comparison, by one that takes what is equal
  std::map<std::string, Known> later_;          // what is known after the nest
  bool clean_ = true;                           // only forms that may be forced
  bool plain_ = true;
};

}  // namespace qc::laws
