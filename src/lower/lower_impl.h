// Private to the lowering: the state of one attempt, and what an expression lowers to.
#pragma once
#include <array>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "analysis/dataflow/assignments.h"
#include "analysis/dataflow/last_use_moves.h"
#include "analysis/dataflow/name_facts.h"
#include "analysis/loops/affine.h"
#include "desugar/flatten_cells.h"
#include "ir/build.h"
#include "ir/random_numbers.h"
#include "lower/lower.h"
#include "sema/builtins.h"
#include "sema/record_layout.h"
#include "sema/scope.h"
#include "sema/short_names.h"
#include "sema/type_words.h"

namespace qc::lowering {

// Thrown where the text cannot be lowered but may still be executed statement by statement.
struct Stop {
  NotLowered why;
};

// What an expression is. Numbers have one part (a complex one two: real, imaginary), fixed-size values one (two) for
// each component in row-major order. How a parameter is read at indices that are no ints (texture.cpp).
enum class Texture { None, Nearest, Linear };

struct Binding;

struct Changing;

struct Value {
  Type type;
  std::vector<ir::ExprP> parts;
  std::shared_ptr<const Changing>
      changing;           // of what has extents that are computed; its type is not known then (lazy_array.cpp)
  bool literal = false;   // a float that is written in the text, a scalar
  double number = 0;      // of a literal
  ir::ArrayId array = 0;  // type.is_array(); type.boundary and is_const are those of the name it was reached by
  Texture texture = Texture::None;  // of an array; that of the parameter
  std::optional<ir::ArrayId> own;  // of changing: memory of the iteration that its elements are, row by row, and may be
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
struct Changing {
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
  int stores =
      0;  // Lowerer::stores_ when it was made: what is stored since, it must not read. Of names the greatest int
};

// How many elements it has at most, where an iteration may keep them; 0: not known, or too many (lazy_array.cpp).
std::int64_t most_of_changing(const Changing& c);
ir::ExprP place_of_changing(const Changing& c, const std::vector<ir::ExprP>& at);  // row-major
std::vector<ir::ExprP> axes_at(const Changing& c, ir::ExprP place);  // of the element at a row-major place

// The elements that an index with lists in it selects, in row-major order, and the extents of what they make.
struct Selection {
  std::vector<std::vector<Value>> at;  // one number for each index
  std::vector<std::int64_t> dims;
  bool may_repeat = false;  // an element may be selected twice: all are read before one is written
};

struct Binding {
  std::string key;  // identity over the passes of the type inference
  Type type;
  std::vector<ir::VarId> vars;       // numbers and fixed-size values
  std::optional<ir::ArrayId> local;  // a fixed-size value with computed indices lives in a Local array
  std::optional<Value> alias;        // an array, a function, or a parameter that stands for its argument
  std::optional<Elem> declared;  // of sized integers: ints that are assigned wrap to it, floats saturate; also of an
                                 // array whose elements are of that kind
  bool fixed_type = false;       // declared: assignments convert instead of widening
  bool by_value = false;         // its value is (Value::by_value)
  bool outer = false;            // visible outside the nest
  int block = -1;  // the statements among which it was first assigned (Lowerer::block_); -1: none of the nest's
  bool assigned = false;
  bool loop_variable = false;  // of a loop that is being lowered now
  bool shared = false;         // other names are this short array as well
  bool anew = false;           // another variable than the one of its name outside the nest (Lowerer::begins_anew)
  bool uncertain = false;      // of a name of an array, a function or a record: what it is depends on a condition
  std::optional<ir::VarId>
      which;  // of a name that is one of several arrays: the place of the one that it is now (array_phi.cpp)
  int made_at = 0, read_at = 0;  // of such a name, by Lowerer::clock_
  bool copied_argument =
      false;  // a copy of the caller's short array, which the function makes another value before it may write to it
};

// The kinds of elements that a short array is given as a whole, and under which arms of conditions. After two arms it
// may hold either, while its variables hold the wider one.
struct ElementKinds {
  std::vector<ir::VarId> vars;
  std::optional<ir::ArrayId> local;
  Elem narrowest = Elem::F64, widest = Elem::Bool;
  bool narrow = false;  // one of them is an array of bytes and the like, whose kind the variables do not have
  std::set<int> arms;
};
struct ElementWrite {
  std::vector<ir::VarId> vars;
  std::optional<ir::ArrayId> local;
  Elem elem;
  Span span;
};

// Whether `b = a` of it is a copy.
inline bool copies(const Binding& b) { return b.fixed_type || b.by_value; }
// Whether a variable outside is a cell, or a record that may hold some (inline.cpp).
bool holds_items(const std::optional<Type>& outside);

// The number of elements of these extents.
std::int64_t count_of(const std::vector<std::int64_t>& dims);
// Whether values of these types hold the same kind of numbers, sized ints being ints.
bool same_elements(const Type& a, const Type& b);
// The key of a variable without what tells it from the other shapes of its name (Lowerer::key_of).
std::string of_all_versions(const std::string& key);

// The names of one function body (or of the nest itself).
struct Frame {
  std::map<std::string, Binding> names;
  std::map<std::string, int> versions;  // of names that have held values of several shapes
  std::string key;
  bool outer = false;    // unknown names are looked up in the Scope
  std::string captured;  // under this path: what a function value captured ("g."), or the loop's own ("")
  bool device = false;   // arrays without modifier read 0 outside
  std::optional<ir::VarId>
      returned;  // the body stands in a loop of its own that a return leaves; set by those in inner loops
  const void* function = nullptr;  // what is inlined here, for the detection of recursion
  FileId file = kNoFile;   // that holds it, where it is another one than the loop's: names mean what they mean there
  bool library = false;    // it is one of the library's
  bool of_lambda = false;  // which assigns to variables around it, where a function has variables of its own
  std::shared_ptr<const ir::Inlined> call;  // of what is inlined here, in those around it
  std::set<std::string> assigned;           // names that the body assigns somewhere
  std::set<std::string>
      handed_on;            // parameters of fixed-size values whose elements the body or what it calls writes to
  Assignments assignments;  // of the body
  int body = -1;            // the statements of a function's body (Lowerer::block_), which nothing passes by
  std::map<std::string, Boundary> modes;  // that outputs are declared with
  std::vector<std::pair<std::string, const ast::Block*>>
      loops;            // those around the statement at hand, outermost first: variable and body
  bool shares = false;  // it may write to variables around it, so that arguments are computed before it begins
};

// A lambda or function that is written in compiled code, with the names around it as they were there.
struct LocalFunction {
  std::map<std::string, Binding> names;
  bool outer = false;
  std::string captured;
};

// A number outside a kernel that its threads update together (LoweredKernel::Accumulator).
struct KernelTotal {
  LoweredKernel::Accumulator what;
  std::vector<ir::VarId> vars;  // the thread's own sum
};

// Names that a block assigns with `=` (or as loop variables), those of them that it gives values which are no updates
// of the old one, and names that it changes by the compound assignments.
struct AssignedNames {
  std::set<std::string> set, given, updated;
};
// `s = s + e` and its like, as `s += e`.
struct NamedUpdate {
  std::string name;
  ast::AssignOp op;
  const ast::Expr* operand;
};
std::optional<NamedUpdate> update_of(const ast::Stmt& s);
Texture texture_of(const ast::Parameter& p);
// How many dimensions a parameter of a kernel is declared with (0: not).
int declared_rank(const ast::Parameter& p, Elem scalar);
AssignedNames names_by_assignment(const ast::Block& block);
// The type in which a name declared as vec, mat, cube takes a fixed-size value; nothing where that has too many
// dimensions.
std::optional<Type> fixed_for(const Type& declared, const Type& given);
// What generic parameters stand for, from the types of the arguments (inline.cpp).
std::map<std::string, Type> generic_types(const std::vector<std::string>& generics,
                                          const std::vector<ast::Parameter>& parameters,
                                          const std::vector<std::optional<Type>>& arguments);
// Whether a return stands in a loop or a match, so that it is no end of an arm of an `if`.
bool has_inner_return(const ast::Block& b);
bool has_return_anywhere(const ast::Block& b);

// A sum's operand: its value, and its factors if it is a product.
struct Operand {
  Value value;
  std::optional<std::pair<Value, Value>> factors;
};

struct SquareSteps;
class Lowerer;

// A slice assignment as a loop over its elements (slice_assignment.cpp), and slices as values (lazy_slice.cpp).
class SliceLoop {
 public:
  explicit SliceLoop(Lowerer& l);
  ~SliceLoop();
  // False, and nothing emitted: the slice is of few elements that are part of the code, or the value is none of
  // elements.
  bool assign(const ast::Index& where, const Value& array, const ast::Assign& a, Span span);
  // min, max, any, all and sums of whole numbers of a slice; nothing, and nothing emitted, for other ones and where the
  // slice's elements are few and part of the code.
  std::optional<Value> fold(const std::string& name, const ast::Index& where, const Value& array, Span span);
  // A slice of the lengths that are wanted; nothing, and nothing emitted, for others. Computed: each iteration finds
  // the length out; Long: or it has more elements than are made part of the code, x[i,:]; Any.
  enum class Length { Computed, Long, Any };
  std::optional<Value> changing(const ast::Index& where, const Value& array, Span span, Length wanted);

