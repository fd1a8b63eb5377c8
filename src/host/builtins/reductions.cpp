// Reductions of whole arrays, or along one dimension, on the host in the order of the language's tree (tree_fold.h):
// sum(x) has the bits of the loop that adds its elements to 0.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "host/arrays/reduce_columns.h"
#include "host/arrays/reduce_rows.h"
#include "host/arrays/tree_fold.h"
#include "host/arrays/typed_map.h"
#include "host/builtins/families.h"
#include "host/builtins/reduction_axes.h"
#include "ir/sums_of_squares.h"
#include "value/complex_math.h"

namespace qc::host {

namespace {

template <class T>
using Real = decltype(std::abs(T{}));
template <class In>
using Element = std::remove_const_t<typename In::element_type>;

Axis axis_at(const CallContext& c, const Array& x, const Value& dim) { return axis_of(c, x, to_index(dim, c.span)); }

// f(line, n) of each line along the axis; the results in an array of the reduced extents.
template <class T, class F>
Value along(const Axis& axis, std::span<const T> in, const F& f) {
  using R = decltype(f(in.data(), std::int64_t{}));
  ArrayP out = make_array(result_elem<R>(), axis.reduced(), false, is_complex_v<R>);
  Stored<R>* to = static_cast<Stored<R>*>(out->buffer->host_overwrite());
  if (axis.inner == 1) {
    for (std::int64_t l = 0; l < axis.outer; ++l) to[l] = f(in.data() + l * axis.n, axis.n);
    return Value(out);
  }
  // Neighbouring lines are gathered together: each line of memory is read once.
  constexpr std::int64_t kSide = std::max<std::int64_t>(1, 64 / std::int64_t(sizeof(T)));
  std::vector<T> lines(std::size_t(axis.n * kSide));
  for (std::int64_t o = 0; o < axis.outer; ++o)
    for (std::int64_t first = 0; first < axis.inner; first += kSide) {
      const std::int64_t width = std::min(kSide, axis.inner - first);
      const T* from = in.data() + o * axis.n * axis.inner + first;
      for (std::int64_t k = 0; k < axis.n; ++k, from += axis.inner)
        for (std::int64_t i = 0; i < width; ++i) lines[std::size_t(i * axis.n + k)] = from[i];
      for (std::int64_t i = 0; i < width; ++i) to[o * axis.inner + first + i] = f(lines.data() + i * axis.n, axis.n);
    }
  return Value(out);
}

// f over all elements, or over each line along the dimension that is the argument `at`.
template <bool floats, class F>
Results reduced(const CallContext& c, const Args& a, std::size_t at, const F& f) {
  const ArrayP x = array_of(c, a[0]);
  const auto apply = [&](auto in) -> Results {
    if (a.size() > at && !left_out(a[at])) return {along<Element<decltype(in)>>(axis_at(c, *x, a[at]), in, f)};
    return {Value(result_number(f(in.data(), std::int64_t(in.size()))))};
  };
  if constexpr (floats)
    return with_floats(c, x, apply);
  else
    return with_elements(x, apply);
}

Results sum(CallContext& c, Args& a) {
  want_arguments(c, a, "sum", 1, 2);
  return reduced<false>(c, a, 1, [](const auto* x, std::int64_t n) { return tree_sum(x, n); });
}
Results prod(CallContext& c, Args& a) {
  want_arguments(c, a, "prod", 1, 2);
  return reduced<false>(c, a, 1, [](const auto* x, std::int64_t n) { return tree_product(x, n); });
}

// Complex numbers by their parts, as by any real number.
template <class T>
T mean_of(const T* x, std::int64_t n) {
  return tree_sum(x, n) / Real<T>(n);
}

// Ints are added as ints and divided once.
Results mean(CallContext& c, Args& a) {
  want_arguments(c, a, "mean", 1, 2);
  const bool wide = c.session.options().scalar == Elem::F64;
  if (is_float(kind_of(c, a[0]).type))
    return reduced<true>(c, a, 1, [](const auto* x, std::int64_t n) { return mean_of(x, n); });
  const auto divided = [](const auto* x, std::int64_t n) -> double {
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(*x)>, std::int64_t>)
      return double(tree_sum(x, n)) / double(n);
    else
      return 0;
  };
  if (wide) return reduced<false>(c, a, 1, divided);
  return reduced<false>(c, a, 1, [&](const auto* x, std::int64_t n) { return float(divided(x, n)); });
}

// ---- extremes -----------------------------------------------------------------------------------------------------

[[noreturn]] void no_order(const CallContext& c, const char* name) {
  fail("Q0301", c.span, fmt::format("'{}' of complex numbers: they have no order", name),
       "abs(x) or real(x) can be ordered");
}

template <bool kMax, class T>
T extreme_of(const T* x, std::int64_t n) {
  return tree_of(x, n, Extreme<kMax>{});
}

[[noreturn]] void no_numbers(const CallContext& c, const char* name) {
  fail("Q0404", c.span, fmt::format("'{}' of an array without numbers", name));
}

// Places of all elements, or along the dimension that is the argument `at`. Of a line without numbers it is an error,
// or 0 beside the NaN that is its extreme.
template <bool kMax>
Results places(CallContext& c, const Args& a, std::size_t at, const char* name, bool beside_extreme) {
  if (kind_of(c, a[0]).complex) no_order(c, name);
  const ArrayP x = array_of(c, a[0]);
  return with_elements(x, [&](auto in) -> Results {
    using T = Element<decltype(in)>;
    if constexpr (is_complex_v<T>)
      return {};
    else {
      if (a.size() <= at || left_out(a[at])) {
        const std::int64_t k = first_place<kMax>(in.data(), std::int64_t(in.size()));
        if (k < 0 && !beside_extreme) no_numbers(c, name);
        return {Value(Number::integer(std::max<std::int64_t>(k, 0)))};
      }
      const Axis axis = axis_at(c, *x, a[at]);
      ArrayP out = make_array(Elem::I64, axis.reduced(), false);
      auto to = new_elements<std::int64_t>(*out);
      first_places<kMax>(in.data(), {axis.outer, axis.n, axis.inner}, to.data());
      for (std::int64_t& k : to) {
        if (k < 0 && !beside_extreme) no_numbers(c, name);
        k = std::max<std::int64_t>(k, 0);
      }
      return {Value(out)};
    }
  });
}
Results argmin(CallContext& c, Args& a) {
  want_arguments(c, a, "argmin", 1, 2);
  return places<false>(c, a, 1, "argmin", false);
}
Results argmax(CallContext& c, Args& a) {
  want_arguments(c, a, "argmax", 1, 2);
  return places<true>(c, a, 1, "argmax", false);
}

// The extreme of all elements and its place, read once. Nothing: it is a zero, of which the place does not tell the
// sign, or there is an error to report.
template <bool kMax>
std::optional<Results> extreme_and_place(const CallContext& c, const Args& a) {
  const ArrayP x = array_of(c, a[0]);
  return with_elements(x, [&](auto in) -> std::optional<Results> {
    using T = Element<decltype(in)>;
    if constexpr (is_complex_v<T>)
      return {};
    else {
      const std::int64_t k = first_place<kMax>(in.data(), std::int64_t(in.size()));
      if (k < 0 || in[std::size_t(k)] == T(0)) return {};
      return Results{Value(result_number(in[std::size_t(k)])), Value(Number::integer(k))};
    }
  });
}

// The same of the lines along a dimension. Nothing: there are zeros, or an error to report.
template <bool kMax>
std::optional<Results> extremes_and_places(const CallContext& c, const Args& a) {
  const ArrayP x = array_of(c, a[0]);
  const Axis axis = axis_at(c, *x, a[2]);
  if (axis.n == 0) return {};
  return with_elements(x, [&](auto in) -> std::optional<Results> {
    using T = Element<decltype(in)>;
    if constexpr (is_complex_v<T>)
      return {};
    else {
      ArrayP values = array_for<T>(axis.reduced()), where = make_array(Elem::I64, axis.reduced(), false);
      auto best = new_elements<T>(*values);
      auto at = new_elements<std::int64_t>(*where);
      first_places<kMax>(in.data(), {axis.outer, axis.n, axis.inner}, at.data());
      for (std::int64_t l = 0; l < axis.lines(); ++l) {
        const auto k = std::size_t(l);
        if (at[k] < 0) return {};
        best[k] = in[std::size_t(axis.at(l, at[k]))];
        if (best[k] == T(0)) return {};
      }
      return Results{Value(values), Value(where)};
    }
  });
}

// max(x), max(x, [], dim), [m, place] = max(...): the place is the row-major index, or that along the dimension.
template <bool kMax>
Results extreme(CallContext& c, Args& a) {
  const char* name = kMax ? "max" : "min";
  want_arguments(c, a, name, 1, 3);
  if (kind_of(c, a[0]).complex) no_order(c, name);
  if (c.outputs > 1)
    if (auto both = a.size() < 3 || left_out(a[2]) ? extreme_and_place<kMax>(c, a) : extremes_and_places<kMax>(c, a))
      return *both;
  Results out = reduced<false>(c, a, 2, [&](const auto* x, std::int64_t n) {
    using T = std::remove_cvref_t<decltype(*x)>;
    if (n == 0) fail("Q0404", c.span, fmt::format("'{}' of an empty array", name));
    if constexpr (is_complex_v<T>)
      return T(0);
    else
      return extreme_of<kMax>(x, n);
  });
  if (c.outputs > 1) out.push_back(places<kMax>(c, a, 2, name, true)[0]);
  return out;
}

// ---- spread -------------------------------------------------------------------------------------------------------

inline double magnitude2(double x) { return x * x; }
inline double magnitude2(std::complex<double> x) { return x.real() * x.real() + x.imag() * x.imag(); }

// The squared distances from the mean, summed by the tree, over n - 1 (weight 0) or n (weight 1), and perhaps the root;
// of one element 0.
template <class T>
Real<T> variance_of(const T* x, std::int64_t n, int weight, bool root) {
  using R = Real<T>;
  using W = std::conditional_t<is_complex_v<T>, std::complex<double>, double>;
  constexpr bool wide = std::is_same_v<R, double>;
  if (n == 0) return std::numeric_limits<R>::quiet_NaN();
  const auto mean = [&](const auto& at) {
    return (W(0) + tree_fold<W>(
                       n, at, [&](W lane, std::int64_t i) { return lane + at(i); }, Plus{})) /
           double(n);
  };
  // before: what elements are multiplied by, after: what their distances are.
  const auto total = [&](double before, double after) {
    const auto element = [&](std::int64_t i) { return W(x[i]) * before; };
    const W m = mean(element);
    const W rest = wide ? mean([&](std::int64_t i) { return element(i) - m; }) : W(0);
    const auto square = [&](std::int64_t i) { return magnitude2(((element(i) - m) - rest) * after); };
    return 0.0 + tree_fold<double>(
                     n, square, [&](double lane, std::int64_t i) { return lane + square(i); }, Plus{});
  };
  double s = total(1, 1), scale = 1;
  if constexpr (wide) {
    scale = square_scale(s, Elem::F64);
    if (scale != 1) s = scale < 1 ? total(scale, 1) : total(1, scale);
  }
  const double v = n == 1 && weight == 0 && s == 0 ? s : s / double(n - (weight ? 0 : 1));
  return R(root ? std::sqrt(v) / scale : v / scale / scale);
}

// The same along a dimension, for many lines at a time.
std::optional<Value> spread_of_columns(const CallContext& c, const Args& a, bool all, bool root) {
  if (a.size() < 2 || left_out(a[1])) return {};
  const ArrayP x = array_of(c, a[0]);
  const Axis axis = axis_at(c, *x, a[1]);
  if ((x->elem != Elem::F32 && x->elem != Elem::F64) || x->complex) return {};
  ArrayP out = make_array(x->elem, axis.reduced(), false);
  if (!spread_columns(all, root, *x, axis.outer, axis.n, axis.inner, *out, c.session.host_device())) return {};
  return Value(out);
}

// var(x), var(x, dim), var(x, weight, dim); [] is the weight 0.
template <bool root>
Results variance(CallContext& c, Args& a) {
  const char* name = root ? "std" : "var";
  want_arguments(c, a, name, 1, 3);
  int weight = 0;
  if (a.size() == 3) {
    if (!left_out(a[1])) weight = int(to_index(a[1], c.span) != 0);
    a.erase(a.begin() + 1);
  }
  if (const auto side_by_side = spread_of_columns(c, a, weight != 0, root)) return {*side_by_side};
  return reduced<true>(c, a, 1, [&](const auto* x, std::int64_t n) { return variance_of(x, n, weight, root); });
}

// norm(x): the root of the sum of squares of all elements; norm(x, p), norm(x, inf), norm(x, "fro").
Results norm(CallContext& c, Args& a) {
  want_arguments(c, a, "norm", 1, 2);
  double p = 2;
  if (a.size() == 2) {
    if (auto* word = if_text(a[1])) {
      if (*word != "fro" && *word != "inf")
        fail("Q0404", c.span, fmt::format("'norm' knows no kind '{}'", *word), "a number, inf or \"fro\"");
      p = *word == "inf" ? INFINITY : 2;
    } else
      p = to_number(a[1], c.span).as_double();
  }
  Args x{a[0]};
  return reduced<true>(c, x, 1, [&](const auto* v, std::int64_t n) {
    using T = std::remove_cvref_t<decltype(*v)>;
    using R = std::conditional_t<std::is_same_v<T, std::int64_t>, double, Real<T>>;
    const auto size = [&](std::int64_t i) -> R {
      if constexpr (is_complex_v<T>)
        return complex_abs(v[i]);
      else
        return R(std::abs(v[i]));
    };
    const auto total = [&](const auto& f) {
      return n == 0 ? R(0)
                    : R(0) + tree_fold<R>(
                                 n, f, [&](R s, std::int64_t i) { return s + f(i); }, Plus{});
    };
    const Elem elem = std::is_same_v<R, float> ? Elem::F32 : Elem::F64;
    if (p == 2) {
      const auto squares = [&](R scale) {
        return total([&, scale](std::int64_t i) {
          if constexpr (is_complex_v<T>) {
            const R re = v[i].real() * scale, im = v[i].imag() * scale;
            return re * re + im * im;
          } else {
            const R x = R(v[i]) * scale;
            return x * x;
          }
        });
      };
      const R plain = squares(1), scale = R(square_scale(double(plain), elem));
      return scale == 1 ? std::sqrt(plain) : std::sqrt(squares(scale)) / scale;
    }
    if (p == 1) return total(size);
    if (p == 0) return total([&](std::int64_t i) { return R(v[i] != T(0)); });
    R extreme = p > 0 ? R(0) : std::numeric_limits<R>::infinity();
    for (std::int64_t i = 0; i < n; ++i) {
      if (std::isnan(size(i))) return size(i);
      extreme = p > 0 ? std::max(extreme, size(i)) : std::min(extreme, size(i));
    }
    if (std::isinf(p)) return extreme;
    const auto powers = [&](R of) {
      return host_math(ir::MathFn::Pow,
                       total([&, of](std::int64_t i) { return host_math(ir::MathFn::Pow, size(i) / of, R(p)); }),
                       R(1 / p));
    };
    const R plain = powers(1);
    const bool good = std::isnormal(plain) || extreme == 0 || std::isinf(extreme);
    return good ? plain : powers(extreme) * extreme;
  });
}

// ---- truth --------------------------------------------------------------------------------------------------------

template <bool all>
Results truth(CallContext& c, Args& a) {
  want_arguments(c, a, all ? "all" : "any", 1, 2);
  return reduced<false>(c, a, 1, [](const auto* x, std::int64_t n) -> bool {
    using T = std::remove_cvref_t<decltype(*x)>;
    for (std::int64_t i = 0; i < n; ++i)
      if ((x[i] != T(0)) != all) return !all;
    return all;
  });
}

// The sum of the products of corresponding elements (not conjugated).
Results dotprod(CallContext& c, Args& a) {
  want_arguments(c, a, "dotprod", 2, 2);
  const ArrayP x = array_of(c, a[0]), y = array_of(c, a[1]);
  if (x->count() != y->count())
    fail("Q0302", c.span, fmt::format("'dotprod' of {} and {} elements", x->count(), y->count()));
  const Number kx = kind_of(c, a[0]), ky = kind_of(c, a[1]);
  const bool complex = kx.complex || ky.complex, wide = kx.type == Elem::F64 || ky.type == Elem::F64;
  const auto fold = [&]<class T>(T) -> Results {
    const Operand<T> p(c.span, Value(x)), q(c.span, Value(y));
    const std::int64_t n = x->count();
    const auto product = [&](std::int64_t i) { return Times{}(p.data[i], q.data[i]); };
    if (n == 0) return {Value(number_from(T(0)))};
    return {Value(number_from(
        Plus{}(T(0), tree_fold<T>(
                         n, product, [&](T lane, std::int64_t i) { return Plus{}(lane, product(i)); }, Plus{}))))};
  };
  if (complex) return wide ? fold(std::complex<double>()) : fold(std::complex<float>());
  if (wide) return fold(double());
  return is_float(kx.type) || is_float(ky.type) ? fold(float()) : fold(std::int64_t());
}

}  // namespace

const BuiltinTable& reduction_builtins() {
  static const BuiltinTable table = {{"sum", of_dimensions<sum>},
                                     {"prod", of_dimensions<prod>},
                                     {"$min", of_dimensions<extreme<false>, 2>},
                                     {"$max", of_dimensions<extreme<true>, 2>},
                                     {"mean", of_dimensions<mean>},
                                     {"var", of_dimensions<variance<false>>},
                                     {"std", of_dimensions<variance<true>>},
                                     {"any", of_dimensions<truth<false>>},
                                     {"all", of_dimensions<truth<true>>},
                                     {"dotprod", dotprod},
                                     {"norm", norm},
                                     {"argmin", of_dimensions<argmin, 2>},
                                     {"argmax", of_dimensions<argmax, 2>}};
  return table;
}

}  // namespace qc::host
