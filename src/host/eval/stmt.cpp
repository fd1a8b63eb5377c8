// Statements of the host program.
#include "host/eval/interface/stmt.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <functional>
#include <limits>

#include "analysis/dataflow/liveness.h"
#include "analysis/dataflow/name_facts.h"
#include "analysis/dataflow/outer_names.h"
#include "analysis/prepare/prepare_loop.h"
#include "host/arrays/arith.h"
#include "host/context/builtin_state.h"
#include "host/desugar/dense_cell_arrays.h"
#include "host/desugar/growable_array_loops.h"
#include "host/desugar/loop_invariants.h"
#include "host/desugar/loop_paths.h"
#include "host/desugar/random_loops.h"
#include "host/desugar/record_loops.h"
#include "host/desugar/strip_mine_while.h"
#include "host/eval/captured_functions.h"
#include "host/eval/interface/assign.h"
#include "host/eval/interface/call.h"
#include "host/eval/interface/deferred_arrays.h"
#include "host/eval/interface/expr.h"
#include "host/eval/interface/functions.h"
#include "host/eval/interface/names.h"
#include "host/eval/interface/programs.h"
#include "host/eval/interface/resolved_statements.h"
#include "host/eval/interface/types.h"
#include "host/eval/state/resolved_run.h"
#include "host/fusion/defer_operators.h"
#include "host/library/library.h"
#include "host/loops/access_path.h"
#include "host/loops/soa_columns.h"
#include "sema/builtins.h"
#include "sema/changing_fields.h"
#include "sema/declared_numbers.h"
#include "sema/kernel_position_names.h"
#include "sema/record_layout.h"
#include "sema/type_words.h"
#include "sema/types_of_builtins.h"
#include "support/stop.h"
#include "value/counted_range.h"
#include "value/memory_failure.h"

