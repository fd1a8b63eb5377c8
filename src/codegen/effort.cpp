#include "codegen/effort.h"

#include <atomic>

namespace qc::codegen {

namespace {
std::atomic<std::optional<Effort>> chosen{};
}

void use_effort(std::optional<Effort> effort) { chosen = effort; }
Effort effort_for(Effort wanted) { return chosen.load().value_or(wanted); }

}  // namespace qc::codegen
