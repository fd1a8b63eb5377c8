// One violation: made smaller and put into words.
#pragma once
#include "tests/laws/campaign.h"
#include "tests/laws/processes.h"

namespace qc::laws {

// The first law that a program breaks, checked in a process of its own; empty when none.
std::string law_broken(const Program& p, const Choice& choice, std::string& what);

// A text of a few lines for the program of that index, which breaks `law`, as small as it can be made before `until`.
// Writes it to the campaign's folder too.
std::string describe_failure(const Campaign& campaign, std::uint64_t index, const std::string& law,
                             const std::string& what, Clock::time_point until);

}  // namespace qc::laws
