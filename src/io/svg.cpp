#include "io/svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "io/bytes.h"

namespace qc::io {
namespace {

// Each pixel as a square of times x times. Viewers blur what they enlarge, and not all can be told to leave that.
ArrayData repeated(const ArrayData& a, std::int64_t times) {
  ArrayData out{{a.dims[0] * times, a.dims[1] * times, a.dims[2]}, a.elem, {}};
  if (times == 1) return a;
  out.bytes.reserve(std::size_t(out.count()));
  for (std::int64_t m = 0; m < out.dims[0]; ++m)
    for (std::int64_t n = 0; n < out.dims[1]; ++n) {
      const auto from = a.bytes.begin() + ((m / times) * a.dims[1] + n / times) * a.dims[2];
      out.bytes.insert(out.bytes.end(), from, from + a.dims[2]);
    }
  return out;
}

}  // namespace

std::string svg_escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '"')
      out += "&quot;";
    else if (static_cast<unsigned char>(c) < ' ')
      out += ' ';
    else
      out += c;
  }
  return out;
}

Svg::Svg(int width, int height)
    : out_(fmt::format(
          "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" width=\"{0}\" "
          "height=\"{1}\" viewBox=\"0 0 {0} {1}\" font-family=\"sans-serif\" font-size=\"{2:g}\">\n"
          "<rect width=\"{0}\" height=\"{1}\" fill=\"white\"/>\n",
          width, height, kFontSize)) {}

std::string Svg::finish() && { return std::move(out_) + "</svg>\n"; }

void Svg::line(double x0, double y0, double x1, double y1, const std::string& stroke, const std::string& more) {
  out_ += fmt::format("<line x1=\"{:.2f}\" y1=\"{:.2f}\" x2=\"{:.2f}\" y2=\"{:.2f}\" stroke=\"{}\"{}/>\n", x0, y0, x1,
                      y1, stroke, more);
}

void Svg::rect(double x, double y, double width, double height, const std::string& more) {
  out_ += fmt::format("<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\"{}/>\n", x, y, width, height,
                      more);
}

void Svg::circle(double x, double y, double radius, const std::string& more) {
  out_ += fmt::format("<circle cx=\"{:.2f}\" cy=\"{:.2f}\" r=\"{:g}\"{}/>\n", x, y, radius, more);
}

void Svg::text(double x, double y, const char* anchor, const std::string& text, double size, const std::string& more) {
  const std::string font = size == kFontSize ? "" : fmt::format(" font-size=\"{:.4g}\"", size);
  out_ += fmt::format("<text x=\"{:.2f}\" y=\"{:.2f}\" text-anchor=\"{}\"{}{}>{}</text>\n", x, y, anchor, font, more,
                      svg_escaped(text));
}

void Svg::power(double x, double y, const char* anchor, const std::string& text, const std::string& exponent) {
  out_ += fmt::format(
      "<text x=\"{:.2f}\" y=\"{:.2f}\" text-anchor=\"{}\">{}<tspan dy=\"-5\" font-size=\"{:.2g}\">{}</tspan></text>\n",
      x, y, anchor, svg_escaped(text), kFontSize * 0.7, svg_escaped(exponent));
}

void Svg::image(double x, double y, double width, double height, const ArrayData& pixels) {
  const double times = std::ceil(std::max(width / double(pixels.dims[1]), height / double(pixels.dims[0])));
  out_ += fmt::format(
      "<image x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\" preserveAspectRatio=\"none\" "
      "xlink:href=\"data:image/png;base64,{}\"/>\n",
      x, y, width, height, base64(encode_png("figure", repeated(pixels, std::int64_t(std::max(times, 1.0))), 255)));
}

}  // namespace qc::io
