// Writes the example images: make_images FOLDER. Only integer hashes and basic arithmetic decide the pixels, so the
// same files come out everywhere.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "io/array_file.h"
#include "support/diagnostic.h"

namespace {

using qc::io::ArrayData;

struct Colour {
  float r, g, b;
};

Colour mix(Colour a, Colour b, float t) {
  return {a.r + (b.r - a.r) * t, a.g + (b.g - a.g) * t, a.b + (b.b - a.b) * t};
}
float smooth(float t) {
  t = std::clamp(t, 0.0f, 1.0f);
  return t * t * (3 - 2 * t);
}

// A number in [0, 1) that depends on a place of an integer lattice.
float lattice(int x, int y, std::uint32_t seed) {
  std::uint32_t h = std::uint32_t(x) * 0x9e3779b1u ^ std::uint32_t(y) * 0x85ebca77u ^ seed * 0xc2b2ae3du;
  h = (h ^ h >> 15) * 0x2c1b3c6du;
  h = (h ^ h >> 12) * 0x297a2d39u;
  return float((h ^ h >> 15) >> 8) / 16777216.0f;
}

// Smooth noise: the lattice between its points; `octaves` of it, each finer and weaker.
float noise(float x, float y, int octaves, std::uint32_t seed) {
  float sum = 0, weight = 0.5f;
  for (int o = 0; o < octaves; ++o, x *= 2, y *= 2, weight /= 2) {
    const int ix = int(std::floor(x)), iy = int(std::floor(y));
    const float tx = smooth(x - float(ix)), ty = smooth(y - float(iy));
    const std::uint32_t s = seed + std::uint32_t(o);
    const float top = lattice(ix, iy, s) * (1 - tx) + lattice(ix + 1, iy, s) * tx;
    const float low = lattice(ix, iy + 1, s) * (1 - tx) + lattice(ix + 1, iy + 1, s) * tx;
    sum += weight * (top * (1 - ty) + low * ty);
  }
  return sum;
}

// Sky with a sun and clouds, two ranges of hills, a meadow with boulders. u to the right and v down, 0..1.
Colour sky(float u, float v) {
  Colour c = mix({92, 140, 205}, {236, 214, 184}, smooth(v / 0.6f));
  const float sun = std::hypot(u - 0.7f, v - 0.22f);
  c = mix(c, {255, 244, 214}, 0.8f * smooth(1 - sun / 0.25f));
  if (sun < 0.055f) c = {255, 250, 232};
  return mix(c, {250, 248, 246}, 0.7f * smooth((noise(u * 5, v * 11, 4, 11) - 0.5f) * 5));
}

Colour hills(float u, float v, float ridge, Colour low, Colour high) {
  return mix(high, low, smooth((v - ridge) * 4 + 0.35f * noise(u * 40, v * 40, 3, 23)));
}

Colour meadow(float u, float v) {
  const float grass = noise(u * 30, v * 55, 4, 37), patch = noise(u * 6, v * 9, 3, 41);
  return mix(mix({58, 92, 38}, {128, 150, 62}, grass), {152, 138, 74}, 0.6f * smooth((patch - 0.4f) * 4));
}

bool boulder(float u, float v, Colour& c) {
  static constexpr float kPlaces[][3] = {
      {0.16f, 0.86f, 0.07f}, {0.31f, 0.91f, 0.035f}, {0.83f, 0.82f, 0.05f}, {0.55f, 0.94f, 0.025f}};
  for (const auto& p : kPlaces) {
    const float dx = (u - p[0]) / p[2], dy = (v - p[1]) / (p[2] * 0.75f), inside = 1 - dx * dx - dy * dy;
    if (inside < 0) continue;
    const float light = std::clamp(0.35f + 0.5f * (dx - dy) * 0.6f + 0.3f * std::sqrt(inside), 0.1f, 1.0f);
    c = mix({40, 38, 42}, {196, 190, 180}, light * (0.75f + 0.35f * noise(u * 80, v * 80, 2, 53)));
    return true;
  }
  return false;
}

Colour scene(float u, float v) {
  const float far_ridge = 0.42f + 0.16f * noise(u * 4, 0.5f, 4, 3),
              near_ridge = 0.56f + 0.14f * noise(u * 3 + 7, 2.5f, 5, 5);
  const float shore = 0.70f + 0.03f * noise(u * 5, 9.5f, 3, 7);
  Colour c = sky(u, v);
  if (v > far_ridge) c = hills(u, v, far_ridge, {150, 160, 176}, {112, 128, 156});
  if (v > near_ridge) c = hills(u, v, near_ridge, {88, 104, 84}, {52, 70, 62});
  if (v > shore) c = meadow(u, v);
  boulder(u, v, c);
  return c;
}

float luma(Colour c) { return 0.299f * c.r + 0.587f * c.g + 0.114f * c.b; }

// An F32 array of height x width x channels from a function of row, column and channel.
template <class Pixel>
ArrayData paint(int height, int width, int channels, Pixel pixel) {
  ArrayData image{{height, width, channels}, qc::Elem::F32, {}};
  std::vector<float> values;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      for (int c = 0; c < channels; ++c) values.push_back(pixel(y, x, c));
  image.bytes.resize(values.size() * sizeof(float));
  std::memcpy(image.bytes.data(), values.data(), image.bytes.size());
  return image;
}

// A camera's noise in the bright and the dark, and a little darkness in the corners.
float camera(float value, int y, int x, int size) {
  const float u = float(x) / float(size) - 0.5f, v = float(y) / float(size) - 0.5f;
  return value * (1 - 0.35f * (u * u + v * v)) + 3 * (lattice(x, y, 97) - 0.5f);
}

float channel(Colour c, int index) { return index == 0 ? c.r : index == 1 ? c.g : c.b; }

// Colours in steps of 4 keep the file small; the eye does not see it.
ArrayData landscape(int size) {
  return paint(size, size, 3, [=](int y, int x, int c) {
    const float s = float(size), value = channel(scene((float(x) + 0.5f) / s, (float(y) + 0.5f) / s), c);
    return 4 * std::round(camera(value, y / 2, x / 2, size / 2) / 4);
  });
}

ArrayData grey(int size) {
  return paint(size, size, 1, [=](int y, int x, int) {
    const float s = float(size);
    return 2 * std::round(camera(luma(scene((float(x) + 0.5f) / s, (float(y) + 0.5f) / s)), y, x, size) / 2);
  });
}

// A disc whose edge fades out, over nothing.
ArrayData fading_disc(int size) {
  return paint(size, size, 4, [=](int y, int x, int c) {
    const float u = 2 * (float(x) + 0.5f) / float(size) - 1, v = 2 * (float(y) + 0.5f) / float(size) - 1,
                r = std::sqrt(u * u + v * v);
    if (c == 3) return 255 * smooth((1 - r) * 4);
    return channel(mix({230, 60, 40}, {60, 120, 230}, smooth((u - v + 1) / 2)), c);
  });
}

// Slow slopes that 8 bits would show as bands.
ArrayData deep(int size) {
  return paint(size, size, 1, [=](int y, int x, int) {
    const float u = float(x) / float(size), v = float(y) / float(size);
    return std::round(1000 + 60000 * (0.5f * u + 0.3f * v * v + 0.2f * noise(u * 4, v * 4, 4, 71)));
  });
}

ArrayData without_channels(ArrayData image) {
  image.dims.resize(2);
  return image;
}

void write_all(const std::string& folder) {
  using qc::io::write_image;
  write_image(folder + "/landscape.png", landscape(512));
  write_image(folder + "/grey.png", grey(512));
  write_image(folder + "/rgba.png", fading_disc(64));
  write_image(folder + "/deep.png", deep(128), 65535);
  write_image(folder + "/small.pgm", grey(32));
  write_image(folder + "/small.ppm", landscape(32));
  qc::io::write_npy(folder + "/small.npy", without_channels(grey(32)));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: make_images FOLDER\n");
    return 2;
  }
  try {
    write_all(argv[1]);
  } catch (const qc::ProgramError& e) {
    std::fprintf(stderr, "make_images: %s\n", e.what());
    return 1;
  }
  return 0;
}
