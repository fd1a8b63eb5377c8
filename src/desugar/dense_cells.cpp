#include "desugar/dense_cells.h"

#include <algorithm>

#include "analysis/dataflow/name_facts.h"
#include "ast/rewrite.h"
#include "sema/kernel_position_names.h"

namespace qc {

namespace {

class DenseItemsRewriter : public ast::Rewriter {
 public:
  DenseItemsRewriter(const DenseCells& cells, const IsOwnFunction& is_own, bool references)
      : cells_(cells), is_own_(is_own), references_(references) {}
  bool fits(const ast::Stmt& original) const {
    NameCounts all;
    count_names(original, all);
    return fits_ && (!references_ || uses_whole_) && std::all_of(cells_.begin(), cells_.end(), [&](const auto& c) {
             const auto in_text = all.find(c.first), seen = used_.find(c.first);
             return in_text == all.end() || (seen != used_.end() && seen->second == in_text->second);
           });
  }

 protected:
  std::optional<ast::Expr> replaced(const ast::Expr& e) override {
    if (auto* i = std::get_if<ast::Index>(&e.node)) return index(*i, e.span);
    if (references_ && gets_alias(e)) fits_ = false;
    if (!references_) note_handed_on(e);
    if (auto* c = std::get_if<ast::Call>(&e.node)) return extents(*c, e.span);
    return {};
  }

  // An item takes what can be made of its type; a number is none.
  void in_assignment(const ast::Assign& before, ast::Assign& after) override {
    if (references_ && before.value && is_item(*before.value)) fits_ = false;
    for (const ast::Target& t : before.targets) {
      if (const std::string* root = root_of(*t.place); references_ && root && cells_.count(*root)) fits_ = false;
      auto* i = std::get_if<ast::Index>(&t.place->node);
      const auto* cell = i ? named(*i->base) : nullptr;
      if (!cell) continue;
      ast::ExprP& place = after.targets[std::size_t(&t - before.targets.data())].place;
      if (auto* n = std::get_if<ast::TypeAssert>(&place->node)) place = n->value;
      if (auto* c = std::get_if<ast::Call>(&place->node)) place = c->arguments[0].value;
      if (after.targets.size() > 1 || !after.value || (cell->second.is_int && after.op != ast::AssignOp::Set))
        fits_ = false;
      else if (after.op == ast::AssignOp::Set)
        after.value = ast::ExprP(ast::Expr{ast::TypeAssert{after.value, cell->second.type}, after.value->span});
    }
  }

 private:
  const std::pair<const std::string, DenseCell>* named(const ast::Expr& e) const {
    auto* n = std::get_if<ast::Name>(&e.node);
    const auto at = n ? cells_.find(n->name) : cells_.end();
    return at == cells_.end() ? nullptr : &*at;
  }
  bool is_item(const ast::Expr& e) const {
    auto* i = std::get_if<ast::Index>(&e.node);
    return i && named(*i->base);
  }
  bool calls_own(const ast::Expr& e) const {
    NameCounts names;
    count_names(e, names);
    return std::any_of(names.begin(), names.end(),
                       [&](const auto& n) {
                         return !cells_.count(n.first) && is_own_(n.first) && !is_position_name(n.first);
                       }) &&
           ast::any_expression(e, [](const ast::Expr& x) { return ast::is_any<ast::Call, ast::Lambda>(x); });
  }
  // The cell itself as an argument of a function of the program.
  void note_handed_on(const ast::Expr& e) {
    auto* c = std::get_if<ast::Call>(&e.node);
    const std::string* callee = c ? callee_of(e) : nullptr;
    if (!callee || !is_own_(*callee)) return;
    for (const ast::Argument& a : c->arguments)
      if (const auto* cell = a.spread ? nullptr : named(*a.value)) ++used_[cell->first];
  }
  // An item as an argument of a function, of a literal, as one of two values.
  bool gets_alias(const ast::Expr& e) const {
    const auto any = [&](const std::vector<ast::ExprP>& list) {
      return std::any_of(list.begin(), list.end(), [&](const ast::ExprP& x) { return is_item(*x); });
    };
    if (auto* l = std::get_if<ast::ArrayLit>(&e.node)) return any(l->elements);
    if (auto* l = std::get_if<ast::CellLit>(&e.node)) return any(l->elements);
    if (auto* n = std::get_if<ast::Conditional>(&e.node)) return is_item(*n->yes) || is_item(*n->no);
    auto* c = std::get_if<ast::Call>(&e.node);
    const std::string* callee = c ? callee_of(e) : nullptr;
    return c && (!callee || is_own_(*callee)) &&
           std::any_of(c->arguments.begin(), c->arguments.end(),
                       [&](const ast::Argument& a) { return is_item(*a.value); });
  }
  ast::Expr not_dense(const ast::Expr& e) {
    fits_ = false;
    return e;
  }
  static ast::Expr number(std::int64_t n, Span span) { return {ast::IntLit{n}, span}; }
  static bool is_one(const ast::Expr& e) {
    return !std::holds_alternative<ast::Colon>(e.node) && !std::holds_alternative<ast::Range>(e.node) &&
           !std::holds_alternative<ast::ArrayLit>(e.node);
  }

