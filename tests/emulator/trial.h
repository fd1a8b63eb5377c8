// Runs hand-built kernels on the emulator. Statements carry a line number as the begin of their span.
#pragma once
#include <cmath>

#include "emulator/emulator.h"
#include "tests/codegen/kernels.h"

namespace trial {

using namespace kernels;
namespace emu = qc::emulator;
using Kind = emu::FindingKind;

inline Span line_span(std::uint32_t n) { return {0, n, n + 1}; }
inline Stmt line(std::uint32_t n, Stmt s) {
  s.span = line_span(n);
  return s;
}
inline Stmt atomic(AtomicOp op, Access a, ExprP value, std::optional<VarId> old = {}, ExprP compare = nullptr) {
  return {Atomic{old, op, std::move(a), std::move(value), std::move(compare)}, {}};
}
inline Stmt fence(SyncScope scope = SyncScope::Grid) { return {Fence{scope, false}, {}}; }
inline Stmt warp_meet() { return {Barrier{SyncScope::Warp}, {}}; }
inline ExprP shift_down(ExprP value, std::int64_t by, bool full = false) {
  return std::make_shared<const Expr>(Expr{Shuffle{ShuffleKind::Down, value, num(by), full}, value->type, {}});
}
inline ExprP equal_to(ExprP a, ExprP b) { return binary(BinaryOp::Eq, std::move(a), std::move(b)); }

struct Setting {
  int width;
  std::uint64_t seed;
};
inline const std::vector<Setting>& settings() {
  static const std::vector<Setting> all = {{32, 0}, {32, 1}, {8, 2}, {1, 3}, {4, 4}, {16, 5}};
  return all;
}

// Memory and arguments of one launch.
struct Launch {
  emu::Memory memory;
  Arguments arguments;
  template <class T>
  Launch& array(std::vector<T>& v, std::vector<std::int64_t> extents = {}, bool written = true) {
    memory.adopt(v.data(), v.size() * sizeof(T), written);
    arguments.array(v, std::move(extents));
    return *this;
  }
  template <class T>
  Launch& scalar(T value) {
    arguments.scalar(value);
    return *this;
  }
  emu::Outcome run(const Function& f, std::int64_t blocks, int threads, Setting s = {32, 0}) {
    const emu::MathTable math{[](MathFn, float x, float) { return std::exp(x); },
                              [](MathFn, double x, double) { return std::exp(x); }};
    auto made = emu::Program::make(f, line_span(1000), math);
    REQUIRE_MESSAGE(made.index() == 0, std::get<std::string>(made));
    std::vector<void*> params;
    for (auto& c : arguments.cells) params.push_back(&c);
    emu::Dims dims;
    dims.grid[0] = blocks;
    dims.block[0] = threads;
    emu::Options options;
    options.width = s.width;
    options.seed = s.seed;
    return std::get<0>(made)->launch(memory, dims, params.data(), options);
  }
};

inline std::string listed(const emu::Outcome& o) {
  std::string text;
  for (const auto& f : o.findings)
    text +=
        std::string(emu::diagnostic(f).code.text()) + " line " + std::to_string(f.span.begin) + ": " + f.message + "\n";
  return text;
}

// Whether a finding of that kind names the line (0: any) as the place of one of the two accesses.
inline bool found(const emu::Outcome& o, Kind kind, std::uint32_t at) {
  for (const auto& f : o.findings)
    if (f.kind == kind && (at == 0 || f.span.begin == at || (!f.other.empty() && f.other_span.begin == at)))
      return true;
  return false;
}

}  // namespace trial
