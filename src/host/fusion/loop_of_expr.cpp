#include "host/fusion/loop_of_expr.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>

namespace qc::host {

using Kind = ArrayExpr::Kind;

namespace {

// Keys and names are written for each expression that is computed.
void write(std::string& out, std::int64_t n) {
  std::array<char, 20> digits;
  out.append(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), n).ptr);
}

// "$a3"
std::string name(std::string_view kind, std::size_t k, std::string before = {}) {
  before += kind;
  write(before, std::int64_t(k));
  return before;
}

}  // namespace

// ---- what the loop touches ----

ArrayLoop::ArrayLoop(const ArrayExpr& root) : root_(root), extents_(root.dims), reduced_(root.dims.size(), false) {
  Map map(extents_.size());
  for (std::size_t d = 0; d < map.size(); ++d) map[d] = int(d);
  visit(root, map);
}

// The dimensions of an operand meet those of the operator as detail::broadcast_dims says: a vec is a row, missing
// dimensions are at the end.
ArrayLoop::Map ArrayLoop::child_map(const ArrayExpr& parent, const ArrayExpr& child, const Map& map) const {
  Map out(child.dims.size());
  const std::size_t shift = child.dims.size() == 1 && parent.dims.size() > 1 ? 1 : 0;
  for (std::size_t d = 0; d < out.size(); ++d) out[d] = child.dims[d] == parent.dims[d + shift] ? map[d + shift] : -1;
  return out;
}

void ArrayLoop::visit(const ArrayExpr& e, const Map& map) {
  if (e.kind == Kind::Scalar) return scalars_.push_back(e.number);
  if (e.kind == Kind::Array) return leaves_.push_back(add(e.array, axes_of(*e.array, e.view, map)));
  for (const auto& o : e.operands) visit(*o, child_map(e, *o, map));
}

std::vector<LoopAxis> ArrayLoop::axes_of(const Array& a, const std::vector<ViewAxis>& view, const Map& map) const {
  std::vector<LoopAxis> axes;
  for (std::size_t d = 0; d < view.size(); ++d) {
    const int loop = view[d].dim >= 0 ? map[std::size_t(view[d].dim)] : -1;
    axes.push_back({a.dims[d], loop, view[d].offset, loop < 0 ? 1 : view[d].step});
  }
  return axes;
}

std::size_t ArrayLoop::add(const ArrayP& array, std::vector<LoopAxis> axes) {
  for (std::size_t k = 0; k < arrays_.size(); ++k)
    if (arrays_[k].array->buffer == array->buffer && arrays_[k].array->elem == array->elem &&
        arrays_[k].array->complex == array->complex && arrays_[k].axes == axes)
      return k;
  arrays_.push_back({array, std::move(axes)});
  return arrays_.size() - 1;
}

bool ArrayLoop::store_into(const ArrayP& target, const std::vector<ViewAxis>& view) {
  Map map(extents_.size());
  for (std::size_t d = 0; d < map.size(); ++d) map[d] = int(d);
  const std::size_t before = arrays_.size();
  target_ = add(target, axes_of(*target, view, map));
  for (std::size_t k = 0; k < before; ++k)
    if (k != target_ && arrays_[k].array->buffer == target->buffer) return false;
  // two elements of the expression never share one of the target, but one of the target may be read by many
  return std::all_of(arrays_[target_].axes.begin(), arrays_[target_].axes.end(),
                     [](const LoopAxis& x) { return x.step != 0; });
}

void ArrayLoop::fold_into(const ArrayP& target, int dim) {
  std::vector<LoopAxis> axes;
  for (std::size_t d = 0; d < extents_.size(); ++d)
    axes.push_back({target->dims[d], int(d) == dim ? -1 : int(d), 0, 1});
  arrays_.push_back({target, std::move(axes)});
  target_ = arrays_.size() - 1;
  reduced_[std::size_t(dim)] = true;
}

void ArrayLoop::fold_all() { reduced_.assign(reduced_.size(), true); }

