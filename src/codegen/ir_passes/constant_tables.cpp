#include "codegen/ir_passes/constant_tables.h"

#include "ir/build.h"

namespace qc::codegen {

using namespace ir;

namespace {

constexpr std::int64_t kFewest = 16;  // elements: less stays in registers

bool is_constant(const Expr& e) {
  return std::holds_alternative<ConstInt>(e.node) || std::holds_alternative<ConstFloat>(e.node);
}

// How many elements the array of the iteration has; 0: it is another one.
std::int64_t own_elements(const Array& a) {
  if (a.space != Space::Local) return 0;
  std::int64_t n = a.dims.empty() ? 0 : 1;
  for (const std::int64_t d : a.dims) n *= d;
  return n;
}

}  // namespace

ConstantTables constant_tables(const Function& f) {
  ConstantTables tables;
  for (ArrayId a = 0; a < f.arrays.size(); ++a)
    if (const std::int64_t n = own_elements(f.arrays[a]); n >= kFewest && f.arrays[a].dims.size() == 1)
      tables[a].resize(std::size_t(n));
  if (tables.empty()) return tables;
  for_each_stmt(f.body, [&](const Stmt& s) {
    if (auto* n = std::get_if<Atomic>(&s.node)) tables.erase(n->access.array);
    auto* n = std::get_if<Store>(&s.node);
    const auto table = n ? tables.find(n->access.array) : tables.end();
    if (table == tables.end()) return;
    const auto at = n->access.index.size() == 1 ? as_int(*n->access.index[0]) : std::nullopt;
    const bool inside = at && *at >= 0 && *at < std::int64_t(table->second.size()) && is_constant(*n->value);
    ExprP* value = inside ? &table->second[std::size_t(*at)] : nullptr;  // copies of the code store the same again
    if (value && (!*value || equal(*value, n->value)))
      *value = n->value;
    else
      tables.erase(table);
  });
  std::erase_if(tables, [](const auto& t) {
    for (const ExprP& value : t.second)
      if (!value) return true;
    return false;
  });
  return tables;
}

}  // namespace qc::codegen
