#include "host/loop_paths.h"

#include <optional>

#include "analysis/name_counts.h"
#include "ast/print_ast.h"

namespace qc::host {

namespace {

using Values = std::map<std::string, Value, std::less<>>;

bool holds_parts(const Value& v) { return std::holds_alternative<std::shared_ptr<Record>>(v.v) || std::holds_alternative<std::shared_ptr<Cell>>(v.v); }
bool is_plain(const Value& v) {
  return std::holds_alternative<Number>(v.v) || std::holds_alternative<Pending>(v.v) || std::holds_alternative<ArrayP>(v.v);
}

const std::string* root_of(const ast::Expr& e) {
  if (auto* n = std::get_if<ast::Name>(&e.node)) return &n->name;
  if (auto* f = std::get_if<ast::Field>(&e.node)) return root_of(*f->base);
  if (auto* i = std::get_if<ast::Index>(&e.node)) return root_of(*i->base);
  return nullptr;
}

class Rewriter {
 public:
  Rewriter(Evaluator& evaluator, EnvironmentP env, Values& values) : evaluator_(evaluator), env_(std::move(env)), values_(values) {}

  // The names that the loop gives values to, and the roots of what it changes inside records and cells.
  void collect(const ast::Stmt& loop) {
    assigned(loop);
    for (std::size_t before = ~std::size_t{0}; before != assigned_.size();) {
      before = assigned_.size();
      for (const ast::Expr* place : places_)
        if (!into_array(*place))
          if (const std::string* root = root_of(*place)) assigned_.insert(*root);
    }
  }

  ast::Stmt statement(const ast::Stmt& s) {
    ast::Stmt out = s;
    std::visit([&](auto& n) { rewrite(n); }, out.node);
    return out;
  }

 private:
  // ---- what changes ----
  void assigned(const ast::Block& b) { for (const auto& s : b) assigned(s); }
  void assigned(const ast::Stmt& s) {
    if (auto* a = std::get_if<ast::Assign>(&s.node)) {
      for (const auto& t : a->targets) {
        if (auto* n = std::get_if<ast::Name>(&t.place->node)) assigned_.insert(n->name);
        else places_.push_back(t.place.get());
      }
    } else if (auto* n = std::get_if<ast::For>(&s.node)) { assigned_.insert(n->variable); assigned(n->body); }
    else if (auto* n = std::get_if<ast::If>(&s.node)) {
      for (const auto& arm : n->arms) assigned(arm.body);
      assigned(n->otherwise);
    } else if (auto* n = std::get_if<ast::While>(&s.node)) assigned(n->body);
    else if (auto* n = std::get_if<ast::Repeat>(&s.node)) assigned(n->body);
    else if (auto* n = std::get_if<ast::Match>(&s.node)) { for (const auto& arm : n->arms) assigned(arm.body); }
    else if (auto* f = std::get_if<Box<ast::FunctionDef>>(&s.node)) {
      for (const auto& p : (*f)->parameters) assigned_.insert(p.name);
      for (const auto& o : (*f)->outputs) assigned_.insert(o.name);
      assigned((*f)->body);
    } else if (auto* e = std::get_if<ast::ExprStmt>(&s.node)) {
      if (auto* l = std::get_if<ast::Lambda>(&e->value->node)) {  // a kernel that is a lambda
        for (const auto& p : l->parameters) assigned_.insert(p.name);
        if (l->assignment) assigned(*l->assignment);
      }
    } else if (auto* n = std::get_if<ast::Try>(&s.node)) { assigned_.insert(n->variable); assigned(n->body); assigned(n->handler); }
  }

  // p.image[i,j] = e writes into an array that a path names; p.x = e and c[i] = e change the record or cell itself.
  bool into_array(const ast::Expr& place) {
    auto* i = std::get_if<ast::Index>(&place.node);
    if (!i) return false;
    if (auto* n = std::get_if<ast::Name>(&i->base->node)) {
      const Value* v = env_->find(n->name);
      return !v || !holds_parts(*v);
    }
    const auto v = path(*i->base);
    if (!v) return false;
    auto* a = std::get_if<ArrayP>(&v->v);
    return a && !(*a)->fixed;
  }

