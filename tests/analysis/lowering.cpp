#include "lowering.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>

namespace qc_test {

using namespace qc;

Text::Text(const std::string& text) {
  const FileId file = sources.add("t.q", text);
  ParseResult r = parse(sources, file);
  std::string messages;
  for (const auto& d : r.diagnostics) messages += d.message + "; ";
  INFO(text);
  REQUIRE_MESSAGE(r.ok(), messages);
  program = std::move(r.program);
}

Result lower_all(const std::string& text, Elem scalar) {
  Text t(text);
  Result out;
  WalkOptions options;
  options.scalar = scalar;
  options.launch = [&](const StaticLaunch& launch, const Scope& scope) {
    if (!std::all_of(launch.arguments.begin(), launch.arguments.end(), [](const Type& t) { return t.known(); })) return;
    const FunctionRef& k = launch.kernel;
    LowerOptions how{scalar};
    how.extents = launch.extents;
    out.launched.insert(launch.name);
    try {
      out.kernels.push_back(k.def ? lower_kernel(*k.def, launch.arguments, scope, how)
                                  : lower_kernel(*k.lambda, launch.site, launch.arguments, scope, how));
    } catch (const ProgramError& e) {
      out.kernels.push_back(e.diagnostics[0]);
    }
  };
  out.diagnostics = walk_loops(t.program, options, [&](const ast::Stmt& loop, const Scope& scope, const InnerScopes&) {
    out.loops.push_back(lower_loop(loop, scope, {scalar}));
  });
  for (const auto& d : out.diagnostics) out.slices.emplace_back(t.sources.slice(d.span));
  for (const auto& l : out.loops)
    if (auto* nest = std::get_if<LoopNest>(&l)) {
      const auto broken = ir::verify(nest->function);
      INFO(text);
      CHECK_MESSAGE(broken.empty(), (broken.empty() ? "" : broken[0]));
    }
  for (const auto& k : out.kernels)
    if (auto* kernel = std::get_if<LoweredKernel>(&k)) CHECK(ir::verify(kernel->function).empty());
  return out;
}

LoopNest lower_one(const std::string& text, Elem scalar) {
  Result r = lower_all(text, scalar);
  INFO(text);
  REQUIRE_MESSAGE(r.diagnostics.empty(), (r.diagnostics.empty() ? "" : r.diagnostics[0].message));
  REQUIRE(!r.loops.empty());
  auto* why = std::get_if<NotLowered>(&r.loops[0]);
  REQUIRE_MESSAGE(!why, (why ? why->code + ": " + why->message : ""));
  return std::get<LoopNest>(std::move(r.loops[0]));
}

std::string lowered(const std::string& text, Elem scalar) {
  return ir::print(lower_one(text, scalar).function, scalar);
}

std::string refusal(const std::string& text) {
  Result r = lower_all(text);
  INFO(text);
  REQUIRE_MESSAGE(r.diagnostics.empty(), (r.diagnostics.empty() ? "" : r.diagnostics[0].message));
  REQUIRE(!r.loops.empty());
  auto* why = std::get_if<NotLowered>(&r.loops[0]);
  return why ? why->code + ": " + why->message : "";
}

std::string codes(const std::string& text) {
  std::string out;
  for (const auto& d : lower_all(text).diagnostics) {
    if (!out.empty()) out += " ";
    out += d.code.text();
    if (d.severity == Severity::Warning) out += "?";
  }
  return out;
}

std::string param_names(const ir::Function& f) {
  std::string out;
  for (const auto& p : f.params) {
    if (!out.empty()) out += " ";
    out += p.kind == ir::Param::Kind::Array ? f.arrays[p.id].name : f.vars[p.id].name;
  }
  return out;
}

std::string output_names(const ir::Function& f) {
  std::string out;
  for (ir::VarId v : f.outputs) {
    if (!out.empty()) out += " ";
    out += f.vars[v].name;
  }
  return out;
}

std::string type_of_var(const ir::Function& f, const std::string& name) {
  for (const auto& v : f.vars)
    if (v.name == name) return elem_name(v.type);
  return "none";
}

LoweredKernel kernel(const std::string& text, const std::string& name, const std::vector<Type>& types) {
  Text t(text);
  WalkOptions options;
  LoweredKernel out;
  struct Nothing : Scope {
    std::optional<Type> type_of(std::string_view) const override { return {}; }
    std::optional<double> constant_of(std::string_view) const override { return {}; }
    std::vector<FunctionRef> functions(std::string_view n) const override {
      std::vector<FunctionRef> out;
      for (const auto& s : program->statements)
        if (auto* f = std::get_if<Box<ast::FunctionDef>>(&s.node); f && (*f)->name == n)
          out.push_back({f->get(), nullptr});
      return out;
    }
    bool live_after(std::string_view) const override { return true; }
    std::vector<std::string> names() const override { return {}; }
    const ast::Program* program = nullptr;
  } scope;
  scope.program = &t.program;
  const auto found = scope.functions(name);
  REQUIRE(found.size() == 1);
  out = lower_kernel(*found[0].def, types, scope, {});
  const auto broken = ir::verify(out.function);
  INFO(text);
  CHECK_MESSAGE(broken.empty(), (broken.empty() ? "" : broken[0]));
  return out;
}

std::string described(const LoopPlan& p) {
  std::string out = verdict_name(p.verdict);
  for (const PlannedLoop& l : p.loops) out += (&l == p.loops.data() ? " " : ",") + l.name;
  for (const Accumulator& a : p.accumulators) out += fmt::format(" {} {}", reduce_op_name(a.op), a.name);
  return out;
}

}  // namespace qc_test
