// What the iterations of a window compute from their number alone: weights, squares of distances, how far from the
// window's first element in memory theirs lies. All threads of a block go through the same iterations, so it is
// computed once, into tables in shared memory.
#pragma once
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "transform/parts/kernel_builder.h"

namespace qc {

class UniformTables {
 public:
  // For windows of at most `lanes` iterations, `count` of them.
  UniformTables(KernelBuilder& b, std::int64_t lanes, ir::ExprP count);

  // What stands for the run loops' indices in the iterations that are given to `read` (KernelBuilder::set_run_indices).
  const std::vector<ir::ExprP>& indices() const { return indices_; }
  // The statements of iteration `it`, which leave their values in the variables `results`, with tables read at `it`.
  // Nothing: the tables would take more memory than is good.
  std::optional<ir::Block> read(const ir::Block& iteration, const ir::ExprP& it, const std::vector<ir::VarId>& results);
  bool empty() const { return tables_.empty(); }
  // Fills them; for all threads of the block, before the first of them reads.
  ir::Block fill(std::int64_t threads) const;

 private:
  struct Table {
    ir::ExprP value;  // in terms of the indices
    ir::ArrayId array;
  };
  struct Found {  // by address, in the text that is being rewritten
    std::set<const ir::Expr*> whole, places;
  };
  struct Place {
    ir::ExprP of_thread, of_iteration;
  };  // null: nothing

  ir::Block with_known_values(const ir::Block& iteration, const std::vector<ir::VarId>& results) const;
  bool uniform(const ir::Expr& e) const;
  bool of_iteration(const ir::Expr& e) const;
  void find(const ir::ExprP& e, Found& found) const;
  std::optional<std::vector<Place>> places(const ir::Access& a) const;
  std::optional<Place> place(const ir::ExprP& e) const;
  ir::ExprP element_at(const ir::Load& load, const ir::ExprP& it, Elem type);
  ir::ExprP read_table(const ir::ExprP& value, const ir::ExprP& it);

  KernelBuilder& b_;
  std::int64_t lanes_;
  ir::ExprP count_;
  std::vector<ir::ExprP> indices_;
  std::set<ir::VarId> index_vars_, assigned_;  // those of the indices; those that the iteration assigns
  std::set<ir::ArrayId> stored_;               // arrays of the kernel that the nest stores to
  std::vector<Table> tables_;
  std::int64_t bytes_ = 0;
};

}  // namespace qc
