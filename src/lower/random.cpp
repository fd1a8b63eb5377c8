// Random numbers in compiled code, by ir/random_numbers.h, so that loops draw the numbers that host code draws
// (desugar/counter_based_random.h), and threads of kernels numbers of their own: the launch and the position say which.
#include <fmt/format.h>

#include "desugar/counter_based_random.h"
#include "ir/random_numbers.h"
#include "lower/interface/builtin_calls.h"
#include "lower/interface/conversions.h"
#include "lower/interface/expr.h"
#include "lower/interface/kernel.h"
#include "lower/interface/launch_extents.h"
#include "lower/interface/names.h"
#include "lower/state/lower_context.h"
#include "sema/type_words.h"

namespace qc::lowering {

namespace {

using ir::BinaryOp;
using ir::ExprP;

constexpr std::int64_t kWord = 0xffffffff;
constexpr int kDrawBits = 20;  // numbers of one thread before they meet those of the next

ExprP op(BinaryOp o, const ExprP& a, const ExprP& b) { return ir::binary(o, a, b); }

}  // namespace

// A name of the launch, whatever the function at hand sees of the names around it.
static ExprP launch_number(LowerContext& cx, std::string_view name, Span span) {
  Frame& front = cx.names.outermost();
  const std::string key(name);
  if (auto known = front.names.find(key); known != front.names.end())
    return ir::var(cx.code.f, known->second.vars()[0]);
  if (!cx.scope.type_of(name)) stop("R901", span, "random numbers are for host code");
  return ir::var(cx.code.f, import_outer(cx, key, Type::integer(), span).vars()[0]);
}

static ir::RandomNumbers random_numbers(LowerContext& cx, const ExprP& stream, Span span) {
  return {launch_number(cx, kRandomKey, span), stream, cx.options.scalar, span,
          [&cx, span](const char* name, const ExprP& e) { return cx.code.keep(name, e, span); }};
}

// The n of randi(n), which has to be one.
static ExprP greatest_drawn(LowerContext& cx, const Value& given, Span span) {
  const ExprP n = index_value(cx, given, span);
  if (ir::as_int(*n).value_or(0) > 0) return n;
  const ExprP kept_n = cx.code.keep("n", n, span);
  ir::Block fail;
  fail.push_back(
      {ir::Fail{cx.refusal("Q0404", span, "'randi' wants the greatest number, or [lowest, greatest]"), {}}, span});
  cx.code.emit(ir::If{ir::lt(kept_n, ir::int_const(1)), std::move(fail), {}}, span);
  return kept_n;
}

bool counts_draws(const LowerContext& cx) {
  return !cx.in_kernel &&
         (cx.names.outermost().names.count(std::string(kRandomNext)) > 0 || cx.scope.type_of(kRandomNext).has_value());
}

// rand() and its kin in a loop that counts: the numbers from the count on, which goes past them where the lowering
// comes to the call.
static std::optional<Value> counted_draw(LowerContext& cx, const std::string& name, const std::vector<Value>& args,
                                         Span span) {
  constexpr std::int64_t kLongest = 16;
  const bool ranged = name == "randi";
  const std::int64_t length = args.empty()            ? 1
                              : args[0].is<Scalars>() ? ir::as_int(*args[0].parts()[0]).value_or(0)
                                                      : 0;  // 0: not known
  const bool ends = ranged && args.size() == 1 && args[0].type.kind == Type::Kind::Fixed;
  if (args.size() > 1 || (ranged && (args.empty() || (ends && components(args[0]) != 2))) ||
      (!ranged && (!args.empty() && (!args[0].type.is_number() || length < 1 || length > kLongest))))
    stop("R901", span, fmt::format("'{}' of so many numbers is for host code", name));
  const auto numbers = random_numbers(cx, ir::int_const(0), span);
  const ExprP next = launch_number(cx, kRandomNext, span);
  const auto draw = [&](std::int64_t count) {
    const ExprP at = cx.code.keep("at", next, span);
    cx.code.emit(ir::Assign{std::get<ir::VarRef>(next->node).var, ir::add(next, ir::int_const(count))}, span);
    return at;
  };
  if (ranged) {
    const ExprP below =
        ends ? ir::sub(index_value(cx, component(args[0], 0), span), ir::int_const(1)) : ir::int_const(0);
    const ExprP greatest =
        ends ? ir::sub(index_value(cx, component(args[0], 1), span), below) : index_value(cx, args[0], span);
    const ExprP n = greatest_drawn(cx, one_number(greatest), span);
    return one_number(cx.code.keep("u", ir::add(below, numbers.ranged(draw(1), n)), span));
  }
  std::vector<Value> all;
  for (std::int64_t k = 0; k < length; ++k)
    all.push_back(
        one_number(cx.code.keep("u", name == "rand" ? numbers.uniform(draw(1)) : numbers.normal(draw(2)), span)));
  return all.size() == 1 ? all[0] : make_fixed(cx, {length}, all, span);
}

std::optional<Value> random_call(LowerContext& cx, const std::string& name, const std::vector<Value>& args, Span span) {
  if (name[0] == '$') {
    const ExprP place = index_value(cx, args[0], span);
    const auto numbers = random_numbers(cx, ir::int_const(0), span);
    if (name == "$uniform") return one_number(numbers.uniform(place));
    if (name == "$normal") return one_number(numbers.normal(place));
    return one_number(numbers.ranged(place, greatest_drawn(cx, args[1], span)));
  }
  if (counts_draws(cx)) return counted_draw(cx, name, args, span);
  if (!cx.in_kernel || (name != "rand" && name != "randn" && name != "randi")) return {};
  std::int64_t count = 1;
  if (name == "randi" || !args.empty()) {
    const auto n = args.size() == 1
                       ? launch_constant(cx, *index_value(cx, args[0], span), name == "randi" ? kWord / 2 : 64)
                       : std::nullopt;
    if (!n || *n < 1 || *n > kWord / 2)
      error("Q0503", span, fmt::format("'{}' in a kernel takes one number that is known at the launch", name));
    count = *n;
  }
  // The place in the thread's own row: (position, how many it has drawn), in a stream of the launch.
  if (!cx.kernel.slot) cx.kernel.slot = cx.code.f.add_var("slot", Elem::I64);
  if (!cx.kernel.drawn) cx.kernel.drawn = cx.code.f.add_var("drawn", Elem::I64);
  const auto numbers = random_numbers(cx, launch_number(cx, kRandomLaunch, span), span);
  const std::int64_t each = name == "randn" ? 2 : 1;
  auto next = [&] {
    const ExprP at =
        cx.code.keep("at",
                     ir::add(op(BinaryOp::Shl, ir::var(cx.code.f, *cx.kernel.slot), ir::int_const(kDrawBits)),
                             ir::var(cx.code.f, *cx.kernel.drawn)),
                     span);
    cx.code.emit(ir::Assign{*cx.kernel.drawn, ir::add(ir::var(cx.code.f, *cx.kernel.drawn), ir::int_const(each))},
                 span);
    return at;
  };
  if (name == "randi") return one_number(numbers.ranged(next(), ir::int_const(count)));
  std::vector<Value> all;
  for (std::int64_t k = 0; k < count; ++k) {
    const ExprP at = next();
    all.push_back(one_number(cx.code.keep("u", name == "rand" ? numbers.uniform(at) : numbers.normal(at), span)));
  }
  return args.empty() || count == 1 ? all[0] : make_fixed(cx, {count}, all, span);
}

}  // namespace qc::lowering