  std::optional<ast::Expr> index(const ast::Index& i, Span span) {
    auto* inner = std::get_if<ast::Index>(&i.base->node);
    const auto* cell = named(inner ? *inner->base : *i.base);
    if (!cell) return {};
    if (!inner) return item(*cell, i, {}, span);
    if (i.indices.size() != cell->second.item.size()) return {};  // an element of what stands for the item
    std::vector<ast::ExprP> of_item;
    for (const ast::ExprP& x : i.indices) of_item.push_back(ast::ExprP(expression(*x)));
    return item(*cell, *inner, std::move(of_item), span);
  }

  // of_item: the indices of an element of the item; none: the whole of it.
  ast::Expr item(const std::pair<const std::string, DenseCell>& cell, const ast::Index& i,
                 std::vector<ast::ExprP> of_item, Span span) {
    const std::size_t rank = std::size_t(cell.second.rank);
    std::vector<ast::ExprP> at;
    auto* literal = i.indices.size() == 1 && rank > 1 ? std::get_if<ast::ArrayLit>(&i.indices[0]->node) : nullptr;
    if (literal && literal->elements.size() == rank) {
      for (const ast::ExprP& x : literal->elements) at.push_back(ast::ExprP(expression(*x)));
    } else if (i.indices.size() == 1 && rank > 1 && is_one(*i.indices[0]) &&
               !calls_own(*i.indices[0])) {  // a position, which is written more than once
      const ast::ExprP position = ast::ExprP(expression(*i.indices[0]));
      for (std::size_t k = 0; k < rank; ++k)
        at.push_back(
            ast::ExprP(ast::Expr{ast::Index{position, {ast::ExprP(number(std::int64_t(k), span))}}, position->span}));
    } else {
      for (const ast::ExprP& x : i.indices) at.push_back(ast::ExprP(expression(*x)));
    }
    if (at.size() != rank || !std::all_of(at.begin(), at.end(), [](const ast::ExprP& x) { return is_one(*x); }))
      return not_dense({i, span});
    ++used_[cell.first];
    const bool whole = of_item.empty();
    uses_whole_ = uses_whole_ || whole;
    if (whole)
      for (const std::int64_t n : cell.second.item)
        of_item.push_back(
            ast::ExprP(ast::Expr{ast::Range{ast::ExprP(number(0, span)), {}, ast::ExprP(number(n - 1, span))}, span}));
    at.insert(at.end(), of_item.begin(), of_item.end());
    ast::Expr out{ast::Index{i.base, std::move(at)}, span};
    if (whole && cell.second.item.size() > 1) out = reshaped(std::move(out), cell.second.item);
    return whole && !references_ ? ast::Expr{ast::TypeAssert{ast::ExprP(std::move(out)), cell.second.type}, span} : out;
  }
  // A matrix of one row of a cube.
  static ast::Expr reshaped(ast::Expr e, const std::vector<std::int64_t>& dims) {
    const Span span = e.span;
    ast::Call c{ast::ExprP(ast::Expr{ast::Name{"reshape"}, span}), {{"", ast::ExprP(std::move(e)), false}}};
    for (const std::int64_t n : dims) c.arguments.push_back({"", ast::ExprP(number(n, span)), false});
    return {std::move(c), span};
  }

