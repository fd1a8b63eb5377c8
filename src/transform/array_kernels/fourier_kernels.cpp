#include "transform/array_kernels/fourier_kernels.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "ir/build.h"

namespace qc {

using namespace ir;

namespace {

constexpr int kLargestRadix = 16;
constexpr std::int64_t kMostThreads = 1024, kRowThreads = 256;
constexpr std::int64_t kMostShared = 200 * 1024;  // bytes of a block's numbers
constexpr std::int64_t kSector = 32;              // bytes that memory hands out together

// Fewest stages first, then the smallest largest radix: it is what registers have to hold.
void search_radices(std::int64_t n, int most, std::vector<int>& now, std::vector<int>& best) {
  const auto largest = [](const std::vector<int>& r) { return r.empty() ? 0 : *std::max_element(r.begin(), r.end()); };
  if (n == 1) {
    if (best.empty() || now.size() < best.size() || (now.size() == best.size() && largest(now) < largest(best)))
      best = now;
    return;
  }
  if (!best.empty() && now.size() >= best.size()) return;
  for (int r = most; r > 1; --r) {
    if (n % r != 0) continue;
    now.push_back(r);
    search_radices(n / r, r, now, best);
    now.pop_back();
  }
}

// A thread's place in padded shared memory: 16 numbers and a gap, so that threads which store 16 apart meet different
// banks.
std::int64_t padded(std::int64_t n) { return (n + n / 16 + 31) / 32 * 32 + 8; }

struct Complex {
  ExprP re, im;
};

struct FourierBuilder {
  const FourierKernel& plan;
  Function f;
  ArrayId from, to, roots, twist, shared_re, shared_im;
  ExprP scale, alive, base, column, inner, line, first;  // first: the thread's number among those of its line

  explicit FourierBuilder(const FourierKernel& p) : plan(p) {}

  ArrayId global(const char* name) {
    Array a;
    a.name = name;
    a.elem = plan.elem;
    a.aligned = true;
    const ArrayId id = f.add_array(a);
    f.params.push_back({Param::Kind::Array, id});
    return id;
  }
  ArrayId shared(const char* name) {
    Array a;
    a.name = name;
    a.elem = plan.elem;
    a.space = Space::Shared;
    a.dims = {plan.lines * padded(plan.n)};
    return f.add_array(a);
  }
  ExprP scalar(const char* name, Elem type) {
    const VarId v = f.add_var(name, type);
    f.params.push_back({Param::Kind::Scalar, v});
    return var(f, v);
  }
  ExprP let(Block& block, ExprP value) {
    const VarId v = f.add_var("t", value->type);
    block.push_back({Assign{v, std::move(value)}, {}});
    return var(f, v);
  }
  Complex let(Block& block, const Complex& c) { return {let(block, c.re), let(block, c.im)}; }
  ExprP constant(double v) const { return float_const(v, plan.elem); }
  static Access at(ArrayId array, ExprP index) {
    Access a;
    a.array = array;
    a.index = {std::move(index)};
    return a;
  }

  // ---- arithmetic ----
  Complex product(Block& block, const Complex& a, const ExprP& re, const ExprP& im) {
    return let(block, {fma(unary(UnaryOp::Neg, a.im), im, mul(a.re, re)), fma(a.re, im, mul(a.im, re))});
  }
  // exp(-+ 2 pi i k / n) times a, without a product where the root is a power of i.
  Complex rotated(Block& block, const Complex& a, std::int64_t k, std::int64_t n) {
    k %= n;
    const bool forward = !plan.inverse;
    if (k == 0) return a;
    if (2 * k == n) return {unary(UnaryOp::Neg, a.re), unary(UnaryOp::Neg, a.im)};
    if (4 * k == n || 4 * k == 3 * n) {
      const bool minus_i = (4 * k == n) == forward;
      return minus_i ? Complex{a.im, unary(UnaryOp::Neg, a.re)} : Complex{unary(UnaryOp::Neg, a.im), a.re};
    }
    const double angle = (forward ? -2 : 2) * M_PI * double(k) / double(n);
    return product(block, a, constant(std::cos(angle)), constant(std::sin(angle)));
  }
  Complex sum(Block& block, const Complex& a, const Complex& b) {
    return let(block, {add(a.re, b.re), add(a.im, b.im)});
  }
  Complex difference(Block& block, const Complex& a, const Complex& b) {
    return let(block, {sub(a.re, b.re), sub(a.im, b.im)});
  }

