// parallel_do inside a kernel or a device function. A child grid needs a runtime on the device, and a launch costs more
// than the few positions that such programs give it: the thread goes through the positions itself, in order, as
// serial_do says.
#include <fmt/format.h>

#include <utility>

#include "lower/interface/builtin_calls.h"
#include "lower/interface/conversions.h"
#include "lower/interface/expr.h"
#include "lower/interface/inline.h"
#include "lower/interface/kernel.h"
#include "lower/state/lower_context.h"
#include "sema/kernel_position_names.h"

namespace qc::lowering {

namespace {

constexpr const char* kFromHost = "start it from host code, where it has blocks of its own";

bool is_kernel(const FunctionRef& r) {
  return (r.def && r.def->qualifier == ast::Qualifier::Kernel) ||
         (r.lambda && r.lambda->qualifier == ast::Qualifier::Kernel);
}

const ast::Parameter* position_of(const std::vector<ast::Parameter>& parameters) {
  for (const auto& p : parameters)
    if (p.name == "pos") return &p;
  return nullptr;
}

}  // namespace

// The extents of a nested launch: as many as the position has, those of blocks behind them have no meaning.
static std::vector<ir::ExprP> nested_extents(LowerContext& cx, const Value& dims, std::size_t rank, Span span) {
  require_value(cx, dims, span, "extents");
  std::vector<ir::ExprP> given;
  for (std::size_t k = 0; k < components(dims); ++k) given.push_back(index_value(cx, component(dims, k), span));
  if (rank == 0) rank = given.size();
  const auto one = [](const ir::ExprP& e) { return ir::as_int(*e) == 1; };
  if (given.size() == rank + 1 && one(given.front())) given.erase(given.begin());  // the size of a vec
  if (given.size() == 2 * rank) given.resize(rank);
  while (given.size() > rank && one(given.back())) given.pop_back();
  if (given.size() > rank)
    error("Q0302", span,
          fmt::format("the kernel's position has {} dimension{}, {} extents were given", rank, rank == 1 ? "" : "s",
                      given.size()));
  while (given.size() < rank) given.push_back(ir::int_const(1));
  for (ir::ExprP& e : given) e = cx.code.keep("extent", e, span);
  return given;
}

void nested_launch(LowerContext& cx, const std::string& name, const ast::Call& c, Span span) {
  if (c.arguments.size() < 2) error("Q0204", span, fmt::format("'{}' takes extents, arguments and a kernel", name));
  const Value kernel = expr(cx, *c.arguments.back().value);
  auto* functions = kernel.get_if<Functions>();
  if (!functions || functions->candidates.size() != 1 || !is_kernel(functions->candidates[0]))
    error("Q0301", c.arguments.back().value->span, fmt::format("'{}' starts a '__kernel__' function", name));
  const FunctionRef& target = functions->candidates[0];
  const auto& parameters = parameters_of(target);
  if (target.def && !target.def->outputs.empty())
    error("Q0503", span, fmt::format("the kernel '{}' has outputs and is started inside a kernel", target.def->name),
          kFromHost);
  const ast::Parameter* position = position_of(parameters);
  const std::size_t rank = position ? std::size_t(declared_rank(*position, cx.options.scalar)) : 0;
  const std::vector<ir::ExprP> extents =
      nested_extents(cx, expr(cx, *c.arguments[0].value), rank, c.arguments[0].value->span);

  std::vector<ir::VarId> counters;
  std::vector<Value> at;
  for (std::size_t d = 0; d < extents.size(); ++d) {
    counters.push_back(cx.code.temp("pos", Elem::I64));
    at.push_back(one_number(ir::var(cx.code.f, counters.back())));
  }
  std::vector<std::optional<Value>> bound;
  std::size_t next = 1;
  for (const auto& p : parameters) {
    if (&p == position)
      bound.push_back(at.size() == 1 ? at[0] : make_fixed(cx, {std::int64_t(at.size())}, at, p.span));
    else if (is_position_name(p.name))
      stop("R903", span, fmt::format("a kernel that knows its block ('{}') is started inside a kernel", p.name));
    else if (next + 1 < c.arguments.size())
      bound.push_back(expr(cx, *c.arguments[next++].value));
    else
      next = c.arguments.size();
  }
  if (next + 1 != c.arguments.size())
    error("Q0204", span,
          fmt::format("the kernel takes {} arguments, not {}", parameters.size() - (position ? 1 : 0),
                      c.arguments.size() - 2));

  const bool met = std::exchange(cx.kernel.has_barrier, false);
  ir::Block body = cx.code.collect([&] { inline_kernel(cx, target, std::move(bound), span); });
  if (std::exchange(cx.kernel.has_barrier, met || cx.kernel.has_barrier) && !met)
    error("Q0503", span, "a kernel with a barrier is started inside a kernel", kFromHost);
  for (std::size_t d = extents.size(); d-- > 0;) {
    const ir::ExprP last = ir::sub(extents[d], ir::int_const(1));
    ir::Block around;
    around.push_back({ir::For{counters[d], ir::int_const(0), ir::int_const(1), last, std::move(body), 0}, span});
    body = std::move(around);
  }
  for (ir::Stmt& s : body) cx.code.out->push_back(std::move(s));
}

}  // namespace qc::lowering
