#include "codegen/ir_passes/narrow_variables.h"

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

#include "ir/build.h"

namespace qc::codegen {

using namespace ir;

namespace {

bool is_narrow(Elem e) { return is_int(e) && byte_size(e) < 8; }

bool holds(Elem e, std::int64_t value) {
  const int bits = 8 * byte_size(e);
  return is_unsigned(e) ? value >= 0 && value >> bits == 0 : value >> (bits - 1) == (value < 0 ? -1 : 0);
}

class Narrower {
 public:
  explicit Narrower(Function& f) : f_(f), type_(f.vars.size()) {}

  void run() {
    find();
    // What is given to one may be another that is none after all.
    for (bool changed = true; changed;) {
      changed = false;
      for (auto& [v, values] : given_)
        if (type_[v] &&
            !std::all_of(values.begin(), values.end(), [&](const Expr* e) { return fits(*e, *type_[v]); })) {
          type_[v].reset();
          changed = true;
        }
    }
    for (VarId v = 0; v < f_.vars.size(); ++v)
      if (type_[v]) f_.vars[v].type = *type_[v];
  }

 private:
  void find() {
    for_each_stmt(f_.body, [&](const Stmt& s) {
      if (auto* a = std::get_if<Assign>(&s.node)) given_[a->var].push_back(a->value.get());
    });
    for (bool changed = true; changed;) {
      changed = false;
      for (const auto& [v, values] : given_)
        for (const Expr* e : values) {
          if (f_.vars[v].type != Elem::I64 || type_[v]) continue;
          type_[v] = narrow_type(*e);
          changed |= type_[v].has_value();
        }
    }
    // What others give or take as it lies in memory.
    const auto keep = [&](VarId v) {
      if (v < type_.size()) type_[v].reset();
    };
    for_each_stmt(f_.body, [&](const Stmt& s) {
      if (auto* l = std::get_if<For>(&s.node)) keep(l->var);
      if (auto* t = std::get_if<Atomic>(&s.node); t && t->old) keep(*t->old);
    });
    for_each_expr(f_.body, [&](const Expr& e) {
      auto* s = std::get_if<Shuffle>(&e.node);
      if (auto* v = s ? std::get_if<VarRef>(&s->value->node) : nullptr) keep(v->var);
    });
    for (const Param& p : f_.params)
      if (p.kind == Param::Kind::Scalar) keep(p.id);
    for (VarId o : f_.outputs) keep(o);
    keep(f_.order);
  }

  // The type that an expression is made or read in.
  std::optional<Elem> narrow_type(const Expr& e) const {
    std::optional<Elem> type;
    if (auto* v = std::get_if<VarRef>(&e.node)) type = type_[v->var];
    if (auto* s = std::get_if<Select>(&e.node))
      type = narrow_type(*s->yes) ? narrow_type(*s->yes) : narrow_type(*s->no);
    if (auto* c = std::get_if<Cast>(&e.node)) type = c->to;
    if (auto* l = std::get_if<Load>(&e.node)) type = f_.arrays[l->access.array].elem;
    return type && is_narrow(*type) ? type : std::nullopt;
  }

  bool fits(const Expr& e, Elem type) const {
    if (const auto value = as_int(e)) return holds(type, *value);
    if (auto* v = std::get_if<VarRef>(&e.node)) return type_[v->var] == type;
    if (auto* s = std::get_if<Select>(&e.node)) return fits(*s->yes, type) && fits(*s->no, type);
    return narrow_type(e) == type;
  }

  Function& f_;
  std::vector<std::optional<Elem>> type_;            // by variable
  std::map<VarId, std::vector<const Expr*>> given_;  // what is assigned to each
};

}  // namespace

Function narrow_variables(Function f) {
  Narrower(f).run();
  return f;
}

}  // namespace qc::codegen
