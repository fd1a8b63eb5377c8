// Statements of the flat form.
#include "host/eval/resolved_interpreter.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "host/arrays/arith.h"
#include "host/desugar/strip_mine_while.h"
#include "host/fusion/evaluate_expr.h"
#include "value/memory_failure.h"
#include "value/name_hash.h"

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
  } catch (const std::bad_alloc&) {
    out_of_memory(at->source->span);
  } catch (const std::length_error&) {
    out_of_memory(at->source->span);
  }
  return Flow::Normal;
}

Flow FlatRun::delegate(const FlatStmt& s) { return evaluator_.run_statement(*s.source, env_); }

Flow FlatRun::statement(const FlatStmt& s) {
  using Kind = FlatStmt::Kind;
  if (s.kind == Kind::Other) return delegate(s);
  evaluator_.while_loops_->statement();
  switch (s.kind) {
    case Kind::Assign:
      return assign(s), Flow::Normal;
    case Kind::Several:
      return assign_several(s) ? Flow::Normal : delegate(s);
    case Kind::Store:
      return store(s), Flow::Normal;
    case Kind::StoreRow:
      return store_row(s) ? Flow::Normal : (in_general(s), Flow::Normal);
    case Kind::SetField:
      return set_field(s), Flow::Normal;
    case Kind::Call: {
      Value unused;
      return call(s.value, 0, unused) ? Flow::Normal : delegate(s);
    }
    case Kind::If:
      return run_if(s);
    case Kind::While:
      return run_while(s);
    case Kind::Repeat:
      return run_repeat(s);
    case Kind::For:
      return run_for(s);
    default:
      return Flow(s.leaves);
  }
}

// ---- assignments ------------------------------------------------------------------------------------------------

void FlatRun::in_general(const FlatStmt& s) {
  left_ = true;
  evaluator_.run_assign(std::get<ast::Assign>(s.source->node), s.source->span, env_, s.source->quiet);
}

// now op= by
Small FlatRun::updated(ast::AssignOp op, Small now, const Quick& by, Span span) const {
  const bool minus = op == ast::AssignOp::Sub;
  if (by.product && (minus || op == ast::AssignOp::Add))
    return Small::of(fused_number(by.value.number(), by.factor.number(), now.number(), minus, false));
  const auto binary = minus                      ? ast::BinaryOp::Sub
                      : op == ast::AssignOp::Add ? ast::BinaryOp::Add
                      : op == ast::AssignOp::Mul ? ast::BinaryOp::Mul
                                                 : ast::BinaryOp::Div;
  return of_two(binary, now, by.product ? of_two(ast::BinaryOp::ElemMul, by.value, by.factor, scalar_, span) : by.value,
                scalar_, span);
}

// The type that the variable is declared with which the statement assigns; null: it takes anything.
static const Type* declared_type(const FlatStmt& s, const Environment& env) {
  if (env.declared.empty()) return nullptr;
  const auto it =
      env.declared.find(std::get<ast::Name>(std::get<ast::Assign>(s.source->node).targets[0].place->node).name);
  return it == env.declared.end() ? nullptr : &it->second.type;
}

void FlatRun::assign(const FlatStmt& s) {
  if (s.value.calls) return assign_called(s);
  const Type* type = declared_type(s, *env_);
  const auto fits = [&](const Small& n) {
    return !type ||
           (type->is_number() && type->elem == n.type && value_elem(type->elem) == type->elem && !type->complex);
  };
  if (s.op == ast::AssignOp::Set) {
    if (!type && assign_held(s)) return;
    if (const Small now = number(s.value); now.there && fits(now))
      return now.put(env_->variables.value_at(place_of(s.slot)));
    return assign_other(s);
  }
  Value* const old = own(s.slot);
  Quick by;
  const Small was = Small::of(old);
  if (!was.there || !quick(s.value, by)) return assign_other(s);
  const Small now = updated(s.op, was, by, s.value.source->span);
  if (!fits(now)) return assign_other(s);
  now.put(*old);
}

static bool is_place(const FlatExpr& e) {
  return e.kind == FlatExpr::Kind::Variable || e.kind == FlatExpr::Kind::Field || e.kind == FlatExpr::Kind::Element;
}

