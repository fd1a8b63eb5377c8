#include "lower/state/assumptions.h"

#include <algorithm>
#include <utility>

namespace qc::lowering {

std::vector<FunctionRef> Assumptions::functions_of(const std::string& path) {
  auto functions = scope.functions(path);
  const bool known = std::any_of(specialised.callees.begin(), specialised.callees.end(),
                                 [&](const auto& c) { return c.name == path; });
  if (!known) specialised.callees.push_back({path, functions});
  return functions;
}

bool Assumptions::same_text(const Value& a, const Value& b) {
  const bool same = a.string().text == b.string().text;
  if (!a.string().outside.empty()) specialised.add_text(a.string().outside, b.string().text, same);
  if (!b.string().outside.empty()) specialised.add_text(b.string().outside, a.string().text, same);
  return same;
}

void Assumptions::count_item(const std::string& path) {
  if (std::find(counted_items.begin(), counted_items.end(), path) == counted_items.end()) counted_items.push_back(path);
  specialised.add_there(path, scope.type_of(path).has_value());
}

bool Assumptions::is_longer_than(std::int64_t n) {
  const bool is = scope.iterations() > n;
  auto& known = specialised.longer_than;
  if (std::find(known.begin(), known.end(), std::pair(n, is)) == known.end()) known.emplace_back(n, is);
  return is;
}

std::optional<std::int64_t> Assumptions::extent(const ir::Array& a, int dim, std::int64_t most) {
  if (std::size_t(dim) < a.dims.size()) return a.dims[std::size_t(dim)];
  if (a.space != ir::Space::Global) return {};
  const auto n = scope.extent_of(a.name, dim);
  if (!n) return {};
  if (*n > most) {
    specialised.longer.push_back({a.name, dim, most});
    return {};
  }
  for (const auto& e : specialised.extents)
    if (e.array == a.name && e.dim == dim) return n;
  specialised.extents.push_back({a.name, dim, *n});
  return n;
}

std::optional<std::int64_t> Assumptions::bound(const ir::Array& a, int dim, std::int64_t most) {
  constexpr std::int64_t kLeast = 32;
  if (std::size_t(dim) < a.dims.size()) return a.dims[std::size_t(dim)];
  const auto n = a.space == ir::Space::Global ? scope.extent_of(a.name, dim) : std::nullopt;
  if (!n) return {};
  std::int64_t bound = kLeast;
  while (bound < *n && bound < most) bound *= 2;
  if (*n > kLeast) specialised.longer.push_back({a.name, dim, *n > bound ? bound : bound / 2});
  if (*n > bound) return {};
  specialised.at_most.push_back({a.name, dim, bound});
  return bound;
}

bool Assumptions::alike(const ir::Array& a, int dim_of_a, const ir::Array& b, int dim_of_b) {
  if (a.space != ir::Space::Global || b.space != ir::Space::Global) return false;
  const auto n = scope.extent_of(a.name, dim_of_a);
  if (!n || n != scope.extent_of(b.name, dim_of_b)) return false;
  specialised.alike.push_back({a.name, dim_of_a, b.name, dim_of_b});
  return true;
}

void Assumptions::begin_pass() {
  specialised = {};
  made_for.clear();
}

}  // namespace qc::lowering
