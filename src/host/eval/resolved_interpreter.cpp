// Statements of the resolved form.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "host/arrays/arith.h"
#include "host/desugar/strip_mine_while.h"
#include "host/eval/interface/assign.h"
#include "host/eval/interface/deferred_arrays.h"
#include "host/eval/interface/direct_calls.h"
#include "host/eval/interface/expr.h"
#include "host/eval/interface/resolved_calls.h"
#include "host/eval/interface/resolved_numbers.h"
#include "host/eval/interface/resolved_objects.h"
#include "host/eval/interface/resolved_statements.h"
#include "host/eval/interface/stmt.h"
#include "host/eval/state/resolved_run.h"
#include "host/fusion/evaluate_expr.h"
#include "support/progress.h"
#include "value/memory_failure.h"
#include "value/name_hash.h"

namespace qc::host {

static Flow statement(ResolvedRun& resolved, const ResolvedStmt& s);
static void in_general(ResolvedRun& resolved, const ResolvedStmt& assignment);
static void assign(ResolvedRun& resolved, const ResolvedStmt& s);
static bool assign_held(ResolvedRun& resolved, const ResolvedStmt& s);
static void assign_called(ResolvedRun& resolved, const ResolvedStmt& s);
static void assign_other(ResolvedRun& resolved, const ResolvedStmt& s);
static void store(ResolvedRun& resolved, const ResolvedStmt& s);
static bool store_row(ResolvedRun& resolved, const ResolvedStmt& s);
static void set_field(ResolvedRun& resolved, const ResolvedStmt& s);
static bool update_field(ResolvedRun& resolved, const ResolvedStmt& s);
static Flow run_if(ResolvedRun& resolved, const ResolvedStmt& s);
static Flow run_match(ResolvedRun& resolved, const ResolvedStmt& s);
static Flow run_while(ResolvedRun& resolved, const ResolvedStmt& s);
static Flow run_repeat(ResolvedRun& resolved, const ResolvedStmt& s);
static std::optional<std::uint64_t> appearance(const ResolvedRun& resolved, const ResolvedStmt& loop, bool with_extents,
                                               std::int64_t* items = nullptr);
static Flow run_for(ResolvedRun& resolved, const ResolvedStmt& s);
static Turns turns_of(Small lo, Small hi, Small step);
static Flow step_for(ResolvedRun& resolved, const ResolvedStmt& s);
static Flow take(ResolvedRun& resolved, const ResolvedStmt& s, const Turns& turns);
static Flow step_small(ResolvedRun& resolved, const ResolvedStmt& s, const Turns& turns);

Flow run_resolved(ResolvedRun& resolved, const ResolvedBlock& block) {
  struct Depth {
    explicit Depth(int& d) : depth(++d) {}
    ~Depth() { --depth; }
    int& depth;
  } depth(resolved.cx.progress.depth);
  const ResolvedStmt* at = nullptr;
  try {
    for (const ResolvedStmt& s : block) {
      at = &s;
      resolved.cx.progress.check_interrupt(s.source->span);
      if (const Flow f = statement(resolved, s); f != Flow::Normal) return f;
    }
  } catch (const runtime::FailureError& e) {
    place_failure(e, at->source->span);
  } catch (const std::bad_alloc&) {
    out_of_memory(at->source->span);
  } catch (const std::length_error&) {
    out_of_memory(at->source->span);
  }
  return Flow::Normal;
}

static Flow delegate(ResolvedRun& resolved, const ResolvedStmt& s) {
  return run_statement(resolved.cx, *s.source, resolved.env);
}

static Flow statement(ResolvedRun& resolved, const ResolvedStmt& s) {
  using Kind = ResolvedStmt::Kind;
  if (s.kind == Kind::Other) return delegate(resolved, s);
  resolved.cx.rewrites.whiles->statement();
  switch (s.kind) {
    case Kind::Assign:
      return assign(resolved, s), Flow::Normal;
    case Kind::Several:
      return assign_several(resolved, s) ? Flow::Normal : delegate(resolved, s);
    case Kind::Store:
      return store(resolved, s), Flow::Normal;
    case Kind::StoreRow:
      return store_row(resolved, s) ? Flow::Normal : (in_general(resolved, s), Flow::Normal);
    case Kind::SetField:
      return set_field(resolved, s), Flow::Normal;
    case Kind::Call: {
      Value unused;
      return call_plain(resolved, s.value, 0, unused) ? Flow::Normal : delegate(resolved, s);
    }
    case Kind::If:
      return run_if(resolved, s);
    case Kind::Match:
      return run_match(resolved, s);
    case Kind::While:
      return run_while(resolved, s);
    case Kind::Repeat:
      return run_repeat(resolved, s);
    case Kind::For:
      return run_for(resolved, s);
    default:
      return Flow(s.leaves);
  }
}

// ---- assignments ------------------------------------------------------------------------------------------------

static void in_general(ResolvedRun& resolved, const ResolvedStmt& s) {
  resolved.left = true;
  run_assign(resolved.cx, std::get<ast::Assign>(s.source->node), s.source->span, resolved.env, s.source->quiet);
}

// now op= by
static Small updated(const ResolvedRun& resolved, ast::AssignOp op, Small now, const UnroundedNumber& by, Span span) {
  const bool minus = op == ast::AssignOp::Sub;
  if (by.product && (minus || op == ast::AssignOp::Add))
    return Small::of(fused_number(by.value.number(), by.factor.number(), now.number(), minus, false));
  const auto binary = minus                      ? ast::BinaryOp::Sub
                      : op == ast::AssignOp::Add ? ast::BinaryOp::Add
                      : op == ast::AssignOp::Mul ? ast::BinaryOp::Mul
                                                 : ast::BinaryOp::Div;
  return of_two(binary, now,
                by.product ? of_two(ast::BinaryOp::ElemMul, by.value, by.factor, resolved.scalar, span) : by.value,
                resolved.scalar, span);
}

// The type that the variable is declared with which the statement assigns; null: it takes anything.
static const Type* declared_type(const ResolvedStmt& s, const Environment& env) {
  if (env.declared.empty()) return nullptr;
  const HostType* type =
      env.declared.find(std::get<ast::Name>(std::get<ast::Assign>(s.source->node).targets[0].place->node).name);
  return type ? &type->type : nullptr;
}

static void assign(ResolvedRun& resolved, const ResolvedStmt& s) {
  if (s.value.calls) return assign_called(resolved, s);
  const Type* type = declared_type(s, *resolved.env);
  const auto fits = [&](const Small& n) {
    return !type ||
           (type->is_number() && type->elem == n.type && value_elem(type->elem) == type->elem && !type->complex);
  };
  if (s.op == ast::AssignOp::Set) {
    if (!type && assign_held(resolved, s)) return;
    if (const Small now = number(resolved, s.value); now.there && fits(now))
      return now.put(resolved.env->variables.value_at(resolved.place_of(s.slot)));
    return assign_other(resolved, s);
  }
  Value* const old = resolved.own(s.slot);
  UnroundedNumber by;
  const Small was = Small::of(old);
  if (!was.there || !fast_scalar(resolved, s.value, by)) return assign_other(resolved, s);
  const Small now = updated(resolved, s.op, was, by, s.value.source->span);
  if (!fits(now)) return assign_other(resolved, s);
  now.put(*old);
}

static bool is_place(const ResolvedExpr& e) {
  return e.kind == ResolvedExpr::Kind::Variable || e.kind == ResolvedExpr::Kind::Field ||
         e.kind == ResolvedExpr::Kind::Element;
}

static const std::shared_ptr<Record>* reference_in(const Value& v) {
  auto* r = std::get_if<std::shared_ptr<Record>>(&v.v);
  return r && !(*r)->is_value ? r : nullptr;
}

// x = y, x = p.y, x = c[i] of numbers and references. False: nothing has been done.
static bool assign_held(ResolvedRun& resolved, const ResolvedStmt& s) {
  const Value* v = is_place(s.value) ? locate(resolved, s.value) : nullptr;
  if (!v) return false;
  if (const Small n = Small::of(v); n.there)
    return n.put(resolved.env->variables.value_at(resolved.place_of(s.slot))), true;
  auto* r = reference_in(*v);
  if (!r) return false;
  const std::shared_ptr<Record> held = *r;  // what is overwritten may hold it
  resolved.env->variables.value_at(resolved.place_of(s.slot)).v = held;
  return true;
}

// c[k] = y, c[k] = p.y, c[k] = d[i] of references.
static bool store_held(ResolvedRun& resolved, const ResolvedStmt& s) {
  const Value* v = is_place(s.value) ? locate(resolved, s.value) : nullptr;
  auto* r = v ? reference_in(*v) : nullptr;
  return r && store_item(resolved, s, Value(*r));
}

// x = e of what calls functions.
static void assign_called(ResolvedRun& resolved, const ResolvedStmt& s) {
  if (s.grows && extend_row(resolved, s)) return;
  const bool plain = s.op == ast::AssignOp::Set && !s.joins && !declared_type(s, *resolved.env);
  const auto take = [&](Value v) {
    if (put(resolved, s.slot, v)) return;
    assign_name(resolved.cx, std::get<ast::Name>(std::get<ast::Assign>(s.source->node).targets[0].place->node).name,
                std::move(v), resolved.env, false);
  };
  if (plain && s.value.kind == ResolvedExpr::Kind::Call) {
    Value v;
    return call_plain(resolved, s.value, 1, v) ? take(std::move(v)) : assign_other(resolved, s);
  }
  Late given;
  const Small now = plain ? mixed(resolved, s.value, given) : Small{};
  if (now.there) return now.put(resolved.env->variables.value_at(resolved.place_of(s.slot)));
  if (!plain || !given) return assign_other(resolved, s);
  Value v = finish(resolved.cx, std::move(*given), s.value.source->span);
  if (std::holds_alternative<ArrayExprP>(v.v)) v = resolved.cx.arrays.compute(v);
  take(std::move(v));
}

// What has calls, is no number, or goes into a variable of a declared type.
static void assign_other(ResolvedRun& resolved, const ResolvedStmt& s) {
  const auto& a = std::get<ast::Assign>(s.source->node);
  Value* old = resolved.own(s.slot);
  auto* was = old ? std::get_if<Number>(&old->v) : nullptr;
  const bool set = s.op == ast::AssignOp::Set;
  if (!was && old && (extend_text(resolved, s) || extend_row(resolved, s) || shorten_row(resolved, s))) return;
  if (set ? s.joins && old && !was && s.value.calls : !was || was->complex) return in_general(resolved, s);
  const Small before = set ? Small{} : Small::of(old);  // a call may change the variable
  if (set && (s.value.kind == ResolvedExpr::Kind::Row || s.value.kind == ResolvedExpr::Kind::List)) {
    ArrayP made = row_of(resolved, s.value);
    return made ? assign_name(resolved.cx, std::get<ast::Name>(a.targets[0].place->node).name, Value(std::move(made)),
                              resolved.env, false)
                : in_general(resolved, s);
  }
  UnroundedNumber by;
  Late other;
  const bool is_number = s.value.calls ? mixed_product(resolved, s.value, by, other)
                                       : !resolved.env->declared.empty() && fast_scalar(resolved, s.value, by);
  if (!is_number && !other) {
    Value v;
    return set && !s.value.calls && held_value(resolved, s.value, v) && put(resolved, s.slot, v)
               ? void()
               : in_general(resolved, s);
  }
  const std::string& name = std::get<ast::Name>(a.targets[0].place->node).name;
  if (!is_number) {
    Value v = set ? finish(resolved.cx, std::move(*other), a.value->span)
                  : compound_value(resolved.cx, a.op, Value(before.number()), std::move(*other), s.source->span,
                                   resolved.env);
    if (std::holds_alternative<ArrayExprP>(v.v)) v = resolved.cx.arrays.compute(v);
    return put(resolved, s.slot, v) ? void() : assign_name(resolved.cx, name, std::move(v), resolved.env, false);
  }
  const Small now = set ? rounded(resolved, by, s.value) : updated(resolved, s.op, before, by, a.value->span);
  if (!resolved.env->declared.empty() && !takes_as_it_is(name, now.number(), *resolved.env))
    return assign_name(resolved.cx, name, Value(now.number()), resolved.env, false);
  now.put(resolved.env->variables.value_at(resolved.place_of(s.slot)));
}

// v[i] = e, v[i] += e
static void store(ResolvedRun& resolved, const ResolvedStmt& s) {
  const auto& a = std::get<ast::Assign>(s.source->node);
  const bool set = s.op == ast::AssignOp::Set;
  if (!set && s.value.calls) return in_general(resolved, s);
  if (extend_row(resolved, s) || shorten_row(resolved, s) || (set && store_held(resolved, s))) return;
  const auto& place = std::get<ast::Index>(a.targets[0].place->node);
  const auto store_value = [&](const Value& v) {
    store_deferred(resolved.cx, place, v, a.targets[0].place->span, resolved.env);
  };
  UnroundedNumber by;
  Late other;
  const bool is_number =
      s.value.calls ? mixed_product(resolved, s.value, by, other) : fast_scalar(resolved, s.value, by);
  if (!is_number && !other) {
    Value v;
    return set && !s.value.calls && held_value(resolved, s.value, v) && store_item(resolved, s, std::move(v))
               ? void()
               : in_general(resolved, s);
  }
  if (!is_number) {
    Value v = finish(resolved.cx, std::move(*other), a.value->span);
    return set && store_item(resolved, s, std::move(v)) ? void() : store_value(v);
  }
  std::int64_t at = 0;
  const Value* base = locate(resolved, s.place.parts[0]);
  Array* array = base ? array_element(resolved, s.place, *base, at) : nullptr;
  if (!array && set && store_item(resolved, s, Value(rounded(resolved, by, s.value).number()))) return;
  const bool in_place =
      array && !array->is_const && (!array->fixed || s.place.parts[0].kind == ResolvedExpr::Kind::Variable);
  if (!in_place)
    return s.value.calls ? store_value(Value(rounded(resolved, by, s.value).number())) : in_general(resolved, s);
  void* const here = array->buffer->host_write();
  const Small now = set ? rounded(resolved, by, s.value)
                        : updated(resolved, s.op, small_element(*array, here, at), by, a.value->span);
  set_small_element(*array, here, at, now);
}

// x[k,:] = e of a row of as many elements of the same type, or of ints that the elements hold as they are. False:
// nothing has been done.
static bool store_row(ResolvedRun& resolved, const ResolvedStmt& s) {
  constexpr std::int64_t kExact = 1 << 24;
  const ArrayP from = row_of(resolved, s.value);
  std::int64_t at = 0;
  Array* to = from && from->dims.size() == 1 && !from->complex ? array_row(resolved, s.place, at) : nullptr;
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
static void set_field(ResolvedRun& resolved, const ResolvedStmt& s) {
  if (s.op != ast::AssignOp::Set) return update_field(resolved, s) ? void() : in_general(resolved, s);
  if (extend_row(resolved, s) || shorten_row(resolved, s)) return;
  Value v = value_of(resolved, s.value);
  if (set_in(locate(resolved, s.place.parts[0]), *s.place.name, std::move(v))) return;
  resolved.left = true;
  assign_place(resolved.cx, *std::get<ast::Assign>(s.source->node).targets[0].place, v, resolved.env);
}

static bool update_field(ResolvedRun& resolved, const ResolvedStmt& s) {
  const Value* base = locate(resolved, s.place.parts[0]);
  auto* r = base ? std::get_if<std::shared_ptr<Record>>(&base->v) : nullptr;
  Value* field = r && !(*r)->is_value
                     ? const_cast<Value*>(static_cast<const Record&>(**r).find(*s.place.name, s.place.hint))
                     : nullptr;
  const Small now = Small::of(field);
  UnroundedNumber by;
  if (!now.there || !fast_scalar(resolved, s.value, by)) return false;
  const Small then = updated(resolved, s.op, now, by, s.value.source->span);
  if ((*r)->type && (then.type != now.type || may_wrap(**r, *s.place.name, *field))) return false;
  then.put(*field);
  return true;
}

// ---- branches and loops -----------------------------------------------------------------------------------------

static bool truth(ResolvedRun& resolved, const ResolvedExpr& e) {
  if (!e.calls)
    if (const Small n = number(resolved, e); n.there) return n.is_true();
  return to_bool(e.calls ? value_of(resolved, e) : other_value(resolved, e), e.source->span);
}

static Flow run_if(ResolvedRun& resolved, const ResolvedStmt& s) {
  std::size_t arm = 0;
  while (arm < s.conditions.size() && !truth(resolved, s.conditions[arm])) ++arm;
  return s.blocks[arm].empty() ? Flow::Normal : run_resolved(resolved, s.blocks[arm]);
}

static Flow run_match(ResolvedRun& resolved, const ResolvedStmt& s) {
  const Value v = value_of(resolved, s.value);
  auto* text = std::get_if<std::string>(&v.v);
  for (std::size_t arm = 0; arm < s.conditions.size(); ++arm) {
    const ResolvedExpr& pattern = s.conditions[arm];
    const auto matches = [&] {
      if (text && pattern.kind == ResolvedExpr::Kind::Text)
        return *text == std::get<ast::StringLit>(pattern.source->node).value;
      return arm_matches(resolved.cx, v, value_of(resolved, pattern), pattern.source->span, resolved.env);
    };
    if (!pattern.source || matches())
      return s.blocks[arm].empty() ? Flow::Normal : run_resolved(resolved, s.blocks[arm]);
  }
  no_arm_matches(v, s.source->span);
}

static Flow run_while(ResolvedRun& resolved, const ResolvedStmt& s) {
  for (std::int64_t k = 0; truth(resolved, s.value); ++k) {
    const Flow f = run_resolved(resolved, s.blocks[0]);
    if (f == Flow::Return) return f;
    if (f == Flow::Break) break;
    resolved.cx.progress.check_interrupt(s.source->span);
    if (resolved.cx.progress.tries > 0 || !resolved.cx.rewrites.whiles->stepped(*s.known, k)) continue;
    if (const auto flow = run_pieces(resolved.cx, *s.source, resolved.env)) return *flow;
  }
  return Flow::Normal;
}

static Flow run_repeat(ResolvedRun& resolved, const ResolvedStmt& s) {
  std::int64_t k = 0;
  do {
    const Flow f = run_resolved(resolved, s.blocks[0]);
    if (f == Flow::Return) return f;
    if (f == Flow::Break) break;
    resolved.cx.progress.check_interrupt(s.source->span);
    if (resolved.cx.progress.tries > 0 || !resolved.cx.rewrites.whiles->stepped(*s.known, k++)) continue;
    if (const auto flow = run_pieces(resolved.cx, *s.source, resolved.env)) return *flow;
  } while (!truth(resolved, s.value));
  return Flow::Normal;
}

// Of the variables that a loop mentions.
static std::optional<std::uint64_t> appearance(const ResolvedRun& resolved, const ResolvedStmt& loop, bool with_extents,
                                               std::int64_t* items) {
  Appearance all(with_extents);
  for (const LoopHistory::Place& p : loop.history->places) {
    const Value* v = resolved.own(p.slot);
    for (const std::string& field : p.fields) {
      auto* r = v ? std::get_if<std::shared_ptr<Record>>(&v->v) : nullptr;
      v = r ? static_cast<const Record&>(**r).find(field) : nullptr;
    }
    all.add(v);
  }
  for (const auto& d : resolved.env->declared) {
    all.add(std::uint64_t(d.hash));
    all.add(std::uint64_t(d.type->type.elem) | std::uint64_t(d.type->type.complex) << 8);
  }
  if (items) *items = all.items();
  if (with_extents && all.has_cells())
    all.add(
        std::uint64_t(std::bit_width(std::uint64_t(items_worth_gathering(resolved.cx, *loop.source, resolved.env)))));
  return all.value();
}

constexpr std::int64_t kMostParts = 100;   // stepped sooner than compiled code is reached
constexpr std::int64_t kPartsOfItem = 30;  // to gather an item of a cell for it takes as long

static bool lets_cells_grow(const ResolvedRun& resolved, const ResolvedStmt& loop) {
  return std::any_of(loop.grown.begin(), loop.grown.end(), [&](std::uint32_t slot) {
    const Value* v = resolved.own(slot);
    return v && std::holds_alternative<std::shared_ptr<Cell>>(v->v);
  });
}

// Whether none of the variables that a loop mentions has items.
static bool has_no_items(const ResolvedRun& resolved, const ResolvedStmt& loop) {
  return std::all_of(loop.history->places.begin(), loop.history->places.end(), [&](const LoopHistory::Place& p) {
    const Value* v = resolved.own(p.slot);
    return !v || std::holds_alternative<Number>(v->v) || std::holds_alternative<ArrayP>(v->v);
  });
}

// The turns of a loop of no more parts in all.
static std::optional<Turns> little(ResolvedRun& resolved, const ResolvedStmt& s, std::int64_t parts) {
  if (s.weight == 0) return {};
  Small bounds[3] = {{}, {}, Small::integer(1)};
  for (std::size_t k = 0; k < s.conditions.size(); ++k)
    if (s.conditions[k].calls || !(bounds[k] = number(resolved, s.conditions[k])).there) return {};
  const Turns turns = turns_of(bounds[0], bounds[1], bounds[2]);
  return turns.count <= parts / s.weight ? std::optional(turns) : std::nullopt;
}

// After a compiled run: whether what is given a truth value is no int there, which it would not be stepped.
static bool keeps_truths(const ResolvedRun& resolved, const ResolvedBlock& block) {
  using Kind = ResolvedExpr::Kind;
  const auto truth_in = [](const auto& self, const ResolvedExpr& e) -> bool {
    if (e.kind == Kind::Choose) return self(self, e.parts[1]) || self(self, e.parts[2]);
    if (e.kind == Kind::Plus) return self(self, e.parts[0]);
    const bool compares = e.kind == Kind::Binary && e.op >= ast::BinaryOp::Eq && e.op <= ast::BinaryOp::Ge;
    return compares || (e.named && e.literal.type == Elem::Bool) || e.kind == Kind::Not || e.kind == Kind::And ||
           e.kind == Kind::Or || e.kind == Kind::HasField || e.kind == Kind::Each;
  };
  const auto is_truth = [&](std::uint32_t slot) {
    const Value* v = resolved.own(slot);
    auto* n = v ? std::get_if<Number>(&v->v) : nullptr;
    return n && n->type == Elem::Bool;
  };
  return std::all_of(block.begin(), block.end(), [&](const ResolvedStmt& s) {
    if (s.kind == ResolvedStmt::Kind::Assign && truth_in(truth_in, s.value) && !is_truth(s.slot))
      return s.value.kind == Kind::Each && s.value.pair.has_value();
    return std::all_of(s.blocks.begin(), s.blocks.end(),
                       [&](const ResolvedBlock& b) { return keeps_truths(resolved, b); });
  });
}

static Flow run_for(ResolvedRun& resolved, const ResolvedStmt& s) {
  constexpr std::size_t kMost = 8;
  constexpr std::int64_t kAny = std::numeric_limits<std::int64_t>::max();
  if (s.declined || (s.asked && lets_cells_grow(resolved, s))) return step_for(resolved, s);
  LoopHistory& known = *s.history;
  const auto among = [](const std::vector<std::uint64_t>& all, std::uint64_t one) {
    return std::find(all.begin(), all.end(), one) != all.end();
  };
  const auto is_number = [](const auto& declared) { return declared.type->type.is_number(); };
  const bool simple =
      !resolved.env->outer && std::all_of(resolved.env->declared.begin(), resolved.env->declared.end(), is_number);
  const std::optional<Turns> turns = simple ? little(resolved, s, resolved.in_small ? kMostParts : kAny) : std::nullopt;
  if (turns && resolved.in_small) return take(resolved, s, *turns);
  if (simple && !known.declined.empty())
    if (const auto now = appearance(resolved, s, true); now && among(known.declined, *now))
      return step_for(resolved, s);
  std::int64_t items = 0;
  constexpr int kVainLooks = 16;
  const bool is_long = turns && turns->count > kMostParts / s.weight && has_no_items(resolved, s);
  auto kind = turns && !is_long && known.in_vain < kVainLooks ? appearance(resolved, s, false, &items) : std::nullopt;
  known.in_vain += turns && !is_long && !kind;
  if (turns && turns->count > (kMostParts + kPartsOfItem * items) / s.weight) kind = {};
  if (kind && among(known.alike, *kind)) return step_small(resolved, s, *turns);
  const auto flow = run_compiled(resolved.cx, *s.source, resolved.env, [&] { step_for(resolved, s); });
  if (flow && kind && known.alike.size() < kMost && resolved.cx.loops.steps_alike() &&
      keeps_truths(resolved, s.blocks[0]))
    known.alike.push_back(*kind);
  if (flow) return *flow;
  s.asked = true;
  s.declined = s.never;
  if (simple && known.declined.size() < kMost && resolved.cx.loops.declined_for_types())
    if (const auto now = appearance(resolved, s, true)) known.declined.push_back(*now);
  return step_for(resolved, s);
}

static Turns turns_of(Small lo, Small hi, Small step) {
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

static Flow step_for(ResolvedRun& resolved, const ResolvedStmt& s) {
  Small bounds[3] = {{}, {}, Small::integer(1)};
  for (std::size_t k = 0; k < s.conditions.size(); ++k) {
    const ResolvedExpr& c = s.conditions[k];
    if (c.calls || !(bounds[k] = number(resolved, c)).there)
      bounds[k] = bound(to_number(eval(resolved.cx, *c.source, resolved.env), c.source->span));
  }
  return take(resolved, s, turns_of(bounds[0], bounds[1], bounds[2]));
}

static Flow take(ResolvedRun& resolved, const ResolvedStmt& s, const Turns& turns) {
  const Span span = s.source->span;
  const progress::Parts parts(progress::Work::Loop, turns.count);
  for (std::int64_t k = 0; k < turns.count; ++k) {
    parts.done(k);
    resolved.cx.progress.check_interrupt(span);
    Value& turn = resolved.env->variables.value_at(resolved.place_of(s.slot));
    if (turns.ints)
      Small::integer(std::int64_t(std::uint64_t(turns.lo) + std::uint64_t(k) * std::uint64_t(turns.step))).put(turn);
    else
      turn = Value(Number::real(std::fma(double(k), turns.by, turns.first), resolved.scalar));
    const Flow flow = run_resolved(resolved, s.blocks[0]);
    if (flow == Flow::Return) return flow;
    if (flow == Flow::Break) break;
  }
  return Flow::Normal;
}

// One that turns out to have statements which take long is compiled from then on.
static Flow step_small(ResolvedRun& resolved, const ResolvedStmt& s, const Turns& turns) {
  struct Small {
    explicit Small(bool& in) : in_(in) { in = true; }
    ~Small() { in_ = false; }
    bool& in_;
  };
  resolved.left = false;
  const Flow flow = [&] {
    const Small small(resolved.in_small);
    return take(resolved, s, turns);
  }();
  if (resolved.left) s.weight = 0;
  return flow;
}

Flow step_resolved(ResolvedRun& resolved, const ResolvedStmt& loop) {
  if (loop.kind == ResolvedStmt::Kind::While) return run_while(resolved, loop);
  return loop.kind == ResolvedStmt::Kind::Repeat ? run_repeat(resolved, loop) : step_for(resolved, loop);
}

}  // namespace qc::host
