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
      const Stmt note = note_odd(*m, b[k].span);
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
    const ExprP e = taken(m);
    if (!m.kept || m.kept->size() == 1) {
      ExprP value = binary(m.greatest ? BinaryOp::Max : BinaryOp::Min, old, e);
      if (m.narrow) value = cast(*m.narrow, value);
      if (m.element) return Stmt{Store{*m.element, std::move(value)}, span};
      return Stmt{Assign{m.var, std::move(value)}, span};
    }
    // With companions it stays a comparison, which keeps a NaN start where the one that was written drops it.
    int assignments = 0;
    for_each_stmt(f_.body, [&](const Stmt& s) { auto* a = std::get_if<Assign>(&s.node); assignments += a && a->var == m.var; });
    if (m.element || assignments != 1) return {};
    const BinaryOp compare = m.greatest ? (m.strict ? BinaryOp::Gt : BinaryOp::Ge) : m.strict ? BinaryOp::Lt : BinaryOp::Le;
    Stmt out{If{binary(compare, e, old), *m.kept, {}}, span};
    if (!m.narrow) {
      doubt.conditions.push_back(binary(BinaryOp::Eq, old, old));
      return out;
    }
    for (Stmt& s : std::get<If>(out.node).then)
      if (auto* a = std::get_if<Assign>(&s.node); a && a->var == m.var) a->value = cast(*m.narrow, e);
    return out;
  }

  // e as the rewritten update takes it.
  static ExprP taken(const UnorderedExtreme& m) { return m.narrow ? cast(*m.narrow, m.operand) : m.operand; }

  Stmt note_odd(const UnorderedExtreme& m, Span span) {
    ExprP odd = binary(BinaryOp::Ne, m.operand, taken(m));
    std::string check = m.narrow ? std::string("what is compared is of type ") + elem_name(*m.narrow) : "no NaN is compared";
    if (std::find(doubt.checks.begin(), doubt.checks.end(), check) == doubt.checks.end()) doubt.checks.push_back(std::move(check));
    if (form_ == DoubtForm::Fail) return {If{std::move(odd), {{Fail{f_.add_site({Site::Kind::Error, span, kDoubtMessage}), {}}, span}}, {}}, span};
    if (doubt.flag == kNoVar) {
      doubt.flag = f_.add_var(kDoubtName, Elem::Bool);
      f_.params.push_back({Param::Kind::Scalar, doubt.flag});
      f_.outputs.push_back(doubt.flag);
    }
    return {Assign{doubt.flag, binary(BinaryOp::Or, var(f_, doubt.flag), std::move(odd))}, span};
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
