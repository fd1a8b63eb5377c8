// Work arrays: small arrays of which every iteration writes what it reads, before it reads it. Each iteration may have one
// of its own; what the last one leaves is the array's content after the loop.
#pragma once
#include <cstdint>
#include <set>
#include <vector>

#include "analysis/lower.h"
#include "ir/ir.h"

namespace qc {

using Element = std::vector<std::int64_t>;  // subscripts

struct PrivateArray {
  ir::ArrayId array = 0;
  std::set<Element> written;    // by every iteration, whatever it meets
  std::set<Element> copied_in;  // read, and written by no iteration
  std::vector<std::int64_t> dims;  // what holds all of these
};

// The private arrays of a nest whose covered loops are `covered` with `body` in the innermost. Found by going through one
// iteration with the elements that it touches, so that only constant subscripts and bounds count, and few of them.
std::vector<PrivateArray> private_arrays(const ir::Function& f, const std::vector<const ir::For*>& covered, const ir::Block& body);

// The nest with a local array for each of these in the body of the loop over `innermost`; the last iteration of the covered
// loops (outermost first, with constant steps) stores what it leaves. Arrays and variables keep their numbers.
LoopNest with_private_arrays(const LoopNest& nest, const std::vector<ir::VarId>& covered, const std::vector<PrivateArray>& arrays);

}  // namespace qc
