// What a host program does for an engine: memory for arrays, threads for loops, a context of CUDA. Each handler is
// tried as it is meant, and as one that is wrong.
#include <doctest/doctest.h>

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "qc/qc.h"
#include "qc/qc_c.h"
#include "tests/api/on_cpu.h"

using qc::test::code_of;
using qc::test::on_cpu;
using qc::test::text_of;

namespace {

// ---- allocators ----

// Memory that knows whom it was given to.
struct Pool {
  std::mutex mutex;
  std::map<void*, std::size_t> blocks;
  int given = 0, strangers = 0;

  void* allocate(std::size_t bytes, std::size_t alignment) {
    void* memory = std::aligned_alloc(alignment, bytes);
    std::memset(memory, 0xa5, bytes);
    const std::lock_guard lock(mutex);
    blocks[memory] = bytes;
    ++given;
    return memory;
  }
  void free(void* memory, std::size_t bytes) {
    const std::lock_guard lock(mutex);
    const auto at = blocks.find(memory);
    if (at == blocks.end() || at->second != bytes) {
      ++strangers;
      return;
    }
    blocks.erase(at);
    std::free(memory);
  }
  bool holds(const void* memory) {
    const std::lock_guard lock(mutex);
    auto after = blocks.upper_bound(const_cast<void*>(memory));
    if (after == blocks.begin()) return false;
    --after;
    return static_cast<const char*>(memory) < static_cast<char*>(after->first) + after->second;
  }
};

qc::Options with(Pool& pool) {
  qc::Options options = on_cpu();
  options.allocator = {[&](std::size_t bytes, std::size_t alignment) { return pool.allocate(bytes, alignment); },
                       [&](void* memory, std::size_t bytes) { pool.free(memory, bytes); }};
  return options;
}

// An allocator whose memory comes from f.
qc::Options allocating(std::function<void*(std::size_t, std::size_t)> f) {
  qc::Options options = on_cpu();
  options.allocator = {std::move(f), [](void*, std::size_t) {}};
  return options;
}

constexpr const char* kArrays = R"(
function y = line(n)
  y = zeros(n)
end
function y = squares(n)
  y = zeros(n)
  for k = 0..n-1
    y[k] = k*k
  end
end
function s = total(x : vec)
  s = sum(x + 1)
end
function y = grown(n)
  y = []
  for k = 0..n-1
    y = [y, mod(k, 7)]
  end
end
)";

// ---- ways to run bodies ----

using Body = std::function<void(std::int64_t)>;
struct Way {
  const char* name;
  qc::ParallelFor run;
};

void on_threads(std::int64_t count, const Body& body) {
  std::vector<std::thread> threads;
  for (std::int64_t k = 0; k < count; ++k) threads.emplace_back([&, k] { body(k); });
  for (auto& thread : threads) thread.join();
}

std::vector<Way> ways() {
  return {{"one after another",
           [](std::int64_t count, const Body& body) {
             for (std::int64_t k = 0; k < count; ++k) body(k);
           }},
          {"from the last",
           [](std::int64_t count, const Body& body) {
             for (std::int64_t k = count; k-- > 0;) body(k);
           }},
          {"on threads", on_threads},
          {"each twice, on twice as many threads",
           [](std::int64_t count, const Body& body) { on_threads(2 * count, [&](std::int64_t k) { body(k / 2); }); }},
          {"not at all", [](std::int64_t, const Body&) {}},
          {"the last alone", [](std::int64_t count, const Body& body) { body(count - 1); }},
          {"indices that are none", [](std::int64_t count, const Body& body) {
             body(-1);
             body(count + 100);
           }}};
}

qc::Options running(qc::ParallelFor run, int threads = 3) {
  qc::Options options;
  options.device = "cpu";
  options.threads = threads;
  options.parallel_for = std::move(run);
  return options;
}

// Sums that other orders would round otherwise, a scan, a map, bins, and a matrix product.
constexpr const char* kLoops = R"(
n = 300000
x = zeros(n)
for k = 0..n-1
  x[k] = sin(k*0.7)/(k + 1)
