#include "host/loops/kernel_accumulators.h"

#include <fmt/format.h>

#include <map>

#include "host/arrays/arith.h"
#include "host/loops/loop_runner_impl.h"
#include "sema/declared_numbers.h"

namespace qc::host {

namespace {

std::string total_name(std::size_t k) { return fmt::format("$total{}", k); }
std::string part_name(std::size_t k) { return fmt::format("$part{}", k); }
ast::ExprP name_expr(const std::string& name) { return ast::ExprP(ast::Expr{ast::Name{name}, {}}); }
ast::ExprP int_expr(std::int64_t value) { return ast::ExprP(ast::Expr{ast::IntLit{value}, {}}); }

// The variables of the fold, and nothing else.
class FoldScope : public LoopScope, public DeclaredNumbers {
 public:
  std::map<std::string, Value, std::less<>> values;
  std::map<std::string, Type, std::less<>> types;  // of those that were declared
  bool declared(std::string_view name) const override { return types.contains(name); }
  std::optional<Type> type_of(std::string_view name) const override {
    if (const auto type = types.find(name); type != types.end()) return type->second;
    auto it = values.find(name);
    return it == values.end() ? std::nullopt : std::optional(host::type_of(it->second));
  }
  std::optional<double> constant_of(std::string_view) const override { return {}; }
  std::vector<FunctionRef> functions(std::string_view) const override { return {}; }
  bool live_after(std::string_view name) const override { return name.substr(0, 6) == "$total"; }
  std::vector<std::string> names() const override { return {}; }
  Value* find(std::string_view name) override {
    auto it = values.find(name);
    return it == values.end() ? nullptr : &it->second;
  }
  void assign(const std::string& name, Value value) override { values[name] = std::move(value); }
  std::vector<FunctionRef> functions_of(const Closure&, const std::string&) const override { return {}; }
};

std::size_t part_count(const LoweredKernel::Accumulator& a) { return a.partials.size(); }

// The start value of one part: what the variable holds, or 0.
Number start_part(const LoweredKernel::Accumulator& a, std::size_t part, LoopScope& scope) {
  const Value* v = a.output ? nullptr : scope.find_shared(a.name);
  if (!v) return convert_number(Number::integer(0), value_elem(a.type.elem));
  Number n = LoopRunnerState::number_in(*v, part);
  if (auto* whole = std::get_if<Number>(&v->v); whole && part == 0)
    n = whole->complex ? Number::real(whole->re, whole->type) : *whole;
  return n;
}

// The type that the variable is declared with: what it is given is converted to it, as in loops.
std::optional<Type> declared_type(const LoweredKernel::Accumulator& a, const LoopScope& scope) {
  const auto type = a.output ? a.declared : scope.shared_declaration(a.name);
  return type && !type->complex && !a.type.complex ? type : std::nullopt;
}

Value assembled(const LoweredKernel::Accumulator& a, const std::vector<Number>& parts,
                const std::optional<Type>& held) {
  if (a.type.is_number()) {
    if (!a.type.complex) return Value(parts[0]);
    Number n = Number::real(parts[0].re, parts[0].type);
    n.complex = true;
    n.im = parts[1].re;
    return Value(n);
  }
  ArrayP out = make_array(held ? held->elem : parts[0].type, a.type.dims, true, a.type.complex);
  out->fixed = true;
  void* data = out->buffer->host_overwrite();
  const std::size_t width = a.type.complex ? 2 : 1;
  for (std::size_t k = 0; k * width < parts.size(); ++k) {
    Number n = parts[k * width];
    n.complex = a.type.complex;
    if (n.complex) n.im = parts[k * width + 1].re;
    set_element(*out, data, std::int64_t(k), n);
  }
  return Value(out);
}

}  // namespace

std::unique_ptr<const ast::Stmt> KernelTotals::fold_loop(const LoweredKernel& kernel, Span site) {
  if (kernel.accumulators.empty()) return nullptr;
  ast::For loop;
  loop.variable = "$i";
  loop.lo = int_expr(0);
  loop.hi = name_expr("$last");
  std::size_t k = 0;
  for (const auto& a : kernel.accumulators)
    for (std::size_t p = 0; p < part_count(a); ++p, ++k) {
      ast::Assign update;
      update.targets.push_back({name_expr(total_name(k)), {}});
      update.op = a.op;
      update.value = ast::ExprP(ast::Expr{ast::Index{name_expr(part_name(k)), {name_expr("$i")}}, {}});
      loop.body.push_back({std::move(update), site});
    }
  return std::make_unique<const ast::Stmt>(ast::Stmt{std::move(loop), site});
}

void KernelTotals::make_room(std::int64_t places) {
  places_ = places;
  for (const auto& a : kernel_.accumulators)
    for (ir::ArrayId id : a.partials)
      rooms_.emplace_back(id, make_array(kernel_.function.arrays[id].elem, {places}, false));
}

ArrayP KernelTotals::room(ir::ArrayId id) const {
  for (const auto& [array, room] : rooms_)
    if (array == id) return room;
  return nullptr;
}

void KernelTotals::fold(LoopRunner& runner, LoopScope& scope) {
  if (!loop_) return;
  FoldScope inside;
  inside.values["$last"] = Value(Number::integer(places_ - 1));
  std::size_t k = 0;
  for (const auto& a : kernel_.accumulators)
    for (std::size_t p = 0; p < part_count(a); ++p, ++k) {
      Number start = start_part(a, p, scope);
      if (const auto type = declared_type(a, scope))
        inside.types[total_name(k)] = Type::number(type->elem);
      else if (places_ > 0 && is_float(a.type.elem))  // an int to which floats are added, as each step makes it one
        start = convert_number(start, value_elem(a.type.elem));
      inside.values[total_name(k)] = Value(start);
      if (places_ > 0) inside.values[part_name(k)] = Value(room(a.partials[p]));
    }
  if (places_ > 0 && !runner.run(*loop_, inside))
    internal_error("kernel_totals", "the fold of a kernel's totals was not compiled");
  k = 0;
  for (const auto& a : kernel_.accumulators) {
    const std::size_t first = k;
    k += part_count(a);
    if (part_count(a) == 1) {
      if (a.output)
        outputs_.emplace_back(a.name, inside.values[total_name(first)]);
      else
        scope.assign_shared(a.name, inside.values[total_name(first)]);
      continue;
    }
    std::vector<Number> parts;
    for (std::size_t p = 0; p < part_count(a); ++p)
      parts.push_back(LoopRunnerState::number_in(inside.values[total_name(first + p)], 0));
    if (a.output)
      outputs_.emplace_back(a.name, assembled(a, parts, declared_type(a, scope)));
    else
      scope.assign_shared(a.name, assembled(a, parts, declared_type(a, scope)));
  }
}

const Value* KernelTotals::output(const std::string& name) const {
  for (const auto& [n, v] : outputs_)
    if (n == name) return &v;
  return nullptr;
}

}  // namespace qc::host
