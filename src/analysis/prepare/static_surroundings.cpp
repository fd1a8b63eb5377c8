#include "analysis/prepare/static_surroundings.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>
#include <utility>
#include <vector>

#include "ast/print_ast.h"
#include "ast/query.h"
#include "desugar/counter_based_random.h"
#include "desugar/growable_arrays.h"
#include "desugar/replace_paths.h"
#include "desugar/returns_as_breaks.h"
#include "ir/moved_index.h"
#include "sema/changing_fields.h"
#include "sema/constant_value.h"
#include "sema/declared_numbers.h"
#include "sema/extents_of_calls.h"

namespace qc {

namespace {

// The names inside a loop that runs statement by statement: its variable is an integer, what its body assigns has no
// known type, everything else is as around the loop.
class InsideLoop : public Scope, public DeclaredNumbers, public ExtentsOfCalls {
 public:
  InsideLoop(const Scope& outer, const ast::For& loop) : outer_(outer), variable_(loop.variable) { collect(loop.body); }
  std::optional<Type> type_of(std::string_view name) const override {
    if (name == variable_) return Type::integer();
    if (const auto root = name.find('.');
        root != std::string_view::npos && assigned_.contains(std::string(name.substr(0, root))))
      return std::nullopt;
    auto type = outer_.type_of(name);
    if (!type && assigned_.contains(std::string(name))) return Type::unknown();
    return type;
  }
  std::optional<double> constant_of(std::string_view name) const override {
    if (name == variable_ || assigned_.contains(std::string(name))) return std::nullopt;
    return outer_.constant_of(name);
  }
  std::vector<FunctionRef> functions(std::string_view name) const override { return outer_.functions(name); }
  std::vector<std::int64_t> extents_of(std::string_view name) const override {
    return assigned_.contains(std::string(name)) ? std::vector<std::int64_t>{} : outer_.extents_of(name);
  }
  bool declared(std::string_view name) const override { return is_declared(outer_, name); }
  bool of_one_call() const override { return are_of_one_call(outer_); }
  bool shares(std::string_view a, std::string_view b) const override {
    return !assigned_.contains(std::string(a)) && !assigned_.contains(std::string(b)) && outer_.shares(a, b);
  }
  bool live_after(std::string_view) const override { return true; }
  std::vector<std::string> names() const override {
    auto all = outer_.names();
    all.push_back(variable_);
    for (const auto& [name, unused] : assigned_) all.push_back(name);
    return all;
  }

 private:
  void collect(const ast::Block& block);
  const Scope& outer_;
  std::string variable_;
  std::map<std::string, bool> assigned_;
};

void InsideLoop::collect(const ast::Block& block) {
  ast::for_each_own_statement(block, [&](const ast::Stmt& s) {
    if (const std::string* variable = ast::variable_of(s)) assigned_[*variable] = true;
    auto* a = std::get_if<ast::Assign>(&s.node);
    if (!a) return;
    for (const ast::Target& t : a->targets) {
      const ast::Expr* root = t.place.get();
      while (const auto* field = std::get_if<ast::Field>(&root->node)) root = field->base.get();
      if (const std::string* name = ast::name_of(*root)) assigned_[*name] = true;
    }
  });
}

// Paths whose types the walk knows, as a running program would find them.
class StaticPaths : public PathSource {
 public:
  explicit StaticPaths(const Scope& scope) : scope_(scope) {}
  std::optional<Type> type_of(const ast::Expr& path) override {
    auto* i = std::get_if<ast::Index>(&path.node);
    if (const auto base = i ? scope_.type_of(ast::print(*i->base)) : std::nullopt; base && base->is_array())
      return is_outside(*i, *base) ? std::nullopt : std::optional(Type::number(base->elem, base->complex));
    return scope_.type_of(ast::print(path));
  }
  void use(const std::string& name, const ast::Expr& path) override {
    used_ = true;
    auto* i = std::get_if<ast::Index>(&path.node);
    const auto base = i ? scope_.type_of(ast::print(*i->base)) : std::nullopt;
    if (changed_.count(name) || (base && base->is_array())) elements_.insert_or_assign(name, *type_of(path));
  }
  bool change(const std::string& name, const ast::Expr& path) override {
    if (std::holds_alternative<ast::Index>(path.node)) changed_.insert(name);
    return true;
  }
  bool one_field(const std::string& a, const std::string& b) override {
    return scope_.shares(a.substr(0, a.rfind('.')), b.substr(0, b.rfind('.')));
  }
  bool may_hold(const std::string& array, const std::string& other) override {
    const auto t = scope_.type_of(other);
    return t && (t->kind == Type::Kind::Object || t->kind == Type::Kind::Cell || scope_.shares(array, other));
  }
  void restart() override {
    used_ = false;
    changed_.clear();
    elements_.clear();
  }
  bool used() const { return used_; }
  const std::map<std::string, Type, std::less<>>& elements() const { return elements_; }

