// What the compiled code of a kernel and the runtime agree on: parameters, the record of failures, the entry on the
// host.
//
// Both targets take `void* params[]`, as cuLaunchKernel does: for each array of function.params a pointer to its base
// address, followed by one pointer to an int64 for each of its `rank` extents; for each scalar a pointer to its value
// (Bool as uint8, I64, F32, F64); for each output a pointer to the address of its slot (8 bytes, the value in its
// type); and last, when the function can fail, a pointer to the address of a FailureRecord.
#pragma once
#include <cstdint>
#include <vector>

#include "ir/ir.h"

namespace qc {

struct FailureRecord {
  std::int64_t order;      // lowest linear iteration that failed; INT64_MAX: none
  std::int32_t lock;       // 0; held while the rest is written
  std::uint32_t site;      // index into ir::Function::sites
  std::int64_t values[3];  // OutOfRange: index, extent, dimension
};
enum class ParamKind : std::uint8_t { ArrayBase, Extent, Bool, I64, F32, F64, Output, Failure };
// The parameters of a function, flat, in order.
std::vector<ParamKind> param_layout(const ir::Function& function);
// Whether an access, a division or a `fail` in it may fail.
bool can_fail(const ir::Function& function);
bool can_fail(const ir::Block& block);

inline constexpr unsigned char kNeverStops = 0;
struct GridDims {  // axis 0 is x
  std::int64_t grid[3] = {1, 1, 1};
  std::int32_t block[3] = {1, 1, 1};
  const void* stop = &kNeverStops;  // on the host: once this byte is not 0, a block may end wherever it is
};

// One work-group on the host. `scratch` holds the group's shared memory and its threads' private values: at least
// shared_bytes + threads * bytes_per_thread bytes, aligned to 64, contents undefined.
using HostEntry = void (*)(void* const* params, const GridDims* dims, const std::int64_t block_idx[3], void* scratch);

}  // namespace qc
