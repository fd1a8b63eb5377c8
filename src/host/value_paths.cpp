#include "host/value_paths.h"

#include <cmath>

namespace qc::host {

Value* find_inside(Value& root, std::string_view rest) {
  if (auto* c = std::get_if<std::shared_ptr<Closure>>(&root.v)) return *c && (*c)->captured ? find_path(*(*c)->captured, rest) : nullptr;
  auto* r = std::get_if<std::shared_ptr<Record>>(&root.v);
  if (!r || !*r) return nullptr;
  const auto point = rest.find('.');
  Value* field = (*r)->find(rest.substr(0, point));
  return !field || point == std::string_view::npos ? field : find_inside(*field, rest.substr(point + 1));
}

Value* find_path(Environment& env, std::string_view name) {
  if (Value* v = env.find(name)) return v;
  const auto point = name.find('.');
  if (point == std::string_view::npos) return nullptr;
  Value* root = env.find(name.substr(0, point));
  return root ? find_inside(*root, name.substr(point + 1)) : nullptr;
}

std::vector<FunctionRef> functions_behind(const Closure& c, const std::string& name, const Evaluator& evaluator, const Environment* around) {
  std::vector<FunctionRef> out;
  if (c.def && c.captured == evaluator.globals()) {
    for (const Overload& o : evaluator.overloads(c.name)) out.push_back({o.def, nullptr, {}, {}});
    if (out.empty()) out.push_back({c.def, nullptr, {}, {}});
    return out;
  }
  if (!c.def && !c.lambda) {
    for (const Overload& o : evaluator.overloads(c.name)) out.push_back({o.def, nullptr, {}, {}});
    if (out.empty()) out.push_back({nullptr, nullptr, c.name, {}});
    return out;
  }
  const std::string path = !c.captured || c.captured.get() == around ? std::string() : name + ".";
  out.push_back({c.def, c.lambda, {}, path});
  for (const auto* d : c.more) out.push_back({d, nullptr, {}, path});
  return out;
}

std::optional<std::int64_t> extent_of_value(const Value* v, int dim) {
  auto* a = v ? std::get_if<ArrayP>(&v->v) : nullptr;
  if (!a) return {};
  return dim < int((*a)->dims.size()) ? (*a)->dims[std::size_t(dim)] : 1;
}

std::optional<std::int64_t> whole_number(const Value* v) {
  auto* n = v ? std::get_if<Number>(&v->v) : nullptr;
  if (!n || n->complex) return {};
  if (!is_float(n->type)) return n->i;
  if (n->re != std::floor(n->re) || std::fabs(n->re) > 9e15) return {};
  return std::int64_t(n->re);
}

std::optional<bool> is_whole_number(const Value* v) {
  auto* n = v ? std::get_if<Number>(&v->v) : nullptr;
  if (!n || n->complex) return {};
  return !is_float(n->type) || n->re == std::floor(n->re);
}

}  // namespace qc::host
