// Kernel IR to instructions. Leaves are registers that are filled before a thread starts, so only operations cost time.
#include <bit>
#include <map>
#include <tuple>

#include "emulator/code.h"
#include "ir/build.h"

namespace qc::emulator {

using namespace ir;

namespace {

constexpr std::uint32_t kTemporary = 1u << 31;  // registers of intermediate values are numbered apart until the end

class Compiler {
 public:
  Compiler(const Function& f, Span fallback, const MathTable& math) {
    code_.function = f;
    code_.fallback = fallback;
    code_.math = math;
    code_.written.resize(f.arrays.size());
  }

  Code run() {
    const Function& f = code_.function;
    permanent_ = std::uint32_t(f.vars.size());
    code_.order = f.order == kNoVar ? kNone : f.order;
    for (ArrayId a = 0; a < f.arrays.size(); ++a) extent_registers(a);
    add(Op::End);
    std::swap(code_.prologue, code_.body);
    code_.spans.clear();
    block(f.body, code_.fallback);
    add(Op::End);
    number_registers();
    return std::move(code_);
  }

 private:
  // ---- registers ----
  std::uint32_t temporary() {
    const std::uint32_t r = temporaries_++;
    most_temporaries_ = std::max(most_temporaries_, temporaries_);
    return kTemporary | r;
  }

  std::uint32_t constant(std::uint64_t bits) {
    auto [at, fresh] = constants_.try_emplace(bits, 0);
    if (fresh) code_.constants.push_back({at->second = permanent_++, bits});
    return at->second;
  }

  std::uint32_t position(BuiltinKind kind, int axis) {
    if (kind == BuiltinKind::WarpSize) return constant(32);
    auto [at, fresh] = positions_.try_emplace({int(kind), axis}, 0);
    if (fresh) code_.positions.push_back({at->second = permanent_++, kind, axis});
    return at->second;
  }

  void extent_registers(ArrayId a) {
    const Array& array = code_.function.arrays[a];
    std::vector<std::uint32_t> regs;
    for (int d = 0; d <= array.rank; ++d) regs.push_back(permanent_++);
    code_.extent_regs.push_back(regs);
    if (array.dynamic_dims.empty()) {
      for (int d = 0; d <= array.rank; ++d)
        code_.extents.push_back({regs[std::size_t(d)], a, d == array.rank ? -1 : d});
      return;
    }
    std::uint32_t count = constant(1);
    for (int d = 0; d < array.rank; ++d) {
      const std::uint32_t r = expr(array.dynamic_dims[std::size_t(d)]), dst = regs[std::size_t(d)];
      add({.op = Op::Move, .dst = dst, .a = r});
      const std::uint32_t all = d + 1 == array.rank ? regs.back() : temporary();
      add({.op = Op::Binary, .sub = std::uint8_t(BinaryOp::Mul), .dst = all, .a = count, .b = dst});
      count = all;
    }
  }

  void number_registers() {
    auto place = [&](std::uint32_t& r) {
      if (r != kNone && r & kTemporary) r = permanent_ + (r & ~kTemporary);
    };
    for (auto* list : {&code_.body, &code_.prologue})
      for (Ins& i : *list)
        for (auto* r : {&i.dst, &i.a, &i.b, &i.c}) place(*r);
    for (Place& p : code_.places)
      for (auto& r : p.index) place(r);
    code_.lasting = permanent_;
    code_.registers = permanent_ + most_temporaries_;
  }

  // ---- instructions ----
  std::uint32_t add(Ins i) {
    code_.body.push_back(i);
    code_.spans.push_back(span_);
    return std::uint32_t(code_.body.size() - 1);
  }
  std::uint32_t add(Op op) { return add(Ins{.op = op}); }
  std::uint32_t value(Ins i) {
    i.dst = temporary();
    add(i);
    return i.dst;
  }
  std::uint32_t here() const { return std::uint32_t(code_.body.size()); }
  void lands_here(std::uint32_t from) { code_.body[from].target = here(); }