 private:
  struct Dim;
  struct Place;
  bool dim(const ast::Expr& e, const Value& array, std::size_t k, Dim& out);
  bool range(const ast::Expr& e, Dim& out);
  std::optional<Place> place(const Value& array, const std::vector<ast::ExprP>& indices, Span span);
  bool unrolls(const Place& p);
  std::optional<std::int64_t> launch_count(const Dim& d, std::int64_t most);
  bool same_length(const Dim& a, const Dim& b);
  std::optional<std::int64_t> launch_count(const Place& p);
  std::optional<Value> in_order(const ast::Expr& e);
  bool reads_written(const Changing& c, const Place& target);
  bool assign_in_order(const ast::Index& where, const Value& array, const ast::Assign& a, Span span);
  bool assign_components(const Place& target, const ast::Assign& a, const Value& v, Span span);
  Value view_of(const Place& p);
  bool store_in_order(const Place& target, const Value& v, const ast::Assign& a, Span span);
  bool may_read(const Place& p, const Place& target);
  ast::ExprP named(const Value& v, Span span);
  bool add_part(std::optional<Place> p, const Place& target, Span span, ast::ExprP& out);
  bool add_changing(const Value& v, const Place& target, Span span, ast::ExprP& out);
  std::size_t arrays() const;  // among the parts
  bool rewrite(const ast::Expr& e, const Place& target, ast::ExprP& out);
  bool rewrite_binary(const ast::Binary& n, Span span, const Place& target, ast::ExprP& out);
  bool rewrite_call(const ast::Call& n, const ast::Expr& e, const Place& target, ast::ExprP& out);
  bool rewrite_choice(const ast::Conditional& n, Span span, const Place& target, ast::ExprP& out);
  bool scalar(const ast::Expr& e, ast::ExprP& out);
  void keep_indices(Place& p);
  bool is_selection(const Place& p);
  void refuse_empty(const Place& p, const std::string& name, Span span);
  bool is_changing(const Place& p);
  bool is_long(const Place& p);
  Changing::Axis axis(const Dim& d, ir::ExprP& whole_lo, ir::ExprP& whole, Span span);
  Changing::Axis axis_of_all(const Dim& d);
  std::vector<Value> indices(const Place& p, const Place& target, const std::vector<ir::ExprP>& counters) const;
  void element(const Place& target, const std::vector<ir::ExprP>& counters, const ast::Assign& a,
               const ast::Expr& value, Span span);

  Lowerer& l_;
  std::vector<std::pair<std::string, Place>> parts_;     // of the value, by the names that stand for their elements
  std::vector<std::pair<std::string, Value>> changing_;  // parts of it that are named slices whose length is computed
  std::optional<std::vector<std::size_t>> shape_;        // of all parts
  int names_ = 0;
};

class Lowerer {
 public:
  Lowerer(const Scope& scope, const LowerOptions& options, bool kernel);

  // Runs `pass` until the variables' types stay as they are; each run starts with an empty function.
  void infer(const std::function<void()>& pass);
  void loop_nest(const ast::Stmt& statement);
  std::vector<LoopNest::Whole> wholes() const;  // after loop_nest
  void kernel(const std::string& name, const std::vector<ast::Parameter>& outputs,
              const std::vector<ast::Parameter>& parameters, const std::vector<Type>& argument_types,
              const ast::Block& body, bool captures, LoweredKernel& result);

  ir::Function f;
  std::vector<std::string> captured;
  Specialised specialised;
  std::set<ir::ArrayId> complex_arrays;  // of their parts
  std::vector<LoopNest::Renewed> renewed;
  bool walked_windows = false;   // windows that might have been written out are walked, because the loop is short
  bool long_own_arrays = false;  // arrays of known extents that might have been values are memory of the iteration
  std::map<std::string, std::int64_t>
      made_for;  // numbers from outside that the code was made for, known now or to every run
  [[noreturn]] void no_field(const std::string& path, Span span);
  void add_calls(Diagnostic& d);  // that led to what could not be lowered
  bool in_arm_of_call() const {
    return frames_.size() > 1 && conditional_ > 0;
  }  // after an error: which is none where the arm is never taken

 private:
  friend class RangeLowering;
  friend class SliceLoop;
  // ---- lower.cpp: names, types, emission ----
  [[noreturn]] static void error(Code code, Span span, std::string message, std::string help = {});
  std::string a_type(const Type& type) const { return with_article(type_name(type, options_.scalar)); }
  [[noreturn]] static void stop(const char* code, Span span, std::string message, std::string variable = {});
  Frame& frame() { return *frames_.back(); }
  void emit(ir::Stmt::Node node, Span span);
  template <class F>
  ir::Block collect(const F& body);
  template <class F>
  ir::Block collect_arm(const F& body);  // of a condition: what may be passed by
  // ---- array_aliases.cpp ----
  struct NamedAgain {
    Frame* frame;
    std::string key;  // the frame's
    std::string name;
    Binding was;
  };
  bool leaves(const ast::Block& b) const;
  void name_again(const std::string& name, Value v, Span span);
  static const char* kind_of(const Value& v);
  Binding* named_now(const NamedAgain& n);
  void restore_names(std::size_t mark);
  void doubt_names(std::size_t from, std::size_t to);
  void require_names_kept(std::size_t mark, int start, Span span);
  void note_read(const std::string& name, Binding& b, Span span);
  template <class F>
  ir::Block collect_body(Span span, const F& body);  // of a loop
  // ---- array_phi.cpp: names of arrays that are one and then another while a kernel runs ----
  struct ChosenName {
    std::vector<Value> arrays;  // that the name stands for, as the last pass found them
    std::vector<Value> found;   // those of this pass
  };
  bool choose_from_here_on(const std::string& key, const Value& v);
  void choose_again(const std::string& name, const Value& v, Span span);
  void prepare_choices();
  Value choice_now(Value v, Span span);
  void compare_choices();
  std::vector<Value> several_arrays(const ast::Expr& e, Span span);

