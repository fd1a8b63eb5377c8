// The host as a device: launches run at once, on the calling thread and the pool's.
#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstring>
#include <limits>
#include <unordered_map>

#include "runtime/device.h"
#include "runtime/host/ends_at_failure.h"
#include "runtime/host/memory.h"
#include "runtime/host/parallel_copy.h"
#include "runtime/host/thread_pool.h"
#include "support/diagnostic.h"
#include "support/progress.h"
#include "support/stop.h"

namespace qc::runtime {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::int64_t kLargestRange = 4096, kRangeThatMayFail = 64;  // blocks that a thread takes at a time
constexpr auto kTinyWork = std::chrono::microseconds(4);              // less than what waking a sleeping thread costs
// What a thread takes at a time at least, where that is known: all threads draw from one counter, a tenth of a
// microsecond a draw. Short launches of 16 threads take four fifths of the time.
constexpr auto kShortRange = std::chrono::microseconds(2);
// Launches of as many blocks after each other in which one order is tried, so that the caches hold what they may.
constexpr int kTries = 4, kAllTries = 4 * kTries;

struct HostKernel : Kernel {
  explicit HostKernel(const HostImage& i) : image(i) {}
  HostImage image;
  // How long the last launch over `timed_blocks` blocks took; such a launch is tried without the pool first.
  std::int64_t timed_blocks = 0;
  Clock::duration took{};
  // Of `any_order`: own shares first are kTries times tried, then claims in order, both once more since the first
  // launches find cold caches, and what took less is kept. Shares
  // stay in the cores' caches; of more than they hold, threads that walk side by side read neighbouring pages (a sum of
  // 2^24 floats on 16 cores: 235 us, with own shares 253).
  int tries = 0;
  Clock::duration least_of_shares = Clock::duration::max(), least_in_order = Clock::duration::max();
  bool takes_shares() const {
    if (tries < kAllTries) return tries / kTries % 2 == 0;
    return least_of_shares <= least_in_order;
  }
  // work: of all blocks on one thread, or how long they took at once.
  void timed(std::int64_t blocks, bool shares, Clock::duration work, Clock::duration time) {
    if (timed_blocks != blocks) tries = 0, least_of_shares = least_in_order = Clock::duration::max();
    timed_blocks = blocks;
    took = work;
    tries = std::min(tries + 1, kAllTries);
    Clock::duration& least = shares ? least_of_shares : least_in_order;
    least = std::min(least, time);
  }
};

struct HostSlot : Slot {
  std::uint64_t read() override { return value; }
  void* address() override { return &value; }
  alignas(8) std::uint64_t value = 0;
};

// Scratch of one worker. On its own cache line: workers grow theirs at the same time. On no program's account: which
// workers come is chance.
struct alignas(64) Arena {
  HostMemory memory;
  void* at_least(std::size_t bytes) {
    if (!memory || memory.bytes() < bytes) memory = HostMemory(bytes + bytes / 2, nullptr);
    return memory.data();
  }
};

struct Launch {
  const HostImage* image;
  const Dims* dims;
  void* const* params;
  std::vector<Arena>* arenas;
  std::size_t scratch_bytes;
  const std::atomic<bool>* stop;                      // asked before each block, and by long loops in it
  Clock::duration estimate = Clock::duration::max();  // of all blocks on one thread, by the caller's first range
  ThreadPool* pool = nullptr;
  int shares = 1;  // of as many, each thread takes its own first
  const progress::Parts* parts = nullptr;
  const std::int64_t* failed = EndsAtFailure::current();

