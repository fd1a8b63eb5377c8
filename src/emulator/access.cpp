#include "emulator/access.h"

#include <string>

#include "emulator/check.h"
#include "emulator/numeric.h"
#include "emulator/reports.h"
#include "ir/moved_index.h"

namespace qc::emulator {

using ir::AtomicOp;

namespace {

// An index moved into [0, n), n > 0.
std::int64_t moved(Boundary mode, std::int64_t index, std::int64_t n) {
  if (std::uint64_t(index) < std::uint64_t(n)) return index;
  if (mode == Boundary::Clamped) return index < 0 ? 0 : n - 1;
  if (mode == Boundary::Circular) {
    const std::int64_t r = index % n;
    return r < 0 ? r + n : r;
  }
  const std::uint64_t twice = std::uint64_t(n) << 1;
  const std::uint64_t q = (index < 0 ? 0 - std::uint64_t(index) : std::uint64_t(index)) % twice;
  return std::int64_t(q >= std::uint64_t(n) ? twice - 1 - q : q);
}

// Whether all flags of an element are set.
bool is_written(const unsigned char* flags, int count) {
  constexpr std::uint64_t kSet = 0x0101010101010101;
  const std::uint64_t set = count == 8 ? kSet : kSet & ((std::uint64_t(1) << 8 * count) - 1);
  return load_bits(flags, count) == set;
}

// The bytes of an element after an atomic.
std::uint64_t combined(AtomicOp op, Elem elem, std::uint64_t old_bits, std::uint64_t value) {
  const std::uint64_t now = narrowed(elem, value);
  auto arithmetic = [&](auto old, auto v) {
    switch (op) {
      case AtomicOp::Add:
        return old + v;
      case AtomicOp::Sub:
        return old - v;
      case AtomicOp::Mul:
        return old * v;
      case AtomicOp::Min:
        return least(old, v);
      case AtomicOp::Max:
        return greatest(old, v);
      default:
        return v;
    }
  };
  const std::uint64_t old = widened(elem, &old_bits);
  if (op == AtomicOp::Exch || op == AtomicOp::Cas) return now;
  if (value_elem(elem) == Elem::F32) return narrowed(elem, bits_of(arithmetic(as_f32(old), as_f32(value))));
  if (elem == Elem::F64) return bits_of(arithmetic(as_f64(old), as_f64(value)));
  if (elem == Elem::Bool) {
    switch (op) {
      case AtomicOp::Mul:
      case AtomicOp::Min:
      case AtomicOp::And:
        return old & now;
      case AtomicOp::Sub:
      case AtomicOp::Xor:
        return old ^ now;
      default:
        return old | now;
    }
  }
  const auto x = std::int64_t(old),
             y = std::int64_t(value);  // extremes are those of ints, wrapped when they are stored
  const bool below = x < y;
  switch (op) {
    case AtomicOp::Add:
      return narrowed(elem, old + value);
    case AtomicOp::Sub:
      return narrowed(elem, old - value);
    case AtomicOp::Mul:
      return narrowed(elem, old * value);
    case AtomicOp::Min:
      return narrowed(elem, std::uint64_t(below ? x : y));
    case AtomicOp::Max:
      return narrowed(elem, std::uint64_t(below ? y : x));
    case AtomicOp::And:
      return old_bits & now;
    case AtomicOp::Or:
      return old_bits | now;
    case AtomicOp::Xor:
      return old_bits ^ now;
    case AtomicOp::Inc:
      return old_bits >= now ? 0 : old_bits + 1;
    case AtomicOp::Dec:
      return old_bits == 0 || old_bits > now ? now : old_bits - 1;
    default:
      return now;
  }
}

struct Target {                   // what the lanes' accesses of one place have in common
  unsigned char* data = nullptr;  // of element 0, of lane 0
  unsigned char* written = nullptr;
  Cell* cells = nullptr;
  std::size_t size = 0;                  // of an element
  int written_step = 1, cell_count = 0;  // flags and cells of one element
  std::size_t lane_step = 0;             // elements from one lane's own array to the next one's
};
struct Accesses {  // of an instruction
  Target target;
  Mask lanes = 0;              // those that access an element
  std::int64_t linear[kWarp];  // which one; of other lanes anything
  Spot spot(int lane) const {
    const std::size_t at = std::size_t(linear[lane]) + std::size_t(lane) * target.lane_step;
    Spot s;
    s.data = target.data + at * target.size;
    s.written = target.written ? target.written + at * std::size_t(target.written_step) : nullptr;
    s.written_step = target.written_step;
    s.cells = target.cells ? target.cells + at * std::size_t(target.cell_count) : nullptr;
    s.cell_count = target.cell_count;
    s.linear = linear[lane];
    return s;
  }
};

}  // namespace

static Target target(Launch& l, BlockRun& b, const LockstepGroup& g, const Place& p) {
  Target t;
  t.size = std::size_t(byte_size(p.elem));
  if (p.space == ir::Space::Global) {
    const GlobalArray& a = l.globals[p.array];
    t.data = a.base;
    t.written_step = int(t.size);
    if (a.region) t.written = a.region->written.get() + (reinterpret_cast<std::uintptr_t>(a.base) - a.region->base);
    t.cells = a.cells;
    t.cell_count = a.cells ? int(t.size / a.grain) : 0;
  } else if (p.space == ir::Space::Shared) {
    SharedArray& a = b.shared[p.array];
    t.data = a.data.data();
    t.written = a.written.data();
    t.cells = a.cells.data();
    t.cell_count = 1;
  } else {
    t.lane_step = std::size_t(l.image[l.code.extent_regs[p.array].back()]);
    const std::size_t first = std::size_t(g.first) * t.lane_step;
    t.data = b.local[p.array].data() + first * t.size;
    t.written = b.local_written[p.array].data() + first;
  }
  return t;
}

// Checked accesses fail as the program wants; an unchecked one has broken its promise.
static void out_of_range(Launch& l, const Who& who, const Place& p, const std::int64_t* index, bool writing) {
  const bool fails = p.boundary == Boundary::Checked || (ir::moves(p.boundary) && writing);
  if (!fails && p.boundary != Boundary::Unchecked) return;
  std::size_t d = 0;
  while (d + 1 < p.index.size() && std::uint64_t(index[d]) < l.image[p.extents[d]]) ++d;
  const auto n = std::int64_t(l.image[p.extents[d]]);
  if (fails) {
    if (p.site != ir::kNoSite) fail(l, who, p.site, index[d], n, std::int64_t(d));
    return;
  }
  l.findings.report(FindingKind::OutOfRange, p.span, place_number(l, p), [&](Finding& f) {
    f.message = std::string(writing ? "write" : "read") + " outside '" + l.code.function.arrays[p.array].name +
                "': index " + std::to_string(index[d]) + " of " + std::to_string(n) + " along dimension " +
                std::to_string(d) + ", by " + thread_name(l, who.block.linear, std::uint32_t(who.thread()));
  });
}

// The element that the boundary mode gives for indices outside; nothing: none.
static std::optional<std::int64_t> moved_inside(Launch& l, const Who& who, const Place& p, bool writing) {
  constexpr std::size_t kMaxRank = 20;
  std::int64_t index[kMaxRank];
  const bool moving = ir::moves(p.boundary) && !writing;
  bool inside = true;
  std::int64_t linear = 0;
  for (std::size_t d = 0; d < p.index.size(); ++d) {
    index[d] = std::int64_t(who.group.reg(p.index[d])[who.lane]);
    const auto n = std::int64_t(l.image[p.extents[d]]);
    if (std::uint64_t(index[d]) >= std::uint64_t(n)) {
      if (moving && n > 0)
        index[d] = moved(p.boundary, index[d], n);
      else
        inside = false;
    }
    if (inside) linear = linear * n + index[d];
  }
  if (inside) return linear;
  out_of_range(l, who, p, index, writing);
  return {};
}

// Where the lanes' indices lead, all lanes at a time; those that lead outside are looked at again.
static Accesses accesses(Launch& l, BlockRun& b, LockstepGroup& g, const Place& p, bool writing) {
  Accesses all;
  all.target = target(l, b, g, p);
  all.lanes = g.mask;
  std::uint64_t linear[kWarp] = {};
  bool outside[kWarp] = {};
  for (std::size_t d = 0; d < p.index.size(); ++d) {
    const std::uint64_t n = l.image[p.extents[d]];
    const std::uint64_t* index = g.reg(p.index[d]);
    for (int k = 0; k < l.width; ++k) {
      linear[k] = linear[k] * n + index[k];
      outside[k] |= index[k] >= n;
    }
  }
  for (int k = 0; k < l.width; ++k) all.linear[k] = std::int64_t(linear[k]);
  for_lanes(g.mask, [&](int k) {
    if (!outside[k]) return;
    if (const auto inside = moved_inside(l, {b, g, k}, p, writing))
      all.linear[k] = *inside;
    else
      all.lanes &= ~(Mask(1) << k);
  });
  return all;
}

void load(Launch& l, BlockRun& b, LockstepGroup& g, const Ins& i) {
  const Place& p = l.code.places[i.target];
  std::uint64_t* d = g.reg(i.dst);
  const Accesses all = accesses(l, b, g, p, false);
  for_lanes(g.mask & ~all.lanes, [&](int k) { d[k] = 0; });
  for_lanes(all.lanes, [&](int k) {
    const Spot s = all.spot(k);
    if (s.written && !is_written(s.written, s.written_step)) report_uninitialised(l, {b, g, k}, p, s);
    if (s.cells) touch(l, {b, g, k}, p, s, Touch::Read, false);
    d[k] = widened(p.elem, s.data);
  });
  if (p.space != ir::Space::Local) l.progress.accessed();
}

void store(Launch& l, BlockRun& b, LockstepGroup& g, const Ins& i) {
  const Place& p = l.code.places[i.target];
  const std::uint64_t* v = g.reg(i.a);
  const int size = byte_size(p.elem);
  const Accesses all = accesses(l, b, g, p, true);
  for_lanes(all.lanes, [&](int k) {
    const Spot s = all.spot(k);
    const std::uint64_t bits = narrowed(p.elem, v[k]);
    const bool same = load_bits(s.data, size) == bits && (!s.written || s.written[0]);
    if (s.cells) touch(l, {b, g, k}, p, s, Touch::Write, same);
    store_bits(s.data, size, bits);
    if (s.written)
      for (int w = 0; w < s.written_step; ++w) s.written[w] = 1;
    if (!same) l.progress.changed();
  });
}

void atomic(Launch& l, BlockRun& b, LockstepGroup& g, const Ins& i) {
  const Place& p = l.code.places[i.target];
  const auto op = AtomicOp(i.sub);
  const int size = byte_size(p.elem);
  const Accesses all = accesses(l, b, g, p, true);
  if (i.dst != kNone) for_lanes(g.mask & ~all.lanes, [&](int k) { g.reg(i.dst)[k] = 0; });
  for_lanes(all.lanes, [&](int k) {
    const Who who{b, g, k};
    const Spot s = all.spot(k);
    if (s.written && !s.written[0]) report_uninitialised(l, who, p, s);
    if (s.cells) touch(l, who, p, s, Touch::Atomic, false);
    if (l.code.synchronises) synchronise(l, who, s, op == AtomicOp::Cas);
    const std::uint64_t old = load_bits(s.data, size);
    const bool swaps = op != AtomicOp::Cas || old == narrowed(p.elem, g.reg(i.b)[k]);
    const std::uint64_t now = swaps ? combined(op, p.elem, old, g.reg(i.a)[k]) : old;
    store_bits(s.data, size, now);
    if (s.written)
      for (int w = 0; w < s.written_step; ++w) s.written[w] = 1;
    if (now != old)
      l.progress.changed();
    else
      l.progress.pointless_atomic();
    if (i.dst != kNone) g.reg(i.dst)[k] = widened(p.elem, i.flag ? &now : &old);
  });
  l.progress.accessed();
}

}  // namespace qc::emulator
