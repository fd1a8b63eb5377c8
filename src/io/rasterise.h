// Turns SVG documents into pixels, by librsvg and cairo of the machine, which are opened at the first call
// (docs/decisions/075-figures.md).
#pragma once
#include <string>

#include "io/array_file.h"

namespace qc::io {

// Red, green and blue as U8, on white, of a document, each side `scale` times as long as it says. Q0601
// where the libraries are missing, which names Debian's package; Q0602 where they refuse the document, or its size.
// `path`: of the file that it is for, in messages; `library`: another name of librsvg, for tests.
ArrayData rasterised(const std::string& path, const std::string& svg, double scale = 1,
                     const char* library = "librsvg-2.so.2");

}  // namespace qc::io
