// Values of the host program. Arrays are references; numbers, strings and ranges are values.
#pragma once
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "ast/ast.h"
#include "ir/type.h"
#include "runtime/device.h"

namespace qc::host {

// A number in its own type. F32 values are kept exactly in `re`; integers (and Bool) in `i`.
struct Number {
  Elem type = Elem::F32;
  bool complex = false;
  std::int64_t i = 0;
  double re = 0, im = 0;
  static Number integer(std::int64_t v) {
    Number n;
    n.type = Elem::I64;
    n.i = v;
    return n;
  }
  static Number boolean(bool v) {
    Number n;
    n.type = Elem::Bool;
    n.i = v;
    return n;
  }
  static Number real(double v, Elem type);  // rounds to type
  double as_double() const { return is_float(type) ? re : double(i); }
  friend bool operator==(const Number&, const Number&) = default;
};

// Row-major, last index fastest. dims.size() is the rank (1 for vec). Complex elements are pairs.
struct Array {
  Elem elem = Elem::F32;
  bool complex = false;
  bool fixed = false;                     // a fixed-size vec/mat/cube: copied on assignment
  Boundary boundary = Boundary::Default;  // of the variable that holds it
  bool is_const = false;
  std::vector<std::int64_t> dims;
  std::shared_ptr<runtime::Buffer> buffer;
  std::int64_t count() const;
  // As size(x, d) says, d from 0 on: a vec is a row, and what an array has no dimension for is 1.
  std::int64_t extent(std::int64_t d) const;
  Type type() const;
};
using ArrayP = std::shared_ptr<Array>;
ArrayP make_array(Elem elem, std::vector<std::int64_t> dims, bool zeroed = true, bool complex = false);

struct Value;
struct Environment;
// A user function, a lambda, or a function known by its name alone (a built-in, a set of overloads) as a value.
struct Closure {
  std::string name;
  const ast::FunctionDef* def = nullptr;
  const ast::Lambda* lambda = nullptr;
  std::shared_ptr<Environment> captured;
  std::shared_ptr<const ast::Program> keeps;  // the syntax it points into
  std::vector<const ast::FunctionDef*> more;  // further overloads of a nested function
  bool assigns_outside = false;               // a lambda that assigns to variables which were there when it was written
};
struct HostType;
// Row-major like an array; items of any kind. A reference, as arrays are.
struct Cell {
  std::vector<Value> items;
  std::vector<std::int64_t> dims;
  std::shared_ptr<const HostType> holds;  // made for fixed-size values, vec[vec3](n): items become such
  Cell() = default;
  Cell(const Cell&) = default;
  ~Cell();
};
// A record of object(), to which fields may be added, or an instance of a class. A plain class is a value: assignments
// to its fields make a new one. Records and instances of a mutable class are references.
struct Record {
  std::string type_name;  // empty: object()
  std::vector<std::pair<std::string, Value>> fields;
  bool is_value = false;                 // of a plain class
  std::shared_ptr<const HostType> type;  // of a class
  Record() = default;
  Record(const Record&) = default;
  ~Record();
  const Value* find(std::string_view field) const;
  Value* find(std::string_view field);
  // The same where a place asks again and again: `hint` is where it was found last.
  const Value* find(const std::string& field, std::uint32_t& hint) const;