  // ---- expressions ----
  static bool needs_mask(const Expr& e) {
    bool found = false;
    for_each_expr(e, [&](const Expr& x) {
      if (auto* n = std::get_if<Binary>(&x.node)) found |= n->site != kNoSite;
      found |= std::holds_alternative<Load>(x.node) || std::holds_alternative<Math>(x.node) ||
               std::holds_alternative<Shuffle>(x.node) || std::holds_alternative<Ballot>(x.node) ||
               std::holds_alternative<ActiveMask>(x.node);
    });
    return found;
  }

  // dst = condition (or its opposite) ? then : what it holds already
  void overwrite_where(std::uint32_t dst, std::uint32_t condition, bool opposite, const ExprP& then) {
    const std::uint32_t at = add({.op = Op::If, .flag = opposite, .a = condition});
    add({.op = Op::Move, .dst = dst, .a = expr(then)});
    lands_here(at);
    add(Op::EndIf);
  }

  std::uint32_t logic(const Binary& n) {
    const bool is_and = n.op == BinaryOp::And;
    const std::uint32_t a = expr(n.a);
    if (!needs_mask(*n.b))
      return value({.op = Op::Binary,
                    .sub = std::uint8_t(is_and ? BinaryOp::BitAnd : BinaryOp::BitOr),
                    .type = Elem::Bool,
                    .a = a,
                    .b = expr(n.b)});
    const std::uint32_t r = value({.op = Op::Move, .a = a});
    overwrite_where(r, a, !is_and, n.b);
    return r;
  }

  std::uint32_t select(const Select& n) {
    const std::uint32_t c = expr(n.condition);
    if (!needs_mask(*n.yes) && !needs_mask(*n.no)) {
      const std::uint32_t yes = expr(n.yes);
      return value({.op = Op::Pick, .a = c, .b = yes, .c = expr(n.no)});
    }
    const std::uint32_t r = temporary();
    overwrite_where(r, c, false, n.yes);
    overwrite_where(r, c, true, n.no);
    return r;
  }

  std::uint32_t binary(const Binary& n) {
    if (n.op == BinaryOp::And || n.op == BinaryOp::Or) return logic(n);
    const std::uint32_t a = expr(n.a), b = expr(n.b);
    const bool divides = n.op == BinaryOp::DivTrunc || n.op == BinaryOp::DivFloor || n.op == BinaryOp::Mod ||
                         n.op == BinaryOp::Periodize;
    const Op op = n.op >= BinaryOp::Eq ? Op::Compare : divides && !is_float(n.a->type) ? Op::Divide : Op::Binary;
    return value({.op = op, .sub = std::uint8_t(n.op), .type = n.a->type, .a = a, .b = b, .target = n.site});
  }

  std::uint32_t to_bool(const ExprP& e) {
    const std::uint32_t a = expr(e);
    return e->type == Elem::Bool ? a
                                 : value({.op = Op::Cast, .sub = std::uint8_t(Elem::Bool), .type = e->type, .a = a});
  }

  std::uint32_t place(const ir::Access& a, Span span) {
    const Array& array = code_.function.arrays[a.array];
    Place p{a.array, array.elem, array.space, a.boundary, a.linear, a.site, {}, {}, span};
    for (const auto& i : a.index) p.index.push_back(expr(i));
    const auto& extents = code_.extent_regs[a.array];
    if (a.linear)
      p.extents = {extents.back()};
    else
      p.extents.assign(extents.begin(), extents.begin() + long(a.index.size()));
    code_.places.push_back(std::move(p));
    return std::uint32_t(code_.places.size() - 1);
  }

