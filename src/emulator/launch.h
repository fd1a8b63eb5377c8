// A launch under way: what its parts have in common. They are functions of it, by concern: bind (arguments), run_launch
// (blocks and their turns), execute (instructions), arithmetic (values of lanes), access (memory), exchange (where
// threads meet), check (races), reports (findings in words).
#pragma once
#include <memory>
#include <unordered_map>
#include <vector>

#include "emulator/block_run.h"
#include "emulator/code.h"
#include "emulator/findings.h"
#include "emulator/schedule.h"

namespace qc::emulator {

struct GlobalArray {
  unsigned char* base = nullptr;
  std::vector<std::int64_t> extents;
  Region* region = nullptr;
  Cell* cells = nullptr;  // null when nothing writes the region
  std::size_t grain = 1;  // bytes a cell
};

struct Launch {
  Launch(const Code& c, Memory& m, const Dims& d, const Options& options)
      : code(c),
        memory(m),
        dims(d),
        width(options.width),
        threads(d.block[0] * d.block[1] * d.block[2]),
        blocks(d.grid[0] * d.grid[1] * d.grid[2]),
        random(options.seed),
        findings(c.fallback, options.max_findings) {}

  const Code& code;
  Memory& memory;
  const Dims& dims;
  const int width;
  const int threads;          // of a block
  const std::int64_t blocks;  // of the grid

  // The arguments (bind.h).
  std::vector<GlobalArray> globals;  // by ArrayId
  std::vector<void*> outputs;
  std::vector<std::int64_t> output_writer;  // thread of the grid, -1 none
  std::vector<std::uint64_t> image;         // what each register holds at the start, one value a register
  std::uint16_t stamp = 0;                  // of cells that count

  // The blocks (run_launch.cpp).
  RandomOrder random;
  std::vector<std::unique_ptr<BlockRun>> running;
  std::int64_t next_block = 0;
  std::size_t held = 0;  // blocks of `running` that are
  Progress progress;
  bool repeats = false;  // the group at work goes round in a loop that changes nothing: it is others' turn
  bool stopped = false;

  std::unordered_map<const void*, KnowledgeP> clocks;  // of elements that atomics touch, by address
  Findings findings;
};

}  // namespace qc::emulator
