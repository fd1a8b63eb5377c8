#include "io/text_width.h"

#include <cstdint>

namespace qc::io {
namespace {

constexpr int kOther = 70;
// Hundredths of the font's size, of the letters from ' ' to '~'.
constexpr std::uint8_t kWidths[] = {32, 40, 46, 84, 64, 95, 78, 27, 39, 39, 50, 84, 32, 36,  32, 34, 64, 64, 64,
                                    64, 64, 64, 64, 64, 64, 64, 34, 34, 84, 84, 84, 53, 100, 68, 69, 70, 77, 63,
                                    58, 77, 75, 29, 29, 66, 56, 86, 75, 79, 60, 79, 69, 63,  61, 73, 68, 99, 69,
                                    61, 69, 39, 34, 39, 84, 50, 50, 61, 63, 55, 63, 62, 35,  63, 63, 28, 28, 58,
                                    28, 97, 63, 61, 63, 63, 41, 52, 39, 63, 59, 82, 59, 59,  52, 64, 34, 64, 84};
static_assert(sizeof kWidths == '~' - ' ' + 1);

}  // namespace

double text_width(std::string_view text, double font_size) {
  double hundredths = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= ' ' && byte <= '~')
      hundredths += kWidths[byte - ' '];
    else if ((byte & 0xc0) != 0x80)  // the first byte of a letter
      hundredths += kOther;
  }
  return hundredths / 100 * font_size;
}

}  // namespace qc::io
