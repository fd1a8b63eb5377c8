#include "tests/programs/program.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "codegen/effort.h"
#include "host/session/inspect.h"
#include "host/session/session.h"
#include "tests/programs/explained.h"
#include "tools/qc/directives.h"

namespace qc::test {
namespace {

using namespace tool;  // directives

struct Outcome {
  std::string output;
  std::vector<Diagnostic> diagnostics;
  std::string rendered;  // of an error
  std::vector<std::string> bits;
  std::string explained;  // with Options::explain
};

host::Options options_for(const Directives& d) {
  host::Options options;
  options.few_on_host = false;  // small loops are what kernels are tried with
  options.scalar = d.double_precision ? Elem::F64 : Elem::F32;
  options.device = host::DeviceChoice::Cpu;
  return options;
}

std::string hex(const std::optional<host::Value>& value) {
  if (!value) return "no such variable";
  std::optional<host::Number> n;
  if (const auto* p = std::get_if<host::Pending>(&value->v)) n = host::resolve(*p);
  if (const auto* p = std::get_if<host::Number>(&value->v)) n = *p;
  if (!n) return host::format_value(*value);
  char text[64];
  std::snprintf(text, sizeof text, "%a", n->as_double());
  return text;
}

Outcome run(const std::string& path, const std::string& text, const Directives& d, const host::Options& options) {
  Outcome outcome;
  host::Sinks sinks;
  sinks.out = [&](std::string_view s) { outcome.output += s; };
  sinks.diagnostic = [&](const Diagnostic& x) { outcome.diagnostics.push_back(x); };
  sinks.log = [&](std::string_view s) { outcome.explained += s; };
  host::Session session(options, sinks);
  const FileId file = session.sources().add(path, text);
  try {
    session.run(file, true);
    for (const auto& b : d.bits) outcome.bits.push_back(hex(session.variable(b.variable)));
  } catch (const ProgramError& e) {
    outcome.diagnostics.insert(outcome.diagnostics.end(), e.diagnostics.begin(), e.diagnostics.end());
    outcome.rendered = render(e.diagnostics, session.sources());
  } catch (const runtime::FailureError& e) {
    outcome.rendered = "device failure: " + e.failure.message;
  }
  return outcome;
}

bool has(const Outcome& outcome, Severity severity, const ExpectedDiagnostic& expected, const std::string& text) {
  SourceMap sources;
  const FileId file = sources.add("", text);
  for (const auto& d : outcome.diagnostics) {
    if (d.severity != severity || d.code.text() != expected.code) continue;
    if (expected.line == 0) return true;
    const LineColumn at = sources.place(file, d.span.begin);
    if (d.span.valid() && at.line == expected.line && at.column == expected.column) return true;
  }
  return false;
}

void compare(const Outcome& outcome, const Directives& d, const std::string& text) {
  INFO(outcome.rendered);
  if (d.error)
    CHECK_MESSAGE(has(outcome, Severity::Error, *d.error, text),
                  "expected error " << d.error->code << " at " << d.error->line << ":" << d.error->column);
  else
    CHECK(outcome.rendered == "");
  for (const auto& w : d.warnings)
    CHECK_MESSAGE(has(outcome, Severity::Warning, w, text), "expected warning " << w.code);
  if (!d.output.empty()) CHECK(outcome.output == d.expected_output());
  if (outcome.bits.size() == d.bits.size())
    for (std::size_t i = 0; i < d.bits.size(); ++i)
      CHECK_MESSAGE(outcome.bits[i] == d.bits[i].value,
                    d.bits[i].variable << ": " << outcome.bits[i] << " instead of " << d.bits[i].value);
}

void compare_loops(const std::string& path, const std::string& text, const Directives& d) {
  if (d.loops.empty()) return;
  SourceMap sources;
  const FileId file = sources.add(path, text);
  const auto report = host::report_on(sources, file, options_for(d), host::ReportKind::ExplainJson, false);
  if (!d.error) CHECK_MESSAGE(report.ok(), render(report.diagnostics, sources));
  for (const auto& loop : d.loops)
    CHECK(verdict_in(report.text, loop.line) ==
          loop.verdict + (loop.accumulators.empty() ? "" : " " + loop.accumulators));
}

// Whether a program is one of every `share`, by its name; of all where the environment's `variable` is all.
bool is_chosen(std::string_view name, std::uint32_t share, const char* variable) {
  const char* which = std::getenv(variable);
  std::uint32_t hash = 0;
  for (const char c : name) hash = hash * 31 + std::uint8_t(c);
  return (which && std::string_view(which) == "all") || hash % share == 0;
}
// Of which programs the report is compared with the run.
bool is_explained(std::string_view name) { return is_chosen(name, 6, "QC_EXPLAINED"); }
// Which programs have all their code made with full effort, which takes two thirds of the time of all runs; that of
// loops with much work is, whatever the program.
bool is_optimised(std::string_view name) { return is_chosen(name, 2, "QC_OPTIMISED"); }

// --explain says of each loop what a run sees of it.
void compare_explained(const std::string& path, const std::string& text, const Directives& d, const Outcome& seen) {
  SourceMap sources;
  const auto report =
      host::report_on(sources, sources.add(path, text), options_for(d), host::ReportKind::Explain, false);
  for (const std::string& difference : differences(path, text, report.text, seen.explained)) FAIL_CHECK(difference);
}

}  // namespace

void run_program(const char* name) {
  const std::string path = std::string(QC_SOURCE_DIR "/") + name;
  std::ifstream in(path);
  std::ostringstream contents;
  contents << in.rdbuf();
  const std::string text = contents.str();
  const Directives d = read_directives(text);
  for (const auto& line : d.malformed) FAIL_CHECK("not a directive: " << line);
  REQUIRE_MESSAGE((!d.output.empty() || !d.bits.empty() || d.error), "the program expects nothing");
  compare_loops(path, text, d);

  host::Options options = options_for(d);
  options.threads = 1;
  const Outcome first = run(path, text, d, options);
  compare(first, d, text);
  // What --emit=kernel prints is a program too, and gives the same results.
  const auto emitted = [&](const std::string& where) {
    // One program for each shape of loop; all of them would compile many large kernels for little more.
    constexpr const char* round_trips[] = {"jdv.q",
                                           "hql.q",
                                           "maps.q",
                                           "stencil.q",
                                           "min_max_nan.q",
                                           "conditional_sum.q",
                                           "start_value.q",
                                           "sum_1000003.q",
                                           "printed_two_names.q",
                                           "printed_last_values.q",
                                           "printed_complex.q"};
    if (std::none_of(std::begin(round_trips), std::end(round_trips),
                     [&](const char* n) { return path.ends_with(std::string("tests/programs/") + n); }))
      return;
    INFO(where);
    SourceMap sources;
    const auto report = host::report_on(sources, sources.add(path, text), options, host::ReportKind::Kernel, false);
    REQUIRE_MESSAGE(report.ok(), render(report.diagnostics, sources));
    INFO(report.text);
    codegen::use_effort(codegen::Effort::Little);  // large kernels whose numbers alone are looked at
    const Outcome again = run(path, report.text, d, options);
    codegen::use_effort({});
    CHECK(again.rendered == "");
    CHECK(again.output == first.output);
    CHECK(again.bits == first.bits);
  };
  const auto same = [&](const std::string& where) {
    INFO(where);
    const Outcome other = run(path, text, d, options);
    CHECK(other.output == first.output);
    CHECK(other.rendered == first.rendered);
    CHECK(other.bits == first.bits);
    if (options.explain) compare_explained(path, text, d, other);
  };
  const auto same_on_the_emulator = [&] {
    // Many millions of iterations; tests/simt has smaller loops of the same kinds, also with narrower groups.
    constexpr const char* large[] = {"array_fused.q", "bins_sizes.q", "partial_long_rows.q", "partial_shapes.q",
                                     "scan_sizes.q"};
    if (std::any_of(std::begin(large), std::end(large), [&](const char* n) { return path.ends_with(n); })) return;
    const std::size_t hash = std::hash<std::string>{}(name);
    options.device = host::DeviceChoice::Simt;
    options.simt = {32 >> (hash % 2 ? 0 : hash / 2 % 4), hash % 1000};  // each program under a schedule of its own
    same("on the emulator, width " + std::to_string(options.simt.width) + ", seed " +
         std::to_string(options.simt.seed));
  };
  const char* named = std::getenv("QC_TEST_DEVICE");
  const std::string device = named ? named : "";
  if (device == "cuda") {
    options.device = host::DeviceChoice::Cuda;
    same("on cuda");
    emitted("emitted kernels on cuda");
    return;
  }
  if (device != "simt") {
    options.threads = 2;
    options.explain = is_explained(name);
    same("with 2 threads");
    options.explain = false;
    options.threads = 7;
    if (is_optimised(name)) codegen::use_effort(codegen::Effort::Full);  // before: of either kind, by what it did
    same("with 7 threads");
    codegen::use_effort({});
    emitted("emitted kernels");
  }
  if (device != "cpu") same_on_the_emulator();
}

}  // namespace qc::test
