#include "analysis/dataflow/argument_effects.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "analysis/dataflow/name_facts.h"
#include "sema/builtins.h"

namespace qc {

namespace {

class Calls {
 public:
  explicit Calls(const Scope& scope) : scope_(scope) {}

  bool write(const ast::Block& body, const std::string& name) {
    if (!seen_.emplace(&body, name).second) return false;
    if (name_facts(body).of(name).written() || under_another_name(body, name)) return true;
    const std::string outer = std::exchange(name_, name);
    found_ = found_ || ast::any_expression(body, [&](const ast::Expr& e) {
               auto* c = std::get_if<ast::Call>(&e.node);
               return c && writes(*c);
             });
    name_ = outer;
    return found_;
  }

 private:
  // b = a; b[0] = 1
  static bool under_another_name(const ast::Block& body, const std::string& name) {
    std::set<std::string> others, written;
    ast::for_each_statement(body, [&](const ast::Stmt& s) {
      auto* a = std::get_if<ast::Assign>(&s.node);
      auto* value = a && a->value ? std::get_if<ast::Name>(&a->value->node) : nullptr;
      for (const auto& t : a ? a->targets : std::vector<ast::Target>{}) {
        auto* whole = std::get_if<ast::Name>(&t.place->node);
        if (whole && a->op == ast::AssignOp::Set) {
          if (value && value->name == name) others.insert(whole->name);
        } else if (const std::string* root = root_of(*t.place)) {
          written.insert(*root);
        }
      }
    });
    return std::any_of(others.begin(), others.end(), [&](const auto& other) { return written.count(other) > 0; });
  }
  bool is_it(const ast::Expr& e) const {
    auto* n = std::get_if<ast::Name>(&e.node);
    return n && n->name == name_;
  }

  bool writes(const ast::Call& c) {
    auto* callee = std::get_if<ast::Name>(&c.callee->node);
    if (c.arguments.empty() || std::holds_alternative<ast::TypeValue>(c.callee->node)) return false;
    const auto given = [&] {
      return std::any_of(c.arguments.begin(), c.arguments.end(), [&](const auto& a) { return is_it(*a.value); });
    };
    if (!callee) return given();  // of what a record or cell holds
    if (callee->name.rfind("atomic_", 0) == 0) {
      auto* i = std::get_if<ast::Index>(&c.arguments[0].value->node);
      return i && is_it(*i->base);
    }
    const bool launch = callee->name == "parallel_do" || callee->name == "serial_do";
    auto* kernel = launch ? std::get_if<ast::Name>(&c.arguments.back().value->node) : nullptr;
    if (launch && !kernel) return given();
    const std::size_t first = launch ? 1 : 0;
    for (std::size_t k = first; k < c.arguments.size(); ++k)
      if (is_it(*c.arguments[k].value) &&
          function_writes(launch ? kernel->name : callee->name, c.arguments[k].name, k - first))
        return true;
    return false;
  }

  // Whether a function of that name writes to its parameter: the one called so, or the one at that place.
  bool function_writes(const std::string& function, const std::string& parameter, std::size_t place) {
    const std::vector<FunctionRef> functions = scope_.functions(function);
    if (functions.empty()) return !is_builtin(function);  // one that the code makes itself
    for (const FunctionRef& f : functions) {
      if (!f.def && !f.lambda) continue;
      const auto& all = f.def ? f.def->parameters : f.lambda->parameters;
      for (std::size_t k = 0; k < all.size(); ++k)
        if ((parameter.empty() ? k == place : all[k].name == parameter) &&
            write(f.def ? f.def->body : body_of(*f.lambda), all[k].name))
          return true;
    }
    return false;
  }

  // As statements.
  const ast::Block& body_of(const ast::Lambda& l) {
    if (!l.assignment && !l.body) return l.statements;
    auto [it, fresh] = bodies_.try_emplace(&l);
    if (fresh) it->second = {l.assignment ? *l.assignment : ast::Stmt{ast::ExprStmt{l.body}, l.body->span, false}};
    return it->second;
  }

  const Scope& scope_;
  std::string name_;
  bool found_ = false;
  std::set<std::pair<const ast::Block*, std::string>> seen_;
  std::map<const ast::Lambda*, ast::Block> bodies_;
};

}  // namespace

bool writes_to(const ast::Block& body, const std::string& name, const Scope& scope) {
  return Calls(scope).write(body, name);
}

}  // namespace qc
