#include "ir/build.h"

#include <cmath>
#include <set>

#include "support/diagnostic.h"

namespace qc::ir {

namespace {

ExprP make(Expr::Node node, Elem type) { return std::make_shared<const Expr>(Expr{std::move(node), type, {}}); }

// Folding two integer constants; nothing where the result is a failure or left to the back ends.
std::optional<std::int64_t> fold_int(BinaryOp op, std::int64_t a, std::int64_t b) {
  const auto ua = std::uint64_t(a), ub = std::uint64_t(b);
  switch (op) {
    case BinaryOp::Add:
      return std::int64_t(ua + ub);
    case BinaryOp::Sub:
      return std::int64_t(ua - ub);
    case BinaryOp::Mul:
      return std::int64_t(ua * ub);
    case BinaryOp::DivTrunc:
      if (b == 0 || b == -1) return {};
      return a / b;
    case BinaryOp::DivFloor:
      if (b <= 0) return {};
      return a / b - (a % b < 0 ? 1 : 0);
    case BinaryOp::Mod:
      if (b == 0 || b == -1) return {};
      return a % b;
    case BinaryOp::Periodize:
      if (b <= 0) return {};
      return a % b < 0 ? a % b + b : a % b;
    case BinaryOp::Min:
      return a < b ? a : b;
    case BinaryOp::Max:
      return a > b ? a : b;
    case BinaryOp::Eq:
      return a == b;
    case BinaryOp::Ne:
      return a != b;
    case BinaryOp::Lt:
      return a < b;
    case BinaryOp::Le:
      return a <= b;
    case BinaryOp::Gt:
      return a > b;
    case BinaryOp::Ge:
      return a >= b;
    default:
      return {};
  }
}

}  // namespace

std::optional<std::int64_t> as_int(const Expr& e) {
  if (auto* c = std::get_if<ConstInt>(&e.node)) return c->value;
  return {};
}

ExprP int_const(std::int64_t value) { return make(ConstInt{value}, Elem::I64); }
ExprP bool_const(bool value) { return make(ConstInt{value}, Elem::Bool); }
ExprP float_const(double value, Elem type) {
  return make(ConstFloat{type == Elem::F32 ? double(float(value)) : value}, type);
}
ExprP var(const Function& f, VarId v) { return make(VarRef{v}, value_elem(f.vars[v].type)); }

ExprP unary(UnaryOp op, ExprP a) {
  if (op == UnaryOp::Neg) {
    if (auto c = as_int(*a); c && a->type == Elem::I64) return int_const(std::int64_t(0 - std::uint64_t(*c)));
    if (auto* c = std::get_if<ConstFloat>(&a->node)) return float_const(-c->value, a->type);
    if (auto* u = std::get_if<Unary>(&a->node); u && u->op == UnaryOp::Neg) return u->a;
  }
  if (op == UnaryOp::Not)
    if (auto c = as_int(*a)) return bool_const(!*c);
  const Elem type = op == UnaryOp::Not      ? Elem::Bool
                    : op == UnaryOp::Bits   ? Elem::I64
                    : op == UnaryOp::OfBits ? Elem::F32
                                            : a->type;
  return make(Unary{op, std::move(a)}, type);
}

ExprP binary(BinaryOp op, ExprP a, ExprP b, SiteId site) {
  const bool logic = op == BinaryOp::And || op == BinaryOp::Or;
  const Elem type = is_comparison(op) || logic ? Elem::Bool : a->type;
  const auto ca = as_int(*a), cb = as_int(*b);
  if (ca && cb && a->type == Elem::I64 && b->type == Elem::I64)
    if (auto v = fold_int(op, *ca, *cb)) return type == Elem::Bool ? bool_const(*v) : int_const(*v);
  if (logic && ca) return (op == BinaryOp::And) == (*ca != 0) ? b : bool_const(*ca != 0);
  if (type == Elem::I64) {
    if (op == BinaryOp::Add && ca == 0) return b;
    if ((op == BinaryOp::Add || op == BinaryOp::Sub) && cb == 0) return a;
    if (op == BinaryOp::Mul && ca == 1) return b;
    if ((op == BinaryOp::Mul || op == BinaryOp::DivTrunc || op == BinaryOp::DivFloor) && cb == 1) return a;
    if (op == BinaryOp::Mod && cb == 1) return int_const(0);
  }
  return make(Binary{op, std::move(a), std::move(b), site}, type);
}

ExprP fma(ExprP a, ExprP b, ExprP c) {
  const Elem type = c->type;
  return make(Fma{std::move(a), std::move(b), std::move(c)}, type);
}

ExprP select(ExprP c, ExprP yes, ExprP no, bool smooth) {
  if (auto v = as_int(*c)) return *v ? yes : no;
  const Elem type = yes->type;
  return make(Select{std::move(c), std::move(yes), std::move(no), smooth}, type);
}

ExprP cast(Elem to, ExprP a) {
  if (a->type == to) return a;
  if (auto c = as_int(*a)) {
    if (is_float(to) && to != Elem::F16) return float_const(double(*c), to);
    if (to == Elem::I64) return int_const(*c);
  }
  if (auto* c = std::get_if<ConstFloat>(&a->node); c && (to == Elem::F32 || to == Elem::F64))
    return float_const(c->value, to);
  return make(Cast{to, std::move(a)}, value_elem(to));
}

ExprP round_of(const Function& f, const For& loop) {
  const auto step = as_int(*loop.step);
  const ExprP v = var(f, loop.var);
  if (step == 1) return sub(v, loop.lo);
  if (step == -1) return sub(loop.lo, v);
  return binary(BinaryOp::DivTrunc, sub(v, loop.lo), loop.step);
}

bool changes(const For& loop, const Expr& value) {
  std::set<VarId> assigned{loop.var};
  for_each_stmt(loop.body, [&](const Stmt& s) {
    if (auto* a = std::get_if<Assign>(&s.node)) assigned.insert(a->var);
    if (auto* l = std::get_if<For>(&s.node)) assigned.insert(l->var);
    if (auto* a = std::get_if<Atomic>(&s.node); a && a->old) assigned.insert(*a->old);
  });
  bool changed = false;
  for_each_expr(value, [&](const Expr& e) {
    auto* v = std::get_if<VarRef>(&e.node);
    changed = changed || (v && assigned.count(v->var));
  });
  return changed;
}

ExprP load(const Function& f, Access access) {
  const Elem type = value_elem(f.arrays[access.array].elem);
  return make(Load{std::move(access)}, type);
}
ExprP extent(ArrayId array, int dim) { return make(Extent{array, dim}, Elem::I64); }
ExprP builtin(BuiltinKind kind, int axis) { return make(Builtin{kind, axis}, Elem::I64); }
ExprP shuffle(ShuffleKind kind, ExprP value, ExprP lane) {
  const Elem type = value->type;
  return make(Shuffle{kind, std::move(value), std::move(lane)}, type);
}

namespace {

bool equal_list(const std::vector<ExprP>& a, const std::vector<ExprP>& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (!equal(a[i], b[i])) return false;
  return true;
}

struct Same {
  const Expr& other;
  template <class N>
  const N& o() const {
    return std::get<N>(other.node);
  }
  bool operator()(const ConstInt& n) const { return n.value == o<ConstInt>().value; }
  bool operator()(const ConstFloat& n) const {  // bits: -0.0 differs from 0.0, NaN equals NaN
    const double b = o<ConstFloat>().value;
    return (std::isnan(n.value) && std::isnan(b)) || (n.value == b && std::signbit(n.value) == std::signbit(b));
  }
  bool operator()(const VarRef& n) const { return n.var == o<VarRef>().var; }
  bool operator()(const Unary& n) const { return n.op == o<Unary>().op && equal(n.a, o<Unary>().a); }
  bool operator()(const Binary& n) const {
    return n.op == o<Binary>().op && equal(n.a, o<Binary>().a) && equal(n.b, o<Binary>().b);
  }
  bool operator()(const Fma& n) const {
    return equal(n.a, o<Fma>().a) && equal(n.b, o<Fma>().b) && equal(n.c, o<Fma>().c);
  }
  bool operator()(const Select& n) const {
    return equal(n.condition, o<Select>().condition) && equal(n.yes, o<Select>().yes) && equal(n.no, o<Select>().no);
  }
  bool operator()(const Cast& n) const { return n.to == o<Cast>().to && equal(n.a, o<Cast>().a); }
  bool operator()(const Math& n) const { return n.fn == o<Math>().fn && equal_list(n.args, o<Math>().args); }
  bool operator()(const Load& n) const {
    const Access &a = n.access, &b = o<Load>().access;
    return a.array == b.array && a.linear == b.linear && a.boundary == b.boundary && equal_list(a.index, b.index);
  }
  bool operator()(const Extent& n) const { return n.array == o<Extent>().array && n.dim == o<Extent>().dim; }
  bool operator()(const Builtin& n) const { return n.kind == o<Builtin>().kind && n.axis == o<Builtin>().axis; }
  bool operator()(const Shuffle& n) const {
    return n.kind == o<Shuffle>().kind && equal(n.value, o<Shuffle>().value) && equal(n.lane, o<Shuffle>().lane);
  }
  bool operator()(const Ballot& n) const { return equal(n.predicate, o<Ballot>().predicate); }
  bool operator()(const ActiveMask&) const { return true; }
};

}  // namespace

bool equal(const Expr& a, const Expr& b) {
  return a.type == b.type && a.node.index() == b.node.index() && std::visit(Same{b}, a.node);
}

}  // namespace qc::ir
