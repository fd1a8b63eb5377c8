// Calls of functions by their names. A host program looks a function up once and calls it often with arguments of the
// same types.
#include "host/eval/interface/typed_calls.h"

#include <fmt/format.h>

#include "host/eval/interface/direct_calls.h"
#include "host/eval/interface/functions.h"
#include "host/eval/interface/names.h"
#include "host/library/library.h"
#include "support/diagnostic.h"
#include "support/stop.h"
#include "value/fail.h"

namespace qc::host {

// The functions of that name, of which there are some.
static const std::vector<Overload>& named_overloads(EvalContext& cx, const std::string& name) {
  const auto& all = overloads(cx, name);
  if (all.empty()) {
    std::vector<std::string> names;
    for (const auto& [n, o] : cx.defined.functions) names.push_back(n);
    const std::string near = nearest_name(name, names);
    for (const auto& n : Library::names()) names.push_back(n);
    fail("Q0201", {}, fmt::format("there is no function '{}'", name),
         near.empty() ? "" : fmt::format("did you mean '{}'?", near));
  }
  return all;
}

std::vector<Value> call_by_name(EvalContext& cx, const std::string& name, std::vector<Value> arguments) {
  const StopScope stop(cx.progress.interrupted);
  if (Value* v = cx.globals->find(name))
    if (auto* c = std::get_if<std::shared_ptr<Closure>>(&v->v)) {
      auto results = call_closure(cx, **c, {std::move(arguments), {}}, {}, cx.globals, 1);
      for (Value& r : results) r = cx.arrays.compute(r);
      return results;
    }
  const Meaning& m = meaning(cx, name);
  if (PlainFunction* f = plain_of(cx, m); f && takes(cx, *f, arguments))
    return call_plain(cx, *f, std::move(arguments), {});
  const auto& all = named_overloads(cx, name);
  return call_overloads(cx, name, all, nullptr, {std::move(arguments), {}}, {}, int(all[0].def->outputs.size()));
}

void prepare(EvalContext& cx, PreparedCall& call) {
  call.found.reset();
  call.definitions = cx.meanings.definitions;
  if (Value* v = cx.globals->find(call.name); v && std::holds_alternative<std::shared_ptr<Closure>>(v->v)) return;
  const auto& all = named_overloads(cx, call.name);
  const Arguments samples{call.samples, {}};
  bool ambiguous = false;
  const Overload* best = choose(cx, all, nullptr, samples, ambiguous);
  if (!best || ambiguous) no_overload(cx, call.name, all, nullptr, samples, {}, ambiguous);
  const auto& def = *best->def;
  if (call.outputs > int(def.outputs.size()))
    fail("Q0204", {},
         "'" + call.name + "' gives " + std::to_string(def.outputs.size()) + " value" +
             (def.outputs.size() == 1 ? "" : "s") + ", not " + std::to_string(call.outputs));
  auto found = std::make_shared<PreparedCall::Found>(PreparedCall::Found{*best, nullptr});
  if (call.outputs == int(def.outputs.size())) found->plain = plain_function(cx, found->overload);
  call.found = std::move(found);
}

std::vector<Value> call_prepared(EvalContext& cx, PreparedCall& call, std::vector<Value> arguments) {
  if (call.definitions != cx.meanings.definitions) prepare(cx, call);
  const auto found = call.found;
  if (!found) return call_by_name(cx, call.name, std::move(arguments));
  const StopScope stop(cx.progress.interrupted);
  if (found->plain && found->plain->takes_count(arguments.size()))
    return call_plain(cx, *found->plain, std::move(arguments), {});
  return call_function(cx, found->overload, nullptr, {std::move(arguments), {}}, {}, call.outputs);
}

}  // namespace qc::host
