#include "host/device/simt_device.h"

#include <cstring>
#include <new>

#include "codegen/codegen.h"
#include "codegen/host_math.h"
#include "emulator/emulator.h"

namespace qc::host {

namespace {

struct SimtKernel : runtime::Kernel {
  std::shared_ptr<const emulator::Program> program;
  bool can_fail = false;
};

struct SimtSlot : runtime::Slot {
  std::uint64_t read() override { return value; }
  void* address() override { return &value; }
  alignas(8) std::uint64_t value = 0;
};

// What remembers accesses takes ten times the memory of what is written.
template <class F>
auto watched(const F& f) {
  try {
    return f();
  } catch (const std::bad_alloc&) {
    throw runtime::FailureError(
        {runtime::Failure::Kind::OutOfMemory, "the emulator has no memory left to watch the program's arrays"});
  }
}

class SimtDevice : public runtime::Device {
 public:
  SimtDevice(SimtOptions options, FindingSink sink) : sink_(std::move(sink)) {
    options_.width = options.width;
    options_.seed = options.seed;
    info_.name = "simt (groups of " + std::to_string(options.width) + ", seed " + std::to_string(options.seed) + ")";
    info_.gpu_like = true;
    info_.is_simt = true;
    if (options.stands_in) stand_in();
  }
  ~SimtDevice() override { evict_buffers(); }
  const runtime::DeviceInfo& info() const override { return info_; }

  void launch(runtime::Kernel& kernel, const runtime::Dims& dims, void* const* params, std::size_t count) override {
    auto& k = static_cast<SimtKernel&>(kernel);
    emulator::Dims d;
    for (int axis = 0; axis < 3; ++axis) {
      d.grid[axis] = dims.grid[axis];
      d.block[axis] = dims.block[axis];
      if (dims.grid[axis] <= 0) return;
    }
    emulator::Outcome outcome = watched([&] { return k.program->launch(memory_, d, params, options_); });
    if (k.can_fail && outcome.failure) note_failure(*outcome.failure, params[count - 1]);
    if (outcome.findings.empty()) return;
    std::vector<Diagnostic> diagnostics;
    for (const auto& f : outcome.findings) diagnostics.push_back(emulator::diagnostic(f));
    sink_(std::move(diagnostics));
  }

  std::shared_ptr<runtime::Slot> make_slot() override { return std::make_shared<SimtSlot>(); }
  void synchronize() override {}
  std::uintptr_t allocate(std::size_t bytes) override {
    return watched([&] { return memory_.allocate(bytes); });
  }
  void release(std::uintptr_t address) override { memory_.release(address); }
  void copy_in(std::uintptr_t to, const void* from, std::size_t bytes) override {
    if (bytes) std::memcpy(reinterpret_cast<void*>(to), from, bytes);
    memory_.mark_written(to, bytes);
  }
  void copy_out(void* to, std::uintptr_t from, std::size_t bytes) override {
    if (bytes) std::memcpy(to, reinterpret_cast<const void*>(from), bytes);
  }
  void copy_within(std::uintptr_t to, std::uintptr_t from, std::size_t bytes) override {
    copy_in(to, reinterpret_cast<const void*>(from), bytes);
  }
  void fill_zero(std::uintptr_t to, std::size_t bytes) override {
    if (bytes) std::memset(reinterpret_cast<void*>(to), 0, bytes);
    memory_.mark_written(to, bytes);
  }

 private:
  // As a GPU of the size that servers have; other sizes have the same kernels but for products of matrices.
  void stand_in() {
    info_.is_cuda = true;
    info_.sm = "sm_90";
    info_.multiprocessors = 132;
    info_.max_dynamic_shared_bytes = 227 * 1024;
  }
  static void note_failure(const emulator::Failure& f, const void* param) {
    void* address = nullptr;
    std::memcpy(&address, param, sizeof address);
    auto& record = *static_cast<FailureRecord*>(address);
    if (f.order >= record.order) return;
    record = {f.order, 0, f.site, {f.values[0], f.values[1], f.values[2]}};
  }

  runtime::DeviceInfo info_;
  emulator::Options options_;
  emulator::Memory memory_;
  FindingSink sink_;
};

}  // namespace

std::unique_ptr<runtime::Device> make_simt_device(SimtOptions options, FindingSink sink) {
  return std::make_unique<SimtDevice>(options, std::move(sink));
}

std::variant<std::unique_ptr<runtime::Kernel>, std::string> load_simt(const ir::Function& kernel, Span where) {
  const emulator::MathTable math{[](ir::MathFn fn, float x, float y) { return host_math(fn, x, y); },
                                 [](ir::MathFn fn, double x, double y) { return host_math(fn, x, y); }};
  auto made = emulator::Program::make(kernel, where, math);
  if (auto* why = std::get_if<std::string>(&made)) return std::move(*why);
  auto k = std::make_unique<SimtKernel>();
  k->program = std::get<std::shared_ptr<const emulator::Program>>(std::move(made));
  k->can_fail = can_fail(kernel);
  return std::unique_ptr<runtime::Kernel>(std::move(k));
}

}  // namespace qc::host