  std::uint32_t expr(const ExprP& e) {
    const Span outer = span_;
    if (e->span.valid()) span_ = e->span;
    const std::uint32_t r = std::visit([&](const auto& n) { return node(*e, n); }, e->node);
    span_ = outer;
    return r;
  }
  std::uint32_t node(const Expr& e, const ConstInt& n) {
    return constant(e.type == Elem::Bool ? n.value != 0 : std::uint64_t(n.value));
  }
  std::uint32_t node(const Expr& e, const ConstFloat& n) {
    return constant(e.type == Elem::F32 ? std::bit_cast<std::uint32_t>(float(n.value))
                                        : std::bit_cast<std::uint64_t>(n.value));
  }
  std::uint32_t node(const Expr&, const VarRef& n) { return n.var; }
  std::uint32_t node(const Expr& e, const Unary& n) {
    const std::uint32_t a = n.op == UnaryOp::Not ? to_bool(n.a) : expr(n.a);
    return value({.op = Op::Unary, .sub = std::uint8_t(n.op), .type = e.type, .a = a});
  }
  std::uint32_t node(const Expr&, const Binary& n) { return binary(n); }
  std::uint32_t node(const Expr& e, const Fma& n) {
    const std::uint32_t a = expr(n.a), b = expr(n.b);
    return value({.op = Op::Fma, .type = e.type, .a = a, .b = b, .c = expr(n.c)});
  }
  std::uint32_t node(const Expr&, const Select& n) { return select(n); }
  std::uint32_t node(const Expr&, const Cast& n) {
    return value({.op = Op::Cast, .sub = std::uint8_t(n.to), .type = value_elem(n.a->type), .a = expr(n.a)});
  }
  std::uint32_t node(const Expr& e, const Math& n) {
    const std::uint32_t a = expr(n.args.at(0));
    return value({.op = Op::Math,
                  .sub = std::uint8_t(n.fn),
                  .type = e.type,
                  .a = a,
                  .b = n.args.size() > 1 ? expr(n.args[1]) : a});
  }
  std::uint32_t node(const Expr& e, const Load& n) {
    const std::uint32_t p = place(n.access, span_);
    return value({.op = Op::Load, .type = e.type, .target = p});
  }
  std::uint32_t node(const Expr&, const Extent& n) {
    const auto& regs = code_.extent_regs[n.array];
    return n.dim < 0 ? regs.back() : regs[std::size_t(n.dim)];
  }
  std::uint32_t node(const Expr&, const Builtin& n) { return position(n.kind, n.axis); }
  std::uint32_t node(const Expr& e, const Shuffle& n) {
    const std::uint32_t a = expr(n.value);
    code_.waits = true;
    return value(
        {.op = Op::Shuffle, .sub = std::uint8_t(n.kind), .type = e.type, .flag = n.full, .a = a, .b = expr(n.lane)});
  }
  std::uint32_t node(const Expr&, const Ballot& n) {
    code_.waits = true;
    return value({.op = Op::Ballot, .a = expr(n.predicate)});
  }
  std::uint32_t node(const Expr&, const ActiveMask&) {
    code_.waits = true;
    return value({.op = Op::ActiveMask});
  }

  // ---- statements ----
  void block(const Block& statements, Span outer) {
    for (const Stmt& s : statements) {
      const std::uint32_t saved = temporaries_;
      span_ = s.span.valid() ? s.span : outer;
      std::visit([&, here = span_](const auto& n) { statement(n, here); }, s.node);
      temporaries_ = saved;
    }
    span_ = outer;
  }

  void assigned(VarId v) {
    const auto& outputs = code_.function.outputs;
    for (std::size_t k = 0; k < outputs.size(); ++k)
      if (outputs[k] == v)
        add({.op = Op::Output, .type = code_.function.vars[v].type, .a = v, .target = std::uint32_t(k)});
  }

