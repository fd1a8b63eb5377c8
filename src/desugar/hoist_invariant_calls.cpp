#include "desugar/hoist_invariant_calls.h"

#include <algorithm>
#include <string_view>

#include "ast/print_ast.h"
#include "ast/query.h"
#include "ast/rewrite.h"
#include "sema/builtins.h"
#include "sema/type_words.h"

namespace qc {

namespace {

// Gives a number of whole arrays: a built-in, or a function of the library.
bool is_fold(const std::string& name) {
  const BuiltinFold fold = builtin_fold(name);
  const bool library = name == "dot" || name == "trace" || name == "det" || name == "countnz";
  return library || (fold != BuiltinFold::None && !gives_place(fold));
}
bool gives_array(const std::string& name) { return builtin_is(name, kInvariant) || is_elementwise(name); }
// Whether it gives an array of its own, whatever it is given.
bool gives_new_array(const std::string& name) {
  const auto word = type_word(name, Elem::F32);
  return builtin_is(name, kFresh) || (word && word->rank > 0 && !word->fixed);
}

// Whether a name that is given this is the only one of its array, or has a number.
bool gives_new_array(const ast::Expr& e) {
  if (std::holds_alternative<ast::IntLit>(e.node) || std::holds_alternative<ast::FloatLit>(e.node)) return true;
  if (std::holds_alternative<ast::Binary>(e.node) || std::holds_alternative<ast::Unary>(e.node) ||
      std::holds_alternative<ast::ArrayLit>(e.node))
    return true;
  const std::string* f = callee_of(e);
  return f && gives_new_array(*f);
}

// What a text writes to.
class Writes {
 public:
  template <class T>
  explicit Writes(const T& text) {
    look(text);
  }
  explicit Writes(const ast::Lambda& l) {
    if (l.body) look(*l.body);
    if (l.assignment) look(*l.assignment);
    look(l.statements);
  }
  std::set<std::string> assigned;        // names that get a value
  std::vector<const ast::Expr*> arrays;  // whose elements get one
  std::set<std::string> roots;           // of those, and of records whose fields do
  std::set<std::string> shared;          // names that may be another name of an array
  bool unknown = false;                  // something that is not looked into

 private:
  template <class T>
  void look(const T& text) {
    ast::walk(text, {[&](const ast::Stmt& s) {
                       statement(s);
                       return ast::Go::In;
                     },
                     [&](const ast::Expr& e) {
                       expression(e);
                       return ast::Go::In;
                     }});
  }
  void statement(const ast::Stmt& s) {
    if (const std::string* variable = ast::variable_of(s)) assigned.insert(*variable);
    if (auto* a = std::get_if<ast::Assign>(&s.node)) assignment(*a);
    unknown = unknown || std::holds_alternative<Box<ast::FunctionDef>>(s.node);
  }
  // What calls write to, wherever they stand: atomic functions, launches; functions that are found in records and cells
  // may be any.
  void expression(const ast::Expr& e) {
    if (auto* l = std::get_if<ast::Lambda>(&e.node)) unknown = unknown || l->assignment || !l->statements.empty();
    auto* c = std::get_if<ast::Call>(&e.node);
    if (!c || std::holds_alternative<ast::TypeValue>(c->callee->node)) return;
    const std::string* f = callee_of(e);
    if (!f || *f == "parallel_do" || *f == "serial_do")
      unknown = true;
    else if (f->starts_with("atomic_"))
      atomic(*c);
  }
  void atomic(const ast::Call& c) {
    auto* i = c.arguments.empty() ? nullptr : std::get_if<ast::Index>(&c.arguments[0].value->node);
    if (i)
      element(*i->base);
    else
      unknown = true;
  }
  void assignment(const ast::Assign& a) {
    for (const auto& t : a.targets) {
      if (auto* n = std::get_if<ast::Name>(&t.place->node)) {
        assigned.insert(n->name);
        if (a.op != ast::AssignOp::Set)
          element(*t.place);                                                       // x += y writes into x
        else if (a.targets.size() > 1 || (a.value && !gives_new_array(*a.value)))  // without a value: zeros of its type
          shared.insert(n->name);
        continue;
      }
      auto* i = std::get_if<ast::Index>(&t.place->node);
      if (i)
        element(*i->base);
      else if (const std::string* root = root_of(*t.place))
        roots.insert(*root);
    }
  }
  void element(const ast::Expr& base) {
    arrays.push_back(&base);
    if (const std::string* root = root_of(base))
      roots.insert(*root);
    else
      unknown = true;
  }
};

// Finds the calls, from the outside inwards.
class Finder {
 public:
  Finder(const Writes& writes, InvariantCalls& out) : writes_(writes), out_(out) {}

  void bounds(const ast::Stmt& loop) {
    ast::for_each_own_statement(loop, [&](const ast::Stmt& s) {
      auto* l = std::get_if<ast::For>(&s.node);
      for (const auto* e : l ? std::vector{&l->lo, &l->step} : std::vector<const ast::ExprP*>{})
        if (*e && may_be_fraction(**e) && invariant(**e)) found(**e, false, true);
    });
  }

