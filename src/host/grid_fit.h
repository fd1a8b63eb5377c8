// Launches whose blocks wait for each other: all of them have to be on the device at once.
#pragma once
#include <cstdint>
#include <optional>

#include "runtime/device.h"
#include "support/diagnostic.h"

namespace qc::host {

// Nothing when a device with room for `room` blocks of this size holds the launch; else the warning that it runs on the
// emulator. where: the barrier.
std::optional<Diagnostic> too_many_to_meet(const runtime::Dims& launch, std::int64_t room, Span where);

}  // namespace qc::host