 private:
  // Whether an element is surely none of the array, as a run may find in an empty loop.
  bool is_outside(const ast::Index& element, const Type& array) const {
    if (ir::moves(array.boundary) || array.boundary == Boundary::Safe ||
        element.indices.size() != std::size_t(array.rank))
      return false;
    const std::string name = ast::print(*element.base);
    const auto known = [&](const std::string& n) -> std::optional<double> { return scope_.value_of(n); };
    for (std::size_t d = 0; d < element.indices.size(); ++d) {
      const auto extent = scope_.extent_of(name, int(d));
      const auto at = constant_value(*element.indices[d], known);
      if (extent && at && (*at < 0 || *at >= double(*extent))) return true;
    }
    return false;
  }

  const Scope& scope_;
  bool used_ = false;
  std::set<std::string> changed_;
  std::map<std::string, Type, std::less<>> elements_;  // that are variables of the loop
};

std::optional<RandomLoop> random_loop(const ast::Stmt& statement, const Scope& scope) {
  auto loop = with_counter_based_random(statement, functions_draw(statement, scope));
  if (!loop) return {};
  for (const std::string& name : loop->functions)  // the program's own meaning of the name
    if (scope.type_of(name) || !scope.functions(name).empty()) return {};
  return loop;
}

}  // namespace

// The names around a loop, and those that its text has besides. Extents and numbers that every run meets there are
// answered as a run would; it is kept that others were asked for, or those of one call of a function.
class StaticSurroundings::TextScope : public Scope, public DeclaredNumbers, public ChangingFields {
 public:
  TextScope(const Scope& around, bool answers)
      : around_(around),
        fields_(dynamic_cast<const ChangingFields*>(&around)),
        answers_(answers),
        of_one_call_(are_of_one_call(around)) {}
  std::map<std::string, Type, std::less<>> names_of_text;
  bool read_after = false;  // every variable may be

  std::optional<Type> type_of(std::string_view name) const override {
    const auto it = names_of_text.find(name);
    return it != names_of_text.end() ? it->second : around_.type_of(name);
  }
  bool live_after(std::string_view name) const override {
    return read_after || names_of_text.contains(name) || around_.live_after(name);
  }
  std::optional<double> constant_of(std::string_view name) const override { return around_.constant_of(name); }
  std::vector<FunctionRef> functions(std::string_view name) const override { return around_.functions(name); }
  std::vector<std::int64_t> extents_of(std::string_view name) const override {
    auto extents = around_.extents_of(name);
    hangs_on_values_ = hangs_on_values_ || (of_one_call_ && !extents.empty());
    return extents;
  }
  std::optional<std::int64_t> extent_of(std::string_view name, int dim) const override {
    const auto extents = answers_ ? extents_of(name) : std::vector<std::int64_t>{};
    if (extents.empty()) return unanswered();
    return std::size_t(dim) < extents.size() ? extents[std::size_t(dim)] : 1;
  }
  std::optional<std::int64_t> value_of(std::string_view name) const override {
    const auto value = answers_ ? around_.constant_of(name) : std::nullopt;
    if (!value || *value != std::floor(*value) || std::fabs(*value) > 9e15) return unanswered();
    return std::int64_t(*value);
  }
  std::optional<bool> is_whole(std::string_view name) const override {
    const auto value = answers_ ? around_.constant_of(name) : std::nullopt;
    if (!value) return unanswered();
    return *value == std::floor(*value) && std::fabs(*value) < 9e15;
  }
  std::optional<std::string> text_of(std::string_view) const override { return unanswered(); }
  bool hangs_on_values() const { return hangs_on_values_; }
  bool declared(std::string_view name) const override { return is_declared(around_, name); }
  bool can_change(std::string_view path, bool by_parameter) const override {
    return fields_ && fields_->can_change(path, by_parameter);
  }
  bool one_field(std::string_view a, std::string_view b) const override { return !fields_ || fields_->one_field(a, b); }
  bool shares(std::string_view a, std::string_view b) const override { return around_.shares(a, b); }
  std::vector<std::string> names() const override { return around_.names(); }

