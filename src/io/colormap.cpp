#include "io/colormap.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

namespace qc::io {
namespace {

struct Stop {
  double at, r, g, b;
};
using Map = std::vector<Stop>;  // linear in between

const std::map<std::string, Map>& maps() {
  static const std::map<std::string, Map> all = {
      {"gray", {{0, 0, 0, 0}, {1, 1, 1, 1}}},
      {"grey", {{0, 0, 0, 0}, {1, 1, 1, 1}}},
      {"jet", {{0, 0, 0, .5}, {.125, 0, 0, 1}, {.375, 0, 1, 1}, {.625, 1, 1, 0}, {.875, 1, 0, 0}, {1, .5, 0, 0}}},
      {"hot", {{0, 0, 0, 0}, {.375, 1, 0, 0}, {.75, 1, 1, 0}, {1, 1, 1, 1}}},
      {"cool", {{0, 0, 1, 1}, {1, 1, 0, 1}}},
      {"bone", {{0, 0, 0, 0}, {.375, .328, .328, .453}, {.75, .656, .781, .781}, {1, 1, 1, 1}}},
      {"copper", {{0, 0, 0, 0}, {.8, 1, .625, .398}, {1, 1, .781, .498}}},
      {"hsv",
       {{0, 1, 0, 0},
        {1. / 6, 1, 1, 0},
        {2. / 6, 0, 1, 0},
        {.5, 0, 1, 1},
        {4. / 6, 0, 0, 1},
        {5. / 6, 1, 0, 1},
        {1, 1, 0, 0}}},
      {"viridis",
       {{0, .267, .005, .329},
        {.25, .229, .322, .546},
        {.5, .128, .567, .551},
        {.75, .369, .789, .383},
        {1, .993, .906, .144}}},
      {"parula",
       {{0, .242, .15, .66}, {.25, .154, .49, .93}, {.5, .07, .72, .72}, {.75, .75, .74, .29}, {1, .977, .984, .08}}},
      {"spring", {{0, 1, 0, 1}, {1, 1, 1, 0}}},
      {"summer", {{0, 0, .5, .4}, {1, 1, 1, .4}}},
      {"autumn", {{0, 1, 0, 0}, {1, 1, 1, 0}}},
      {"winter", {{0, 0, 0, 1}, {1, 0, 1, .5}}}};
  return all;
}

std::uint8_t level(double v) { return std::uint8_t(std::lround(std::clamp(v, 0.0, 1.0) * 255)); }

}  // namespace

bool is_colormap(const std::string& map) { return maps().count(map) > 0; }

std::array<std::uint8_t, 3> colour_at(const std::string& name, double t) {
  const auto it = maps().find(name);
  const Map& map = it == maps().end() ? maps().at("gray") : it->second;
  if (!(t > 0)) t = 0;
  t = std::min(t, 1.0);
  std::size_t k = 1;
  while (k + 1 < map.size() && t > map[k].at) ++k;
  const Stop &a = map[k - 1], &b = map[k];
  const double w = (t - a.at) / (b.at - a.at);
  return {level(a.r + w * (b.r - a.r)), level(a.g + w * (b.g - a.g)), level(a.b + w * (b.b - a.b))};
}

}  // namespace qc::io
