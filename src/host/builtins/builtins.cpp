// The table of built-ins and those that measure and copy values.
#include "host/builtins/builtins.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "host/arrays/arith.h"
#include "host/builtins/families.h"

namespace qc::host {

namespace {

// size(x) of a vec is [1, n]; size(x, d), size(x, 0..1).
Results size(CallContext& c, Args& a) {
  want_arguments(c, a, "size", 1, 2);
  auto* array = std::get_if<ArrayP>(&a[0].v);
  if (!array) to_number(a[0], c.span, "an array");
  const std::int64_t rank = array ? std::int64_t((*array)->dims.size()) : 0;
  auto extent = [&](std::int64_t d) -> std::int64_t {
    if (d < 0) fail("Q0404", c.span, fmt::format("dimension {} does not exist", d));
    return array ? (*array)->extent(d) : 1;
  };
  if (a.size() == 1) {
    std::vector<std::int64_t> dims(std::size_t(std::max<std::int64_t>(rank, 2)));
    for (std::size_t d = 0; d < dims.size(); ++d) dims[d] = extent(std::int64_t(d));
    return {int_vector(dims)};
  }
  if (auto* p = std::get_if<ArrayP>(&a[1].v)) {
    std::vector<std::int64_t> out;
    const void* data = (*p)->buffer->host_read();
    for (std::int64_t i = 0; i < (*p)->count(); ++i)
      out.push_back(extent(to_index(Value(get_element(**p, data, i)), c.span)));
    return {int_vector(out)};
  }
  return {Value(Number::integer(extent(to_index(a[1], c.span))))};
}

Results numel(CallContext& c, Args& a) {
  want_arguments(c, a, "numel", 1, 1);
  auto* p = std::get_if<ArrayP>(&a[0].v);
  const bool unset = std::holds_alternative<Nothing>(a[0].v);  // nullptr, an item of a cell that was not set, is empty
  return {Value(Number::integer(p ? (*p)->count() : unset ? 0 : 1))};
}

Results ndims(CallContext& c, Args& a) {
  want_arguments(c, a, "ndims", 1, 1);
  auto* p = std::get_if<ArrayP>(&a[0].v);
  return {Value(Number::integer(p ? std::max<std::int64_t>(2, std::int64_t((*p)->dims.size())) : 2))};
}

Results copy(CallContext& c, Args& a) {
  want_arguments(c, a, "copy", 1, 1);
  if (auto* p = std::get_if<ArrayP>(&a[0].v)) return {Value(copy_of(**p))};
  return {a[0]};
}

Results type(CallContext& c, Args& a) {
  want_arguments(c, a, "type", 1, 1);
  return {Value(type_name(type_of(a[0]), c.session.options().scalar))};
}

}  // namespace

static const BuiltinTable& host_functions() {
  static const BuiltinTable table = [] {
    BuiltinTable all = {{"size", size}, {"numel", numel}, {"ndims", ndims}, {"copy", copy}, {"type", type}};
    for (auto* family : {&shape_builtins, &file_builtins, &open_file_builtins, &text_builtins, &pattern_builtins,
                         &math_builtins, &pair_builtins, &reduction_builtins, &order_builtins, &random_builtins,
                         &fourier_builtins, &display_builtins, &figure_builtins, &form_builtins, &block_builtins})
      all.insert((*family)().begin(), (*family)().end());
    return all;
  }();
  return table;
}

HostFunction find_builtin(std::string_view name) {
  if (auto it = host_functions().find(name); it != host_functions().end()) return it->second;
  const BuiltinInfo* row = builtin_info(name);
  return row && row->formula ? HostFunction(*row) : HostFunction();
}

std::vector<std::string_view> host_builtins() {
  std::vector<std::string_view> names;
  for (const auto& [name, function] : host_functions()) names.push_back(name);
  for (const BuiltinInfo* row : all_builtins())
    if (row->formula && !host_functions().count(row->name)) names.push_back(row->name);
  return names;
}

}  // namespace qc::host