 private:
  std::nullopt_t unanswered() const {
    hangs_on_values_ = true;
    return std::nullopt;
  }
  const Scope& around_;
  const ChangingFields* fields_;
  const bool answers_, of_one_call_;
  mutable bool hangs_on_values_ = false;
};

StaticSurroundings::StaticSurroundings(const Scope& around, Elem scalar, bool as_written)
    : around_(around),
      scalar_(scalar),
      as_written_(as_written),
      scope_(std::make_unique<TextScope>(around, !as_written)) {}
StaticSurroundings::~StaticSurroundings() = default;

const Scope& StaticSurroundings::scope() const { return *scope_; }
bool StaticSurroundings::hangs_on_values() const { return scope_->hangs_on_values(); }

FormOfLoop StaticSurroundings::form(LoopForm form, const ast::Stmt& loop) {
  scope_ = std::make_unique<TextScope>(around_, !as_written_);
  if (form == LoopForm::AsWritten) return {&loop};
  if (as_written_) return {};
  if (form == LoopForm::LeftByReturn) {
    auto text = with_returns_as_breaks(loop);
    if (!text) return {};
    scope_->names_of_text[kReturns] = Type::number(Elem::Bool);
    scope_->read_after = true;  // what its function gives is live where it returns
    return {kept(std::move(*text)), true};
  }
  if (form != LoopForm::GrowableArrays) return {};  // what cells and records hold only a running program says
  auto counted = with_growable_arrays(loop, false);
  if (!counted || !know_rows(counted->rows)) return {};
  return {kept(std::move(counted->text)), true};
}

// What the rows that grow in a loop are, as far as the text shows: those that begin in the loop or as [] may be of any
// kind of numbers.
bool StaticSurroundings::know_rows(const std::vector<GrowableArray>& rows) {
  const std::vector<std::string> names = around_.names();
  for (const GrowableArray& row : rows) {
    const auto known = around_.type_of(row.name);
    if (!known && !row.begins) return false;
    const RowBefore before{
        known.value_or(Type::unknown()), around_.extents_of(row.name), is_declared(around_, row.name),
        std::any_of(names.begin(), names.end(), [&](const std::string& n) { return around_.shares(row.name, n); })};
    if (!can_grow(row, before, scalar_)) return false;
    const bool open = row.begins || !before.type.known();
    scope_->names_of_text[row.name] = Type::array(open ? scalar_ : before.type.elem, row.rows ? 2 : 1);
    scope_->names_of_text[row.count] = Type::integer();
  }
  return true;
}

const ast::Stmt* StaticSurroundings::with_counter_based_random(const ast::Stmt& text) {
  auto random = as_written_ ? std::nullopt : random_loop(text, *scope_);
  if (!random) return nullptr;
  for (const std::string_view name : {kRandomPlace, kRandomKey, kRandomNext})
    scope_->names_of_text[std::string(name)] = Type::integer();
  return kept(std::move(random->text));
}

// Whether a call is worth it, and its value stays, hangs on values.
const ast::Stmt* StaticSurroundings::hoist_invariant_calls(const ast::Stmt&) { return nullptr; }

const ast::Stmt* StaticSurroundings::replace_paths(const ast::Stmt& text) {
  if (as_written_) return nullptr;
  StaticPaths paths(*scope_);
  ast::Stmt made = qc::replace_paths(text, paths);
  if (!paths.used()) return nullptr;
  for (const auto& [name, type] : paths.elements()) scope_->names_of_text.insert_or_assign(name, type);
  return kept(std::move(made));
}

bool StaticSurroundings::take(const ast::Stmt& text) {
  planned_ = lower_and_plan(text, *scope_, {scalar_, !as_written_, !as_written_});
  return std::holds_alternative<PlannedNest>(planned_);
}

std::unique_ptr<Scope> inside_loop(const Scope& outer, const ast::For& loop) {
  return std::make_unique<InsideLoop>(outer, loop);
}

void for_each_loop(const ast::Block& block, const std::function<void(const ast::Stmt&)>& visit) {
  ast::walk_own_statements(block, [&](const ast::Stmt& s) {
    if (!std::holds_alternative<ast::For>(s.node)) return ast::Go::In;
    visit(s);
    return ast::Go::Past;
  });
}

}  // namespace qc
