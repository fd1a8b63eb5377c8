// Random numbers that are the same on every machine.
#pragma once
#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

namespace qc::laws {

class Random {
 public:
  Random(std::uint64_t seed, std::uint64_t index)
      : state_(seed * 0x9e3779b97f4a7c15u + index * 0xd1b54a32d192ed03u + 1) {}
  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  int below(int n) { return int(next() % std::uint64_t(n)); }
  int between(int lo, int hi) { return lo + below(hi - lo + 1); }
  bool chance(int percent) { return below(100) < percent; }
  template <class T>
  const T& pick(const std::vector<T>& all) {
    return all[std::size_t(below(int(all.size())))];
  }
  std::string one(std::initializer_list<const char*> all) { return all.begin()[below(int(all.size()))]; }

 private:
  std::uint64_t state_;
};

}  // namespace qc::laws
