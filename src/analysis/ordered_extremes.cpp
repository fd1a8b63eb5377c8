#include "analysis/ordered_extremes.h"

#include <algorithm>

#include "analysis/accumulators.h"
#include "ir/build.h"

namespace qc {

using namespace ir;

namespace {

class Ordered {
 public:
  Ordered(Function& f, DoubtForm form) : f_(f), form_(form) {}

  void block(Block& b) {
    for (std::size_t k = 0; k < b.size(); ++k) {
      if (auto* l = std::get_if<For>(&b[k].node)) { block(l->body); continue; }
      const auto m = match_unordered_extreme(f_, b[k]);
      if (!m) {
        if (auto* i = std::get_if<If>(&b[k].node)) { block(i->then); block(i->otherwise); }
        continue;
      }
      auto instead = update(*m, b[k].span);
      if (!instead) { refused = true; return; }
      const Stmt note = note_nan(m->operand, b[k].span);
      b[k] = std::move(*instead);
      b.insert(b.begin() + std::ptrdiff_t(k++), note);
      found = true;
    }
  }

  bool found = false, refused = false;
  Doubt doubt;

 private:
  std::optional<Stmt> update(const UnorderedExtreme& m, Span span) {
    const ExprP old = m.element ? load(f_, *m.element) : var(f_, m.var);
    if (!m.kept || m.kept->size() == 1) {
      ExprP value = binary(m.greatest ? BinaryOp::Max : BinaryOp::Min, old, m.operand);
      if (m.element) return Stmt{Store{*m.element, std::move(value)}, span};
      return Stmt{Assign{m.var, std::move(value)}, span};
    }
    // With companions it stays a comparison, which keeps a NaN start where the one that was written drops it.
    int assignments = 0;
    for_each_stmt(f_.body, [&](const Stmt& s) { auto* a = std::get_if<Assign>(&s.node); assignments += a && a->var == m.var; });
    if (m.element || assignments != 1) return {};
    doubt.conditions.push_back(binary(BinaryOp::Eq, old, old));
    return Stmt{If{binary(m.greatest ? BinaryOp::Gt : BinaryOp::Lt, m.operand, old), *m.kept, {}}, span};
  }

  Stmt note_nan(const ExprP& e, Span span) {
    ExprP is_nan = binary(BinaryOp::Ne, e, e);
    if (form_ == DoubtForm::Fail) return {If{std::move(is_nan), {{Fail{f_.add_site({Site::Kind::Error, span, kDoubtMessage}), {}}, span}}, {}}, span};
    if (doubt.flag == kNoVar) {
      doubt.flag = f_.add_var(kDoubtName, Elem::Bool);
      f_.params.push_back({Param::Kind::Scalar, doubt.flag});
      f_.outputs.push_back(doubt.flag);
    }
    return {Assign{doubt.flag, binary(BinaryOp::Or, var(f_, doubt.flag), std::move(is_nan))}, span};
  }

  Function& f_;
  DoubtForm form_;
};

}  // namespace

std::optional<Doubt> order_extremes(Function& nest, DoubtForm form) {
  Function rewritten = nest;
  Ordered o(rewritten, form);
  o.block(rewritten.body);
  if (!o.found || o.refused) return {};
  nest = std::move(rewritten);
  return std::move(o.doubt);
}

}  // namespace qc