 private:
  // Names are short, and a call takes longer than to compare most of them. Whatever its size, a string has room for 15
  // letters.
  static bool is_name(const std::string& a, const std::string& b) {
    const std::size_t n = a.size();
    if (n != b.size()) return false;
    if (n > sizeof(std::uint64_t)) return a == b;
    std::uint64_t x, y;
    std::memcpy(&x, a.data(), sizeof x);
    std::memcpy(&y, b.data(), sizeof y);
    return n == 0 || (x ^ y) << (64 - 8 * n) == 0;
  }
  std::size_t place(std::string_view field) const;  // of the field; where there is none, how many there are
  void enter(std::size_t k) const;
  // Of many fields, by their names: 1 + the place of each, 0 for none. Fields are never taken out, and those that were
  // added are entered when one is looked for.
  mutable std::vector<std::uint32_t> table_;
  mutable std::size_t entered_ = 0;
};
struct Nothing {
  friend bool operator==(Nothing, Nothing) { return true; }
};
// A scalar that a launch is still computing: the slot's 8 bytes hold it in `type`.
struct Pending {
  Elem type;
  std::shared_ptr<runtime::Slot> slot;
};
// A whole-array expression that has not been computed yet (defer_operators.h). Only between the parts of one
// expression: what eval gives and what variables hold is never one.
struct ArrayExpr;
using ArrayExprP = std::shared_ptr<ArrayExpr>;
struct RangeValue {
  Number lo, step, hi;
};
using RangeP = std::shared_ptr<const RangeValue>;  // only as an index; elsewhere a range becomes an Array. Three
                                                   // numbers would make every value twice as long

struct Value {
  std::variant<Nothing, Number, std::string, ArrayP, std::shared_ptr<Closure>, std::shared_ptr<Cell>,
               std::shared_ptr<Record>, Pending, RangeP, std::shared_ptr<const HostType>, ArrayExprP>
      v;
  Value() = default;
  // Numbers and references are copied and moved most: a variant asks a table what to do.
  Value(const Value& o) : v(copied(o)) {}
  Value(Value&& o) noexcept : v(moved(o)) {}
  Value& operator=(const Value& o) {
    if (auto* to = std::get_if<Number>(&v), *from = to ? std::get_if<Number>(const_cast<decltype(v)*>(&o.v)) : nullptr;
        from)
      *to = *from;
    else
      v = o.v;
    return *this;
  }
  Value& operator=(Value&& o) noexcept {
    if (auto* to = std::get_if<Number>(&v), *from = to ? std::get_if<Number>(&o.v) : nullptr; from)
      *to = *from;
    else
      v = std::move(o.v);
    return *this;
  }
  ~Value() = default;
  Value(Number n) : v(n) {}
  Value(std::string s) : v(std::move(s)) {}
  Value(ArrayP a) : v(std::move(a)) {}
  template <class T>
  requires std::constructible_from<decltype(v), T> Value(T x) : v(std::move(x)) {}

 private:
  static decltype(v) copied(const Value& o) {
    if (auto* n = std::get_if<Number>(&o.v)) return *n;
    if (auto* r = std::get_if<std::shared_ptr<Record>>(&o.v)) return *r;
    return o.v;
  }
  static decltype(v) moved(Value& o) noexcept {
    if (auto* n = std::get_if<Number>(&o.v)) return *n;
    if (auto* r = std::get_if<std::shared_ptr<Record>>(&o.v)) return std::move(*r);
    return std::move(o.v);
  }
};

// The field's value; null: there is none, and the hint stays.
inline const Value* Record::find(const std::string& field, std::uint32_t& hint) const {
  if (hint < fields.size() && is_name(fields[hint].first, field)) return &fields[hint].second;
  const std::size_t k = place(field);
  if (k == fields.size()) return nullptr;
  hint = std::uint32_t(k);
  return &fields[k].second;
}

// A type of the host program: what the analysis knows of it, and what only the host knows (classes, elements of cells).
struct HostType {
  Type type;
  std::string name;                          // of a class, with its arguments: "pair[int]"
  const ast::TypeDef* definition = nullptr;  // of a class
  std::shared_ptr<const ast::Program> keeps;
  std::vector<HostType> elements;  // a cell's element type when declared; a generic class's arguments
  int parameters = -1;             // of a function type, when declared
  Elem scalar = Elem::F32;         // the precision's float, for its name
};
using HostTypeP = std::shared_ptr<const HostType>;
// As the user writes it: "vec[mat]", a class's name, otherwise as type_name(Type).
std::string host_type_name(const HostType& type, Elem scalar);
// With its article, for messages: "an int", "a mat".
std::string a_type(const std::string& name);
bool same_host_type(const HostType& a, const HostType& b);
// The type of a value with its class or elements.
HostType host_type_of(const Value& value);

// The number in a slot, waiting for it; numbers are returned as they are.
Number resolve(const Pending& pending);
Type type_of(const Value& value);
// A number for each type that type_of() gives of numbers and of arrays that are not fixed; 0: of another one.
std::uint64_t kind_of(const Value& value);
// The same of variables that are declared with a number type; no type of a value has that number.
std::uint64_t kind_of_declared(const Type& type);
// As `print` writes it (docs/language.md section 10): shortest decimals, [1,2,3], one matrix row a line in aligned
// columns.
std::string format_value(const Value& value);
std::string format_number(const Number& number);

}  // namespace qc::host
