#include "ir/verify.h"

#include <fmt/format.h>

#include "ir/build.h"
#include "ir/int_range.h"

namespace qc::ir {

namespace {

// Of an index: it, the extent and the dimension.
std::size_t values_of(const Site& site) {
  return site.kind == Site::Kind::OutOfRange && site.values.empty() ? 3 : site.values.size();
}

class Verifier {
 public:
  explicit Verifier(const Function& f) : f_(f) {}

  std::vector<std::string> run() {
    for (const Param& p : f_.params)
      check(p.id < (p.kind == Param::Kind::Array ? f_.arrays.size() : f_.vars.size()),
            "a parameter that does not exist");
    for (VarId v : f_.outputs) check(v < f_.vars.size(), "an output that does not exist");
    for (const Var& v : f_.vars)
      check(v.type == value_elem(v.type) || f_.kind == Function::Kind::LoopNest,
            fmt::format("variable '{}' has a type that values do not have", v.name));
    block(f_.body, 0, false);
    return std::move(messages_);
  }

 private:
  void check(bool ok, std::string message) {
    if (!ok) messages_.push_back(std::move(message));
  }

  bool var_ok(VarId v) {
    check(v < f_.vars.size(), "a variable that does not exist");
    return v < f_.vars.size();
  }

  void access(const Access& a) {
    if (a.array >= f_.arrays.size()) return check(false, "an array that does not exist");
    const Array& array = f_.arrays[a.array];
    check(a.boundary != Boundary::Default, fmt::format("an access of '{}' without a boundary mode", array.name));
    check(int(a.index.size()) == (a.linear ? 1 : array.rank),
          fmt::format("'{}' has {} dimensions, {} indices", array.name, array.rank, a.index.size()));
    for (const auto& i : a.index) {
      check(i && i->type == Elem::I64, fmt::format("an index of '{}' is not an int", array.name));
      if (i) expr(*i);
    }
    if (a.boundary == Boundary::Checked)
      check(a.site < f_.sites.size(), fmt::format("a checked access of '{}' without a site", array.name));
  }

  void same(const Expr& a, const Expr& b, const char* what) {
    check(a.type == b.type, fmt::format("operands of {} differ in type", what));
  }

  void binary(const Expr& e, const Binary& n) {
    same(*n.a, *n.b, "a binary operation");
    const bool logic = n.op == BinaryOp::And || n.op == BinaryOp::Or,
               comparison = n.op >= BinaryOp::Eq && n.op <= BinaryOp::Ge;
    if (logic) check(n.a->type == Elem::Bool, "&& and || of something that is not a bool");
    check(e.type == (logic || comparison ? Elem::Bool : n.a->type), "a binary operation with a wrong result type");
    const bool ints_only =
        n.op == BinaryOp::DivTrunc || n.op == BinaryOp::DivFloor || n.op == BinaryOp::Shl || n.op == BinaryOp::Shr;
    if (ints_only) check(n.a->type == Elem::I64, "an integer operation on something else");
    if (n.op == BinaryOp::Div) check(is_float(n.a->type), "a float division of something else");
  }

  void expr(const Expr& e) {
    check(e.type == value_elem(e.type), "an expression with a type that values do not have");
    if (auto* n = std::get_if<VarRef>(&e.node)) {
      if (var_ok(n->var))
        check(value_elem(f_.vars[n->var].type) == e.type,
              fmt::format("'{}' is read with another type", f_.vars[n->var].name));
    } else if (auto* n = std::get_if<Binary>(&e.node))
      binary(e, *n);
    else if (auto* n = std::get_if<Fma>(&e.node)) {
      same(*n->a, *n->b, "a fused product");
      same(*n->a, *n->c, "a fused product");
      check(is_float(e.type), "a fused product of something that is not a float");
    } else if (auto* n = std::get_if<Select>(&e.node)) {
      check(n->condition->type == Elem::Bool, "a condition that is not a bool");
      same(*n->yes, *n->no, "a selection");
    } else if (auto* n = std::get_if<Cast>(&e.node))
      check(e.type == value_elem(n->to), "a conversion with a wrong result type");
    else if (auto* n = std::get_if<Load>(&e.node)) {
      access(n->access);
      if (n->access.array < f_.arrays.size())
        check(e.type == value_elem(f_.arrays[n->access.array].elem), "a load with a wrong type");
      return;
    } else if (auto* n = std::get_if<Extent>(&e.node)) {
      check(n->array < f_.arrays.size() && n->dim < f_.arrays[n->array].rank, "an extent that does not exist");
    }
    for_each_operand(e, [&](const ExprP& a) {
      if (a)
        expr(*a);
      else
        check(false, "an operand is missing");
    });
  }

