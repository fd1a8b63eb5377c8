#include "emulator/bind.h"

#include <algorithm>
#include <cstring>

#include "emulator/execute.h"

namespace qc::emulator {

namespace {

template <class T>
T read_as(const void* p) {
  T v;
  std::memcpy(&v, p, sizeof v);
  return v;
}

}  // namespace

// Extents of shared arrays, which are the same for all threads.
static void evaluate_prologue(Launch& l) {
  if (l.code.prologue.size() <= 1) return;
  BlockRun block;
  block.threads.resize(1);
  LockstepGroup g;
  g.begin(0, 1, l.width, l.code.registers);
  for (std::uint32_t r = 0; r < l.code.lasting; ++r) g.reg(r)[0] = l.image[r];
  run_values(l, block, g, l.code.prologue);
  for (const auto& regs : l.code.extent_regs)
    for (auto r : regs) l.image[r] = g.reg(r)[0];
}

void bind(Launch& l, void* const* params) {
  const ir::Function& f = l.code.function;
  l.image.assign(l.code.lasting, 0);
  l.globals.resize(f.arrays.size());
  for (const Constant& c : l.code.constants) l.image[c.reg] = c.bits;
  for (const ir::Param& p : f.params) {
    if (p.kind == ir::Param::Kind::Scalar) {
      const void* at = *params++;
      switch (f.vars[p.id].type) {
        case Elem::Bool:
          l.image[p.id] = read_as<std::uint8_t>(at) != 0;
          break;
        case Elem::F32:
          l.image[p.id] = read_as<std::uint32_t>(at);
          break;
        default:
          l.image[p.id] = read_as<std::uint64_t>(at);
          break;
      }
      continue;
    }
    GlobalArray& a = l.globals[p.id];
    const auto base = read_as<std::uintptr_t>(*params++);
    a.base = reinterpret_cast<unsigned char*>(base);
    for (int d = 0; d < f.arrays[p.id].rank; ++d) a.extents.push_back(read_as<std::int64_t>(*params++));
    a.region = l.memory.find(base);
  }
  for (std::size_t k = 0; k < f.outputs.size(); ++k)
    l.outputs.push_back(reinterpret_cast<void*>(read_as<std::uintptr_t>(*params++)));
  l.output_writer.assign(f.outputs.size(), -1);
  for (const ExtentOf& e : l.code.extents) {
    const ir::Array& a = f.arrays[e.array];
    const auto& dims = a.space == ir::Space::Global ? l.globals[e.array].extents : a.dims;
    std::int64_t n = 1;
    for (auto d : dims) n *= d;
    l.image[e.reg] = std::uint64_t(e.dim < 0 ? n : dims.at(std::size_t(e.dim)));
  }
  for (const Position& p : l.code.positions)
    if (p.kind == ir::BuiltinKind::BlockDim)
      l.image[p.reg] = std::uint64_t(l.dims.block[p.axis]);
    else if (p.kind == ir::BuiltinKind::GridDim)
      l.image[p.reg] = std::uint64_t(l.dims.grid[p.axis]);
  evaluate_prologue(l);
}

void check_promises(Launch& l) {
  const auto& arrays = l.code.function.arrays;
  auto broken = [&](ir::ArrayId a, int rule, const std::string& what) {
    l.findings.report(FindingKind::BrokenPromise, l.code.fallback, std::uint64_t(a) << 2 | unsigned(rule),
                      [&](Finding& f) { f.message = "'" + arrays[a].name + "' " + what; });
    l.stopped |= rule == 0;
  };
  auto bytes = [&](ir::ArrayId a) {
    std::int64_t n = byte_size(arrays[a].elem);
    for (auto e : l.globals[a].extents) n *= e;
    return std::size_t(std::max<std::int64_t>(n, 0));
  };
  for (ir::ArrayId a = 0; a < arrays.size(); ++a) {
    if (arrays[a].space != ir::Space::Global) continue;
    const auto base = reinterpret_cast<std::uintptr_t>(l.globals[a].base);
    if (l.globals[a].region && base - l.globals[a].region->base + bytes(a) > l.globals[a].region->bytes)
      broken(a, 0, "is larger than its memory");
    if (base % std::size_t(byte_size(arrays[a].elem)) != 0)
      broken(a, 1, "is not aligned to its elements");
    else if (arrays[a].aligned && base % 16 != 0)
      broken(a, 1, "is not aligned to 16 bytes");
    for (ir::ArrayId b = 0; b < a; ++b) {
      if (arrays[b].space != ir::Space::Global || !(arrays[a].noalias || arrays[b].noalias) ||
          !(l.code.written[a] || l.code.written[b]))
        continue;
      const auto other = reinterpret_cast<std::uintptr_t>(l.globals[b].base);
      if (base < other + bytes(b) && other < base + bytes(a)) broken(a, 2, "overlaps '" + arrays[b].name + "'");
    }
  }
}

void make_cells(Launch& l) {
  l.stamp = l.memory.next_launch();
  const auto& arrays = l.code.function.arrays;
  for (ir::ArrayId a = 0; a < arrays.size(); ++a) {
    if (!l.code.written[a] || !l.globals[a].region) continue;
    Region& r = *l.globals[a].region;
    std::size_t grain = 8;
    for (ir::ArrayId b = 0; b < arrays.size(); ++b)
      if (l.globals[b].region == &r) grain = std::min(grain, std::size_t(byte_size(arrays[b].elem)));
    if (!r.cells || r.grain != grain) {
      r.cells = zeroed<Cell>(r.bytes / grain + 1);
      r.grain = grain;
    }
    for (ir::ArrayId b = 0; b < arrays.size(); ++b) {
      if (l.globals[b].region != &r) continue;
      l.globals[b].cells = r.cells.get() + (reinterpret_cast<std::uintptr_t>(l.globals[b].base) - r.base) / grain;
      l.globals[b].grain = grain;
    }
  }
}

}  // namespace qc::emulator
