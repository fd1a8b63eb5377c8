// What an expression lowers to, and what can be asked of it without the state of the lowering.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "ir/build.h"
#include "ir/int_range.h"
#include "ir/ir.h"
#include "sema/record_layout.h"
#include "sema/scope.h"
#include "support/source.h"

namespace qc::lowering {

// How a parameter is read at indices that are no ints (texture.cpp).
enum class Texture { None, Nearest, Linear };

struct Binding;
struct LazyArray;
struct Value;

// Numbers and fixed-size values, as scalars. A number has one part (a complex one two: real, imaginary), a fixed-size
// value one (two) for each component in row-major order.
struct Scalars {
  std::vector<ir::ExprP> parts = {};
  std::optional<double> literal = {};  // of a float that is written in the text: the number
  std::optional<Elem> narrow = {};     // of ints that an array was made of here, ivec(n), and of a slice of bytes or
                                       // halves: the kind of the elements
  bool by_value = false;  // of a fixed size by its type, vec3(x,y,z): under another name it is a copy, where a short
                          // array is the same one
  bool list = false;      // a range or `:` written as an index: a list of positions, never a position itself
  bool truth_or_int = false;              // an int that steps may hold as a truth value
  std::optional<ir::IntRange> ints = {};  // of a float that steps may hold as an int: those ints
  ir::ExprP kind = {};  // of a number that steps may hold as one of another kind: which (ir/number_kind.h); null: the
                        // type's
  Binding* variable = nullptr;           // of an argument on its way into a call: the fixed-size variable that it is
  std::vector<std::string> one_of = {};  // of c ? v : w: the names of short arrays that it may be
};

// An array in memory; the boundary and is_const of its type are those of the name it was reached by.
struct ArrayRef {
  ir::ArrayId id = 0;
  Texture texture = Texture::None;   // that of the parameter
  std::optional<Elem> read_as = {};  // of an array that a call would convert into a copy, and only reads: its elements
                                     // are converted
};

// What has extents that are computed (lazy_array.cpp). Its type says no more than the boundary of its name.
struct LazyRef {
  std::shared_ptr<const LazyArray> array;
  std::optional<ir::ArrayId> local_array = {};  // memory of the iteration that its elements are, row by row, and may be
                                                // written to (local_arrays.cpp)
  std::string name = {};                        // of one that has a name
};

struct Functions {
  std::vector<FunctionRef> candidates = {};
  std::string builtin = {};  // without candidates: the name of a built-in function
};

struct StringConstant {
  std::string text;
  std::string outside = {};  // the variable around that has it (string_constants.cpp)
};

// A record or cell of the program around, or of a parameter of a kernel: its parts are taken one by one.
struct OuterPath {
  std::string path;
};

// A record whose fields are known (records.cpp): variables of the code, or an item of a cell of records.
struct RecordRef {
  std::string path;
  std::shared_ptr<const std::vector<RecordField>> fields;
  std::vector<Value> item = {};  // of an item of a cell: its place
  Span item_span = {};
};

// One of several arrays: an item of a cell at a computed place (select_cell_item.cpp), or a name that is one array and
// then another (array_phi.cpp).
struct ArraySelect {
  std::string name;  // of the cell, or that one
  std::vector<Value> arrays;
  ir::ExprP which;  // the place of the one that it is
};

// What an expression is. Of types as values and of calls without results there is nothing but the type.
struct Value {
  using Node = std::variant<std::monostate, Scalars, ArrayRef, LazyRef, Functions, StringConstant, OuterPath, RecordRef,
                            ArraySelect>;
  Type type;
  Node node;

  Value() = default;
  Value(Type t, Node n) : type(std::move(t)), node(std::move(n)) {}

  template <class T>
  bool is() const {
    return std::holds_alternative<T>(node);
  }
  // What it is, or null.
  template <class T>
  const T* get_if() const {
    return std::get_if<T>(&node);
  }
  template <class T>
  T* get_if() {
    return std::get_if<T>(&node);
  }
  // What it is; an internal error where it is something else.
  template <class T>
  const T& as() const {
    if (auto* x = std::get_if<T>(&node)) return *x;
    wrong_kind();
  }
  template <class T>
  T& as() {
    if (auto* x = std::get_if<T>(&node)) return *x;
    wrong_kind();
  }
  // The same by name.
  const Scalars& scalars() const { return as<Scalars>(); }
  Scalars& scalars() { return as<Scalars>(); }
  const std::vector<ir::ExprP>& parts() const& { return as<Scalars>().parts; }
  std::vector<ir::ExprP>& parts() & { return as<Scalars>().parts; }
  std::vector<ir::ExprP> parts() && { return std::move(as<Scalars>().parts); }  // for (.. : f().parts())
  const ArrayRef& array() const { return as<ArrayRef>(); }
  ArrayRef& array() { return as<ArrayRef>(); }
  const LazyArray& lazy() const { return *as<LazyRef>().array; }
  ir::ArrayId local_array() const;  // LazyRef::local_array, which it has
  const Functions& functions() const { return as<Functions>(); }
  const StringConstant& string() const { return as<StringConstant>(); }
  const RecordRef& record() const { return as<RecordRef>(); }
  RecordRef& record() { return as<RecordRef>(); }
  const ArraySelect& select() const { return as<ArraySelect>(); }
  ArraySelect& select() { return as<ArraySelect>(); }

