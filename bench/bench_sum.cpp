// Kernel time of `total += x[i]` for n = 2^10 .. 2^30 on the device asked for: bench_sum [cpu|cuda] [largest exponent]
// [single|double] [threads]. Prints n, the median time of a launch in microseconds, GB/s, the sum, its bits, and the
// least time, which is the one to compare on a machine that is shared. The kernel is the one that the compiler makes
// from the loop's text; launches are queued back to back and timed by the device's own clock.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "analysis/loops/loop_plan.h"
#include "analysis/recognize/plan_loop.h"
#include "host/device/launch.h"
#include "lower/lower.h"
#include "parser/parse.h"
#include "sema/types_of_builtins.h"
#include "transform/schedule/schedule.h"

namespace {

using namespace qc;

struct Case {
  LoopNest nest;
  LoopPlan plan;
};

Case make_case(SourceMap& sources, const std::string& text, Elem scalar) {
  const FileId file = sources.add("bench.q", text);
  const ParseResult parsed = parse(sources, file);
  Case out;
  WalkOptions options;
  options.scalar = scalar;
  walk_loops(parsed.program, options, [&](const ast::Stmt& s, const Scope& scope, const auto&) {
    auto lowered = lower_loop(s, scope, {scalar});
    out.nest = std::get<LoopNest>(lowered);
    out.plan = plan_loop(out.nest).plan;
  });
  return out;
}

// The values 0 .. 65535 / 65536 of a hash, never zeros only.
template <class T>
void fill(T* p, std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i) {
    std::uint32_t h = std::uint32_t(i) * 2654435761u + 1u;
    h ^= h >> 15;
    h *= 2246822519u;
    h ^= h >> 13;
    p[i] = T((h & 0xffff) / 65536.0);
  }
}

struct Launcher {
  runtime::Device& device;
  const Scheduled& s;
  host::LoadedKernel& loaded;
  host::Scratch scratch;
  std::shared_ptr<runtime::Slot> slot;

  runtime::Dims dims;
  void prepare(host::ParamPack& pack, const host::ArrayP& x, std::int64_t n) {
    const TreeShape tree = tree_shape(n, s.launch.accumulator_bytes);
    pack.reserve(64);
    for (const Binding& b : s.bindings) {
      using Kind = Binding::Kind;
      switch (b.kind) {
        case Kind::Array:
          pack.array(x->buffer->on(device, false), {n});
          break;
        case Kind::Scalar:
          pack.scalar(x->elem, host::Number::real(0, x->elem));
          break;
        case Kind::LoopLow:
          pack.integer(0);
          break;
        case Kind::LoopStep:
          pack.integer(1);
          break;
        case Kind::LoopCount:
        case Kind::Total:
          pack.integer(n);
          break;
        case Kind::KeptTotal:
        case Kind::KeptTiles:
        case Kind::KeptGroups:
        case Kind::RowTiles:
          pack.integer(1);
          break;
        case Kind::ChunkUnits:
          pack.integer(tree.chunk / (4 * tree.lanes));
          break;
        case Kind::Chunks:
          pack.integer(tree.chunks);
          break;
        case Kind::Partials:
          pack.array(scratch.partials(b.id, std::size_t(tree.chunks) * 8), {tree.chunks});
          break;
        case Kind::Ticket:
          pack.array(scratch.tickets(1), {1});
          break;
        case Kind::Left:
        case Kind::Flags:
        case Kind::Words:
        case Kind::LaunchNumber:
          break;  // of columns and scans
      }
    }
    slot = device.make_slot();
    pack.address(reinterpret_cast<std::uintptr_t>(slot->address()));
    dims.block[0] = s.launch.threads;
    dims.grid[0] = tree.chunks;
  }
};

double median(std::vector<double> v) {
  std::sort(v.begin(), v.end());
  return v[v.size() / 2];
}

}  // namespace

int main(int argc, char** argv) {
  const std::string where = argc > 1 ? argv[1] : "cpu";
  const int largest = argc > 2 ? std::atoi(argv[2]) : 26;
  const Elem scalar = argc > 3 && std::string(argv[3]) == "double" ? Elem::F64 : Elem::F32;
  std::unique_ptr<runtime::Device> device;
  if (where == "cuda") {
    auto made = runtime::make_cuda_device(0);
    if (auto* f = std::get_if<runtime::Failure>(&made)) {
      fmt::print(stderr, "{}\n", f->message);
      return 4;
    }
    device = std::move(std::get<std::unique_ptr<runtime::Device>>(made));
  } else {
    device = runtime::make_host_device(argc > 4 ? std::atoi(argv[4]) : 0);
  }
  SourceMap sources;
  const Case c =
      make_case(sources, "x = zeros(1024)\ns = 0.0\nfor i=0..numel(x)-1\n s += x[i]\nend\nprint s\n", scalar);
  LoopFacts facts;
  facts.unit_steps = facts.zero_low = true;
  Scheduled s = schedule_loop(c.nest, c.plan, facts, device->info().is_cuda ? gpu_policy() : host_policy());
  s.kernel.name = "sum";
  host::LoadedKernel loaded = host::load_kernel(s.kernel, *device, {}, std::nullopt);
  const std::int64_t top = std::int64_t(1) << largest;
  host::ArrayP x = host::make_array(scalar, {top}, false);
  if (scalar == Elem::F64)
    fill(static_cast<double*>(x->buffer->host_overwrite()), top);
  else
    fill(static_cast<float*>(x->buffer->host_overwrite()), top);
  fmt::print("# {}: n, us, GB/s, sum, bits, least us\n", device->info().name);
  for (int lg = 10; lg <= largest; lg += 2) {
    const std::int64_t n = std::int64_t(1) << lg;
    Launcher l{*device, s, loaded, host::Scratch(*device), nullptr, {}};
    host::ParamPack pack;
    l.prepare(pack, x, n);
    auto& params = pack.pointers();
    auto go = [&] { device->launch(*loaded.kernel, l.dims, params.data(), params.size()); };
    const int inner = lg < 22 ? 20 : 1, repeats = lg < 26 ? 60 : 15;
    for (int k = 0; k < 5; ++k) go();
    device->synchronize();
    std::vector<double> times;
    for (int r = 0; r < repeats; ++r) {
      auto from = device->mark();
      for (int k = 0; k < inner; ++k) go();
      auto to = device->mark();
      times.push_back(device->microseconds(*from, *to) / inner);
    }
    const host::Number sum = host::resolve({scalar, l.slot});
    const double us = median(times);
    fmt::print("2^{:<3} {:10.2f} {:9.1f} {:.9g} {:a} {:.2f}\n", lg, us, double(n) * byte_size(scalar) / us * 1e-3,
               sum.re, sum.re, *std::min_element(times.begin(), times.end()));
  }
  return 0;
}