  bool has_failed() const {
    return failed && __atomic_load_n(failed, __ATOMIC_RELAXED) != std::numeric_limits<std::int64_t>::max();
  }
};

std::int64_t block_count(const Dims& dims) {
  std::int64_t total = 0, plane = 0;
  for (std::int64_t extent : dims.grid)
    if (extent <= 0) return 0;
  if (__builtin_mul_overflow(dims.grid[0], dims.grid[1], &plane) || __builtin_mul_overflow(plane, dims.grid[2], &total))
    throw FailureError({Failure::Kind::Device, "a launch of more than 2^63 blocks"});
  return total;
}

// Blocks in the order of the grid, axis 0 fastest; the rest is left out once the program is to stop.
void run_blocks(const Launch& launch, int worker, std::int64_t begin, std::int64_t end) {
  void* scratch = (*launch.arenas)[std::size_t(worker)].at_least(launch.scratch_bytes);
  const std::int64_t* grid = launch.dims->grid;
  std::int64_t at[3] = {begin % grid[0], begin / grid[0] % grid[1], begin / grid[0] / grid[1]};
  for (std::int64_t block = begin; block < end && !is_stopped(launch.stop); ++block) {
    const std::int64_t index[3] = {at[0], at[1], at[2]};  // the entry's own copy: it cannot disturb the walk
    launch.image->entry(launch.params, launch.dims, index, scratch);
    if (++at[0] == grid[0]) {
      at[0] = 0;
      if (++at[1] == grid[1]) {
        at[1] = 0;
        ++at[2];
      }
    }
  }
}

// The same, but the first block that fails is the last one.
void run_until_failure(const Launch& launch, std::int64_t begin, std::int64_t end) {
  if (!launch.failed) return run_blocks(launch, 0, begin, end);
  for (std::int64_t block = begin; block < end && !launch.has_failed(); ++block)
    run_blocks(launch, 0, block, block + 1);
}

// The work that the pool hands out. The caller times its first range: that tells tiny launches from the cost of waking.
// Ranges before one with a failure have been handed out, and run to their ends.
void run_range(void* context, int worker, std::int64_t begin, std::int64_t end) {
  auto& launch = *static_cast<Launch*>(context);
  if (worker == 0) launch.parts->done(std::min(block_count(*launch.dims), launch.shares * begin));
  const bool timed = worker == 0 && launch.estimate == Clock::duration::max();
  const auto start = timed ? Clock::now() : Clock::time_point{};
  run_blocks(launch, worker, begin, end);
  if (launch.has_failed()) launch.pool->stop();
  if (!timed) return;
  const std::int64_t ranges = block_count(*launch.dims) / (end - begin) + 1;
  launch.estimate = (Clock::now() - start) * std::min<std::int64_t>(ranges, 1 << 20);
}

// part(first, length) for all bytes; what is large is shared out.
template <class Part>
void in_parts(ThreadPool& pool, std::size_t bytes, const Part& part) {
  constexpr std::size_t kPart = std::size_t{256} << 10;  // bytes
  if (bytes < kParallelCopyFrom || pool.threads() == 1) {
    if (bytes) part(std::size_t{0}, bytes);
    return;
  }
  struct Work {
    const Part& part;
    std::size_t bytes;
  } work{part, bytes};
  const auto run = [](void* context, int, std::int64_t begin, std::int64_t end) {
    const Work& w = *static_cast<const Work*>(context);
    const std::size_t first = std::size_t(begin) * kPart;
    w.part(first, std::min(w.bytes, std::size_t(end) * kPart) - first);
  };
  pool.run(run, &work, 0, std::int64_t((bytes + kPart - 1) / kPart), kLargestRange, pool.most_ranges());
}

class HostDevice : public Device {
 public:
  HostDevice(int threads, ParallelFor parallel_for)
      : pool_(threads, std::move(parallel_for)), arenas_(std::size_t(pool_.threads())) {
    info_.name = "cpu (" + std::to_string(pool_.threads()) + (pool_.threads() == 1 ? " thread)" : " threads)");
    info_.multiprocessors = pool_.threads();
  }
  ~HostDevice() override { evict_buffers(); }
  const DeviceInfo& info() const override { return info_; }

  std::unique_ptr<Kernel> load(const HostImage& image) override {
    if (!image.entry) internal_error("runtime", "a host kernel without an entry");
    return std::make_unique<HostKernel>(image);
  }

  void launch(Kernel& kernel, const Dims& dims, void* const* params, std::size_t) override;

  // One that nobody holds any more, where there is one: a short loop takes less time than to allocate it.
  std::shared_ptr<Slot> make_slot() override {
    std::shared_ptr<HostSlot>& slot = slots_[next_slot_++ % slots_.size()];
    if (!slot || slot.use_count() > 1) return slot = std::make_shared<HostSlot>();
    std::atomic_thread_fence(std::memory_order_acquire);  // who let it go last may have been another thread
    slot->value = 0;
    return slot;
  }
  void synchronize() override {}

  std::uintptr_t allocate(std::size_t bytes) override {
    HostMemory memory(bytes);
    const auto address = reinterpret_cast<std::uintptr_t>(memory.data());
    memory_.emplace(address, std::move(memory));
    return address;
  }
  void release(std::uintptr_t address) override { memory_.erase(address); }
  void copy_in(std::uintptr_t to, const void* from, std::size_t bytes) override {
    if (bytes) std::memcpy(reinterpret_cast<void*>(to), from, bytes);
  }
  void copy_out(void* to, std::uintptr_t from, std::size_t bytes) override {
    if (bytes) std::memcpy(to, reinterpret_cast<const void*>(from), bytes);
  }
  void copy_within(std::uintptr_t to, std::uintptr_t from, std::size_t bytes) override {
    in_parts(pool_, bytes, [&](std::size_t first, std::size_t length) {
      std::memcpy(reinterpret_cast<void*>(to + first), reinterpret_cast<const void*>(from + first), length);
    });
  }
  void fill_zero(std::uintptr_t to, std::size_t bytes) override {
    in_parts(pool_, bytes, [&](std::size_t first, std::size_t length) {
      std::memset(reinterpret_cast<void*>(to + first), 0, length);
    });
  }

