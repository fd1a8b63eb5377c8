// Colours for numbers: the maps that programs name.
#pragma once
#include <array>
#include <cstdint>
#include <string>

namespace qc::io {

// Red, green and blue at t in [0, 1] (clamped; NaN counts as 0).
std::array<std::uint8_t, 3> colour_at(const std::string& map, double t);
// gray (grey) jet hot cool bone copper hsv parula viridis spring summer autumn winter
bool is_colormap(const std::string& map);

}  // namespace qc::io