  // A transform in registers: of two parts, of the smallest prime factor and the rest; a prime by its definition, in
  // which the terms of k and -k share their products.
  std::vector<Complex> transform(Block& block, const std::vector<Complex>& x) {
    const std::size_t n = x.size();
    if (n == 1) return x;
    if (n == 2) return {sum(block, x[0], x[1]), difference(block, x[0], x[1])};
    std::size_t p = 2;
    while (n % p != 0) ++p;
    if (p == n) return by_definition(block, x);
    const std::size_t rest = n / p;
    std::vector<std::vector<Complex>> parts;  // of every p-th number
    for (std::size_t i = 0; i < p; ++i) {
      std::vector<Complex> some;
      for (std::size_t k = 0; k < rest; ++k) some.push_back(x[i + p * k]);
      parts.push_back(transform(block, some));
    }
    std::vector<Complex> out(n);
    for (std::size_t k = 0; k < rest; ++k) {
      std::vector<Complex> column;
      for (std::size_t i = 0; i < p; ++i)
        column.push_back(rotated(block, parts[i][k], std::int64_t(i * k), std::int64_t(n)));
      const auto y = transform(block, column);
      for (std::size_t i = 0; i < p; ++i) out[k + rest * i] = y[i];
    }
    return out;
  }
  std::vector<Complex> by_definition(Block& block, const std::vector<Complex>& x) {
    const std::size_t n = x.size(), half = n / 2;
    std::vector<Complex> even, odd, out(n);  // x[k] + x[-k], x[k] - x[-k]
    Complex all = x[0];
    for (std::size_t k = 1; k <= half; ++k) {
      even.push_back(sum(block, x[k], x[n - k]));
      odd.push_back(difference(block, x[k], x[n - k]));
      all = sum(block, all, even.back());
    }
    out[0] = all;
    for (std::size_t j = 1; j <= half; ++j) {
      Complex a = x[0], b{};
      for (std::size_t k = 1; k <= half; ++k) {
        const double angle = 2 * M_PI * double(j * k % n) / double(n);
        const ExprP c = constant(std::cos(angle)), s = constant(std::sin(angle));
        a = let(block, {fma(even[k - 1].re, c, a.re), fma(even[k - 1].im, c, a.im)});
        b = let(block, b.re ? Complex{fma(odd[k - 1].re, s, b.re), fma(odd[k - 1].im, s, b.im)}
                            : Complex{mul(odd[k - 1].re, s), mul(odd[k - 1].im, s)});
      }
      const Complex minus_i{b.im, unary(UnaryOp::Neg, b.re)};  // of the forward transform: a - i b
      out[plan.inverse ? n - j : j] = sum(block, a, minus_i);
      out[plan.inverse ? j : n - j] = difference(block, a, minus_i);
    }
    return out;
  }