  // ---- paths ----
  bool invariant(const ast::Expr& e) {
    if (std::holds_alternative<ast::IntLit>(e.node)) return true;
    if (auto* n = std::get_if<ast::Name>(&e.node)) {
      const Value* v = env_->find(n->name);
      return v && !assigned_.count(n->name) && std::holds_alternative<Number>(v->v);
    }
    if (auto* n = std::get_if<ast::Unary>(&e.node)) return invariant(*n->operand);
    if (auto* n = std::get_if<ast::Binary>(&e.node)) return invariant(*n->left) && invariant(*n->right);
    const auto v = path(e);
    return v && std::holds_alternative<Number>(v->v);
  }

  std::optional<Value> path(const ast::Expr& e) {
    if (auto* n = std::get_if<ast::Name>(&e.node)) {
      const Value* v = env_->find(n->name);
      if (!v || assigned_.count(n->name) || !holds_parts(*v)) return {};
      return *v;
    }
    if (auto* f = std::get_if<ast::Field>(&e.node)) {
      const auto base = path(*f->base);
      auto* r = base ? std::get_if<std::shared_ptr<Record>>(&base->v) : nullptr;
      const Value* v = r ? (*r)->find(f->name) : nullptr;
      return v ? std::optional(*v) : std::nullopt;
    }
    auto* i = std::get_if<ast::Index>(&e.node);
    if (!i) return {};
    const auto base = path(*i->base);
    auto* c = base ? std::get_if<std::shared_ptr<Cell>>(&base->v) : nullptr;
    if (!c) return {};
    std::vector<Value> indices;
    for (const auto& x : i->indices) {
      if (!invariant(*x)) return {};
      indices.push_back(evaluator_.eval(*x, env_));
    }
    try {
      return read_cell(**c, indices, "the cell", e.span);
    } catch (const ProgramError&) {
      return {};  // the loop may never get there
    }
  }

  // ---- the new text ----
  void rewrite(ast::ExprP& e) { if (e) e = ast::ExprP(expression(*e)); }
  void rewrite(std::vector<ast::ExprP>& list) { for (auto& e : list) rewrite(e); }
  void rewrite(ast::Block& b) { for (auto& s : b) s = statement(s); }

  ast::Expr expression(const ast::Expr& e) {
    if (std::holds_alternative<ast::Field>(e.node) || std::holds_alternative<ast::Index>(e.node)) {
      if (const auto v = path(e); v && is_plain(*v)) {
        const std::string name = ast::print(e);
        values_[name] = *v;
        return {ast::Name{name}, e.span};
      }
    }
    ast::Expr out = e;
    std::visit([&](auto& n) { inside(n); }, out.node);
    return out;
  }

  template <class T> void inside(T&) {}  // literals, names, types, lambdas
  void inside(ast::Unary& n) { rewrite(n.operand); }
  void inside(ast::Binary& n) { rewrite(n.left); rewrite(n.right); }
  void inside(ast::Conditional& n) { rewrite(n.condition); rewrite(n.yes); rewrite(n.no); }
  void inside(ast::Range& n) { rewrite(n.lo); rewrite(n.step); rewrite(n.hi); }
  void inside(ast::Call& n) { rewrite(n.callee); for (auto& a : n.arguments) rewrite(a.value); }
  void inside(ast::Index& n) { rewrite(n.base); rewrite(n.indices); }
  void inside(ast::Field& n) { rewrite(n.base); }
  void inside(ast::ArrayLit& n) { rewrite(n.elements); }
  void inside(ast::CellLit& n) { rewrite(n.elements); }
  void inside(ast::TypeAssert& n) { rewrite(n.value); }