static const std::shared_ptr<Record>* reference_in(const Value& v) {
  auto* r = std::get_if<std::shared_ptr<Record>>(&v.v);
  return r && !(*r)->is_value ? r : nullptr;
}

// x = y, x = p.y, x = c[i] of numbers and references. False: nothing has been done.
bool FlatRun::assign_held(const FlatStmt& s) {
  const Value* v = is_place(s.value) ? locate(s.value) : nullptr;
  if (!v) return false;
  if (const Small n = Small::of(v); n.there) return n.put(env_->variables.value_at(place_of(s.slot))), true;
  auto* r = reference_in(*v);
  if (!r) return false;
  const std::shared_ptr<Record> held = *r;  // what is overwritten may hold it
  env_->variables.value_at(place_of(s.slot)).v = held;
  return true;
}

// c[k] = y, c[k] = p.y, c[k] = d[i] of references.
bool FlatRun::store_held(const FlatStmt& s) {
  const Value* v = is_place(s.value) ? locate(s.value) : nullptr;
  auto* r = v ? reference_in(*v) : nullptr;
  return r && store_item(s, Value(*r));
}

// x = e of what calls functions.
void FlatRun::assign_called(const FlatStmt& s) {
  if (s.grows && extend_row(s)) return;
  const bool plain = s.op == ast::AssignOp::Set && !s.joins && !declared_type(s, *env_);
  const auto take = [&](Value v) {
    if (put(s.slot, v)) return;
    evaluator_.assign_name(std::get<ast::Name>(std::get<ast::Assign>(s.source->node).targets[0].place->node).name,
                           std::move(v), env_, false);
  };
  if (plain && s.value.kind == FlatExpr::Kind::Call) {
    Value v;
    return call(s.value, 1, v) ? take(std::move(v)) : assign_other(s);
  }
  Late given;
  const Small now = plain ? mixed(s.value, given) : Small{};
  if (now.there) return now.put(env_->variables.value_at(place_of(s.slot)));
  if (!plain || !given) return assign_other(s);
  Value v = evaluator_.finish(std::move(*given), s.value.source->span);
  if (std::holds_alternative<ArrayExprP>(v.v)) v = evaluator_.arrays_.compute(v);
  take(std::move(v));
}

// What has calls, is no number, or goes into a variable of a declared type.
void FlatRun::assign_other(const FlatStmt& s) {
  const auto& a = std::get<ast::Assign>(s.source->node);
  Value* old = own(s.slot);
  auto* was = old ? std::get_if<Number>(&old->v) : nullptr;
  const bool set = s.op == ast::AssignOp::Set;
  if (!was && old && (extend_text(s) || extend_row(s) || shorten_row(s))) return;
  if (set ? s.joins && old && !was && s.value.calls : !was || was->complex) return in_general(s);
  if (set && (s.value.kind == FlatExpr::Kind::Row || s.value.kind == FlatExpr::Kind::List)) {
    ArrayP made = array_of(s.value);
    return made ? evaluator_.assign_name(std::get<ast::Name>(a.targets[0].place->node).name, Value(std::move(made)),
                                         env_, false)
                : in_general(s);
  }
  Quick by;
  Late other;
  const bool is_number =
      s.value.calls ? mixed_product(s.value, by, other) : !env_->declared.empty() && quick(s.value, by);
  if (!is_number && !other) {
    Value v;
    return set && !s.value.calls && thing(s.value, v) && put(s.slot, v) ? void() : in_general(s);
  }
  const std::string& name = std::get<ast::Name>(a.targets[0].place->node).name;
  if (!is_number) {
    Value v = set ? evaluator_.finish(std::move(*other), a.value->span)
                  : evaluator_.compound_value(a.op, *own(s.slot), std::move(*other), s.source->span, env_);
    if (std::holds_alternative<ArrayExprP>(v.v)) v = evaluator_.arrays_.compute(v);
    return put(s.slot, v) ? void() : evaluator_.assign_name(name, std::move(v), env_, false);
  }
  const Small now = set ? rounded(by, s.value) : updated(s.op, Small::of(own(s.slot)), by, a.value->span);
  if (!env_->declared.empty() && !evaluator_.takes_as_it_is(name, now.number(), *env_))
    return evaluator_.assign_name(name, Value(now.number()), env_, false);
  now.put(env_->variables.value_at(place_of(s.slot)));
}

