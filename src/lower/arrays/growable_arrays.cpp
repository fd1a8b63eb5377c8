// Rows that grow, as arrays with room and counts (growable_arrays.h): what is appended has to leave the kind of the
// row's elements as it is, and places have to be among those that are there.
#include "desugar/growable_arrays.h"

#include <fmt/format.h>

#include <algorithm>

#include "lower/interface/access.h"
#include "lower/interface/builtin_calls.h"
#include "lower/interface/expr.h"
#include "lower/interface/kernel.h"
#include "lower/interface/launch_extents.h"
#include "lower/state/lower_context.h"

namespace qc::lowering {

namespace {

// The kind of elements of a row of such numbers alone.
Elem joined_kind(const std::vector<Elem>& kinds) {
  Elem join = Elem::Bool;
  for (const Elem e : kinds)
    if (is_float(e))
      join = is_float(join) && join == Elem::F64 ? Elem::F64 : e;
    else if (!is_float(join) && e != Elem::Bool)
      join = Elem::I64;
  return join;
}

}  // namespace

static Value appended(LowerContext& cx, const std::vector<Value>& args, Span span);

std::optional<Value> growable_array_call(LowerContext& cx, const std::string& name, const std::vector<Value>& args,
                                         Span span) {
  if (name == kAppended) return appended(cx, args, span);
  if (name != kInside && name != kCut) return {};
  if (!args[1].type.is_number()) stop("R904", span, "several elements of a row that grows are used");
  const ir::ExprP k = cx.code.keep("$place", element_index(cx, args[1], Boundary::Checked, span), span),
                  n = args[2].parts()[0];
  const ir::ExprP below = ir::lt(k, n);
  ir::Block fail;
  fail.push_back({ir::Fail{cx.site(ir::Site::Kind::OutOfRange, span, cx.code.f.arrays[args[0].array().id].name),
                           {k, n, ir::int_const(0)}},
                  span});
  cx.code.emit(
      ir::If{ir::unary(ir::UnaryOp::Not, name == kCut ? below : ir::logical_and(ir::le(ir::int_const(0), k), below)),
             std::move(fail),
             {}},
      span);
  if (name == kInside) return one_number(k);
  return one_number(ir::binary(ir::BinaryOp::Max, ir::add(k, ir::int_const(1)), ir::int_const(0)));
}

// The first one of what is appended together, or of what it makes.
static Value appended(LowerContext& cx, const std::vector<Value>& args, Span span) {
  const ir::Array& row = cx.code.f.arrays[args[0].array().id];
  std::vector<Elem> kinds;
  for (std::size_t k = 2; k < args.size(); ++k) {
    const Value& v = args[k];
    const bool several = v.type.kind == Type::Kind::Fixed && v.type.dims.size() == 1 && args[0].type.rank == 2;
    if (!(v.type.is_number() || several) || v.type.complex || is_lazy(v))
      stop("R901", span, fmt::format("'{}' grows by what is no number", row.name));
    if (several && launch_extent(cx, args[0].array().id, 1, kMostChannels) != v.type.dims[0])
      stop("R901", span, fmt::format("'{}' grows by rows of another length", row.name));
    kinds.push_back(v.type.elem);
  }
  const auto keeps = [&](Elem e) {
    return is_float(row.elem) ? !is_float(e) || e == row.elem || row.elem == Elem::F64 : !is_float(e);
  };
  const bool strict = ir::as_int(*args[1].parts()[0]).value_or(0) != 0;
  if (!std::all_of(kinds.begin(), kinds.end(), keeps) || (strict && joined_kind(kinds) != row.elem))
    stop("R904", span, fmt::format("'{}' grows by numbers that make its elements of another kind", row.name));
  return args[2];
}

}  // namespace qc::lowering