namespace qc::host {

Value* Environment::find(std::string_view name) {
  for (Environment* e = this; e; e = e->outer.get())
    if (auto it = e->variables.find(name); it != e->variables.end()) return &it->second;
  return nullptr;
}

// Whether they are one array, or the one is an item of the other.
static bool same_storage(const Value* a, const Value* b) {
  for (const auto& [cell, other] : {std::pair(a, b), std::pair(b, a)})
    if (auto* c = cell ? std::get_if<std::shared_ptr<Cell>>(&cell->v) : nullptr;
        c && *c && other && std::holds_alternative<ArrayP>(other->v))
      return std::any_of((*c)->items.begin(), (*c)->items.end(),
                         [&](const Value& item) { return same_storage(&item, other); });
  auto* x = a ? std::get_if<ArrayP>(&a->v) : nullptr;
  auto* y = b ? std::get_if<ArrayP>(&b->v) : nullptr;
  return x && y && (*x)->buffer == (*y)->buffer;
}

static Value resolved(Value v) {
  auto* p = std::get_if<Pending>(&v.v);
  return p ? Value(host::resolve(*p)) : v;
}

// Whose variable a name or the first one of a path is.
static EnvironmentP owner(EnvironmentP env, std::string_view path) {
  const auto name = path.substr(0, path.find('.'));
  EnvironmentP e = env;
  while (e && !e->variables.contains(name)) e = e->outer;
  return e ? e : env;
}

static bool declared_around(const EnvironmentP& env, std::string_view name) {
  return owner(env, name)->declared.contains(name);
}

static std::string_view last_name(std::string_view path) { return path.substr(path.rfind('.') + 1); }

// Whether the record of a field is an item of a cell.
static bool is_item(const Value* cell, const std::optional<FieldPlace>& field) {
  auto* c = cell ? std::get_if<std::shared_ptr<Cell>>(&cell->v) : nullptr;
  return c && field && std::any_of((*c)->items.begin(), (*c)->items.end(), [&](const Value& item) {
           auto* record = std::get_if<std::shared_ptr<Record>>(&item.v);
           return record && record->get() == field->record;
         });
}

// The evaluator's answer to what the analysis asks about the names around a loop.
class EnvironmentScope : public LoopScope, public DeclaredNumbers, public ChangingFields, public RecordColumns {
 public:
  // env: there as long as the scope. only_functions: the text is a function of its own, which sees no variables but
  // function values.
  EnvironmentScope(EvalContext& cx, const EnvironmentP& env, const ast::Stmt* loop, bool only_functions = false)
      : cx_(cx), env_(env), loop_(loop), only_functions_(only_functions) {}
  std::optional<Type> type_of(std::string_view name) const override {
    if (name == kRefusedColumns && !refused_) return {};
    if (name == kRefusedColumns || name == kItemsWorthIt) {
      Type worth = Type::integer();
      worth.kind = Type::Kind::Fixed;
      worth.dims = {std::int64_t(std::bit_width(std::uint64_t(most_items())))};
      return worth;
    }
    const Value* v = value(name);
    if (!v) return {};
    if (const HostType* type = env_->declared.find(name); type && env_->variables.count(name)) return type->type;
    const auto sized = std::holds_alternative<Number>(v->v) ? sized_field(name) : std::nullopt;
    return sized.value_or(host::type_of(*v));
  }
  // `r : uint8` of a class: the number itself is an int.
  std::optional<Type> sized_field(std::string_view path) const {
    const auto place = is_path(path) ? field_place(*env_, path) : std::nullopt;
    const auto word = place && place->type ? type_word(place->type->name, cx_.scalar()) : std::nullopt;
    if (!word || word->rank != 0 || word->complex || !word->elem || !is_int(*word->elem) || *word->elem == Elem::I64)
      return {};
    return Type::number(*word->elem);
  }
  bool declared(std::string_view name) const override {
    if (const auto place = field_place(*env_, name)) return place->type != nullptr;
    const HostType* type = env_->declared.find(name);
    return type && env_->variables.contains(name) && (type->type.is_number() || type->type.kind == Type::Kind::Fixed);
  }
  bool can_change(std::string_view path, bool by_parameter) const override {
    if (const auto [function, name] = captured_place(*env_, path); function && !is_path(name))
      return function->assigns_outside && !declared_around(function->captured, name);
    const auto place = field_place(*env_, path);
    return place && (place->by_reference || !by_parameter);
  }
  bool one_field(std::string_view a, std::string_view b) const override {
    for (const auto& [column, path] : {std::pair(a, b), std::pair(b, a)})
      if (const auto end = column.find(kColumns); end != std::string_view::npos)
        return last_name(column) == last_name(path) && is_item(value(column.substr(0, end)), field_place(*env_, path));
    const auto x = field_place(*env_, a), y = field_place(*env_, b);
    if (x && y) return x->record == y->record && x->field == y->field;
    if ((x && !is_path(b)) || (y && !is_path(a))) return false;  // a variable, of the loop perhaps
    const Value *at_a = value(a), *at_b = value(b);
    return at_a && at_b ? at_a == at_b : last_name(a) == last_name(b);
  }
  std::vector<std::int64_t> extents_of(std::string_view name) const override {
    const Value* v = value(name);
    auto* a = v ? std::get_if<ArrayP>(&v->v) : nullptr;
    return a && !(*a)->fixed ? (*a)->dims : std::vector<std::int64_t>{};
  }
  std::optional<double> constant_of(std::string_view) const override {
    return {};
  }  // compiled loops are kept for other values too
  std::vector<FunctionRef> functions(std::string_view name) const override {
    std::vector<FunctionRef> out;
    if (const auto there = NameInFile::of(name)) {
      if (there->name.empty())
        return std::vector<FunctionRef>(is_library_text(cx_.session().sources(), there->file) ? 1 : 0);
      for (const Overload& o : overloads_in(cx_, there->file, there->name)) out.push_back(function_ref(o));
      return out;
    }
    const bool global = name.substr(0, 2) == "::";  // as a function of the program sees it
    if (global) name.remove_prefix(2);
    if (Value* v = global ? nullptr : value(name)) {
      auto* c = std::get_if<std::shared_ptr<Closure>>(&v->v);
      if (!c) return {};
      return functions_of(**c, std::string(name));
    }
    if (library_constant(cx_, std::string(name))) return out;
    for (const Overload& o : overloads(cx_, name)) out.push_back(function_ref(o));
    return out;
  }
  std::optional<std::int64_t> extent_of(std::string_view name, int dim) const override {
    return extent_of_value(value(name), dim);
  }
  std::optional<std::int64_t> value_of(std::string_view name) const override { return whole_number(value(name)); }
  std::optional<bool> is_whole(std::string_view name) const override { return is_whole_number(value(name)); }
  std::optional<std::string> text_of(std::string_view name) const override { return text_value(value(name)); }
  std::int64_t iterations() const override {
    if (!iterations_)
      iterations_ = loop_ ? host::iterations_of(cx_, *loop_, env_) : std::numeric_limits<std::int64_t>::max();
    return *iterations_;
  }
  bool shares(std::string_view a, std::string_view b) const override { return same_storage(value(a), value(b)); }
  bool live_after(std::string_view name) const override {
    return !loop_ || is_path(name) || name == kRandomNext || is_row_count(name) ||
           cx_.live.live_after(*loop_, *env_, name);
  }
  bool is_set_somewhere(std::string_view name) const override { return cx_.live.is_set_in(*env_, name); }
  std::vector<std::string> names() const override { return known_names(cx_, env_); }
  std::optional<std::vector<RecordField>> item_fields(std::string_view cell) const override {
    const Value* v = value(cell);
    return v && few_enough(*v) ? host::item_fields(*v) : std::nullopt;
  }
  std::optional<Type> item_array(std::string_view cell) const override {
    const Value* v = value(cell);
    return v && few_enough(*v) ? host::item_array(*v) : std::nullopt;
  }
  std::optional<std::vector<RecordField>> class_fields(std::string_view name,
                                                       const std::vector<Type>& generics = {}) const override {
    return host::class_fields(cx_, std::string(name), generics, env_);
  }
  // What the code has changed in records of cells becomes theirs.
  void give_back() { columns_.give_back(); }
  Value* find(std::string_view name) override { return value(name); }
  void assign(const std::string& name, Value value) override {
    const auto [function, rest] = captured_place(*env_, name);
    if (function)
      assign_place(cx_, *path_expression(rest), resolved(std::move(value)), owner(function->captured, rest));
    else if (is_path(name))
      assign_path(*path_expression(name), std::move(value));
    else
      env_->variables[name] = std::move(value);
  }
  Value* own(std::string_view name, std::uint32_t& place) override {
    if (only_functions_) return nullptr;
    if (Value* v = env_->variables.at(name, place)) return v;
    return name.find_first_of(".[@") == std::string_view::npos ? env_->variables.find(name, place) : nullptr;
  }
  void declare(const std::vector<Declaration>& names) override {
    for (const Declaration& d : names)
      if (env_->variables.contains(d.name)) declare_name(d.name, resolve(cx_, d.type, env_), *env_);
  }
  std::uint64_t kind_of(std::string_view name, std::uint32_t& place) override {
    const Value* v = own(name, place);
    const HostType* declared = v ? env_->declared.find(name) : nullptr;
    if (declared) return kind_of_declared(declared->type);
    return v ? host::kind_of(*v) : 0;
  }
  // env: where the variables stand that a lambda has copies of.
  void share(EnvironmentP env) { shared_ = std::move(env); }
  Value* find_shared(std::string_view name) override { return (shared_ ? shared_ : env_)->find(name); }
  void assign_shared(const std::string& name, Value value) override {
    if (Value* copy = env_->find(name)) *copy = value;
    if (Value* there = find_shared(name)) *there = std::move(value);
  }
  std::optional<Type> shared_declaration(std::string_view name) const override {
    const EnvironmentP at = owner(shared_ ? shared_ : env_, name);
    const HostType* type = at->declared.find(name);
    return type && at->variables.contains(name) ? std::optional(type->type) : std::nullopt;
  }
  std::vector<FunctionRef> functions_of(const Closure& c, const std::string& name) const override {
    return functions_behind(c, name, cx_, env_.get());
  }