// v[i] = e, v[i] += e
void FlatRun::store(const FlatStmt& s) {
  const auto& a = std::get<ast::Assign>(s.source->node);
  const bool set = s.op == ast::AssignOp::Set;
  if (!set && s.value.calls) return in_general(s);
  if (extend_row(s) || shorten_row(s) || (set && store_held(s))) return;
  const auto& place = std::get<ast::Index>(a.targets[0].place->node);
  const auto store_value = [&](const Value& v) { evaluator_.store_deferred(place, v, a.targets[0].place->span, env_); };
  Quick by;
  Late other;
  const bool is_number = s.value.calls ? mixed_product(s.value, by, other) : quick(s.value, by);
  if (!is_number && !other) {
    Value v;
    return set && !s.value.calls && thing(s.value, v) && store_item(s, std::move(v)) ? void() : in_general(s);
  }
  if (!is_number) {
    Value v = evaluator_.finish(std::move(*other), a.value->span);
    return set && store_item(s, std::move(v)) ? void() : store_value(v);
  }
  std::int64_t at = 0;
  const Value* base = locate(s.place.parts[0]);
  Array* array = base ? array_element(s.place, *base, at) : nullptr;
  if (!array && set && store_item(s, Value(rounded(by, s.value).number()))) return;
  const bool in_place =
      array && !array->is_const && (!array->fixed || s.place.parts[0].kind == FlatExpr::Kind::Variable);
  if (!in_place) return s.value.calls ? store_value(Value(rounded(by, s.value).number())) : in_general(s);
  void* const here = array->buffer->host_write();
  const Small now = set ? rounded(by, s.value) : updated(s.op, small_element(*array, here, at), by, a.value->span);
  set_small_element(*array, here, at, now);
}

// x[k,:] = e of a row of as many elements of the same type, or of ints that the elements hold as they are. False:
// nothing has been done.
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
    if (n > 0)
      std::memmove(static_cast<std::byte*>(to->buffer->host_write()) + std::size_t(at) * size, source,
                   std::size_t(n) * size);
    return true;
  }
  if (from->elem != Elem::I64 || (to->elem != Elem::F32 && to->elem != Elem::F64)) return false;
  auto* source = static_cast<const std::int64_t*>(from->buffer->host_read());
  if (std::any_of(source, source + n, [](std::int64_t i) { return i > kExact || i < -kExact; })) return false;
  void* data = to->buffer->host_write();
  for (std::int64_t k = 0; k < n; ++k) set_element(*to, data, at + k, Number::integer(source[k]));
  return true;
}

// p.x = e, p.x += e
void FlatRun::set_field(const FlatStmt& s) {
  if (s.op != ast::AssignOp::Set) return update_field(s) ? void() : in_general(s);
  if (extend_row(s) || shorten_row(s)) return;
  Value v = value(s.value);
  if (set_in(locate(s.place.parts[0]), *s.place.name, std::move(v))) return;
  left_ = true;
  evaluator_.assign_place(*std::get<ast::Assign>(s.source->node).targets[0].place, v, env_);
}

bool FlatRun::update_field(const FlatStmt& s) {
  const Value* base = locate(s.place.parts[0]);
  auto* r = base ? std::get_if<std::shared_ptr<Record>>(&base->v) : nullptr;
  Value* field = r && !(*r)->is_value
                     ? const_cast<Value*>(static_cast<const Record&>(**r).find(*s.place.name, s.place.hint))
                     : nullptr;
  const Small now = Small::of(field);
  Quick by;
  if (!now.there || !quick(s.value, by)) return false;
  const Small then = updated(s.op, now, by, s.value.source->span);
  if ((*r)->type && (then.type != now.type || may_wrap(**r, *s.place.name, *field))) return false;
  then.put(*field);
  return true;
}

// ---- branches and loops -----------------------------------------------------------------------------------------

bool FlatRun::truth(const FlatExpr& e) {
  if (!e.calls)
    if (const Small n = number(e); n.there) return n.is_true();
  return to_bool(e.calls ? value(e) : other(e), e.source->span);
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
    if (evaluator_.tries_ > 0 || !evaluator_.while_loops_->stepped(*s.known, k)) continue;
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
    if (evaluator_.tries_ > 0 || !evaluator_.while_loops_->stepped(*s.known, k++)) continue;
    if (const auto flow = evaluator_.run_pieces(*s.source, env_)) return *flow;
  } while (!truth(s.value));
  return Flow::Normal;
}

