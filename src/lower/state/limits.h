// How large arrays may be that become part of the code, or that an iteration keeps.
#pragma once
#include <cstdint>

#include "sema/type_words.h"

namespace qc::lowering {

// A statement that reads more elements than this is for host code: each is an access of its own in the kernel.
inline constexpr std::int64_t kMostSelected = 256;
// The median of more elements than this is that of memory in order: about ten exchanges of registers an element.
inline constexpr std::int64_t kMostHalved = 49;
// Extents up to this one are taken as part of the code: channels, not rows.
inline constexpr std::int64_t kMostChannels = 16;
// Elements of an array that a loop makes as a value; more are memory of the iteration. A loop can be stepped, which
// takes less time than code for many elements where it is short; a kernel cannot.
inline constexpr std::int64_t kMostOfLoops = 64;
// Elements that an iteration keeps in memory of its own at once, as of work arrays.
inline constexpr std::int64_t kMostInMemory = kMostOfFixed;

}  // namespace qc::lowering