 protected:
  void assign_path(const ast::Expr& path, Value v) { assign_place(cx_, path, resolved(std::move(v)), env_); }
  virtual Value* value(std::string_view name) const {
    if (name.find('[') != std::string_view::npos && name.find(kColumns) != std::string_view::npos)
      return columns_.find(name, [&](std::string_view path) {
        Value* cell = value(path);
        return cell && few_enough(*cell) ? cell : nullptr;
      });
    if (Value* v = cx_.defined.file_constant(name)) return v;
    Value* v = find_path(*env_, name);
    if (v && only_functions_ && name.find('.') == std::string_view::npos && !name.starts_with(kItemsMark) &&
        !std::holds_alternative<std::shared_ptr<Closure>>(v->v))
      v = nullptr;
    return v ? v : library_constant(cx_, std::string(name));
  }

 private:
  EvalContext& cx_;
  const EnvironmentP& env_;
  const ast::Stmt* loop_;
  EnvironmentP shared_;
  bool only_functions_;
  std::int64_t most_items() const {
    if (!most_items_)
      most_items_ = loop_ ? items_worth_gathering(cx_, *loop_, env_) : std::numeric_limits<std::int64_t>::max();
    return *most_items_;
  }
  // A loop of few iterations beside many items is stepped.
  bool few_enough(const Value& v) const {
    auto* cell = std::get_if<std::shared_ptr<Cell>>(&v.v);
    const bool few = !cell || !*cell || std::int64_t((*cell)->items.size()) <= most_items();
    refused_ = refused_ || !few;
    return few;
  }

  mutable ItemColumns columns_;
  mutable std::optional<std::int64_t> most_items_, iterations_;
  mutable bool refused_ = false;
};

// The same with variables of the loop's own: fields and items that it reads.
class PathScope : public EnvironmentScope {
 public:
  using Changed = std::map<std::string, const ast::Expr*, std::less<>>;
  PathScope(EvalContext& cx, const EnvironmentP& env, const ast::Stmt* loop,
            std::map<std::string, Value, std::less<>> values, bool only_functions = false)
      : EnvironmentScope(cx, env, loop, only_functions), values_(std::move(values)) {}
  // The loop gives new values to the fields `changed`.
  PathScope& changing(Changed changed) {
    changed_ = std::move(changed);
    return *this;
  }
  // Records under these names are an iteration's own.
  void of_iterations(const std::set<std::string, std::less<>>* names) { of_iterations_ = names; }
  bool live_after(std::string_view name) const override {
    if (of_iterations_ && of_iterations_->find(name) != of_iterations_->end()) {
      const Value* v = value(name);
      if (v && std::holds_alternative<std::shared_ptr<Record>>(v->v)) return false;
    }
    return values_.find(name) == values_.end() ? EnvironmentScope::live_after(name)
                                               : changed_.count(name) > 0 || is_path(name);
  }
  void assign(const std::string& name, Value value) override {
    const auto it = changed_.find(name);
    if (it == changed_.end()) {
      if (const auto known = values_.find(name); known != values_.end()) known->second = value;
      return EnvironmentScope::assign(name, std::move(value));
    }
    values_[name] = value;
    assign_path(*it->second, std::move(value));
  }
  Value* own(std::string_view name, std::uint32_t& place) override {
    return values_.empty() && changed_.empty() ? EnvironmentScope::own(name, place) : nullptr;
  }
  std::vector<std::string> names() const override {
    auto all = EnvironmentScope::names();
    for (const auto& [name, v] : values_) all.push_back(name);
    return all;
  }

 private:
  const std::set<std::string, std::less<>>* of_iterations_ = nullptr;

 protected:
  Value* value(std::string_view name) const override {
    auto it = values_.find(name);
    if (it != values_.end()) return &it->second;
    // What a function in a cell captured: "stages[0].gain".
    const auto point = name.rfind("].");
    if (point != std::string_view::npos)
      if (auto function = values_.find(name.substr(0, point + 1)); function != values_.end())
        return find_inside(function->second, name.substr(point + 2));
    return EnvironmentScope::value(name);
  }

