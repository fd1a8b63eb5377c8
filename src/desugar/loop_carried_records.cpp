#include "desugar/loop_carried_records.h"

#include <algorithm>

#include "ast/query.h"
#include "ast/rewrite.h"

namespace qc {

namespace {

ast::ExprP syntax(ast::Expr::Node n, Span span) { return ast::ExprP(ast::Expr{std::move(n), span}); }
ast::ExprP field(const std::string& record, const std::string& name, Span span) {
  return syntax(ast::Field{syntax(ast::Name{record}, span), name}, span);
}

class Renamer : public ast::Rewriter {
 public:
  explicit Renamer(const LoopCarriedRecords& records) : records_(records) {}
  static std::string own(const std::string& name) { return "$own_" + name; }
  ast::Block body(const ast::Block& given, Span span) {
    ast::Block out;
    for (const auto& [name, r] : records_) {
      ast::Call made{syntax(ast::Name{r.class_name}, span), {}};
      for (const std::string& f : r.fields) made.arguments.push_back({f, field(name, f, span), false});
      out.push_back(assign(syntax(ast::Name{own(name)}, span), syntax(std::move(made), span), span));
    }
    for (const ast::Stmt& s : given) into(s, out);
    return out;
  }
  bool fits = true;

 protected:
  std::optional<ast::Expr> replaced(const ast::Expr& e) override {
    auto* n = std::get_if<ast::Name>(&e.node);
    if (n && records_.count(n->name)) return ast::Expr{ast::Name{own(n->name)}, e.span};
    if (std::holds_alternative<ast::Lambda>(e.node))
      fits =
          fits && std::none_of(records_.begin(), records_.end(), [&](const auto& r) { return mentions(e, r.first); });
    return {};
  }

  // Behind a statement that assigns to a record its fields are set.
  void into(const ast::Stmt& s, ast::Block& out) override {
    fits = fits && !ast::is_any<Box<ast::FunctionDef>, ast::Try>(s);
    out.push_back(assigned(statement(s), s));
  }

 private:
  static ast::Stmt assign(ast::ExprP place, ast::ExprP value, Span span) {
    ast::Assign a;
    a.targets.push_back({std::move(place), {}});
    a.value = std::move(value);
    a.op_span = span;
    return {std::move(a), span, true};
  }
  ast::Stmt assigned(ast::Stmt rewritten, const ast::Stmt& before) {
    auto* a = std::get_if<ast::Assign>(&before.node);
    if (!a) return rewritten;
    ast::Block all{rewritten};
    for (const ast::Target& t : a->targets) {
      const std::string* root = root_of(*t.place);
      const auto r = root ? records_.find(*root) : records_.end();
      if (r == records_.end()) continue;
      for (const std::string& f : r->second.fields)
        all.push_back(assign(field(r->first, f, before.span), field(own(r->first), f, before.span), before.span));
    }
    if (all.size() == 1) return rewritten;
    ast::If together;
    together.arms.push_back({syntax(ast::Name{"true"}, before.span), std::move(all)});
    return {std::move(together), before.span, true};
  }

  const LoopCarriedRecords& records_;
};

}  // namespace

std::optional<ast::Stmt> with_loop_carried_records(const ast::Stmt& loop, const LoopCarriedRecords& records) {
  const auto& f = std::get<ast::For>(loop.node);
  Renamer renamer(records);
  ast::For out = f;
  out.body = renamer.body(f.body, loop.span);
  for (const ast::ExprP* e : {&f.lo, &f.step, &f.hi})
    for (const auto& [name, r] : records) renamer.fits = renamer.fits && !(*e && mentions(**e, name));
  if (!renamer.fits) return {};
  return ast::Stmt{std::move(out), loop.span};
}

}  // namespace qc
