#include "emulator/reports.h"

namespace qc::emulator {

namespace {

const char* const kDoes[] = {"", "reads", "writes", "updates atomically"};
const char* const kDid[] = {"", "read", "wrote", "updated atomically"};

// [3] or [2,5]
std::string brackets(const std::vector<std::int64_t>& values) {
  std::string text = "[";
  for (std::size_t k = 0; k < values.size(); ++k) text += (k ? "," : "") + std::to_string(values[k]);
  return text + "]";
}

// The position that has this linear index, outermost dimension first, as programs write it.
std::vector<std::int64_t> unravel(std::int64_t linear, const std::vector<std::int64_t>& extents) {
  std::vector<std::int64_t> at(extents.size());
  for (std::size_t d = extents.size(); d-- > 0;) {
    at[d] = extents[d] > 0 ? linear % extents[d] : 0;
    linear = extents[d] > 0 ? linear / extents[d] : 0;
  }
  return at;
}

template <class T>
std::string position_name(std::int64_t linear, const T (&extents)[3], int rank) {
  if (rank <= 1) return std::to_string(linear);
  std::vector<std::int64_t> outermost_first;
  for (int axis = rank - 1; axis >= 0; --axis) outermost_first.push_back(extents[axis]);
  return brackets(unravel(linear, outermost_first));
}

}  // namespace

std::string thread_name(const Launch& l, std::uint32_t block, std::uint32_t thread) {
  const int rank = l.code.function.rank;
  return "thread " + position_name(thread, l.dims.block, rank) + " of block " + position_name(block, l.dims.grid, rank);
}

static std::string element_name(const Launch& l, const Place& p, std::int64_t linear) {
  const ir::Array& array = l.code.function.arrays[p.array];
  std::vector<std::int64_t> extents;
  for (int d = 0; d < array.rank; ++d)
    extents.push_back(std::int64_t(l.image[l.code.extent_regs[p.array][std::size_t(d)]]));
  return array.name + brackets(unravel(linear, extents));
}

void report_race(Launch& l, const Who& who, const Place& p, const Spot& s, Touch kind, const Access& before,
                 Touch before_kind) {
  const bool same_block = before.block == who.block.linear;
  const bool mixed = (kind == Touch::Atomic) != (before_kind == Touch::Atomic);
  const FindingKind what = mixed        ? FindingKind::MixedAtomic
                           : same_block ? FindingKind::RaceInBlock
                                        : FindingKind::RaceBetweenBlocks;
  l.findings.report(what, p.span, std::uint64_t(place_number(l, p)) << 16 | before.place(), [&](Finding& f) {
    const Place& other = l.code.places[before.place()];
    f.message = std::string(mixed ? "atomic and plain access" : "race") + " on '" + element_name(l, p, s.linear) +
                "': " + thread_name(l, who.block.linear, std::uint32_t(who.thread())) + " " + kDoes[int(kind)] +
                " what " + thread_name(l, before.block, before.thread()) + " " + kDid[int(before_kind)] +
                (same_block ? ", with no barrier between them" : ", and nothing orders the blocks");
    f.other_span = l.findings.span_of(other.span);
    static const char* const kHere[] = {"", "read here", "written here", "updated here"};
    f.other = kHere[int(before_kind)];
  });
}

void report_uninitialised(Launch& l, const Who& who, const Place& p, const Spot& s) {
  l.findings.report(FindingKind::Uninitialised, p.span, place_number(l, p), [&](Finding& f) {
    f.message = "'" + element_name(l, p, s.linear) + "' is read by " +
                thread_name(l, who.block.linear, std::uint32_t(who.thread())) + " before anything was written to it";
  });
}

std::int64_t order_of(const Launch& l, const Who& who) {
  if (l.code.order != kNone) return std::int64_t(who.group.reg(l.code.order)[who.lane]);
  return std::int64_t(who.block.linear) * l.threads + who.thread();
}

void fail(Launch& l, const Who& who, ir::SiteId site, std::int64_t v0, std::int64_t v1, std::int64_t v2) {
  l.findings.fail({order_of(l, who), site, {v0, v1, v2}});
}

Diagnostic diagnostic(const Finding& f) {
  static constexpr qc::Code kCode[] = {"Q0801", "Q0802", "Q0803", "Q0804", "Q0805", "Q0806", "Q0807", "Q0808", "Q0809"};
  Diagnostic d{kCode[int(f.kind)], Severity::Error, f.span, f.message, {}, {}};
  if (f.count > 1) d.message += " (" + std::to_string(f.count) + " times)";
  if (!f.other.empty()) d.notes.push_back({f.other_span, f.other});
  return d;
}

}  // namespace qc::emulator
