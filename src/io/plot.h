// Plots as SVG text: axes with ticks, lines, markers, bars, a legend. Knows no values of the language.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace qc::io {

// One curve. x and y have the same length; a point that is not finite interrupts the line.
struct Series {
  std::vector<double> x, y;
  std::string colour;  // "#rrggbb" or a name of SVG; empty: the next of the plot's cycle
  std::string dashes;  // SVG's stroke-dasharray; empty: a full line
  bool line = true;
  char marker = 0;         // one of . o x + * s d ^ v; 0: none
  bool bars = false;       // from 0 up to y, one for each point
  double thickness = 1.5;  // pixels
  std::string name;        // in the legend; empty: not listed
};

struct Plot {
  std::string title, xlabel, ylabel;
  std::vector<Series> series;
  std::optional<std::pair<double, double>> xlim, ylim;  // the data's range when not given
  bool xlog = false, ylog = false;                      // decimal logarithms; what is not positive is left out
  bool grid = false;
  bool axes = true;
  bool equal = false;             // one unit is as long along x as along y
  int width = 800, height = 600;  // pixels
};

// Plots in rows and columns, numbered row by row from 0 or, where none has the number 0, from 1.
struct PlotGrid {
  int rows = 1, columns = 1;
  std::map<int, Plot> panels;
};

// A complete SVG document.
std::string svg_of(const Plot& plot);
std::string svg_of(const PlotGrid& grid);

// Positions of ticks in [low, high]: multiples of 1, 2 or 5 times a power of ten, about `most` of them.
std::vector<double> ticks(double low, double high, int most);

}  // namespace qc::io
