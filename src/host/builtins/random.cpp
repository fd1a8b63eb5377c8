// rand, randn, randi, randperm: numbers of the session's key, one after another (philox.h). The same program draws the
// same numbers on every target, with any number of threads, and in every run, unless it says seed(n).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <vector>

#include "codegen/host_math.h"
#include "host/arrays/arith.h"
#include "host/builtins/families.h"
#include "host/context/builtin_state.h"
#include "host/context/parallel_chunks.h"
#include "host/device/device_arrays.h"
#include "support/stop.h"
#include "value/philox_blocks.h"

namespace qc::host {

namespace {

// In [0, 1): multiples of 2^-24 as float, of 2^-53 as double; the float is the double cut off.
template <class T>
T uniform(std::uint64_t word) {
  if constexpr (std::is_same_v<T, float>)
    return float(std::int32_t(word >> 40)) * 0x1p-24f;
  else
    return double(word >> 11) * 0x1p-53;
}

// Takes the next n numbers of the session: where they start.
std::uint64_t take(BuiltinState& s, std::int64_t n) {
  const std::uint64_t first = s.drawn;
  s.drawn += std::uint64_t(n);
  return first;
}
std::uint64_t take_word(BuiltinState& s) {
  std::uint64_t word;
  random_words(s.seed, take(s, 1), &word, 1);
  return word;
}

// Numbers are made in pieces that stay in the first-level cache; threads share many of them.
constexpr std::int64_t kRandomPiece = 1024, kRandomChunk = 64 * kRandomPiece;

struct Uniform {
  static constexpr std::int64_t kWords = 1;  // for each number
  template <class T>
  static void fill(const std::uint64_t* words, T* out, std::int64_t n) {
    for (std::int64_t i = 0; i < n; ++i) out[i] = uniform<T>(words[i]);
  }
};

// Box and Muller: two uniform numbers make one of the normal distribution; the elementary functions are those of the
// language, so the bits are too.
struct Normal {
  static constexpr std::int64_t kWords = 2;
  template <class T>
  static void fill(const std::uint64_t* words, T* out, std::int64_t n) {
    T size[kRandomPiece], turn[kRandomPiece], logs[kRandomPiece], cosines[kRandomPiece];
    for (std::int64_t i = 0; i < n; ++i) {
      size[i] = T(1) - uniform<T>(words[2 * i]);  // > 0
      turn[i] = T(6.283185307179586) * uniform<T>(words[2 * i + 1]);
    }
    host_math(ir::MathFn::Log, logs, size, nullptr, n);
    host_math(ir::MathFn::Cos, cosines, turn, nullptr, n);
    for (std::int64_t i = 0; i < n; ++i) out[i] = std::sqrt(T(-2) * logs[i]) * cosines[i];
  }
};

template <class Kind, class T>
void fill_random(CallContext& c, std::span<T> out) {
  BuiltinState& state = c.session.builtin_state();
  const std::uint64_t seed = state.seed, first = take(state, std::int64_t(out.size()) * Kind::kWords);
  const auto some = [&](std::int64_t begin, std::int64_t end) {
    std::uint64_t words[Kind::kWords * kRandomPiece];
    for (std::int64_t i = begin; i < end; i += kRandomPiece) {
      const std::int64_t n = std::min(kRandomPiece, end - i);
      random_words(seed, first + std::uint64_t(i * Kind::kWords), words, n * Kind::kWords);
      Kind::fill(words, out.data() + i, n);
    }
  };
  const auto n = std::int64_t(out.size());
  if (n <= kRandomChunk)
    some(0, n);
  else
    in_chunks(c.session.host_device(), n, kRandomChunk, some);
}

void set_seed(CallContext& c, const Value& v) {
  BuiltinState& s = c.session.builtin_state();
  s.seed = std::uint64_t(to_index(v, c.span));
  s.drawn = s.launches = 0;
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

template <class Kind>
Results draw(CallContext& c, Args& a) {
  if (takes_seed(c, a)) return {};
  const Elem scalar = c.session.options().scalar;
  if (a.empty()) {
    const auto one = [&](auto x) {
      fill_random<Kind>(c, std::span(&x, 1));
      return Results{Value(Number::real(double(x), scalar))};
    };
    return scalar == Elem::F64 ? one(0.0) : one(0.0f);
  }
  ArrayP x = make_array(scalar, extents_of(c, a), false);
  BuiltinState& state = c.session.builtin_state();
  if (random_there(c.session, *x, Kind::kWords == 2, state.drawn, state.seed)) {
    take(state, x->count() * Kind::kWords);
    return {Value(x)};
  }
  if (scalar == Elem::F64)
    fill_random<Kind>(c, new_elements<double>(*x));
  else
    fill_random<Kind>(c, new_elements<float>(*x));
  return {Value(x)};
}
Results rand_(CallContext& c, Args& a) { return draw<Uniform>(c, a); }
Results randn(CallContext& c, Args& a) { return draw<Normal>(c, a); }

// randi(n, extents...): ints in 1..n; randi([lo, hi], ...) in lo..hi.
Results randi(CallContext& c, Args& a) {
  if (takes_seed(c, a)) return {};
  if (a.empty()) want_arguments(c, a, "randi", 1, 17);
  auto range = ints_of(c, a[0]);
  if (range.size() == 1) range.insert(range.begin(), 1);
  if (range.size() != 2 || range[1] < range[0])
    fail("Q0404", c.span, "'randi' wants the greatest number, or [lowest, greatest]");
  const std::uint64_t span = std::uint64_t(range[1]) - std::uint64_t(range[0]) + 1;
  BuiltinState& state = c.session.builtin_state();
  auto number = [&](std::uint64_t word) {
    return range[0] + std::int64_t(span == 0 ? word : std::uint64_t((unsigned __int128)(word)*span >> 64));
  };
  if (a.size() == 1) return {Value(Number::integer(number(take_word(state))))};
  ArrayP x = make_array(Elem::I64, extents_of(c, a, 1), false);
  if (random_ints_there(c.session, *x, range[0], span, state.drawn, state.seed)) {
    take(state, x->count());
    return {Value(x)};
  }
  const auto out = new_elements<std::int64_t>(*x);
  std::uint64_t words[kRandomPiece];
  SeldomStopped stopped;
  for (std::size_t i = 0; i < out.size(); i += kRandomPiece) {
    stopped.check(kRandomPiece);
    const std::size_t n = std::min(std::size_t(kRandomPiece), out.size() - i);
    random_words(state.seed, take(state, std::int64_t(n)), words, std::int64_t(n));
    for (std::size_t k = 0; k < n; ++k) out[i + k] = number(words[k]);
  }
  return {Value(x)};
}

// randperm(n): 0..n-1 in random order (Fisher and Yates). randperm(n, k): the first k of them.
Results randperm(CallContext& c, Args& a) {
  want_arguments(c, a, "randperm", 1, 2);
  const std::int64_t kept = a.size() == 2 ? to_index(a[1], c.span) : -1;
  if (a.size() == 2) a.pop_back();
  const std::int64_t n = extents_of(c, a)[0];
  if (kept > n || kept < -1) fail("Q0404", c.span, fmt::format("'randperm' of {} numbers has no first {}", n, kept));
  ArrayP x = make_array(Elem::I64, {n}, false);
  const auto v = new_elements<std::int64_t>(*x);
  in_stoppable_parts(
      n, [&](std::int64_t begin, std::int64_t end) { std::iota(v.begin() + begin, v.begin() + end, begin); });
  BuiltinState& state = c.session.builtin_state();
  const std::uint64_t first = take(state, std::max<std::int64_t>(0, n - 1));
  std::uint64_t words[kRandomPiece];
  SeldomStopped stopped;
  for (std::int64_t k = n; k > 1; --k) {
    const std::int64_t at = (n - k) % kRandomPiece;
    if (at == 0) {
      stopped.check(kRandomPiece);
      random_words(state.seed, first + std::uint64_t(n - k), words, std::min(kRandomPiece, k - 1));
    }
    std::swap(v[std::size_t(k - 1)], v[std::size_t((unsigned __int128)(words[at]) * std::uint64_t(k) >> 64)]);
  }
  if (kept < 0) return {Value(x)};
  return {int_vector({v.begin(), v.begin() + kept})};
}

Results seed(CallContext& c, Args& a) {
  want_arguments(c, a, "seed", 1, 1);
  set_seed(c, a[0]);
  return {};
}

}  // namespace

const BuiltinTable& random_builtins() {
  static const BuiltinTable table = {
      {"rand", rand_}, {"randn", randn}, {"randi", randi}, {"randperm", randperm}, {"seed", seed}};
  return table;
}

}  // namespace qc::host
