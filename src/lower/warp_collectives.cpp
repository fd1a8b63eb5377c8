// Collectives of a warp from shuffles: sums, products, extremes, bits and running sums over the lanes that take part,
// whichever these are. A full warp exchanges pairwise in five steps; any other set is visited lane by lane in order.
#include <fmt/format.h>

#include <limits>

#include "lower/lower_impl.h"
#include "sema/type_words.h"

namespace qc::lowering {

namespace {

constexpr int kLanes = 32;
constexpr std::int64_t kAllLanes = 0xffffffff;

bool is_collective(const std::string& name) {
  static const char* const names[] = {"warp_sum", "warp_prod", "warp_min", "warp_max",
                                      "warp_and", "warp_or",   "warp_xor", "warp_scan"};
  for (const char* n : names)
    if (name == n) return true;
  return false;
}

}  // namespace

ir::ExprP Lowerer::warp_step(const std::string& name, const ir::ExprP& a, const ir::ExprP& b) const {
  using ir::BinaryOp;
  const BinaryOp op = name == "warp_prod"  ? BinaryOp::Mul
                      : name == "warp_min" ? BinaryOp::Min
                      : name == "warp_max" ? BinaryOp::Max
                      : name == "warp_and" ? BinaryOp::BitAnd
                      : name == "warp_or"  ? BinaryOp::BitOr
                      : name == "warp_xor" ? BinaryOp::BitXor
                                           : BinaryOp::Add;
  return ir::binary(op, a, b);
}

// The thread's place in its warp.
ir::ExprP Lowerer::lane_index() const {
  ir::ExprP linear;
  for (int axis = std::min(std::max(1, kernel_rank_), 3) - 1; axis >= 0; --axis) {
    const ir::ExprP t = ir::builtin(ir::BuiltinKind::ThreadIdx, axis);
    linear = linear ? ir::add(ir::mul(linear, ir::builtin(ir::BuiltinKind::BlockDim, axis)), t) : t;
  }
  return ir::binary(ir::BinaryOp::BitAnd, linear, ir::int_const(kLanes - 1));
}

std::optional<Value> Lowerer::warp_collective(const std::string& name, const std::vector<Value>& args, Span span) {
  if (!is_collective(name)) return {};
  if (!kernel_) error("Q0503", span, fmt::format("'{}' belongs into a kernel", name));
  if (args.size() != 1) error("Q0204", span, fmt::format("'{}' takes 1 argument, not {}", name, args.size()));
  Value v = args[0];
  require_value(v, span, "a number");
  const bool bits = name == "warp_and" || name == "warp_or" || name == "warp_xor", scan = name == "warp_scan";
  if (v.type.complex && !scan && name != "warp_sum")
    error("Q0301", span, fmt::format("'{}' of a complex number", name));
  if (bits && is_float(v.type.elem))
    error("Q0301", span, fmt::format("'{}' works on integers", name), "convert with int(x)");
  const Elem t = v.type.elem == Elem::Bool ? Elem::I64 : v.type.elem;
  const ast::AssignOp fold = name == "warp_prod"  ? ast::AssignOp::Mul
                             : name == "warp_min" ? ast::AssignOp::Min
                             : name == "warp_max" ? ast::AssignOp::Max
                             : name == "warp_and" ? ast::AssignOp::And
                             : name == "warp_or"  ? ast::AssignOp::Or
                             : name == "warp_xor" ? ast::AssignOp::Xor
                                                  : ast::AssignOp::Add;
  const ir::VarId mask = temp("lanes", Elem::I64), lane = temp("lane", Elem::I64);
  emit(ir::Assign{mask, std::make_shared<const ir::Expr>(ir::Expr{ir::ActiveMask{}, Elem::I64, span})}, span);
  emit(ir::Assign{lane, lane_index()}, span);
  for (std::size_t k = 0; k < v.parts.size(); ++k) {
    const ir::VarId own = temp("own", t), result = temp("together", t), other = temp("other", t);
    emit(ir::Assign{own, part(v, k, t)}, span);
    emit(ir::Assign{result, ir::var(f, own)}, span);
    const ir::ExprP so_far = ir::var(f, result), from = ir::var(f, other);
    ir::Block full = collect([&] {
      for (int d = scan ? 1 : kLanes / 2; scan ? d < kLanes : d > 0; d = scan ? d * 2 : d / 2) {
        const auto kind = scan ? ir::ShuffleKind::Up : ir::ShuffleKind::Xor;
        const ir::Shuffle all_take_part{kind, so_far, ir::int_const(d), true};
        emit(ir::Assign{other, std::make_shared<const ir::Expr>(ir::Expr{all_take_part, t, span})}, span);
        const ir::ExprP both = scan ? ir::select(ir::binary(ir::BinaryOp::Ge, ir::var(f, lane), ir::int_const(d)),
                                                 ir::add(from, so_far), so_far)
                                    : warp_step(name, so_far, from);
        emit(ir::Assign{result, both}, span);
      }
    });
    ir::Block some = collect([&] {
      const ir::VarId l = temp("l", Elem::I64);
      emit(ir::Assign{result, neutral(fold, t, span)}, span);
      ir::Block body = collect([&] {
        const ir::ExprP there = ir::cast(
            Elem::Bool, ir::binary(ir::BinaryOp::BitAnd, ir::binary(ir::BinaryOp::Shr, ir::var(f, mask), ir::var(f, l)),
                                   ir::int_const(1)));
        // A lane that takes no part has nothing to give: then each reads its own.
        const ir::ExprP source = ir::select(there, ir::var(f, l), ir::var(f, lane));
        emit(ir::Assign{other, ir::shuffle(ir::ShuffleKind::Idx, ir::var(f, own), source)}, span);
        const ir::ExprP takes = scan ? ir::logical_and(there, ir::le(ir::var(f, l), ir::var(f, lane))) : there;
        emit(ir::Assign{result, ir::select(takes, warp_step(name, so_far, from), so_far)}, span);
      });
      emit(ir::For{l, ir::int_const(0), ir::int_const(1), ir::int_const(kLanes - 1), std::move(body), 0}, span);
    });
    emit(ir::If{ir::binary(ir::BinaryOp::Eq, ir::var(f, mask), ir::int_const(kAllLanes)), std::move(full),
                std::move(some)},
         span);
    v.parts[k] = so_far;
  }
  v.type.elem = t;
  v.literal = false;
  return v;
}

}  // namespace qc::lowering
