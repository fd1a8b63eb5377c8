#include "io/rasterise.h"

#include <cmath>
#include <cstdint>
#include <map>
#include <mutex>

#include "io/bytes.h"
#include "support/diagnostic.h"
#include "support/shared_library.h"

namespace qc::io {
namespace {

// As the headers of librsvg 2.54, cairo 1.16 and GLib declare them.
struct RsvgRectangle {
  double x, y, width, height;
};
struct GError {
  std::uint32_t domain;
  int code;
  char* message;
};
constexpr int kUnlimited = 1;  // RSVG_HANDLE_FLAG_UNLIMITED: an image inside may have more than 10 MB
constexpr int kRgb24 = 1;      // CAIRO_FORMAT_RGB24: 0x00RRGGBB in the machine's order
constexpr int kMostSide = 32767;

struct Functions {
  void* (*stream_of)(const void*, std::ptrdiff_t, void*) = nullptr;
  void* (*read)(void*, void*, int, void*, GError**) = nullptr;
  int (*size_of)(void*, double*, double*) = nullptr;
  int (*render)(void*, void*, const RsvgRectangle*, GError**) = nullptr;
  void (*unref)(void*) = nullptr;
  void (*free_error)(GError*) = nullptr;
  void* (*surface_of)(int, int, int) = nullptr;
  int (*surface_status)(void*) = nullptr;
  void (*flush)(void*) = nullptr;
  unsigned char* (*data_of)(void*) = nullptr;
  int (*stride_of)(void*) = nullptr;
  void (*destroy_surface)(void*) = nullptr;
  void* (*context_of)(void*) = nullptr;
  void (*set_rgb)(void*, double, double, double) = nullptr;
  void (*paint)(void*) = nullptr;
  void (*destroy)(void*) = nullptr;
  std::string problem;
};

// All of them are found through librsvg: it is linked with the others.
Functions find_functions(const char* library) {
  Functions f;
  SharedLibrary rsvg(library);
  rsvg.find("g_memory_input_stream_new_from_data", f.stream_of);
  rsvg.find("rsvg_handle_new_from_stream_sync", f.read);
  rsvg.find("rsvg_handle_get_intrinsic_size_in_pixels", f.size_of);
  rsvg.find("rsvg_handle_render_document", f.render);
  rsvg.find("g_object_unref", f.unref);
  rsvg.find("g_error_free", f.free_error);
  rsvg.find("cairo_image_surface_create", f.surface_of);
  rsvg.find("cairo_surface_status", f.surface_status);
  rsvg.find("cairo_surface_flush", f.flush);
  rsvg.find("cairo_image_surface_get_data", f.data_of);
  rsvg.find("cairo_image_surface_get_stride", f.stride_of);
  rsvg.find("cairo_surface_destroy", f.destroy_surface);
  rsvg.find("cairo_create", f.context_of);
  rsvg.find("cairo_set_source_rgb", f.set_rgb);
  rsvg.find("cairo_paint", f.paint);
  rsvg.find("cairo_destroy", f.destroy);
  f.problem = rsvg.problem();
  return f;
}

const Functions& functions(const char* library) {
  static std::mutex mutex;
  static std::map<std::string, Functions> found;
  const std::lock_guard lock(mutex);
  const auto it = found.find(library);
  return it != found.end() ? it->second : found.emplace(library, find_functions(library)).first->second;
}

// What the libraries made; given back at the end.
struct Drawing {
  const Functions& f;
  void *stream = nullptr, *handle = nullptr, *surface = nullptr, *context = nullptr;
  GError* error = nullptr;
  ~Drawing() {
    if (context) f.destroy(context);
    if (surface) f.destroy_surface(surface);
    if (handle) f.unref(handle);
    if (stream) f.unref(stream);
    if (error) f.free_error(error);
  }
  [[noreturn]] void refused(const std::string& path) const {
    broken_file(path, std::string("the figure could not be drawn: ") + (error ? error->message : "no reason given"));
  }
};

}  // namespace

ArrayData rasterised(const std::string& path, const std::string& svg, double scale, const char* library) {
  const Functions& f = functions(library);
  if (!f.problem.empty())
    throw ProgramError(Diagnostic{"Q0601",
                                  Severity::Error,
                                  {},
                                  "'" + path + "': a plot has no pixels on this machine: " + f.problem,
                                  "install librsvg2-2 (Debian's name of it), or save it as .svg",
                                  {}});
  Drawing d{f};
  d.stream = f.stream_of(svg.data(), std::ptrdiff_t(svg.size()), nullptr);
  d.handle = f.read(d.stream, nullptr, kUnlimited, nullptr, &d.error);
  if (!d.handle) d.refused(path);
  RsvgRectangle whole{};
  if (!f.size_of(d.handle, &whole.width, &whole.height)) broken_file(path, "a figure without a size");
  whole.width = std::round(whole.width * scale), whole.height = std::round(whole.height * scale);
  if (!(whole.width >= 1 && whole.height >= 1 && whole.width <= kMostSide && whole.height <= kMostSide))
    broken_file(path, "a figure of less than 1 or more than " + std::to_string(kMostSide) + " pixels a side");
  const auto width = std::int64_t(whole.width), height = std::int64_t(whole.height);
  d.surface = f.surface_of(kRgb24, int(width), int(height));
  if (f.surface_status(d.surface) != 0) broken_file(path, "not enough memory for the figure's pixels");
  d.context = f.context_of(d.surface);
  f.set_rgb(d.context, 1, 1, 1);
  f.paint(d.context);
  if (!f.render(d.handle, d.context, &whole, &d.error)) d.refused(path);
  f.flush(d.surface);
  ArrayData out{{height, width, 3}, Elem::U8, {}};
  out.bytes.resize(std::size_t(width * height * 3));
  const unsigned char* rows = f.data_of(d.surface);
  const std::int64_t stride = f.stride_of(d.surface);
  std::size_t at = 0;
  for (std::int64_t y = 0; y < height; ++y)
    for (std::int64_t x = 0; x < width; ++x)
      for (int channel = 2; channel >= 0; --channel) out.bytes[at++] = std::byte(rows[y * stride + 4 * x + channel]);
  return out;
}

}  // namespace qc::io
