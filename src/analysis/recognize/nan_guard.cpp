#include "analysis/recognize/nan_guard.h"

#include <algorithm>
#include <cmath>

#include "analysis/loops/updates.h"
#include "ir/build.h"
#include "ir/int_range.h"

namespace qc {

using namespace ir;

namespace {

class Ordered {
 public:
  Ordered(Function& f, MisspeculationForm form, bool zeros) : f_(f), form_(form), zeros_(zeros) {}

  void block(Block& b) {
    for (std::size_t k = 0; k < b.size(); ++k) {
      if (auto* l = std::get_if<For>(&b[k].node)) {
        block(l->body);
        continue;
      }
      auto m = match_unordered_extreme(f_, b[k]);
      if (!m && zeros_) m = compared_element(b[k]);
      if (!m) {
        if (auto* i = std::get_if<If>(&b[k].node)) {
          block(i->then);
          block(i->otherwise);
        }
        continue;
      }
      auto instead = update(*m, b[k].span);
      if (!instead) {
        refused = true;
        return;
      }
      const Stmt note = note_odd(*m, b[k].span);
      b[k] = std::move(*instead);
      b.insert(b.begin() + std::ptrdiff_t(k++), note);
      found = true;
    }
  }

  bool found = false, refused = false;
  Misspeculation misspeculation;

 private:
  std::optional<Stmt> update(const UnorderedExtreme& m, Span span) {
    const ExprP old = m.element ? load(f_, *m.element) : var(f_, m.var), e = taken(m);
    const BinaryOp compare = m.greatest ? (m.strict ? BinaryOp::Gt : BinaryOp::Ge)
                             : m.strict ? BinaryOp::Lt
                                        : BinaryOp::Le;
    const bool is_number = m.narrow || m.zero || starts_as_number(m);
    auto stored = [&](ExprP value) { return m.narrow ? cast(*m.narrow, std::move(value)) : value; };
    if (!m.kept || m.kept->size() == 1) {
      ExprP value = stored(is_number ? select(binary(compare, e, old), e, old)
                                     : binary(m.greatest ? BinaryOp::Max : BinaryOp::Min, old, e));
      if (m.element) return Stmt{Store{*m.element, std::move(value)}, span};
      return Stmt{Assign{m.var, std::move(value)}, span};
    }
    if (!is_number) return {};  // a comparison would keep a NaN start
    Stmt out{If{binary(compare, e, old), *m.kept, {}}, span};
    for (Stmt& s : std::get<If>(out.node).then)
      if (auto* a = std::get_if<Assign>(&s.node); a && a->var == m.var) a->value = stored(e);
    return out;
  }

  // Whether m is no NaN when its first value comes: the nest starts it with a number, or what it holds before is a
  // condition.
  bool starts_as_number(const UnorderedExtreme& m) {
    if (m.element) return false;
    int updates = 0, starts = 0;
    bool numbers = true;
    for_each_stmt(f_.body, [&](const Stmt& s) {
      auto* a = std::get_if<Assign>(&s.node);
      if (!a || a->var != m.var) return;
      auto* c = std::get_if<ConstFloat>(&a->value->node);
      ++(c ? starts : updates);
      numbers &= !c || !std::isnan(c->value);
    });
    if (updates != 1 || !numbers) return false;
    const ExprP start = var(f_, m.var);
    if (starts == 0) misspeculation.conditions.push_back(binary(BinaryOp::Eq, start, start));
    return true;
  }

  // e as the rewritten update takes it.
  static ExprP taken(const UnorderedExtreme& m) {
    if (m.zero) return add(m.operand, float_const(0, m.operand->type));
    return m.narrow ? cast(*m.narrow, m.operand) : m.operand;
  }

  // An element of floats that is replaced by what is less (greater), which may be -0.
  std::optional<UnorderedExtreme> compared_element(const Stmt& s) const {
    const Store* w = std::get_if<Store>(&s.node);
    auto* i = std::get_if<If>(&s.node);
    if (i && i->then.size() == 1) w = std::get_if<Store>(&i->then[0].node);
    if (!w || !is_float(f_.arrays[w->access.array].elem)) return {};
    const Place place = Place::of(f_, w->access);
    const auto m = i ? match_compare_if(*i, place) : std::optional(match_value(w->value, place));
    const auto* form = m ? std::get_if<UpdateForm>(&*m) : nullptr;
    if (!form || !form->compare_form || never_negative_zero(*form->operand)) return {};
    return UnorderedExtreme{.greatest = form->op == ReduceOp::Max,
                            .strict = form->strict,
                            .operand = form->operand,
                            .element = place.element,
                            .zero = true};
  }

  static ExprP is_odd(const UnorderedExtreme& m) {
    const ExprP& e = m.operand;
    if (!m.zero) return binary(BinaryOp::Ne, e, taken(m));
    const ExprP zero = float_const(0, e->type);
    return logical_and(binary(BinaryOp::Eq, e, zero), lt(binary(BinaryOp::Div, float_const(1, e->type), e), zero));
  }

  Stmt note_odd(const UnorderedExtreme& m, Span span) {
    ExprP odd = is_odd(m);
    std::string check = m.zero     ? "no -0 is compared"
                        : m.narrow ? std::string("what is compared is of type ") + elem_name(*m.narrow)
                                   : "no NaN is compared";
    if (std::find(misspeculation.checks.begin(), misspeculation.checks.end(), check) == misspeculation.checks.end())
      misspeculation.checks.push_back(std::move(check));
    if (form_ == MisspeculationForm::Fail)
      return {
          If{std::move(odd), {{Fail{f_.add_site({Site::Kind::Error, span, kMisspeculationMessage}), {}}, span}}, {}},
          span};
    if (misspeculation.flag == kNoVar) {
      misspeculation.flag = f_.add_var(kMisspeculationName, Elem::Bool);
      f_.params.push_back({Param::Kind::Scalar, misspeculation.flag});
      f_.outputs.push_back(misspeculation.flag);
    }
    return {Assign{misspeculation.flag, binary(BinaryOp::Or, var(f_, misspeculation.flag), std::move(odd))}, span};
  }

  Function& f_;
  MisspeculationForm form_;
  bool zeros_;
};

}  // namespace

std::optional<Misspeculation> add_nan_guard(Function& nest, MisspeculationForm form, bool zeros) {
  Function rewritten = nest;
  Ordered o(rewritten, form, zeros);
  o.block(rewritten.body);
  if (!o.found || o.refused) return {};
  nest = std::move(rewritten);
  return std::move(o.misspeculation);
}

}  // namespace qc
