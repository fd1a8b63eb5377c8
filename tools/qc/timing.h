// Times of runs that are repeated, and what is said of them: for qc bench and :bench.
#pragma once
#include <chrono>
#include <string>
#include <vector>

namespace qc::tool {

using Clock = std::chrono::steady_clock;

// From then to now.
inline double milliseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

// Of at least one number.
double mean_of(const std::vector<double>& x);
// The middle one, or half way between the two in the middle.
double median_of(std::vector<double> x);
// The half width of the 95 % interval of a mean.
double half_width(const std::vector<double>& x);

// Whether that many runs in that time tell enough, where nobody says how many there are to be.
bool enough_runs(std::size_t runs, double seconds);

// "1.234 s", "1.234 ms", "1.2 us" or "1.2 ns".
std::string duration(double ms);
// "MEAN +- HALF WIDTH (95 % of the mean), median .., least .. most, N runs", of times in milliseconds, each
// the mean of so many runs.
std::string spread(const std::vector<double>& ms, std::size_t at_once = 1);

}  // namespace qc::tool