// ---- fewer dimensions ----

void ArrayLoop::drop_single_positions() {
  for (LoopArray& a : arrays_) {
    for (LoopAxis& x : a.axes)
      if (x.loop >= 0 && extents_[std::size_t(x.loop)] == 1) x.loop = -1, x.step = 1;
    std::erase_if(a.axes, [](const LoopAxis& x) { return x.extent == 1; });
    for (std::size_t d = 1; d < a.axes.size();) {  // neighbours at one position each
      if (a.axes[d - 1].loop >= 0 || a.axes[d].loop >= 0) {
        ++d;
        continue;
      }
      a.axes[d - 1] = {a.axes[d - 1].extent * a.axes[d].extent, -1,
                       a.axes[d - 1].offset * a.axes[d].extent + a.axes[d].offset, 1};
      a.axes.erase(a.axes.begin() + std::ptrdiff_t(d));
    }
    if (a.axes.empty()) a.axes.push_back({1, -1, 0, 1});
  }
  for (std::size_t k = extents_.size(); k-- > 0 && extents_.size() > 1;) {
    if (extents_[k] != 1) continue;
    extents_.erase(extents_.begin() + std::ptrdiff_t(k));
    reduced_.erase(reduced_.begin() + std::ptrdiff_t(k));
    for (LoopArray& a : arrays_)
      for (LoopAxis& x : a.axes) x.loop -= x.loop > int(k);
  }
}

// Whether every array goes through loops `loop` and `loop + 1` as through one, or through neither.
bool ArrayLoop::mergeable(int loop) const {
  if (reduced_[std::size_t(loop)] != reduced_[std::size_t(loop + 1)]) return false;
  for (const LoopArray& a : arrays_)
    for (std::size_t d = 0; d < a.axes.size(); ++d) {
      const LoopAxis& x = a.axes[d];
      if (x.loop != loop && x.loop != loop + 1) continue;
      if (x.step != 1 || x.offset != 0 || x.extent != extents_[std::size_t(x.loop)]) return false;
      const bool together = x.loop == loop ? d + 1 < a.axes.size() && a.axes[d + 1].loop == loop + 1
                                           : d > 0 && a.axes[d - 1].loop == loop;
      if (!together) return false;
    }
  return true;
}

void ArrayLoop::merge(int loop) {
  for (LoopArray& a : arrays_) {
    for (std::size_t d = 0; d + 1 < a.axes.size(); ++d)
      if (a.axes[d].loop == loop && a.axes[d + 1].loop == loop + 1) {
        a.axes[d].extent *= a.axes[d + 1].extent;
        a.axes.erase(a.axes.begin() + std::ptrdiff_t(d + 1));
      }
    for (LoopAxis& x : a.axes) x.loop -= x.loop > loop;
  }
  extents_[std::size_t(loop)] *= extents_[std::size_t(loop + 1)];
  extents_.erase(extents_.begin() + loop + 1);
  reduced_.erase(reduced_.begin() + loop + 1);
}

void ArrayLoop::finish() {
  drop_single_positions();
  for (int loop = int(extents_.size()) - 2; loop >= 0; --loop)
    if (mergeable(loop)) merge(loop);
}

// ---- its text ----

// The part of complex numbers that is read is named in the text, and both are read from one array: then the loop takes
// them out of whole vectors.
static bool has_known_place(const LoopAxis& x) { return x.loop < 0 && x.extent == 2; }

// The number in the name of an array: its own, or that of the other part.
std::size_t ArrayLoop::name_of(std::size_t k) const {
  const auto& axes = arrays_[k].axes;
  if (!has_known_place(axes.back())) return k;
  const auto same = [](const LoopAxis& a, const LoopAxis& b) {
    return a == b || (has_known_place(a) && has_known_place(b));
  };
  const auto other = std::find_if(arrays_.begin(), arrays_.begin() + std::ptrdiff_t(k), [&](const LoopArray& a) {
    return a.array->buffer == arrays_[k].array->buffer && a.array->elem == arrays_[k].array->elem &&
           std::equal(a.axes.begin(), a.axes.end(), axes.begin(), axes.end(), same);
  });
  return std::size_t(other - arrays_.begin());
}