 private:
  mutable std::map<std::string, Value, std::less<>> values_;
  Changed changed_;
};

static Flow step_loop(EvalContext& cx, const ast::Stmt& s, const EnvironmentP& env);
static Flow run_match(EvalContext& cx, const ast::Match& m, Span span, const EnvironmentP& env);
static void run_print(EvalContext& cx, const ast::Print& p, const EnvironmentP& env);
static std::vector<Value> launch(EvalContext& cx, const Closure& kernel, const std::vector<std::int64_t>& dims,
                                 const std::vector<std::int64_t>& blocks, const std::vector<Value>& given, Span span,
                                 const EnvironmentP& env, bool serial);

std::vector<std::string> known_names(const EvalContext& cx, const EnvironmentP& env) {
  std::vector<std::string> names = builtin_names();
  names.insert(names.end(), type_words().begin(), type_words().end());
  for (const auto& [name, type] : cx.defined.types) names.push_back(name);
  for (const auto& [name, all] : cx.defined.functions) names.push_back(name);
  for (const auto& name : Library::names()) names.push_back(name);
  for (Environment* e = env.get(); e; e = e->outer.get())
    for (const auto& [name, v] : e->variables) names.push_back(name);
  return names;
}

namespace {

// Bounds that may be looked at before the loop is run: of numbers, names, elements, and of functions that only compute.
// own: the program's.
bool is_harmless(const ast::Expr& bound, const std::function<bool(const std::string&)>& own) {
  return ast::all_expressions(bound, [&](const ast::Expr& e) {
    if (auto* n = std::get_if<ast::Index>(&e.node)) return std::holds_alternative<ast::Name>(n->base->node);
    const std::string* f = callee_of(e);
    return f ? keeps_whole_numbers(*f) && !own(*f)
             : ast::is_any<ast::IntLit, ast::Name, ast::Unary, ast::Binary, ast::Field>(e);
  });
}

}  // namespace

// How many iterations a loop has; the most that there may be where that is not known without running something.
std::int64_t iterations_of(EvalContext& cx, const ast::Stmt& loop, const EnvironmentP& env) {
  constexpr std::int64_t kAny = std::numeric_limits<std::int64_t>::max(), kEndless = 1'000'000'000'000;
  auto* f = std::get_if<ast::For>(&loop.node);
  const auto own = [&](const std::string& name) {
    return cx.defined.functions.count(name) > 0 || env->find(name) != nullptr;
  };
  if (!f || !is_harmless(*f->lo, own) || !is_harmless(*f->hi, own) || (f->step && !is_harmless(*f->step, own)))
    return kAny;
  try {
    const auto value = [&](const ast::ExprP& e) { return to_number(eval(cx, *e, env), e->span); };
    const auto range = counted(RangeValue{value(f->lo), f->step ? value(f->step) : Number::integer(1), value(f->hi)});
    return range && range->count < kEndless ? range->count : kAny;
  } catch (const ProgramError& e) {
    if (is_stop(e)) throw;
    return kAny;  // the loop says it
  }
}

std::int64_t items_worth_gathering(EvalContext& cx, const ast::Stmt& loop, const EnvironmentP& env) {
  constexpr std::int64_t kAny = std::numeric_limits<std::int64_t>::max(), kAlways = 64, kForEach = 8,
                         kForEachWithLoop = 128;
  const std::int64_t n = iterations_of(cx, loop, env);
  if (n == kAny) return kAny;
  const bool has_loop = ast::has_own<ast::For, ast::While, ast::Repeat>(std::get<ast::For>(loop.node).body);
  return kAlways + n * (has_loop ? kForEachWithLoop : kForEach);
}

// The same of items of a fixed size, which are copied as they stand: with the extents of the loops inside, where these
// are known.
static std::int64_t values_worth_packing(EvalContext& cx, const ast::Stmt& loop, const EnvironmentP& env) {
  constexpr std::int64_t kAny = std::numeric_limits<std::int64_t>::max(), kAlways = 64, kForEach = 16, kUnknown = 64;
  const std::int64_t n = iterations_of(cx, loop, env);
  if (n == kAny) return kAny;
  std::int64_t inside = 1;
  for (const ast::Stmt& s : std::get<ast::For>(loop.node).body)
    if (std::holds_alternative<ast::For>(s.node)) {
      const std::int64_t each = values_worth_packing(cx, s, env);
      inside = std::max(inside, each == kAny ? kUnknown : (each - kAlways) / kForEach);
    }
  return kAlways + n * std::min<std::int64_t>(inside, 1 << 20) * kForEach;
}

// Whether the function (or program) may read a variable after this loop before it assigns it again.
namespace {

// Whether a text gives a value to a variable that was declared as a number of some type.
bool has_declared(const ast::Stmt& text, const Environment& env) {
  const NameFacts facts = name_facts(text);
  for (const Environment* e = &env; e; e = e->outer.get())
    for (const auto& d : e->declared)
      if (d.type->type.is_number() && facts.of(d.name).written()) return true;
  return false;
}

}  // namespace

Flow run_block(EvalContext& cx, const ast::Block& block, const EnvironmentP& env) {
  return run_statements(cx, block, env);
}

Flow run_statements(EvalContext& cx, std::span<const ast::Stmt> block, const EnvironmentP& env) {
  struct Depth {
    explicit Depth(int& d) : depth(++d) {}
    ~Depth() { --depth; }
    int& depth;
  } depth(cx.progress.depth);
  for (const ast::Stmt& s : block) {
    cx.progress.check_interrupt(s.span);
    try {
      if (const Flow f = run_statement(cx, s, env); f != Flow::Normal) return f;
    } catch (const runtime::FailureError& e) {
      place_failure(e, s.span);
    } catch (const std::bad_alloc&) {
      out_of_memory(s.span);
    } catch (const std::length_error&) {
      out_of_memory(s.span);
    } catch (ProgramError& e) {  // work that was stopped and functions of the host program know no place
      Diagnostic& d = e.diagnostics.front();
      if (!d.span.valid() && (d.code == Code("Q0406") || d.code == Code("Q0901"))) d.span = s.span;
      throw;
    }
  }
  return Flow::Normal;
}

void place_failure(const runtime::FailureError& e, Span span) {
  if (e.failure.kind == runtime::Failure::Kind::NoDevice) throw;
  if (e.failure.kind == runtime::Failure::Kind::OutOfMemory) fail("Q0702", span, e.failure.message);
  fail("Q0703", span, e.failure.message);
}

// Functions that stand as statements of their own without brackets: tic, toc.
static bool is_command(const std::string& name) { return builtin_is(name, kCommand); }

// `show` where show() was meant does nothing, which nobody wants.
static void warn_not_called(SessionContext& session, const std::string& name, const Value& v, Span span) {
  if (name == "syncthreads")
    fail("Q0503", span, "'syncthreads' belongs into a kernel",
         "threads meet there; a launch is waited for when its values are read");
  if (!std::holds_alternative<std::shared_ptr<Closure>>(v.v) || !session.sinks().diagnostic) return;
  session.sinks().diagnostic({"Q0204",
                              Severity::Warning,
                              span,
                              fmt::format("'{}' is named here, not called", name),
                              fmt::format("write {}()", name),
                              {}});
}

Flow run_statement(EvalContext& cx, const ast::Stmt& s, const EnvironmentP& env) {
  cx.rewrites.whiles->statement();
  if (auto* n = std::get_if<ast::Assign>(&s.node))
    run_assign(cx, *n, s.span, env, s.quiet);
  else if (auto* n = std::get_if<ast::ExprStmt>(&s.node)) {
    auto* call = std::get_if<ast::Call>(&n->value->node);
    auto* bare = std::get_if<ast::Name>(&n->value->node);
    const bool command = bare && is_command(bare->name) && !env->find(bare->name) && !cx.is_function(bare->name);
    std::vector<Value> r = call      ? eval_call(cx, *call, n->value->span, env, 0)
                           : command ? call_named(cx, bare->name, {}, n->value->span, env, 0)
                                     : std::vector<Value>{eval(cx, *n->value, env)};
    if (bare && !r.empty() && !cx.session().options().echo)
      warn_not_called(cx.session(), bare->name, r[0], n->value->span);
    if (!r.empty()) r[0] = cx.arrays.compute(r[0]);
    if (cx.progress.depth == 1 && cx.session().options().echo && !r.empty() &&
        !std::holds_alternative<Nothing>(r[0].v)) {
      const bool variable = bare && env->find(bare->name);
      if (!variable) cx.globals->variables["ans"] = r[0];
      if (!s.quiet) echo(cx, variable ? bare->name : "", r[0]);
    }
  } else if (auto* n = std::get_if<ast::If>(&s.node)) {
    for (const auto& arm : n->arms)
      if (to_bool(eval(cx, *arm.condition, env), arm.condition->span)) return run_block(cx, arm.body, env);
    return run_block(cx, n->otherwise, env);
  } else if (std::holds_alternative<ast::While>(s.node) || std::holds_alternative<ast::Repeat>(s.node))
    return step_loop(cx, s, env);
  else if (std::holds_alternative<ast::For>(s.node)) {
    const auto flow = run_compiled(cx, s, env, [&] { step_loop(cx, s, env); });
    return flow ? *flow : step_loop(cx, s, env);
  } else if (auto* n = std::get_if<ast::Match>(&s.node))
    return run_match(cx, *n, s.span, env);
  else if (auto* n = std::get_if<ast::Try>(&s.node)) {
    try {
      struct Trying {
        explicit Trying(int& n) : n_(++n) {}
        ~Trying() { --n_; }
        int& n_;
      } trying(cx.progress.tries);
      return run_block(cx, n->body, env);
    } catch (const ProgramError& e) {
      if (is_stop(e)) throw;  // an interrupt is not the program's to catch
      if (!n->variable.empty()) env->variables[n->variable] = Value(e.diagnostics[0].message);
    }
    return run_block(cx, n->handler, env);
  } else if (std::holds_alternative<ast::Break>(s.node))
    return Flow::Break;
  else if (std::holds_alternative<ast::Continue>(s.node))
    return Flow::Continue;
  else if (std::holds_alternative<ast::Return>(s.node))
    return Flow::Return;
  else if (auto* n = std::get_if<ast::Import>(&s.node))
    run_import(cx, n->path, s.span);
  else if (auto* n = std::get_if<ast::Print>(&s.node))
    run_print(cx, *n, env);
  else if (auto* n = std::get_if<ast::TypeDef>(&s.node))
    define_type(cx, *n);
  else if (auto* n = std::get_if<Box<ast::FunctionDef>>(&s.node);
           n && (env != cx.globals || cx.progress.depth != cx.defined.hoisted_depth))
    define_nested(cx, **n, env, true);
  return Flow::Normal;  // functions of the program were hoisted, other pragmas have no effect
}

// A loop outside of functions that have a resolved form.
static Flow step_loop(EvalContext& cx, const ast::Stmt& s, const EnvironmentP& env) {
  const auto known = cx.meanings.resolved_loops.find(&s);
  std::shared_ptr<const ResolvedCode> code =
      known == cx.meanings.resolved_loops.end() ? nullptr : known->second;  // kept whatever is defined in the meantime
  if (!code) {
    code = std::make_shared<const ResolvedCode>(resolve_code(s, cx));
    cx.meanings.resolved_loops[&s] = code;
  }
  std::vector<std::uint32_t> places;
  places.reserve(code->names.size());
  for (const std::string& name : code->names) places.push_back(std::uint32_t(env->variables.slot(name)));
  ResolvedRun resolved(cx, env, lowest_stack(), &places);
  return step_resolved(resolved, code->body[0]);
}

// Whether a loop was run by compiled code; what it changed in records of cells is then in them.
static bool ran(EvalContext& cx, const ast::Stmt& loop, EnvironmentScope& scope) {
  if (!cx.loops.run(loop, scope)) return false;
  scope.give_back();
  return true;
}

namespace {
// Whether compiled code can be made of a loop, as far as this says.
bool lowers(const ast::Stmt& loop, const Scope& scope, Elem scalar) {
  try {
    LowerOptions options;
    options.scalar = scalar;
    return std::holds_alternative<LoopNest>(lower_loop(loop, scope, options));
  } catch (const ProgramError& e) {
    if (is_stop(e)) throw;
    return false;
  }
}
}  // namespace

// A compiled loop has drawn so many random numbers, or has counted them.
static Flow drew(EvalContext& cx, std::uint64_t numbers, const EnvironmentP& env) {
  if (numbers > 0) cx.session().builtin_state().drawn += numbers;
  if (const auto next = env->variables.find(kRandomNext); next != env->variables.end())
    cx.session().builtin_state().drawn = std::uint64_t(to_index(next->second, {}));
  return Flow::Normal;
}

// The text of a loop in which rows grow, with arrays that have room; `rows` keeps what it reads besides, which is added
// to `places`. Null: the rows are not what compiled code has.
static const ast::Stmt* counted_text(EvalContext& cx, const ast::Stmt& s, const EnvironmentP& env,
                                     std::unique_ptr<GrowableRows>& rows,
                                     std::map<std::string, Value, std::less<>>& places) {
  rows = std::make_unique<GrowableRows>(*cx.rewrites.counted->find(s, false), cx, env);
  if (!rows->fits()) return nullptr;
  const std::int64_t iterations = iterations_of(cx, s, env);
  if (!rows->some_kind_is_open())
    return rows->begin(cx.scalar(), iterations, places) ? &cx.rewrites.counted->find(s, false)->text : nullptr;
  const GrowableArrays& strict = *cx.rewrites.counted->find(s, true);
  std::optional<bool>& of_ints = cx.rewrites.counted->of_ints(s);
  for (const bool known = of_ints.has_value();; of_ints = !*of_ints) {
    if (!of_ints) of_ints = true;
    rows = std::make_unique<GrowableRows>(strict, cx, env);
    places.clear();
    if (!rows->begin(*of_ints ? Elem::I64 : cx.scalar(), iterations, places)) return nullptr;
    if (known || !*of_ints || lowers(strict.text, PathScope(cx, env, &s, places), cx.scalar())) return &strict.text;
  }
}

// What is known around a loop that the evaluator has reached: values.
class ReachedLoop : public LoopSurroundings {
 public:
  ReachedLoop(EvalContext& cx, const ast::Stmt& loop, const EnvironmentP& env)
      : cx_(cx),
        env_(env),
        loop_(loop),
        names_([this](const std::string& name) { return program_type(cx_, name, env_); }) {}

