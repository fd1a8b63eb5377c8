// A host that does for an engine what it does for itself: arrays lie in its memory, loops run on its threads.
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

#include "qc/qc.h"

namespace {

constexpr const char* kProgram = R"(
function y = roots(n)
  y = zeros(n)
  for k = 0..n-1
    y[k] = sqrt(k)
  end
end
)";

// What the host knows of its memory, and may forbid.
class Budget {
 public:
  explicit Budget(std::size_t bytes) : left_(bytes) {}
  void* take(std::size_t bytes, std::size_t alignment) {
    std::size_t left = left_;
    do
      if (bytes > left) return nullptr;
    while (!left_.compare_exchange_weak(left, left - bytes));
    return std::aligned_alloc(alignment, bytes);  // bytes are a multiple of it
  }
  void give(void* memory, std::size_t bytes) {
    std::free(memory);
    left_ += bytes;
  }
  std::size_t left() const { return left_; }

 private:
  std::atomic<std::size_t> left_;
};

int fail(const qc::Error& error) {
  std::fputs(error.to_string().c_str(), stderr);
  return 1;
}

}  // namespace

int main() {
  Budget budget(std::size_t{16} << 20);
  std::atomic<int> loops{0};
  qc::Options options;
  options.device = "cpu";
  options.threads = 4;
  options.allocator = {[&](std::size_t bytes, std::size_t alignment) { return budget.take(bytes, alignment); },
                       [&](void* memory, std::size_t bytes) { budget.give(memory, bytes); }};
  options.parallel_for = [&](std::int64_t count, const std::function<void(std::int64_t)>& body) {
    ++loops;
    std::vector<std::thread> threads;  // a host has a pool of them
    for (std::int64_t k = 1; k < count; ++k) threads.emplace_back([&body, k] { body(k); });
    body(0);
    for (auto& thread : threads) thread.join();
  };
  qc::Engine engine(options);
  if (auto loaded = engine.load(kProgram, "roots.q"); !loaded) return fail(loaded.error());
  {
    const auto roots = engine.call("roots", {1000000});
    if (!roots) return fail(roots.error());
    std::printf("%g, %s loops on the host's threads, %zu MiB left\n",
                static_cast<const float*>(roots.value().data())[998001], loops > 0 ? "with" : "without",
                budget.left() >> 20);
  }
  const auto large = engine.call("roots", {10000000});
  if (!large) std::printf("%s\n", large.error().messages[0].text.c_str());
  std::printf("%zu MiB left\n", budget.left() >> 20);
}
