#include <doctest/doctest.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <numeric>
#include <stdexcept>
#include <thread>
#include <vector>

#include "runtime/device.h"
#include "runtime/host/ends_at_failure.h"
#include "runtime/host/parallel_copy.h"
#include "runtime/host/thread_pool.h"

using namespace qc::runtime;

namespace {

std::unique_ptr<Kernel> load(Device& device, HostEntry entry, std::size_t shared = 0, std::size_t per_thread = 0) {
  return device.load(HostImage{entry, shared, per_thread, nullptr});
}

// params[0]: counters, one for each block of the flattened grid.
void count_block(void* const* params, const Dims* dims, const std::int64_t at[3], void*) {
  auto* counts = static_cast<std::atomic<int>*>(params[0]);
  counts[at[0] + dims->grid[0] * (at[1] + dims->grid[1] * at[2])].fetch_add(1);
}

void check_each_block_once(int threads, Dims dims) {
  auto device = make_host_device(threads);
  auto kernel = load(*device, count_block);
  const auto total = std::size_t(dims.grid[0] * dims.grid[1] * dims.grid[2]);
  std::vector<std::atomic<int>> counts(total + 1);
  void* params[] = {counts.data()};
  for (int round = 1; round <= 3; ++round) {
    device->launch(*kernel, dims, params, 1);
    for (std::size_t i = 0; i < total; ++i) REQUIRE(counts[i] == round);
  }
  CHECK(counts[total] == 0);
}

// Every block checks its scratch and fills all of it.
void use_scratch(void* const* params, const Dims* dims, const std::int64_t[3], void* scratch) {
  auto& wrong = *static_cast<std::atomic<int>*>(params[0]);
  if (reinterpret_cast<std::uintptr_t>(scratch) % 64 != 0) ++wrong;
  const std::size_t bytes = 1000 + std::size_t(dims->block[0]) * std::size_t(dims->block[1]) * 24;
  std::memset(scratch, 0xab, bytes);
}

void throw_from_5(void* const*, const Dims*, const std::int64_t at[3], void*) {
  if (at[0] >= 5) throw std::runtime_error(std::to_string(at[0]));
}

void add_one(void* const* params, const Dims*, const std::int64_t at[3], void*) {
  static_cast<std::int64_t*>(params[0])[at[0] * 8] += 1;
}

void long_work(void* const* params, const Dims*, const std::int64_t at[3], void*) {
  double x = double(at[0]);
  for (int i = 0; i < 20000; ++i) x = x * 0.999 + 1;
  static_cast<double*>(params[0])[at[0]] = x;
}

constexpr std::int64_t kFails = 1000;

// params[0]: counters of the blocks up to kFails; params[1]: where those from there on record their failure.
void fail_from_1000(void* const* params, const Dims*, const std::int64_t at[3], void*) {
  if (at[0] <= kFails) static_cast<std::atomic<int>*>(params[0])[at[0]].fetch_add(1);
  if (at[0] >= kFails) __atomic_store_n(static_cast<std::int64_t*>(params[1]), at[0], __ATOMIC_RELAXED);
}

}  // namespace

TEST_CASE("a launch that may end at a failure runs what is before it, and little behind it") {
  for (int threads : {1, 2, 7}) {
    CAPTURE(threads);
    auto device = make_host_device(threads);
    auto kernel = load(*device, fail_from_1000);
    std::vector<std::atomic<int>> counts(kFails + 1);
    std::int64_t failed = INT64_MAX;
    void* params[] = {counts.data(), &failed};
    {
      const EndsAtFailure ends(&failed);
      device->launch(*kernel, {{std::int64_t{1} << 50, 1, 1}, {1, 1, 1}}, params, 2);
    }
    for (std::size_t k = 0; k <= kFails; ++k) REQUIRE(counts[k] == 1);
    CHECK(failed < INT64_MAX);
    CHECK(EndsAtFailure::current() == nullptr);
    device->launch(*kernel, {{kFails + 500, 1, 1}, {1, 1, 1}}, params, 2);  // to its end
    CHECK(counts[kFails] == 2);
  }
}