  ir::SiteId site(ir::Site::Kind kind, Span span, std::string text) {
    return f.add_site({kind, span, std::move(text), {}, frame().call});
  }
  std::shared_ptr<const ir::Inlined> called(Span span, const std::string& what, const void* function);
  Binding* find(const std::string& name, Span span);
  Binding* find_to_assign(const std::string& name, Span span);
  void note_outlived(const std::string& name, const Binding& b);
  Binding& import_outer(const std::string& name, const Type& type, Span span);
  std::string key_of(const std::string& name) const;
  Binding& declare(const std::string& name, const Type& type, Span span);
  void make_vars(Binding& b, const std::string& name, bool params);
  void place(Binding& b, const std::string& name, Elem elem);
  bool note_type(const std::string& key, const Type& type);
  bool is_steady(const ir::Expr& e) const;
  bool never_changes(ir::VarId id) const;
  void unsettle(ir::VarId id);
  void settle(ir::VarId id, const ir::ExprP& value, bool everywhere, const std::string& key = {});
  ir::ExprP settled(ir::VarId id) const;
  ir::ExprP in_settled_terms(const ir::ExprP& e) const;
  std::optional<ir::ExprP> settled_value(ir::VarId id) const;
  Value read(const Binding& b);
  void undefined(const std::string& name, Span span);
  Type join(const Type& a, const Value& v, Span span);
  Value convert(const Value& v, const Type& to, Span span);
  ir::ExprP part(const Value& v, std::size_t k, Elem to);
  ir::ExprP number(const Value& v, Elem to, Span span);
  ir::ExprP index_value(const Value& v, Span span);
  ir::ExprP element_index(const Value& v, Boundary boundary, Span span);
  ir::ExprP truth(const Value& v, Span span);
  ir::ExprP with_span(ir::ExprP e, Span span);
  ir::VarId temp(const char* name, Elem type) { return f.add_var(name, type); }
  std::vector<FunctionRef> functions_named(const std::string& name);
  void enter_file(Frame& inner, FileId file) const;
  std::optional<PackedCell> packed_cell(const Value& v) const;
  std::vector<FunctionRef> over_items(const std::vector<FunctionRef>& candidates, const std::vector<Value>& args,
                                      const std::vector<std::string>& names, Span span);
  std::optional<Type> named_type(const std::string& name) const;
  Binding* called_variable(const std::string& name, Span span);
  std::vector<FunctionRef> value_functions(const std::string& path);
  std::string outer_path(const ast::Field& n, Span span);
  Value field(const ast::Field& n, Span span);
  Binding& changing_field(const ast::Field& place, Span span);
  void assign_field(const ast::Field& place, const Value& v, Span span);
  void update_field(const ast::Field& place, const ast::Assign& a, Span span);
  void update_whole(const ast::Name& name, const Value& array, const ast::Assign& a, Span span);
  bool keeps_shape(const Value& array, const Value& by);
  // ---- in_place_update.cpp ----
  bool holds_few(const Value& array);
  const Value* renewable(const std::string& name, Span span);
  void note_renewed(const std::string& name, const Value& array);
  bool renew_whole(const ast::Name& name, const ast::Assign& a, Span span);
  bool begins_as_array(const std::string& name, const Value* v) const;
  std::optional<Value> fixed_from_changing(const Value& x, Span span);
  Binding* assigned_fixed(const ast::Expr& base, Span span);
  // ---- select_cell_item.cpp ----
  void count_item(const std::string& path);
  bool is_longer_than(std::int64_t n);
  bool walks_windows();
  std::optional<std::size_t> place_of_item(const std::vector<Value>& places, const std::vector<std::int64_t>& extents,
                                           Span span);
  std::optional<Value> cell_argument(const ast::Expr& e);
  void fail_beyond(const std::string& cell, Value& place, std::int64_t extent, std::size_t d, Span span);
  std::optional<std::int64_t> items_of_cell(const std::string& cell);
  std::optional<std::vector<std::int64_t>> grid_of_cell(const std::string& cell);
  std::vector<std::string> paths_of_items(const std::string& cell, std::size_t indices,
                                          std::vector<std::int64_t>& extents);
  std::optional<Value> chosen_item(const std::string& cell, const ast::Index& n, Span span);
  void for_chosen(const Value& chosen, const std::function<void(const Value& array)>& body, Span span);
  Value element_of_chosen(const Value& chosen, const std::vector<ast::ExprP>& indices, Span span);
  void assign_in_chosen(const Value& chosen, const ast::Index& place, const ast::Assign& a, Span span);
  bool is_of_innermost_loop(const ast::Index& place);
  std::optional<Value> shape_of_chosen(const std::string& name, const std::vector<Value>& args, Span span);
  // ---- string_constants.cpp ----
  Value outer_text(const std::string& name, Span span);
  bool same_text(const Value& a, const Value& b);
  void match_text(const ast::Match& n, const Value& value);
  std::optional<Value> text_call(const std::string& name, const ast::Call& c);
  // ---- records.cpp ----
  const RecordColumns* columns() const;
  std::optional<std::string> cell_path(const ast::Expr& e);
  std::optional<Value> shape_of_records(const std::string& name, const std::vector<Value>& args, Span span);
  std::optional<Value> record_item(const std::string& cell, const ast::Index& n, Span span);
  std::optional<Value> array_item(const std::string& cell, const ast::Index& n, Span span);
  void require_items_unwritten(Span span);
  std::optional<std::string> fixed_item(const Value& record);
  Binding& outside(const std::string& path, Span span);
  Value column(const Value& record, const RecordField& field, Span span);
  std::vector<std::vector<Value>> places_in_column(const Value& record, const RecordField& field, const Value& array,
                                                   Span span);
  const RecordField* record_field(const Value& record, const std::string& name) const;
  std::optional<Value> record_inside(const Value& record, const std::string& name) const;
  Value record_member(const Value& record, const std::string& name, Span span);
  std::optional<Value> record_value(const ast::Expr& e);
  void note_changed_cell(const Value& record, const RecordField& field, Span span);
  void assign_member(const Value& record, const std::string& name, const Value& v, Span span);
  void update_member(const Value& record, const std::string& name, const ast::Assign& a, Span span);
  bool assign_in_records(const ast::Index& place, const ast::Assign& a, Span span);
  void copy_record(const Value& to, const Value& from, Span span);
  Value own_record(const std::string& name, const std::vector<RecordField>& fields);
  void zero_record(const Value& record, Span span);
  void refer_to_item(const std::string& name, const Value& v, Span span);
  void assign_record(const std::string& name, const Value& v, Span span);
  Value record_argument(const std::string& name, Value v, const ast::Block& body, Span span);
  bool assign_parts(const Value& record, const Value& array, const Selection& s, const ast::Assign& a, Span span);
  Value chosen_record(const ir::ExprP& condition, std::array<ir::Block, 2> arms, const Value& yes, const Value& no,
                      Span span);
  Value compare_records(bool equal, const Value& a, const Value& b, Span span);
  bool makes_instance(const std::string& name, const std::vector<FunctionRef>& functions, const ast::Call& c,
                      Span span);
  std::optional<Value> make_record(const std::string& name, const ast::Call& c, Span span,
                                   const std::vector<Type>& generics = {});
  void declare_record_output(const ast::Parameter& output, Span span);
  bool reads_changed_field(const Value& v) const;
  void assigned_outside(const std::string& name, const Binding& b, Span span);
  void require_single_names(Span span) const;
  Value call_field(const ast::Field& n, const ast::Call& c, Span span, bool may_write);
  void update_alone(const Value& array, const ir::Access& access, ast::AssignOp op, const Operand& o, Span span);
  Value local_lambda(const ast::Lambda& l, Span span);
  void local_function(const ast::FunctionDef& d, Span span);
  std::string keep_names(const NameCounts& mentioned, Span span);
  void enter_captured(Frame& inner, const std::string& captured) const;
  std::vector<Value> call_functions(const Value& target, const std::string& name, const ast::Call& c, Span span,
                                    bool may_write);
  std::optional<double> known(const ast::Expr& e);

