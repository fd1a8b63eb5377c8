#include "host/fusion/explain_expression.h"

#include <fmt/format.h>

#include "analysis/report/explain_parts.h"
#include "host/loops/compiled_loop.h"
#include "support/how_many.h"
#include "support/visible_text.h"

namespace qc::host {

namespace {

std::string extents_text(const ArrayExpr& e) {
  std::string out;
  for (std::int64_t n : e.dims) out += (out.empty() ? "" : " x ") + std::to_string(n);
  return out;
}

void collect_arrays(const ArrayExpr& e, std::set<const void*>& arrays) {
  if (e.kind == ArrayExpr::Kind::Array && e.array) arrays.insert(e.array->buffer.get());
  for (const auto& o : e.operands) collect_arrays(*o, arrays);
}

// "3 operators on 2 arrays"
std::string contents(const ArrayExpr& e) {
  std::set<const void*> arrays;
  collect_arrays(e, arrays);
  return (e.operators > 0 ? how_many(e.operators, "operator") + " on " : "") +
         how_many(std::int64_t(arrays.size()), "array");
}

}  // namespace

void ExpressionReport::fused(const ArrayExpr& e, const std::string& fold) {
  if (!explains(session_, e.span)) return;
  write(e, fmt::format("one loop over {}: {}{}", extents_text(e), contents(e),
                       fold.empty() ? "" : ", reduced by " + fold));
}

void ExpressionReport::stepped(const ArrayExpr& e) {
  if (e.operators > 1 && explains(session_, e.span))
    write(e, fmt::format("operator by operator: {} over {}, less work than compiling a loop", contents(e),
                         extents_text(e)));
}

void ExpressionReport::write(const ArrayExpr& e, const std::string& how) {
  const SourceMap& sources = session_.sources();
  const std::string text =
      fmt::format("{}:{}: array expression: {}\n", visible(sources.name(e.span.file)), sources.place(e.span).line, how);
  if (said_.insert({e.span.file, text}).second) session_.sinks().log(text + excerpt(e.span, sources));
}

}  // namespace qc::host
