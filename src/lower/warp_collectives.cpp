// Collectives of a warp from shuffles: sums, products, extremes, bits and running sums over the lanes that take part,
// whichever these are. A full warp exchanges pairwise in five steps; any other set is visited lane by lane in order.
#include <fmt/format.h>

#include <limits>

#include "lower/interface/builtin_calls.h"
#include "lower/interface/conversions.h"
#include "lower/interface/kernel.h"
#include "lower/state/lower_context.h"
#include "sema/builtins.h"
#include "sema/type_words.h"

namespace qc::lowering {

namespace {

constexpr int kLanes = 32;
constexpr std::int64_t kAllLanes = 0xffffffff;

// The operation of a collective; null: it is none.
const ir::BinaryOp* collective_op(const std::string& name) {
  const BuiltinInfo* row = builtin_info(name);
  return row && row->family == BuiltinFamily::Kernel ? row->as<ir::BinaryOp>() : nullptr;
}

// The same as an assignment, of what is joined in memory.
ast::AssignOp assignment_of(ir::BinaryOp op) {
  switch (op) {
    case ir::BinaryOp::Mul:
      return ast::AssignOp::Mul;
    case ir::BinaryOp::Min:
      return ast::AssignOp::Min;
    case ir::BinaryOp::Max:
      return ast::AssignOp::Max;
    case ir::BinaryOp::BitAnd:
      return ast::AssignOp::And;
    case ir::BinaryOp::BitOr:
      return ast::AssignOp::Or;
    case ir::BinaryOp::BitXor:
      return ast::AssignOp::Xor;
    default:
      return ast::AssignOp::Add;
  }
}

}  // namespace

// The thread's place in its warp.
static ir::ExprP lane_index(const LowerContext& cx) {
  ir::ExprP linear;
  for (int axis = std::min(std::max(1, cx.kernel.rank), 3) - 1; axis >= 0; --axis) {
    const ir::ExprP t = ir::builtin(ir::BuiltinKind::ThreadIdx, axis);
    linear = linear ? ir::add(ir::mul(linear, ir::builtin(ir::BuiltinKind::BlockDim, axis)), t) : t;
  }
  return ir::binary(ir::BinaryOp::BitAnd, linear, ir::int_const(kLanes - 1));
}

std::optional<Value> warp_collective(LowerContext& cx, const std::string& name, const std::vector<Value>& args,
                                     Span span) {
  const ir::BinaryOp* op = collective_op(name);
  if (!op) return {};
  if (!cx.in_kernel) error("Q0503", span, fmt::format("'{}' belongs into a kernel", name));
  if (args.size() != 1) error("Q0204", span, fmt::format("'{}' takes 1 argument, not {}", name, args.size()));
  Value v = args[0];
  require_value(cx, v, span, "a number");
  const ast::AssignOp fold = assignment_of(*op);
  const bool scan = name == "warp_scan";
  const bool bits = fold == ast::AssignOp::And || fold == ast::AssignOp::Or || fold == ast::AssignOp::Xor;
  if (v.type.complex && !scan && name != "warp_sum")
    error("Q0301", span, fmt::format("'{}' of a complex number", name));
  if (bits && is_float(v.type.elem))
    error("Q0301", span, fmt::format("'{}' works on integers", name), "convert with int(x)");
  const Elem t = v.type.elem == Elem::Bool ? Elem::I64 : v.type.elem;
  const ir::VarId mask = cx.code.temp("lanes", Elem::I64), lane = cx.code.temp("lane", Elem::I64);
  cx.code.emit(ir::Assign{mask, std::make_shared<const ir::Expr>(ir::Expr{ir::ActiveMask{}, Elem::I64, span})}, span);
  cx.code.emit(ir::Assign{lane, lane_index(cx)}, span);
  for (std::size_t k = 0; k < v.parts().size(); ++k) {
    const ir::VarId own = cx.code.temp("own", t), result = cx.code.temp("together", t),
                    other = cx.code.temp("other", t);
    cx.code.emit(ir::Assign{own, part(v, k, t)}, span);
    cx.code.emit(ir::Assign{result, ir::var(cx.code.f, own)}, span);
    const ir::ExprP so_far = ir::var(cx.code.f, result), from = ir::var(cx.code.f, other);
    ir::Block full = cx.code.collect([&] {
      for (int d = scan ? 1 : kLanes / 2; scan ? d < kLanes : d > 0; d = scan ? d * 2 : d / 2) {
        const auto kind = scan ? ir::ShuffleKind::Up : ir::ShuffleKind::Xor;
        const ir::Shuffle all_take_part{kind, so_far, ir::int_const(d), true};
        cx.code.emit(ir::Assign{other, std::make_shared<const ir::Expr>(ir::Expr{all_take_part, t, span})}, span);
        const ir::ExprP both =
            scan ? ir::select(ir::binary(ir::BinaryOp::Ge, ir::var(cx.code.f, lane), ir::int_const(d)),
                              ir::add(from, so_far), so_far)
                 : ir::binary(*op, so_far, from);
        cx.code.emit(ir::Assign{result, both}, span);
      }
    });
    ir::Block some = cx.code.collect([&] {
      const ir::VarId l = cx.code.temp("l", Elem::I64);
      cx.code.emit(ir::Assign{result, neutral(fold, t, span)}, span);
      ir::Block body = cx.code.collect([&] {
        const ir::ExprP there = ir::cast(
            Elem::Bool, ir::binary(ir::BinaryOp::BitAnd,
                                   ir::binary(ir::BinaryOp::Shr, ir::var(cx.code.f, mask), ir::var(cx.code.f, l)),
                                   ir::int_const(1)));
        // A lane that takes no part has nothing to give: then each reads its own.
        const ir::ExprP source = ir::select(there, ir::var(cx.code.f, l), ir::var(cx.code.f, lane));
        cx.code.emit(ir::Assign{other, ir::shuffle(ir::ShuffleKind::Idx, ir::var(cx.code.f, own), source)}, span);
        const ir::ExprP takes =
            scan ? ir::logical_and(there, ir::le(ir::var(cx.code.f, l), ir::var(cx.code.f, lane))) : there;
        cx.code.emit(ir::Assign{result, ir::select(takes, ir::binary(*op, so_far, from), so_far)}, span);
      });
      cx.code.emit(ir::For{l, ir::int_const(0), ir::int_const(1), ir::int_const(kLanes - 1), std::move(body), 0}, span);
    });
    cx.code.emit(ir::If{ir::binary(ir::BinaryOp::Eq, ir::var(cx.code.f, mask), ir::int_const(kAllLanes)),
                        std::move(full), std::move(some)},
                 span);
    v.parts()[k] = so_far;
  }
  v.type.elem = t;
  v.scalars().literal.reset();
  return v;
}

}  // namespace qc::lowering