// Of the variables that a loop mentions.
std::optional<std::uint64_t> FlatRun::appearance(const FlatStmt& loop, bool with_extents, std::int64_t* items) const {
  Appearance all(with_extents);
  for (const LoopHistory::Place& p : loop.history->places) {
    const Value* v = own(p.slot);
    for (const std::string& field : p.fields) {
      auto* r = v ? std::get_if<std::shared_ptr<Record>>(&v->v) : nullptr;
      v = r ? static_cast<const Record&>(**r).find(field) : nullptr;
    }
    all.add(v);
  }
  for (const auto& [name, type] : env_->declared) {
    all.add(std::uint64_t(name_hash(name)));
    all.add(std::uint64_t(type.type.elem) | std::uint64_t(type.type.complex) << 8);
  }
  if (items) *items = all.items();
  if (with_extents && all.has_cells())
    all.add(std::uint64_t(std::bit_width(std::uint64_t(evaluator_.items_worth_gathering(*loop.source, env_)))));
  return all.value();
}

constexpr std::int64_t kMostParts = 400;   // stepped sooner than compiled code is reached
constexpr std::int64_t kPartsOfItem = 30;  // to gather an item of a cell for it takes as long

bool FlatRun::lets_cells_grow(const FlatStmt& loop) const {
  return std::any_of(loop.grown.begin(), loop.grown.end(), [&](std::uint32_t slot) {
    const Value* v = own(slot);
    return v && std::holds_alternative<std::shared_ptr<Cell>>(v->v);
  });
}

// The turns of a loop of no more parts in all.
std::optional<FlatRun::Turns> FlatRun::little(const FlatStmt& s, std::int64_t parts) {
  if (s.weight == 0) return {};
  Small bounds[3] = {{}, {}, Small::integer(1)};
  for (std::size_t k = 0; k < s.conditions.size(); ++k)
    if (s.conditions[k].calls || !(bounds[k] = number(s.conditions[k])).there) return {};
  const Turns turns = turns_of(bounds[0], bounds[1], bounds[2]);
  return turns.count <= parts / s.weight ? std::optional(turns) : std::nullopt;
}

// After a compiled run: whether what is given a truth value is no int there, which it would not be stepped.
bool FlatRun::keeps_truths(const FlatBlock& block) const {
  using Kind = FlatExpr::Kind;
  const auto truth_in = [](const auto& self, const FlatExpr& e) -> bool {
    if (e.kind == Kind::Choose) return self(self, e.parts[1]) || self(self, e.parts[2]);
    if (e.kind == Kind::Plus) return self(self, e.parts[0]);
    const bool compares = e.kind == Kind::Binary && e.op >= ast::BinaryOp::Eq && e.op <= ast::BinaryOp::Ge;
    return compares || e.named || e.kind == Kind::Not || e.kind == Kind::And || e.kind == Kind::Or ||
           e.kind == Kind::HasField || e.kind == Kind::Each;
  };
  const auto is_truth = [&](std::uint32_t slot) {
    const Value* v = own(slot);
    auto* n = v ? std::get_if<Number>(&v->v) : nullptr;
    return n && n->type == Elem::Bool;
  };
  return std::all_of(block.begin(), block.end(), [&](const FlatStmt& s) {
    if (s.kind == FlatStmt::Kind::Assign && truth_in(truth_in, s.value) && !is_truth(s.slot))
      return s.value.kind == Kind::Each && s.value.pair.has_value();
    return std::all_of(s.blocks.begin(), s.blocks.end(), [&](const FlatBlock& b) { return keeps_truths(b); });
  });
}