TEST_CASE("every block of a grid runs exactly once") {
  for (int threads : {1, 2, 7})
    for (std::int64_t n : {0, 1, 2, 3, 6, 7, 8, 31, 112, 113, 1009, 100003}) {
      CAPTURE(threads);
      CAPTURE(n);
      check_each_block_once(threads, {{n, 1, 1}, {1, 1, 1}});
    }
}

TEST_CASE("grids of three dimensions run in whole") {
  for (int threads : {1, 2, 7}) {
    check_each_block_once(threads, {{5, 3, 7}, {1, 1, 1}});
    check_each_block_once(threads, {{1, 17, 13}, {4, 2, 1}});
    check_each_block_once(threads, {{64, 1, 33}, {1, 1, 1}});
    check_each_block_once(threads, {{5, 0, 7}, {1, 1, 1}});
  }
}

TEST_CASE("a grid with more blocks than can be numbered is refused") {
  auto device = make_host_device(2);
  auto kernel = load(*device, count_block);
  CHECK_THROWS_AS(device->launch(*kernel, {{std::int64_t{1} << 40, 1 << 30, 1}, {1, 1, 1}}, nullptr, 0), FailureError);
}

TEST_CASE("scratch is aligned and large enough, and grows") {
  for (int threads : {1, 2, 7}) {
    auto device = make_host_device(threads);
    auto kernel = load(*device, use_scratch, 1000, 24);
    std::atomic<int> wrong{0};
    void* params[] = {&wrong};
    for (std::int32_t side : {1, 32, 4, 512}) device->launch(*kernel, {{50, 1, 1}, {side, side, 1}}, params, 1);
    CHECK(wrong == 0);
  }
}

TEST_CASE("scratch beyond the address space is a failure, not a crash") {
  auto device = make_host_device(2);
  auto kernel = load(*device, use_scratch, 0, std::size_t{1} << 50);
  try {
    device->launch(*kernel, {{4, 1, 1}, {1024, 64, 1}}, nullptr, 0);
    FAIL("no failure");
  } catch (const FailureError& e) {
    CHECK(e.failure.kind == Failure::Kind::OutOfMemory);
  }
}

TEST_CASE("an exception in a block comes out of the launch, the lowest block's, and the device goes on") {
  for (int threads : {1, 2, 7}) {
    auto device = make_host_device(threads);
    auto kernel = load(*device, throw_from_5);
    for (int round = 0; round < 50; ++round) {
      std::string what;
      try {
        device->launch(*kernel, {{64, 1, 1}, {1, 1, 1}}, nullptr, 0);
      } catch (const std::runtime_error& e) {
        what = e.what();
      }
      REQUIRE(what == "5");
    }
    check_each_block_once(threads, {{100, 1, 1}, {1, 1, 1}});
  }
}

TEST_CASE("100000 small launches lose nothing") {
  for (int threads : {1, 2, 7}) {
    auto device = make_host_device(threads);
    auto kernel = load(*device, add_one);
    std::vector<std::int64_t> counts(4 * 8);
    void* params[] = {counts.data()};
    for (int i = 0; i < 100000; ++i) device->launch(*kernel, {{1 + i % 4, 1, 1}, {1, 1, 1}}, params, 1);
    CHECK(counts[0] == 100000);
    CHECK(counts[8] == 75000);
    CHECK(counts[16] == 50000);
    CHECK(counts[24] == 25000);
  }
}

TEST_CASE("results do not depend on the number of threads") {
  std::vector<double> expected(500), got(500);
  for (int threads : {1, 2, 7}) {
    auto device = make_host_device(threads);
    auto kernel = load(*device, long_work);
    void* params[] = {got.data()};
    device->launch(*kernel, {{500, 1, 1}, {1, 1, 1}}, params, 1);
    if (threads == 1) expected = got;
    CHECK(got == expected);
  }
}

