// The law of one road: what --explain says of a program's loops is what --explain=run sees (docs/decisions/066).
#pragma once
#include <string>
#include <vector>

namespace qc::test {

// Where they differ, one line each: "FILE:LINE: run: ...; report: ...". report, run: the texts of --explain and of
// --explain=run. `text`: of the program.
//
// The verdicts that the run saw in a line are those of the report, or more or fewer of them (or the report has it in
// order and it ran so), unless the report says there that the loop is judged again (types, extents or numbers were not
// known) or hangs on a check. In a function it may also be that of a call from such a loop. That a check does not hold
// is seen where the report has one.
std::vector<std::string> differences(const std::string& path, const std::string& text, const std::string& report,
                                     const std::string& run);

}  // namespace qc::test
