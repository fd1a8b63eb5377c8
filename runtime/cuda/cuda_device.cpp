#include "runtime/cuda/cuda_device.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <limits>

#include "runtime/cuda/queue.h"
#include "runtime/cuda/slot_pool.h"
#include "support/diagnostic.h"
#include "support/profile.h"

namespace qc::runtime::cuda {
namespace {

constexpr std::size_t kSmallestBlock = 16;  // of memory: an array without elements has an address too
constexpr std::size_t kWord = 4;            // bytes are updated atomically as a part of one, which is there whole
constexpr int kHostMemoryType = 1;          // what kPointerMemoryType says of pinned host memory

struct CudaKernel : Kernel {
  CudaKernel(std::shared_ptr<Queue> q, CUmodule m) : queue(std::move(q)), module(m) {}
  ~CudaKernel() override {
    if (queue->try_enter() && !queue->runs_on()) queue->driver().module_unload(module);
  }
  std::shared_ptr<Queue> queue;
  CUmodule module;
  CUfunction function = nullptr;
  unsigned dynamic_shared = 0;
  bool waits_for_previous = false;
  bool together = false;
};

struct CudaMark : Mark {
  explicit CudaMark(std::shared_ptr<Queue> q) : queue(std::move(q)) {}
  ~CudaMark() override {
    if (event && queue->try_enter()) queue->driver().event_destroy(event);
  }
  std::shared_ptr<Queue> queue;
  CUevent event = nullptr;
};

// What the driver's compiler said, on one line.
std::string one_line(const char* log) {
  std::string line;
  for (const char* p = log; *p && line.size() < 400; ++p) {
    if (*p == '\n') {
      if (!line.empty() && p[1]) line += "; ";
    } else if (static_cast<unsigned char>(*p) >= ' ') {
      line += *p;
    }
  }
  return line;
}

std::string label_of(int index) { return "cuda:" + std::to_string(index); }

class CudaDevice : public Device {
 public:
  CudaDevice(const Driver& driver, CUdevice device, int index, CudaHandles lent);
  ~CudaDevice() override;
  const DeviceInfo& info() const override { return info_; }

  std::unique_ptr<Kernel> load(const CudaImage& image) override;
  void launch(Kernel& kernel, const Dims& dims, void* const* params, std::size_t count) override;
  std::shared_ptr<Slot> make_slot() override { return slots_->make(); }
  void synchronize() override { queue_->wait(); }
  std::uintptr_t stream() const override { return reinterpret_cast<std::uintptr_t>(queue_->stream()); }

  std::uintptr_t allocate(std::size_t bytes) override;
  void release(std::uintptr_t address) override;
  void copy_in(std::uintptr_t to, const void* from, std::size_t bytes) override;
  void copy_within(std::uintptr_t to, std::uintptr_t from, std::size_t bytes) override;
  void copy_out(void* to, std::uintptr_t from, std::size_t bytes) override;
  void fill_zero(std::uintptr_t to, std::size_t bytes) override;

  std::unique_ptr<Mark> mark() override;
  double microseconds(const Mark& from, const Mark& to) override;
  int blocks_per_multiprocessor(Kernel& kernel, int threads) override;

 private:
  int attribute(int which) const;
  void create_pool(int index);
  CUresult try_allocate(CUdeviceptr& address, std::size_t bytes);
  void set_dynamic_shared(CudaKernel& kernel, std::size_t bytes);
  bool load_module(CUmodule& module, const std::string& ptx);
  bool load_code(CUmodule& module, const std::string& code);

  void* staging();