void ArrayLoop::print(const ArrayExpr& e, std::size_t& leaf, std::size_t& scalar, std::string& out) const {
  switch (e.kind) {
    case Kind::Array:
      out += e.complex ? 'z' : 'a';
      write(out, std::int64_t(leaves_[leaf++]));
      return;
    case Kind::Scalar:
      ++scalar;
      out += e.complex ? 'c' : 'k';
      return;
    case Kind::Binary:
      out += 'b';
      write(out, int(e.op));
      break;
    case Kind::Fused:
      out += 'f';
      out += e.negate_product ? '1' : '0';
      out += e.negate_addend ? '1' : '0';
      break;
    case Kind::Negate:
      out += '-';
      break;
    case Kind::Not:
      out += '!';
      break;
    case Kind::Power:
      out += '^';
      write(out, e.exponent);
      break;
    case Kind::Call:
      out += e.name;
      break;
  }
  out += '(';
  for (const auto& o : e.operands) {
    print(*o, leaf, scalar, out);
    out += ',';
  }
  out += ')';
}

std::string ArrayLoop::key(const std::string& update) const {
  std::string out = update + ":";
  for (std::size_t k = 0; k < arrays_.size(); ++k) {
    const LoopArray& a = arrays_[k];
    out += '[';
    if (const std::size_t other = name_of(k); other != k) {
      write(out, std::int64_t(other));
      out += ':';
    }
    for (const LoopAxis& x : a.axes) {
      if (has_known_place(x)) {
        out += '=';
        write(out, x.offset);
      } else {
        write(out, x.loop);
        if (x.offset) out += '+';
        if (x.step != 1) out += '*', write(out, x.step);
      }
      out += ',';
    }
    out += ']';
  }
  if (target_ != std::size_t(-1)) {
    out += 'y';
    write(out, std::int64_t(target_));
    out += '=';
  }
  for (bool r : reduced_) out += r ? 'r' : 'm';
  std::size_t leaf = 0, scalar = 0;
  print(root_, leaf, scalar, out);
  return out;
}

// ---- its syntax ----

ast::ExprP ArrayLoop::make(ast::Expr::Node node) const { return ast::ExprP(ast::Expr{std::move(node), root_.span}); }
ast::ExprP ArrayLoop::variable(const char* kind, std::size_t k) const { return make(ast::Name{name(kind, k)}); }

ast::ExprP ArrayLoop::access(std::size_t array) const {
  ast::Index at{variable("$a", name_of(array)), {}};
  const auto& axes = arrays_[array].axes;
  for (std::size_t d = 0; d < axes.size(); ++d) {
    const LoopAxis& x = axes[d];
    auto offset = [&] { return make(ast::Name{name("d", d, name("$o", array))}); };
    if (x.loop < 0) {
      at.indices.push_back(x.offset && !has_known_place(x) ? offset() : make(ast::IntLit{x.offset}));
      continue;
    }
    ast::ExprP index = variable("$i", std::size_t(x.loop));
    if (x.step != 1) index = make(ast::Binary{ast::BinaryOp::Mul, make(ast::IntLit{x.step}), std::move(index), {}});
    if (x.offset) index = make(ast::Binary{ast::BinaryOp::Add, std::move(index), offset(), {}});
    at.indices.push_back(std::move(index));
  }
  return make(std::move(at));
}

// A product that the operator outside does not take: it has been rounded.
ast::ExprP ArrayLoop::rounded(ast::ExprP e) const {
  auto* b = std::get_if<ast::Binary>(&e->node);
  const bool product = b && (b->op == ast::BinaryOp::Mul || b->op == ast::BinaryOp::ElemMul);
  return product ? make(ast::Unary{ast::UnaryOp::Plus, std::move(e)}) : e;
}