TEST_CASE("the pool runs from a first block on") {
  ThreadPool pool(3);
  std::vector<std::atomic<int>> counts(100);
  const auto work = [](void* context, int, std::int64_t begin, std::int64_t end) {
    for (; begin < end; ++begin) (*static_cast<std::vector<std::atomic<int>>*>(context))[std::size_t(begin)]++;
  };
  pool.run(work, &counts, 40, 100, 7, pool.most_ranges());
  pool.run(work, &counts, 99, 100, 7, 1);
  pool.run(work, &counts, 100, 100, 7, 1);
  for (int i = 0; i < 100; ++i) CHECK(counts[std::size_t(i)] == (i < 40 ? 0 : i < 99 ? 1 : 2));
}

TEST_CASE("each block runs once when threads take their own shares first, and what others leave") {
  struct Seen {
    std::vector<std::atomic<int>> counts = std::vector<std::atomic<int>>(1000);
    std::atomic<int> largest{0};
  } seen;
  const auto work = [](void* context, int, std::int64_t begin, std::int64_t end) {
    auto& s = *static_cast<Seen*>(context);
    for (int most = s.largest; most < int(end - begin) && !s.largest.compare_exchange_weak(most, int(end - begin));) {
    }
    if (begin < 100) usleep(200);  // the others take what its thread has no time for
    for (; begin < end; ++begin) s.counts[std::size_t(begin)]++;
  };
  for (int threads : {2, 7, 64}) {
    ThreadPool pool(threads);
    for (int n = 1; n <= 20; ++n) {
      pool.run(work, &seen, 3, 1000 - 7 * n, 4, 100, ThreadPool::Claims::OwnShareFirst);
      for (int k = 0; k < 1000; ++k) REQUIRE(seen.counts[std::size_t(k)].exchange(0) == (k >= 3 && k < 1000 - 7 * n));
    }
  }
  CHECK(seen.largest == 4);
}

TEST_CASE("a block that throws ends the claims of all shares") {
  ThreadPool pool(3);
  std::atomic<int> ran{0};
  const auto work = [](void* context, int, std::int64_t begin, std::int64_t) {
    ++*static_cast<std::atomic<int>*>(context);
    throw std::runtime_error(std::to_string(begin));
  };
  CHECK_THROWS_AS(pool.run(work, &ran, 0, 100000, 1, 100000, ThreadPool::Claims::OwnShareFirst), std::runtime_error);
  CHECK(ran <= 3);
  ran = 0;
  CHECK_THROWS_AS(pool.run(work, &ran, 0, 100000, 1, 100000), std::runtime_error);  // the pool goes on
}

TEST_CASE("the pool divides blocks into about as many ranges as it is asked for") {
  ThreadPool pool(4);
  std::atomic<int> ranges{0};
  const auto work = [](void* context, int, std::int64_t, std::int64_t) { ++*static_cast<std::atomic<int>*>(context); };
  pool.run(work, &ranges, 0, 1000, 4096, 10);
  CHECK(ranges.exchange(0) == 10);
  pool.run(work, &ranges, 0, 1000, 50, 10);  // none is larger
  CHECK(ranges.exchange(0) == 20);
  pool.run(work, &ranges, 0, 3, 4096, 10);
  CHECK(ranges == 3);
}

