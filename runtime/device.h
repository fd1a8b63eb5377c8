// Devices, memory and launches. Knows no syntax and no LLVM.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <variant>
#include <vector>

#include "runtime/handlers.h"

namespace qc::runtime {

// Why the machine could not do something: no driver, no device, out of memory, a failed launch. One line, lower case.
struct Failure {
  enum class Kind { NoDevice, OutOfMemory, Device } kind;
  std::string message;
};
struct FailureError : std::exception {  // thrown across layers; the engine turns it into a diagnostic
  explicit FailureError(Failure f) : failure(std::move(f)) {}
  const char* what() const noexcept override { return failure.message.c_str(); }
  Failure failure;
};

struct Dims {  // axis 0 is x
  std::int64_t grid[3] = {1, 1, 1};
  std::int32_t block[3] = {1, 1, 1};
  bool in_order = false;       // on the host: the blocks run one after another, axis 0 fastest
  const void* stop = nullptr;  // of the host's own: the byte that says that the work is to stop
};

// A loaded kernel. Host: entry and scratch sizes. CUDA: module and function.
class Kernel {
 public:
  virtual ~Kernel() = default;
  bool unoptimised = false;  // the driver's compiler took it only without optimisation
};

using HostEntry = void (*)(void* const* params, const Dims* dims, const std::int64_t block_idx[3], void* scratch);
struct HostImage {
  HostEntry entry = nullptr;
  std::size_t shared_bytes = 0;
  std::size_t bytes_per_thread = 0;
  std::shared_ptr<void> code;
  // No block waits for what another one does, and none fails: threads may take them in any order, each those that it
  // took in the last launch.
  bool any_order = false;
};
struct CudaImage {
  std::string ptx;
  std::string entry;
  std::size_t dynamic_shared = 0;
  bool waits_for_previous = false;  // the code waits for the launch before it, so that it may be started early
  bool together = false;            // its blocks wait for each other: a launch has all of them on the device, or fails
  std::string code{};               // machine code of it, loaded unless the driver refuses it; empty: none
};

// Storage of one array. It lives where it was last written and moves when it is touched elsewhere; both copies may be
// valid. Device operations are asynchronous, host accessors wait for what they need. Not thread-safe: one engine, one
// thread.
class Device;
class Buffer {
 public:
  // Zero-filled on first use unless `zeroed` is false.
  static std::shared_ptr<Buffer> create(std::size_t bytes, bool zeroed = true);
  // A view of memory that the caller owns and keeps alive (the embedding API); writes go back to it on host_read/sync.
  static std::shared_ptr<Buffer> view(void* data, std::size_t bytes);
  // The same of memory on a device, at an address that kernels take arrays from; writes go back to it on on(device),
  // and when the buffer or the device goes.
  static std::shared_ptr<Buffer> view_on(Device& device, std::uintptr_t address, std::size_t bytes);
  // A view on the host that has no copy on a device becomes one of other memory. False: it is none, and stays as it is.
  bool view_again(void* data, std::size_t bytes);
  // What has to be there as long as the buffer: the owner of a view's memory.
  void keep(std::shared_ptr<void> owner);
  // Somebody else knows where the bytes are: from now on they stay there, on the host and on each device.
  void pin();
  // From now on it knows whether somebody has asked to write. Where others know the bytes, they may write at any time.
  void watch_writes();
  bool was_written() const;
  ~Buffer();
  // Another buffer with the same bytes. Many bytes have one storage until one of the two buffers is written, which then
  // gets bytes of its own: what is copied and only read, or whose original goes, is never copied.
  std::shared_ptr<Buffer> duplicate();
  // Its bytes are in a storage of its own from now on, on the device `writer` if they are there: what is written at an
  // address taken after that is read at all such addresses.
  void own(Device* writer = nullptr);
  std::size_t bytes() const;
  const void* host_read();  // waits for the device if the newest copy is there
  // The device from which a small part is to be fetched alone; each call counts as one. Null: the newest bytes are
  // here, or parts have cost as much as the whole would have.
  Device* parts_from();
  // Only the few `bytes` from `offset` on, in the caller's `room` if they come alone.
  const void* host_read_part(std::size_t offset, std::size_t bytes, void* room);
  // Where the bytes are when they are on the host and nowhere else: they may be read and written as they stand. Null:
  // ask host_read, host_write.
  void* only_here() const { return only_here_; }
  void* host_write();      // as host_read, and marks the host copy as the only valid one
  void* host_overwrite();  // nothing of the old contents is kept
  // What nobody has touched has its memory from now on, on the host.
  void settle();
  // As host_write, with that many bytes, no fewer than there are: what is new is not set. Growing again and again moves
  // each byte a few times in all. Null: the memory is the caller's, or pinned.
  void* host_extend(std::size_t bytes);
  // The address on a device, after queueing the copy that is needed. write: the device copy becomes the only valid one.
  std::uintptr_t on(Device& device, bool write);
  // A device that holds the newest bytes; null: only the host does, or they were never set.
  Device* newest_on() const;
  // Makes the host copy current when a device holds the newest one; for views, so that the caller sees what was
  // written. (A caller that changed a view's memory itself says so with host_write.)
  void sync();

