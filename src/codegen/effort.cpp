#include "codegen/effort.h"

#include <atomic>

namespace qc::codegen {

namespace {
std::atomic<Effort> chosen{Effort::Full};
}

void use_effort(Effort effort) { chosen = effort; }
Effort effort() { return chosen; }

}  // namespace qc::codegen
