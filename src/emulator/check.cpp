#include "emulator/check.h"

namespace qc::emulator {

namespace {

bool same_thread(const Access& a, const Access& b) { return a.block == b.block && a.thread() == b.thread(); }

// A fence makes a thread's earlier accesses visible to whoever meets it through an atomic, and lets it see what those
// that it has met made visible.
void pass_fence(ThreadSync& t, const BlockRun& b, ir::SyncScope scope) {
  if (scope == ir::SyncScope::Grid) {
    learn(t.known, t.pending);
    t.pending = nullptr;
  } else if (t.pending) {
    auto own = std::make_shared<Knowledge>();
    own->join_block(*t.pending, b.linear);
    learn(t.known, own);
  }
  ++t.fences;
  for (int grid = 0; grid <= int(scope == ir::SyncScope::Grid); ++grid) {
    t.released[grid] = t.fences;
    t.released_phase[grid] = b.phase;
  }
  if (scope == ir::SyncScope::Grid) t.unfenced = false;
  t.known_at_fence = t.known;
  learn(t.known_at_fence, b.known);
}

// Whether the atomic before the last one came first for the thread that did the last one: both threads have passed a
// fence, the other before its atomic, this one since. A block that finishes last so resets the counter that told it.
bool met_by_own_atomic(const Cell& cell, int k, const ThreadSync& own, const Access& now) {
  if (k == 0 || cell.touch(k) != Touch::Atomic || cell.touch(0) != Touch::Atomic || !same_thread(cell.access[0], now))
    return false;
  return cell.access[k].fences() > 0 && own.released[1] > cell.access[0].fences();
}

}  // namespace

static bool ordered(const Launch& l, const Access& before, const Who& who) {
  const BlockRun& b = who.block;
  const ThreadSync& own = b.threads[std::size_t(who.thread())];
  const bool same_block = before.block == b.linear;
  if (same_block) {
    if (before.thread() == std::uint32_t(who.thread())) return true;
    if (before.phase() != b.phase % Access::kPhases) return true;
    const ThreadSync& other = b.threads[before.thread()];
    if (before.thread() / kWarp == std::uint32_t(who.thread()) / kWarp && own.epoch > before.epoch() &&
        other.epoch > before.epoch())
      return true;
  }
  if (!l.code.synchronises) return false;
  for (const Knowledge* k : {own.known.get(), b.known.get()}) {
    if (!k) continue;
    for (int grid = same_block ? 0 : 1; grid < 2; ++grid)
      if (k->clock(before.block, Knowledge::kAll, grid) > before.phase() ||
          k->clock(before.block, before.thread(), grid) > before.fences())
        return true;
  }
  return false;
}

static void touch_cell(Launch& l, const Who& who, const Place& p, const Spot& s, Cell& cell, Touch kind,
                       bool same_value) {
  const BlockRun& b = who.block;
  if (cell.launch != l.stamp) {
    cell.launch = l.stamp;
    cell.touches = 0;
  }
  const ThreadSync& t = b.threads[std::size_t(who.thread())];
  Access now;
  now.block = b.linear;
  now.who = Access::of_thread(std::uint32_t(who.thread()), t.fences, t.epoch);
  now.when = Access::of_place(b.phase, place_number(l, p));
  // The usual case: this thread alone has written it since it was last handed on.
  if (kind == Touch::Write && cell.touches == unsigned(Touch::Write)) {
    Access& last = cell.access[0];
    if (last.block == now.block && last.who == now.who && last.phase() == now.phase()) {
      last.when = now.when;
      return;
    }
  }
  if (p.space == ir::Space::Shared && cell.touches &&
      cell.access[cell.touch(0) != Touch::None   ? 0
                  : cell.touch(1) != Touch::None ? 1
                                                 : 2]
              .block != b.linear)
    cell.touches = 0;  // of the block that had this memory before
  for (int k = 0; k < 3; ++k) {
    const Touch before = cell.touch(k);
    if (before == Touch::None || (before == kind && kind != Touch::Write)) continue;
    if (before == Touch::Write && kind == Touch::Write && same_value) continue;
    if (!ordered(l, cell.access[k], who) && !met_by_own_atomic(cell, k, t, now))
      report_race(l, who, p, s, kind, cell.access[k], before);
  }
  if (kind == Touch::Write) {
    cell.touches = 0;
    cell.set(0, kind, now);
    return;
  }
  if (kind == Touch::Atomic) {
    const bool displaces = cell.touch(0) == Touch::Atomic && !same_thread(cell.access[0], now);
    const Access old = cell.access[0];
    cell.touches = 0;
    cell.set(0, kind, now);
    if (displaces) cell.set(1, Touch::Atomic, old);
    return;
  }
  for (int k = 1; k < 3; ++k)
    if (cell.touch(k) == Touch::None || same_thread(cell.access[k], now) ||
        (cell.touch(k) == Touch::Read && ordered(l, cell.access[k], who))) {
      cell.set(k, kind, now);
      return;
    }
  if (cell.touch(2) == Touch::Read && cell.access[1].block == cell.access[2].block && cell.access[2].block != now.block)
    cell.set(2, kind, now);
}

void touch(Launch& l, const Who& who, const Place& p, const Spot& s, Touch kind, bool same_value) {
  for (int c = 0; c < s.cell_count; ++c) touch_cell(l, who, p, s, s.cells[c], kind, same_value);
  if (kind != Touch::Read && p.space == ir::Space::Global) who.block.threads[std::size_t(who.thread())].unfenced = true;
}

// ---- release and acquire ----
void fence(BlockRun& b, LockstepGroup& g, ir::SyncScope scope) {
  for_lanes(g.mask, [&](int k) { pass_fence(b.threads[std::size_t(g.first + k)], b, scope); });
}

// An atomic passes on what its thread made visible at its last fence, and meets what earlier ones passed on.
void synchronise(Launch& l, const Who& who, const Spot& s, bool fenced) {
  BlockRun& b = who.block;
  ThreadSync& t = b.threads[std::size_t(who.thread())];
  if (fenced) pass_fence(t, b, ir::SyncScope::Grid);
  KnowledgeP& clock = l.clocks[s.data];
  learn(t.pending, clock);
  if (t.fences > 0 || b.published_phase > 0) {
    clock = clock ? std::make_shared<Knowledge>(*clock) : std::make_shared<Knowledge>();
    const auto self = std::uint32_t(who.thread());
    for (int grid = 0; grid < 2; ++grid) {
      if (!t.released[grid]) continue;
      clock->raise(b.linear, self, grid, t.released[grid]);
      clock->raise(b.linear, Knowledge::kAll, grid, t.released_phase[grid]);
    }
    if (b.published_phase) clock->raise(b.linear, Knowledge::kAll, true, b.published_phase);
    learn(clock, t.known_at_fence);
  }
  if (fenced) pass_fence(t, b, ir::SyncScope::Grid);
}

// A barrier gives the whole block what its threads know.
void hand_over(BlockRun& b) {
  bool all_fenced = true;
  for (ThreadSync& t : b.threads) {
    learn(b.known, t.known);
    t.known = nullptr;
    all_fenced &= !t.unfenced;
  }
  if (all_fenced) b.published_phase = b.phase + 1;
}

}  // namespace qc::emulator