// The operands are a, b, c; which side of the sum the product stands on decides how it is fused
// (sema/fma_contraction.h).
ast::ExprP ArrayLoop::build_sum(const ArrayExpr& e, std::size_t& leaf, std::size_t& scalar) const {
  ast::ExprP a = build(*e.operands[0], leaf, scalar), b = build(*e.operands[1], leaf, scalar),
             c = rounded(build(*e.operands[2], leaf, scalar));
  ast::ExprP product = make(ast::Binary{ast::BinaryOp::ElemMul, std::move(a), std::move(b), {}});
  if (e.negate_product) return make(ast::Binary{ast::BinaryOp::Sub, std::move(c), std::move(product), {}});
  if (e.negate_addend) return make(ast::Binary{ast::BinaryOp::Sub, std::move(product), std::move(c), {}});
  return make(ast::Binary{ast::BinaryOp::Add, std::move(c), std::move(product), {}});
}

ast::ExprP ArrayLoop::build(const ArrayExpr& e, std::size_t& leaf, std::size_t& scalar) const {
  switch (e.kind) {
    case Kind::Array:
      return access(leaves_[leaf++]);
    case Kind::Scalar:
      return variable("$k", scalar++);
    case Kind::Fused:
      return build_sum(e, leaf, scalar);
    default:
      break;
  }
  std::vector<ast::ExprP> parts;
  for (const auto& o : e.operands) parts.push_back(build(*o, leaf, scalar));
  if (e.kind == Kind::Negate) return make(ast::Unary{ast::UnaryOp::Neg, std::move(parts[0])});
  if (e.kind == Kind::Not) return make(ast::Unary{ast::UnaryOp::Not, std::move(parts[0])});
  if (e.kind == Kind::Power)
    return make(ast::Binary{ast::BinaryOp::ElemPow, std::move(parts[0]), make(ast::IntLit{e.exponent}), {}});
  if (e.kind == Kind::Call && e.name == kChoose)
    return make(ast::Conditional{std::move(parts[0]), std::move(parts[1]), std::move(parts[2])});
  if (e.kind == Kind::Call && e.name.starts_with(kCast)) {
    ast::Call cast{make(ast::Name{"cast"}), {}};
    cast.arguments.push_back({"", std::move(parts[0]), false});
    cast.arguments.push_back({"", make(ast::Name{e.name.substr(kCast.size())}), false});
    return make(std::move(cast));
  }
  if (e.kind == Kind::Call) {
    const bool quotient = e.name.ends_with('/');  // "$floor/" of a and b is floor(a/b)
    if (quotient) parts = {make(ast::Binary{ast::BinaryOp::Div, std::move(parts[0]), std::move(parts[1]), {}})};
    ast::Call call{make(ast::Name{quotient ? e.name.substr(1, e.name.size() - 2) : e.name}), {}};
    for (auto& p : parts) call.arguments.push_back({"", std::move(p), false});
    return make(std::move(call));
  }
  const bool sum = e.op == ast::BinaryOp::Add || e.op == ast::BinaryOp::Sub;
  const ast::BinaryOp op = e.op == ast::BinaryOp::Mul ? ast::BinaryOp::ElemMul : e.op;
  if (sum) return make(ast::Binary{op, rounded(std::move(parts[0])), rounded(std::move(parts[1])), {}});
  return make(ast::Binary{op, std::move(parts[0]), std::move(parts[1]), {}});
}

ast::Stmt ArrayLoop::assignment(ast::ExprP place, ast::ExprP value) const {
  ast::Assign a;
  a.value = std::move(value);
  a.targets.push_back({std::move(place), {}});
  return {std::move(a), root_.span, true};
}

