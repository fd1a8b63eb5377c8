// Items of cells of arrays at places that a kernel computes, `pyramid[level][m,n]`: one of the arrays of the cell, each of which is a
// parameter of the kernel. What is done to the item is done under a condition to the one that it is.
#include <fmt/format.h>

#include <algorithm>

#include "analysis/lower_impl.h"

namespace qc::lowering {

namespace {
constexpr std::int64_t kMostChoices = 32;    // arrays that are parameters of one kernel
constexpr std::int64_t kMostCounted = 4096;  // items that are counted
}  // namespace

// How many items a cell has that the kernel was given; the code is made for that number. Nothing: more than are counted.
std::optional<std::int64_t> Lowerer::items_of_cell(const std::string& cell) {
  std::int64_t n = 0;
  while (n <= kMostCounted && scope_.type_of(fmt::format("{}[{}]", cell, n))) ++n;
  if (n > kMostCounted) return {};
  for (const std::int64_t k : {n - 1, n}) {
    const std::string edge = fmt::format("{}[{}]", cell, k);
    if (k >= 0 && std::find(counted_items_.begin(), counted_items_.end(), edge) == counted_items_.end()) counted_items_.push_back(edge);
  }
  return n;
}

// Nothing: the items are not all arrays of one kind, or too many.
std::optional<Value> Lowerer::chosen_item(const std::string& cell, const ast::Index& n, Span span) {
  if (!kernel_ || n.indices.size() != 1) return {};
  const auto count = items_of_cell(cell);
  if (!count || *count < 1 || *count > kMostChoices) return {};
  std::vector<Value> choices;
  for (std::int64_t k = 0; k < *count; ++k) {
    const std::string path = fmt::format("{}[{}]", cell, k);
    const auto type = scope_.type_of(path);
    if (!type->is_array() || type->complex || (k > 0 && (type->elem != choices[0].type.elem || type->rank != choices[0].type.rank))) return {};
    choices.push_back(read(outside(path, span)));
  }
  const Value place = expr(*n.indices[0]);
  if (!place.type.is_number()) return {};
  Value v;
  v.type.kind = Type::Kind::Cell;
  v.text = cell;
  v.choices = std::move(choices);
  v.which = keep("$which", index_value(place, span), span);
  return v;
}

// The body for each array, under the condition that it is the one.
void Lowerer::for_chosen(const Value& chosen, const std::function<void(const Value& array)>& body, Span span) {
  ir::Block otherwise;
  for (std::size_t k = chosen.choices.size(); k-- > 0;) {
    ir::Block then = collect_arm([&] { body(chosen.choices[k]); });
    ir::Block both;
    both.push_back({ir::If{ir::binary(ir::BinaryOp::Eq, chosen.which, ir::int_const(std::int64_t(k))), std::move(then), std::move(otherwise)}, span});
    otherwise = std::move(both);
  }
  for (ir::Stmt& s : otherwise) emit(std::move(s.node), s.span);
}

Value Lowerer::element_of_chosen(const Value& chosen, const std::vector<ast::ExprP>& indices, Span span) {
  std::vector<Value> at = index_values(indices, [](std::size_t, std::size_t) { return std::nullopt; });
  for (Value& i : at) {
    const bool place = i.type.is_number() || (i.type.kind == Type::Kind::Fixed && at.size() == 1);
    if (!place || i.list) stop("R904", span, "several elements of an item of a cell at a computed place are used");
    i = kept(i, span);
  }
  const Elem elem = value_elem(chosen.choices[0].type.elem);
  const ir::VarId element = temp("$element", elem);
  emit(ir::Assign{element, is_float(elem) ? ir::float_const(0, elem) : elem == Elem::Bool ? ir::bool_const(false) : ir::int_const(0)}, span);
  for_chosen(chosen, [&](const Value& array) { emit(ir::Assign{element, load(array, access_values(array, at, span), span).parts[0]}, span); }, span);
  return of(ir::var(f, element));
}

void Lowerer::assign_in_chosen(const Value& chosen, const ast::Index& place, const ast::Assign& a, Span span) {
  std::vector<Value> at = index_values(place.indices, [](std::size_t, std::size_t) { return std::nullopt; });
  for (Value& i : at) {
    const bool one = i.type.is_number() || (i.type.kind == Type::Kind::Fixed && at.size() == 1);
    if (!one || i.list) stop("R904", span, "several elements of an item of a cell at a computed place are assigned");
    i = kept(i, span);
  }
  const Value v = kept(expr(*a.value), span);
  for_chosen(chosen, [&](const Value& array) {
    const ir::Access access = access_values(array, at, span);
    if (a.op == ast::AssignOp::Set) store(array, access, v, span);
    else update_element(array, access, a.op, Operand{v, {}}, span);
  }, span);
}

// numel(c), size(c, d) and their kin of the item, and of a cell itself; nothing: the value is something else.
std::optional<Value> Lowerer::shape_of_chosen(const std::string& name, const std::vector<Value>& args, Span span) {
  const Value& x = args[0];
  if (x.choices.empty()) {
    const auto count = kernel_ && name == "numel" && x.type.kind == Type::Kind::Cell && !x.text.empty() ? items_of_cell(x.text) : std::nullopt;
    return count ? std::optional(of(ir::int_const(*count))) : std::nullopt;
  }
  std::vector<Value> of_one = args;
  of_one[0] = x.choices.back();
  std::optional<Value> out = shape_call(name, of_one, span);
  for (std::size_t k = x.choices.size() - 1; out && k-- > 0;) {
    of_one[0] = x.choices[k];
    const auto shape = shape_call(name, of_one, span);
    for (std::size_t part = 0; part < out->parts.size(); ++part)
      out->parts[part] = ir::select(ir::binary(ir::BinaryOp::Eq, x.which, ir::int_const(std::int64_t(k))), shape->parts[part], out->parts[part]);
  }
  return out;
}

}  // namespace qc::lowering