 private:
  friend class Device;
  struct Storage;
  Buffer();
  explicit Buffer(std::shared_ptr<Storage> storage);
  void* only_here_ = nullptr;  // null while writes are watched: whoever has that address may write
  bool watches_writes_ = false, was_written_ = false;
  std::shared_ptr<Storage> storage_;
};

// A scalar that a launch computes. Reading it waits for the launch; a later launch may take it by address.
class Slot {
 public:
  virtual ~Slot() = default;
  virtual std::uint64_t read() = 0;  // the 8 bytes, after waiting
  virtual void* address() = 0;       // where kernels write and read it (valid on the device that made it)
};

struct DeviceInfo {
  std::string name;  // "cpu (8 threads)", "cuda:0 NVIDIA H200"
  bool is_cuda = false;
  int cuda_index = -1;    // as the driver counts; -1: it is not CUDA
  bool is_simt = false;   // the checked emulator; with is_cuda, where it stands in for a device
  bool gpu_like = false;  // CUDA or its emulation: arrays are copied to it, kernels are scheduled as for a GPU
  std::string sm;         // "sm_90"
  int multiprocessors = 1;
  int max_threads = 1024;                            // a block
  std::size_t shared_bytes = 48 * 1024;              // shared memory that a kernel may declare
  std::size_t max_dynamic_shared_bytes = 48 * 1024;  // and that a launch may ask for (CudaImage::dynamic_shared)
};

// A point in a device's queue, for timing.
class Mark {
 public:
  virtual ~Mark() = default;
};

class Device {
 public:
  Device() = default;
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;
  virtual ~Device();
  virtual const DeviceInfo& info() const = 0;
  virtual std::unique_ptr<Kernel> load(const HostImage& image);  // host devices
  virtual std::unique_ptr<Kernel> load(const CudaImage& image);  // CUDA devices
  // A kernel that is loaded at the first call, by `make`, and stays as long as the device.
  Kernel& kept(const std::string& name, const std::function<std::unique_ptr<Kernel>()>& make);
  // Queues one launch. params as codegen.h lays down; they are copied before it returns.
  virtual void launch(Kernel& kernel, const Dims& dims, void* const* params, std::size_t count) = 0;
  virtual std::shared_ptr<Slot> make_slot() = 0;
  virtual void synchronize() = 0;
  // Raw memory for scratch that lives as long as the device: partials, tickets, failure records. Grows, never shrinks.
  virtual std::uintptr_t allocate(std::size_t bytes) = 0;
  virtual void release(std::uintptr_t address) = 0;
  virtual void copy_in(std::uintptr_t to, const void* from, std::size_t bytes) = 0;         // ordered with launches
  virtual void copy_out(void* to, std::uintptr_t from, std::size_t bytes) = 0;              // waits
  virtual void copy_within(std::uintptr_t to, std::uintptr_t from, std::size_t bytes) = 0;  // ordered with launches
  virtual void fill_zero(std::uintptr_t to, std::size_t bytes) = 0;
  // Time between two marks in microseconds, after waiting for the later one. CUDA: the device's own clock (events).
  virtual std::unique_ptr<Mark> mark();
  virtual double microseconds(const Mark& from, const Mark& to);
  // How many blocks of `threads` threads of this kernel a multiprocessor holds at once; at least 1.
  virtual int blocks_per_multiprocessor(Kernel& kernel, int threads);
  // The queue that work of others on the device may wait for or be made to wait for (a CUstream); 0: there is none.
  virtual std::uintptr_t stream() const { return 0; }

 protected:
  // Moves what only this device holds back to the host and releases the rest. First act of a device's destructor, so
  // that arrays outlive the device that computed them, and lets kept kernels go.
  void evict_buffers() noexcept;

 private:
  friend class Buffer;
  std::unordered_set<Buffer::Storage*> residents_;  // those with memory on this device
  std::unordered_map<std::string, std::unique_ptr<Kernel>> kept_;
};

// threads: 0 for all cores that this process may use. parallel_for: runs the blocks instead of threads of the device.
std::unique_ptr<Device> make_host_device(int threads = 0, ParallelFor parallel_for = {});
// index: nothing for the first device, or that of the context which is lent.
std::variant<std::unique_ptr<Device>, Failure> make_cuda_device(std::optional<int> index = {}, CudaHandles lent = {});
// Whether a driver and a device are there, without creating a context. `why` says what was tried when not.
bool cuda_available(std::string* why = nullptr);

}  // namespace qc::runtime
