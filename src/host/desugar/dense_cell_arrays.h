// Cells of fixed-size values, `p : mat[vec3]`, as arrays for the loops and kernels that write to them
// (desugar/dense_cells.h): the items are gathered before, and given back when the loop or kernel has run.
#pragma once
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "desugar/dense_cells.h"
#include "host/desugar/loop_environment.h"

namespace qc::host {

// One cell and the array that stands for it. What was written to the array is in the items when it goes.
class ItemsAsArray {
 public:
  ItemsAsArray(std::shared_ptr<Cell> cell, const DenseCell& form);
  ~ItemsAsArray();
  ItemsAsArray(const ItemsAsArray&) = delete;
  ItemsAsArray& operator=(const ItemsAsArray&) = delete;
  const Cell* cell() const { return cell_.get(); }
  const ArrayP& array() const { return array_; }
  void is_written() { written_ = true; }

 private:
  std::shared_ptr<Cell> cell_;
  ArrayP array_;
  bool written_ = false;
};
using ItemArrays = std::vector<std::unique_ptr<ItemsAsArray>>;

// The variables of a loop or of what is around a kernel while their cells are arrays.
class VariablesAsArrays {
 public:
  explicit VariablesAsArrays(EnvironmentP env) : env_(std::move(env)) {}
  ~VariablesAsArrays();
  VariablesAsArrays(const VariablesAsArrays&) = delete;
  VariablesAsArrays& operator=(const VariablesAsArrays&) = delete;
  void replace(const std::string& name, const DenseCell& form, bool written);
  // That a name, of a variable or parameter, stands for such an array.
  void mark(const std::string& name, const DenseCell& form);
  // The array for a cell, the same one for the same cell.
  ItemsAsArray& array_for(const std::shared_ptr<Cell>& cell, const DenseCell& form);

 private:
  EnvironmentP env_;
  ItemArrays arrays_;
  std::vector<std::pair<std::string, Value>> before_;
  std::vector<std::string> marks_;
};

struct LoopOverItems {
  const ast::Stmt& text;
  VariablesAsArrays variables;
};
struct KernelOverItems {
  std::shared_ptr<Closure> kernel;
  VariablesAsArrays variables;
};

class DenseCellArrays {
 public:
  // Null: the loop writes to no such cell, uses one otherwise, or was declined. most: items that are worth it.
  std::unique_ptr<LoopOverItems> loop(const ast::Stmt& loop, const EnvironmentP& env, const LoopEnvironment& evaluator,
                                      const std::function<std::int64_t()>& most);
  void decline(const ast::Stmt& loop) { loops_[&loop].declined = true; }
  // The same for cells of short arrays of one kind that the loop only reads, filters[k]. Null as well where one may get
  // an alias.
  std::unique_ptr<LoopOverItems> loop_of_arrays(const ast::Stmt& loop, const EnvironmentP& env,
                                                const LoopEnvironment& evaluator,
                                                const std::function<std::int64_t()>& most);
  void decline_arrays(const ast::Stmt& loop) { readers_[&loop].declined = true; }
  // The kernel for arrays in place of the cells among `given`, which they replace, and of those of `around`. Null:
  // there are none, or it uses one otherwise.
  std::unique_ptr<KernelOverItems> launch(const Closure& kernel, std::vector<Value>& given, const EnvironmentP& around,
                                          const LoopEnvironment& evaluator);

 private:
  struct Known {
    std::set<std::string> written;
    std::set<std::string, std::less<>> names;
    bool declined = false;
    std::map<DenseCells, std::optional<ast::Stmt>> texts;
    const ast::Stmt* text_for(const ast::Stmt& given, const DenseCells& cells, const IsOwnFunction& is_own,
                              bool references);
  };
  std::map<const ast::Stmt*, Known> loops_;
  std::map<const ast::Stmt*, Known> readers_;
  std::map<const void*, Known> kernels_;  // by their syntax
};

}  // namespace qc::host
