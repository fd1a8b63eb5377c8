// The checked emulator: runs kernel IR on the host as a GPU would run it, in lockstep groups of threads under activity
// masks and a seeded schedule, and reports what would go wrong there (docs/emulator.md). Values have the bits of the
// other targets: the arithmetic is that of ir.h, elementary functions come from a table that the caller gives.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "emulator/memory.h"
#include "ir/ir.h"
#include "support/diagnostic.h"

namespace qc::emulator {

struct MathTable {
  float (*single)(ir::MathFn fn, float x, float y) = nullptr;  // y: second argument of pow, atan2 and hypot
  double (*wide)(ir::MathFn fn, double x, double y) = nullptr;
};

struct Options {
  int width = 32;                 // threads that move in lockstep: 1, 2, 4 .. 32; warps have 32 threads all the same
  std::uint64_t seed = 0;         // of the order in which groups and blocks move
  std::size_t max_findings = 20;  // of one launch; what happens at one place again is counted, not listed
};

enum class FindingKind : std::uint8_t {
  RaceInBlock,
  RaceBetweenBlocks,
  MixedAtomic,
  DivergentBarrier,
  InactiveLane,
  Uninitialised,
  OutOfRange,
  BrokenPromise,
  Deadlock
};

struct Finding {
  FindingKind kind;
  Span span;  // of the statement; of the kernel where its statements have none
  std::string message;
  Span other_span;    // of the other access of a race
  std::string other;  // what it did; empty: there is none
  std::int64_t count = 1;
};
// Its error: codes Q0801 to Q0809 in the order of FindingKind.
Diagnostic diagnostic(const Finding& finding);

struct Dims {
  std::int64_t grid[3] = {1, 1, 1};
  std::int32_t block[3] = {1, 1, 1};
};  // axis 0 is x

// What a kernel recorded by Fail, checked accesses and divisions: the one of the lowest order.
struct Failure {
  std::int64_t order;
  ir::SiteId site;
  std::int64_t values[3];
};

struct Outcome {
  std::vector<Finding> findings;  // in the order in which they were met
  std::optional<Failure> failure;
};

struct Code;
// A kernel made ready. `fallback` stands for statements without a span. An error text when the emulator cannot run it.
class Program {
 public:
  static std::variant<std::shared_ptr<const Program>, std::string> make(const ir::Function& kernel, Span fallback,
                                                                        const MathTable& math);
  ~Program();
  // params: for each array of function.params a pointer to its base address and one to each extent (int64), for each
  // scalar one to its value, for each output one to the address of its 8 bytes. Arrays lie in `memory`.
  Outcome launch(Memory& memory, const Dims& dims, void* const* params, const Options& options) const;

 private:
  Program();
  std::unique_ptr<const Code> code_;
};

}  // namespace qc::emulator