  // ---- expr.cpp ----
  Value expr(const ast::Expr& e);
  Value expr_node(const ast::Expr& e);
  Value name(const std::string& n, Span span);
  Value unary(const ast::Unary& n, Span span);
  Value binary(const ast::Binary& n, Span span);
  Operand operand(const ast::Expr& e);
  Value sum(bool subtract, const Operand& l, const Operand& r, Span span);
  Value fuse(bool negate_product, const Value& a, const Value& b, bool negate_addend, const Value& c, Span span);
  Value arithmetic(ast::BinaryOp op, const Value& a, const Value& b, Span span);
  Value arithmetic_numbers(ast::BinaryOp op, const Value& a, const Value& b, Span span);
  Value complex_arithmetic(ast::BinaryOp op, const Value& a, const Value& b, Span span);
  Value product_in_memory(const Value& a, const Value& b, const std::vector<std::int64_t>& dims, std::int64_t inner,
                          Span span);
  Value matrix_product(Value a, Value b, Span span);
  void keep_elements(Value& v, Span span);
  Value next_of_chain(const Value& s, const Value& x, const Value& y, Span span);
  Value first_of_chain(const Value& x, const Value& y, Span span);
  Value power(const Value& a, const Value& b, Span span);
  void hide_computed_exponent(Value& exponent, const ast::Expr& written);
  Value compare(ast::BinaryOp op, const Value& a, const Value& b, Span span);
  Value logical(const ast::Binary& n, Span span);
  Value conditional(const ast::Conditional& n, Span span);
  Value chosen_value(const ir::ExprP& condition, std::array<ir::Block, 2> before, const Value& yes, const Value& no,
                     Span span);
  Value choose_elements(const Value& condition, const ast::Conditional& n, Span span);
  Type type_of_choice(const Value& yes, const Value& no, Span span);
  Value choice(const ir::ExprP& condition, const Value& yes, const Value& no, Span span);
  Value array_literal(const ast::ArrayLit& n, Span span);
  std::optional<Value> side_by_side(const std::vector<Value>& items, Span span);
  Value met_often(Value v, const std::vector<std::int64_t>& dims, Span span);
  std::vector<std::int64_t> joint_extents(const std::vector<const Value*>& values, Span span) const;
  Value zip(const Value& a, const Value& b, Span span, const std::function<Value(const Value&, const Value&)>& each);
  Value map(const Value& a, const std::function<Value(const Value&)>& each);
  Value component(const Value& v, std::size_t k) const;
  static std::size_t components(const Value& v, Span span = {});
  void require_value(const Value& v, Span span, const char* what) const;
  Value float_literal(double v);
  Value of(ir::ExprP e) const;
  Value make_fixed(std::vector<std::int64_t> dims, const std::vector<Value>& elements, Span span);

  // ---- access.cpp ----
  Value index(const ast::Index& n, Span span);
  std::optional<Value> cell_item(const ast::Index& n, Span span);
  ir::Access access(const Value& array, const std::vector<ast::ExprP>& indices, Span span);
  ir::Access access_values(const Value& array, std::vector<Value> indices, Span span);
  Value load(const Value& array, const ir::Access& a, Span span);
  void refuse_converted(const Value& array, Span span);
  Value texel(const Value& array, std::vector<Value> at, Span span);
  Value sample(const Value& array, std::vector<Value> at, std::size_t from, Span span);
  ir::Access complex_part(ir::Access a, bool imaginary) const;
  using ExtentOf = std::function<std::optional<std::int64_t>(std::size_t index, std::size_t count)>;
  std::vector<Value> index_values(const std::vector<ast::ExprP>& indices, const ExtentOf& extent_of);
  std::optional<std::int64_t> fixed_index(const Type& type, const std::vector<Value>& indices, Span span);
  ir::Access local_access(const Binding& b, const std::string& name, const std::vector<Value>& indices, Span span);
  void keep_in_memory(const Binding& b, Span span);
  Value in_memory(const Binding& b, std::vector<std::vector<Value>>& at, Span span);
  Binding* fixed_binding(const ast::Expr& base, Span span);
  ir::ExprP extent(const Value& array, const ir::ExprP& dim, Span span);
  ir::ExprP element_count(const Value& array) const;
  int rank_of(const Value& array) const;

  // ---- ranges.cpp ----
  Value range_value(const ast::Range& r, Span span, bool list = false);
  // ---- fixed_slices.cpp ----
  Value colon_value(std::optional<std::int64_t> extent, Span span);
  bool is_position(const Value& index, int rank) const;
  std::optional<Selection> selection(int rank, const std::vector<Value>& indices, Span span) const;
  Value read_selection(const Value& array, const Selection& s, Span span);
  Value read_selection(const Binding* local, const Value& fixed, const Selection& s, Span span);
  void read_beside(Value& array, const Value& other, Span span);
  ast::Index all_of(const Value& array, Span span) const;
  void read_whole(Value& v, Span span);
  Value whole_value(const ast::Expr& e);
  void assign_selection(const Value& array, const Selection& s, const ast::Assign& a, Span span);
  Selection found_before(const Selection& given, const std::set<ir::VarId>& changed, Span span);
  void assign_values(const Value& array, const Selection& s, ast::AssignOp op, const Value& v, Span span);
  void assign_selection(const ast::Index& place, Binding& b, const Selection& s, const ast::Assign& a, Span span);
  std::vector<Value> spread_value(Value v, const Selection& s, Span span);
  ExtentOf array_extents(const Value& array);
  static ExtentOf fixed_extents(const Type& type);
  std::optional<std::int64_t> launch_extent(ir::ArrayId array, int dim, std::int64_t most);
  std::optional<std::int64_t> launch_bound(ir::ArrayId array, int dim, std::int64_t most);
  bool launch_alike(const ir::ExprP& length, const ir::ExprP& other);
  std::optional<std::int64_t> launch_constant(const ir::Expr& e, std::int64_t most = 64);  // most: of extents
  std::optional<std::int64_t> launch_distance(const ir::ExprP& a, const ir::ExprP& b, std::int64_t most = 64);
  bool steady_distance(const ir::ExprP& a, const ir::ExprP& b) const;

