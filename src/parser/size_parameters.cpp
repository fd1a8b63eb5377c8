#include "parser/size_parameters.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "ast/query.h"

namespace qc {

namespace {

ast::ExprP call(const std::string& name, const std::vector<ast::ExprP>& arguments, Span at) {
  ast::Call c;
  c.callee = ast::Expr{ast::Name{name}, at};
  for (const ast::ExprP& a : arguments) c.arguments.push_back({"", a});
  return ast::Expr{std::move(c), at};
}

ast::Stmt assigned(const std::string& name, ast::ExprP value, Span at) {
  ast::Assign a;
  a.targets.push_back({ast::Expr{ast::Name{name}, at}, {}});
  a.value = std::move(value);
  a.op_span = at;
  return {std::move(a), at, true};
}

ast::Stmt equal(ast::ExprP extent, ast::ExprP wanted, const std::string& parameter, Span at) {
  ast::ExprP holds = ast::Expr{ast::Binary{ast::BinaryOp::Eq, std::move(extent), std::move(wanted), at}, at};
  ast::ExprP message =
      ast::Expr{ast::StringLit{fmt::format("'{}' has other extents than its type says", parameter)}, at};
  return {ast::ExprStmt{call("assert", {std::move(holds), std::move(message)}, at)}, at, true};
}

// vec[T](N) also says what T is.
bool says_generic(const ast::TypeExpr& type, const std::vector<std::string>& generics) {
  return std::any_of(type.elements.begin(), type.elements.end(), [&](const ast::TypeExpr& e) {
    return std::find(generics.begin(), generics.end(), e.name) != generics.end();
  });
}

}  // namespace

bool mentions_size(const ast::TypeExpr& type, const std::vector<std::string>& sizes) {
  return std::any_of(type.extents.begin(), type.extents.end(), [&](const ast::ExprP& e) {
    return std::any_of(sizes.begin(), sizes.end(), [&](const std::string& size) { return mentions(*e, size); });
  });
}

ast::ExprP zeros_of(const ast::TypeExpr& type) {
  if (type.elements.empty()) {
    static const std::set<std::string> scalar = {"vec", "mat", "cube"};
    return call(scalar.count(type.name) ? "zeros" : type.name, type.extents, type.span);
  }
  ast::TypeExpr made = type;
  made.extents.clear();
  ast::Call c;
  c.callee = ast::Expr{ast::TypeValue{std::move(made)}, type.span};
  for (const ast::ExprP& e : type.extents) c.arguments.push_back({"", e});
  return ast::Expr{std::move(c), type.span};
}

std::vector<std::string> bind_sizes(ast::FunctionDef& f, const std::vector<std::string>& sizes) {
  ast::Block bound, checks;
  std::vector<std::string> missing = sizes;
  for (ast::Parameter& p : f.parameters) {
    if (!p.type || !mentions_size(*p.type, sizes)) continue;
    const std::size_t first = p.type->extents.size() == 1 ? 1 : 0;  // a vec is a row
    for (std::size_t k = 0; k < p.type->extents.size(); ++k) {
      const ast::ExprP& wanted = p.type->extents[k];
      const ast::ExprP dim = ast::Expr{ast::IntLit{std::int64_t(k + first)}, p.span};
      const ast::ExprP extent = call("size", {ast::Expr{ast::Name{p.name}, p.span}, dim}, p.span);
      auto* name = std::get_if<ast::Name>(&wanted->node);
      const auto it = name ? std::find(missing.begin(), missing.end(), name->name) : missing.end();
      if (it == missing.end()) {
        checks.push_back(equal(extent, wanted, p.name, p.span));
        continue;
      }
      bound.push_back(assigned(*it, extent, p.span));
      missing.erase(it);
    }
    if (says_generic(*p.type, f.generics))
      p.type->extents.clear();
    else
      p.type.reset();
  }
  for (ast::Parameter& o : f.outputs)
    if (o.type && mentions_size(*o.type, sizes)) o.type.reset();
  bound.insert(bound.end(), checks.begin(), checks.end());
  f.body.insert(f.body.begin(), bound.begin(), bound.end());
  return missing;
}

}  // namespace qc
