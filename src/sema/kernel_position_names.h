// Parameters of kernels that are known by their names.
#pragma once
#include <algorithm>
#include <iterator>
#include <string_view>

#include "ir/ir.h"

namespace qc {

struct PositionName {
  std::string_view name;
  ir::BuiltinKind kind;
};
inline constexpr PositionName kPositionNames[] = {{"blkpos", ir::BuiltinKind::ThreadIdx},
                                                  {"blkidx", ir::BuiltinKind::BlockIdx},
                                                  {"blkdim", ir::BuiltinKind::BlockDim},
                                                  {"blkcnt", ir::BuiltinKind::GridDim}};

// Whether a kernel's parameter of this name is the thread's place; `pos` is made of the others, `warpsize` a number.
inline bool is_position_name(std::string_view name) {
  return name == "pos" || name == "warpsize" ||
         std::any_of(std::begin(kPositionNames), std::end(kPositionNames),
                     [&](const PositionName& p) { return p.name == name; });
}

}  // namespace qc
