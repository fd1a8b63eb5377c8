// Types of the language, as the analysis and the evaluator see them.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace qc {

// What an array element or a number is made of.
enum class Elem : std::uint8_t { Bool, I8, I16, I32, I64, U8, U16, U32, U64, F16, F32, F64 };

constexpr bool is_float(Elem e) { return e >= Elem::F16; }                 // half, float, double
constexpr bool is_int(Elem e) { return e >= Elem::I8 && e <= Elem::U64; }  // signed or not; Bool is none
constexpr bool is_unsigned(Elem e) { return e >= Elem::U8 && e <= Elem::U64; }
// Of an element in memory; a complex one has two of these.
constexpr int byte_size(Elem e) {
  switch (e) {
    case Elem::Bool:
    case Elem::I8:
    case Elem::U8:
      return 1;
    case Elem::I16:
    case Elem::U16:
    case Elem::F16:
      return 2;
    case Elem::I32:
    case Elem::U32:
    case Elem::F32:
      return 4;
    case Elem::I64:
    case Elem::U64:
    case Elem::F64:
      return 8;
  }
  return 0;
}
// The type in which arithmetic on a stored element is done: Bool, I64, F32 or F64.
constexpr Elem value_elem(Elem e) {
  if (e == Elem::Bool || e == Elem::F32 || e == Elem::F64) return e;
  return e == Elem::F16 ? Elem::F32 : Elem::I64;
}
// "bool" "int8" .. "uint64" "int" (I64) "half" "float" "double"
const char* elem_name(Elem e);

// What happens to an access outside an array.
enum class Boundary : std::uint8_t { Default, Checked, Safe, Circular, Mirror, Clamped, Unchecked };

struct Type {
  enum class Kind : std::uint8_t {
    Unknown,  // not known without running the program, or `??`
    Void,     // a call without outputs
    Number,   // elem, maybe complex
    String,
    Array,     // elem, rank (1 vec, 2 mat, 3 cube, .. 16; 0 any)
    Fixed,     // a fixed-size vec/mat/cube held in registers: elem, dims
    Range,     // lo..step..hi as a value is an Array; this kind is for indices only
    Function,  // function values, lambdas
    Cell,
    Object,    // record or class instance
    TypeValue  // a type used as a value
  };
  Kind kind = Kind::Unknown;
  Elem elem = Elem::F32;
  bool complex = false;
  int rank = 0;
  std::vector<std::int64_t> dims;  // of Fixed; of an Array: those that it is declared to have, empty: any
  Boundary boundary = Boundary::Default;
  bool is_const = false;
  friend bool operator==(const Type&, const Type&) = default;

  static Type unknown() { return {}; }
  static Type none() {
    Type t;
    t.kind = Kind::Void;
    return t;
  }
  static Type number(Elem e, bool complex = false) {
    Type t;
    t.kind = Kind::Number;
    t.elem = e;
    t.complex = complex;
    return t;
  }
  static Type boolean() { return number(Elem::Bool); }
  static Type integer() { return number(Elem::I64); }
  static Type string() {
    Type t;
    t.kind = Kind::String;
    return t;
  }
  static Type array(Elem e, int rank, bool complex = false) {
    Type t;
    t.kind = Kind::Array;
    t.elem = e;
    t.rank = rank;
    t.complex = complex;
    return t;
  }
  bool is_number() const { return kind == Kind::Number; }
  bool is_array() const { return kind == Kind::Array; }
  bool known() const { return kind != Kind::Unknown; }
};

// As the user writes it: "scalar" for the precision's float, "vec[int]", "mat", "cube{4}", "cscalar", "??".
std::string type_name(const Type& type, Elem scalar = Elem::F32);

}  // namespace qc
