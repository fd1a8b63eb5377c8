#include "emulator/machine.h"

#include <algorithm>
#include <atomic>

#include "emulator/numeric.h"
#include "support/stop.h"

namespace qc::emulator {

namespace {

constexpr std::size_t kBlockBytes = 64u << 20;            // of registers of all blocks under way
constexpr std::size_t kGridBytes = std::size_t(1) << 30;  // of registers of a whole grid that meets
constexpr std::uint64_t kIdle = 1u << 16;                 // accesses without a change until one more block is let in
constexpr std::uint64_t kPointless = 1u << 20;            // atomics without a change that are taken for a deadlock
constexpr std::uint64_t kStuck = 1u << 28;                // accesses without a change that are

template <class T>
T read_as(const void* p) {
  T v;
  std::memcpy(&v, p, sizeof v);
  return v;
}

}  // namespace

Machine::Machine(const Code& code, Memory& memory, const Dims& dims, void* const* params, const Options& options)
    : code_(code),
      memory_(memory),
      dims_(dims),
      options_(options),
      width_(options.width),
      state_(options.seed * 2 + 1) {
  for (int axis = 0; axis < 3; ++axis) {
    threads_ *= dims.block[axis];
    blocks_ *= dims.grid[axis];
  }
  bind(params);
}

std::uint64_t Machine::random() {  // splitmix64
  std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

// ---- arguments ----
void Machine::bind(void* const* params) {
  const ir::Function& f = code_.function;
  image_.assign(code_.lasting, 0);
  globals_.resize(f.arrays.size());
  for (const Constant& c : code_.constants) image_[c.reg] = c.bits;
  for (const ir::Param& p : f.params) {
    if (p.kind == ir::Param::Kind::Scalar) {
      const void* at = *params++;
      switch (f.vars[p.id].type) {
        case Elem::Bool:
          image_[p.id] = read_as<std::uint8_t>(at) != 0;
          break;
        case Elem::F32:
          image_[p.id] = read_as<std::uint32_t>(at);
          break;
        default:
          image_[p.id] = read_as<std::uint64_t>(at);
          break;
      }
      continue;
    }
    GlobalArray& a = globals_[p.id];
    const auto base = read_as<std::uintptr_t>(*params++);
    a.base = reinterpret_cast<unsigned char*>(base);
    for (int d = 0; d < f.arrays[p.id].rank; ++d) a.extents.push_back(read_as<std::int64_t>(*params++));
    a.region = memory_.find(base);
  }
  for (std::size_t k = 0; k < f.outputs.size(); ++k)
    outputs_.push_back(reinterpret_cast<void*>(read_as<std::uintptr_t>(*params++)));
  output_writer_.assign(f.outputs.size(), -1);
  for (const ExtentOf& e : code_.extents) {
    const ir::Array& a = f.arrays[e.array];
    const auto& dims = a.space == ir::Space::Global ? globals_[e.array].extents : a.dims;
    std::int64_t n = 1;
    for (auto d : dims) n *= d;
    image_[e.reg] = std::uint64_t(e.dim < 0 ? n : dims.at(std::size_t(e.dim)));
  }
  for (const Position& p : code_.positions)
    if (p.kind == ir::BuiltinKind::BlockDim)
      image_[p.reg] = std::uint64_t(dims_.block[p.axis]);
    else if (p.kind == ir::BuiltinKind::GridDim)
      image_[p.reg] = std::uint64_t(dims_.grid[p.axis]);
  evaluate_prologue();
}

// Extents of shared arrays, which are the same for all threads.
void Machine::evaluate_prologue() {
  if (code_.prologue.size() <= 1) return;
  BlockRun block;
  block.threads.resize(1);
  Group g;
  g.mask = g.alive = g.existing = 1;
  g.regs.assign(std::size_t(code_.registers) * std::size_t(width_), 0);
  for (std::uint32_t r = 0; r < code_.lasting; ++r) reg(g, r)[0] = image_[r];
  while (code_.prologue[g.pc].op != Op::End) {
    const Ins& i = code_.prologue[g.pc];
    if (i.op <= Op::Cast)
      compute(g, i);
    else if (i.op == Op::Move)
      move(g, i);
    else if (i.op == Op::Divide)
      divide(block, g, i);
    else {
      control(block, g, i);
      continue;
    }
    ++g.pc;
  }
  for (const auto& regs : code_.extent_regs)
    for (auto r : regs) image_[r] = reg(g, r)[0];
}

// What the kernel was promised about its arguments.
void Machine::check_promises() {
  const auto& arrays = code_.function.arrays;
  auto broken = [&](ir::ArrayId a, int rule, const std::string& what) {
    report(FindingKind::BrokenPromise, code_.fallback, std::uint64_t(a) << 2 | unsigned(rule),
           [&](Finding& f) { f.message = "'" + arrays[a].name + "' " + what; });
    stopped_ |= rule == 0;
  };
  auto bytes = [&](ir::ArrayId a) {
    std::int64_t n = byte_size(arrays[a].elem);
    for (auto e : globals_[a].extents) n *= e;
    return std::size_t(std::max<std::int64_t>(n, 0));
  };
  for (ir::ArrayId a = 0; a < arrays.size(); ++a) {
    if (arrays[a].space != ir::Space::Global) continue;
    const auto base = reinterpret_cast<std::uintptr_t>(globals_[a].base);
    if (globals_[a].region && base - globals_[a].region->base + bytes(a) > globals_[a].region->bytes)
      broken(a, 0, "is larger than its memory");
    if (base % std::size_t(byte_size(arrays[a].elem)) != 0)
      broken(a, 1, "is not aligned to its elements");
    else if (arrays[a].aligned && base % 16 != 0)
      broken(a, 1, "is not aligned to 16 bytes");
    for (ir::ArrayId b = 0; b < a; ++b) {
      if (arrays[b].space != ir::Space::Global || !(arrays[a].noalias || arrays[b].noalias) ||
          !(code_.written[a] || code_.written[b]))
        continue;
      const auto other = reinterpret_cast<std::uintptr_t>(globals_[b].base);
      if (base < other + bytes(b) && other < base + bytes(a)) broken(a, 2, "overlaps '" + arrays[b].name + "'");
    }
  }
}

// Regions that the kernel writes remember who touched their elements.
void Machine::make_cells() {
  stamp_ = memory_.next_launch();
  const auto& arrays = code_.function.arrays;
  for (ir::ArrayId a = 0; a < arrays.size(); ++a) {
    if (!code_.written[a] || !globals_[a].region) continue;
    Region& r = *globals_[a].region;
    std::size_t grain = 8;
    for (ir::ArrayId b = 0; b < arrays.size(); ++b)
      if (globals_[b].region == &r) grain = std::min(grain, std::size_t(byte_size(arrays[b].elem)));
    if (!r.cells || r.grain != grain) {
      r.cells = zeroed<Cell>(r.bytes / grain + 1);
      r.grain = grain;
    }
    for (ir::ArrayId b = 0; b < arrays.size(); ++b) {
      if (globals_[b].region != &r) continue;
      globals_[b].cells = r.cells.get() + (reinterpret_cast<std::uintptr_t>(globals_[b].base) - r.base) / grain;
      globals_[b].grain = grain;
    }
  }
}

// ---- blocks ----
void Machine::fill_positions(const BlockRun& block, Group& g) const {
  for (const Position& p : code_.positions) {
    std::uint64_t* r = reg(g, p.reg);
    for (int k = 0; k < width_; ++k) {
      const int t = g.first + k;
      if (p.kind == ir::BuiltinKind::BlockIdx) r[k] = std::uint64_t(block.index[p.axis]);
      if (p.kind != ir::BuiltinKind::ThreadIdx) continue;
      const int row = t / dims_.block[0];
      r[k] = std::uint64_t(p.axis == 0   ? t % dims_.block[0]
                           : p.axis == 1 ? row % dims_.block[1]
                                         : row / dims_.block[1]);
    }
  }
}

void Machine::start_block(BlockRun& b, std::int64_t number) {
  const auto& arrays = code_.function.arrays;
  b.linear = std::uint32_t(number);
  b.index[0] = number % dims_.grid[0];
  b.index[1] = number / dims_.grid[0] % dims_.grid[1];
  b.index[2] = number / dims_.grid[0] / dims_.grid[1];
  b.phase = b.published_phase = 0;
  b.held = false;
  b.known = nullptr;
  b.threads.assign(std::size_t(threads_), {});
  b.warp_epoch.assign(std::size_t((threads_ + kWarp - 1) / kWarp), 0);
  b.shared.resize(arrays.size());
  b.local.resize(arrays.size());
  b.local_written.resize(arrays.size());
  for (ir::ArrayId a = 0; a < arrays.size(); ++a) {
    if (arrays[a].space == ir::Space::Global) continue;
    const std::size_t count = std::size_t(image_[code_.extent_regs[a].back()]),
                      bytes = count * std::size_t(byte_size(arrays[a].elem));
    if (arrays[a].space == ir::Space::Local) {
      b.local[a].assign(bytes * std::size_t(threads_), 0xCB);
      b.local_written[a].assign(count * std::size_t(threads_), 0);
    } else {
      b.shared[a].data.assign(bytes, 0xCB);
      b.shared[a].written.assign(count, 0);
      b.shared[a].cells.resize(count);
    }
  }
  b.groups.resize(std::size_t((threads_ + width_ - 1) / width_));
  b.ready.clear();
  for (std::size_t k = 0; k < b.groups.size(); ++k) {
    Group& g = b.groups[k];
    b.ready.push_back(std::uint32_t(k));
    g.state = Group::State::Ready;
    g.pc = 0;
    g.first = int(k) * width_;
    const int lanes = std::min(width_, threads_ - g.first);
    g.mask = g.alive = g.existing = lanes == 32 ? ~Mask(0) : (Mask(1) << lanes) - 1;
    g.frames.clear();
    g.loops.clear();
    g.regs.resize(std::size_t(code_.registers) * std::size_t(width_));
    for (std::uint32_t r = 0; r < code_.lasting; ++r) std::fill_n(reg(g, r), width_, image_[r]);
    fill_positions(b, g);
  }
}

std::size_t Machine::blocks_at_once() const {
  const std::size_t bytes = std::size_t(threads_) * (code_.registers * 8 + sizeof(ThreadSync));
  if (code_.meets_grid) return std::size_t(blocks_);
  return std::clamp<std::size_t>(kBlockBytes / std::max<std::size_t>(bytes, 1), 2, 6);
}

// One group of the block moves on, whichever the schedule says.
void Machine::step_block(BlockRun& b) {
  const std::size_t at = b.ready.size() > 1 ? std::size_t(random() % b.ready.size()) : 0;
  Group& g = b.groups[b.ready[at]];
  slice(b, g, 1 + int(random() & 15));
  if (g.state == Group::State::Ready) return;
  b.ready[at] = b.ready.back();
  b.ready.pop_back();
}

void Machine::give_up() {
  report(FindingKind::Deadlock, {}, 0,
         [&](Finding& f) { f.message = "the blocks wait for each other: nothing changed for millions of accesses"; });
  stopped_ = true;
}

// The one that moves on now, whichever the schedule says. Not all are held.
BlockRun& Machine::next_block_run() {
  std::size_t at = running_.size() > 1 ? std::size_t(random() % running_.size()) : 0;
  while (running_[at]->held) at = (at + 1) % running_.size();
  return *running_[at];
}

void Machine::schedule_blocks() {
  auto admit = [&] {
    if (next_block_ == blocks_) return false;
    running_.push_back(std::make_unique<BlockRun>());
    start_block(*running_.back(), next_block_++);
    return true;
  };
  for (std::size_t k = blocks_at_once(); k > 0 && admit(); --k) {
  }
  const std::atomic<bool>* stop = stop_flag();
  while (!running_.empty() && !stopped_) {
    if (is_stopped(stop)) throw_stopped();
    if (held_ == running_.size()) release_grid();
    BlockRun& b = next_block_run();
    if (!b.ready.empty())
      step_block(b);
    else if (!settle(b)) {
      idle_ = pointless_ = 0;
      if (next_block_ < blocks_)
        start_block(b, next_block_++);
      else
        std::erase_if(running_, [&](const auto& r) { return r.get() == &b; });
    }
    // A block may wait for one that has not started; a machine of any size would hold it.
    if (idle_ > kIdle && next_block_ < blocks_ && running_.size() < 64) {
      admit();
      idle_ = 0;
    }
    if (pointless_ > kPointless || idle_ > kStuck) give_up();
  }
}

// As on a GPU: a grid that meets must be under way as a whole.
void Machine::check_grid() {
  const double bytes = double(blocks_) * threads_ * (code_.registers * 8 + sizeof(ThreadSync));
  if (!code_.meets_grid || bytes <= double(kGridBytes)) return;
  report(FindingKind::Deadlock, {}, 1, [&](Finding& f) {
    f.message = "the " + std::to_string(blocks_) + " blocks of a grid with barriers of its own cannot all run at once";
  });
  stopped_ = true;
}

Outcome Machine::run() {
  check_promises();
  check_grid();
  if (!stopped_) {
    make_cells();
    schedule_blocks();
  }
  return std::move(outcome_);
}

// ---- the public face ----
Program::Program() = default;
Program::~Program() = default;

std::variant<std::shared_ptr<const Program>, std::string> Program::make(const ir::Function& kernel, Span fallback,
                                                                        const MathTable& math) {
  try {
    std::shared_ptr<Program> p(new Program);
    p->code_ = std::make_unique<const Code>(compile(kernel, fallback, math));
    return std::shared_ptr<const Program>(std::move(p));
  } catch (const std::string& why) {
    return why;
  }
}

Outcome Program::launch(Memory& memory, const Dims& dims, void* const* params, const Options& options) const {
  return Machine(*code_, memory, dims, params, options).run();
}

}  // namespace qc::emulator