TEST_CASE("a parallel_for brings the workers, and blocks that throw are as with own threads") {
  int runs = 0;
  const auto brings = [&](std::int64_t count, const ParallelBody& body) {
    ++runs;
    std::vector<std::thread> threads;
    for (std::int64_t k = 0; k < count + 2; ++k) threads.emplace_back([&] { body(0); });
    for (auto& thread : threads) thread.join();
  };
  for (int threads : {2, 7}) {
    runs = 0;
    auto device = make_host_device(threads, brings);
    std::vector<std::atomic<int>> counts(1009);
    void* params[] = {counts.data()};
    const auto kernel = load(*device, count_block);
    device->launch(*kernel, {{1009, 1, 1}, {1, 1, 1}}, params, 1);
    for (auto& count : counts) REQUIRE(count == 1);
    CHECK(runs == 1);
    const auto wrong = load(*device, throw_from_5);
    CHECK_THROWS_WITH_AS(device->launch(*wrong, {{64, 1, 1}, {1, 1, 1}}, nullptr, 0), "5", std::runtime_error);
    std::atomic<int> unaligned{0};
    void* scratch[] = {&unaligned};
    const auto user = load(*device, use_scratch, 1000, 24);
    device->launch(*user, {{50, 1, 1}, {32, 32, 1}}, scratch, 1);
    CHECK(unaligned == 0);
  }
  runs = 0;
  auto alone = make_host_device(1, brings);
  std::atomic<int> count{0};
  void* params[] = {&count};
  alone->launch(*load(*alone, count_block), {{1, 1, 1}, {1, 1, 1}}, params, 1);
  CHECK(runs == 0);
}

TEST_CASE("a host device describes itself, and 0 threads means all cores") {
  CHECK(make_host_device(1)->info().name == "cpu (1 thread)");
  CHECK(make_host_device(7)->info().name == "cpu (7 threads)");
  CHECK(make_host_device()->info().multiprocessors == usable_cores());
  CHECK_FALSE(make_host_device(1)->info().is_cuda);
}

TEST_CASE("slots, raw memory and marks of the host") {
  auto device = make_host_device(2);
  auto slot = device->make_slot();
  CHECK(slot->read() == 0);
  *static_cast<std::uint64_t*>(slot->address()) = 42;
  CHECK(slot->read() == 42);
  std::vector<int> in(1000), out(1000, -1);
  std::iota(in.begin(), in.end(), 0);
  const auto memory = device->allocate(4000);
  CHECK(memory % 64 == 0);
  device->copy_in(memory, in.data(), 4000);
  device->copy_out(out.data(), memory, 4000);
  CHECK(in == out);
  device->fill_zero(memory, 4000);
  device->copy_out(out.data(), memory, 4000);
  CHECK(out == std::vector<int>(1000, 0));
  device->release(memory);
  auto before = device->mark();
  auto after = device->mark();
  CHECK(device->microseconds(*before, *after) >= 0);
}

TEST_CASE("large copies and zeros are shared out, each byte once, whatever their length") {
  std::atomic<int> asked{0};
  const auto device = make_host_device(3, [&](std::int64_t count, const std::function<void(std::int64_t)>& body) {
    ++asked;
    for (std::int64_t k = 0; k < count; ++k) body(k);
  });
  for (const std::size_t bytes :
       {std::size_t{1}, kParallelCopyFrom - 1, kParallelCopyFrom, kParallelCopyFrom + 12345}) {
    std::vector<unsigned char> from(bytes + 2), to(bytes + 2, 0xee);
    for (std::size_t k = 0; k < from.size(); ++k) from[k] = static_cast<unsigned char>(k * 7 % 251);
    const auto before = asked.load();
    device->copy_within(reinterpret_cast<std::uintptr_t>(&to[1]), reinterpret_cast<std::uintptr_t>(&from[1]), bytes);
    CHECK(asked - before == (bytes >= kParallelCopyFrom ? 1 : 0));
    CHECK(std::memcmp(&to[1], &from[1], bytes) == 0);
    CHECK(to[0] == 0xee);
    CHECK(to[bytes + 1] == 0xee);
    device->fill_zero(reinterpret_cast<std::uintptr_t>(&to[1]), bytes);
    CHECK(asked - before == (bytes >= kParallelCopyFrom ? 2 : 0));
    CHECK(std::count(to.begin(), to.end(), 0) == std::ptrdiff_t(bytes));
    CHECK(to[0] == 0xee);
    CHECK(to[bytes + 1] == 0xee);
  }
}
