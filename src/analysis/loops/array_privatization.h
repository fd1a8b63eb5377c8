// Work arrays: arrays of which every iteration writes what it reads, before it reads it. Each iteration may have one of
// its own; what the last one leaves is the array's content after the loop. Small ones are kept by threads, others are
// rows of memory that the launch brings.
#pragma once
#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "analysis/loops/loop_plan.h"
#include "analysis/loops/written_regions.h"
#include "ir/ir.h"

namespace qc {

using Element = std::vector<std::int64_t>;  // subscripts

// Memory that the lowering asked for (FunctionBuilder::scratch): what is read of it, the iteration has written.
bool is_scratch(const ir::Array& a);

struct PrivateArray {
  ir::ArrayId array = 0;
  std::set<Element> written;                 // by every iteration, whatever it meets
  std::set<Element> copied_in;               // read, and written by no iteration
  std::vector<std::int64_t> dims;            // what holds all of these
  std::optional<WrittenRegion> region = {};  // instead of the elements
};

// The private arrays of the nest of a model, with `body` in the innermost covered loop. Few elements are followed one
// by one through an iteration, which looks through constant subscripts and bounds; others are regions
// (written_regions.h).
std::vector<PrivateArray> private_arrays(const NestModel& m, const ir::Block& body);

struct PrivateNest {
  LoopNest nest;
  std::vector<Temporary> temporaries;
  ir::VarId first = ir::kNoVar;  // where there are some: the outermost loop's first value in this launch, a parameter
};

// The nest with an array for each of these in the body of the covered loops (outermost first, with steps that stay);
// the last iteration of those that do not keep it apart stores what it leaves. Arrays and variables keep their numbers.
PrivateNest with_private_arrays(const LoopNest& nest, const std::vector<ir::VarId>& covered,
                                const std::vector<PrivateArray>& arrays);

}  // namespace qc
