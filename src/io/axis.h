// Axes of plots: from data to pixels, and where their ticks are and what these say.
#pragma once
#include <cmath>
#include <string>
#include <vector>

namespace qc::io {

// Data to pixels. On a logarithmic axis low and high are decimal logarithms.
struct Axis {
  double low = 0, high = 1, from = 0, to = 1;
  bool log = false;
  double place(double v) const { return log ? std::log10(v) : v; }
  bool shows(double v) const { return std::isfinite(v) && (!log || v > 0); }
  double pixel(double placed) const { return from + (placed - low) / (high - low) * (to - from); }
  double operator()(double v) const { return pixel(place(v)); }
};

struct TickText {
  std::string text, power;  // power: an exponent behind the text
};

struct Ticks {
  std::vector<double> at;  // placed, as low and high of the axis are
  std::vector<TickText> texts;
  std::vector<double> minor;  // without a text
  std::string offset;         // what all texts are to be multiplied by, and what is to be added: "x1e6", "+1e6"
};

// Positions of ticks in [low, high]: multiples of 1, 2 or 5 times a power of ten, at most `most` + 1 of them, each
// greater than the one before it.
std::vector<double> ticks(double low, double high, int most);

// About `most` ticks with texts that differ. Numbers that share their leading digits are shown without these, very
// large and very small ones without their power of ten; the offset says so. On a logarithmic axis there is one at each
// power of ten, or at each second, ..; within less than two powers at 1, 2 and 5 times them.
Ticks ticks_of(const Axis& axis, int most);

}  // namespace qc::io
