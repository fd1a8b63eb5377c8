// print and printf in kernels: each thread adds records to a buffer of the launch, which the host writes out afterwards
// in the order of positions (host/loops/kernel_prints.h). The texts stay with the code; a record holds the numbers.
#include <fmt/format.h>

#include "lower/lower_impl.h"
#include "sema/type_words.h"

namespace qc::lowering {

namespace {

ir::Access element(ir::ArrayId array, ir::ExprP at) {
  return {array, {std::move(at)}, false, Boundary::Unchecked, ir::kNoSite};
}

}  // namespace

// The arrays of the records; the launch gives them.
void Lowerer::declare_prints() {
  if (print_arrays_) return;
  auto array = [&](const char* name, Elem elem) {
    ir::Array a;
    a.name = name;
    a.elem = elem;
    return f.add_array(std::move(a));
  };
  print_arrays_ = {array("print_count", Elem::I64), array("print_ints", Elem::I64), array("print_floats", Elem::F64)};
  if (!slot_) slot_ = f.add_var("slot", Elem::I64);
}

void Lowerer::kernel_print(const std::vector<ast::ExprP>& items, bool formatted, Span span) {
  using Prints = LoweredKernel::Prints;
  declare_prints();
  Prints::Line line{formatted, span, {}};
  std::vector<Value> values;
  std::size_t parts = 0;
  for (const auto& item : items) {
    if (auto* text = std::get_if<ast::StringLit>(&item->node)) {
      line.items.push_back({text->value, {}});
      continue;
    }
    Value v = expr(*item);
    if (!v.type.is_number() && v.type.kind != Type::Kind::Fixed)
      error("Q0503", item->span,
            fmt::format("a kernel prints numbers, short vectors and texts, not {}", a_type(v.type)));
    if (v.literal) v = convert(v, Type::number(options_.scalar, v.type.complex), item->span);
    line.items.push_back({"", v.type});
    parts += v.parts.size();
    values.push_back(std::move(v));
  }
  if (parts > std::size_t(Prints::kNumbers))
    error("Q0503", span, fmt::format("{} numbers in one line; a kernel prints up to {}", parts, int(Prints::kNumbers)));
  const auto id = std::int64_t(prints_.size());
  prints_.push_back(std::move(line));

  const auto [count, ints, floats] = *print_arrays_;
  const ir::VarId record = temp("record", Elem::I64);
  emit(ir::Atomic{record, ir::AtomicOp::Add, element(count, ir::int_const(0)), ir::int_const(1), nullptr, false}, span);
  ++stores_;
  ir::Block store = collect([&] {
    auto at = [&](std::int64_t k) {
      return ir::add(ir::mul(ir::var(f, record), ir::int_const(Prints::kWidth)), ir::int_const(k));
    };
    emit(ir::Store{element(ints, at(0)), ir::int_const(id)}, span);
    emit(ir::Store{element(ints, at(1)), ir::var(f, *slot_)}, span);
    std::int64_t k = 2;
    for (const Value& v : values)
      for (const ir::ExprP& p : v.parts) {
        if (is_float(p->type))
          emit(ir::Store{element(floats, at(k++)), ir::cast(Elem::F64, p)}, span);
        else
          emit(ir::Store{element(ints, at(k++)), ir::cast(Elem::I64, p)}, span);
      }
  });
  emit(ir::If{ir::lt(ir::var(f, record), ir::int_const(Prints::kMost)), std::move(store), {}}, span);
}

}  // namespace qc::lowering
