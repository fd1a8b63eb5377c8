// Statements to IR.
#include "lower/interface/stmt.h"

#include <fmt/format.h>

#include <algorithm>

#include "ir/in_order_mark.h"
#include "lower/interface/array_names.h"
#include "lower/interface/assign.h"
#include "lower/interface/blocks.h"
#include "lower/interface/builtin_calls.h"
#include "lower/interface/call.h"
#include "lower/interface/conversions.h"
#include "lower/interface/expr.h"
#include "lower/interface/inline.h"
#include "lower/interface/kernel.h"
#include "lower/interface/names.h"
#include "lower/interface/range_lowering.h"
#include "lower/state/lower_context.h"
#include "sema/atomic_updates.h"
#include "sema/builtins.h"
#include "sema/types_of_builtins.h"
#include "support/stop.h"

namespace qc::lowering {

using ast::AssignOp;

namespace {

bool ends_in_return(const ast::Block& b) { return !b.empty() && std::holds_alternative<ast::Return>(b.back().node); }

// Whether the statement leaves the function somewhere that is not the end of an `if` arm.
bool has_return(const ast::Block& b) {
  for (const ast::Stmt& s : b) {
    if (std::holds_alternative<ast::Return>(s.node)) return true;
    if (auto* i = std::get_if<ast::If>(&s.node)) {
      for (const auto& arm : i->arms)
        if (has_return(arm.body)) return true;
      if (has_return(i->otherwise)) return true;
    }
  }
  return false;
}

bool has_continue(const ast::Block& b) {
  for (const ast::Stmt& s : b) {
    if (std::holds_alternative<ast::Continue>(s.node)) return true;
    if (auto* i = std::get_if<ast::If>(&s.node)) {
      for (const auto& arm : i->arms)
        if (has_continue(arm.body)) return true;
      if (has_continue(i->otherwise)) return true;
    }
    if (auto* m = std::get_if<ast::Match>(&s.node))
      for (const auto& arm : m->arms)
        if (has_continue(arm.body)) return true;
  }
  return false;
}

// In a loop atomic_add(x[i], v) as a statement is x[i] += v.
std::optional<ast::Assign> update_by_name(const std::string& name, const ast::Call& c) {
  const BuiltinInfo* row = builtin_info(name);
  const auto* atomic = row ? row->as<ir::AtomicOp>() : nullptr;
  const auto op = atomic ? assignment_of(*atomic) : std::nullopt;
  if (!op || op == AssignOp::Set || c.arguments.size() != 2 ||
      !std::holds_alternative<ast::Index>(c.arguments[0].value->node))
    return {};
  ast::Assign a;
  a.targets.push_back({c.arguments[0].value, {}});
  a.op = *op;
  a.value = c.arguments[1].value;
  return a;
}

}  // namespace

bool has_return_anywhere(const ast::Block& b) { return has_return(b) || has_inner_return(b); }

bool has_inner_return(const ast::Block& b) {
  for (const ast::Stmt& s : b) {
    if (auto* i = std::get_if<ast::If>(&s.node)) {
      for (const auto& arm : i->arms)
        if (has_inner_return(arm.body)) return true;
      if (has_inner_return(i->otherwise)) return true;
    } else if (auto* l = std::get_if<ast::For>(&s.node)) {
      if (has_return_anywhere(l->body)) return true;
    } else if (auto* w = std::get_if<ast::While>(&s.node)) {
      if (has_return_anywhere(w->body)) return true;
    } else if (auto* r = std::get_if<ast::Repeat>(&s.node)) {
      if (has_return_anywhere(r->body)) return true;
    } else if (auto* m = std::get_if<ast::Match>(&s.node)) {
      for (const auto& arm : m->arms)
        if (has_return_anywhere(arm.body)) return true;
    }
  }
  return false;
}

static void block_from(LowerContext& cx, const ast::Block& b, std::size_t first);
static void if_statement(LowerContext& cx, const ast::If& n, Span span, const ast::Block* rest, std::size_t rest_first);
static void while_statement(LowerContext& cx, const ast::While& n, Span span);
static void repeat_statement(LowerContext& cx, const ast::Repeat& n, Span span);
static void match_statement(LowerContext& cx, const ast::Match& n, Span span);
static void match_arm(LowerContext& cx, const ast::Match& n, std::size_t k, const Value& value, Span span);

void block(LowerContext& cx, const ast::Block& b) { block_from(cx, b, 0); }

// What follows an `if` with an arm that returns belongs into the arms that do not.
static void block_from(LowerContext& cx, const ast::Block& b, std::size_t first) {
  for (std::size_t k = first; k < b.size(); ++k) {
    const bool inlined = cx.names.in_call() && !cx.names.frame().returned;
    if (auto* i = std::get_if<ast::If>(&b[k].node); i && inlined && has_return({b[k]})) {
      if_statement(cx, *i, b[k].span, &b, k + 1);
      return;
    }
    if (std::holds_alternative<ast::Return>(b[k].node)) ++cx.control.jumps_met;
    if (std::holds_alternative<ast::Return>(b[k].node) && cx.names.frame().returned) {
      if (cx.control.loops > 0) cx.code.emit(ir::Assign{*cx.names.frame().returned, ir::bool_const(true)}, b[k].span);
      cx.code.emit(ir::Break{}, b[k].span);
      return;
    }
    if (std::holds_alternative<ast::Return>(b[k].node) && !(cx.in_kernel && !cx.names.in_call())) {
      if (!cx.names.in_call() || cx.control.loops > 0)
        stop("R904", b[k].span, "a return inside a loop is not compiled yet");
      return;
    }
    statement(cx, b[k]);
    const bool loop = std::holds_alternative<ast::For>(b[k].node) || std::holds_alternative<ast::While>(b[k].node) ||
                      std::holds_alternative<ast::Repeat>(b[k].node);
    if (cx.names.frame().returned && loop && has_return_anywhere({b[k]})) {
      ir::Block leave;
      leave.push_back({ir::Break{}, b[k].span});
      cx.code.emit(ir::If{ir::var(cx.code.f, *cx.names.frame().returned), std::move(leave), {}}, b[k].span);
    }
  }
}

void statement(LowerContext& cx, const ast::Stmt& s) {
  check_stopped();
  const Span span = s.span;
  if (renew_total(cx, s)) return;
  if (auto* n = std::get_if<ast::Assign>(&s.node))
    assign(cx, *n, span);
  else if (auto* n = std::get_if<ast::If>(&s.node))
    if_statement(cx, *n, span, nullptr, 0);
  else if (auto* n = std::get_if<ast::For>(&s.node))
    for_statement(cx, *n, span);
  else if (auto* n = std::get_if<ast::While>(&s.node))
    while_statement(cx, *n, span);
  else if (auto* n = std::get_if<ast::Repeat>(&s.node))
    repeat_statement(cx, *n, span);
  else if (auto* n = std::get_if<ast::Match>(&s.node))
    match_statement(cx, *n, span);
  else if (auto* n = std::get_if<ast::ExprStmt>(&s.node))
    call_statement(cx, *n->value, span);
  else if (std::holds_alternative<ast::Break>(s.node) || std::holds_alternative<ast::Continue>(s.node)) {
    const bool is_break = std::holds_alternative<ast::Break>(s.node);
    ++cx.control.jumps_met;
    if (cx.control.loops == 0)
      error("Q0106", span, fmt::format("'{}' outside a loop", is_break ? "break" : "continue"));
    if (is_break)
      cx.code.emit(ir::Break{}, span);
    else
      cx.code.emit(ir::Continue{}, span);
  } else if (std::holds_alternative<ast::Return>(s.node)) {
    store_totals(cx, span);
    cx.code.emit(ir::Return{}, span);
  } else if (std::holds_alternative<ast::Pragma>(s.node))
    return;
  else if (auto* p = std::get_if<ast::Print>(&s.node)) {
    if (!cx.in_kernel) stop("R901", span, "'print' is for host code");
    kernel_print(cx, p->items, false, span);
  } else if (std::holds_alternative<ast::Try>(s.node))
    stop("R901", span, "'try' is for host code");
  else if (std::holds_alternative<ast::Import>(s.node))
    stop("R901", span, "'import' is for host code");
  else if (std::holds_alternative<ast::TypeDef>(s.node))
    stop("R901", span, "a type is defined inside the loop");
  else
    local_function(cx, *std::get<Box<ast::FunctionDef>>(s.node), span);
}

// ---- control flow -----------------------------------------------------------------------------------------------

// Whether nothing behind the block runs, of what its names are known in: a function's outputs are read behind its
// return.
static bool leaves(const LowerContext& cx, const ast::Block& b) {
  if (b.empty()) return false;
  const auto& last = b.back().node;
  if (std::holds_alternative<ast::Return>(last)) return !cx.names.in_call();
  return std::holds_alternative<ast::Break>(last) || std::holds_alternative<ast::Continue>(last);
}

// rest: the statements that follow in a function where an arm returns; they go into the arms that do not. Of an `if`
// whose condition is known, what does not run is not looked at: it may be meant for other types and extents.
static void if_statement(LowerContext& cx, const ast::If& n, Span span, const ast::Block* rest,
                         std::size_t rest_first) {
  auto statements = [&](const ast::Block& b) {
    if (rest && has_return(b) && !ends_in_return(b)) {
      ast::Block all = b;
      all.insert(all.end(), rest->begin() + std::ptrdiff_t(rest_first), rest->end());
      block(cx, all);
    } else {
      block(cx, b);
      if (!rest || ends_in_return(b)) return;
      const int around =
          std::exchange(cx.names.frame().body, cx.code.block);  // every way through the function goes on with these
      block_from(cx, *rest, rest_first);
      cx.names.frame().body = around;
    }
  };
  std::function<void(std::size_t)> arm = [&](std::size_t k) {
    const auto& a = n.arms[k];
    auto otherwise = [&] { k + 1 < n.arms.size() ? arm(k + 1) : statements(n.otherwise); };
    const ir::ExprP c = truth(cx, expr(cx, *a.condition), a.condition->span);
    if (const auto known = ir::as_int(*c)) {
      if (*known)
        statements(a.body);
      else
        otherwise();
      return;
    }
    const std::size_t before = cx.aliases.aliased.size();
    ir::Block then = collect_arm(cx, [&] { statements(a.body); });
    const std::size_t between = cx.aliases.aliased.size();
    ir::Block other = collect_arm(cx, otherwise);
    if (!leaves(cx, a.body)) doubt_names(cx, before, between);
    if (k + 1 < n.arms.size() || !leaves(cx, n.otherwise)) doubt_names(cx, between, cx.aliases.aliased.size());
    cx.code.emit(ir::If{c, std::move(then), std::move(other)}, k == 0 ? span : a.condition->span);
  };
  arm(0);
}

// The variable of a loop is an int or a scalar from here on, whatever the name held before the nest or in a loop before
// that has another variable of the name.
static Binding* loop_variable(LowerContext& cx, const std::string& name, Elem elem, Span span) {
  const bool seen = cx.names.frame().names.count(name) > 0;
  const auto before =
      !seen && cx.names.frame().outer ? cx.scope.type_of(cx.names.frame().captured + name) : std::nullopt;
  if (!cx.names.in_call()) cx.kernel.own_names.insert(name);
  const bool replaced = before && (cx.in_kernel || !before->is_number() || before->elem != elem || before->complex);
  Binding* b = replaced ? &declare(cx, name, Type::number(elem), span) : find(cx, name, span);
  if (b && b->loop_variable) error("Q0203", span, fmt::format("'{}' is the variable of an outer loop already", name));
  const bool other = b && !b->alias() && b->type.is_number() && b->type.elem != elem;
  if (other && cx.names.frame().assignments.within.count(name) && !cx.kernel.outputs.count(name)) {
    ++cx.names.frame().versions[name];
    cx.names.frame().names.erase(name);
    b = nullptr;
  }
  if (!b) b = &declare(cx, name, Type::number(elem), span);
  const bool number = !b->alias() && b->type.is_number() && !b->type.complex;
  if (number && b->type.elem != elem &&
      (cx.in_kernel || cx.names.frame().device)) {  // an int here and a scalar there: a scalar
    if (!is_float(b->type.elem)) cx.types.note(b->key, Type::number(elem));
  } else if (!number || b->type.elem != elem)
    stop("R904", span,
         fmt::format("the loop variable '{}' is {} elsewhere in the nest", name,
                     cx.a_type(b->alias() ? b->alias()->type : b->type)),
         name);
  return b;
}

void for_statement(LowerContext& cx, const ast::For& n, Span span) {
  if (!cx.in_kernel && cx.control.loops > 0 && !cx.names.in_call()) {  // what the programmer says of an inner loop
    if (n.hint == ast::LoopHint::Interpreted) stop("R901", span, "an inner loop is to be interpreted");
    // A statement of its own beside it keeps the loop out of the nest around it: it runs in order in every iteration.
    if (n.hint == ast::LoopHint::ForceSerial)
      cx.code.emit(ir::Assign{cx.code.temp(ir::kInOrderMark, Elem::I64), ir::int_const(0)}, span);
  }
  const RangeLowering::Loop range = RangeLowering(cx).loop(n, span);
  Binding* b = loop_variable(cx, n.variable, range.by ? cx.options.scalar : Elem::I64, n.variable_span);
  b->loop_variable = false;
  b->assigned = true;
  const Type type = b->type;
  const bool computed = range.by || is_float(type.elem);
  const ir::VarId var = computed ? cx.code.temp((n.variable + "_k").c_str(), Elem::I64) : b->vars()[0];
  cx.code.known.forget(var);
  ++cx.control.loops;
  cx.control.counters.push_back(var);
  cx.names.frame().loops.emplace_back(n.variable, &n.body);
  ir::Block body = collect_body(cx, span, [&] {
    if (computed) {
      const ir::ExprP counter = ir::var(cx.code.f, var);
      const ir::ExprP x = range.by ? ir::fma(ir::cast(Elem::F64, counter), range.by, range.first) : counter;
      write_binding(cx, *b, of_scalars(type, {ir::cast(type.elem, x)}), n.variable_span);
    }
    b->loop_variable = true;
    block(cx, n.body);
  });
  cx.names.frame().loops.pop_back();
  cx.control.counters.pop_back();
  --cx.control.loops;
  if (Binding* again = find(cx, n.variable, n.variable_span)) again->loop_variable = false;
  cx.code.emit(ir::For{var, range.lo, range.step, range.hi, std::move(body), 0}, span);
}

static void while_statement(LowerContext& cx, const ast::While& n, Span span) {
  ir::ExprP c;
  ++cx.control.conditional;
  ir::Block before, body;
  (void)collect_body(cx, span, [&] {
    before = cx.code.collect([&] { c = truth(cx, expr(cx, *n.condition), n.condition->span); });
    ++cx.control.loops;
    cx.names.frame().loops.emplace_back("", &n.body);
    body = cx.code.collect([&] { block(cx, n.body); });
    cx.names.frame().loops.pop_back();
    --cx.control.loops;
  });
  --cx.control.conditional;
  if (before.empty()) {
    cx.code.emit(ir::While{c, std::move(body)}, span);
    return;
  }
  ir::Block leave;
  leave.push_back({ir::Break{}, span});
  before.push_back({ir::If{ir::unary(ir::UnaryOp::Not, c), std::move(leave), {}}, span});
  before.insert(before.end(), body.begin(), body.end());
  cx.code.emit(ir::While{ir::bool_const(true), std::move(before)}, span);
}

static void repeat_statement(LowerContext& cx, const ast::Repeat& n, Span span) {
  ++cx.control.loops;
  cx.names.frame().loops.emplace_back("", &n.body);
  ir::Block body = collect_body(cx, span, [&] { block(cx, n.body); });
  cx.names.frame().loops.pop_back();
  ir::Block test = cx.code.collect([&] {
    const ir::ExprP c = truth(cx, expr(cx, *n.until), n.until->span);
    ir::Block leave;
    leave.push_back({ir::Break{}, n.until->span});
    cx.code.emit(ir::If{c, std::move(leave), {}}, n.until->span);
  });
  --cx.control.loops;
  if (!has_continue(n.body)) {
    body.insert(body.end(), test.begin(), test.end());
    cx.code.emit(ir::While{ir::bool_const(true), std::move(body)}, span);
    return;
  }
  // `continue` goes on with the condition: it stands at the beginning, where the first round passes it by.
  const ir::VarId again = cx.code.temp("again", Elem::I64);
  cx.code.emit(ir::Assign{again, ir::int_const(0)}, span);
  ir::Block rounds;
  rounds.push_back(
      {ir::If{ir::binary(ir::BinaryOp::Ne, ir::var(cx.code.f, again), ir::int_const(0)), std::move(test), {}},
       n.until->span});
  rounds.push_back({ir::Assign{again, ir::int_const(1)}, span});
  rounds.insert(rounds.end(), body.begin(), body.end());
  cx.code.emit(ir::While{ir::bool_const(true), std::move(rounds)}, span);
}

static void match_statement(LowerContext& cx, const ast::Match& n, Span span) {
  Value v = expr(cx, *n.value);
  if (v.type.kind == Type::Kind::String) return match_text(cx, n, v);
  require_value(cx, v, n.value->span, "a number");
  if (v.type.kind == Type::Kind::Fixed)
    v = cx.code.kept(v, n.value->span);
  else if (!std::holds_alternative<ir::VarRef>(v.parts()[0]->node) && !literal_of(v) && !v.type.complex) {
    const ir::VarId t = cx.code.temp("matched", v.parts()[0]->type);
    cx.code.emit(ir::Assign{t, v.parts()[0]}, span);
    v = one_number(ir::var(cx.code.f, t));
  }
  match_arm(cx, n, 0, v, span);
}

// The failure of a match, which says the value where a failure can hold it.
static ir::Fail no_arm(LowerContext& cx, const Value& value, Span span) {
  std::vector<ir::ExprP> values;
  const auto text = value.type.kind == Type::Kind::String ? std::nullopt : recorded(value, values);
  ir::Site at{ir::Site::Kind::Error, span, text ? "no arm matches " + *text : "no arm of the match fits"};
  for (const ir::ExprP& v : values) at.values.push_back(v->type);
  at.call = cx.names.frame().call;
  at.code = "Q0404";
  return {cx.code.f.add_site(std::move(at)), std::move(values)};
}

static void match_arm(LowerContext& cx, const ast::Match& n, std::size_t k, const Value& value, Span span) {
  if (k == n.arms.size()) {
    cx.code.emit(no_arm(cx, value, span), span);
    return;
  }
  const ast::MatchArm& arm = n.arms[k];
  if (!arm.pattern) {
    block(cx, arm.body);
    return;
  }
  const Value pattern = expr(cx, *arm.pattern);
  const bool whole = value.type.kind == Type::Kind::Fixed;  // an array is equal in all elements; as a pattern of a
                                                            // number it stands for each of its numbers
  if (whole && pattern.type.kind == Type::Kind::Fixed && pattern.type.dims != value.type.dims)
    return match_arm(cx, n, k + 1, value, span);
  Value same = compare(cx, ast::BinaryOp::Eq, value, pattern, arm.pattern->span);
  for (std::size_t k = 1; k < same.parts().size(); ++k)
    same.parts()[0] = ir::binary(whole ? ir::BinaryOp::And : ir::BinaryOp::Or, same.parts()[0], same.parts()[k]);
  const std::size_t names = cx.aliases.aliased.size();
  ir::Block then = collect_arm(cx, [&] { block(cx, arm.body); });
  ir::Block otherwise = collect_arm(cx, [&] { match_arm(cx, n, k + 1, value, span); });
  doubt_names(cx, names, cx.aliases.aliased.size());
  cx.code.emit(ir::If{same.parts()[0], std::move(then), std::move(otherwise)}, span);
}

// ---- calls as statements ----------------------------------------------------------------------------------------

bool kernel_statement(LowerContext& cx, const ast::Expr& e, Span span) {
  const ast::Expr* head = &e;
  std::string scope;
  if (auto* c = std::get_if<ast::Call>(&e.node)) {
    head = c->callee.get();
    if (c->arguments.size() == 1)
      if (auto* n = std::get_if<ast::Name>(&c->arguments[0].value->node)) scope = n->name;
  }
  auto* n = std::get_if<ast::Name>(&head->node);
  if (!n || (n->name != "syncthreads" && n->name != "memfence")) return false;
  if (!cx.in_kernel) error("Q0503", span, fmt::format("'{}' belongs into a kernel", n->name));
  ir::SyncScope s = n->name == "syncthreads" ? ir::SyncScope::Block : ir::SyncScope::Grid;
  if (scope == "warp")
    s = ir::SyncScope::Warp;
  else if (scope == "block")
    s = ir::SyncScope::Block;
  else if (scope == "grid")
    s = ir::SyncScope::Grid;
  else if (!scope.empty())
    error("Q0301", span, fmt::format("'{}' knows warp, block and grid, not '{}'", n->name, scope));
  if (n->name == "memfence") {
    cx.code.emit(ir::Fence{s}, span);
    return true;
  }
  cx.kernel.has_barrier = true;
  cx.code.emit(ir::Barrier{s}, span);
  return true;
}

void call_statement(LowerContext& cx, const ast::Expr& e, Span span) {
  if (kernel_statement(cx, e, span)) return;
  auto* c = std::get_if<ast::Call>(&e.node);
  if (!c) {
    (void)expr(cx, e);
    return;
  }
  auto* callee = std::get_if<ast::Name>(&c->callee->node);
  if (callee && !called_variable(cx, callee->name, span) && cx.names.functions_named(callee->name).empty()) {
    if (fail_statement(cx, *c, callee->name, span)) return;
    if (cx.in_kernel && (callee->name == "parallel_do" || callee->name == "serial_do"))
      return nested_launch(cx, callee->name, *c, span);
    if (cx.in_kernel && callee->name == "printf") {
      std::vector<ast::ExprP> items;
      for (const auto& a : c->arguments) items.push_back(a.value);
      return kernel_print(cx, items, true, span);
    }
    if (auto update = cx.in_kernel ? std::nullopt : update_by_name(callee->name, *c)) return assign(cx, *update, span);
  }
  (void)call(cx, *c, e.span, true);
}

}  // namespace qc::lowering
