#include "desugar/replace_paths.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "analysis/dataflow/name_facts.h"
#include "ast/print_ast.h"
#include "ast/rewrite.h"

namespace qc {

namespace {

bool holds_parts(const Type& t) { return t.kind == Type::Kind::Object || t.kind == Type::Kind::Cell; }
bool is_plain(const Type& t) { return t.is_number() || t.is_array() || t.kind == Type::Kind::Fixed; }

// Two texts of elements of one array, `p[0]` and `p[1]`, stand for different ones whatever the variables hold.
bool are_other_elements(const std::string& a, const std::string& b) {
  auto constant = [](const std::string& s) {
    return s.find_first_not_of("0123456789, ]", s.find('[') + 1) == std::string::npos;
  };
  return a != b && constant(a) && constant(b) &&
         std::count(a.begin(), a.end(), ',') == std::count(b.begin(), b.end(), ',');
}

class Rewriter : public ast::Rewriter {
 public:
  Rewriter(PathSource& source, bool changes) : source_(source), changes_(changes) {}

  // Whether the records of the fields that change are used by their fields only.
  bool by_fields_only(const ast::Stmt& text) const {
    return std::none_of(changed_roots_.begin(), changed_roots_.end(),
                        [&](const std::string& r) { return ast::mentions(text, r); });
  }

  // Whether no field and no element that changes goes by another name as well.
  bool by_single_names() const {
    return std::all_of(changed_.begin(), changed_.end(), [&](const std::string& name) {
      return name.ends_with(']') ? is_alone(name) : has_one_name(name);
    });
  }

  // The names that the loop gives values to, and the roots of what it changes inside records and cells.
  void collect(const ast::Stmt& loop) {
    assigned(loop);
    if (std::holds_alternative<ast::For>(loop.node)) uses_ = name_facts(loop);
    for (std::size_t before = ~std::size_t{0}; before != assigned_.size();) {
      before = assigned_.size();
      for (const ast::Expr* place : places_)
        if (!into_array(*place) && !field_changes(*place))
          if (const std::string* root = root_of(*place)) assigned_.insert(*root);
    }
    for (const ast::Expr* place : places_)
      if (field_changes(*place)) {
        source_.change(ast::print(*place), *place);
        changed_.insert(ast::print(*place));
      }
    if (changes_)
      for (const ast::Expr* place : products_) element_changes(*place);
  }

 private:
  // ---- names that lead to one place ----
  bool has_one_name(const std::string& field) const {
    const std::string last = field.substr(field.rfind('.'));
    return std::none_of(used_.begin(), used_.end(), [&](const std::string& other) {
      return other != field && other.ends_with(last) && source_.one_field(field, other);
    });
  }
  bool is_alone(const std::string& element) const {
    const std::string array = element.substr(0, element.find('['));
    return std::none_of(uses_.names.begin(), uses_.names.end(),
                        [&](const auto& use) { return use.first != array && source_.may_hold(array, use.first); }) &&
           std::none_of(used_.begin(), used_.end(), [&](const std::string& other) {
             return other != element && other.starts_with(array + "[") && !are_other_elements(other, element);
           });
  }

  // ---- what changes ----
  // Also by functions and kernels inside, whose parameters and outputs are names of their own.
  void assigned(const ast::Stmt& text) {
    const auto own = [&](const std::vector<ast::Parameter>& list) {
      for (const ast::Parameter& p : list) assigned_.insert(p.name);
    };
    ast::for_each_statement(text, [&](const ast::Stmt& s) {
      if (const std::string* variable = ast::variable_of(s)) assigned_.insert(*variable);
      if (auto* a = std::get_if<ast::Assign>(&s.node)) assigned(*a);
      if (auto* f = std::get_if<Box<ast::FunctionDef>>(&s.node)) {
        own((*f)->parameters);
        own((*f)->outputs);
      }
      auto* e = std::get_if<ast::ExprStmt>(&s.node);
      if (auto* kernel = e ? std::get_if<ast::Lambda>(&e->value->node) : nullptr) own(kernel->parameters);
    });
  }
  void assigned(const ast::Assign& a) {
    for (const ast::Target& t : a.targets) {
      if (const std::string* n = ast::name_of(*t.place))
        assigned_.insert(*n);
      else
        places_.push_back(t.place.get());
      if (multiplies(a, *t.place)) products_.push_back(t.place.get());
    }
  }

