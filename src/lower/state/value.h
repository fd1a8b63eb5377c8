// What an expression lowers to, and what can be asked of it without the state of the lowering.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ir/build.h"
#include "ir/ir.h"
#include "sema/record_layout.h"
#include "sema/scope.h"
#include "support/source.h"

namespace qc::lowering {

// How a parameter is read at indices that are no ints (texture.cpp).
enum class Texture { None, Nearest, Linear };

struct Binding;
struct LazyArray;

// What an expression is. Numbers have one part (a complex one two: real, imaginary), fixed-size values one (two) for
// each component in row-major order.
struct Value {
  Type type;
  std::vector<ir::ExprP> parts;
  std::shared_ptr<const LazyArray>
      lazy;               // of what has extents that are computed; its type is not known then (lazy_array.cpp)
  bool literal = false;   // a float that is written in the text, a scalar
  double number = 0;      // of a literal
  ir::ArrayId array = 0;  // type.is_array(); type.boundary and is_const are those of the name it was reached by
  Texture texture = Texture::None;  // of an array; that of the parameter
  std::optional<ir::ArrayId> own;   // of lazy: memory of the iteration that its elements are, row by row, and may be
                                    // written to (local_arrays.cpp)
  std::optional<Elem>
      read_as;  // of an array that a call would convert into a copy, and only reads: its elements are converted
  std::vector<FunctionRef> functions;
  std::string text;     // of a string; of a record or cell, its path
  std::string outside;  // of a string: the variable around that has it (string_constants.cpp)
  std::shared_ptr<const std::vector<RecordField>> fields;  // of a record, where they are known (records.cpp)
  std::vector<Value> item;                                 // of an item of a cell of records: its place
  Span item_span = {};
  std::vector<Value>
      choices;      // of an item of a cell at a computed place: the arrays that it may be (select_cell_item.cpp)
  ir::ExprP which;  // the place of the one that it is
  Binding* variable = nullptr;      // of an argument on its way into a call: the fixed-size variable that it is
  std::vector<std::string> one_of;  // of c ? v : w: the names of short arrays that it may be
  std::optional<Elem> narrow;  // of ints that an array was made of here, ivec(n), and of a slice of bytes or halves:
                               // the kind of the elements
  bool by_value = false;  // of a fixed size by its type, vec3(x,y,z): under another name it is a copy, where a short
                          // array is the same one
  bool list = false;      // a range or `:` written as an index: a list of positions, never a position itself
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

// x != x, which is true of NaN alone.
inline ir::ExprP is_nan(const ir::ExprP& x) { return ir::binary(ir::BinaryOp::Ne, x, x); }

// The value that is one number, computed by e.
Value one_number(ir::ExprP e);
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
