#include "io/axis.h"

#include <fmt/format.h>

#include <algorithm>

namespace qc::io {
namespace {

constexpr const char* kMinus = "\u2212";
constexpr const char* kTimes = "\u00d7";
constexpr int kMostDecimals = 15;
constexpr int kLeastPower = -5, kMostPower = 6;  // outside of them the power of ten is taken out of the texts
constexpr int kDigitsWorthAnOffset = 4;          // that all texts would share

// A tick's step: mantissa * 10^power, the mantissa 1, 2 or 5.
struct Step {
  double mantissa = 1;
  int power = 0;
  // k steps. Divided where the power is negative, since 10^-1 is no binary number.
  double times(double k) const {
    return power < 0 ? k * mantissa / std::pow(10.0, -power) : k * mantissa * std::pow(10.0, power);
  }
};

Step step_of(double low, double high, int most) {
  const double raw = (high - low) / most;
  Step step{1, int(std::floor(std::log10(raw)))};
  const double power = std::pow(10.0, step.power);
  step.mantissa = raw <= power ? 1 : raw <= 2 * power ? 2 : raw <= 5 * power ? 5 : 10;
  if (step.mantissa == 10) step = {1, step.power + 1};
  return step;
}

std::string with_minus(std::string text) {
  if (text.starts_with('-')) text.replace(0, 1, kMinus);
  return text;
}

// A number with its power of ten where that is shorter: "12340", "1.5e6".
std::string short_number(double v) {
  if (v == 0 || (std::fabs(v) < 1e5 && std::fabs(v) >= 1e-3)) return fmt::format("{:.12g}", v);
  const int power = int(std::floor(std::log10(std::fabs(v)) + 1e-12));
  return fmt::format("{:.12g}e{}", v / std::pow(10.0, power), power);
}

// The leading digits that all of the ticks share, as a number; 0 where they are few.
double shared_part(const std::vector<double>& at) {
  const double low = at.front(), high = at.back();
  if (low == high || low * high <= 0) return 0;
  const double least = std::min(std::fabs(low), std::fabs(high)), most = std::max(std::fabs(low), std::fabs(high));
  // The largest power in which the ends differ.
  int power = int(std::ceil(std::log10(most)));
  // With a little slack: 1000000.2 / 0.1 is 10000001.999999998.
  const auto leading = [](double v, int p) {
    const double digits = v / std::pow(10.0, p);
    return std::floor(digits + 1e-12 * digits + 1e-9);
  };
  while (power > -300 && leading(least, power) == leading(most, power)) --power;
  ++power;
  // 0.9999 .. 1.0001 share no digit, and are shown best around 1.
  if ((most - least) / std::pow(10.0, power) <= 1e-2) {
    power = int(std::ceil(std::log10(most)));
    while (power > -300 && leading(most, power) - leading(least, power) <= 1) --power;
    ++power;
  }
  const double digits = leading(most, power);
  if (digits < std::pow(10.0, kDigitsWorthAnOffset - 1)) return 0;
  return std::copysign(digits * std::pow(10.0, power), high);
}

Ticks linear_ticks(double low, double high, int most) {
  Ticks t;
  t.at = ticks(low, high, most);
  if (t.at.empty()) return t;
  const Step step = step_of(low, high, most);
  const double offset = shared_part(t.at);
  double largest = 0;
  for (const double v : t.at) largest = std::max(largest, std::fabs(v - offset));
  int power = largest > 0 ? int(std::floor(std::log10(largest) + 1e-12)) : 0;
  if (power > kLeastPower && power < kMostPower) power = 0;
  const int decimals = std::clamp(power - step.power, 0, kMostDecimals);
  for (const double v : t.at) {
    const double shown = (v - offset) / std::pow(10.0, power);
    t.texts.push_back({with_minus(fmt::format("{:.{}f}", v == offset ? 0 : shown, decimals)), ""});
  }
  if (power) t.offset = fmt::format("{}1e{}", kTimes, power);
  if (offset) t.offset += (offset < 0 ? kMinus : "+") + short_number(std::fabs(offset));
  return t;
}

// The text of mantissa * 10^power.
TickText power_text(double mantissa, int power) {
  const bool plain = mantissa != 1 && power > -4 && power < 5;
  if (plain) return {fmt::format("{:.12g}", mantissa * std::pow(10.0, power)), ""};
  return {mantissa == 1 ? "10" : fmt::format("{:g}{}10", mantissa, kTimes), with_minus(std::to_string(power))};
}

Ticks log_ticks(double low, double high, int most) {
  constexpr double kSlack = 1e-9;
  Ticks t;
  if (!(high > low) || !std::isfinite(high - low)) return t;
  const auto inside = [&](double v) { return v >= low - kSlack && v <= high + kSlack; };
  const int first = int(std::ceil(low - kSlack)), last = int(std::floor(high + kSlack)), powers = last - first + 1;
  if (powers >= 2) {
    const int stride = (powers + most) / (most + 1);
    for (int k = first; k <= last; ++k)
      if (k % stride == 0) t.at.push_back(k), t.texts.push_back(power_text(1, k));
    for (int k = first - 1; stride == 1 && k <= last; ++k)
      for (int m = 2; m <= 9; ++m)
        if (const double v = k + std::log10(m); inside(v)) t.minor.push_back(v);
    if (t.at.size() >= 2) return t;
    t = {};
  }
  for (int k = first - 1; k <= last; ++k)
    for (const int m : {1, 2, 5})
      if (const double v = k + std::log10(m); inside(v)) {
        t.at.push_back(v);
        t.texts.push_back(m == 1 && k > -4 && k < 5 ? TickText{fmt::format("{:g}", std::pow(10.0, k)), ""}
                                                    : power_text(m, k));
      }
  if (t.at.size() >= 3) return t;
  t = linear_ticks(std::pow(10.0, low), std::pow(10.0, high), most);
  for (double& v : t.at) v = std::log10(v);
  return t;
}

}  // namespace

std::vector<double> ticks(double low, double high, int most) {
  std::vector<double> out;
  if (!(high > low) || !std::isfinite(high - low)) return out;
  const Step step = step_of(low, high, most);
  const double width = step.times(1), first = std::ceil(low / width - 1e-9);
  for (int k = 0; k <= most + 1; ++k) {
    const double v = step.times(first + k);
    if (v > high + 1e-9 * width) break;
    if (out.empty() || v > out.back()) out.push_back(v == 0 ? 0 : v);
  }
  return out;
}

Ticks ticks_of(const Axis& axis, int most) {
  return axis.log ? log_ticks(axis.low, axis.high, most) : linear_ticks(axis.low, axis.high, most);
}

}  // namespace qc::io
