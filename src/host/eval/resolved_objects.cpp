// Values of the resolved form that are no numbers: texts, records, cells, what is nothing yet.
#include "host/eval/interface/resolved_objects.h"

#include <algorithm>

#include "host/access/append_rows.h"
#include "host/access/cells.h"
#include "host/eval/interface/assign.h"
#include "host/eval/interface/expr.h"
#include "host/eval/interface/resolved_calls.h"
#include "host/eval/interface/resolved_numbers.h"
#include "host/eval/state/resolved_run.h"
#include "host/fusion/evaluate_expr.h"
#include "value/cell_row.h"

namespace qc::host {

namespace {

using Kind = ResolvedExpr::Kind;

constexpr std::int64_t kMostItems = 1 << 20;  // of cells that are made without a look at memory

}  // namespace

static bool held(ResolvedRun& resolved, const ResolvedExpr& e, Value& out);
static bool joined(ResolvedRun& resolved, const ResolvedExpr& e, Value& out);
static void join_part(ResolvedRun& resolved, const ResolvedExpr& e, std::string& more);
static bool extend_by_calls(ResolvedRun& resolved, const ResolvedStmt& s, Value before);

bool is_shared(const Value& v) {
  if (auto* r = std::get_if<std::shared_ptr<Record>>(&v.v)) return !(*r)->is_value;
  if (auto* a = std::get_if<ArrayP>(&v.v)) return !(*a)->fixed && (*a)->boundary == Boundary::Default;
  return std::holds_alternative<Nothing>(v.v) || std::holds_alternative<Number>(v.v) ||
         std::holds_alternative<std::string>(v.v) || std::holds_alternative<std::shared_ptr<Cell>>(v.v);
}

bool held_value(ResolvedRun& resolved, const ResolvedExpr& e, Value& out) {
  switch (e.kind) {
    case Kind::Text:
      return out = Value(std::get<ast::StringLit>(e.source->node).value), true;
    case Kind::Variable:
    case Kind::Field:
    case Kind::Element:
      return held(resolved, e, out);
    case Kind::Object:
      return !resolved.hidden(e) && (out = Value(std::make_shared<Record>()), true);
    case Kind::Cells: {
      const Small n = resolved.hidden(e) ? Small{} : number(resolved, e.parts[0]);
      if (!n.there || !n.is_int64() || n.i < 0 || n.i > kMostItems) return false;
      return out = Value(make_cell({n.i}, Value{})), true;
    }
    case Kind::Binary:
      return e.op == ast::BinaryOp::Add && joined(resolved, e, out);
    case Kind::Choose: {
      const Small c = number(resolved, e.parts[0]);
      if (!c.there) return false;
      const ResolvedExpr& chosen = e.parts[c.is_true() ? 1 : 2];
      const Small n = number(resolved, chosen);
      return n.there ? (out = Value(n.number()), true) : held_value(resolved, chosen, out);
    }
    default:
      return false;
  }
}

static bool held(ResolvedRun& resolved, const ResolvedExpr& e, Value& out) {
  if (const Value* v = locate(resolved, e)) return is_shared(*v) && (out = *v, true);
  if (e.nothing) return out = Value{}, true;
  const auto letter = e.kind == Kind::Element ? text_of(resolved, e) : std::nullopt;
  if (letter) out = Value(std::string(*letter));
  return letter.has_value();
}

// a + b of two texts, or of a text and a number, which is joined as it is printed.
static bool joined(ResolvedRun& resolved, const ResolvedExpr& e, Value& out) {
  Value longer;
  Small n;
  std::string both;
  bool is_text = true;
  if (const auto t = text_of(resolved, e.parts[0]))
    both = *t;
  else if (n = number(resolved, e.parts[0]); n.there)
    both = format_number(n.number()), is_text = false;
  else if (held_value(resolved, e.parts[0], longer) && std::holds_alternative<std::string>(longer.v))
    both = std::move(std::get<std::string>(longer.v));
  else
    return false;
  if (const auto t = text_of(resolved, e.parts[1]))
    both += *t;
  else if (is_text && (n = number(resolved, e.parts[1])).there)
    both += format_number(n.number());
  else
    return false;
  out = Value(std::move(both));
  return true;
}

bool put(ResolvedRun& resolved, std::uint32_t slot, Value& v) {
  if (!resolved.env->declared.empty() || !is_shared(v)) return false;
  const Value* old = resolved.own(slot);
  auto* was = old ? std::get_if<ArrayP>(&old->v) : nullptr;
  if (was && (*was)->boundary != Boundary::Default && std::holds_alternative<ArrayP>(v.v)) return false;
  resolved.env->variables.value_at(resolved.place_of(slot)) = std::move(v);
  return true;
}

// Whether a field of a type that holds `now` takes v as it is. Fields of records of object() take anything.
static bool keeps_kind(const Value& now, const Value& v) {
  if (auto* a = std::get_if<Number>(&now.v), *b = std::get_if<Number>(&v.v); a && b)
    return a->type == b->type && !a->complex && !b->complex;
  auto *r = std::get_if<std::shared_ptr<Record>>(&now.v), *t = std::get_if<std::shared_ptr<Record>>(&v.v);
  return r && t && (*r)->type == (*t)->type && !(*t)->is_value;
}

bool may_wrap(const Record& record, std::string_view field, const Value& now) {
  auto* n = std::get_if<Number>(&now.v);
  const ast::TypeDef* made_by = n && n->type == Elem::I64 && record.type ? record.type->definition : nullptr;
  return made_by && std::any_of(made_by->fields.begin(), made_by->fields.end(), [&](const ast::ClassField& f) {
           return f.name == field && f.type && f.type->name != "int";
         });
}

bool set_in(const Value* base, std::string_view field, Value&& v) {
  constexpr std::size_t kFirstFields = 4;
  auto* r = base ? std::get_if<std::shared_ptr<Record>>(&base->v) : nullptr;
  if (!r || (*r)->is_value) return false;
  Value* there = (*r)->find(field);
  if ((*r)->type && (!there || !keeps_kind(*there, v) || may_wrap(**r, field, *there))) return false;
  const std::shared_ptr<Record> record = *r;  // what is overwritten may hold it
  if (there)
    *there = own_copy(std::move(v));
  else {
    if (record->fields.empty()) record->fields.reserve(kFirstFields);
    record->fields.emplace_back(std::string(field), own_copy(std::move(v)));
  }
  return true;
}

// Whether a value is one of a fixed-size type as it stands.
static bool is_such_value(const Value& v, const Type& type) {
  auto* a = std::get_if<ArrayP>(&v.v);
  return a && (*a)->fixed && (*a)->elem == type.elem && (*a)->complex == type.complex && (*a)->dims == type.dims;
}

bool store_item(ResolvedRun& resolved, const ResolvedStmt& s, Value&& v) {
  if (std::holds_alternative<ArrayExprP>(v.v)) return false;
  const ResolvedExpr& place = s.place;
  const Value* base = locate(resolved, place.parts[0]);
  if (!base) return false;
  if (std::holds_alternative<std::shared_ptr<Record>>(base->v)) {
    const auto key = place.parts.size() == 2 ? text_of(resolved, place.parts[1]) : std::nullopt;
    return key && set_in(base, std::string(*key), std::move(v));
  }
  auto* c = std::get_if<std::shared_ptr<Cell>>(&base->v);
  if (!c || ((*c)->holds && !is_such_value(v, (*c)->holds->type))) return false;
  const std::int64_t at = place_in(resolved, place, (*c)->dims, std::int64_t((*c)->items.size()));
  if (at < 0) return false;
  const std::shared_ptr<Cell> cell = *c;
  cell->items[std::size_t(at)] = own_copy(std::move(v));
  return true;
}

// ---- what grows in place ----------------------------------------------------------------------------------------

// The parts behind the first one.
static void join_parts(ResolvedRun& resolved, const ResolvedExpr& e, std::string& more) {
  if (e.kind != Kind::Binary) return;
  join_parts(resolved, e.parts[0], more);
  join_part(resolved, e.parts[1], more);
}
static void join_part(ResolvedRun& resolved, const ResolvedExpr& e, std::string& more) {
  if (const auto t = e.calls ? std::nullopt : text_of(resolved, e)) {
    more += *t;
    return;
  }
  const Value v = value_of(resolved, e);
  auto* s = std::get_if<std::string>(&v.v);
  more += s ? *s : format_value(v);
}

bool extend_text(ResolvedRun& resolved, const ResolvedStmt& s) {
  const auto here = [&] {
    Value* v = resolved.own(s.slot);
    return v ? std::get_if<std::string>(&v->v) : nullptr;
  };
  const bool set = s.op == ast::AssignOp::Set;
  if ((set ? !s.joins_parts : s.op != ast::AssignOp::Add) || !here()) return false;
  std::string more;
  if (set)
    join_parts(resolved, s.value, more);
  else
    join_part(resolved, s.value, more);
  std::string* text = here();
  if (!text) internal_error("resolved", "a text that went while others were joined to it");
  text->append(more);
  return true;
}

// What a statement assigns to, where it may change in place; null: it is another's as well, or more has to be looked
// at. typed: it is a field of a class.
static const Value* changed_place(ResolvedRun& resolved, const ResolvedStmt& s, bool& typed) {
  typed = false;
  if (s.kind == ResolvedStmt::Kind::Assign) return resolved.own(s.slot);
  for (const ResolvedExpr* e = &s.place; !e->parts.empty(); e = &e->parts[0]) {
    const Value* base = locate(resolved, e->parts[0]);
    auto* r = base ? std::get_if<std::shared_ptr<Record>>(&base->v) : nullptr;
    if (!base || (r && (*r)->is_value)) return nullptr;
    typed = typed || (r && (*r)->type);
  }
  return locate(resolved, s.place);
}

// The cell or row that a statement may let grow or shrink in place: nothing else holds it.
static bool is_alone(const Value* v) {
  auto* c = v ? std::get_if<std::shared_ptr<Cell>>(&v->v) : nullptr;
  auto* row = v ? std::get_if<ArrayP>(&v->v) : nullptr;
  return c ? c->use_count() == 1 : row && row->use_count() == 1 && (*row)->buffer.use_count() == 1;
}

// Into a cell or row that grows. False: nothing has been done.
static bool append(const Value& to, bool typed, std::vector<Value>& items) {
  if (!is_alone(&to)) return false;  // an item may be the cell itself
  if (auto* row = std::get_if<ArrayP>(&to.v)) return append_numbers(**row, items);
  Cell& cell = *std::get<std::shared_ptr<Cell>>(to.v);
  const auto fits = [&](const Value& v) { return !cell.items.empty() && keeps_kind(cell.items.back(), v); };
  if (typed && !std::all_of(items.begin(), items.end(), fits)) return false;  // the class may say what items are
  append_items(cell, std::move(items));
  return true;
}

bool extend_row(ResolvedRun& resolved, const ResolvedStmt& s) {
  bool typed = false;
  const Value* old = s.grows ? changed_place(resolved, s, typed) : nullptr;
  if (!is_alone(old)) return false;
  const bool is_cell = std::holds_alternative<std::shared_ptr<Cell>>(old->v);
  if (s.value.calls) return extend_by_calls(resolved, s, *old);
  std::vector<Value> items;
  items.reserve(s.value.parts.size() - 1);
  for (std::size_t k = 1; k < s.value.parts.size(); ++k) {
    const ResolvedExpr& part = s.value.parts[k];
    const Small n = number(resolved, part);
    Value v;
    if (n.there)
      v = Value(n.number());
    else if (!is_cell || !held_value(resolved, part, v))
      return false;
    items.push_back(std::move(v));
  }
  return append(*old, typed, items);
}

static bool is_same(const Value& a, const Value& b) {
  if (auto* x = std::get_if<ArrayP>(&a.v), *y = std::get_if<ArrayP>(&b.v); x && y) return *x == *y;
  auto *x = std::get_if<std::shared_ptr<Cell>>(&a.v), *y = std::get_if<std::shared_ptr<Cell>>(&b.v);
  return x && y && *x == *y;
}

// The same with calls, which may change what v is: it is the one that there was before them.
static bool extend_by_calls(ResolvedRun& resolved, const ResolvedStmt& s, Value before) {
  std::vector<Value> items;
  for (std::size_t k = 1; k < s.value.parts.size(); ++k) items.push_back(value_of(resolved, s.value.parts[k]));
  bool typed = false;
  const Value* now = changed_place(resolved, s, typed);
  Value first = before;
  if (now && is_same(before, *now)) {
    before = first = Value{};
    if (append(*now, typed, items)) return true;
    first = *now;
  }
  items.insert(items.begin(), std::move(first));
  Value joined = array_of(resolved.cx, std::move(items), s.value.source->span);
  assign_target(resolved.cx, std::get<ast::Assign>(s.source->node).targets[0], std::move(joined), resolved.env);
  return true;
}

bool shorten_row(ResolvedRun& resolved, const ResolvedStmt& s) {
  if (!s.shrinks) return false;
  bool typed = false;
  const Value* old = changed_place(resolved, s, typed);
  auto* c = old ? std::get_if<std::shared_ptr<Cell>>(&old->v) : nullptr;
  auto* row = old ? std::get_if<ArrayP>(&old->v) : nullptr;
  const bool alone = is_alone(old) && (!c || (*c)->dims.size() == 1);
  const Small last = alone ? number(resolved, s.conditions[0]) : Small{};
  if (!last.there || !is_int(last.type) || last.i < 0) return false;
  if (!c) return shorten(**row, last.i + 1);
  Cell& cell = **c;
  if (last.i >= std::int64_t(cell.items.size())) return false;
  const std::shared_ptr<Cell> kept = *c;  // what goes may be what holds it
  std::vector<Value> gone;
  for (std::size_t k = std::size_t(last.i) + 1; k < cell.items.size(); ++k) gone.push_back(std::move(cell.items[k]));
  cell.items.resize(std::size_t(last.i) + 1);
  cell.dims = {last.i + 1};
  return true;
}

}  // namespace qc::host
