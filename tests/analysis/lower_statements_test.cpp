// What statements, loops, ranges, slices and kernels become, program by program: lowered.txt.
#include <doctest/doctest.h>

#include <regex>
#include <string>

#include "lowering.h"
#include "tests/programs_with_results.h"

using namespace qc_test;

namespace {

// The program's kernels as they are lowered, or the codes of what is wrong with them.
std::string shown_kernels(const std::string& program) {
  std::string out;
  for (const auto& s : Text(program).program.statements) {
    auto* f = std::get_if<qc::Box<qc::ast::FunctionDef>>(&s.node);
    if (!f || (*f)->qualifier != qc::ast::Qualifier::Kernel) continue;
    try {
      out += qc::ir::print(kernel(program, (*f)->name).function);
    } catch (const qc::ProgramError& e) {
      out += std::string(e.diagnostics[0].code.text()) + "\n";
    }
  }
  return out;
}

std::string shown(const std::string& program) {
  const Result r = lower_all(program);
  std::string out = shown_kernels(program);
  for (const auto& l : r.loops) {
    if (auto* why = std::get_if<qc::NotLowered>(&l)) {
      out += why->code + ": " + why->message + "\n";
      continue;
    }
    const auto& f = std::get<qc::LoopNest>(l).function;
    out += qc::ir::print(f);
    if (!f.outputs.empty()) out += "outputs: " + output_names(f) + "\n";
  }
  for (const auto& d : r.diagnostics) out += std::string(d.code.text()) + "\n";
  // A sum over a slice of computed length is long: what is before it says how long the slice is.
  out = out.substr(0, out.find("    $count"));
  // Failures are marked by numbers that mean nothing.
  return std::regex_replace(out, std::regex("-[0-9]{12,}"), "mark");
}

}  // namespace

TEST_CASE("statements, loops and ranges are lowered as lowered.txt says") {
  check_programs(QC_SOURCE_DIR "/tests/analysis/lowered.txt", 100, shown);
}
