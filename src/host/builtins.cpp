// The table of built-ins and those that make, measure, read and write values.
#include "host/builtins.h"

#include <fmt/format.h>

#include <chrono>
#include <cstring>
#include <unordered_map>

#include "host/arith.h"
#include "host/builtin_parts.h"
#include "host/printf.h"

namespace qc::host {

using Args = std::vector<Value>;
using Results = std::vector<Value>;

namespace {

// size(x) of a vec is [1, n]; size(x, d), size(x, 0..1).
Results size(CallContext& c, Args& a) {
  want_arguments(c, a, "size", 1, 2);
  std::vector<std::int64_t> dims{1, 1};
  if (auto* p = std::get_if<ArrayP>(&a[0].v)) {
    dims = (*p)->dims;
    if (dims.size() == 1) dims.insert(dims.begin(), 1);
  } else to_number(a[0], c.span, "an array");
  if (a.size() == 1) return {int_vector(dims)};
  auto extent = [&](std::int64_t d) -> std::int64_t {
    if (d < 0) fail("Q0404", c.span, fmt::format("dimension {} does not exist", d));
    return d < std::int64_t(dims.size()) ? dims[std::size_t(d)] : 1;
  };
  if (auto* p = std::get_if<ArrayP>(&a[1].v)) {
    std::vector<std::int64_t> out;
    const void* data = (*p)->buffer->host_read();
    for (std::int64_t i = 0; i < (*p)->count(); ++i) out.push_back(extent(to_index(Value(get_element(**p, data, i)), c.span)));
    return {int_vector(out)};
  }
  return {Value(Number::integer(extent(to_index(a[1], c.span))))};
}

Results numel(CallContext& c, Args& a) {
  want_arguments(c, a, "numel", 1, 1);
  auto* p = std::get_if<ArrayP>(&a[0].v);
  return {Value(Number::integer(p ? (*p)->count() : 1))};
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

// ---- text ----
std::string format_of(const CallContext& c, const Args& a, const char* name) {
  if (a.empty()) fail("Q0204", c.span, fmt::format("'{}' takes a format and its values", name));
  auto* f = std::get_if<std::string>(&a[0].v);
  if (!f) fail("Q0301", c.span, fmt::format("the first argument of '{}' must be a string", name));
  return format_printf(*f, {a.begin() + 1, a.end()}, c.span);
}
Results print_formatted(CallContext& c, Args& a) {
  const std::string text = format_of(c, a, "printf");
  if (c.session.sinks().out) c.session.sinks().out(text);
  return {};
}
Results sprintf_(CallContext& c, Args& a) { return {Value(format_of(c, a, "sprintf"))}; }
Results error(CallContext& c, Args& a) { fail("Q0403", c.span, format_of(c, a, "error")); }
Results assert_(CallContext& c, Args& a) {
  want_arguments(c, a, "assert", 1, 2);
  if (!to_bool(a[0], c.span)) fail("Q0403", c.span, a.size() == 2 ? format_value(a[1]) : "the assertion failed");
  return {};
}
Results strcat_(CallContext&, Args& a) {
  std::string s;
  for (const Value& v : a) s += format_value(v);
  return {Value(s)};
}
Results type(CallContext& c, Args& a) {
  want_arguments(c, a, "type", 1, 1);
  return {Value(type_name(type_of(a[0]), c.session.options().scalar))};
}

using Clock = std::chrono::steady_clock;
thread_local Clock::time_point started = Clock::now();
Results tic(CallContext&, Args&) {
  started = Clock::now();
  return {};
}
// toc() prints the milliseconds, toc("") gives them.
Results toc(CallContext& c, Args& a) {
  const double ms = std::chrono::duration<double, std::milli>(Clock::now() - started).count();
  if (!a.empty()) return {Value(Number::real(ms, c.session.options().scalar))};
  if (c.session.sinks().out) c.session.sinks().out(fmt::format("{:.3f} ms\n", ms));
  return {};
}

}  // namespace

Builtin find_builtin(std::string_view name) {
  static const BuiltinTable table = [] {
    BuiltinTable all = {
        {"size", size}, {"numel", numel},
        {"ndims", ndims}, {"copy", copy}, {"printf", print_formatted},
        {"sprintf", sprintf_}, {"error", error}, {"assert", assert_}, {"strcat", strcat_}, {"type", type}, {"tic", tic}, {"toc", toc}};
    for (auto* family : {&shape_builtins, &file_builtins, &math_builtins, &pair_builtins, &reduction_builtins, &order_builtins, &random_builtins, &display_builtins, &figure_builtins, &form_builtins, &block_builtins})
      all.insert((*family)().begin(), (*family)().end());
    return all;
  }();
  if (auto it = table.find(name); it != table.end()) return it->second;
  return find_fourier(name);
}

}  // namespace qc::host
