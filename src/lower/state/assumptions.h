// Assumptions says what the code is made for beyond the text: extents, constants and functions that the launch has now.
// A launch where they differ has code of its own.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "analysis/loops/loop_nest.h"
#include "ir/ir.h"
#include "lower/state/value.h"
#include "sema/scope.h"

namespace qc::lowering {

// Each question that the scope answers for this launch alone notes what hangs on the answer.
struct Assumptions {
  explicit Assumptions(const Scope& around) : scope(around) {}

  const Scope& scope;
  Specialised specialised;
  std::map<std::string, std::int64_t> made_for;  // numbers from outside, known now or to every run
  std::vector<std::string>
      counted_items;            // the last item of a cell that was counted, and the one behind it, which is not there
  bool walked_windows = false;  // windows that might have been written out are walked, because the loop is short
  bool long_local_arrays = false;  // arrays of known extents that might have been values are memory of the iteration

  // The functions of a variable that holds one.
  std::vector<FunctionRef> functions_of(const std::string& path);
  // Whether two strings are one.
  bool same_text(const Value& a, const Value& b);
  // Whether a cell has this item.
  void count_item(const std::string& path);
  // Whether the loop has more iterations than n.
  bool is_longer_than(std::int64_t n);
  // An extent of an array; nothing where it is not known, or more than `most`.
  std::optional<std::int64_t> extent(const ir::Array& array, int dim, std::int64_t most);
  // A power of two that the extent does not exceed, and half of which it does: the code that memory is kept for hangs
  // on it. Nothing where it is not known, or more than `most`.
  std::optional<std::int64_t> bound(const ir::Array& array, int dim, std::int64_t most);
  // Whether two extents of arrays outside are one number now.
  bool alike(const ir::Array& a, int dim_of_a, const ir::Array& b, int dim_of_b);
  // A pass begins; what was counted and how arrays are held stays.
  void begin_pass();
};

}  // namespace qc::lowering