  // p[0] *= e and p[0] = p[0]*e
  static bool multiplies(const ast::Assign& a, const ast::Expr& place) {
    if (!std::holds_alternative<ast::Index>(place.node) || a.targets.size() != 1) return false;
    if (a.op != ast::AssignOp::Set)
      return a.op == ast::AssignOp::Mul || a.op == ast::AssignOp::Div || a.op == ast::AssignOp::ElemMul ||
             a.op == ast::AssignOp::ElemDiv;
    auto* product = std::get_if<ast::Binary>(&a.value->node);
    return product && (product->op == ast::BinaryOp::Mul || product->op == ast::BinaryOp::ElemMul ||
                       product->op == ast::BinaryOp::Div || product->op == ast::BinaryOp::ElemDiv);
  }

  // Products in an element of a complex array, whose two parts travel together: the element is a variable of the loop.
  void element_changes(const ast::Expr& place) {
    auto* i = std::get_if<ast::Index>(&place.node);
    auto* base = i ? std::get_if<ast::Name>(&i->base->node) : nullptr;
    if (!base || uses_.names.empty() || assigned_.count(base->name)) return;
    const auto array = source_.type_of(*i->base);
    if (!array || !array->is_array() || !array->complex) return;
    for (const auto& x : i->indices)
      if (!invariant(*x)) return;
    const auto t = source_.type_of(place);
    if (!t || !t->is_number() || !t->complex || !source_.change(ast::print(place), place)) return;
    changed_roots_.insert(base->name);
    elements_.insert(ast::print(place));
    changed_.insert(ast::print(place));
  }

  // p.image[i,j] = e writes into an array that a path names; p.x = e and c[i] = e change the record or cell itself.
  bool into_array(const ast::Expr& place) {
    auto* i = std::get_if<ast::Index>(&place.node);
    if (!i) return false;
    if (std::holds_alternative<ast::Name>(i->base->node)) {
      const auto t = source_.type_of(*i->base);
      return !t || !holds_parts(*t);
    }
    const auto t = path(*i->base);
    return t && t->is_array();  // fixed-size values are no references
  }

  // p.x = e of a number that is one of the record's fields.
  bool field_changes(const ast::Expr& place) {
    if (!changes_ || !std::holds_alternative<ast::Field>(place.node)) return false;
    const ast::Expr* e = &place;
    while (auto* f = std::get_if<ast::Field>(&e->node)) e = f->base.get();
    const auto t = std::holds_alternative<ast::Name>(e->node) ? path(place) : std::nullopt;
    if (!t || !t->is_number()) return false;
    changed_roots_.insert(*root_of(place));
    return true;
  }

  // ---- paths ----
  bool invariant(const ast::Expr& e) {
    if (std::holds_alternative<ast::IntLit>(e.node)) return true;
    if (auto* n = std::get_if<ast::Unary>(&e.node)) return invariant(*n->operand);
    if (auto* n = std::get_if<ast::Binary>(&e.node)) return invariant(*n->left) && invariant(*n->right);
    auto* n = std::get_if<ast::Name>(&e.node);
    if (n && assigned_.count(n->name)) return false;
    const auto t = n ? source_.type_of(e) : path(e);
    return t && t->is_number();
  }

  std::optional<Type> path(const ast::Expr& e) {
    if (auto* n = std::get_if<ast::Name>(&e.node)) {
      if (assigned_.count(n->name)) return {};
      const auto t = source_.type_of(e);
      return t && holds_parts(*t) ? t : std::nullopt;
    }
    if (auto* f = std::get_if<ast::Field>(&e.node)) {
      const auto base = path(*f->base);
      return base && base->kind == Type::Kind::Object ? source_.type_of(e) : std::nullopt;
    }
    auto* i = std::get_if<ast::Index>(&e.node);
    if (i && !elements_.empty() && elements_.count(ast::print(e))) return source_.type_of(e);
    const auto base = i ? path(*i->base) : std::nullopt;
    if (!base || base->kind != Type::Kind::Cell) return {};
    for (const auto& x : i->indices)
      if (!invariant(*x)) return {};
    return source_.type_of(e);
  }