  // ---- compress.cpp ----
  struct Chosen {
    ir::ArrayId memory;
    ir::VarId length;
    Elem elem;
    std::int64_t most;
  };
  std::optional<Value> masked_read(const ast::Index& n, Span span);
  std::optional<Value> chosen_of_fixed(const Value& x, const Value& mask, Span span);
  std::optional<Value> chosen_of_changing(const Value& x, const Value& mask, Span span);
  Chosen begin_chosen(Elem elem, std::int64_t most, Span span);
  void choose(const Chosen& chosen, const Value& wanted, const std::function<Value()>& element, Span span);
  Value row_of_chosen(const Chosen& chosen, Span span);
  // ---- lazy_array.cpp ----
  Value whole_as_changing(const Value& array, Span span);
  using Elementwise = std::function<Value(const std::vector<Value>&)>;
  Value each_changing(const std::vector<Value>& values, Span span, const Elementwise& each);
  Value binary_changing(ast::BinaryOp op, const Value& a, const Value& b, Span span);
  Value sum_changing(bool subtract, const Operand& l, const Operand& r, Span span);
  ir::ExprP count_of_changing(const Changing& c) const;
  std::vector<std::size_t> axes_met(const Changing& part, const Changing& whole, Span span);
  bool alike_axes(const Changing::Axis& a, const Changing::Axis& b);
  bool made_alike(const Changing::Axis& a, const Changing::Axis& b, Span span);
  Type type_of_changing(const Value& x);
  Elem elem_of_changing(const Value& x);
  void require_unwritten(const Changing& c, Span span) const;
  void loop_over(const Changing& c, Span span, const std::function<void(const std::vector<ir::ExprP>&)>& body);
  Value fold_changing(ast::AssignOp op, const Value& x, Span span, std::int64_t together = 1);
  ir::ArrayId scratch(const char* name, Elem elem, std::int64_t count);
  Value from_scratch(ir::ArrayId array, const ir::ExprP& at);
  void to_scratch(ir::ArrayId array, const ir::ExprP& at, const ir::ExprP& value, Span span);
  void counted(const ir::ExprP& lo, std::int64_t step, const ir::ExprP& hi, Span span,
               const std::function<void(const ir::ExprP&)>& body);
  void fold_halves(ir::BinaryOp op, ir::ArrayId lanes, std::int64_t count, const ir::ExprP& present, Span span);
  ir::ArrayId fold_chunks(ir::BinaryOp op, const Value& x, Elem elem, std::int64_t lanes, const ir::ExprP& n,
                          Span span);
  void fold_in_tree(ast::AssignOp op, const Value& x, std::int64_t together, ir::VarId folded, Span span);
  Value total_of_changing(const Value& x, Span span, std::int64_t together = 1);
  std::vector<Value> elements_of_whole(const Changing& c);
  Value median_of_changing(const Value& x, Span span);
  Value spread_of_changing(const std::string& name, const Value& x, Span span);
  std::optional<Value> changing_call(const std::string& name, const std::vector<Value>& args, Span span);
  std::optional<Value> shape_of_changing(const std::string& name, const std::vector<Value>& args, Span span);
  std::optional<Value> reshaped_changing(const std::vector<Value>& args, Span span);
  Value row_of_changing(const Value& x, Span span);
  std::vector<Value> clamped(const Value& x, std::vector<Value> indices, Span span);
  Value element_of_changing(const Value& x, const std::vector<Value>& indices, Span span);
  Value kept_changing(const Value& x, std::int64_t most, Span span);
  Value named_changing(const Value& v, const std::string& name, Span span);
  void assign_changing(const std::string& name, const Value& given, const std::optional<ast::TypeExpr>& declared,
                       Span span);
  void require_views_unwritten(Span span);
  // ---- local_arrays.cpp ----
  std::optional<std::int64_t> most_of_length(const ir::ExprP& length, bool& sure) const;
  void step_back_where(const ir::ExprP& condition, const std::string& what, Span span);
  std::optional<Value> own_array(const Type& shape, const std::vector<Value>& given, double fill, Span span);
  Value own_of(const Value& v, const std::string& name, Span span);
  bool reads_own(const Changing& c) const;
  struct PartOfChanging {
    std::vector<std::optional<Changing::Axis>> axes;  // of each axis; none: one place
    std::vector<ir::ExprP> first;
  };
  std::optional<PartOfChanging> part_of_changing(const Value& x, const std::vector<ast::ExprP>& indices, Span span);
  std::optional<Value> slice_of_changing(const Value& x, const std::vector<ast::ExprP>& indices, Span span);
  bool assign_own(const ast::Index& place, const Value& own, const ast::Assign& a, Span span);
  void give_elements(const Value& own, const Value& v, Span span);
  bool replace_own(const Binding& b, const Value& given, Span span);
  void note_shared_own(const std::string& key, ir::ArrayId memory);
  void update_own(const Value& own, const ast::Assign& a, Span span);
  void assign_own_part(const Value& own, const PartOfChanging& part, const Value& v, Span span);
  Value own_elements(const Value& own) const;
  std::vector<ir::ExprP> place_in_changing(const Value& x, const std::vector<Value>& indices, ir::ExprP& inside,
                                           Span span);
  // ---- permute_lazy.cpp ----
  Value with_elements(std::shared_ptr<Changing> c, std::function<Value(const std::vector<ir::ExprP>& at)> element);
  std::optional<Value> moved_changing(const std::string& name, const std::vector<Value>& args, Span span);
  Value transposed_changing(const Value& x, Span span);
  std::optional<Value> squeezed_changing(const Value& x);
  std::optional<Value> flipped_changing(const Value& x, std::size_t dim);
  Value running_changing(const std::string& name, const Value& x, Span span);
  Value product_of_changing(const Value& a, const Value& b, Span span);
  std::vector<Value> extreme_of_changing(const std::string& name, const Value& x, Span span);
  // ---- concat_lazy.cpp ----
  std::optional<Value> along_changing(const std::string& name, const Value& x, const Value& dim, Span span);
  std::optional<Value> repeated_changing(const std::vector<Value>& args, Span span);
  std::optional<Value> joined_changing(const Value& x, const Value& y, std::size_t along, Span span);

