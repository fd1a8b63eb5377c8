// rand, randn, randi, randperm: numbers of the session's key, one after another (philox.h). The same program draws the same
// numbers on every target, with any number of threads, and in every run, unless it says seed(n).
#include <fmt/format.h>

#include <cmath>
#include <numeric>

#include "codegen/host_math.h"
#include "host/arith.h"
#include "host/builtin_parts.h"
#include "host/builtin_state.h"
#include "host/philox.h"

namespace qc::host {

namespace {

// Block n of four words makes two numbers, 2n and 2n + 1, each from two words.
class Draws {
 public:
  explicit Draws(BuiltinState& state) : state_(state) {}
  std::uint64_t word() {
    const std::uint64_t n = state_.drawn++;
    if (n / 2 != block_at_ || !have_) block_ = philox(state_.seed, block_at_ = n / 2), have_ = true;
    const std::size_t half = n % 2 * 2;
    return std::uint64_t(block_[half + 1]) << 32 | block_[half];
  }
  // In [0, 1): multiples of 2^-24 as float, of 2^-53 as double; the float is the double cut off.
  template <class T> T uniform() {
    const std::uint64_t w = word();
    if constexpr (std::is_same_v<T, float>) return float(w >> 40) * 0x1p-24f;
    else return double(w >> 11) * 0x1p-53;
  }
  // Box and Muller: two uniform numbers make one of the normal distribution; the elementary functions are those of the
  // language, so the bits are too.
  template <class T> T normal() {
    const T u = T(1) - uniform<T>(), v = uniform<T>();  // u > 0
    return std::sqrt(T(-2) * host_math(ir::MathFn::Log, u)) * host_math(ir::MathFn::Cos, T(6.283185307179586) * v);
  }

 private:
  BuiltinState& state_;
  PhiloxBlock block_{};
  std::uint64_t block_at_ = 0;
  bool have_ = false;
};

void set_seed(CallContext& c, const Value& v) {
  BuiltinState& s = c.session.builtin_state();
  s.seed = std::uint64_t(to_index(v, c.span));
  s.drawn = 0;
}

// Takes ("seed", n) or ("state", n) out of the arguments. True when that was all: the call only sets the seed.
bool takes_seed(CallContext& c, Args& a) {
  for (std::size_t k = 0; k + 1 < a.size(); ++k) {
    const std::string* word = if_text(a[k]);
    if (!word || (*word != "seed" && *word != "state" && *word != "twister")) continue;
    set_seed(c, a[k + 1]);
    a.erase(a.begin() + std::ptrdiff_t(k), a.begin() + std::ptrdiff_t(k) + 2);
    return a.empty();
  }
  return false;
}

template <class Draw>
Results draw(CallContext& c, Args& a, const Draw& draw_one) {
  if (takes_seed(c, a)) return {};
  Draws draws(c.session.builtin_state());
  const Elem scalar = c.session.options().scalar;
  if (a.empty()) {
    if (scalar == Elem::F64) return {Value(Number::real(draw_one(draws, double{}), scalar))};
    return {Value(Number::real(double(draw_one(draws, float{})), scalar))};
  }
  ArrayP x = make_array(scalar, extents_of(c, a), false);
  auto fill = [&](auto values) { for (auto& v : values) v = draw_one(draws, v); };
  if (scalar == Elem::F64) fill(new_elements<double>(*x));
  else fill(new_elements<float>(*x));
  return {Value(x)};
}
Results rand_(CallContext& c, Args& a) { return draw(c, a, [](Draws& d, auto t) { return d.uniform<decltype(t)>(); }); }
Results randn(CallContext& c, Args& a) { return draw(c, a, [](Draws& d, auto t) { return d.normal<decltype(t)>(); }); }

// randi(n, extents...): ints in 1..n; randi([lo, hi], ...) in lo..hi.
Results randi(CallContext& c, Args& a) {
  if (takes_seed(c, a)) return {};
  if (a.empty()) want_arguments(c, a, "randi", 1, 17);
  auto range = ints_of(c, a[0]);
  if (range.size() == 1) range.insert(range.begin(), 1);
  if (range.size() != 2 || range[1] < range[0]) fail("Q0404", c.span, "'randi' wants the greatest number, or [lowest, greatest]");
  const std::uint64_t span = std::uint64_t(range[1]) - std::uint64_t(range[0]) + 1;
  Draws draws(c.session.builtin_state());
  auto one = [&] { return range[0] + std::int64_t(span == 0 ? draws.word() : std::uint64_t((unsigned __int128)(draws.word()) * span >> 64)); };
  if (a.size() == 1) return {Value(Number::integer(one()))};
  ArrayP x = make_array(Elem::I64, extents_of(c, a, 1), false);
  for (std::int64_t& v : new_elements<std::int64_t>(*x)) v = one();
  return {Value(x)};
}

// randperm(n): 0..n-1 in random order (Fisher and Yates).
Results randperm(CallContext& c, Args& a) {
  want_arguments(c, a, "randperm", 1, 1);
  std::vector<std::int64_t> v(std::size_t(extents_of(c, a)[0]));
  std::iota(v.begin(), v.end(), 0);
  Draws draws(c.session.builtin_state());
  for (std::size_t k = v.size(); k > 1; --k) std::swap(v[k - 1], v[std::size_t((unsigned __int128)(draws.word()) * k >> 64)]);
  return {int_vector(v)};
}

Results seed(CallContext& c, Args& a) {
  want_arguments(c, a, "seed", 1, 1);
  set_seed(c, a[0]);
  return {};
}

}  // namespace

const BuiltinTable& random_builtins() {
  static const BuiltinTable table = {
      {"rand", rand_}, {"randn", randn}, {"randi", randi}, {"randperm", randperm}, {"seed", seed}, {"randseed", seed}, {"rng", seed}};
  return table;
}

}  // namespace qc::host