  bool only_as_written(const ast::Stmt& loop) override {
    const LoopRewrites& all = cx_.rewrites;
    const auto [known, fresh] = cx_.rewrites.untouched.try_emplace(&loop);
    if (fresh)
      known->second = !all.whiles->left_by_return(loop) && !all.counted->find(loop, false) &&
                      !all.random->draws(loop, EnvironmentScope(cx_, env_, &loop_)) &&
                      !all.invariants->has_calls(loop) && !all.paths->has_elements_in_bounds(loop);
    return known->second && !glance().parts;
  }
  FormOfLoop form(LoopForm form, const ast::Stmt& loop) override {
    begin();
    const auto most = [&] { return values_worth_packing(cx_, loop, env_); };
    const auto of_items = [&](auto items) {
      items_ = std::move(items);
      return FormOfLoop{items_ ? &items_->text : nullptr};
    };
    switch (form) {
      case LoopForm::LeftByReturn:
        left_ = cx_.rewrites.whiles->left_by_return(loop);
        if (left_) env_->variables[WhileLoops::kReturns] = Value(Number::boolean(false));
        if (left_) own_variables();
        read_after_ = left_ != nullptr;  // what the function gives is live where it returns
        return {left_, left_ != nullptr};
      case LoopForm::GrowableArrays:
        if (!cx_.rewrites.counted->find(loop, false)) return {};
        return cx_.rewrites.counted->declined(loop) ? FormOfLoop{nullptr, true} : with_room(loop);
      case LoopForm::DenseItems:
        if (!glance().parts) return {};
        return of_items(cx_.rewrites.cells->loop(loop, env_, cx_, most));
      case LoopForm::LoopCarriedRecords:
        if (!glance().parts) return {};
        return {cx_.rewrites.records->find(loop, env_, cx_)};
      case LoopForm::DenseArrays:
        if (!glance().parts) return {};
        return of_items(cx_.rewrites.cells->loop_of_arrays(loop, env_, cx_, most));
      case LoopForm::AsWritten:
        break;
    }
    return {&loop};
  }
  void decline(LoopForm form) override {
    if (form == LoopForm::GrowableArrays) {
      cx_.rewrites.counted->decline(loop_);
      cx_.rewrites.counted->of_ints(loop_).reset();
    } else if (form == LoopForm::DenseItems)
      cx_.rewrites.cells->decline(loop_);
    else if (form == LoopForm::LoopCarriedRecords)
      cx_.rewrites.records->decline(loop_);
    else if (form == LoopForm::DenseArrays)
      cx_.rewrites.cells->decline_arrays(loop_);
  }
  const ast::Stmt* with_counter_based_random(const ast::Stmt& text) override {
    RandomLoops& loops = *cx_.rewrites.random;
    const RandomLoop* random = loops.find(text, cx_, env_, EnvironmentScope(cx_, env_, &loop_));
    if (!random) return nullptr;
    if (!random->drawn) own_variables();
    drawn_ = loops.begin(*random, cx_, env_, places_);
    return &random->text;
  }
  const ast::Stmt* hoist_invariant_calls(const ast::Stmt& text) override {
    if (left_) return nullptr;
    return cx_.rewrites.invariants->replace(text, cx_, env_, EnvironmentScope(cx_, env_, &loop_), places_);
  }
  const ast::Stmt* replace_paths(const ast::Stmt& text) override {
    if (&text == &loop_ && !glance().parts && !glance().bounds) return nullptr;
    return cx_.rewrites.paths->replace(text, cx_, env_, values_, changed_);
  }
  bool take(const ast::Stmt& text) override {
    if (&text == &loop_) {
      EnvironmentScope scope(cx_, env_, &loop_);
      return ran(cx_, text, scope);
    }
    values_.merge(places_);
    PathScope scope(cx_, env_, read_after_ ? nullptr : &loop_, std::move(values_));
    scope.changing(std::move(changed_));
    if (!runs(text, scope)) return false;
    (void)drew(cx_, drawn_, env_);
    if (rows_) rows_->end();
    return true;
  }

