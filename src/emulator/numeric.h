// Values as registers and memory hold them: Bool 0 or 1, I64, F32 in the low half, F64.
#pragma once
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "ir/half.h"
#include "ir/type.h"

namespace qc::emulator {

// The float in a register, and a register that holds a float.
inline float as_f32(std::uint64_t bits) { return std::bit_cast<float>(std::uint32_t(bits)); }
inline double as_f64(std::uint64_t bits) { return std::bit_cast<double>(bits); }
inline std::uint64_t bits_of(float v) { return std::bit_cast<std::uint32_t>(v); }
inline std::uint64_t bits_of(double v) { return std::bit_cast<std::uint64_t>(v); }

// An int as an element of that type holds it.
inline std::int64_t wrapped(Elem to, std::int64_t v) {
  switch (to) {
    case Elem::I8:
      return std::int8_t(v);
    case Elem::I16:
      return std::int16_t(v);
    case Elem::I32:
      return std::int32_t(v);
    case Elem::U8:
      return std::uint8_t(v);
    case Elem::U16:
      return std::uint16_t(v);
    case Elem::U32:
      return std::uint32_t(v);
    default:
      return v;
  }
}

// Truncates, saturates, NaN gives 0.
template <class T, class F>
T saturated(F v) {
  if (std::isnan(v)) return 0;
  const F low = F(std::numeric_limits<T>::min()), beyond = std::ldexp(F(1), std::numeric_limits<T>::digits);
  if (v <= low) return std::numeric_limits<T>::min();
  if (v >= beyond) return std::numeric_limits<T>::max();
  return T(v);
}
template <class F>
std::int64_t to_int(Elem to, F v) {
  switch (to) {
    case Elem::I8:
      return saturated<std::int8_t>(v);
    case Elem::I16:
      return saturated<std::int16_t>(v);
    case Elem::I32:
      return saturated<std::int32_t>(v);
    case Elem::U8:
      return saturated<std::uint8_t>(v);
    case Elem::U16:
      return saturated<std::uint16_t>(v);
    case Elem::U32:
      return saturated<std::uint32_t>(v);
    case Elem::U64:
      return std::int64_t(saturated<std::uint64_t>(v));
    default:
      return saturated<std::int64_t>(v);
  }
}

// The bytes of a value of 1, 2, 4 or 8, which need not be aligned, with zeros above them.
inline std::uint64_t load_bits(const void* data, int size) {
  switch (size) {
    case 1:
      return *static_cast<const unsigned char*>(data);
    case 2: {
      std::uint16_t v;
      std::memcpy(&v, data, 2);
      return v;
    }
    case 4: {
      std::uint32_t v;
      std::memcpy(&v, data, 4);
      return v;
    }
    default: {
      std::uint64_t v;
      std::memcpy(&v, data, 8);
      return v;
    }
  }
}
// Writes the low bytes of `bits`, to an address that need not be aligned either.
inline void store_bits(void* data, int size, std::uint64_t bits) {
  switch (size) {
    case 1:
      *static_cast<unsigned char*>(data) = static_cast<unsigned char>(bits);
      return;
    case 2: {
      const auto v = std::uint16_t(bits);
      std::memcpy(data, &v, 2);
      return;
    }
    case 4: {
      const auto v = std::uint32_t(bits);
      std::memcpy(data, &v, 4);
      return;
    }
    default:
      std::memcpy(data, &bits, 8);
      return;
  }
}

// An element in memory to the bits of a register and back.
inline std::uint64_t widened(Elem elem, const void* data) {
  const std::uint64_t raw = load_bits(data, byte_size(elem));
  if (elem == Elem::Bool) return raw != 0;
  if (elem == Elem::F16) return bits_of(half_value(std::uint16_t(raw)));
  if (is_float(elem)) return raw;
  return std::uint64_t(wrapped(elem, std::int64_t(raw)));
}
inline std::uint64_t narrowed(Elem elem, std::uint64_t value) {  // the element's bytes, the rest 0
  if (elem == Elem::F16) return half_bits(as_f32(value));
  const int bits = 8 * byte_size(elem);
  return bits == 64 ? value : value & ((std::uint64_t(1) << bits) - 1);
}

// NaN is ignored, -0 is below +0.
template <class F>
F least(F x, F y) {
  if (std::isnan(x)) return y;
  if (std::isnan(y)) return x;
  if (x == y) return std::signbit(x) ? x : y;
  return x < y ? x : y;
}
template <class F>
F greatest(F x, F y) {
  if (std::isnan(x)) return y;
  if (std::isnan(y)) return x;
  if (x == y) return std::signbit(x) ? y : x;
  return x > y ? x : y;
}

}  // namespace qc::emulator
