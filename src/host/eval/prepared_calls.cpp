// Calls from a host program that looks a function up once and calls it often with arguments of the same types.
#include "host/eval/evaluator.h"
#include "support/stop.h"
#include "value/fail.h"

namespace qc::host {

void Evaluator::prepare(PreparedCall& call) {
  call.overload.reset();
  call.definitions = definitions_;
  if (Value* v = globals_->find(call.name); v && std::holds_alternative<std::shared_ptr<Closure>>(v->v)) return;
  const auto& all = named_overloads(call.name);
  const Arguments samples{call.samples, {}};
  bool ambiguous = false;
  const Overload* best = choose(all, nullptr, samples, ambiguous);
  if (!best || ambiguous) no_overload(call.name, all, nullptr, samples, {}, ambiguous);
  const auto& def = *best->def;
  if (call.outputs > int(def.outputs.size()))
    fail("Q0204", {},
         "'" + call.name + "' gives " + std::to_string(def.outputs.size()) + " value" +
             (def.outputs.size() == 1 ? "" : "s") + ", not " + std::to_string(call.outputs));
  call.overload = *best;
}

std::vector<Value> Evaluator::call_prepared(PreparedCall& call, std::vector<Value> arguments) {
  if (call.definitions != definitions_) prepare(call);
  if (!call.overload) return call_by_name(call.name, std::move(arguments));
  const StopScope stop(interrupted_);
  return call_function(*call.overload, nullptr, {std::move(arguments), {}}, {}, call.outputs);
}

}  // namespace qc::host
