#include "transform/policy/reduce_choice.h"

#include <charconv>
#include <string>

namespace qc {

namespace {

bool apply(std::string_view word, ReduceChoice& c) {
  static constexpr std::pair<std::string_view, ReduceStrategy> strategies[] = {
      {"shuffle", ReduceStrategy::Shuffle},
      {"sim-shuffle", ReduceStrategy::SimulatedShuffle},
      {"sequential", ReduceStrategy::Sequential},
      {"classic", ReduceStrategy::Classic},
      {"atomic", ReduceStrategy::Atomic}};
  static constexpr std::pair<std::string_view, ReduceFinish> finishes[] = {{"last-block", ReduceFinish::LastBlock},
                                                                           {"two-kernel", ReduceFinish::TwoKernel},
                                                                           {"block-atomic", ReduceFinish::BlockAtomic}};
  for (const auto& [name, strategy] : strategies)
    if (word == name) return c.strategy = strategy, true;
  for (const auto& [name, finish] : finishes)
    if (word == name) return c.finish = finish, true;
  int n = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), n);
  if (error != std::errc() || end != word.data() + word.size() || n < 32 || n > 1024 || (n & (n - 1)) != 0)
    return false;
  c.threads = n;
  return true;
}

}  // namespace

std::optional<ReduceChoice> parse_reduce_choice(std::string_view text) {
  ReduceChoice c;
  for (;;) {
    const auto comma = text.find(',');
    if (!apply(text.substr(0, comma), c)) return {};
    if (comma == std::string_view::npos) return c;
    text.remove_prefix(comma + 1);
  }
}

}  // namespace qc
