#include "analysis/dataflow/name_uses.h"

#include <algorithm>

#include "sema/builtins.h"

namespace qc {

namespace {

struct Counter {
  NameCounts& counts;
  NameUses* uses = nullptr;
  bool fields = false;  // are names too

  void in_part(const ast::ExprP& e) const {
    auto* n = e && uses ? std::get_if<ast::Name>(&e->node) : nullptr;
    if (n) ++uses->in_part[n->name];
  }
  static bool asks_for_extents(const ast::Call& n) {
    auto* f = std::get_if<ast::Name>(&n.callee->node);
    return f && builtin_is(f->name, BuiltinFamily::Shape);
  }
  void maybe(const ast::ExprP& e) const {
    if (e) (*this)(*e);
  }
  void all(const std::vector<ast::ExprP>& list) const {
    for (const auto& e : list) maybe(e);
  }
  void operator()(const ast::Expr& e) const { std::visit(*this, e.node); }
  void operator()(const ast::Block& b) const {
    for (const auto& s : b) (*this)(s);
  }
  void operator()(const ast::Stmt& s) const { std::visit(*this, s.node); }

  void operator()(const ast::IntLit&) const {}
  void operator()(const ast::FloatLit&) const {}
  void operator()(const ast::ImaginaryLit&) const {}
  void operator()(const ast::StringLit&) const {}
  void operator()(const ast::Name& n) const { ++counts[n.name]; }
  void operator()(const ast::Colon&) const {}
  void operator()(const ast::Unary& n) const { maybe(n.operand); }
  void operator()(const ast::Binary& n) const {
    maybe(n.left);
    maybe(n.right);
  }
  void operator()(const ast::Conditional& n) const {
    maybe(n.condition);
    maybe(n.yes);
    maybe(n.no);
  }
  void operator()(const ast::Range& n) const {
    maybe(n.lo);
    maybe(n.step);
    maybe(n.hi);
  }
  void operator()(const ast::Call& n) const {
    if (asks_for_extents(n) && !n.arguments.empty()) in_part(n.arguments[0].value);
    maybe(n.callee);
    for (const auto& a : n.arguments) maybe(a.value);
  }
  void operator()(const ast::Index& n) const {
    in_part(n.base);
    maybe(n.base);
    all(n.indices);
  }
  void operator()(const ast::Field& n) const {
    maybe(n.base);
    if (fields) ++counts[n.name];
  }
  void operator()(const ast::ArrayLit& n) const { all(n.elements); }
  void operator()(const ast::CellLit& n) const { all(n.elements); }
  void operator()(const ast::TypeAssert& n) const { maybe(n.value); }
  void operator()(const ast::TypeValue&) const {}
  void operator()(const ast::Lambda& n) const {
    maybe(n.body);
    if (n.assignment) (*this)(*n.assignment);
    (*this)(n.statements);
  }

