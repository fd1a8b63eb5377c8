#include "desugar/loop_carried_records.h"

#include <algorithm>

#include "analysis/dataflow/name_uses.h"
#include "desugar/ast_rewriter.h"

namespace qc {

namespace {

ast::ExprP syntax(ast::Expr::Node n, Span span) { return ast::ExprP(ast::Expr{std::move(n), span}); }
ast::ExprP field(const std::string& record, const std::string& name, Span span) {
  return syntax(ast::Field{syntax(ast::Name{record}, span), name}, span);
}

class Renamer : public TextRewriter {
 public:
  explicit Renamer(const RunningRecords& records) : records_(records) {}
  static std::string own(const std::string& name) { return "$own_" + name; }
  ast::Block body(const ast::Block& given, Span span) {
    ast::Block out;
    for (const auto& [name, r] : records_) {
      ast::Call made{syntax(ast::Name{r.class_name}, span), {}};
      for (const std::string& f : r.fields) made.arguments.push_back({f, field(name, f, span), false});
      out.push_back(assign(syntax(ast::Name{own(name)}, span), syntax(std::move(made), span), span));
    }
    for (const ast::Stmt& s : given) out.push_back(with_updates(s));
    return out;
  }
  bool fits = true;

 protected:
  std::optional<ast::Expr> replaced(const ast::Expr& e) override {
    auto* n = std::get_if<ast::Name>(&e.node);
    if (n && records_.count(n->name)) return ast::Expr{ast::Name{own(n->name)}, e.span};
    if (auto* l = std::get_if<ast::Lambda>(&e.node)) {
      NameCounts counts;
      count_names(ast::Stmt{ast::ExprStmt{syntax(*l, e.span)}, e.span, false}, counts);
      fits = fits &&
             std::none_of(records_.begin(), records_.end(), [&](const auto& r) { return counts.count(r.first) > 0; });
    }
    return {};
  }

 private:
  static ast::Stmt assign(ast::ExprP place, ast::ExprP value, Span span) {
    ast::Assign a;
    a.targets.push_back({std::move(place), {}});
    a.value = std::move(value);
    a.op_span = span;
    return {std::move(a), span, true};
  }
  // What is inside is rewritten statement by statement; behind those that assign to a record its fields are set.
  ast::Stmt with_updates(const ast::Stmt& s) {
    ast::Stmt out = s;
    std::visit(
        [&](auto& n) {
          using T = std::decay_t<decltype(n)>;
          const auto each = [&](ast::Block& b) {
            for (ast::Stmt& inner : b) inner = with_updates(inner);
          };
          if constexpr (std::is_same_v<T, ast::If>) {
            for (auto& arm : n.arms) {
              arm.condition = ast::ExprP(expression(*arm.condition));
              each(arm.body);
            }
            each(n.otherwise);
          } else if constexpr (std::is_same_v<T, ast::While>) {
            n.condition = ast::ExprP(expression(*n.condition));
            each(n.body);
          } else if constexpr (std::is_same_v<T, ast::Repeat>) {
            n.until = ast::ExprP(expression(*n.until));
            each(n.body);
          } else if constexpr (std::is_same_v<T, ast::For>) {
            for (ast::ExprP* e : {&n.lo, &n.step, &n.hi})
              if (*e) *e = ast::ExprP(expression(**e));
            each(n.body);
          } else if constexpr (std::is_same_v<T, ast::Match>) {
            n.value = ast::ExprP(expression(*n.value));
            for (auto& arm : n.arms) {
              if (arm.pattern) arm.pattern = ast::ExprP(expression(*arm.pattern));
              each(arm.body);
            }
          } else if constexpr (std::is_same_v<T, Box<ast::FunctionDef>> || std::is_same_v<T, ast::Try>) {
            fits = false;
          } else {
            out = assigned(statement(s), s);
          }
        },
        out.node);
    return out;
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

  const RunningRecords& records_;
};

}  // namespace

std::optional<ast::Stmt> with_running_records(const ast::Stmt& loop, const RunningRecords& records) {
  const auto& f = std::get<ast::For>(loop.node);
  NameCounts head;
  for (const ast::ExprP* e : {&f.lo, &f.step, &f.hi})
    if (*e) count_names(**e, head);
  Renamer renamer(records);
  ast::For out = f;
  out.body = renamer.body(f.body, loop.span);
  if (!renamer.fits ||
      std::any_of(records.begin(), records.end(), [&](const auto& r) { return head.count(r.first) > 0; }))
    return {};
  return ast::Stmt{std::move(out), loop.span};
}

}  // namespace qc
