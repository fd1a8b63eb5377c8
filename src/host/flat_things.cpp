// Values of the flat form that are no numbers: texts, records, cells, what is nothing yet.
#include "host/array_runner.h"
#include "host/cell_row.h"
#include "host/flat_run.h"
#include "host/growing_row.h"

namespace qc::host {

namespace {

using Kind = FlatExpr::Kind;

// Whether a value may be given to another place as it is: others are copied, computed or looked at before.
bool is_shared(const Value& v) {
  if (auto* r = std::get_if<std::shared_ptr<Record>>(&v.v)) return !(*r)->is_value;
  if (auto* a = std::get_if<ArrayP>(&v.v)) return !(*a)->fixed && (*a)->boundary == Boundary::Default;
  return std::holds_alternative<Nothing>(v.v) || std::holds_alternative<Number>(v.v) || std::holds_alternative<std::string>(v.v) || std::holds_alternative<std::shared_ptr<Cell>>(v.v);
}

}  // namespace

bool FlatRun::means_nothing(const FlatExpr& e) {
  auto* name = e.kind == Kind::Variable ? std::get_if<ast::Name>(&e.source->node) : nullptr;
  return name && (name->name == "nullptr" || name->name == "null");
}

bool FlatRun::thing(const FlatExpr& e, Value& out) {
  switch (e.kind) {
    case Kind::Text: return out = Value(std::get<ast::StringLit>(e.source->node).value), true;
    case Kind::Variable:
    case Kind::Field:
    case Kind::Element: return held(e, out);
    case Kind::Object: return !hidden(e) && (out = Value(std::make_shared<Record>()), true);
    case Kind::Binary: return e.op == ast::BinaryOp::Add && joined(e, out);
    case Kind::Choose: {
      Number c;
      if (!number(e.parts[0], c)) return false;
      const FlatExpr& chosen = e.parts[c.as_double() != 0 ? 1 : 2];
      Number n;
      return number(chosen, n) ? (out = Value(n), true) : thing(chosen, out);
    }
    default: return false;
  }
}

bool FlatRun::held(const FlatExpr& e, Value& out) {
  if (const Value* v = locate(e)) return is_shared(*v) && (out = *v, true);
  if (means_nothing(e)) return out = Value{}, true;
  const auto letter = e.kind == Kind::Element ? text(e) : std::nullopt;
  if (letter) out = Value(std::string(*letter));
  return letter.has_value();
}

// a + b of two texts, or of a text and a number, which is joined as it is printed.
bool FlatRun::joined(const FlatExpr& e, Value& out) {
  Value longer;
  Number n;
  std::string both;
  bool is_text = true;
  if (const auto t = text(e.parts[0])) both = *t;
  else if (number(e.parts[0], n)) both = format_number(n), is_text = false;
  else if (thing(e.parts[0], longer) && std::holds_alternative<std::string>(longer.v)) both = std::move(std::get<std::string>(longer.v));
  else return false;
  if (const auto t = text(e.parts[1])) both += *t;
  else if (is_text && number(e.parts[1], n)) both += format_number(n);
  else return false;
  out = Value(std::move(both));
  return true;
}

// Into a variable. False: more has to be looked at, and nothing has been done.
bool FlatRun::put(std::uint32_t slot, Value& v) {
  if (!env_->declared.empty() || !is_shared(v)) return false;
  const Value* old = own(slot);
  auto* was = old ? std::get_if<ArrayP>(&old->v) : nullptr;
  if (was && (*was)->boundary != Boundary::Default && std::holds_alternative<ArrayP>(v.v)) return false;
  env_->variables.value_at(place_of(slot)) = std::move(v);
  return true;
}

// Into a field of a record of object(), which may be new.
bool FlatRun::set_in(const Value* base, std::string_view field, const Value& v) {
  auto* r = base ? std::get_if<std::shared_ptr<Record>>(&base->v) : nullptr;
  if (!r || (*r)->type || (*r)->is_value) return false;
  const std::shared_ptr<Record> record = *r;  // what is overwritten may hold it
  if (Value* there = record->find(field)) *there = own_copy(v);
  else record->fields.emplace_back(std::string(field), own_copy(v));
  return true;
}

// c[k] = e of a cell, r["name"] = e of a record.
bool FlatRun::store_item(const FlatStmt& s, const Value& v) {
  if (std::holds_alternative<ArrayExprP>(v.v)) return false;
  const FlatExpr& place = s.place;
  const Value* base = locate(place.parts[0]);
  if (!base) return false;
  if (std::holds_alternative<std::shared_ptr<Record>>(base->v)) {
    const auto key = place.parts.size() == 2 ? text(place.parts[1]) : std::nullopt;
    return key && set_in(base, std::string(*key), v);
  }
  auto* c = std::get_if<std::shared_ptr<Cell>>(&base->v);
  if (!c) return false;
  const auto at = place_in(place, (*c)->dims, std::int64_t((*c)->items.size()));
  if (!at) return false;
  const std::shared_ptr<Cell> cell = *c;
  cell->items[std::size_t(*at)] = own_copy(v);
  return true;
}

// ---- what grows in place ----------------------------------------------------------------------------------------

// The parts behind the first one.
void FlatRun::join_parts(const FlatExpr& e, std::string& more) {
  if (e.kind != Kind::Binary) return;
  join_parts(e.parts[0], more);
  join_part(e.parts[1], more);
}
void FlatRun::join_part(const FlatExpr& e, std::string& more) {
  if (const auto t = e.calls ? std::nullopt : text(e)) {
    more += *t;
    return;
  }
  const Value v = value(e);
  auto* s = std::get_if<std::string>(&v.v);
  more += s ? *s : format_value(v);
}

// s = s + x + .., s += x of a text. False: nothing has been done.
bool FlatRun::extend_text(const FlatStmt& s) {
  const auto here = [&] {
    Value* v = own(s.slot);
    return v ? std::get_if<std::string>(&v->v) : nullptr;
  };
  const bool set = s.op == ast::AssignOp::Set;
  if ((set ? !s.joins_parts : s.op != ast::AssignOp::Add) || !here()) return false;
  std::string more;
  if (set) join_parts(s.value, more);
  else join_part(s.value, more);
  std::string* text = here();
  if (!text) internal_error("flat", "a text that went while others were joined to it");
  text->append(more);
  return true;
}

// v = [v, x, ..] of a row of numbers or a cell that nothing else holds, x without calls. False: nothing has been done.
bool FlatRun::extend_row(const FlatStmt& s) {
  const Value* old = own(s.slot);
  auto* c = old ? std::get_if<std::shared_ptr<Cell>>(&old->v) : nullptr;
  auto* row = old ? std::get_if<ArrayP>(&old->v) : nullptr;
  const bool alone = c ? c->use_count() == 1 : row && row->use_count() == 1 && (*row)->buffer.use_count() == 1;
  if (!s.grows || !alone) return false;
  std::vector<Value> items;
  items.reserve(s.value.parts.size() - 1);
  for (std::size_t k = 1; k < s.value.parts.size(); ++k) {
    Number n;
    Value v;
    if (number(s.value.parts[k], n)) v = Value(n);
    else if (!c || !thing(s.value.parts[k], v)) return false;
    items.push_back(std::move(v));
  }
  if (!c) return append_numbers(**row, items);
  if (c->use_count() != 1) return false;  // an item is the cell itself
  append_items(**c, std::move(items));
  return true;
}

// [a, b] = f(..) of a plain function with as many outputs. False: nothing has been done.
bool FlatRun::assign_several(const FlatStmt& s) {
  const FlatExpr& e = s.value;
  PlainFunction& f = *e.meaning->plain;
  if (hidden(e) || e.parts.size() != f.parameters.size() || s.slots.size() > f.outputs.size()) return false;
  EnvironmentP inner = evaluator_.environment_for(f);
  for (std::size_t k = 0; k < e.parts.size(); ++k) inner->variables.value_at(k) = value(e.parts[k]);
  std::vector<Value> results = evaluator_.plain_results(f, *e.name, *e.meaning, inner, e.source->span, env_, int(s.slots.size()));
  const auto& targets = std::get<ast::Assign>(s.source->node).targets;
  for (std::size_t k = 0; k < s.slots.size(); ++k) {
    Value v = evaluator_.arrays_.compute(results.at(k));
    if (!put(s.slots[k], v)) evaluator_.assign_name(std::get<ast::Name>(targets[k].place->node).name, std::move(v), env_, false);
  }
  return true;
}

}  // namespace qc::host