  // ---- stmt.cpp ----
  void block(const ast::Block& b);
  void block_from(const ast::Block& b, std::size_t first);
  void statement(const ast::Stmt& s);
  void assign(const ast::Assign& a, Span span);
  Value apart(Value v, Span span);
  bool none_reads_earlier(const ast::Assign& a, const ast::ArrayLit& literal);
  std::vector<Value> values_one_by_one(const ast::Assign& a, const ast::ArrayLit& literal, Span span);
  std::vector<Value> several_values(const ast::Assign& a, Span span);
  void assign_one(const ast::Target& target, const ast::Assign& a, Span span);
  Value under_declared(Value v, const Type& declared, Span span);
  void assign_name(const std::string& name, Span span, Value v, const std::optional<ast::TypeExpr>& type);
  void note_kind(Binding& b, const Value& v);
  void assign_bound(Binding& b, const Value& v, Span span);
  bool own_name(const std::string& name, Span span);
  void copy_memory(ir::ArrayId to, ir::ArrayId from, std::size_t count, Span span);
  void fill_memory(ir::ArrayId to, const ir::ExprP& value, std::size_t count, Span span);
  void write(Binding& b, const Value& v, Span span);
  static void fix_type(Binding& b, const Type& type);
  static Value sized(Value v, Elem elem);
  static Type type_kept(const Binding& b, const Value& v, Type type);
  bool takes_new_shape(const Binding& b, const Value& v) const;
  bool begins_anew(const std::string& name, const Value& v) const;
  void note_whole(const Binding& b, const Value& v);
  void note_element(const Binding& b, const Value& v, Span span);
  void require_one_kind_of_elements() const;
  void require_wide_elements() const;
  bool keeps_as(const std::optional<ast::TypeExpr>& written, const Binding* b) const;
  bool share_fixed(const std::string& name, Binding* b, Span span);
  std::vector<std::string> arrays_chosen(const ast::Expr& arm, const Value& v, Span span);
  void keep_chosen_unwritten(const std::string& name, const Value& v, Span span);
  void require_own(const Binding& b, const std::string& name, Span span);
  void require_update_in_place(const Binding& b, const std::string& name, const Value& v, Span span);
  void assigns_element_of(const Binding& b, const std::string& name, Span span);
  void assign_element(const ast::Index& place, const ast::Assign& a, Span span);
  static bool is_mask_of(const Value& index, const Binding& b);
  void assign_masked(const ast::Index& place, const Value& mask, const ast::Assign& a, Span span);
  void assign_component(Binding& b, const std::vector<Value>& indices, ast::AssignOp op, const Operand& o, Span span);
  void update_element(const Value& array, const ir::Access& access, ast::AssignOp op, const Operand& o, Span span);
  void store(const Value& array, const ir::Access& a, const Value& v, Span span);
  Value combine(ast::AssignOp op, const Value& old, const Operand& operand, Span span);
  void if_statement(const ast::If& n, Span span, const ast::Block* rest, std::size_t rest_first);
  Binding* loop_variable(const std::string& name, Elem elem, Span span);
  void for_statement(const ast::For& n, Span span);
  void while_statement(const ast::While& n, Span span);
  void repeat_statement(const ast::Repeat& n, Span span);
  void match_statement(const ast::Match& n, Span span);
  ir::Fail no_arm(const Value& value, Span span);
  void match_arm(const ast::Match& n, std::size_t k, const Value& value, Span span);
  void call_statement(const ast::Expr& e, Span span);
  bool fail_statement(const ast::Call& c, const std::string& name, Span span);
  ir::Fail failure(const ast::Call& c, std::size_t first, ir::Site::Kind kind, Span span);
  std::optional<std::string> recorded(const Value& v, std::vector<ir::ExprP>& values);
  std::optional<std::string> message_value(const ast::Expr& e, std::vector<ir::ExprP>& values, bool* is_text = nullptr);
  std::string formatted(const std::string& format, const ast::Call& c, std::size_t k, std::vector<ir::ExprP>& values);
  bool kernel_statement(const ast::Expr& e, Span span);

  // ---- evaluation_order.cpp ----
  void read_before(Value& v, std::size_t at, Span span);
  void read_before(Operand& o, std::size_t at, Span span);
  std::pair<Value, Value> both(const ast::Expr& left, const ast::Expr& right);
  void next_of(std::vector<Value>& values, const std::function<Value()>& next, Span span);
  std::vector<Value> values_of(const std::vector<ast::Argument>& arguments);

  // ---- call.cpp ----
  Value call(const ast::Call& c, Span span, bool may_write);
  std::optional<Value> generic_call(const ast::Index& n, const ast::Call& c, Span span, bool may_write);
  bool is_random(const std::string& name) const;
  std::optional<Value> builtin(const std::string& written, const ast::Call& c, Span span);
  static Value with_kind_of(const std::string& name, const std::vector<Value>& args, Value v);
  std::optional<Value> builtin_of_values(const std::string& name, const ast::Call& c, bool descending, Span span);
  std::optional<Value> cast_call(const std::string& name, const ast::Call& c, Span span);
  std::optional<Value> math_call(const std::string& name, const std::vector<Value>& args, Span span);
  void step_if_mixed(const Value& v, Span span);
  Value whole_bits(const std::string& name, const Value& given, Span span);
  std::optional<Value> integer_call(const std::string& name, const std::vector<Value>& args, Span span);
  void fill_diagonal(const Value& own, Span span);
  std::optional<Value> identity(const std::vector<Value>& args, Span span);
  std::optional<Value> reshaped(const std::string& name, const std::vector<Value>& args);
  Value longest(const std::vector<Value>& extents, Span span);
  std::optional<Value> shape_call(const std::string& name, const std::vector<Value>& args, Span span);
  std::optional<Value> complex_call(const std::string& name, const std::vector<Value>& args, Span span);
  // ---- complex_math.cpp ----
  Value complex_in_double(ir::MathFn function, const Value& x, Span span);
  std::optional<Value> complex_math(const std::string& name, const Value& x, Span span);
  ir::ExprP precise_power(const ir::ExprP& base, std::int64_t n, Span span);
  Value complex_whole_power(const Value& base, std::int64_t n, Span span);
  Value complex_counted_power(const Value& base, const ir::ExprP& exponent, Span span);
  Value complex_choice(const ir::ExprP& condition, const Value& a, const Value& b) const;
  Value complex_power(const Value& a, const Value& b, Span span);
  Value kept(const Value& v, Span span);
  // ---- warp_collectives.cpp ----
  std::optional<Value> warp_collective(const std::string& name, const std::vector<Value>& args, Span span);
  ir::ExprP lane_index() const;
  // ---- sort_fixed.cpp ----
  std::optional<Value> order_call(const std::string& name, const std::vector<Value>& args, Span span);
  std::vector<ir::VarId> in_variables(const Value& x, Elem type, Span span);
  void sort_variables(const std::vector<ir::VarId>& v, const std::vector<ir::VarId>& places, Span span);
  std::array<Value, 2> sort_with_places(const Value& x, Span span);
  std::vector<Value> order_values(const std::string& name, const ast::Call* c, Span span);
  Value median_of(const Value& x, Span span);
  // sort_in_memory.cpp
  struct InMemory {
    ir::ArrayId values;
    std::optional<ir::ArrayId> places;
    ir::ExprP count;
  };  // sorted
  void order_memory(std::vector<ir::ArrayId>& arrays, std::vector<ir::ArrayId> others, std::int64_t most,
                    const ir::ExprP& count, Span span);
  InMemory sorted_in_memory(const Value& x, bool with_places, Span span);
  void place_by_rank(const std::vector<ir::ArrayId>& from, const std::vector<ir::ArrayId>& to, const ir::ExprP& count,
                     Span span);
  void merge_runs(const std::vector<ir::ArrayId>& from, const std::vector<ir::ArrayId>& to, const ir::ExprP& width,
                  const ir::ExprP& count, Span span);
  Value median_in_memory(const Value& x, Span span);
  Value sorted_changing(const Value& x, Span span);
  Value row_in_memory(const Value& x, ir::ArrayId memory);
  Value place_of_extreme(const std::string& name, const Value& x, Span span);
  Value spread_of(const std::string& name, const Value& x, Span span);
  // ---- reduce_fixed_axis.cpp ----
  struct Lines;
  std::vector<Value> order_lines(const std::string& name, const ast::Call& c, bool descending, Span span);
  struct Worded {
    ast::Call call;
    bool descending;
  };
  std::optional<Lines> lines_of(const Value& x, const Value* dim, bool last, Span span);
  Value line_of(const Value& x, const Lines& lines, std::int64_t line, Span span);
  std::optional<Value> number_a_line(const Value& x, const Lines& lines, Span span,
                                     const std::function<std::optional<Value>(const Value&)>& f);
  std::optional<Value> line_a_line(const Value& x, const Lines& lines, Span span,
                                   const std::function<std::optional<Value>(const Value&)>& f);
  Value running_line(const std::string& name, const Value& line, Span span);
  std::optional<Value> difference_line(const Value& line, Span span);
  Value opposite(const Value& x, Span span);
  std::optional<Value> sorted_line(const Value& line, bool descending, Span span);
  SquareSteps square_steps(Span span);  // squares.h
  Value spread_line(const std::string& name, const Value& given, bool all, Span span);
  std::optional<Value> spread_call(const std::string& name, const std::vector<Value>& args, Span span);
  std::optional<Value> norm_of_kind(const Value& x, const Value& p, Span span);
  std::optional<Value> permuted(const Value& x, const Value& order, Span span);
  std::optional<Value> line_call(const std::string& name, const std::vector<Value>& args, bool descending, Span span);
  std::optional<Worded> without_text(const std::string& name, const ast::Call& c);
  // ---- call.cpp, again ----
  Value fold_in_memory(const std::vector<Value>& v, const std::function<Value(const Value&, const Value&)>& join);
  Value fold_components(std::vector<Value> v, const std::function<Value(const Value&, const Value&)>& join);
  Value squared_size(const Value& x, Span span);
  std::optional<Value> fold_slice(const std::string& name, const ast::Call& c, Span span);
  std::optional<Value> fold_call(const std::string& name, const std::vector<Value>& args, Span span);
  std::optional<Value> warp_call(const std::string& name, const std::vector<Value>& args, Span span);
  std::optional<Value> limit_call(const std::string& name, const ast::Call& c, Span span);
  std::optional<Value> atomic_call(const std::string& name, const ast::Call& c, Span span);
  Value of_elements(const std::string& name, Type shape, std::vector<Value> args, Span span);
  Value make_filled(const Type& shape, const std::vector<Value>& extents, double fill, Span span);
  Value convert_elem(const Value& v, Elem to, Span span);
  Value exact_division(const std::string& name, const Value& a, const Value& b, Span span);
  Value min_max(bool max, const Value& a, const Value& b, Span span);
  std::vector<Value> inline_call(const std::vector<FunctionRef>& candidates, const std::string& name,
                                 const ast::Call& c, Span span, bool may_write);
  std::vector<Value> last_value(const ast::Expr& e, Span span);
  void require_own_variable(const ast::Stmt& s, const std::string& lambda);
  std::vector<Value> inline_lambda(const ast::Lambda& l, const std::string& captured, const std::string& name,
                                   std::vector<Value> args, Span span, bool may_write);
  bool sees_names_around(const ast::FunctionDef& kernel) const;
  void inline_kernel(const FunctionRef& kernel, std::vector<std::optional<Value>> args, Span span);
  std::vector<Value> inline_function(const ast::FunctionDef& d, const std::string& captured,
                                     std::vector<std::optional<Value>> args, int wanted, Span span);
  void function_body(const ast::Block& body, Span span);
  ir::Block zeros_of(const Binding& b, Span span);
  bool share_argument(Frame& inner, const ast::Parameter& p, const std::optional<Type>& declared, Value& v, Span span,
                      const std::string& function);
  bool stays(const Value& v) const;
  void bind_parameter(Frame& inner, const ast::Parameter& p, const std::vector<std::string>& generics, Value v,
                      Span span, const std::string& function);
  std::optional<Type> bound_type(const ast::Parameter& p, const std::vector<std::string>& generics);
  Type own_type(const ast::TypeExpr& written) const;
  void require_extents(const Value& array, const ast::Parameter& p, const Type& declared, Span span);
  std::optional<Type> parameter_type(const ast::Parameter& p, const std::vector<std::string>& generics);
  bool none_takes(const std::vector<FunctionRef>& functions, const ast::Call& c);
  int fit(const FunctionRef& r, const std::vector<Value>& args, const std::vector<std::string>& names);