  // size(p), size(p,0), size(p,0..1), numel(p), ndims(p): those of the cell.
  std::optional<ast::Expr> extents(const ast::Call& c, Span span) {
    const std::string* name = ast::callee_of({c, span});
    if (!name || c.arguments.empty() || (*name != "size" && *name != "numel" && *name != "ndims")) return {};
    const auto* cell = named(*c.arguments[0].value);
    if (!cell) return {};
    ++used_[cell->first];
    const auto rank = std::int64_t(cell->second.rank);
    if (*name == "ndims") return number(rank, span);
    const auto size = [&](ast::Expr which) {
      return ast::Expr{ast::Call{ast::ExprP(ast::Expr{ast::Name{"size"}, c.callee->span}),
                                 {c.arguments[0], {"", ast::ExprP(std::move(which)), false}}},
                       span};
    };
    if (*name == "numel") {
      ast::Expr n = size(number(0, span));
      for (std::int64_t k = 1; k < rank; ++k)
        n = ast::Expr{
            ast::Binary{ast::BinaryOp::Mul, ast::ExprP(std::move(n)), ast::ExprP(size(number(k, span))), span}, span};
      return n;
    }
    if (c.arguments.size() == 1)
      return size({ast::Range{ast::ExprP(number(0, span)), {}, ast::ExprP(number(rank - 1, span))}, span});
    const auto below = [&](const ast::Expr& e) {
      auto* n = std::get_if<ast::IntLit>(&e.node);
      return n && n->value < rank;
    };
    const ast::Expr& which = *c.arguments[1].value;
    auto* r = std::get_if<ast::Range>(&which.node);
    if (!below(which) && !(r && r->hi && below(*r->hi))) fits_ = false;
    return ast::Expr{c, span};
  }

  const DenseCells& cells_;
  const IsOwnFunction& is_own_;
  const bool references_;
  NameCounts used_;
  bool fits_ = true, uses_whole_ = false;
};

}  // namespace

ast::TypeExpr item_type(const std::vector<std::int64_t>& dims, Elem elem, Elem scalar) {
  ast::TypeExpr t;
  t.name = dims.size() == 1 ? "vec" : dims.size() == 2 ? "mat" : "cube";
  if (elem != scalar) t.elements.emplace_back().name = elem_name(elem);
  for (const std::int64_t n : dims) t.extents.push_back(ast::ExprP(ast::Expr{ast::IntLit{n}, {}}));
  return t;
}

std::set<std::string> index_targets(const ast::Stmt& text) {
  std::set<std::string> out;
  ast::for_each_statement(text, [&](const ast::Stmt& s) {
    auto* a = std::get_if<ast::Assign>(&s.node);
    if (!a) return;
    for (const ast::Target& t : a->targets)
      if (std::holds_alternative<ast::Index>(t.place->node))
        if (const std::string* root = root_of(*t.place)) out.insert(*root);
  });
  return out;
}

static std::optional<ast::Stmt> dense(const ast::Stmt& s, const DenseCells& cells, const IsOwnFunction& is_own,
                                      bool references) {
  DenseItemsRewriter packer(cells, is_own, references);
  ast::Stmt out = packer.statement(s);
  if (!packer.fits(s)) return {};
  if (auto* def = std::get_if<Box<ast::FunctionDef>>(&out.node)) {
    ast::FunctionDef f = **def;
    for (ast::Parameter& p : f.parameters)
      if (p.type && cells.count(p.name)) {
        ast::TypeExpr any;
        any.name = "??";
        any.modifiers = p.type->modifiers;
        any.span = p.type->span;
        p.type = std::move(any);
      }
    *def = Box<ast::FunctionDef>(std::move(f));
  }
  return out;
}

std::optional<ast::Stmt> with_dense_cells(const ast::Stmt& s, const DenseCells& cells, const IsOwnFunction& is_own) {
  return dense(s, cells, is_own, false);
}
std::optional<ast::Stmt> with_dense_cells_of_arrays(const ast::Stmt& s, const DenseCells& cells,
                                                    const IsOwnFunction& is_own) {
  return dense(s, cells, is_own, true);
}

}  // namespace qc
