// The reports on loops (qc::explain).
#include <new>

#include "api/engine_impl.h"
#include "host/session/inspect.h"

namespace qc {
namespace {

LoopReport to_report(const host::ReportPart& part, const SourceMap& sources) {
  const LoopFinding& found = *part.finding;
  LoopReport r;
  if (found.span.valid()) {
    const LineColumn at = sources.place(found.span);
    r.file = sources.name(found.span.file);
    r.line = at.line;
    r.column = at.column;
  }
  r.outermost_line = part.outermost.valid() ? sources.place(part.outermost).line : r.line;
  r.verdict = found.verdict;
  r.loops = found.loops;
  for (const ShownAccumulator& a : found.accumulators) r.accumulators.push_back({a.name, a.op, a.type, a.companions});
  r.checks = found.checks;
  if (found.reason) {
    r.reason = found.reason->code;
    r.reason_text = found.reason->message;
    r.help = found.reason->help;
  }
  r.schedule = found.schedule;
  r.types = part.types;
  r.rendered = part.text;
  return r;
}

}  // namespace

// What `read` makes of the report of that kind.
template <class T, class Read>
static Result<T> reported(std::string_view source, std::string name, const Options& options, host::ReportKind kind,
                          const Read& read) {
  const auto chosen = session_options(options);
  if (!chosen) return chosen.error();
  const runtime::StandardFloats floats;
  SourceMap sources;
  try {
    const FileId file = sources.add(std::move(name), std::string(source));
    const bool gpu = chosen.value().device != host::DeviceChoice::Cpu;
    const host::Report report = host::report_on(sources, file, chosen.value(), kind, gpu);
    if (!report.ok()) return to_error(report.diagnostics, sources);
    return read(report, sources);
  } catch (const ProgramError& e) {
    return to_error(e.diagnostics, sources);
  } catch (const std::bad_alloc&) {
    return one_error("Q0702", "out of memory on the host");
  } catch (const std::exception& e) {
    return one_error("Q0403", e.what());
  }
}

Result<std::vector<LoopReport>> explain(std::string_view source, std::string name, Options options) {
  return reported<std::vector<LoopReport>>(source, std::move(name), options, host::ReportKind::Explain,
                                           [](const host::Report& report, const SourceMap& sources) {
                                             std::vector<LoopReport> loops;
                                             for (const host::ReportPart& part : report.parts)
                                               if (part.finding) loops.push_back(to_report(part, sources));
                                             return loops;
                                           });
}

Result<std::string> report_in_json(std::string_view source, std::string name, const Options& options) {
  return reported<std::string>(source, std::move(name), options, host::ReportKind::ExplainJson,
                               [](const host::Report& report, const SourceMap&) { return report.text; });
}

}  // namespace qc