end
s = 0.0
for k = 0..n-1
  s += x[k]*1.0001
end
run = zeros(n)
t = 0.0
for k = 0..n-1
  t += x[k]
  run[k] = t
end
h = zeros(50)
for k = 0..n-1
  h[mod(k, 50)] += x[k]
end
a = reshape(x[0..89999], 300, 300)
p = sum(a*a)
u = sum(sort(x)[0..1000])
)";
constexpr const char* kResults[] = {"s", "run", "h", "p", "u"};

// The bits of all results, as one text.
std::string bits_of(qc::Engine& engine) {
  std::string bits;
  for (const char* name : kResults) {
    const auto value = engine.get(name);
    REQUIRE(value);
    if (!value.value().is_array()) {
      const double number = value.value().number();
      bits.append(reinterpret_cast<const char*>(&number), sizeof number);
      continue;
    }
    std::size_t bytes = sizeof(float);
    for (const std::int64_t extent : value.value().extents()) bytes *= std::size_t(extent);
    bits.append(static_cast<const char*>(value.value().data()), bytes);
  }
  return bits;
}

std::string bits_with(const qc::Options& options) {
  qc::Engine engine(options);
  const auto loaded = engine.load(kLoops);
  REQUIRE_MESSAGE(loaded, loaded.error().to_string());
  return bits_of(engine);
}

constexpr const char* kLong = R"(
function y = work(n)
  y = 0.0
  for k = 0..n
    y += sqrt(k)
  end
end
function [] = beyond(x : vec)
  #pragma force_parallel
  for k = 0..99999
    x[k] = 1
  end
end
)";

}  // namespace

TEST_CASE("arrays are in the host's memory, which gets all of it back") {
  Pool pool;
  qc::Value kept;
  {
    qc::Engine engine(with(pool));
    REQUIRE(engine.load(kArrays));
    for (const std::int64_t n : {1, 33, 200, 5000, 100000, 3000000}) {
      CAPTURE(n);
      const auto line = engine.call("line", {n});
      REQUIRE(line);
      const auto* zeros = static_cast<const float*>(line.value().data());
      REQUIRE(zeros != nullptr);
      CHECK(zeros[0] == 0);
      CHECK(zeros[n - 1] == 0);
      CHECK(pool.holds(zeros) == (n > 32));  // up to 128 bytes lie with their description
      CHECK(reinterpret_cast<std::uintptr_t>(zeros) % 64 == 0);
      kept = engine.call("squares", {n}).value();
      CHECK(static_cast<const float*>(kept.data())[n - 1] == float(n - 1) * float(n - 1));
    }
    CHECK(engine.call("grown", {3000}).value().extents() == std::vector<std::int64_t>{3000});
    const int before = pool.given;
    std::vector<float> own(5000, 1.0f);
    CHECK(engine.call("total", {qc::view(own.data(), {5000})}).value().number() == 10000);
    CHECK(pool.given <= before + 1);  // x + 1 at most: a view is the caller's
  }
  CHECK(static_cast<const float*>(kept.data())[2] == 4);
  CHECK(pool.blocks.size() == 1);
  kept = {};
  CHECK(pool.blocks.empty());
  CHECK(pool.strangers == 0);
}

TEST_CASE("two engines do not share what their allocators give, nor a limit") {
  Pool first, second;
  qc::Engine one(with(first)), other(with(second));
  REQUIRE(one.load(kArrays));
  REQUIRE(other.load(kArrays));
  one.limit_memory(1000000);
  std::thread thread([&] {
    for (int k = 0; k < 50; ++k) CHECK(other.call("squares", {100000 + k}));
  });
  for (int k = 0; k < 50; ++k) CHECK(one.call("squares", {100000 + k}));
  thread.join();
  CHECK(first.given >= 50);
  CHECK(second.given >= 50);
  CHECK_FALSE(one.call("squares", {300000}));
  CHECK(other.call("squares", {300000}));
  const qc::Value passed = one.call("squares", {1000}).value();  // an array of one engine in another
  CHECK(other.call("total", {passed}));
  CHECK(first.holds(passed.data()));
  CHECK(first.strangers + second.strangers == 0);
}

