#include "support/stop.h"

#include "support/diagnostic.h"

namespace qc {
namespace {

thread_local const std::atomic<bool>* current = nullptr;
std::atomic<std::uint64_t> thrown{0};

}  // namespace

StopScope::StopScope(const std::atomic<bool>& flag) : outer_(current) { current = &flag; }
StopScope::~StopScope() { current = outer_; }

const std::atomic<bool>* stop_flag() { return current; }

std::uint64_t stops() { return thrown; }

void throw_stopped() {
  ++thrown;
  throw ProgramError(Diagnostic{"Q0406", Severity::Error, {}, "interrupted", {}, {}});
}

}  // namespace qc