  void statement(const Assign& n, Span) {
    add({.op = Op::Move, .dst = n.var, .a = expr(n.value)});
    assigned(n.var);
  }
  void statement(const Store& n, Span span) {
    const std::uint32_t v = expr(n.value), p = place(n.access, span);
    code_.written[n.access.array] = true;
    add({.op = Op::Store, .type = n.value->type, .a = v, .target = p});
  }
  void statement(const Atomic& n, Span span) {
    const std::uint32_t v = expr(n.value), expected = n.compare ? expr(n.compare) : kNone, p = place(n.access, span);
    code_.written[n.access.array] = true;
    code_.synchronises |= n.op == AtomicOp::Cas;
    add({.op = Op::Atomic,
         .sub = std::uint8_t(n.op),
         .type = n.value->type,
         .flag = n.result_is_new,
         .dst = n.old.value_or(kNone),
         .a = v,
         .b = expected,
         .target = p});
    if (n.old) assigned(*n.old);
  }
  void statement(const If& n, Span span) {
    const std::uint32_t at = add({.op = Op::If, .a = expr(n.condition)});
    block(n.then, span);
    if (!n.otherwise.empty()) {
      lands_here(at);
      const std::uint32_t middle = add(Op::Else);
      block(n.otherwise, span);
      lands_here(middle);
    } else {
      lands_here(at);
    }
    add(Op::EndIf);
  }

  std::uint32_t kept(const ExprP& e) { return value({.op = Op::Move, .a = expr(e)}); }

  void statement(const For& n, Span span) {
    const std::uint32_t lo = kept(n.lo), step = kept(n.step), hi = kept(n.hi), last = temporary(), runs = temporary();
    add({.op = Op::ForCount, .dst = last, .a = lo, .b = step, .c = hi});  // writes last + 1, which is runs
    static_cast<void>(runs);
    const std::uint32_t k = value({.op = Op::Move, .a = constant(0)});
    const std::uint32_t enter = add({.op = Op::LoopEnter, .flag = true, .a = runs});
    const std::uint32_t head = here();
    const std::uint32_t product = value({.op = Op::Binary, .sub = std::uint8_t(BinaryOp::Mul), .a = k, .b = step});
    const std::uint32_t at = value({.op = Op::Binary, .sub = std::uint8_t(BinaryOp::Add), .a = lo, .b = product});
    add({.op = Op::Move, .dst = n.var, .a = at});
    assigned(n.var);
    block(n.body, span);
    span_ = span;
    add({.op = Op::ForNext, .dst = k, .a = last, .target = head});
    lands_here(enter);
    add(Op::LoopExit);
  }
  void statement(const While& n, Span span) {
    const std::uint32_t enter = add(Op::LoopEnter);
    const std::uint32_t head = here();
    const std::uint32_t test = add({.op = Op::LoopTest, .a = expr(n.condition)});
    block(n.body, span);
    span_ = span;
    add({.op = Op::LoopNext, .target = head});
    lands_here(enter);
    lands_here(test);
    add(Op::LoopExit);
  }
  void statement(const Break&, Span) { add(Op::Break); }
  void statement(const Continue&, Span) { add(Op::Continue); }
  void statement(const Return&, Span) { add(Op::Return); }
  void statement(const Barrier& n, Span) {
    code_.meets_grid |= n.scope == SyncScope::Grid;
    code_.waits = true;
    add({.op = Op::Barrier, .sub = std::uint8_t(n.scope)});
  }
  void statement(const Fence& n, Span) {
    code_.synchronises = true;
    add({.op = Op::Fence, .sub = std::uint8_t(n.scope), .flag = n.handover});
  }
  void statement(const Fail& n, Span) {
    std::uint32_t values[kMostFailValues] = {constant(0), constant(0), constant(0)};
    for (std::size_t k = 0; k < n.values.size(); ++k) {
      values[k] = expr(n.values[k]);
      if (n.values[k]->type == Elem::F32)
        values[k] = value({.op = Op::Cast, .sub = std::uint8_t(Elem::F64), .type = Elem::F32, .a = values[k]});
    }
    add({.op = Op::Fail, .a = values[0], .b = values[1], .c = values[2], .target = n.site});
  }

  Code code_;
  Span span_;
  std::uint32_t permanent_ = 0, temporaries_ = 0, most_temporaries_ = 0;
  std::map<std::uint64_t, std::uint32_t> constants_;
  std::map<std::pair<int, int>, std::uint32_t> positions_;
};

}  // namespace

Code compile(const Function& kernel, Span fallback, const MathTable& math) {
  return Compiler(kernel, fallback, math).run();
}

}  // namespace qc::emulator
