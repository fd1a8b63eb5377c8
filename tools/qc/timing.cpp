#include "timing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace qc::tool {

double mean_of(const std::vector<double>& x) {
  double sum = 0;
  for (const double v : x) sum += v;
  return sum / double(x.size());
}

double median_of(std::vector<double> x) {
  std::sort(x.begin(), x.end());
  const std::size_t n = x.size();
  return n % 2 ? x[n / 2] : (x[n / 2 - 1] + x[n / 2]) / 2;
}

// Student's t by its expansion about the normal quantile.
double half_width(const std::vector<double>& x) {
  const double n = double(x.size()), z = 1.959964, df = n - 1;
  if (n < 2) return 0;
  double mean = 0, square = 0;
  for (const double v : x) mean += v / n;
  for (const double v : x) square += (v - mean) * (v - mean);
  const double t = z + (z * z * z + z) / (4 * df) + (5 * std::pow(z, 5) + 16 * z * z * z + 3 * z) / (96 * df * df) +
                   (3 * std::pow(z, 7) + 19 * std::pow(z, 5) + 17 * z * z * z - 15 * z) / (384 * df * df * df);
  return (n == 2 ? 12.706 : n == 3 ? 4.303 : t) * std::sqrt(square / df / n);
}

bool enough_runs(std::size_t runs, double seconds) {
  constexpr std::size_t kLeast = 10, kMost = 1000;
  constexpr double kSeconds = 2;
  return runs >= kMost || (runs >= kLeast && seconds > kSeconds);
}

std::string duration(double ms) {
  if (ms >= 1000) return fmt::format("{:.3f} s", ms / 1000);
  if (ms >= 1) return fmt::format("{:.3f} ms", ms);
  return ms >= 1e-3 ? fmt::format("{:.1f} us", 1000 * ms) : fmt::format("{:.1f} ns", 1e6 * ms);
}

std::string spread(const std::vector<double>& ms, std::size_t at_once) {
  if (ms.size() == 1) return fmt::format("{}, 1 run", duration(ms[0]));
  const auto [low, high] = std::minmax_element(ms.begin(), ms.end());
  return fmt::format("{} +- {} (95 % of the mean), median {}, {} .. {}, {} runs", duration(mean_of(ms)),
                     duration(half_width(ms)), duration(median_of(ms)), duration(*low), duration(*high),
                     ms.size() * at_once);
}

}  // namespace qc::tool