  const Driver driver_;
  const CUdevice device_;
  DeviceInfo info_;
  std::shared_ptr<Queue> queue_;
  std::shared_ptr<SlotPool> slots_;
  CUmemoryPool pool_ = nullptr;  // null: the device has no stream-ordered memory
  void* staging_ = nullptr;      // pinned memory of kStaged bytes
};

// Copies of up to so many bytes to the host go through pinned memory: they are queued without a wait of the driver's.
constexpr std::size_t kStaged = std::size_t{64} << 10;

int CudaDevice::attribute(int which) const {
  int value = 0;
  queue_->check(driver_.device_attribute(&value, which, device_), "asking for its properties");
  return value;
}

CudaDevice::CudaDevice(const Driver& driver, CUdevice device, int index, CudaHandles lent)
    : driver_(driver), device_(device) {
  const std::string label = label_of(index);
  queue_ = std::make_shared<Queue>(driver, device, label, lent);
  slots_ = std::make_shared<SlotPool>(queue_);
  char name[128] = {};
  queue_->check(driver_.device_name(name, sizeof name - 1, device), "asking for its name");
  info_.name = label + " " + name;
  info_.is_cuda = info_.gpu_like = true;
  info_.cuda_index = index;
  info_.sm = "sm_" + std::to_string(attribute(kComputeMajor)) + std::to_string(attribute(kComputeMinor));
  info_.multiprocessors = attribute(kMultiprocessorCount);
  info_.max_threads = attribute(kMaxThreadsPerBlock);
  info_.shared_bytes = std::size_t(attribute(kSharedPerBlock));
  info_.max_dynamic_shared_bytes = std::max(info_.shared_bytes, std::size_t(attribute(kSharedPerBlockOptin)));
  create_pool(index);
}

// A pool of its own, so that the process's other users of the device keep theirs as it is. It never shrinks by itself.
void CudaDevice::create_pool(int index) {
  if (!attribute(kMemoryPoolsSupported)) return;
  CUmemPoolProps props;
  props.location = index;
  if (driver_.pool_create(&pool_, &props) != kSuccess) {
    pool_ = nullptr;
    return;
  }
  std::uint64_t keep = std::numeric_limits<std::uint64_t>::max();
  queue_->check(driver_.pool_set_attribute(pool_, kReleaseThreshold, &keep), "setting up its memory pool");
}

CudaDevice::~CudaDevice() {
  queue_->close_if_runs_on();
  evict_buffers();
  slots_->close();
  if (queue_->try_enter()) {
    driver_.stream_synchronize(queue_->stream());
    if (pool_) driver_.pool_destroy(pool_);
    if (staging_) driver_.host_free(staging_);
  }
  queue_->close();
}

// ---- kernels
// -----------------------------------------------------------------------------------------------------------

// Machine code that was made elsewhere: a driver may be older than what made it.
bool CudaDevice::load_code(CUmodule& module, const std::string& code) {
  if (code.empty()) return false;
  const CUresult result = driver_.module_load(&module, code.data(), 0, nullptr, nullptr);
  if (result == kOutOfMemory || is_sticky(result)) queue_->check(result, "loading a kernel");
  return result == kSuccess;
}

// The driver's compiler gives up some kernels that it optimises ("register allocation failed": of predicates, with a
// dozen functions of warps in one kernel), and takes them as they stand.
bool CudaDevice::load_module(CUmodule& module, const std::string& ptx) {
  std::vector<char> log(8192, '\0');
  int names[] = {kErrorLogBuffer, kErrorLogBytes, kOptimisationLevel};
  void* values[] = {log.data(), reinterpret_cast<void*>(log.size() - 1), nullptr};
  const CUresult result = driver_.module_load(&module, ptx.c_str(), 2, names, values);
  if (result == kSuccess) return true;
  if (result == kOutOfMemory || is_sticky(result)) queue_->check(result, "loading a kernel");
  std::string message = info_.name + ": the driver does not accept a kernel: " + describe(driver_, result);
  if (const std::string said = one_line(log.data()); !said.empty()) message += ": " + said;
  if (result == kInvalidPtx && driver_.module_load(&module, ptx.c_str(), 3, names, values) == kSuccess) return false;
  throw FailureError({Failure::Kind::Device, message});
}

void CudaDevice::set_dynamic_shared(CudaKernel& kernel, std::size_t bytes) {
  if (bytes == 0) return;
  int fixed = 0;
  queue_->check(driver_.function_get(&fixed, kStaticShared, kernel.function), "asking for a kernel's properties");
  if (bytes + std::size_t(fixed) > info_.max_dynamic_shared_bytes)
    throw FailureError({Failure::Kind::Device,
                        info_.name + ": a kernel needs " + std::to_string(bytes + std::size_t(fixed)) +
                            " bytes of shared memory, a block has " + std::to_string(info_.max_dynamic_shared_bytes)});
  queue_->check(driver_.function_set(kernel.function, kMaxDynamicShared, int(bytes)), "reserving shared memory");
  kernel.dynamic_shared = unsigned(bytes);
}

std::unique_ptr<Kernel> CudaDevice::load(const CudaImage& image) {
  queue_->enter();
  CUmodule module = nullptr;
  const bool optimised = load_code(module, image.code) || load_module(module, image.ptx);
  auto kernel = std::make_unique<CudaKernel>(queue_, module);
  kernel->unoptimised = !optimised;
  queue_->check(driver_.module_function(&kernel->function, module, image.entry.c_str()),
                ("finding the entry " + image.entry).c_str());
  kernel->waits_for_previous = image.waits_for_previous;
  kernel->together = image.together;
  set_dynamic_shared(*kernel, image.dynamic_shared);
  return kernel;
}

[[noreturn]] void refuse_launch(const DeviceInfo& info, const Dims& dims, const std::string& why) {
  std::string shape;
  for (std::int64_t extent : dims.grid) shape += (shape.empty() ? "" : " x ") + std::to_string(extent);
  shape += " blocks of ";
  for (int i = 0; i < 3; ++i) shape += (i ? " x " : "") + std::to_string(dims.block[i]);
  throw FailureError({Failure::Kind::Device, info.name + ": a launch of " + shape + " threads failed: " + why});
}

void CudaDevice::launch(Kernel& kernel, const Dims& dims, void* const* params, std::size_t) {
  auto& cuda = static_cast<CudaKernel&>(kernel);
  if (cuda.queue != queue_) internal_error("runtime", "a kernel of another device was given to " + info_.name);
  const std::int64_t *g = dims.grid, most_x = std::numeric_limits<std::int32_t>::max(), most = 65535;
  if (g[0] <= 0 || g[1] <= 0 || g[2] <= 0) return;
  if (g[0] > most_x || g[1] > most || g[2] > most) refuse_launch(info_, dims, "more blocks than the device can number");
  queue_->enter();
  CUlaunchAttribute attribute;
  if (cuda.together) attribute.id = CUlaunchAttribute::kTogether;
  CUlaunchConfig config{{unsigned(g[0]), unsigned(g[1]), unsigned(g[2])},
                        {unsigned(dims.block[0]), unsigned(dims.block[1]), unsigned(dims.block[2])},
                        cuda.dynamic_shared,
                        queue_->stream(),
                        &attribute,
                        cuda.together || cuda.waits_for_previous ? 1u : 0u};
  const CUresult result = driver_.launch_kernel(&config, cuda.function, const_cast<void**>(params), nullptr);
  if (result != kSuccess) [[unlikely]] {
    if (result == kOutOfMemory || is_sticky(result)) queue_->check(result, "launching a kernel");
    refuse_launch(info_, dims, describe(driver_, result));
  }
  queue_->count_work();
}

int CudaDevice::blocks_per_multiprocessor(Kernel& kernel, int threads) {
  auto& cuda = static_cast<CudaKernel&>(kernel);
  int blocks = 0;
  queue_->enter();
  queue_->check(driver_.occupancy(&blocks, cuda.function, threads, cuda.dynamic_shared), "asking for the occupancy");
  return std::max(1, blocks);
}

// ---- memory
// ------------------------------------------------------------------------------------------------------------

CUresult CudaDevice::try_allocate(CUdeviceptr& address, std::size_t bytes) {
  return pool_ ? driver_.memory_alloc_pool(&address, bytes, pool_, queue_->stream())
               : driver_.memory_alloc(&address, bytes);
}

std::uintptr_t CudaDevice::allocate(std::size_t bytes) {
  queue_->enter();
  CUdeviceptr address = 0;
  const std::size_t words = (bytes + kWord - 1) / kWord * kWord, room = std::max(words, kSmallestBlock);
  CUresult result = try_allocate(address, room);
  if (result == kOutOfMemory && pool_) {  // give back what queued work has freed, and try once more
    queue_->wait();
    driver_.pool_trim(pool_, 0);
    result = try_allocate(address, room);
  }
  if (result == kOutOfMemory)
    throw FailureError(
        {Failure::Kind::OutOfMemory, info_.name + " has no memory for " + std::to_string(bytes) + " bytes"});
  queue_->check(result, "allocating memory");
  if (words != bytes)
    queue_->check(driver_.fill_bytes(address + words - kWord, 0, kWord, queue_->stream()), "filling memory");
  queue_->count_work();
  return std::uintptr_t(address);
}

// Ordered after queued work: by the stream, or because cuMemFree waits.
void CudaDevice::release(std::uintptr_t address) {
  if (!queue_->try_enter()) return;
  if (pool_)
    driver_.memory_free_async(address, queue_->stream());
  else
    driver_.memory_free(address);
  queue_->count_work();
}

// From pageable memory the driver returns when the bytes have been staged; from memory that someone pinned it returns
// at once, and the caller could change them too early.
void CudaDevice::copy_in(std::uintptr_t to, const void* from, std::size_t bytes) {
  if (bytes == 0) return;
  const profile::Timed timed(profile::Phase::Copy);
  if (bytes > kStaged) queue_->wait_if_stoppable();  // smaller ones are staged by the driver without a wait
  queue_->enter();
  queue_->check(driver_.copy_to_device(to, from, bytes, queue_->stream()), "copying to the device");
  queue_->count_work();
  unsigned type = 0;
  const auto address = CUdeviceptr(reinterpret_cast<std::uintptr_t>(from));
  if (driver_.pointer_attribute(&type, kPointerMemoryType, address) == kSuccess && type == kHostMemoryType)
    queue_->wait();
}

void CudaDevice::copy_within(std::uintptr_t to, std::uintptr_t from, std::size_t bytes) {
  if (bytes == 0) return;
  queue_->enter();
  queue_->check(driver_.copy_on_device(to, from, bytes, queue_->stream()), "copying on the device");
  queue_->count_work();
}

void CudaDevice::copy_out(void* to, std::uintptr_t from, std::size_t bytes) {
  if (bytes == 0) return;
  const profile::Timed timed(profile::Phase::Copy);
  const bool staged = bytes <= kStaged;
  if (!staged) queue_->wait_if_stoppable();
  queue_->enter();
  void* const at = staged ? staging() : to;
  queue_->check(driver_.copy_to_host(at, from, bytes, queue_->stream()), "copying from the device");
  queue_->count_work();
  queue_->wait();
  if (staged) std::memcpy(to, at, bytes);
}

void* CudaDevice::staging() {
  if (!staging_) queue_->check(driver_.host_alloc(&staging_, kStaged, kHostAllocPortable), "pinning memory");
  return staging_;
}

void CudaDevice::fill_zero(std::uintptr_t to, std::size_t bytes) {
  if (bytes == 0) return;
  queue_->enter();
  queue_->check(driver_.fill_bytes(to, 0, bytes, queue_->stream()), "filling memory");
  queue_->count_work();
}

// ---- timing
// ------------------------------------------------------------------------------------------------------------

std::unique_ptr<Mark> CudaDevice::mark() {
  auto mark = std::make_unique<CudaMark>(queue_);
  queue_->enter();
  queue_->check(driver_.event_create(&mark->event, kEventDefault), "creating an event");
  queue_->check(driver_.event_record(mark->event, queue_->stream()), "recording an event");
  queue_->count_work();
  return mark;
}

double CudaDevice::microseconds(const Mark& from, const Mark& to) {
  float milliseconds = 0;
  const CUevent first = static_cast<const CudaMark&>(from).event, last = static_cast<const CudaMark&>(to).event;
  queue_->wait_if_stoppable();
  queue_->enter();
  queue_->check(driver_.event_synchronize(last), "a kernel");
  queue_->check(driver_.event_elapsed(&milliseconds, first, last), "reading the time");
  return double(milliseconds) * 1000;
}

// The number of the device that a context is of; `why` is set where there is none.
std::optional<int> device_of_context(const Driver& driver, void* context, int count, std::string& why) {
  CUdevice device = 0, other = 0;
  CUresult result = driver.context_set(static_cast<CUcontext>(context));
  if (result == kSuccess) result = driver.context_device(&device);
  for (int k = 0; result == kSuccess && k < count; ++k)
    if (driver.device_get(&other, k) == kSuccess && other == device) return k;
  why = "the given context cannot be used: " +
        (result == kSuccess ? "it is of none of the driver's devices" : describe(driver, result));
  return std::nullopt;
}

}  // namespace

std::variant<std::unique_ptr<Device>, Failure> make_device(const Driver& driver, std::optional<int> wanted,
                                                           CudaHandles lent) {
  const auto none = [](std::string why) { return Failure{Failure::Kind::NoDevice, std::move(why)}; };
  std::string why;
  const int count = usable_devices(driver, why);
  if (count == 0) return none(why);
  if (wanted && (*wanted < 0 || *wanted >= count))
    return none("there is no device " + label_of(*wanted) + ", the driver reports " +
                (count == 1 ? "1 device" : std::to_string(count) + " devices"));
  int index = wanted.value_or(0);
  if (lent.context) {
    const auto its = device_of_context(driver, lent.context, count, why);
    if (!its) return none(why);
    if (wanted && *wanted != *its)
      return none("the given context is of " + label_of(*its) + ", not of " + label_of(*wanted));
    index = *its;
  }
  CUdevice device = 0;
  if (const CUresult r = driver.device_get(&device, index); r != kSuccess)
    return none(label_of(index) + " cannot be used: " + describe(driver, r));
  try {
    return std::make_unique<CudaDevice>(driver, device, index, lent);
  } catch (const FailureError& e) {
    return e.failure;
  }
}

}  // namespace qc::runtime::cuda

namespace qc::runtime {

std::variant<std::unique_ptr<Device>, Failure> make_cuda_device(std::optional<int> index, CudaHandles lent) {
  const auto& driver = cuda::system_driver();
  if (const auto* why = std::get_if<std::string>(&driver)) return Failure{Failure::Kind::NoDevice, *why};
  return cuda::make_device(std::get<cuda::Driver>(driver), index, lent);
}

bool cuda_available(std::string* why) {
  const auto& driver = cuda::system_driver();
  std::string reason;
  if (const auto* text = std::get_if<std::string>(&driver))
    reason = *text;
  else if (cuda::usable_devices(std::get<cuda::Driver>(driver), reason) > 0)
    return true;
  if (why) *why = reason;
  return false;
}

}  // namespace qc::runtime