  // ---- nested_launch.cpp ----
  void nested_launch(const std::string& name, const ast::Call& c, Span span);
  std::vector<ir::ExprP> nested_extents(const Value& dims, std::size_t rank, Span span);

  // ---- growable_arrays.cpp ----
  std::optional<Value> counted_row_call(const std::string& name, const std::vector<Value>& args, Span span);
  Value appended(const std::vector<Value>& args, Span span);

  // ---- random.cpp, kernel_print.cpp ----
  ir::ExprP keep(const char* name, const ir::ExprP& e, Span span);
  ir::ExprP launch_number(std::string_view name, Span span);
  ir::RandomNumbers random_numbers(const ir::ExprP& stream, Span span);
  ir::ExprP greatest_drawn(const Value& given, Span span);
  bool counts_draws() const;
  std::optional<Value> counted_draw(const std::string& name, const std::vector<Value>& args, Span span);
  std::optional<Value> random_call(const std::string& name, const std::vector<Value>& args, Span span);
  void declare_prints();
  void kernel_print(const std::vector<ast::ExprP>& items, bool formatted, Span span);

  // ---- rearrange_fixed.cpp ----
  Value arranged(std::vector<std::int64_t> dims, Span span,
                 const std::function<Value(const std::vector<std::int64_t>&)>& source);
  std::optional<std::vector<std::int64_t>> known_numbers(const std::vector<Value>& args, std::size_t first, Span span);
  std::optional<Value> repeated(const std::vector<Value>& args, Span span);
  std::optional<Value> joined(const std::vector<Value>& args, std::size_t dim, Span span);
  Value moved(const Value& x, const std::vector<std::int64_t>& by, const std::vector<bool>& flip, Span span);
  std::optional<Value> shifted_around(const std::vector<Value>& args, Span span);
  std::optional<Value> counted_out(const std::vector<Value>& args, Span span);
  Value factorial_of(const Value& x, Span span);
  std::optional<Value> total_along(const std::string& name, const Value& x, const Value& dim, Span span);
  std::optional<Value> arrange_call(const std::string& name, const std::vector<Value>& args, Span span);

  // ---- kernel_accumulators.cpp ----
  bool is_total(const std::string& name, Span span);
  bool is_renewed_total(const std::string& name) const;
  bool renew_total(const ast::Stmt& s);
  void update_total(const std::string& name, ast::AssignOp op, const Operand& o, Span span);
  ir::ExprP neutral(ast::AssignOp op, Elem type, Span span) const;
  void declare_totals();
  void store_totals(Span span);
  ir::Block prepare_totals(bool guarded);

  // ---- kernel.cpp ----
  Binding& bind_kernel_parameter(const ast::Parameter& p, const Type& type);
  void number_positions();
  bool positional_parameter(const ast::Parameter& p, int rank);
  std::vector<ir::ExprP> unfold_position(int rank, Span span);
  void resolve_shared_extents(Span span);
  static void drop_surplus_index(ir::Access& a, bool first);
  ir::VarId component_place(const Type& type, std::vector<Value> at, Span span);
  Value chosen_component(const Value& v, std::vector<Value> at, Span span);
  bool shared_declaration(const std::string& name, const ast::Expr& value, Span span);
  void zero_shared(ir::ArrayId array, Span span);