  void operator()(const ast::ExprStmt& n) const { maybe(n.value); }
  void operator()(const ast::Assign& n) const {
    for (const auto& t : n.targets) {
      auto* i = uses ? std::get_if<ast::Index>(&t.place->node) : nullptr;
      auto* whole = uses && n.op == ast::AssignOp::Set ? std::get_if<ast::Name>(&t.place->node) : nullptr;
      if (whole && uses->given[whole->name].times++ == 0) uses->given[whole->name].first = t.place->span;
      if (auto* base = i ? std::get_if<ast::Name>(&i->base->node) : std::get_if<ast::Name>(&t.place->node);
          base && uses)
        uses->written.insert(base->name);
      maybe(t.place);
    }
    maybe(n.value);
  }
  void operator()(const ast::If& n) const {
    for (const auto& a : n.arms) {
      maybe(a.condition);
      (*this)(a.body);
    }
    (*this)(n.otherwise);
  }
  void operator()(const ast::While& n) const {
    maybe(n.condition);
    (*this)(n.body);
  }
  void operator()(const ast::Repeat& n) const {
    (*this)(n.body);
    maybe(n.until);
  }
  void operator()(const ast::For& n) const {
    ++counts[n.variable];
    maybe(n.lo);
    maybe(n.step);
    maybe(n.hi);
    (*this)(n.body);
  }
  void operator()(const ast::Match& n) const {
    maybe(n.value);
    for (const auto& a : n.arms) {
      maybe(a.pattern);
      (*this)(a.body);
    }
  }
  void operator()(const ast::Try& n) const {
    ++counts[n.variable];
    (*this)(n.body);
    (*this)(n.handler);
  }
  void operator()(const ast::Break&) const {}
  void operator()(const ast::Continue&) const {}
  void operator()(const ast::Return&) const {}
  void operator()(const ast::Import&) const {}
  void operator()(const ast::Print& n) const { all(n.items); }
  void operator()(const ast::Pragma&) const {}
  void operator()(const Box<ast::FunctionDef>& n) const {
    for (const auto& p : n->parameters) maybe(p.default_value);
    (*this)(n->body);
  }
  void operator()(const ast::TypeDef&) const {}
};

}  // namespace

void count_names(const ast::Expr& e, NameCounts& counts) { Counter{counts}(e); }
void count_names(const ast::Stmt& s, NameCounts& counts) { Counter{counts}(s); }
void count_names(const ast::Block& b, NameCounts& counts) { Counter{counts}(b); }
void count_names_and_fields(const ast::Stmt& s, NameCounts& counts) { Counter{counts, nullptr, true}(s); }

NameUses name_uses(const ast::Block& b) {
  NameUses uses;
  Counter{uses.all, &uses}(b);
  return uses;
}
NameUses name_uses(const ast::Stmt& s) {
  NameUses uses;
  Counter{uses.all, &uses}(s);
  return uses;
}

const std::string* root_of(const ast::Expr& place) {
  if (auto* n = std::get_if<ast::Name>(&place.node)) return &n->name;
  if (auto* f = std::get_if<ast::Field>(&place.node)) return root_of(*f->base);
  if (auto* i = std::get_if<ast::Index>(&place.node)) return root_of(*i->base);
  return nullptr;
}

const std::string* callee_of(const ast::Expr& e) {
  auto* c = std::get_if<ast::Call>(&e.node);
  auto* f = c ? std::get_if<ast::Name>(&c->callee->node) : nullptr;
  return f ? &f->name : nullptr;
}

namespace {

// What a block does first to a name: gives it a value on every way through, or writes a part of what it holds on some.
enum class FirstUse { Nothing, Value, Part };

struct FirstWrite {
  const std::string& name;

  FirstUse operator()(const ast::Block& b) const {
    for (const auto& s : b)
      if (const FirstUse first = of(s); first != FirstUse::Nothing) return first;
    return FirstUse::Nothing;
  }
  FirstUse of(const ast::Stmt& s) const {
    if (auto* n = std::get_if<ast::If>(&s.node)) {
      std::vector<FirstUse> ways{(*this)(n->otherwise)};
      for (const auto& a : n->arms) ways.push_back((*this)(a.body));
      return one_of(ways);
    }
    if (auto* n = std::get_if<ast::Match>(&s.node)) {
      std::vector<FirstUse> ways;
      for (const auto& a : n->arms) ways.push_back((*this)(a.body));
      return one_of(ways);
    }
    if (auto* n = std::get_if<ast::While>(&s.node)) return perhaps((*this)(n->body));
    if (auto* n = std::get_if<ast::For>(&s.node)) return perhaps((*this)(n->body));
    if (auto* n = std::get_if<ast::Repeat>(&s.node)) return (*this)(n->body);
    if (auto* n = std::get_if<ast::Try>(&s.node)) return perhaps(one_of({(*this)(n->body), (*this)(n->handler)}));
    const NameUses uses = name_uses(s);
    return uses.given.count(name) > 0     ? FirstUse::Value
           : uses.written.count(name) > 0 ? FirstUse::Part
                                          : FirstUse::Nothing;
  }
  static FirstUse perhaps(FirstUse f) { return f == FirstUse::Part ? f : FirstUse::Nothing; }
  static FirstUse one_of(const std::vector<FirstUse>& ways) {
    const auto is = [](FirstUse f) { return [f](FirstUse w) { return w == f; }; };
    if (std::any_of(ways.begin(), ways.end(), is(FirstUse::Part))) return FirstUse::Part;
    return std::all_of(ways.begin(), ways.end(), is(FirstUse::Value)) ? FirstUse::Value : FirstUse::Nothing;
  }
};

}  // namespace

bool begins_with_zeros(const ast::FunctionDef& def, const ast::Parameter& output) {
  const auto is_sized = [](const ast::TypeExpr& t) {
    return !t.extents.empty() || (!t.name.empty() && t.name.back() >= '0' && t.name.back() <= '9');
  };
  if (!output.type || !is_sized(*output.type)) return false;
  if (std::any_of(def.parameters.begin(), def.parameters.end(), [&](const auto& p) { return p.name == output.name; }))
    return false;
  return FirstWrite{output.name}(def.body) == FirstUse::Part;
}

}  // namespace qc
