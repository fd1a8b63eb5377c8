#include "host/device/launch.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "codegen/device_sm.h"
#include "host/device/simt_device.h"
#include "host/facts/launch_cost.h"
#include "host/text/index_caret.h"
#include "host/text/printf.h"
#include "ir/build.h"
#include "ir/index_marks.h"
#include "sema/record_layout.h"
#include "support/diagnostic.h"
#include "support/stop.h"
#include "value/bits_of_fractions.h"
#include "value/range_help.h"

namespace qc::host {

namespace {

[[noreturn]] void refuse(const std::string& message, Span where) {
  throw ProgramError(Diagnostic{"Q0704", Severity::Error, where, "the loop could not be compiled: " + message, "", {}});
}

}  // namespace

std::vector<bool> written_arrays(const ir::Function& f) {
  std::vector<bool> w(f.arrays.size(), false);
  ir::for_each_stmt(f.body, [&](const ir::Stmt& s) {
    if (auto* n = std::get_if<ir::Store>(&s.node)) w[n->access.array] = true;
    if (auto* n = std::get_if<ir::Atomic>(&s.node)) w[n->access.array] = true;
  });
  return w;
}

// How many operations of code made with little effort, at 0.3 ns each, take about half as long as making better code
// does, at 0.1 ms a node.
static std::int64_t work_of_little_effort(const ir::Function& kernel) {
  constexpr std::int64_t kLeast = 1 << 24, kForNode = 1 << 17;
  return kLeast + kForNode * node_count(kernel);
}

// So many operations take as long as counting them and reaching the launch.
static constexpr std::int64_t kLaunchWork = 1 << 11;

bool LoadedKernel::suffices(Work work) {
  if (!work_left) return true;
  if (!work || *work > *work_left) return false;
  *work_left -= std::max(*work, kLaunchWork);
  return true;
}

// Blocks wait for what others do in loops around atomics or fences. One that stores its part and counts those that
// are done, of which the last one folds them all, waits for nobody.
static bool waits_for_others(const ir::Function& kernel) {
  bool found = false;
  const auto look = [&](const ir::Block& body) {
    ir::for_each_stmt(body, [&](const ir::Stmt& s) {
      found |= std::holds_alternative<ir::Atomic>(s.node) || std::holds_alternative<ir::Fence>(s.node);
    });
  };
  ir::for_each_stmt(kernel.body, [&](const ir::Stmt& s) {
    if (auto* l = std::get_if<ir::While>(&s.node)) look(l->body);
    if (auto* l = std::get_if<ir::For>(&s.node)) look(l->body);
  });
  return found;
}

LoadedKernel load_kernel(const ir::Function& kernel, runtime::Device& device, Span where, Work work,
                         const LoadOptions& wanted) {
  LoadedKernel out;
  out.can_fail = can_fail(kernel);
  out.writes = written_arrays(kernel);
  if (device.info().is_simt) {
    if (device.info().is_cuda) codegen::prepare_for_gpus(kernel, wanted.block_threads);
    auto made = load_simt(kernel, where);
    if (auto* why = std::get_if<std::string>(&made)) refuse(*why, where);
    out.kernel = std::move(std::get<std::unique_ptr<runtime::Kernel>>(made));
  } else if (device.info().is_cuda) {
    CompileOptions options;
    options.sm = codegen::sm_for_device(device.info().sm);
    options.block_threads = wanted.block_threads;
    auto made = compile_ptx(kernel, options);
    if (auto* e = std::get_if<CompileError>(&made)) refuse(e->message, where);
    auto& k = std::get<PtxKernel>(made);
    out.kernel = device.load(runtime::CudaImage{std::move(k.ptx), std::move(k.entry), k.dynamic_shared,
                                                k.waits_for_previous, wanted.together, std::move(k.code)});
  } else {
    const std::int64_t most = work ? work_of_little_effort(kernel) : 0;
    auto made = compile_host(kernel, work && *work <= most ? codegen::Effort::Little : codegen::Effort::Full);
    if (auto* e = std::get_if<CompileError>(&made)) refuse(e->message, where);
    auto& k = std::get<HostKernel>(made);
    if (work && k.effort == codegen::Effort::Little) out.work_left = most - *work;
    static_assert(sizeof(GridDims) == sizeof(runtime::Dims) &&
                  offsetof(GridDims, stop) == offsetof(runtime::Dims, stop));
    out.kernel =
        device.load(runtime::HostImage{std::bit_cast<runtime::HostEntry>(k.entry), k.shared_bytes, k.bytes_per_thread,
                                       k.code, !out.can_fail && !waits_for_others(kernel)});
  }
  return out;
}

std::optional<Diagnostic> unoptimised_kernel(const runtime::Kernel& kernel, Span where) {
  if (!kernel.unoptimised) return {};
  return Diagnostic{"Q0705",
                    Severity::Warning,
                    where,
                    "the driver's compiler takes the kernel only without optimisation; it runs more slowly",
                    "make several kernels of it, or call fewer functions of warps in it",
                    {}};
}

// ---- scratch ----
Scratch::~Scratch() {
  for (const auto* areas : {&partials_, &left_})
    for (const Area& a : *areas)
      if (a.address) device_.release(a.address);
  for (const Area* a : {&tickets_, &failure_, &flags_, &arrivals_, &words_})
    if (a->address) device_.release(a->address);
}

void Scratch::grow(Area& area, std::size_t bytes, bool zero) {
  if (area.bytes >= bytes) return;
  if (area.address) device_.release(area.address);
  area = {};
  area.address = device_.allocate(bytes);
  area.bytes = bytes;
  if (zero) device_.fill_zero(area.address, bytes);
}

std::uintptr_t Scratch::region_of(std::vector<Area>& areas, std::size_t region, std::size_t bytes) {
  if (areas.size() <= region) areas.resize(region + 1);
  grow(areas[region], std::max<std::size_t>(bytes, 8192), false);
  return areas[region].address;
}
std::uintptr_t Scratch::partials(std::size_t region, std::size_t bytes) { return region_of(partials_, region, bytes); }
std::uintptr_t Scratch::left(std::size_t region, std::size_t bytes) { return region_of(left_, region, bytes); }
std::uintptr_t Scratch::tickets(std::size_t count) {
  grow(tickets_, std::max<std::size_t>(count * 4, 256), true);
  if (const std::uint64_t now = stops(); now != stops_) {  // a launch may have been stopped with tickets drawn
    device_.fill_zero(tickets_.address, tickets_.bytes);
    stops_ = now;
  }
  return tickets_.address;
}
std::uintptr_t Scratch::flags(std::size_t count) {
  grow(flags_, std::max<std::size_t>(count * 4, 256), true);
  return flags_.address;
}
std::uintptr_t Scratch::arrivals() {
  grow(arrivals_, 256, false);
  device_.fill_zero(arrivals_.address, sizeof(std::int64_t));
  return arrivals_.address;
}
std::uintptr_t Scratch::words(std::size_t count) {
  grow(words_, std::max<std::size_t>(count * 8, 256), true);
  return words_.address;
}
std::uint32_t Scratch::launch_number() {
  if (++launches_ == 0) {  // all numbers were used: from the beginning again
    for (const Area* a : {&flags_, &words_})
      if (a->address) device_.fill_zero(a->address, a->bytes);
    launches_ = 1;
  }
  return launches_;
}
std::uintptr_t Scratch::failure_records(std::size_t count) {
  grow(failure_, count * sizeof(FailureRecord), false);
  const std::vector<FailureRecord> none(count,
                                        FailureRecord{std::numeric_limits<std::int64_t>::max(), 0, 0, {0, 0, 0}});
  device_.copy_in(failure_.address, none.data(), count * sizeof(FailureRecord));
  return failure_.address;
}
std::vector<FailureRecord> Scratch::read_failures(std::size_t count) {
  std::vector<FailureRecord> records(count);
  device_.copy_out(records.data(), failure_.address, count * sizeof(FailureRecord));
  return records;
}

// ---- parameters ----
void ParamPack::array(std::uintptr_t base, std::span<const std::int64_t> extents) {
  address(base);
  for (auto e : extents) integer(e);
}

void ParamPack::scalar(Elem type, const Number& value) {
  const Number n = convert_number(value, type);
  std::uint64_t bits = 0;
  if (type == Elem::F32)
    bits = std::bit_cast<std::uint32_t>(float(n.re));
  else if (type == Elem::F64)
    bits = std::bit_cast<std::uint64_t>(n.re);
  else
    bits = std::uint64_t(n.i);
  values_.push_back(bits);
}

std::vector<void*>& ParamPack::pointers() {
  pointers_.resize(values_.size());
  for (std::size_t i = 0; i < values_.size(); ++i) pointers_[i] = &values_[i];
  return pointers_;
}

// The message of the program with the numbers of the thread that failed.
static std::string message_of(const ir::Site& site, const FailureRecord& record) {
  if (site.values.empty()) return site.text;
  std::vector<Value> values;
  for (std::size_t k = 0; k < site.values.size(); ++k) {
    const Elem t = site.values[k];
    if (is_float(t))
      values.push_back(Value(Number::real(std::bit_cast<double>(record.values[k]), t)));
    else
      values.push_back(
          Value(t == Elem::Bool ? Number::boolean(record.values[k] != 0) : Number::integer(record.values[k])));
  }
  return format_printf(site.text, values, site.span);
}

// As the evaluator says it (indexing.cpp): a dimension that the array does not have is one of extent 1.
static Diagnostic out_of_range(const ir::Site& site, const FailureRecord& record, const SourceMap& sources,
                               std::size_t rank) {
  std::int64_t index = record.values[0], extent = record.values[1], dimension = record.values[2];
  const std::size_t indices = indices_in(sources, site.span);
  if (const auto surplus = ir::SurplusMark::read(index)) {
    index = surplus->index;
    dimension = surplus->dimension;
    extent = 1;
  } else {
    dimension += site.before;
  }
  const std::size_t columns = site.text.find(kColumns);
  return {
      "Q0401",
      Severity::Error,
      index_span(sources, site.span, int(dimension)),
      fmt::format("index {} is out of range: '{}' has {} {}{} along dimension {}", index, site.text.substr(0, columns),
                  extent, columns == std::string::npos ? "element" : "item", extent == 1 ? "" : "s", dimension),
      site.before == 1 && indices == 2 && dimension == 0
          ? row_help(site.text)
          : range_help(extent, index == extent && indices == rank && is_assigned(sources, site.span), int(dimension),
                       rank, site.text),
      {}};
}

static Diagnostic failure_at(const ir::Site& site, const FailureRecord& record, const SourceMap& sources,
                             std::size_t rank) {
  switch (site.kind) {
    case ir::Site::Kind::OutOfRange:
      if (record.values[0] == ir::kFractionalBits)
        return bits_of_fraction(site.text, Number::real(std::bit_cast<double>(record.values[1]), site.values[1]),
                                site.span);
      if (record.values[0] == ir::kFractionalIndex && site.text.empty())  // of a range, for whatever it selects from
        return {"Q0301", Severity::Error, site.span, kFractionalRange, kWholeIndexHelp, {}};
      if (record.values[0] == ir::kFractionalIndex)
        return {"Q0301",
                Severity::Error,
                index_span(sources, site.span, int(record.values[2])),
                fractional_index(site.text),
                kWholeIndexHelp,
                {}};
      return out_of_range(site, record, sources, rank);
    case ir::Site::Kind::DivisionByZero:
      return {"Q0402", Severity::Error, site.span, "integer division by zero", "", {}};
    case ir::Site::Kind::Error:
      return {site.code, Severity::Error, site.span, message_of(site, record), "", {}};
    case ir::Site::Kind::Assert:
      return {"Q0403",   Severity::Error,
              site.span, site.text.empty() ? "the assertion failed" : message_of(site, record),
              "",        {}};
  }
  internal_error("launch", "a site of an unknown kind");
}

Diagnostic failure_diagnostic(const ir::Function& kernel, const FailureRecord& record, const SourceMap& sources) {
  if (record.site >= kernel.sites.size()) internal_error("launch", "a failure at a site that does not exist");
  ir::Site site = kernel.sites[record.site];
  FailureRecord counted = record;
  if (site.kind == ir::Site::Kind::OutOfRange && site.text.ends_with(ir::kPairs)) {
    site.text.resize(site.text.size() - std::strlen(ir::kPairs));
    for (int k = 0; k < 2; ++k)
      if (!ir::is_mark(counted.values[k])) counted.values[k] >>= 1;
  }
  const auto array =
      std::find_if(kernel.arrays.begin(), kernel.arrays.end(), [&](const ir::Array& a) { return a.name == site.text; });
  Diagnostic d = failure_at(site, counted, sources, array == kernel.arrays.end() ? 0 : std::size_t(array->rank));
  for (const ir::Inlined* c = site.call.get(); c; c = c->around.get()) d.notes.push_back({c->span, c->message});
  return d;
}

}  // namespace qc::host