  // ---- memory ----
  ExprP global_place(const ExprP& k) { return add(base, mul(k, inner)); }
  Complex load_global(Block& block, const ExprP& k) {
    const ExprP i = let(block, global_place(k));
    if (plan.of_reals) return let(block, {load(f, at(from, i)), constant(0)});
    return let(block,
               {load(f, at(from, mul(i, int_const(2)))), load(f, at(from, add(mul(i, int_const(2)), int_const(1))))});
  }
  Complex pair_at(Block& block, ArrayId array, const ExprP& k) {
    const ExprP i = let(block, mul(k, int_const(2)));
    return let(block, {load(f, at(array, i)), load(f, at(array, add(i, int_const(1))))});
  }
  Complex twisted(Block& block, const ExprP& k, const Complex& c) {
    const ExprP m = let(block, mul(k, column));
    const Complex fine = pair_at(block, twist, binary(BinaryOp::BitAnd, m, int_const(kFineRoots - 1)));
    const Complex coarse = pair_at(
        block, twist,
        add(binary(BinaryOp::Shr, m, int_const(std::countr_zero(std::uint64_t(kFineRoots)))), int_const(kFineRoots)));
    const Complex w = product(block, fine, coarse.re, coarse.im);
    return product(block, c, w.re, plan.inverse ? unary(UnaryOp::Neg, w.im) : w.im);
  }
  void store_global(Block& block, const ExprP& k, const Complex& given) {
    const Complex c = plan.twisted ? twisted(block, k, given) : given;
    const ExprP i = let(block, mul(global_place(k), int_const(2)));
    const Complex scaled = let(block, {mul(c.re, scale), mul(c.im, scale)});
    block.push_back({Store{at(to, i), scaled.re}, {}});
    block.push_back({Store{at(to, add(i, int_const(1))), scaled.im}, {}});
  }
  ExprP shared_place(Block& block, const ExprP& k) {
    const ExprP i = let(block, k);
    return let(block, add(mul(line, int_const(padded(plan.n))), add(i, binary(BinaryOp::Shr, i, int_const(4)))));
  }

  // Number j of a stage: r numbers n / r apart, rotated by their place, transformed, and stored `before` apart. In
  // between they are in registers, so that one copy of shared memory is enough: blocks meet before and after it is
  // written.
  void stage(std::size_t s, std::int64_t before) {
    const std::int64_t r = plan.radices[s], n = plan.n, apart = n / r;
    const bool first_stage = s == 0, last_stage = s + 1 == plan.radices.size();
    const ExprP mine = logical_and(alive, lt(first, int_const(apart)));
    std::vector<VarId> re, im;
    for (std::int64_t k = 0; k < r; ++k) {
      re.push_back(f.add_var(fmt::format("re{}", k), plan.elem));
      im.push_back(f.add_var(fmt::format("im{}", k), plan.elem));
      f.body.push_back({Assign{re.back(), constant(0)}, {}});
      f.body.push_back({Assign{im.back(), constant(0)}, {}});
    }
    Block take;
    std::vector<Complex> x;
    for (std::int64_t k = 0; k < r; ++k) {
      const ExprP place = add(first, int_const(k * apart));
      if (first_stage) {
        x.push_back(load_global(take, place));
        continue;
      }
      const ExprP i = shared_place(take, place);
      x.push_back(let(take, {load(f, at(shared_re, i)), load(f, at(shared_im, i))}));
    }
    if (before > 1) {
      const ExprP turn = let(take, mul(binary(BinaryOp::Mod, first, int_const(before)), int_const(n / (before * r))));
      for (std::int64_t k = 1; k < r; ++k) {
        const Complex w = pair_at(take, roots, mul(turn, int_const(k)));
        x[std::size_t(k)] = product(take, x[std::size_t(k)], w.re, plan.inverse ? unary(UnaryOp::Neg, w.im) : w.im);
      }
    }
    const auto y = transform(take, x);
    if (last_stage) {
      for (std::int64_t k = 0; k < r; ++k) store_global(take, add(first, int_const(k * before)), y[std::size_t(k)]);
      f.body.push_back({If{mine, std::move(take), {}}, {}});
      return;
    }
    for (std::size_t k = 0; k < y.size(); ++k) {
      take.push_back({Assign{re[k], y[k].re}, {}});
      take.push_back({Assign{im[k], y[k].im}, {}});
    }
    f.body.push_back({If{mine, std::move(take), {}}, {}});
    if (!first_stage) f.body.push_back({Barrier{}, {}});
    Block give;
    const ExprP within = binary(BinaryOp::Mod, first, int_const(before));
    const ExprP start = let(give, add(mul(sub(first, within), int_const(r)), within));
    for (std::int64_t k = 0; k < r; ++k) {
      const ExprP i = shared_place(give, add(start, int_const(k * before)));
      give.push_back({Store{at(shared_re, i), var(f, re[std::size_t(k)])}, {}});
      give.push_back({Store{at(shared_im, i), var(f, im[std::size_t(k)])}, {}});
    }
    f.body.push_back({If{mine, std::move(give), {}}, {}});
    f.body.push_back({Barrier{}, {}});
  }

