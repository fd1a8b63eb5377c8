// What plots draw between their axes: bars, lines, error bars and markers of a series, and the legend over them.
#pragma once
#include <string>
#include <vector>

#include "io/plot.h"
#include "io/svg.h"

namespace qc::io {

// Where bars of a series stand: how wide they are and how far right of their x, in placed units (axis.h).
struct BarPlace {
  double width = 0, shift = 0;
};

// One for each series of the plot; those without bars have none.
std::vector<BarPlace> bar_places(const Plot& plot);

// The area between the axes, in pixels.
struct PlotArea {
  double left = 0, right = 0, top = 0, bottom = 0;
  Axis x, y;
};

// Its own colour, or that of its place among the series.
std::string colour_of(const Plot& plot, std::size_t series);

// Bars, lines, error bars and markers, in the order of the series.
void draw_series(Svg& svg, const Plot& plot, const PlotArea& area);
// In the corner of the area that covers the fewest points; nothing without names.
void draw_legend(Svg& svg, const Plot& plot, const PlotArea& area);

}  // namespace qc::io