TEST_CASE("an allocator that has nothing, throws or does not align is an error of the call, and the engine goes on") {
  bool fails = true;
  const auto aligned = [](std::size_t bytes, std::size_t alignment) { return std::aligned_alloc(alignment, bytes); };
  struct Wrong {
    const char* code;
    const char* says;
    std::function<void*(std::size_t, std::size_t)> allocate;
  };
  alignas(64) static char room[1 << 20];
  for (const Wrong& wrong :
       {Wrong{"Q0702", "the host program's allocator has no memory for ", [](auto, auto) { return nullptr; }},
        Wrong{"Q0702", "", [](auto, auto) -> void* { throw std::bad_alloc(); }},
        Wrong{"Q0403", "no more", [](auto, auto) -> void* { throw std::runtime_error("no more"); }},
        Wrong{"Q0403", "", [](auto, auto) -> void* { throw 1; }},
        Wrong{"Q0901", "does not begin at a multiple of 64 bytes", [](auto, auto) { return room + 16; }}}) {
    fails = true;
    qc::Engine engine(allocating([&](std::size_t bytes, std::size_t alignment) {
      return fails ? wrong.allocate(bytes, alignment) : aligned(bytes, alignment);
    }));
    REQUIRE(engine.load(kArrays));
    for (const char* name : {"line", "squares", "grown"}) {
      const auto failed = engine.call(name, {1000});
      REQUIRE_MESSAGE(!failed, name);
      CHECK(code_of(failed.error()) == wrong.code);
      CHECK_MESSAGE(text_of(failed.error()).find(wrong.says) != std::string::npos, text_of(failed.error()));
    }
    fails = false;
    CHECK(engine.call("squares", {1000}));
  }
}

TEST_CASE("memory that is not aligned is given back; a free that throws is nobody's error") {
  Pool pool;
  qc::Options options = with(pool);
  options.allocator.allocate = [&](std::size_t bytes, std::size_t alignment) {
    void* const memory = static_cast<char*>(pool.allocate(bytes + alignment, alignment)) + 8;
    pool.blocks[memory] = bytes;
    return memory;
  };
  int freed = 0;
  options.allocator.free = [&](void*, std::size_t) {
    ++freed;
    throw std::runtime_error("never mind");
  };
  qc::Engine engine(options);
  REQUIRE(engine.load(kArrays));
  CHECK_FALSE(engine.call("line", {1000}));
  CHECK(freed == 1);
  options.allocator.allocate = [&](std::size_t bytes, std::size_t alignment) {
    return pool.allocate(bytes, alignment);
  };
  qc::Engine second(options);
  REQUIRE(second.load(kArrays));
  CHECK(second.call("line", {1000}));
  CHECK(freed > 1);
}

TEST_CASE("one function of an allocator is no allocator") {
  Pool pool;
  for (const bool frees : {false, true}) {
    qc::Options options = with(pool);
    if (frees)
      options.allocator.allocate = nullptr;
    else
      options.allocator.free = nullptr;
    qc::Engine engine(options);
    const auto refused = engine.load("x = 1");
    REQUIRE_FALSE(refused);
    CHECK(code_of(refused.error()) == "Q0901");
  }
}

TEST_CASE("an array that a call returns untouched is within the limit") {
  for (const bool own : {false, true}) {
    Pool pool;
    qc::Engine engine(own ? with(pool) : on_cpu());
    REQUIRE(engine.load(kArrays));
    engine.limit_memory(std::size_t{1} << 20);
    for (int again = 0; again < 2; ++again) {
      const auto beyond = engine.call("line", {3000000});
      REQUIRE_FALSE(beyond);
      CHECK(code_of(beyond.error()) == "Q0702");
      CHECK(engine.call("line", {100000}));
    }
    const auto kept = engine.call("line", {200000});
    REQUIRE(kept);
    CHECK_FALSE(engine.call("line", {200000}));    // with the one that is kept
    REQUIRE(engine.load("big = zeros(3000000)"));  // nobody has touched it
    const auto untouched = engine.get("big");
    REQUIRE_FALSE(untouched);
    CHECK(code_of(untouched.error()) == "Q0702");
    CHECK(static_cast<const float*>(kept.value().data())[199999] == 0);
  }
}

