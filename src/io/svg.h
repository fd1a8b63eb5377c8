// Writes the elements of an SVG document that plots are made of.
#pragma once
#include <string>
#include <vector>

#include "io/array_file.h"

namespace qc::io {

constexpr double kFontSize = 13;

// Text between tags or in quotes: & < > " become entities, control characters blanks.
std::string svg_escaped(const std::string& text);

class Svg {
 public:
  // Elements of a document of this size, on white paper.
  Svg(int width, int height);
  // The document, complete.
  std::string finish() &&;

  // more: further attributes, with a blank before each.
  void line(double x0, double y0, double x1, double y1, const std::string& stroke, const std::string& more = "");
  void rect(double x, double y, double width, double height, const std::string& more);
  void circle(double x, double y, double radius, const std::string& more);
  // anchor: start, middle or end. size: of the font.
  void text(double x, double y, const char* anchor, const std::string& text, double size = kFontSize,
            const std::string& more = "");
  // The same with an exponent behind it.
  void power(double x, double y, const char* anchor, const std::string& text, const std::string& exponent);
  // An image of bytes, height x width x channels, in a rectangle; pixels that are enlarged are squares.
  void image(double x, double y, double width, double height, const ArrayData& pixels);
  void raw(const std::string& elements) { out_ += elements; }

 private:
  std::string out_;
};

}  // namespace qc::io