  Function build() {
    f.name = fourier_name(plan);
    f.threads = int(plan.lines * plan.threads);
    from = global("from"), to = global("to"), roots = global("roots");
    f.arrays[roots].noalias = true;
    const ExprP count = scalar("lines", Elem::I64);
    inner = scalar("inner", Elem::I64);
    scale = scalar("scale", plan.elem);
    if (plan.twisted) twist = global("twist");
    shared_re = shared("re"), shared_im = shared("im");
    const ExprP t = builtin(BuiltinKind::ThreadIdx);
    const ExprP by = int_const(plan.columns ? plan.lines : plan.threads);
    const ExprP whole = let(f.body, binary(BinaryOp::DivTrunc, t, by)),
                rest = let(f.body, binary(BinaryOp::Mod, t, by));
    line = plan.columns ? rest : whole;
    first = plan.columns ? whole : rest;
    const ExprP b = let(f.body, add(mul(builtin(BuiltinKind::BlockIdx), int_const(plan.lines)), line));
    alive = let(f.body, lt(b, count));
    if (!plan.columns) {
      inner = int_const(1);
      base = let(f.body, mul(b, int_const(plan.n)));
    } else {
      const ExprP outer = let(f.body, binary(BinaryOp::DivTrunc, b, inner));
      column = let(f.body, sub(b, mul(outer, inner)));
      base = let(f.body, add(mul(outer, mul(inner, int_const(plan.n))), column));
    }
    std::int64_t before = 1;
    for (std::size_t s = 0; s < plan.radices.size(); ++s) {
      stage(s, before);
      before *= plan.radices[s];
    }
    return std::move(f);
  }
};

}  // namespace

std::optional<FourierKernel> plan_fourier(std::int64_t n, Elem elem, bool inverse, bool of_reals, bool columns) {
  FourierKernel p{n, elem, inverse, of_reals, columns};
  if (n < 2 || n > kLongestFourier) return {};
  std::vector<int> now;
  search_radices(n, kLargestRadix, now, p.radices);
  if (p.radices.empty()) return {};
  for (const int r : p.radices) p.threads = std::max(p.threads, n / r);
  const std::int64_t bytes = byte_size(elem), of_line = 2 * bytes * padded(n);
  p.lines = columns ? kSector / (2 * bytes) : std::max<std::int64_t>(1, kRowThreads / p.threads);
  if (columns)
    while (p.lines * p.threads < kRowThreads / 2) p.lines *= 2;
  while (p.lines > 1 && (p.lines * p.threads > kMostThreads || p.lines * of_line > kMostShared)) p.lines /= 2;
  if (p.threads > kMostThreads || p.lines * of_line > kMostShared) return {};
  return p;
}

std::string fourier_name(const FourierKernel& p) {
  return fmt::format("fourier_{}{}{}{}{}{}", p.n, p.elem == Elem::F64 ? "_double" : "", p.inverse ? "_inverse" : "",
                     p.of_reals ? "_real" : "", p.columns ? "_columns" : "", p.twisted ? "_twisted" : "");
}

Function fourier_kernel(const FourierKernel& plan) { return FourierBuilder(plan).build(); }

}  // namespace qc