TEST_CASE("bits do not depend on how a parallel_for runs its bodies") {
  const std::string expected = bits_with(running(nullptr, 1));
  CHECK(expected == bits_with(running(nullptr)));
  for (const Way& way : ways()) {
    CAPTURE(way.name);
    std::atomic<int> asked{0};
    for (const int threads : {2, 3, 7})
      CHECK(expected == bits_with(running(
                            [&](std::int64_t count, const Body& body) {
                              ++asked;
                              CHECK(count >= 1);
                              CHECK(count <= threads);
                              way.run(count, body);
                            },
                            threads)));
    CHECK(asked >= 3);
  }
}

TEST_CASE("bodies that are called after their run have nothing to do") {
  std::vector<std::thread> late;
  std::vector<Body> kept;
  {
    qc::Engine engine(running([&](std::int64_t count, const Body& body) {
      kept.push_back(body);
      for (std::int64_t k = 0; k < count; ++k)  // returns at once
        late.emplace_back([body, k] { body(k); });
    }));
    REQUIRE(engine.load(kLoops));
    for (const Body& body : kept) body(0);
    CHECK(bits_of(engine) == bits_with(running(nullptr)));
    for (auto& thread : late) thread.join();
  }
  CHECK(kept.size() > 1);
  for (const Body& body : kept) body(0);  // the engine is gone
}

TEST_CASE("a parallel_for that throws ends the call, and the engine goes on") {
  int calls = 0;
  qc::Engine engine(running([&](std::int64_t count, const Body& body) {
    if (++calls == 1) body(0);  // some of the work is done
    if (calls <= 2) throw std::runtime_error("no thread is free");
    if (calls == 3) throw 1;
    for (std::int64_t k = 0; k < count; ++k) body(k);
  }));
  REQUIRE(engine.load(kLong));
  for (const char* says : {"no thread is free", "no thread is free", "a function of the host program threw"}) {
    const auto failed = engine.call("work", {3000000});
    REQUIRE_FALSE(failed);
    CHECK(code_of(failed.error()) == "Q0403");
    CHECK_MESSAGE(text_of(failed.error()).find(says) == 0, text_of(failed.error()));
  }
  CHECK(engine.call("work", {3000000}));
}

TEST_CASE("errors of a loop and interrupts are as with the engine's own threads") {
  std::string expected;
  for (const Way& way : ways()) {
    CAPTURE(way.name);
    for (const bool own : {true, false}) {
      qc::Engine engine(running(own ? nullptr : way.run));
      REQUIRE(engine.load(kLong));
      std::vector<float> x(70000);
      const auto beyond = engine.call("beyond", {qc::view(x.data(), {70000})});
      REQUIRE_FALSE(beyond);
      if (expected.empty()) expected = beyond.error().to_string();
      CHECK(beyond.error().to_string() == expected);
      engine.limit_time(0.05);
      const auto stopped = engine.call("work", {std::int64_t{1} << 36});
      REQUIRE_FALSE(stopped);
      CHECK(code_of(stopped.error()) == "Q0406");
    }
  }
}

TEST_CASE("a host's thread that waits for a loop may call another engine, and not the same one") {
  qc::Engine inner(running(on_threads));
  REQUIRE(inner.load(kLong));
  const double expected = inner.call("work", {3000000}).value().number();
  qc::Engine* itself = nullptr;
  int nested = 0;
  qc::Engine outer(running([&](std::int64_t count, const Body& body) {
    body(0);
    const auto other = inner.call("work", {3000000});
    REQUIRE(other);
    CHECK(other.value().number() == expected);
    const auto same = itself->call("work", {1});
    REQUIRE_FALSE(same);
    CHECK(code_of(same.error()) == "Q0901");
    ++nested;
    for (std::int64_t k = 1; k < count; ++k) body(k);
  }));
  itself = &outer;
  REQUIRE(outer.load(kLong));
  CHECK(outer.call("work", {3000000}).value().number() == expected);
  CHECK(nested >= 1);
}

