// One function for each kind of expression of numbers; operators of what programs write most, variables and literals,
// have their own.
#include "host/eval/interface/resolved_numbers.h"

#include <utility>

#include "host/eval/state/resolved_run.h"

namespace qc::host {

namespace {

using Kind = ResolvedExpr::Kind;
using Op = ast::BinaryOp;

}  // namespace

struct Numbers {
  static Small none(ResolvedRun&, const ResolvedExpr&) { return {}; }
  static Small literal(ResolvedRun&, const ResolvedExpr& e) { return e.literal; }
  static Small variable(ResolvedRun& run, const ResolvedExpr& e) { return host::variable(run, e); }
  static Small field(ResolvedRun& run, const ResolvedExpr& e) { return Small::of(locate(run, e)); }
  static Small element(ResolvedRun& run, const ResolvedExpr& e) { return host::element(run, e); }
  static Small count(ResolvedRun& run, const ResolvedExpr& e) { return count_of(run, e); }
  static Small extent(ResolvedRun& run, const ResolvedExpr& e) { return extent_of(run, e); }
  static Small whole(ResolvedRun& run, const ResolvedExpr& e) { return whole_number(run, e); }
  static Small each(ResolvedRun& run, const ResolvedExpr& e) { return host::each(run, e); }
  static Small has_field(ResolvedRun& run, const ResolvedExpr& e) { return host::has_field(run, e); }
  static Small fused(ResolvedRun& run, const ResolvedExpr& e) { return host::fused(run, e); }

  template <ast::UnaryOp op>
  static Small unary(ResolvedRun& run, const ResolvedExpr& e) {
    const Small n = number(run, e.parts[0]);
    return n.there ? of_one(op, n) : n;
  }
  static Small square(ResolvedRun& run, const ResolvedExpr& e) {
    const Small x = number(run, e.parts[0]);
    if (!x.there) return x;
    return is_float(x.type) ? of_two(Op::ElemMul, x, x, run.scalar, e.source->span)
                            : Small::integer(std::int64_t(std::uint64_t(x.i) * std::uint64_t(x.i)));
  }
  template <bool both>
  static Small logic(ResolvedRun& run, const ResolvedExpr& e) {
    Small x = number(run, e.parts[0]);
    if (x.there && x.is_true() == both) x = number(run, e.parts[1]);
    return x.there ? Small::boolean(x.is_true()) : x;
  }
  static Small choose(ResolvedRun& run, const ResolvedExpr& e) {
    const Small c = number(run, e.parts[0]);
    return c.there ? number(run, e.parts[c.is_true() ? 1 : 2]) : c;
  }

  // ---- operators ----

  struct Any {
    static Small get(ResolvedRun& run, const ResolvedExpr& e) { return number(run, e); }
  };
  struct Named {
    static Small get(ResolvedRun& run, const ResolvedExpr& e) { return host::variable(run, e); }
  };
  struct Written {
    static Small get(ResolvedRun&, const ResolvedExpr& e) { return e.literal; }
  };

  template <Op op, class L, class R>
  static Small binary(ResolvedRun& run, const ResolvedExpr& e) {
    const Small a = L::get(run, e.parts[0]);
    if (!a.there) return of_operands(run, e, a);
    const Small b = R::get(run, e.parts[1]);
    if (!b.there) return b;
    Small out;
    if (a.type == Elem::I64 && b.type == Elem::I64 && of_ints(op, a.i, b.i, out)) return out;
    if (a.type == Elem::F32 && b.type == Elem::F32 && of_floats(op, float(a.re), float(b.re), Elem::F32, out))
      return out;
    return of_two(op, a, b, run.scalar, e.source->span);
  }
  // p == nullptr
  template <Op op>
  static Small nothing(ResolvedRun& run, const ResolvedExpr& e) {
    if (const auto none = is_nothing(run, e)) return Small::boolean(*none == (op == Op::Eq));
    return binary<op, Any, Any>(run, e);
  }
  template <Op op>
  static NumberOf binary_of(const ResolvedExpr& e) {
    const Kind l = e.parts[0].kind, r = e.parts[1].kind;
    if (l == Kind::Variable && r == Kind::Literal) return binary<op, Named, Written>;
    if (l == Kind::Variable && r == Kind::Variable) return binary<op, Named, Named>;
    return r == Kind::Literal ? binary<op, Any, Written> : binary<op, Any, Any>;
  }
  static NumberOf operator_of(const ResolvedExpr& e) {
    if (e.parts[1].nothing && e.op == Op::Eq) return nothing<Op::Eq>;
    if (e.parts[1].nothing && e.op == Op::Ne) return nothing<Op::Ne>;
    switch (e.op) {
      case Op::Add:
        return binary_of<Op::Add>(e);
      case Op::Sub:
        return binary_of<Op::Sub>(e);
      case Op::Mul:
        return binary_of<Op::Mul>(e);
      case Op::Div:
        return binary<Op::Div, Any, Any>;
      case Op::ElemMul:
        return binary<Op::ElemMul, Any, Any>;
      case Op::ElemDiv:
        return binary<Op::ElemDiv, Any, Any>;
      case Op::Eq:
        return binary_of<Op::Eq>(e);
      case Op::Ne:
        return binary_of<Op::Ne>(e);
      case Op::Lt:
        return binary_of<Op::Lt>(e);
      case Op::Le:
        return binary_of<Op::Le>(e);
      case Op::Gt:
        return binary_of<Op::Gt>(e);
      case Op::Ge:
        return binary_of<Op::Ge>(e);
      case Op::Pow:
      case Op::ElemPow:
      case Op::And:
      case Op::Or:
        return none;  // other kinds
    }
    internal_error("stepping", "an unknown operator");
  }
};

NumberOf number_of(const ResolvedExpr& e) {
  using Numbers = Numbers;
  switch (e.kind) {
    case Kind::Literal:
      return Numbers::literal;
    case Kind::Variable:
      return Numbers::variable;
    case Kind::Binary:
      return e.fuses ? Numbers::fused : Numbers::operator_of(e);
    case Kind::Element:
      return Numbers::element;
    case Kind::Field:
      return Numbers::field;
    case Kind::Negate:
      return Numbers::unary<ast::UnaryOp::Neg>;
    case Kind::Plus:
      return Numbers::unary<ast::UnaryOp::Plus>;
    case Kind::Not:
      return Numbers::unary<ast::UnaryOp::Not>;
    case Kind::Square:
      return Numbers::square;
    case Kind::And:
      return Numbers::logic<true>;
    case Kind::Or:
      return Numbers::logic<false>;
    case Kind::Choose:
      return Numbers::choose;
    case Kind::Count:
      return Numbers::count;
    case Kind::Extent:
      return Numbers::extent;
    case Kind::Whole:
      return Numbers::whole;
    case Kind::Each:
      return Numbers::each;
    case Kind::HasField:
      return Numbers::has_field;
    case Kind::Other:
    case Kind::Text:
    case Kind::Row:
    case Kind::List:
    case Kind::Object:
    case Kind::Cells:
    case Kind::Extents:
    case Kind::Built:
    case Kind::Call:
      return Numbers::none;
  }
  internal_error("stepping", "an expression of an unknown kind");
}

}  // namespace qc::host
