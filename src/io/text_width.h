// Tells how wide a text will be in a picture, before anybody has chosen its font: the widths of DejaVu Sans, which is
// wider than most fonts that stand for "sans-serif".
#pragma once
#include <string_view>

namespace qc::io {

// Of UTF-8 text, in the unit of the font's size. Letters beyond ASCII count as broad ones.
double text_width(std::string_view text, double font_size);

}  // namespace qc::io