 private:
  [[noreturn]] void wrong_kind() const;
};

// A slice whose extents are computed, x[max(r-n,0)..min(r+n,h-1), ..], or what is computed from such slices element by
// element. Its elements are read where something is made of them. Where the ends are cut off at borders only, `whole`
// is the condition that they are not.
struct LazyArray {
  struct Axis {
    ir::ExprP lo, hi;       // in terms of what stays the same in an iteration: equal ones are of one length
    ir::ExprP length;       // a variable that is not assigned again, or a constant
    std::int64_t most = 0;  // the length is never above it; 0: not known
  };
  std::vector<Axis> axes;
  std::vector<int> dims;  // the axis that each dimension runs along, -1 for an extent of 1
  ir::ExprP whole;        // that every axis has its `most` elements; null: not known to be worth asking
  // The element at a place of the axes. in_whole: where `whole` holds.
  std::function<Value(const std::vector<ir::ExprP>& at, bool in_whole)> element;
  // Of slices of arrays that have no name: statements that fail where an end is outside. For who reads not all of the
  // elements; what gets a name is looked at then.
  std::function<void()> check_ends;
  // Whether its elements, looked at in their order, may not tell along which dimension it leaves the array first.
  bool hides_ends = false;
  std::vector<ir::ArrayId> reads;  // arrays outside
  bool view = false;               // its elements are those of an array, which nothing is gained by keeping
  int stores = 0;  // EffectClock::stores when it was made: what is stored since, it must not read. Of names the
                   // greatest int
};

// The elements that an index with lists in it selects, in row-major order, and the extents of what they make.
struct Selection {
  std::vector<std::vector<Value>> at;  // one number for each index
  std::vector<std::int64_t> dims;
  bool may_repeat = false;  // an element may be selected twice: all are read before one is written
};

// A sum's operand: its value, and its factors if it is a product.
struct Operand {
  Value value;
  std::optional<std::pair<Value, Value>> factors;
};

// The extent along an index of so many; nothing where it is not known.
using ExtentOf = std::function<std::optional<std::int64_t>(std::size_t index, std::size_t count)>;

// Whether a value is kept in variables: a number or an array of fixed extents.
inline bool is_short(const Value& v) { return v.type.is_number() || v.type.kind == Type::Kind::Fixed; }

// Whether its extents are computed, and its elements where they are read.
inline bool is_lazy(const Value& v) { return v.is<LazyRef>(); }

// The path of a record, also of one whose fields are not known.
inline const std::string& record_path(const Value& v) {
  auto* outer = v.get_if<OuterPath>();
  return outer ? outer->path : v.record().path;
}

// ---- what is said of some values; of others it is not so ---------------------------------------------------------

// The number that a float written in the text is.
inline std::optional<double> literal_of(const Value& v) {
  auto* s = v.get_if<Scalars>();
  return s ? s->literal : std::nullopt;
}
// Scalars::narrow
inline std::optional<Elem> narrow_of(const Value& v) {
  auto* s = v.get_if<Scalars>();
  return s ? s->narrow : std::nullopt;
}
// Scalars::by_value
inline bool is_by_value(const Value& v) {
  auto* s = v.get_if<Scalars>();
  return s && s->by_value;
}
// Scalars::list
inline bool is_list(const Value& v) {
  auto* s = v.get_if<Scalars>();
  return s && s->list;
}
// Scalars::variable
inline Binding* variable_of(const Value& v) {
  auto* s = v.get_if<Scalars>();
  return s ? s->variable : nullptr;
}
// Scalars::one_of
inline const std::vector<std::string>& one_of(const Value& v) {
  static const std::vector<std::string> none;
  auto* s = v.get_if<Scalars>();
  return s ? s->one_of : none;
}
// The local array whose elements those of a lazy array are.
inline std::optional<ir::ArrayId> local_array_of(const Value& v) {
  auto* lazy = v.get_if<LazyRef>();
  return lazy ? lazy->local_array : std::nullopt;
}

// x != x, which is true of NaN alone.
inline ir::ExprP is_nan(const ir::ExprP& x) { return ir::binary(ir::BinaryOp::Ne, x, x); }

// The value that is one number, computed by e.
Value one_number(ir::ExprP e);
// A number or fixed-size value of these parts.
Value of_scalars(Type type, std::vector<ir::ExprP> parts = {});
// An array of the code.
Value of_array(Type type, ir::ArrayId id);
// A lazy array without a name.
Value of_lazy(std::shared_ptr<const LazyArray> array);
// A record whose fields are known.
Value of_record(RecordRef record);
// How many elements a number or a fixed-size value has; of others that is not known when the code is made: stops.
std::size_t components(const Value& v, Span span = {});
// One of them, as a number.
Value component(const Value& v, std::size_t k);
// One of its parts, converted.
ir::ExprP part(const Value& v, std::size_t k, Elem to);
// The expression, with this place where it has none of its own.
ir::ExprP with_span(ir::ExprP e, Span span);
// How many dimensions an array is indexed by.
int rank_of(const Value& array);
// What the value is to a reader: "array", "function" or "record".
const char* kind_of(const Value& v);
// Extents along the indices of a fixed-size value.
ExtentOf fixed_extents(const Type& type);
// The number of elements of these extents.
std::int64_t count_of(const std::vector<std::int64_t>& dims);
// Whether values of these types hold the same kind of numbers, sized ints being ints.
bool same_elements(const Type& a, const Type& b);
}  // namespace qc::lowering
