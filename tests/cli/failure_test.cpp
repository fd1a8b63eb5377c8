// How failures that no program can provoke at will are shown.
#include <doctest/doctest.h>

#include <new>

#include "driver.h"
#include "runtime/device.h"

using namespace qc;

namespace {

tool::Failed shown(auto failure) {
  try {
    throw failure;
  } catch (...) {
    return tool::current_failure(SourceMap{});
  }
}

std::string text(const tool::Failed& failed) { return tool::messages(failed.diagnostics, SourceMap{}, {}); }

}  // namespace

TEST_CASE("failures of the machine have codes and exit code 4") {
  using runtime::Failure;
  const auto device = shown(runtime::FailureError({Failure::Kind::Device, "a launch failed"}));
  CHECK(device.exit_code == 4);
  CHECK(text(device) == "error[Q0703]: a launch failed\n");
  CHECK(text(shown(runtime::FailureError({Failure::Kind::OutOfMemory, "no memory"}))) == "error[Q0702]: no memory\n");
  CHECK(text(shown(runtime::FailureError({Failure::Kind::NoDevice, "no device"}))) == "error[Q0701]: no device\n");
  CHECK(shown(std::bad_alloc()).exit_code == 4);
}

TEST_CASE("the first error among diagnostics decides the exit code") {
  const std::vector<Diagnostic> both = {{"Q0107", Severity::Warning, {}, "unknown attribute", {}, {}},
                                        {"Q0704", Severity::Error, {}, "the kernel could not be compiled", {}, {}}};
  const auto failed = shown(ProgramError(both));
  CHECK(failed.exit_code == 4);
  CHECK(text(failed).find("warning[Q0107]") != std::string::npos);
  CHECK(text(failed).find("error[Q0704]") != std::string::npos);
}