  template <class T> void rewrite(T&) {}  // statements without expressions
  void rewrite(ast::ExprStmt& n) {
    if (auto* l = std::get_if<ast::Lambda>(&n.value->node); l && l->assignment) {
      ast::Lambda kernel = *l;
      kernel.assignment = Box<ast::Stmt>(statement(*l->assignment));
      n.value = ast::ExprP(ast::Expr{std::move(kernel), n.value->span});
    } else rewrite(n.value);
  }
  void rewrite(Box<ast::FunctionDef>& n) {
    ast::FunctionDef f = *n;
    rewrite(f.body);
    n = Box<ast::FunctionDef>(std::move(f));
  }
  void rewrite(ast::Assign& n) {
    for (auto& t : n.targets) rewrite(t.place);
    rewrite(n.value);
  }
  void rewrite(ast::If& n) {
    for (auto& arm : n.arms) { rewrite(arm.condition); rewrite(arm.body); }
    rewrite(n.otherwise);
  }
  void rewrite(ast::While& n) { rewrite(n.condition); rewrite(n.body); }
  void rewrite(ast::Repeat& n) { rewrite(n.body); rewrite(n.until); }
  void rewrite(ast::For& n) { rewrite(n.lo); rewrite(n.step); rewrite(n.hi); rewrite(n.body); }
  void rewrite(ast::Match& n) {
    rewrite(n.value);
    for (auto& arm : n.arms) { rewrite(arm.pattern); rewrite(arm.body); }
  }
  void rewrite(ast::Print& n) { rewrite(n.items); }

  Evaluator& evaluator_;
  EnvironmentP env_;
  Values& values_;
  std::set<std::string> assigned_;
  std::vector<const ast::Expr*> places_;  // assigned elements and fields
};

}  // namespace

const ast::Stmt* LoopPaths::replace(const ast::Stmt& loop, Evaluator& evaluator, const EnvironmentP& env, Values& values) {
  return replace(&loop, loop, evaluator, env, values);
}

namespace {
bool any_with_parts(const std::set<std::string, std::less<>>& names, const EnvironmentP& env) {
  for (const auto& name : names)
    if (const Value* v = env->find(name); v && holds_parts(*v)) return true;
  return false;
}
}  // namespace

std::shared_ptr<Closure> LoopPaths::replace(const Closure& kernel, Evaluator& evaluator, const EnvironmentP& env, Values& values) {
  const void* key = kernel.def ? static_cast<const void*>(kernel.def) : kernel.lambda;
  if (auto it = known_.find(key); it != known_.end() && !any_with_parts(it->second.names, env)) return nullptr;
  ast::Stmt text;
  if (kernel.def) text.node = Box<ast::FunctionDef>(*kernel.def);
  else if (kernel.lambda) text.node = ast::ExprStmt{ast::ExprP(ast::Expr{*kernel.lambda, {}})};
  else return nullptr;
  const ast::Stmt* made = replace(key, text, evaluator, env, values);
  if (!made) return nullptr;
  auto out = std::make_shared<Closure>(kernel);
  if (kernel.def) out->def = std::get<Box<ast::FunctionDef>>(made->node).get();
  else out->lambda = &std::get<ast::Lambda>(std::get<ast::ExprStmt>(made->node).value->node);
  return out;
}

const ast::Stmt* LoopPaths::replace(const void* key, const ast::Stmt& loop, Evaluator& evaluator, const EnvironmentP& env, Values& values) {
  auto [it, fresh] = known_.try_emplace(key);
  Known& known = it->second;
  if (fresh) {
    NameCounts counts;
    count_names(loop, counts);
    for (const auto& [name, n] : counts) known.names.insert(name);
  }
  if (!any_with_parts(known.names, env)) return nullptr;
  Rewriter rewriter(evaluator, env, values);
  rewriter.collect(loop);
  ast::Stmt text = rewriter.statement(loop);
  if (values.empty()) return nullptr;
  std::set<std::string> paths;
  for (const auto& [name, v] : values) paths.insert(name);
  for (const PathVariant& variant : known.variants)
    if (variant.paths == paths && *variant.text == text) return variant.text.get();
  known.variants.push_back({std::move(paths), std::make_unique<const ast::Stmt>(std::move(text))});
  return known.variants.back().text.get();
}

}  // namespace qc::host
