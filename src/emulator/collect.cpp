// Findings: their words, and what one place reports once.
#include "emulator/machine.h"

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

std::string Machine::thread_name(std::uint32_t block, std::uint32_t thread) const {
  const int rank = code_.function.rank;
  return "thread " + position_name(thread, dims_.block, rank) + " of block " + position_name(block, dims_.grid, rank);
}

std::string Machine::element_name(const Place& p, std::int64_t linear) const {
  const ir::Array& array = code_.function.arrays[p.array];
  std::vector<std::int64_t> extents;
  for (int d = 0; d < array.rank; ++d)
    extents.push_back(std::int64_t(image_[code_.extent_regs[p.array][std::size_t(d)]]));
  return array.name + brackets(unravel(linear, extents));
}

void Machine::report_race(const Who& who, const Place& p, const Spot& s, Touch kind, const Access& before,
                          Touch before_kind) {
  const bool same_block = before.block == who.block.linear;
  const bool mixed = (kind == Touch::Atomic) != (before_kind == Touch::Atomic);
  const FindingKind what = mixed        ? FindingKind::MixedAtomic
                           : same_block ? FindingKind::RaceInBlock
                                        : FindingKind::RaceBetweenBlocks;
  report(what, p.span, std::uint64_t(place_number(p)) << 16 | before.place(), [&](Finding& f) {
    const Place& other = code_.places[before.place()];
    f.message = std::string(mixed ? "atomic and plain access" : "race") + " on '" + element_name(p, s.linear) +
                "': " + thread_name(who.block.linear, std::uint32_t(who.thread())) + " " + kDoes[int(kind)] + " what " +
                thread_name(before.block, before.thread()) + " " + kDid[int(before_kind)] +
                (same_block ? ", with no barrier between them" : ", and nothing orders the blocks");
    f.other_span = span_of(other.span);
    static const char* const kHere[] = {"", "read here", "written here", "updated here"};
    f.other = kHere[int(before_kind)];
  });
}

void Machine::report_uninitialised(const Who& who, const Place& p, const Spot& s) {
  report(FindingKind::Uninitialised, p.span, place_number(p), [&](Finding& f) {
    f.message = "'" + element_name(p, s.linear) + "' is read by " +
                thread_name(who.block.linear, std::uint32_t(who.thread())) + " before anything was written to it";
  });
}

Diagnostic diagnostic(const Finding& f) {
  static constexpr qc::Code kCode[] = {"Q0801", "Q0802", "Q0803", "Q0804", "Q0805", "Q0806", "Q0807", "Q0808", "Q0809"};
  Diagnostic d{kCode[int(f.kind)], Severity::Error, f.span, f.message, {}, {}};
  if (f.count > 1) d.message += " (" + std::to_string(f.count) + " times)";
  if (!f.other.empty()) d.notes.push_back({f.other_span, f.other});
  return d;
}

}  // namespace qc::emulator
