// UndecidedKinds finds the kinds of numbers that a run of a loop has left where those hang on whether updates were
// made: steps leave the int that `s = 0` was where no iteration has added its float. Where the value says it, nothing
// more is done; otherwise the loop runs once more as the nest that finds kinds and does nothing else
// (LoopNest::finds_kinds).
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "host/loops/compiled_loop.h"
#include "host/loops/run_loop.h"
#include "ir/number_kind.h"
#include "runtime/device.h"

namespace qc::host {

class UndecidedKinds {
 public:
  // Before the run: keeps what the other nest starts from, copies of arrays that the loop overwrites among it.
  UndecidedKinds(CompiledLoop& loop, LoopScope& scope, runtime::Device& device);

  // After it, where it has assigned its variables: gives those that are of other kinds values of these. run: runs a
  // loop with some arrays that are not those of their names, and says what kinds it found.
  using Arrays = std::vector<std::pair<std::string, ArrayP>>;
  using Run = std::function<std::map<std::string, std::int64_t>(CompiledLoop&, LoopScope&, const Arrays&)>;
  void settle(const Run& run);

 private:
  void keep_arrays(runtime::Device& device);
  // 0: the values do not say it.
  std::int64_t kind_of_value(const ir::UndecidedKind& name, const Value& now) const;

  CompiledLoop& loop_;
  LoopScope& scope_;
  std::map<std::string, Value, std::less<>> before_;  // of variables
  Arrays arrays_;
  bool knows_arrays_ = true;  // what is stored through another name of an array is not in the other nest
};

}  // namespace qc::host
