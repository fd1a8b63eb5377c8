// C's scanf over text: the inverse of printf.h.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "support/source.h"
#include "value/value.h"

namespace qc::host {

struct Scanned {
  std::vector<Number> numbers;  // of %d %i %u %x %o as ints, of %f %e %g as doubles
  std::string text;             // of %s %c %[...], one after another
  bool texts = false;           // which of the two the format asks for
  std::int64_t count = 0;       // conversions that were carried out and kept
  std::size_t used = 0;         // bytes of the text
};

// The format is used again until the text ends, does not fit, or `most` conversions are done. Blanks in the format pass
// over any number of blanks; %*d is passed over, %5d has a width. Throws Q0404 for a broken format and for one that
// mixes numbers and texts.
Scanned scan_text(std::string_view text, const std::string& format, std::int64_t most, Span span);

}  // namespace qc::host
