// Writes values as the prompt shows them: small ones as `print` does, large ones by what they are and by their ends.
#pragma once
#include <functional>
#include <string>

#include "value/value.h"

namespace qc::tool {

// What the place where values are shown can do.
struct Screen {
  enum class Colours { None, Of256, True };
  enum class Images { None, HalfBlocks, Sixel, Kitty };  // how previews of images are drawn
  int width = 80;
  bool unicode = false;
  Colours colours = Colours::None;  // of half blocks
  Images images = Images::None;
};

// Of standard output: its width; UTF-8 by the locale's variables; colours by COLORTERM and TERM, none with NO_COLOR or
// in a pipe; images by what `environment` says of the terminal, or as QC_IMAGES wants them.
Screen screen_of_terminal();
// The last part: half blocks need UTF-8 and colours.
using Variable = std::function<std::string(const char*)>;  // empty: there is none
Screen::Images images_of_terminal(const Screen& screen, const Variable& environment);

// With the variable's name, or alone where name is empty. Ends with a newline. Of an array on a GPU only what is shown
// is fetched.
std::string shown(const std::string& name, const host::Value& value, Elem scalar, const Screen& screen);

// "mat 512 x 512", "vec[int] 10", "int", "cell of 3": for lists of variables.
std::string described(const host::Value& value, Elem scalar);

// Bytes of the elements and texts that a value holds.
std::size_t bytes_of(const host::Value& value);

}  // namespace qc::tool