TEST_CASE("two engines on two threads run their loops on the threads of one host") {
  std::mutex mutex;  // a host whose threads do one thing at a time
  const auto shared = [&](std::int64_t count, const Body& body) {
    const std::lock_guard lock(mutex);
    on_threads(count, body);
  };
  const std::string expected = bits_with(running(nullptr));
  std::vector<std::thread> threads;
  std::vector<std::string> got(2);
  for (std::string& bits : got)
    threads.emplace_back([&] {
      for (int k = 0; k < 5; ++k) bits = bits_with(running(shared));
    });
  for (auto& thread : threads) thread.join();
  CHECK((got[0] == expected && got[1] == expected));
}

TEST_CASE("a context of CUDA is for an engine on a GPU, which is there or an error") {
  int what = 0;
  for (const char* device : {"cpu", "simt"}) {
    qc::Options options;
    options.device = device;
    options.cuda_stream = &what;
    qc::Engine engine(options);
    const auto refused = engine.load("x = 1");
    REQUIRE_FALSE(refused);
    CHECK(code_of(refused.error()) == "Q0901");
  }
  qc::Engine plain;
  if (plain.device_name().find("cuda") == 0) return;  // which would take what is none for a context
  for (const char* device : {"auto", "cuda", "cuda:0"}) {
    qc::Options options;
    options.device = device;
    options.cuda_context = &what;
    qc::Engine engine(options);
    const auto missing = engine.load("x = 1");
    REQUIRE_FALSE(missing);  // and not silently on the CPU
    CHECK(code_of(missing.error()) == "Q0701");
  }
}

TEST_CASE("C: handlers, and options of a program that was compiled before there were any") {
  Pool pool;
  std::atomic<int> runs{0};
  qc_options options{};
  options.size = sizeof options;
  options.device = "cpu";
  options.threads = 2;
  options.allocate = [](void* user, size_t bytes, size_t alignment) {
    return static_cast<Pool*>(user)->allocate(bytes, alignment);
  };
  options.free = [](void* user, void* memory, size_t bytes) { static_cast<Pool*>(user)->free(memory, bytes); };
  options.allocator_user = &pool;
  options.parallel_for = [](void* user, int64_t count, void (*body)(void*, int64_t), void* context) {
    ++*static_cast<std::atomic<int>*>(user);
    for (int64_t k = 0; k < count; ++k) body(context, k);
  };
  options.parallel_for_user = &runs;
  qc_engine* engine = qc_engine_new(&options);
  REQUIRE(qc_load(engine, "x = zeros(1000000)\nfor k=0..999999\n x[k] = sqrt(k)\nend", nullptr) == QC_OK);
  qc_value* x = qc_get(engine, "x");
  CHECK(pool.holds(qc_data(x)));
  CHECK(runs > 0);
  qc_engine_free(engine);
  qc_value_free(x);
  CHECK(pool.blocks.empty());
  CHECK(pool.strangers == 0);

  options.size = offsetof(qc_options, allocate);  // what lies behind is not the caller's to set
  const int before = pool.given;
  qc_engine* old = qc_engine_new(&options);
  CHECK(qc_load(old, "x = ones(1000)\nprint x[3]", nullptr) == QC_OK);
  CHECK(pool.given == before);
  qc_engine_free(old);
  options.size -= 1;
  CHECK(qc_engine_new(&options) == nullptr);
  options.size = sizeof options;
  options.free = nullptr;
  qc_engine* half = qc_engine_new(&options);
  CHECK(qc_load(half, "x = 1", nullptr) == QC_USAGE);
  qc_engine_free(half);
}
