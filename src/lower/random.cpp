// Random numbers in compiled code, by ir/random_numbers.h, so that loops draw the numbers that host code draws
// (desugar/counter_based_random.h), and threads of kernels numbers of their own: the launch and the position say which.
#include <fmt/format.h>

#include "desugar/counter_based_random.h"
#include "lower/lower_impl.h"
#include "sema/type_words.h"

namespace qc::lowering {

namespace {

using ir::BinaryOp;
using ir::ExprP;

constexpr std::int64_t kWord = 0xffffffff;
constexpr int kDrawBits = 20;  // numbers of one thread before they meet those of the next

ExprP op(BinaryOp o, const ExprP& a, const ExprP& b) { return ir::binary(o, a, b); }

}  // namespace

ExprP Lowerer::keep(const char* name, const ExprP& e, Span span) {
  const ir::VarId t = temp(name, e->type);
  emit(ir::Assign{t, e}, span);
  return ir::var(f, t);
}

// A name of the launch, whatever the function at hand sees of the names around it.
ExprP Lowerer::launch_number(std::string_view name, Span span) {
  Frame& front = *frames_.front();
  const std::string key(name);
  if (auto known = front.names.find(key); known != front.names.end()) return ir::var(f, known->second.vars[0]);
  if (!scope_.type_of(name)) stop("R901", span, "random numbers are for host code");
  return ir::var(f, import_outer(key, Type::integer(), span).vars[0]);
}

ir::RandomNumbers Lowerer::random_numbers(const ExprP& stream, Span span) {
  return {launch_number(kRandomKey, span), stream, options_.scalar, span,
          [this, span](const char* name, const ExprP& e) { return keep(name, e, span); }};
}

// The n of randi(n), which has to be one.
ExprP Lowerer::greatest_drawn(const Value& given, Span span) {
  const ExprP n = index_value(given, span);
  if (ir::as_int(*n).value_or(0) > 0) return n;
  const ExprP kept_n = keep("n", n, span);
  ir::Block fail;
  fail.push_back(
      {ir::Fail{site(ir::Site::Kind::Error, span, "'randi' wants the greatest number, or [lowest, greatest]"), {}},
       span});
  emit(ir::If{ir::lt(kept_n, ir::int_const(1)), std::move(fail), {}}, span);
  return kept_n;
}

// Whether a loop counts what it draws, and numbers of no other place are of its count.
bool Lowerer::counts_draws() const {
  return !kernel_ &&
         (frames_.front()->names.count(std::string(kRandomNext)) > 0 || scope_.type_of(kRandomNext).has_value());
}

// rand() and its kin in a loop that counts: the numbers from the count on, which goes past them where the lowering
// comes to the call.
std::optional<Value> Lowerer::counted_draw(const std::string& name, const std::vector<Value>& args, Span span) {
  constexpr std::int64_t kLongest = 16;
  const bool ranged = name == "randi";
  const auto length = args.empty() ? std::optional<std::int64_t>(1) : ir::as_int(*args[0].parts.at(0));
  const bool ends = ranged && args.size() == 1 && args[0].type.kind == Type::Kind::Fixed;
  if (args.size() > 1 || (ranged && (args.empty() || (ends && components(args[0]) != 2))) ||
      (!ranged && (!args.empty() && (!args[0].type.is_number() || !length || *length < 1 || *length > kLongest))))
    stop("R901", span, fmt::format("'{}' of so many numbers is for host code", name));
  const auto numbers = random_numbers(ir::int_const(0), span);
  const ExprP next = launch_number(kRandomNext, span);
  const auto draw = [&](std::int64_t count) {
    const ExprP at = keep("at", next, span);
    emit(ir::Assign{std::get<ir::VarRef>(next->node).var, ir::add(next, ir::int_const(count))}, span);
    return at;
  };
  if (ranged) {
    const ExprP below = ends ? ir::sub(index_value(component(args[0], 0), span), ir::int_const(1)) : ir::int_const(0);
    const ExprP greatest = ends ? ir::sub(index_value(component(args[0], 1), span), below) : index_value(args[0], span);
    const ExprP n = greatest_drawn(of(greatest), span);
    return of(keep("u", ir::add(below, numbers.ranged(draw(1), n)), span));
  }
  std::vector<Value> all;
  for (std::int64_t k = 0; k < *length; ++k)
    all.push_back(of(keep("u", name == "rand" ? numbers.uniform(draw(1)) : numbers.normal(draw(2)), span)));
  return all.size() == 1 ? all[0] : make_fixed({*length}, all, span);
}

// What loops call ($uniform and its kin, with places) and kernels (rand and its kin).
std::optional<Value> Lowerer::random_call(const std::string& name, const std::vector<Value>& args, Span span) {
  if (name[0] == '$') {
    const ExprP place = index_value(args[0], span);
    const auto numbers = random_numbers(ir::int_const(0), span);
    if (name == "$uniform") return of(numbers.uniform(place));
    if (name == "$normal") return of(numbers.normal(place));
    return of(numbers.ranged(place, greatest_drawn(args[1], span)));
  }
  if (counts_draws()) return counted_draw(name, args, span);
  if (!kernel_ || (name != "rand" && name != "randn" && name != "randi")) return {};
  std::int64_t count = 1;
  if (name == "randi" || !args.empty()) {
    const auto n = args.size() == 1 ? launch_constant(*index_value(args[0], span), name == "randi" ? kWord / 2 : 64)
                                    : std::nullopt;
    if (!n || *n < 1 || *n > kWord / 2)
      error("Q0503", span, fmt::format("'{}' in a kernel takes one number that is known at the launch", name));
    count = *n;
  }
  // The place in the thread's own row: (position, how many it has drawn), in a stream of the launch.
  if (!slot_) slot_ = f.add_var("slot", Elem::I64);
  if (!drawn_) drawn_ = f.add_var("drawn", Elem::I64);
  const auto numbers = random_numbers(launch_number(kRandomLaunch, span), span);
  const std::int64_t each = name == "randn" ? 2 : 1;
  auto next = [&] {
    const ExprP at =
        keep("at", ir::add(op(BinaryOp::Shl, ir::var(f, *slot_), ir::int_const(kDrawBits)), ir::var(f, *drawn_)), span);
    emit(ir::Assign{*drawn_, ir::add(ir::var(f, *drawn_), ir::int_const(each))}, span);
    return at;
  };
  if (name == "randi") return of(numbers.ranged(next(), ir::int_const(count)));
  std::vector<Value> all;
  for (std::int64_t k = 0; k < count; ++k) {
    const ExprP at = next();
    all.push_back(of(keep("u", name == "rand" ? numbers.uniform(at) : numbers.normal(at), span)));
  }
  return args.empty() || count == 1 ? all[0] : make_fixed({count}, all, span);
}

}  // namespace qc::lowering