  // How a loop that was run has ended.
  Flow flow() const {
    return left_ && to_bool(*env_->find(WhileLoops::kReturns), loop_.span) ? Flow::Return : Flow::Normal;
  }

 protected:
  virtual bool runs(const ast::Stmt& text, PathScope& scope) { return ran(cx_, text, scope); }
  void begin() {
    items_.reset();
    rows_.reset();
    values_.clear();
    places_.clear();
    changed_.clear();
    drawn_ = 0;
  }
  FormOfLoop with_room(const ast::Stmt& loop) {
    const ast::Stmt* text = counted_text(cx_, loop, env_, rows_, places_);
    return {text, text != nullptr};
  }
  const LoopPaths::Glance& glance() {
    if (!glance_) glance_ = cx_.rewrites.paths->glance(loop_, env_);
    return *glance_;
  }
  void own_variables() {
    if (!own_) own_.emplace(env_->variables);
  }

  EvalContext& cx_;
  const EnvironmentP& env_;
  const ast::Stmt& loop_;
  bool read_after_ = false;  // every variable may be

 private:
  // Variables of the texts that loops are compiled as.
  struct OwnVariables {
    explicit OwnVariables(Variables& all) : variables(all) {}
    OwnVariables(const OwnVariables&) = delete;
    OwnVariables& operator=(const OwnVariables&) = delete;
    ~OwnVariables() {
      for (const char* name : {WhileLoops::kGo, WhileLoops::kReturns, WhileLoops::kTurn, kRandomNext.data()})
        variables.erase(name);
    }
    Variables& variables;
  };
  const TypeNames names_;
  std::optional<LoopPaths::Glance> glance_;
  std::optional<OwnVariables> own_;
  const ast::Stmt* left_ = nullptr;  // the text of a loop that a return leaves
  std::unique_ptr<LoopOverItems> items_;
  std::unique_ptr<GrowableRows> rows_;
  std::map<std::string, Value, std::less<>> values_, places_;  // of paths; of what else the text reads
  PathScope::Changed changed_;
  std::uint64_t drawn_ = 0;
};

static std::optional<Flow> run_compiled(EvalContext& cx, const ast::Stmt& s, const EnvironmentP& env) {
  ReachedLoop reached(cx, s, env);
  return prepare_loop(s, reached) ? std::optional(reached.flow()) : std::nullopt;
}

std::optional<Flow> run_compiled(EvalContext& cx, const ast::Stmt& s, const EnvironmentP& env,
                                 const std::function<void()>& step) {
  try {
    return run_compiled(cx, s, env);
  } catch (const SliceFailure&) {
    step();
    throw;
  }
}

// A piece of a `while` or `repeat` loop.
class ReachedPiece final : public ReachedLoop {
 public:
  ReachedPiece(EvalContext& cx, const ast::Stmt& loop, const EnvironmentP& env) : ReachedLoop(cx, loop, env) {
    own_variables();
    read_after_ = true;
  }
  bool only_as_written(const ast::Stmt&) override { return false; }
  FormOfLoop form(LoopForm form, const ast::Stmt& piece) override {
    begin();
    const bool grows = form == LoopForm::GrowableArrays && cx_.rewrites.counted->find(piece, false);
    if (grows) return {with_room(piece).text, true};
    return {form == LoopForm::AsWritten ? &piece : nullptr};
  }
  void decline(LoopForm) override {}
  const ast::Stmt* hoist_invariant_calls(const ast::Stmt&) override { return nullptr; }