ast::Stmt ArrayLoop::update_statement(const std::string& update, const ast::ExprP& place,
                                      const ast::ExprP& value) const {
  if (update == "||" || update == "&&")
    return assignment(place,
                      make(ast::Binary{update == "||" ? ast::BinaryOp::Or : ast::BinaryOp::And, place, value, {}}));
  if (update != "+" && update != "*")
    return assignment(place, make(ast::Call{make(ast::Name{update}), {{"", place, false}, {"", value, false}}}));
  ast::Stmt s = assignment(place, value);
  std::get<ast::Assign>(s.node).op = update == "+" ? ast::AssignOp::Add : ast::AssignOp::Mul;
  return s;
}

// The statements inside these loops, in the order of the dimensions.
ast::Block ArrayLoop::inside(ast::Block body, const std::function<bool(std::size_t)>& these) const {
  for (std::size_t k = extents_.size(); k-- > 0;) {
    if (!these(k)) continue;
    ast::For loop;
    loop.variable = name("$i", k);
    loop.variable_span = root_.span;
    loop.lo = make(ast::IntLit{0});
    loop.hi = variable("$n", k);
    loop.body = std::move(body);
    body = ast::Block{};
    body.push_back({std::move(loop), root_.span, true});
  }
  return body;
}

bool ArrayLoop::starts_itself(const std::string& update) const {
  if (update.empty() || target_ == std::size_t(-1)) return false;
  return arrays_[target_].array->count() > 1 && !root_.complex && update != "||" && update != "&&";
}

// Folds are spelled as programs spell them, `v = start; for ..: v += e; y[i] = v`, so that they are the same plan.
std::unique_ptr<ast::Stmt> ArrayLoop::statement(const std::string& update) const {
  std::size_t leaf = 0, scalar = 0;
  ast::ExprP value = build(root_, leaf, scalar);
  ast::Block body;
  const bool lazily = update == "||" || update == "&&";  // would skip what it need not read: that has a name
  if (!update.empty() && (lazily || root_.complex)) {
    body.push_back(assignment(make(ast::Name{"$t"}), std::move(value)));
    value = make(ast::Name{"$t"});
  }
  if (starts_itself(update)) {
    const ast::ExprP sum = make(ast::Name{"$v"});
    body.push_back(update_statement(update, sum, rounded(std::move(value))));
    ast::Block whole;
    whole.push_back(assignment(sum, make(ast::Name{"$z"})));
    for (ast::Stmt& s : inside(std::move(body), [&](std::size_t k) { return bool(reduced_[k]); }))
      whole.push_back(std::move(s));
    whole.push_back(assignment(access(target_), sum));
    return std::make_unique<ast::Stmt>(
        std::move(inside(std::move(whole), [&](std::size_t k) { return !reduced_[k]; })[0]));
  }
  const ast::ExprP place = target_ == std::size_t(-1) ? make(ast::Name{"$s"}) : access(target_);
  if (update.empty())
    body.push_back(assignment(place, std::move(value)));
  else
    body.push_back(update_statement(update, place, rounded(std::move(value))));
  return std::make_unique<ast::Stmt>(std::move(inside(std::move(body), [](std::size_t) { return true; })[0]));
}

void ArrayLoop::bind(Variables& values) const {
  for (std::size_t k = 0; k < extents_.size(); ++k) values[name("$n", k)] = Value(Number::integer(extents_[k] - 1));
  for (std::size_t k = 0; k < scalars_.size(); ++k) values[name("$k", k)] = Value(scalars_[k]);
  for (std::size_t k = 0; k < arrays_.size(); ++k) {
    auto view = std::make_shared<Array>(*arrays_[k].array);  // the same elements in the extents of the loop
    view->dims.clear();
    view->boundary = Boundary::Unchecked;  // the positions have been looked at
    view->is_const = false;
    for (std::size_t d = 0; d < arrays_[k].axes.size(); ++d) {
      const LoopAxis& x = arrays_[k].axes[d];
      view->dims.push_back(x.extent);
      if (x.offset) values[name("d", d, name("$o", k))] = Value(Number::integer(x.offset));
    }
    values[name("$a", k)] = Value(view);
  }
}

}  // namespace qc::host
