#include "host/eval/captured_functions.h"

namespace qc::host {

std::vector<FunctionRef> functions_behind(const Closure& c, const std::string& name, const EvalContext& cx,
                                          const Environment* around) {
  std::vector<FunctionRef> out;
  if (c.def && c.captured == cx.globals) {
    for (const Overload& o : overloads(cx, c.name)) out.push_back(function_ref(o));
    if (out.empty()) out.push_back({c.def, nullptr, {}, {}});
    return out;
  }
  if (!c.def && !c.lambda) {
    for (const Overload& o : overloads(cx, c.name)) out.push_back(function_ref(o));
    if (out.empty()) out.push_back({nullptr, nullptr, c.name, {}});
    return out;
  }
  const std::string path = !c.captured || c.captured.get() == around ? std::string() : name + ".";
  out.push_back({c.def, c.lambda, {}, path});
  for (const auto* d : c.more) out.push_back({d, nullptr, {}, path});
  return out;
}

}  // namespace qc::host