 private:
  std::int64_t run_while_tiny(const Launch& launch, std::int64_t total, Clock::time_point start);

  DeviceInfo info_;
  ThreadPool pool_;
  std::vector<Arena> arenas_;
  std::unordered_map<std::uintptr_t, HostMemory> memory_;
  std::array<std::shared_ptr<HostSlot>, 8> slots_;  // given to launches
  std::size_t next_slot_ = 0;
  bool running_ = false;
};

std::size_t scratch_size(const HostImage& image, const Dims& dims) {
  std::size_t threads = 1, bytes = 0;
  bool overflow = false;
  for (std::int32_t extent : dims.block) {
    if (extent <= 0) internal_error("runtime", "a block without threads");
    overflow |= __builtin_mul_overflow(threads, std::size_t(extent), &threads);
  }
  overflow |= __builtin_mul_overflow(threads, image.bytes_per_thread, &bytes);
  overflow |= __builtin_add_overflow(bytes, image.shared_bytes, &bytes);
  if (overflow)
    throw FailureError({Failure::Kind::OutOfMemory, "a block needs more scratch memory than can be addressed"});
  return bytes;
}

constexpr std::int64_t kShownPart = 64;  // blocks on one thread between two looks at how far it is

// The first blocks, for as long as the launch looks tiny; returns where the rest begins.
std::int64_t HostDevice::run_while_tiny(const Launch& launch, std::int64_t total, Clock::time_point start) {
  std::int64_t done = 0;
  for (std::int64_t step = 1; done < total; step *= 2) {
    const std::int64_t end = std::min(total, done + step);
    run_until_failure(launch, done, end);
    if (launch.has_failed()) return total;
    done = end;
    if (Clock::now() - start > kTinyWork) break;
  }
  return done;
}

void HostDevice::launch(Kernel& kernel, const Dims& dims, void* const* params, std::size_t) {
  auto& host_kernel = static_cast<HostKernel&>(kernel);
  const std::int64_t total = block_count(dims);
  if (total == 0) return;
  if (running_) internal_error("runtime", "a launch inside a launch");
  static const std::atomic<bool> never{false};
  const std::atomic<bool>* stop = stop_flag();
  Dims own = dims;
  own.stop = stop ? stop : &never;
  Launch launch{&host_kernel.image, &own, params, &arenas_, scratch_size(host_kernel.image, dims), stop};
  launch.pool = &pool_;
  const progress::Parts parts(progress::Work::Loop, total);
  launch.parts = &parts;
  if (total == 1 || dims.in_order || pool_.threads() == 1) {
    for (std::int64_t at = 0; at < total && !launch.has_failed(); at += kShownPart) {
      parts.done(at);
      run_until_failure(launch, at, std::min(total, at + kShownPart));
    }
    if (is_stopped(launch.stop)) throw_stopped();
    return;
  }

  struct Running {
    explicit Running(bool& f) : flag(f) { flag = true; }
    ~Running() { flag = false; }
    bool& flag;
  } running(running_);
  const auto start = Clock::now();
  const bool known = host_kernel.timed_blocks == total, was_tiny = known && host_kernel.took < kTinyWork;
  const std::int64_t first = was_tiny ? run_while_tiny(launch, total, start) : 0;
  const int most = pool_.most_ranges();
  const int ranges =
      known ? int(std::clamp<std::int64_t>(host_kernel.took / kShortRange, pool_.threads(), most)) : most;
  const bool own_first = host_kernel.image.any_order && !launch.failed && (!known || host_kernel.takes_shares());
  if (own_first) launch.shares = pool_.threads();
  pool_.run(run_range, &launch, first, total, launch.failed ? kRangeThatMayFail : kLargestRange, ranges,
            own_first ? ThreadPool::Claims::OwnShareFirst : ThreadPool::Claims::InOrder);
  if (is_stopped(launch.stop)) throw_stopped();
  const Clock::duration time = Clock::now() - start;
  host_kernel.timed(total, own_first, first > 0 ? time : launch.estimate, time);
}

}  // namespace

std::unique_ptr<Device> make_host_device(int threads, ParallelFor parallel_for) {
  return std::make_unique<HostDevice>(threads > 0 ? threads : usable_cores(), std::move(parallel_for));
}

}  // namespace qc::runtime
