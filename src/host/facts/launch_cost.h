// About how much a launch does, before it: what compiling its kernel with full effort has to be worth.
#pragma once
#include <cstdint>
#include <optional>
#include <set>

#include "host/facts/loop_facts.h"
#include "ir/ir.h"

namespace qc::host {

// At most how many nodes of its expressions a nest, or one thread of a kernel, evaluates, elementary functions and
// divisions counted as several; beyond kManyOperations some number. Nothing where it holds a loop of unknown length.
constexpr std::int64_t kManyOperations = std::int64_t(1) << 40;
std::optional<std::int64_t> operations(const ir::Function& f, const NestRanges& ranges);

// The same, with what of it is inside some of the loops, and how often these are reached.
struct OperationShares {
  std::int64_t all = 0, inside = 0, turns = 0;
};
std::optional<OperationShares> operation_shares(const ir::Function& f, const NestRanges& ranges,
                                                const std::set<ir::VarId>& loops);

// What a device does in the time of one operation of a host's thread, roughly.
struct DeviceSpeed {
  double lanes;      // threads that work side by side
  double operation;  // of one of them
  double turn;       // from one launch to the next where a loop is stepped
  double launch;     // from one to the next that waits for nothing
  double again;      // what memory that is read again adds to the time
};
DeviceSpeed host_speed(int threads);
DeviceSpeed gpu_speed();
// The time of a nest that runs in order, on a thread of the host.
double time_in_order(const OperationShares& work);
// The time of a launch of that many iterations, and of launches of the inner loops one after another.
double time_as_one(const OperationShares& work, std::int64_t iterations, const DeviceSpeed& device);
double time_stepped(const OperationShares& work, const DeviceSpeed& device);
// Of so many launches that each take all iterations and read again what the ones before them have read.
double time_in_parts(const OperationShares& work, int parts, const DeviceSpeed& device);

// How many nodes all its statements have: what compiling it takes grows with them.
std::int64_t node_count(const ir::Function& f);

}  // namespace qc::host