 private:
  bool runs(const ast::Stmt& text, PathScope& scope) override {
    WhileLoops& loops = *cx_.rewrites.whiles;
    if (!env_->keeps_variables && env_->body) scope.of_iterations(&loops.names_of_iterations(loop_, *env_));
    known_ = known_ || (!has_declared(text, *env_) && loops.compiles(loop_, text, scope, cx_.scalar()));
    return known_ && ran(cx_, text, scope);
  }
  bool known_ = false;
};

std::optional<Flow> run_pieces(EvalContext& cx, const ast::Stmt& s, const EnvironmentP& env) {
  const ast::Stmt* text = cx.rewrites.whiles->piece(s);
  ReachedPiece reached(cx, s, env);
  bool done = false;
  while (text && !done) {
    env->variables[WhileLoops::kGo] = Value(Number::boolean(true));
    env->variables[WhileLoops::kReturns] = Value(Number::boolean(false));
    if (prepare_loop(*text, reached))
      done = !to_bool(*env->find(WhileLoops::kGo), s.span);
    else
      text = nullptr;
    cx.progress.check_interrupt(s.span);
  }
  if (!text) cx.rewrites.whiles->decline(s);
  if (!done) return {};
  return to_bool(*env->find(WhileLoops::kReturns), s.span) ? Flow::Return : Flow::Normal;
}

namespace {

// A number matches an equal one, or one of an array's, a string one of a cell's; arrays match as a whole; what cannot
// be compared does not match.
bool matches(const Value& v, const Value& pattern, Elem scalar, Span span) {
  if (auto* c = std::get_if<std::shared_ptr<Cell>>(&pattern.v);
      c && !std::holds_alternative<std::shared_ptr<Cell>>(v.v))
    return std::any_of((*c)->items.begin(), (*c)->items.end(),
                       [&](const Value& item) { return matches(v, item, scalar, span); });
  if (const auto same = equal_objects(v, pattern)) return *same;
  auto *x = std::get_if<ArrayP>(&v.v), *y = std::get_if<ArrayP>(&pattern.v);
  if (x && y && (*x)->dims != (*y)->dims) return false;
  const Value equal = binary_value(ast::BinaryOp::Eq, v, pattern, scalar, span);
  auto* each = std::get_if<ArrayP>(&equal.v);
  if (!each) return to_bool(equal, span);
  const void* data = (*each)->buffer->host_read();
  bool all = true, any = false;
  for (std::int64_t i = 0; i < (*each)->count(); ++i) {
    const bool one = get_element(**each, data, i).i != 0;
    all = all && one;
    any = any || one;
  }
  return x ? all : any;
}

}  // namespace

bool arm_matches(EvalContext& cx, const Value& v, const Value& pattern, Span span, const EnvironmentP& env) {
  if (std::holds_alternative<HostTypeP>(v.v) || !std::holds_alternative<HostTypeP>(pattern.v))
    return matches(v, pattern, cx.scalar(), span);
  std::vector<Value> both{v, pattern};
  return to_bool(*type_form(cx, "isinstance", both, span, env), span);
}

static Flow run_match(EvalContext& cx, const ast::Match& m, Span span, const EnvironmentP& env) {
  const Value v = eval(cx, *m.value, env);
  for (const auto& arm : m.arms) {
    if (!arm.pattern || arm_matches(cx, v, eval(cx, *arm.pattern, env), arm.pattern->span, env))
      return run_block(cx, arm.body, env);
  }
  no_arm_matches(v, span);
}

void no_arm_matches(const Value& v, Span span) {
  fail("Q0404", span, fmt::format("no arm matches {}", format_value(v)), "add an arm `| _ -> ...`");
}

void echo(EvalContext& cx, const std::string& name, const Value& v) {
  if (cx.session().builtin_state().show) return cx.session().builtin_state().show(name, v);
  const std::string text = format_value(v);
  const char* between = text.find('\n') == std::string::npos ? " = " : " =\n";
  if (cx.session().sinks().out) cx.session().sinks().out(name.empty() ? text + "\n" : name + between + text + "\n");
}

static void run_print(EvalContext& cx, const ast::Print& p, const EnvironmentP& env) {
  std::string text;
  for (const auto& item : p.items) text += format_value(eval(cx, *item, env));
  if (cx.session().sinks().out) cx.session().sinks().out(text + "\n");
}

// What is wrong in a kernel names the launch as well, unless the kernel is written there.
static void add_launch(ProgramError& e, const Closure& kernel, Span span) {
  Diagnostic& d = e.diagnostics.front();
  const bool inside = d.span.file == span.file && d.span.begin >= span.begin && d.span.end <= span.end;
  if (d.span.valid() && !inside)
    d.notes.push_back(
        {span, kernel.def ? fmt::format("in '{}', launched here", kernel.def->name) : "in a kernel, launched here"});
}

std::vector<Value> call_parallel_do(EvalContext& cx, std::vector<Value> arguments, Span span, const EnvironmentP& env,
                                    bool serial) {
  settle(cx);
  const char* name = serial ? "serial_do" : "parallel_do";
  if (arguments.size() < 2)
    fail("Q0204", span, fmt::format("'{}' takes the dimensions, the kernel's arguments and the kernel", name));
  auto* kernel = std::get_if<std::shared_ptr<Closure>>(&arguments.back().v);
  if (!kernel)
    fail("Q0301", span,
         fmt::format("the last argument of '{}' must be a kernel, not {}", name,
                     a_type(host_type_name(host_type_of(arguments.back()), cx.scalar()))),
         "a variable of the name of a kernel hides it");
  std::vector<std::int64_t> dims;
  if (auto* a = std::get_if<ArrayP>(&arguments[0].v)) {
    const void* data = (*a)->buffer->host_read();
    for (std::int64_t i = 0; i < (*a)->count(); ++i) dims.push_back(to_index(Value(get_element(**a, data, i)), span));
  } else
    dims.push_back(to_index(arguments[0], span));
  const bool nested =
      std::holds_alternative<ArrayP>(arguments[0].v) && std::get<ArrayP>(arguments[0].v)->dims.size() == 2;
  std::vector<std::int64_t> blocks;
  if (nested) {  // [dims, blkdims]: two rows
    blocks.assign(dims.begin() + std::ptrdiff_t(dims.size() / 2), dims.end());
    dims.resize(dims.size() / 2);
  }
  try {
    return launch(cx, **kernel, dims, blocks, {arguments.begin() + 1, arguments.end() - 1}, span, env, serial);
  } catch (ProgramError& e) {
    add_launch(e, **kernel, span);
    throw;
  }
}

static std::vector<Value> launch(EvalContext& cx, const Closure& kernel, const std::vector<std::int64_t>& dims,
                                 const std::vector<std::int64_t>& blocks, const std::vector<Value>& arguments,
                                 Span span, const EnvironmentP& env, bool serial) {
  const EnvironmentP around = kernel.captured ? kernel.captured : env;
  std::vector<Value> given = arguments;
  if (kernel.def && std::any_of(kernel.def->parameters.begin(), kernel.def->parameters.end(),
                                [](const auto& p) { return bool(p.default_value); })) {
    auto before = std::make_shared<Environment>();  // a default may use the parameters before it
    before->outer = around;
    std::size_t k = 0;
    for (const auto& p : kernel.def->parameters) {
      if (is_position_name(p.name)) continue;
      if (k == given.size() && !p.default_value) break;
      if (k == given.size()) given.push_back(eval(cx, *p.default_value, before));
      before->variables[p.name] = given[k++];
    }
  }
  if (const auto items = cx.rewrites.cells->launch(kernel, given, around, cx))
    return launch(cx, *items->kernel, dims, blocks, given, span, env, serial);
  const bool own = kernel.def && (!kernel.captured || kernel.captured == cx.globals);
  const TypeNames names([&](const std::string& name) { return program_type(cx, name, around); });
  std::map<std::string, Value, std::less<>> values;
  if (const auto with_paths = cx.rewrites.paths->replace(kernel, cx, around, values)) {
    PathScope scope(cx, around, nullptr, std::move(values), own);
    if (kernel.lambda) scope.share(around->outer);
    auto results = cx.loops.launch_kernel(*with_paths, dims, blocks, given, scope, span, serial);
    scope.give_back();
    return results;
  }
  EnvironmentScope scope(cx, around, nullptr, own);
  if (kernel.lambda) scope.share(around->outer);
  auto results = cx.loops.launch_kernel(kernel, dims, blocks, given, scope, span, serial);
  scope.give_back();
  return results;
}

}  // namespace qc::host
