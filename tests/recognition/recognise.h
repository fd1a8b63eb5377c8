// What the detector says of a program, as one short text a loop.
#pragma once
#include <string>

namespace qc_test {

// The verdicts of the program's outermost loops, in source order, joined by " | ":
//   "reduction m,n: + total"   "partial j: + t"   "map i"   "serial R007"   "argreduce i: argmax best k"
// A serial nest is followed by the verdicts of the loops inside it: "serial R007 {map j, reduction k: + s}".
// Only loops after the first line that starts with `%loops` count, when there is one (what is before makes the inputs).
std::string verdicts(const std::string& program);
// What the reports on loops that are not parallel say to write instead, one after another.
std::string advice(const std::string& program);
// The conditions under which the loops are parallel, as the reports show them: "p >= q; 2*n > q | r != 0".
std::string checks(const std::string& program);
// Where the reasons of loops in order point: "R007 x[i-1] / x[i] = 3", the code, the place, the other place.
std::string places(const std::string& program);
// The plans of the loops behind `%loops`: the verdict with all that the plan says beside it, and below it the nest that
// runs, in order and in parallel, where it is another one than was written.
std::string planned(const std::string& program);
// A program with these loops over numbers that nobody knows before the run (a, b, g, h), narrow and complex variables.
std::string with_symbols(const std::string& loops);

}  // namespace qc_test
