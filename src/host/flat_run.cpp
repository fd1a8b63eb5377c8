// Statements of the flat form.
#include "host/flat_run.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "host/arith.h"
#include "host/array_runner.h"
#include "host/while_loops.h"

namespace qc::host {

Flow FlatRun::run(const FlatBlock& block) {
  struct Depth {
    explicit Depth(int& d) : depth(++d) {}
    ~Depth() { --depth; }
    int& depth;
  } depth(evaluator_.depth_);
  const FlatStmt* at = nullptr;
  try {
    for (const FlatStmt& s : block) {
      at = &s;
      evaluator_.check_interrupt(s.source->span);
      if (const Flow f = statement(s); f != Flow::Normal) return f;
    }
  } catch (const runtime::FailureError& e) {
    evaluator_.place_failure(e, at->source->span);
  }
  return Flow::Normal;
}

Flow FlatRun::delegate(const FlatStmt& s) { return evaluator_.run_statement(*s.source, env_); }

Flow FlatRun::statement(const FlatStmt& s) {
  using Kind = FlatStmt::Kind;
  if (s.kind == Kind::Other) return delegate(s);
  evaluator_.while_loops_->statement();
  switch (s.kind) {
    case Kind::Assign: return assign(s), Flow::Normal;
    case Kind::Store: return store(s), Flow::Normal;
    case Kind::StoreRow: return store_row(s) ? Flow::Normal : (evaluator_.run_assign(std::get<ast::Assign>(s.source->node), s.source->span, env_, s.source->quiet), Flow::Normal);
    case Kind::SetField: return set_field(s), Flow::Normal;
    case Kind::Call: {
      Value unused;
      return call(s.value, 0, unused) ? Flow::Normal : delegate(s);
    }
    case Kind::If: return run_if(s);
    case Kind::While: return run_while(s);
    case Kind::Repeat: return run_repeat(s);
    case Kind::For: return run_for(s);
    default: return Flow(s.leaves);
  }
}

// ---- assignments ------------------------------------------------------------------------------------------------

// now op= by
bool FlatRun::update(ast::AssignOp op, const Quick& by, Span span, Number& now) const {
  const bool minus = op == ast::AssignOp::Sub;
  if (by.product && (minus || op == ast::AssignOp::Add)) {
    now = fused_number(by.value, by.factor, now, minus, false);
    return true;
  }
  const auto binary = minus ? ast::BinaryOp::Sub : op == ast::AssignOp::Add ? ast::BinaryOp::Add : op == ast::AssignOp::Mul ? ast::BinaryOp::Mul : ast::BinaryOp::Div;
  now = binary_number(binary, now, by.product ? binary_number(ast::BinaryOp::ElemMul, by.value, by.factor, scalar_, span) : by.value, scalar_, span);
  return true;
}

void FlatRun::assign(const FlatStmt& s) {
  const auto& a = std::get<ast::Assign>(s.source->node);
  const auto in_general = [&] { evaluator_.run_assign(a, s.source->span, env_, s.source->quiet); };
  Value* old = own(s.slot);
  auto* was = old ? std::get_if<Number>(&old->v) : nullptr;
  const bool set = s.op == ast::AssignOp::Set;
  if (set ? s.joins && old && !was && s.value.calls : !was || was->complex) return in_general();
  if (set && (s.value.kind == FlatExpr::Kind::Row || s.value.kind == FlatExpr::Kind::List)) {
    ArrayP made = array_of(s.value);
    return made ? evaluator_.assign_name(std::get<ast::Name>(a.targets[0].place->node).name, Value(std::move(made)), env_, false) : in_general();
  }
  Quick by;
  Partial other;
  const Got got = s.value.calls ? mixed(s.value, by, other) : quick(s.value, by) ? Got::Number : Got::Nothing;
  if (got == Got::Nothing) return in_general();
  const std::string& name = std::get<ast::Name>(a.targets[0].place->node).name;
  if (got == Got::Other) {
    Value v = set ? evaluator_.finish(std::move(other), a.value->span) : evaluator_.compound_value(a.op, *own(s.slot), std::move(other), s.source->span, env_);
    return evaluator_.assign_name(name, evaluator_.arrays_.compute(v), env_, false);
  }
  Number now;
  if (set) now = by.product ? rounded(by, s.value) : by.value;
  else now = std::get<Number>(own(s.slot)->v), update(s.op, by, a.value->span, now);
  if (!env_->declared.empty() && !evaluator_.takes_as_it_is(name, now, *env_)) return evaluator_.assign_name(name, Value(now), env_, false);
  Value& place = env_->variables.value_at(place_of(s.slot));
  if (auto* n = std::get_if<Number>(&place.v)) *n = now;
  else place = Value(now);
}

// v[i] = e, v[i] += e
void FlatRun::store(const FlatStmt& s) {
  const auto& a = std::get<ast::Assign>(s.source->node);
  const auto in_general = [&] { evaluator_.run_assign(a, s.source->span, env_, s.source->quiet); };
  const bool set = s.op == ast::AssignOp::Set;
  if (!set && s.value.calls) return in_general();
  const auto& place = std::get<ast::Index>(a.targets[0].place->node);
  const auto store_value = [&](const Value& v) { evaluator_.store_deferred(place, v, a.targets[0].place->span, env_); };
  Quick by;
  Partial other;
  const Got got = s.value.calls ? mixed(s.value, by, other) : quick(s.value, by) ? Got::Number : Got::Nothing;
  if (got == Got::Nothing) return in_general();
  if (got == Got::Other) return store_value(evaluator_.finish(std::move(other), a.value->span));
  std::int64_t at = 0;
  Array* array = array_element(s.place, at);
  if (!array || array->is_const) return s.value.calls ? store_value(Value(by.product ? rounded(by, s.value) : by.value)) : in_general();
  Number now;
  if (set) now = by.product ? rounded(by, s.value) : by.value;
  else now = get_element(*array, array->buffer->host_read(), at), update(s.op, by, a.value->span, now);
  set_element(*array, array->buffer->host_write(), at, now);
}

// x[k,:] = e of a row of as many elements of the same type, or of ints that the elements hold as they are. False: nothing has been done.
bool FlatRun::store_row(const FlatStmt& s) {
  constexpr std::int64_t kExact = 1 << 24;
  const ArrayP from = array_of(s.value);
  std::int64_t at = 0;
  Array* to = from && from->dims.size() == 1 && !from->complex ? array_row(s.place, at) : nullptr;
  if (!to || to->is_const || from->count() != to->dims[1]) return false;
  const std::int64_t n = from->count();
  if (from->elem == to->elem) {
    const std::size_t size = std::size_t(byte_size(to->elem));
    const void* source = from->buffer->host_read();
    if (n > 0) std::memmove(static_cast<std::byte*>(to->buffer->host_write()) + std::size_t(at) * size, source, std::size_t(n) * size);
    return true;
  }
  if (from->elem != Elem::I64 || (to->elem != Elem::F32 && to->elem != Elem::F64)) return false;
  auto* source = static_cast<const std::int64_t*>(from->buffer->host_read());
  if (std::any_of(source, source + n, [](std::int64_t i) { return i > kExact || i < -kExact; })) return false;
  void* data = to->buffer->host_write();
  for (std::int64_t k = 0; k < n; ++k) set_element(*to, data, at + k, Number::integer(source[k]));
  return true;
}

// p.x = e of a number, in a record of object() that has the field.
void FlatRun::set_field(const FlatStmt& s) {
  const auto& a = std::get<ast::Assign>(s.source->node);
  Number now;
  if (number(s.value, now)) {
    const Value* base = locate(s.place.parts[0]);
    auto* r = base ? std::get_if<std::shared_ptr<Record>>(&base->v) : nullptr;
    Value* field = r && *r && !(*r)->type && !(*r)->is_value ? (*r)->find(*s.place.name) : nullptr;
    if (field) {
      *field = Value(now);
      return;
    }
  }
  evaluator_.run_assign(a, s.source->span, env_, s.source->quiet);
}

// ---- branches and loops -----------------------------------------------------------------------------------------

bool FlatRun::truth(const FlatExpr& e) {
  Number n;
  if (!e.calls && number(e, n)) return is_float(n.type) ? n.re != 0 : n.i != 0;
  return to_bool(value(e), e.source->span);
}

Flow FlatRun::run_if(const FlatStmt& s) {
  std::size_t arm = 0;
  while (arm < s.conditions.size() && !truth(s.conditions[arm])) ++arm;
  return s.blocks[arm].empty() ? Flow::Normal : run(s.blocks[arm]);
}

Flow FlatRun::run_while(const FlatStmt& s) {
  for (std::int64_t k = 0; truth(s.value); ++k) {
    const Flow f = run(s.blocks[0]);
    if (f == Flow::Return) return f;
    if (f == Flow::Break) break;
    evaluator_.check_interrupt(s.source->span);
    if (evaluator_.tries_ > 0 || !evaluator_.while_loops_->stepped(*s.source, k)) continue;
    if (const auto flow = evaluator_.run_pieces(*s.source, env_)) return *flow;
  }
  return Flow::Normal;
}

Flow FlatRun::run_repeat(const FlatStmt& s) {
  std::int64_t k = 0;
  do {
    const Flow f = run(s.blocks[0]);
    if (f == Flow::Return) return f;
    if (f == Flow::Break) break;
    evaluator_.check_interrupt(s.source->span);
    if (evaluator_.tries_ > 0 || !evaluator_.while_loops_->stepped(*s.source, k++)) continue;
    if (const auto flow = evaluator_.run_pieces(*s.source, env_)) return *flow;
  } while (!truth(s.value));
  return Flow::Normal;
}

// Of the variables that a loop mentions.
std::optional<std::uint64_t> FlatRun::appearance(const FlatStmt& loop) const {
  Appearance all;
  for (const std::uint32_t slot : loop.history->names) all.add(own(slot));
  if (all.has_cells()) all.add(std::uint64_t(std::bit_width(std::uint64_t(evaluator_.items_worth_gathering(*loop.source, env_)))));
  return all.value();
}

Flow FlatRun::run_for(const FlatStmt& s) {
  constexpr std::size_t kMost = 8;
  if (s.declined) return step_for(s);
  auto& known = s.history->declined;
  const bool simple = env_->declared.empty() && !env_->outer;
  if (simple && !known.empty())
    if (const auto now = appearance(s); now && std::find(known.begin(), known.end(), *now) != known.end()) return step_for(s);
  if (const auto flow = evaluator_.run_compiled(*s.source, env_)) return *flow;
  s.declined = s.calls_itself;
  if (simple && known.size() < kMost && evaluator_.loops_.declined_for_types())
    if (const auto now = appearance(s)) known.push_back(*now);
  return step_for(s);
}

Flow FlatRun::step_for(const FlatStmt& s) {
  const auto& f = std::get<ast::For>(s.source->node);
  const Span span = s.source->span;
  const Number lo = to_number(evaluator_.eval(*f.lo, env_), f.lo->span), hi = to_number(evaluator_.eval(*f.hi, env_), f.hi->span);
  const Number step = f.step ? to_number(evaluator_.eval(*f.step, env_), f.step->span) : Number::integer(1);
  const double d = step.as_double();
  if (d == 0 || std::isnan(d)) return Flow::Normal;
  auto whole = [](const Number& n) { return !is_float(n.type) || std::floor(n.re) == n.re; };
  const bool ints = !is_float(lo.type) && whole(step) && whole(hi);
  const std::int64_t n = range_count(RangeValue{lo, step, hi}).value_or(0);
  for (std::int64_t k = 0; k < n; ++k) {
    evaluator_.check_interrupt(span);
    const Number turn = ints ? Number::integer(lo.i + k * std::int64_t(d)) : Number::real(std::fma(double(k), d, lo.as_double()), scalar_);
    env_->variables.value_at(place_of(s.slot)) = Value(turn);
    const Flow flow = run(s.blocks[0]);
    if (flow == Flow::Return) return flow;
    if (flow == Flow::Break) break;
  }
  return Flow::Normal;
}

Flow FlatRun::step(const FlatStmt& loop) {
  if (loop.kind == FlatStmt::Kind::While) return run_while(loop);
  return loop.kind == FlatStmt::Kind::Repeat ? run_repeat(loop) : step_for(loop);
}

}  // namespace qc::host