  // sz[1] or ends[k,0] in the bounds of a loop, of an array outside to which nothing in the nest may write by this or
  // another name: the launch has to know where loops end.
  bool known_in_bounds(const ast::Expr& e) {
    auto* i = std::get_if<ast::Index>(&e.node);
    auto* base = i ? std::get_if<ast::Name>(&i->base->node) : nullptr;
    if (!base || assigned_.count(base->name)) return false;
    const NameFact& use = uses_.of(base->name);
    if (use.written() || use.mentions != use.in_part) return false;
    const auto array = source_.type_of(*i->base);
    if (!array || !array->is_array() || array->complex || std::size_t(array->rank) != i->indices.size()) return false;
    for (const auto& x : i->indices)
      if (!invariant(*x)) return false;
    for (const ast::Expr* place : places_) {
      auto* written = std::get_if<ast::Index>(&place->node);
      const auto t = written ? source_.type_of(*written->base) : std::nullopt;
      if (!t || !t->is_array()) return false;
      const bool is_alike = t->rank == array->rank && t->elem == array->elem;
      const std::string* other = ast::name_of(*written->base);
      if (is_alike && (!other || source_.may_hold(base->name, *other))) return false;
    }
    const auto t = source_.type_of(e);
    return t && t->is_number();
  }

  // ---- the new text ----
  std::optional<ast::Expr> replaced(const ast::Expr& e) override {
    if (bounds_ > 0 && known_in_bounds(e)) return named(e);
    if (!std::holds_alternative<ast::Field>(e.node) && !std::holds_alternative<ast::Index>(e.node)) return {};
    const auto t = path(e);
    const bool function =
        t && t->kind == Type::Kind::Function && std::holds_alternative<ast::Index>(e.node);  // of a cell
    if (!t || (!is_plain(*t) && !function)) return {};
    return named(e);
  }
  void in_bound(bool begin) override { bounds_ += begin ? 1 : -1; }
  ast::Expr named(const ast::Expr& e) {
    const std::string name = ast::print(e);
    source_.use(name, e);
    used_.insert(name);
    return {ast::Name{name}, e.span};
  }

  PathSource& source_;
  std::set<std::string> assigned_;
  std::vector<const ast::Expr*> places_;    // assigned elements and fields
  std::vector<const ast::Expr*> products_;  // elements that are multiplied
  std::set<std::string> changed_roots_, elements_;
  std::set<std::string> used_, changed_;  // paths that are variables of the text, and those of them that change
  NameFacts uses_;                        // of a loop
  int bounds_ = 0;                        // of loops, around what is rewritten
  bool changes_;
};

}  // namespace

void arrays_in_bounds(const ast::Stmt& loop, std::set<std::string, std::less<>>& out) {
  std::set<std::string_view> assigned;
  ast::for_each_own_statement(loop, [&](const ast::Stmt& s) {
    if (const std::string* variable = ast::variable_of(s)) assigned.insert(*variable);
    if (auto* a = std::get_if<ast::Assign>(&s.node))
      for (const ast::Target& t : a->targets)
        if (const std::string* name = ast::name_of(*t.place)) assigned.insert(*name);
  });
  const auto stays = [&](const ast::ExprP& e) {
    return ast::all_expressions(*e, [&](const ast::Expr& x) {
      const std::string* name = ast::name_of(x);
      return !name || !assigned.count(*name);
    });
  };
  const auto add = [&](const ast::Expr& e) {
    auto* i = std::get_if<ast::Index>(&e.node);
    const std::string* array = i ? ast::name_of(*i->base) : nullptr;
    if (array && std::all_of(i->indices.begin(), i->indices.end(), stays)) out.insert(*array);
  };
  ast::for_each_own_statement(loop, [&](const ast::Stmt& s) {
    auto* f = std::get_if<ast::For>(&s.node);
    if (!f) return;
    for (const ast::ExprP* e : {&f->lo, &f->step, &f->hi})
      if (*e) ast::for_each_expression(**e, add);
  });
}

ast::Stmt replace_paths(const ast::Stmt& statement, PathSource& source) {
  if (std::holds_alternative<ast::For>(statement.node)) {
    Rewriter rewriter(source, true);
    rewriter.collect(statement);
    ast::Stmt text = rewriter.statement(statement);
    if (rewriter.by_fields_only(text) && rewriter.by_single_names()) return text;
    source.restart();
  }
  Rewriter rewriter(source, false);
  rewriter.collect(statement);
  return rewriter.statement(statement);
}

}  // namespace qc