  // Whether the value may differ between the threads of a block, as far as the expression itself shows.
  static bool by_thread(const Expr& e) {
    bool found = false;
    for_each_expr(e, [&](const Expr& x) {
      if (auto* b = std::get_if<Builtin>(&x.node)) found |= b->kind == BuiltinKind::ThreadIdx;
    });
    return found;
  }

  void block(const Block& b, int loops, bool divergent) {
    for (const Stmt& s : b) statement(s, loops, divergent);
  }

  void statement(const Stmt& s, int loops, bool divergent) {
    for_each_root(s, [&](const ExprP& e) {
      if (e)
        expr(*e);
      else
        check(false, "an expression is missing");
    });
    if (auto* n = std::get_if<Assign>(&s.node)) {
      if (!var_ok(n->var)) return;
      const Var& v = f_.vars[n->var];
      check(n->value->type == value_elem(v.type), fmt::format("'{}' is assigned another type", v.name));
      check(fits(f_, *n->value, v.type), fmt::format("'{}' is assigned what is not in its range", v.name));
    } else if (auto* n = std::get_if<Store>(&s.node)) {
      access(n->access);
      if (n->access.array < f_.arrays.size())
        check(n->value->type == value_elem(f_.arrays[n->access.array].elem), "a store with a wrong type");
    } else if (auto* n = std::get_if<Atomic>(&s.node)) {
      access(n->access);
      check((n->op == AtomicOp::Cas) == bool(n->compare), "an atomic with or without its expected value");
      if (n->old) var_ok(*n->old);
    } else if (auto* n = std::get_if<If>(&s.node)) {
      check(n->condition->type == Elem::Bool, "a condition that is not a bool");
      const bool d = divergent || by_thread(*n->condition);
      block(n->then, loops, d);
      block(n->otherwise, loops, d);
    } else if (auto* n = std::get_if<For>(&s.node)) {
      var_ok(n->var);
      check(n->lo->type == Elem::I64 && n->step->type == Elem::I64 && n->hi->type == Elem::I64,
            "a loop bound that is not an int");
      block(n->body, loops + 1, divergent || by_thread(*n->lo) || by_thread(*n->hi));
    } else if (auto* n = std::get_if<While>(&s.node)) {
      check(n->condition->type == Elem::Bool, "a condition that is not a bool");
      block(n->body, loops + 1, divergent || by_thread(*n->condition));
    } else if (std::holds_alternative<Break>(s.node) || std::holds_alternative<Continue>(s.node)) {
      check(loops > 0, "break or continue outside a loop");
    } else if (auto* n = std::get_if<Barrier>(&s.node)) {
      check(n->scope == SyncScope::Warp || !divergent, "a barrier under a condition that differs between threads");
    } else if (auto* n = std::get_if<Fail>(&s.node)) {
      check(n->site < f_.sites.size(), "a failure without a site");
      check(n->values.size() <= kMostFailValues && n->site < f_.sites.size() &&
                n->values.size() == values_of(f_.sites[n->site]),
            "a failure whose message has other values");
    }
  }

  const Function& f_;
  std::vector<std::string> messages_;
};

}  // namespace

std::vector<std::string> verify(const Function& function) { return Verifier(function).run(); }

}  // namespace qc::ir
