// print and printf in kernels: each thread adds records to a buffer of the launch, which the host writes out afterwards
// in the order of positions (host/loops/kernel_prints.h). The texts stay with the code; a record holds the numbers.
#include <fmt/format.h>

#include "lower/interface/builtin_calls.h"
#include "lower/interface/conversions.h"
#include "lower/interface/expr.h"
#include "lower/interface/kernel.h"
#include "lower/state/lower_context.h"
#include "sema/type_words.h"

namespace qc::lowering {

namespace {

ir::Access element(ir::ArrayId array, ir::ExprP at) {
  return {array, {std::move(at)}, false, Boundary::Unchecked, ir::kNoSite};
}

}  // namespace

// The arrays of the records; the launch gives them.
static void declare_prints(LowerContext& cx) {
  if (cx.kernel.print_arrays) return;
  auto array = [&](const char* name, Elem elem) {
    ir::Array a;
    a.name = name;
    a.elem = elem;
    return cx.code.f.add_array(std::move(a));
  };
  cx.kernel.print_arrays = {array("print_count", Elem::I64), array("print_ints", Elem::I64),
                            array("print_floats", Elem::F64)};
  if (!cx.kernel.slot) cx.kernel.slot = cx.code.f.add_var("slot", Elem::I64);
}

void kernel_print(LowerContext& cx, const std::vector<ast::ExprP>& items, bool formatted, Span span) {
  using Prints = LoweredKernel::Prints;
  declare_prints(cx);
  Prints::Line line{formatted, span, {}};
  std::vector<Value> values;
  std::size_t parts = 0;
  for (const auto& item : items) {
    if (auto* text = std::get_if<ast::StringLit>(&item->node)) {
      line.items.push_back({text->value, {}});
      continue;
    }
    Value v = expr(cx, *item);
    if (!v.type.is_number() && v.type.kind != Type::Kind::Fixed)
      error("Q0503", item->span,
            fmt::format("a kernel prints numbers, short vectors and texts, not {}", cx.a_type(v.type)));
    if (literal_of(v)) v = convert(cx, v, Type::number(cx.options.scalar, v.type.complex), item->span);
    line.items.push_back({"", v.type});
    parts += v.parts().size();
    values.push_back(std::move(v));
  }
  if (parts > std::size_t(Prints::kNumbers))
    error("Q0503", span, fmt::format("{} numbers in one line; a kernel prints up to {}", parts, int(Prints::kNumbers)));
  const auto id = std::int64_t(cx.kernel.prints.size());
  cx.kernel.prints.push_back(std::move(line));

  const auto [count, ints, floats] = *cx.kernel.print_arrays;
  const ir::VarId record = cx.code.temp("record", Elem::I64);
  cx.code.emit(
      ir::Atomic{record, ir::AtomicOp::Add, element(count, ir::int_const(0)), ir::int_const(1), nullptr, false}, span);
  ++cx.effects.stores;
  ir::Block store = cx.code.collect([&] {
    auto at = [&](std::int64_t k) {
      return ir::add(ir::mul(ir::var(cx.code.f, record), ir::int_const(Prints::kWidth)), ir::int_const(k));
    };
    cx.code.emit(ir::Store{element(ints, at(0)), ir::int_const(id)}, span);
    cx.code.emit(ir::Store{element(ints, at(1)), ir::var(cx.code.f, *cx.kernel.slot)}, span);
    std::int64_t k = 2;
    for (const Value& v : values)
      for (const ir::ExprP& p : v.parts()) {
        if (is_float(p->type))
          cx.code.emit(ir::Store{element(floats, at(k++)), ir::cast(Elem::F64, p)}, span);
        else
          cx.code.emit(ir::Store{element(ints, at(k++)), ir::cast(Elem::I64, p)}, span);
      }
  });
  cx.code.emit(ir::If{ir::lt(ir::var(cx.code.f, record), ir::int_const(Prints::kMost)), std::move(store), {}}, span);
}

}  // namespace qc::lowering
