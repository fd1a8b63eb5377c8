// Plots as SVG text: axes with ticks, lines, markers, bars, images, a legend. Knows no values of the language.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "io/array_file.h"
#include "io/axis.h"

namespace qc::io {

// Bars from 0 up to y, one for each point. Beside: those of several series share the room between two places of x.
// Touching: a histogram, whose bars leave no room, and which others are drawn through.
enum class Bars { None, Beside, Touching };

// One curve. x and y have the same length; a point that is not finite interrupts the line.
struct Series {
  std::vector<double> x, y;
  std::vector<double> below, above;  // of error bars, from y down and up; empty: none
  std::string colour;                // "#rrggbb" or a name of SVG; empty: the next of the plot's cycle
  std::string dashes;                // SVG's stroke-dasharray; empty: a full line
  bool line = true;
  char marker = 0;  // one of . o x + * s d ^ v; 0: none
  Bars bars = Bars::None;
  double thickness = 1.5;  // pixels
  std::string name;        // in the legend; empty: not listed
};

// An image: levels 0..255 of height x width x channels (1, 3 or 4), row-major. Pixel [m, n] is the square around x = n,
// y = m, and y grows downwards.
struct PlotImage {
  std::int64_t height = 0, width = 0, channels = 1;
  std::vector<std::uint8_t> levels;
  double low = 0, high = 255;  // what the levels 0 and 255 stand for
};

struct Plot {
  std::string title, xlabel, ylabel;
  std::optional<PlotImage> image;  // below the curves
  std::string colormap;            // of an image of one channel; empty: grey
  bool colorbar = false;           // beside an image of one channel
  std::vector<Series> series;
  std::optional<std::pair<double, double>> xlim, ylim;  // the data's range and a little air when not given
  bool tight = false;                                   // no air
  bool xlog = false, ylog = false;                      // decimal logarithms; what is not positive is left out
  bool grid = false;
  bool axes = true;
  bool equal = false;             // one unit is as long along x as along y; an image's always is
  int width = 640, height = 480;  // pixels
};

// Plots in rows and columns, numbered row by row from 0 or, where none has the number 0, from 1.
struct PlotGrid {
  int rows = 1, columns = 1;
  std::map<int, Plot> panels;
};

// A complete SVG document.
std::string svg_of(const Plot& plot);
std::string svg_of(const PlotGrid& grid);

// Whether it is nothing but an image: what a file of its pixels shows as well.
bool is_bare_image(const Plot& plot);
// The pixels of its image, with their colours.
ArrayData pixels_of(const Plot& plot);

}  // namespace qc::io