Flow FlatRun::run_for(const FlatStmt& s) {
  constexpr std::size_t kMost = 8;
  constexpr std::int64_t kAny = std::numeric_limits<std::int64_t>::max();
  if (s.declined || (s.asked && lets_cells_grow(s))) return step_for(s);
  LoopHistory& known = *s.history;
  const auto among = [](const std::vector<std::uint64_t>& all, std::uint64_t one) {
    return std::find(all.begin(), all.end(), one) != all.end();
  };
  const auto is_number = [](const auto& declared) { return declared.second.type.is_number(); };
  const bool simple = !env_->outer && std::all_of(env_->declared.begin(), env_->declared.end(), is_number);
  const std::optional<Turns> turns = simple ? little(s, in_small_ ? kMostParts : kAny) : std::nullopt;
  if (turns && in_small_) return take(s, *turns);
  if (simple && !known.declined.empty())
    if (const auto now = appearance(s, true); now && among(known.declined, *now)) return step_for(s);
  std::int64_t items = 0;
  constexpr int kVainLooks = 16;
  auto kind = turns && known.in_vain < kVainLooks ? appearance(s, false, &items) : std::nullopt;
  known.in_vain += turns && !kind;
  if (turns && turns->count > (kMostParts + kPartsOfItem * items) / s.weight) kind = {};
  if (kind && among(known.alike, *kind)) return step_small(s, *turns);
  const auto flow = evaluator_.run_compiled(*s.source, env_);
  if (flow && kind && known.alike.size() < kMost && evaluator_.loops_.steps_alike() && keeps_truths(s.blocks[0]))
    known.alike.push_back(*kind);
  if (flow) return *flow;
  s.asked = true;
  s.declined = s.never;
  if (simple && known.declined.size() < kMost && evaluator_.loops_.declined_for_types())
    if (const auto now = appearance(s, true)) known.declined.push_back(*now);
  return step_for(s);
}

FlatRun::Turns FlatRun::turns_of(Small lo, Small hi, Small step) const {
  const auto is_small = [](Small n) { return n.type == Elem::I64 && std::abs(n.i) < std::int64_t{1} << 50; };
  if (step.type == Elem::I64 && step.i == 1 && is_small(lo) && is_small(hi))
    return {true, lo.i, 1, 0, 0, std::max<std::int64_t>(0, hi.i - lo.i + 1)};
  const auto number = [](Small n) {
    return is_float(n.type) ? ir::RangeNumber::real(n.re, n.type) : ir::RangeNumber::integer(n.i);
  };
  return ir::count_range(number(lo), number(step), number(hi)).value_or(Turns{});
}

// Complex numbers count by their real parts.
static Small bound(Number n) {
  n.complex = false;
  return Small::of(n);
}

Flow FlatRun::step_for(const FlatStmt& s) {
  Small bounds[3] = {{}, {}, Small::integer(1)};
  for (std::size_t k = 0; k < s.conditions.size(); ++k) {
    const FlatExpr& c = s.conditions[k];
    if (c.calls || !(bounds[k] = number(c)).there)
      bounds[k] = bound(to_number(evaluator_.eval(*c.source, env_), c.source->span));
  }
  return take(s, turns_of(bounds[0], bounds[1], bounds[2]));
}

Flow FlatRun::take(const FlatStmt& s, const Turns& turns) {
  const Span span = s.source->span;
  for (std::int64_t k = 0; k < turns.count; ++k) {
    evaluator_.check_interrupt(span);
    Value& turn = env_->variables.value_at(place_of(s.slot));
    if (turns.ints)
      Small::integer(std::int64_t(std::uint64_t(turns.lo) + std::uint64_t(k) * std::uint64_t(turns.step))).put(turn);
    else
      turn = Value(Number::real(std::fma(double(k), turns.by, turns.first), scalar_));
    const Flow flow = run(s.blocks[0]);
    if (flow == Flow::Return) return flow;
    if (flow == Flow::Break) break;
  }
  return Flow::Normal;
}

// One that turns out to have statements which take long is compiled from then on.
Flow FlatRun::step_small(const FlatStmt& s, const Turns& turns) {
  struct Small {
    explicit Small(bool& in) : in_(in) { in = true; }
    ~Small() { in_ = false; }
    bool& in_;
  };
  left_ = false;
  const Flow flow = [&] {
    const Small small(in_small_);
    return take(s, turns);
  }();
  if (left_) s.weight = 0;
  return flow;
}

Flow FlatRun::step(const FlatStmt& loop) {
  if (loop.kind == FlatStmt::Kind::While) return run_while(loop);
  return loop.kind == FlatStmt::Kind::Repeat ? run_repeat(loop) : step_for(loop);
}

}  // namespace qc::host
