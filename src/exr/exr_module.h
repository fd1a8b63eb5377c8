// What the module libqc_exr, which has OpenEXR inside, does for src/io/exr.cpp: files in memory to floats and back.
// Loading OpenEXR is a fifth of what a process costs before it begins, so the module is opened for the first such file.
// Between the two stand plain types alone, and no exception leaves either: each may have a C++ library of its own.
#pragma once
#include <cstddef>
#include <cstdint>

namespace qc::exr {

// Rows of pixels, the channels of each side by side.
struct Shape {
  std::int64_t height, width, channels;
};

// Whom the module works for. It gives `self` back with each call.
struct Client {
  void* self;
  // Asked every some rows. False ends the work, which counts as failed.
  bool (*goes_on)(void* self);
  // Why the work fails.
  void (*failed)(void* self, const char* why);
  // Reading: the place for so many floats; null ends the work.
  float* (*place)(void* self, const Shape& shape);
  // Writing: bytes at a place in the file, which grows; false ends the work.
  bool (*write)(void* self, std::size_t at, const char* from, std::size_t count);
};

constexpr std::int64_t kMostPixels = 1 << 20;  // a side

// Scan lines and tiles of every compression; of several parts the first. Channels of luminance and chroma become red,
// green and blue. False: it failed.
using Read = bool(const unsigned char* bytes, std::size_t count, const Client& client);
// One to four channels, as floats, ZIPS.
using Write = bool(const float* values, const Shape& shape, const Client& client);

constexpr const char* kReadName = "qc_exr_read";
constexpr const char* kWriteName = "qc_exr_write";

}  // namespace qc::exr
