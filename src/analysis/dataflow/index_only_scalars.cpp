#include "analysis/dataflow/index_only_scalars.h"

#include <algorithm>
#include <map>

#include "analysis/dataflow/name_facts.h"
#include "sema/builtins.h"

namespace qc {

namespace {

using Names = std::set<std::string, std::less<>>;

bool compares(ast::BinaryOp op) { return op >= ast::BinaryOp::Eq && op <= ast::BinaryOp::Ge; }
bool counts(ast::BinaryOp op) {
  return op == ast::BinaryOp::Add || op == ast::BinaryOp::Sub || op == ast::BinaryOp::Mul;
}

bool keeps_whole(const ast::Call& n) {
  auto* f = std::get_if<ast::Name>(&n.callee->node);
  return f && keeps_whole_numbers(f->name);
}

// Whether it is computed from names and numbers by what keeps whole numbers whole.
bool is_place(const ast::Expr& e) {
  const auto all = [](const auto&... part) { return (is_place(*part) && ...); };
  if (std::holds_alternative<ast::Name>(e.node) || std::holds_alternative<ast::IntLit>(e.node)) return true;
  if (auto* n = std::get_if<ast::Unary>(&e.node)) return n->op != ast::UnaryOp::Not && all(n->operand);
  if (auto* n = std::get_if<ast::Binary>(&e.node)) return counts(n->op) && all(n->left, n->right);
  auto* call = std::get_if<ast::Call>(&e.node);
  return call && keeps_whole(*call) && std::all_of(call->arguments.begin(), call->arguments.end(), [](const auto& a) {
           return a.value && is_place(*a.value);
         });
}

class Uses {
 public:
  Names other;     // occur elsewhere
  Names assigned;  // are computed from names and numbers by what keeps whole numbers whole
  std::multimap<std::string, std::string, std::less<>>
      into;  // of a variable that is computed from it: the name, by that variable

  void block(const ast::Block& b) {
    for (const ast::Stmt& s : b) statement(s);
  }

  void statement(const ast::Stmt& s) {
    if (auto* n = std::get_if<ast::For>(&s.node)) {
      for (const ast::ExprP& e : {n->lo, n->step, n->hi})
        if (e) place(*e);
      block(n->body);
    } else if (auto* n = std::get_if<ast::Assign>(&s.node)) {
      assign(*n);
    } else if (auto* n = std::get_if<ast::If>(&s.node)) {
      for (const ast::IfArm& arm : n->arms) {
        value(*arm.condition);
        block(arm.body);
      }
      block(n->otherwise);
    } else if (auto* n = std::get_if<ast::While>(&s.node)) {
      value(*n->condition);
      block(n->body);
    } else if (auto* n = std::get_if<ast::ExprStmt>(&s.node)) {
      value(*n->value);
    } else {
      NameCounts all;
      count_names(s, all);
      add(all);
    }
  }

 private:
  void add(const NameCounts& names) {
    for (const auto& [n, count] : names) other.insert(n);
  }

  void assign(const ast::Assign& n) {
    const ast::Expr& target = *n.targets[0].place;
    auto* name = std::get_if<ast::Name>(&target.node);
    if (!n.value) return;  // a declaration, t : vec3
    const bool plain = n.targets.size() == 1 && !n.targets[0].type;
    const bool counted = n.op == ast::AssignOp::Set || n.op == ast::AssignOp::Add || n.op == ast::AssignOp::Sub;
    if (plain && name && counted && is_place(*n.value)) {
      assigned.insert(name->name);
      NameCounts from;
      count_names(*n.value, from);
      for (const auto& [source, count] : from) into.emplace(name->name, source);
      return;
    }
    for (const ast::Target& t : n.targets) value(*t.place);
    value(*n.value);
  }

  void place(const ast::Expr& e) {
    if (is_place(e)) return;
    if (auto* n = std::get_if<ast::Range>(&e.node)) {
      for (const ast::ExprP& part : {n->lo, n->step, n->hi})
        if (part) place(*part);
    } else if (auto* n = std::get_if<ast::ArrayLit>(&e.node)) {
      for (const ast::ExprP& part : n->elements) place(*part);
    } else if (auto* n = std::get_if<ast::Binary>(&e.node); n && counts(n->op)) {
      place(*n->left);
      place(*n->right);
    } else if (auto* n = std::get_if<ast::Conditional>(&e.node)) {
      value(*n->condition);
      place(*n->yes);
      place(*n->no);
    } else {
      value(e);
    }
  }

  void value(const ast::Expr& e) {
    if (auto* n = std::get_if<ast::Name>(&e.node))
      other.insert(n->name);
    else if (auto* n = std::get_if<ast::Unary>(&e.node))
      value(*n->operand);
    else if (auto* n = std::get_if<ast::Binary>(&e.node)) {
      if (compares(n->op) && is_place(*n->left) && is_place(*n->right)) return;
      value(*n->left);
      value(*n->right);
    } else if (auto* n = std::get_if<ast::Conditional>(&e.node)) {
      for (const ast::ExprP& part : {n->condition, n->yes, n->no}) value(*part);
    } else if (auto* n = std::get_if<ast::Index>(&e.node)) {
      value(*n->base);
      for (const ast::ExprP& i : n->indices)
        if (i) place(*i);
    } else if (auto* n = std::get_if<ast::Call>(&e.node)) {
      value(*n->callee);
      for (const auto& a : n->arguments)
        if (a.value) value(*a.value);
    } else {
      NameCounts all;
      count_names(e, all);
      add(all);
    }
  }
};

}  // namespace

std::set<std::string, std::less<>> place_names(const ast::Stmt& loop,
                                               const std::function<bool(const std::string&)>& live_after) {
  Uses uses;
  uses.statement(loop);
  for (const std::string& name : uses.assigned)
    if (live_after(name)) uses.other.insert(name);
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& [target, source] : uses.into)
      if (uses.other.count(target)) changed |= uses.other.insert(source).second;
  }
  NameCounts all;
  count_names(loop, all);
  Names places;
  for (const auto& [name, count] : all)
    if (!uses.other.count(name) && !uses.into.count(name)) places.insert(name);
  return places;
}

PlaceScope::PlaceScope(const Scope& around, const ast::Stmt& loop)
    : FieldsAround(around),
      ColumnsAround(around),
      around_(around),
      short_(dynamic_cast<const ShortNames*>(&around)),
      places_(place_names(loop, [&](const std::string& name) { return around.live_after(name); })) {}

std::optional<Type> PlaceScope::type_of(std::string_view name) const {
  auto type = around_.type_of(name);
  if (!type || !type->is_number() || type->complex || !is_float(type->elem) || !places_.contains(name) ||
      around_.is_whole(name) != true)
    return type;
  as_ints_.emplace(name);
  type->elem = Elem::I64;
  return type;
}

void PlaceScope::note(Specialised& specialised) const {
  for (const std::string& name : as_ints_) specialised.add_whole(name, true);
}

}  // namespace qc
