#include "analysis/dataflow/name_facts.h"

#include <algorithm>

#include "sema/builtins.h"

namespace qc {

namespace {

class Facts {
 public:
  explicit Facts(NameFacts& facts) : names_(facts.names) {}

  void statement(const ast::Stmt& s) {
    if (const std::string* variable = ast::variable_of(s)) {
      ++names_[*variable].mentions;
      ++names_[*variable].counts;
    }
    if (auto* a = std::get_if<ast::Assign>(&s.node))
      for (const ast::Target& t : a->targets) target(*t.place, a->op == ast::AssignOp::Set);
  }
  void expression(const ast::Expr& e) {
    if (const std::string* n = ast::name_of(e)) ++names_[*n].mentions;
    if (auto* i = std::get_if<ast::Index>(&e.node)) in_part(*i->base);
    auto* c = std::get_if<ast::Call>(&e.node);
    const std::string* f = c && !c->arguments.empty() ? ast::callee_of(e) : nullptr;
    if (f && builtin_is(*f, BuiltinFamily::Shape)) in_part(*c->arguments[0].value);
  }

 private:
  void target(const ast::Expr& place, bool set) {
    if (const std::string* n = ast::name_of(place)) {
      NameFact& fact = names_[*n];
      if (set && fact.given++ == 0) fact.first_given = place.span;
      if (!set) ++fact.updated;
      return;
    }
    const ast::Expr* base = &place;
    while (auto* i = std::get_if<ast::Index>(&base->node)) base = i->base.get();
    if (const std::string* n = ast::name_of(*base)) ++names_[*n].elements;
  }
  void in_part(const ast::Expr& e) {
    if (const std::string* n = ast::name_of(e)) ++names_[*n].in_part;
  }

  std::map<std::string, NameFact, std::less<>>& names_;
};

template <class Text>
NameFacts facts_of(const Text& text, bool own) {
  NameFacts out;
  Facts facts(out);
  const auto go = [&](bool in_function) { return own && in_function ? ast::Go::Past : ast::Go::In; };
  ast::walk(text, {[&](const ast::Stmt& s) {
                     facts.statement(s);
                     return go(std::holds_alternative<Box<ast::FunctionDef>>(s.node));
                   },
                   [&](const ast::Expr& e) {
                     facts.expression(e);
                     return go(std::holds_alternative<ast::Lambda>(e.node));
                   }});
  return out;
}

template <class Text>
void count(const Text& text, NameCounts& counts, bool fields) {
  ast::walk(text, {[&](const ast::Stmt& s) {
                     if (const std::string* variable = ast::variable_of(s)) ++counts[*variable];
                     return ast::Go::In;
                   },
                   [&](const ast::Expr& e) {
                     if (const std::string* n = ast::name_of(e)) ++counts[*n];
                     auto* f = fields ? std::get_if<ast::Field>(&e.node) : nullptr;
                     if (f) ++counts[f->name];
                     return ast::Go::In;
                   }});
}

}  // namespace

const NameFact& NameFacts::of(std::string_view name) const {
  static const NameFact kNothing;
  const auto it = names.find(name);
  return it == names.end() ? kNothing : it->second;
}

NameFacts name_facts(const ast::Block& b) { return facts_of(b, false); }
NameFacts name_facts(const ast::Stmt& s) { return facts_of(s, false); }
NameFacts own_name_facts(const ast::Block& b) { return facts_of(b, true); }

void count_names(const ast::Expr& e, NameCounts& counts) { count(e, counts, false); }
void count_names(const ast::Stmt& s, NameCounts& counts) { count(s, counts, false); }
void count_names(const ast::Block& b, NameCounts& counts) { count(b, counts, false); }
void count_names_and_fields(const ast::Stmt& s, NameCounts& counts) { count(s, counts, true); }

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
    const NameFact fact = name_facts(s).of(name);
    return fact.given > 0 ? FirstUse::Value : fact.written() ? FirstUse::Part : FirstUse::Nothing;
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