  const Scope& scope_;
  const ShortNames* short_names_;  // what the scope knows of them; null: nothing
  LowerOptions options_;
  bool kernel_ = false;
  std::vector<std::unique_ptr<Frame>> frames_;
  ir::Block* out_ = nullptr;
  std::map<std::string, Type> types_;                  // by Binding::key, kept between passes
  std::map<std::string, ElementKinds> element_kinds_;  // of short arrays, by key
  std::vector<ElementWrite> element_writes_;           // into short arrays
  int arm_ = 0, arms_ = 0;  // the arm of a condition that is being lowered now, and how many such have been
  std::set<std::string>
      kinds_known_;  // keys of fixed-size variables whose kind (Binding::by_value) an assignment has said in this pass
  std::set<std::string> of_both_kinds_;   // keys of those that are values in one place and arrays in another
  std::set<std::string> shared_own_;      // keys of names that are one array made in an iteration (Value::own)
  std::set<std::string> kept_as_arrays_;  // values of fixed sizes from outside that are indexed by computed values
  std::set<std::string>
      copied_;  // keys of arrays that are one with another name, and copies of it as nobody writes to them
  std::set<std::string> local_arrays_;  // fixed-size variables with computed indices
  bool changed_ = false;
  std::map<std::string, ChosenName> chosen_names_;  // by key, kept between passes
  std::set<std::string> chosen_outside_;            // variables around the kernel that are among their arrays
  std::set<std::string> changed_fields_;            // of records outside, by their paths
  std::set<std::string> assigned_inside_;           // variables of the loop's own function that lambdas assign to
  std::set<std::string> changed_cells_;  // cells of records whose items change, by their paths; kept between passes
  std::vector<std::string>
      counted_items_;  // the last item of a cell that was counted, and the one behind it, which is not there
  std::set<std::string> referenced_cells_;  // those of them whose items are references
  int pass_ = 0;
  int block_ = 0, blocks_ = 0;        // the statements that are being lowered, and how many such have been
  int wanted_ = 1;                    // values that the next call is asked for
  std::vector<Type> given_generics_;  // what it says its generic parameters are, f[int](x)
  int instances_ = 0;                 // inlined calls of this pass
  int conditional_ = 0;               // inside a branch
  int loops_ = 0;
  int stores_ = 0;  // stores and atomics emitted so far
  int kernel_rank_ = 0;
  bool has_barrier_ = false;
  std::map<std::pair<const ast::FunctionDef*, PackedCells>, std::optional<ast::Stmt>> over_items_;
  FileId file_ = kNoFile;           // of the loop or kernel
  const void* launched_ = nullptr;  // the kernel that this one starts
  bool uses_position_ = false;
  std::vector<ir::Param> array_params_, scalar_params_;
  struct GivenInMemory {
    std::string name;
    Value components;
    Span span;
  };
  std::vector<GivenInMemory>
      given_in_memory_;  // fixed-size parameters of the kernel that are indexed by computed values
  std::vector<std::string> output_names_;
  std::vector<KernelTotal> totals_;
  std::map<std::string, ast::AssignOp> total_ops_;          // kept between passes
  std::optional<ir::VarId> slot_;                           // the thread's place, row by row over the positions
  std::optional<ir::VarId> drawn_;                          // how many random numbers the thread has drawn
  std::optional<std::array<ir::ArrayId, 3>> print_arrays_;  // of what the kernel prints: count, ints, floats
  std::vector<LoweredKernel::Prints::Line> prints_;
  std::vector<ir::VarId> dims_vars_;
  AssignedNames kernel_names_;
  std::set<std::string> kernel_outputs_;
  bool jumps_ = false;                          // the nest has a break, continue or return
  std::set<std::string> own_names_;             // assigned in the kernel before they are read: no captured variables
  std::vector<LocalFunction> local_functions_;  // FunctionRef::captured is "#k"
  std::vector<ir::VarId> kernel_params_;        // numbers that a kernel was given
  std::vector<NamedAgain> named_again_;         // names that were given to something else, in order
  int clock_ = 0;                               // of names that are given and read
  std::set<ir::VarId> positions_;               // what holds the components of pos
  std::vector<ir::VarId> counters_;             // of the `for` loops around the statement that is being lowered
  // What variables hold from a statement on that is being lowered, in terms of what never changes and of those
  // counters. Of one that a single statement assigns, to the end of its block; of others in the same block only, whose
  // inner loops may change it.
  std::vector<int> blocks_around_;       // the blocks that block_ stands in, and itself
  std::set<ir::ArrayId> stored_;         // arrays with elements that were assigned so far
  std::vector<std::string> cells_read_;  // of short arrays
  std::vector<ir::ArrayId> views_;       // arrays of which named slices with computed extents are read
  struct Settled {
    ir::VarId var;
    ir::ExprP value;
    std::optional<int> block;
    std::string key = {};  // of the variable that one statement assigns
  };                       // no value: it was assigned since
  std::vector<Settled> settled_;
  std::set<std::string> outlived_;  // names that began anew in statements which may be passed by, and are read behind
                                    // them; kept between passes
  std::vector<std::string> forgotten_;  // keys whose types were those of another variable: found anew by the next pass
  std::set<std::string> assigned_again_;  // those that something else assigns, by another name; kept between passes
};

// The statements that `body` emits. What they settle about variables is forgotten behind them.
template <class F>
ir::Block Lowerer::collect(const F& body) {
  ir::Block block;
  ir::Block* before = out_;
  const std::size_t settled = settled_.size();
  const int around = std::exchange(block_, ++blocks_);
  blocks_around_.push_back(block_);
  out_ = &block;
  try {
    body();
  } catch (...) {
    out_ = before;
    block_ = around;
    blocks_around_.pop_back();
    throw;
  }
  out_ = before;
  block_ = around;
  blocks_around_.pop_back();
  settled_.resize(settled);
  return block;
}

// The same of statements that may be passed by: behind them names stand for what they stood for before.
template <class F>
ir::Block Lowerer::collect_arm(const F& body) {
  prepare_choices();
  const int around = std::exchange(arm_, ++arms_);
  ++conditional_;
  const std::size_t names = named_again_.size();
  ir::Block out = collect(body);
  restore_names(names);
  --conditional_;
  arm_ = around;
  return out;
}

// The same of statements that are repeated: behind them names stand for what they stood for before, and are in doubt
// where they were given to something else. R904 where such a name is also read as it was before the loop.
template <class F>
ir::Block Lowerer::collect_body(Span span, const F& body) {
  prepare_choices();
  const std::size_t names = named_again_.size();
  const int start = clock_;
  ir::Block out = collect(body);
  restore_names(names);
  require_names_kept(names, start, span);
  doubt_names(names, named_again_.size());
  return out;
}

// A statement that reads more elements than this is for host code: each is an access of its own in the kernel.
inline constexpr std::int64_t kMostSelected = 256;
// The median of more elements than this is that of memory in order: about ten exchanges of registers an element.
inline constexpr std::int64_t kMostHalved = 49;
// Extents up to this one are taken as part of the code: channels, not rows.
inline constexpr std::int64_t kMostChannels = 16;
// Elements that an iteration keeps in memory of its own at once, as of work arrays.
// Elements of an array that a loop makes as a value; more are memory of the iteration. A loop can be stepped, which
// takes less time than code for many elements where it is short; a kernel cannot.
inline constexpr std::int64_t kMostOfLoops = 64;
inline constexpr std::int64_t kMostInMemory = kMostOfFixed;

// The polynomial of an index, and b - a where it is the same number however the variables in them stand
// (fixed_slices.cpp).
Polynomial polynomial(AtomTable& atoms, const ir::ExprP& e);
std::optional<std::int64_t> distance(const ir::ExprP& a, const ir::ExprP& b);

// Whether a value is kept in variables: a number or an array of fixed extents.
inline bool is_short(const Value& v) { return v.type.is_number() || v.type.kind == Type::Kind::Fixed; }

// x != x, which is true of NaN alone.
inline ir::ExprP is_nan(const ir::ExprP& x) { return ir::binary(ir::BinaryOp::Ne, x, x); }

}  // namespace qc::lowering
