// What statements, loops, ranges, slices and kernels become, program by program: lowered.txt.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <regex>
#include <string>

#include "lowering.h"
#include "tests/programs_with_results.h"

using namespace qc_test;

namespace {

std::string shown_kernel(const qc::LoweredKernel& k) {
  std::string out = qc::ir::print(k.function);
  const auto names = [&](const char* what, const auto& list, const auto& name) {
    if (!list.empty()) out += what;
    for (const auto& x : list) out += " " + name(x);
    if (!list.empty()) out += "\n";
  };
  names("captured:", k.captured, [](const std::string& name) { return name; });
  names("accumulators:", k.accumulators, [](const qc::LoweredKernel::Accumulator& a) {
    return a.name + " : " + qc::type_name(a.type) + (a.output ? " output" : "");
  });
  int products = 0;
  qc::ir::for_each_stmt(k.function.body, [&](const qc::ir::Stmt& s) {
    auto* a = std::get_if<qc::ir::Atomic>(&s.node);
    products += a && a->product;
  });
  if (products) out += fmt::format("products added in one step: {}\n", products);
  if (k.guarded) out += "guarded\n";
  if (k.sees_block) out += "sees the block\n";
  return out;
}

// The program's kernels as they are lowered, or what is wrong with them: those that are launched for the types that the
// text shows, the others for the types that they declare.
std::string shown_kernels(const std::string& program, const Result& r) {
  std::string out;
  for (const auto& k : r.kernels)
    if (auto* kernel = std::get_if<qc::LoweredKernel>(&k))
      out += shown_kernel(*kernel);
    else
      out += std::string(std::get<qc::Diagnostic>(k).code.text()) + ": " + std::get<qc::Diagnostic>(k).message + "\n";
  for (const auto& s : Text(program).program.statements) {
    auto* f = std::get_if<qc::Box<qc::ast::FunctionDef>>(&s.node);
    if (!f || (*f)->qualifier != qc::ast::Qualifier::Kernel || r.launched.count((*f)->name)) continue;
    try {
      out += shown_kernel(kernel(program, (*f)->name));
    } catch (const qc::ProgramError& e) {
      out += std::string(e.diagnostics[0].code.text()) + "\n";
    }
  }
  return out;
}

std::string shown(const std::string& program) {
  const Result r = lower_all(program);
  std::string out = shown_kernels(program, r);
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
