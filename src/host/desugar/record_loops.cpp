#include "host/desugar/record_loops.h"

#include <algorithm>

#include "analysis/dataflow/assignments.h"

namespace qc::host {

// The class and fields of an instance of a plain class whose fields are numbers and values of a fixed size; nothing: it
// is something else.
static std::optional<LoopCarriedRecord> loop_carried_record(const Value* v, const LoopEnvironment& evaluator) {
  auto* r = v ? std::get_if<std::shared_ptr<Record>>(&v->v) : nullptr;
  if (!r || !*r || !(*r)->is_value || !(*r)->type || !(*r)->type->definition) return {};
  const ast::TypeDef& def = *(*r)->type->definition;
  if (!def.generics.empty() || evaluator.is_function(def.name) || (*r)->fields.size() != def.fields.size() ||
      evaluator.has_class_like(def))
    return {};
  LoopCarriedRecord out{def.name, {}};
  for (const auto& [name, field] : (*r)->fields) {
    auto* n = std::get_if<Number>(&field.v);
    auto* a = std::get_if<ArrayP>(&field.v);
    if (!(n && !n->complex) && !(a && (*a)->fixed && !(*a)->complex)) return {};
    out.fields.push_back(name);
  }
  return out;
}

const ast::Stmt* RecordLoops::find(const ast::Stmt& loop, const EnvironmentP& env, const LoopEnvironment& evaluator) {
  Known& known = loops_[&loop];
  if (known.declined) return nullptr;
  if (!std::exchange(known.made, true)) known.assigned = lowering::assigned_names(ast::Block{loop});
  LoopCarriedRecords records;
  for (const std::string& name : known.assigned)
    if (auto r = loop_carried_record(env->find(name), evaluator)) records.emplace(name, std::move(*r));
  if (records.empty()) return nullptr;
  auto [at, fresh] = known.texts.try_emplace(records);
  if (fresh) at->second = with_loop_carried_records(loop, records);
  return at->second ? &*at->second : nullptr;
}

}  // namespace qc::host
