#include "host/builtins/complex_blocks.h"

#include <complex>

#include "codegen/host_math.h"
#include "host/builtins/support.h"
#include "host/context/parallel_chunks.h"
#include "value/complex_math.h"

namespace qc::host {

using ir::MathFn;

namespace {

constexpr std::int64_t kMany = 1 << 14, kPiece = 512, kChunk = 64 * kPiece;

template <class T>
struct Parts {
  T re[kPiece], im[kPiece];
};

struct Exp {
  template <class T>
  using Result = std::complex<T>;
  template <class T>
  static void piece(const Parts<T>& z, std::complex<T>* out, std::int64_t n) {
    T size[kPiece], cosine[kPiece], sine[kPiece];
    host_math(MathFn::Exp, size, z.re, nullptr, n);
    host_math(MathFn::Cos, cosine, z.im, nullptr, n);
    host_math(MathFn::Sin, sine, z.im, nullptr, n);
    for (std::int64_t i = 0; i < n; ++i)
      out[i] =
          z.im[i] == 0 ? std::complex<T>(size[i], z.im[i]) : std::complex<T>(size[i] * cosine[i], size[i] * sine[i]);
  }
};
struct Angle {
  template <class T>
  using Result = T;
  template <class T>
  static void piece(const Parts<T>& z, T* out, std::int64_t n) {
    host_math(MathFn::Atan2, out, z.im, z.re, n);
  }
};
struct Log {
  template <class T>
  using Result = std::complex<T>;
  template <class T>
  static void piece(const Parts<T>& z, std::complex<T>* out, std::int64_t n) {
    T size[kPiece], logs[kPiece], angle[kPiece];
    for (std::int64_t i = 0; i < n; ++i) size[i] = complex_abs(std::complex<T>(z.re[i], z.im[i]));
    host_math(MathFn::Log, logs, size, nullptr, n);
    host_math(MathFn::Atan2, angle, z.im, z.re, n);
    for (std::int64_t i = 0; i < n; ++i) out[i] = {logs[i], angle[i]};
  }
};

template <class Kind, class T>
Value by_pieces(const CallContext& c, const Array& a) {
  using R = typename Kind::template Result<T>;
  ArrayP out = make_array(a.elem, a.dims, false, is_complex_v<R>);
  out->fixed = a.fixed;
  const std::complex<T>* from = elements<std::complex<T>>(a).data();
  R* to = new_elements<R>(*out).data();
  const auto some = [&](std::int64_t begin, std::int64_t end) {
    Parts<T> parts;
    for (std::int64_t i = begin; i < end; i += kPiece) {
      const std::int64_t n = std::min(kPiece, end - i);
      for (std::int64_t k = 0; k < n; ++k) {
        parts.re[k] = from[i + k].real();
        parts.im[k] = from[i + k].imag();
      }
      Kind::piece(parts, to + i, n);
    }
  };
  in_chunks(c.session.host_device(), a.count(), kChunk, some);
  return Value(out);
}

template <class Kind>
std::optional<Value> of_array(const CallContext& c, const Value& v) {
  auto* p = std::get_if<ArrayP>(&v.v);
  if (!p || !(*p)->complex || (*p)->count() < kMany) return {};
  if ((*p)->elem == Elem::F64) return by_pieces<Kind, double>(c, **p);
  if ((*p)->elem == Elem::F32) return by_pieces<Kind, float>(c, **p);
  return {};
}

}  // namespace

std::optional<Value> complex_blocks(MathFn fn, const CallContext& c, const Value& v) {
  switch (fn) {
    case MathFn::Exp:
      return of_array<Exp>(c, v);
    case MathFn::Log:
      return of_array<Log>(c, v);
    case MathFn::Atan2:
      return of_array<Angle>(c, v);
    default:
      return {};
  }
}

}  // namespace qc::host
