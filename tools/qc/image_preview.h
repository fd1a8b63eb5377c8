// Draws an image on a terminal: small, in pixels where the terminal can, else in half blocks of text.
#pragma once
#include <cstdint>
#include <functional>
#include <string>

#include "show_value.h"

namespace qc::tool {

struct Preview {
  std::int64_t height, width;
  bool grey;  // channel 0 stands for all
  // 0 to 255, and beyond what is cut; row, column and channel
  std::function<double(std::int64_t, std::int64_t, int)> level;
};

// Whole lines. Screen::Images says how; empty where it says not at all.
std::string drawn(const Preview& image, const Screen& screen);

}  // namespace qc::tool