  template <class T>
  void look(const T& text) {
    ast::walk(text, {.expression = [&](const ast::Expr& e) {
                if (std::holds_alternative<ast::Lambda>(e.node)) return ast::Go::Past;  // others in each call
                auto* i = std::get_if<ast::Index>(&e.node);
                const bool of_array = i && is_call(*i->base, true);
                if (!of_array && !is_call(e, false)) return ast::Go::In;
                found(of_array ? *i->base : e, of_array);
                if (of_array)
                  for (const auto& x : i->indices) look(*x);
                return ast::Go::Past;
              }});
  }

 private:
  // Whether a number that is computed from others need not be whole where they are.
  static bool may_be_fraction(const ast::Expr& e) {
    const std::string* f = callee_of(e);
    if (f && (*f == "floor" || *f == "ceil" || *f == "round" || *f == "int")) return false;
    bool computed = false, named = false;
    ast::for_each_expression(e, [&](const ast::Expr& x) {
      auto* b = std::get_if<ast::Binary>(&x.node);
      computed = computed || (b && b->op == ast::BinaryOp::Div) || std::holds_alternative<ast::Index>(x.node) ||
                 (b && std::holds_alternative<ast::FloatLit>(b->left->node)) ||
                 (b && std::holds_alternative<ast::FloatLit>(b->right->node));
      named = named || std::holds_alternative<ast::Name>(x.node);
    });
    return computed && named;
  }
  void found(const ast::Expr& e, bool array, bool bound = false) {
    std::string name = ast::print(e);
    if (std::any_of(out_.calls.begin(), out_.calls.end(), [&](const auto& c) { return c.name == name; })) return;
    out_.calls.push_back({&e, std::move(name), array, {}, false, bound});
    count_names(e, out_.calls.back().names);
  }
  bool is_call(const ast::Expr& e, bool array) const {
    const std::string* f = callee_of(e);
    if (!f || !(is_fold(*f) || (array && gives_array(*f)))) return false;
    NameCounts names;
    count_names(e, names);
    return names.size() > 1 && invariant(e);
  }
  bool invariant(const ast::Expr& e) const {
    return ast::all_expressions(e, [&](const ast::Expr& x) {
      if (const std::string* n = ast::name_of(x)) return !writes_.assigned.count(*n) && !writes_.roots.count(*n);
      const std::string* f = callee_of(x);
      if (!f)
        return ast::is_any<ast::IntLit, ast::FloatLit, ast::Colon, ast::Unary, ast::Binary, ast::Range, ast::Field,
                           ast::ArrayLit, ast::Index>(x);
      const auto& arguments = std::get<ast::Call>(x.node).arguments;
      return (is_fold(*f) || gives_array(*f) || *f == "size" || *f == "numel") &&
             std::all_of(arguments.begin(), arguments.end(), [](const auto& a) { return !a.spread && a.name.empty(); });
    });
  }

  const Writes& writes_;
  InvariantCalls& out_;
};

class Replacer : public ast::Rewriter {
 public:
  explicit Replacer(const std::set<std::string>& names) : names_(names) {}

 protected:
  void in_bound(bool in) override { in_bound_ = in; }
  std::optional<ast::Expr> replaced(const ast::Expr& e) override {
    const bool bound =
        in_bound_ && (std::holds_alternative<ast::Binary>(e.node) || std::holds_alternative<ast::Unary>(e.node) ||
                      std::holds_alternative<ast::Index>(e.node));
    if (!bound && !std::holds_alternative<ast::Call>(e.node)) return {};
    std::string name = ast::print(e);
    if (!names_.count(name)) return {};
    return ast::Expr{ast::Name{std::move(name)}, e.span};
  }

 private:
  const std::set<std::string>& names_;
  bool in_bound_ = false;
};

bool any_of_these(const std::set<std::string>& a, const std::set<std::string>& b) {
  return std::any_of(a.begin(), a.end(), [&](const auto& name) { return b.count(name) > 0; });
}

bool writes_to_others(const Writes& writes, const std::vector<ast::Parameter>& parameters) {
  if (writes.unknown || any_of_these(writes.shared, writes.roots)) return true;
  return std::any_of(parameters.begin(), parameters.end(),
                     [&](const auto& p) { return writes.roots.count(p.name) > 0; }) ||
         std::any_of(writes.roots.begin(), writes.roots.end(),
                     [&](const auto& r) { return !writes.assigned.count(r); });
}

}  // namespace

InvariantCalls invariant_calls(const ast::Stmt& loop) {
  InvariantCalls out;
  const Writes writes(loop);
  // A name that is one array now and another one then, and is written to, may be any of those around.
  if (writes.unknown || any_of_these(writes.shared, writes.roots)) return out;
  Finder finder(writes, out);
  finder.bounds(loop);
  finder.look(loop);
  if (out.calls.empty()) return out;
  out.written = writes.arrays;
  count_names(loop, out.names);
  return out;
}

FunctionWrites function_writes(const ast::FunctionDef& function) {
  FunctionWrites out{writes_to_others(Writes(function.body), function.parameters), {}};
  count_names(function.body, out.names);
  return out;
}

FunctionWrites function_writes(const ast::Lambda& function) {
  FunctionWrites out{writes_to_others(Writes(function), function.parameters), {}};
  if (function.body) count_names(*function.body, out.names);
  if (function.assignment) count_names(*function.assignment, out.names);
  count_names(function.statements, out.names);
  return out;
}

ast::Stmt hoist_invariant_calls(const ast::Stmt& loop, const std::set<std::string>& names) {
  return Replacer(names).statement(loop);
}

}  // namespace qc
