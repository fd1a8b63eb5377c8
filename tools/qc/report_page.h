// The page of `qc report` as HTML, made from what was found out about a program.
#pragma once
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "host/session/inspect.h"
#include "support/diagnostic.h"
#include "support/profile.h"

namespace qc::tool {

// A loop or a written kernel.
struct PageLoop {
  Span span;
  std::vector<host::ReportPart> parts;  // several where it was judged for several sets of types
  std::string kernel, ptx;              // empty: none is made of it
  std::vector<profile::Launches> launches;
};

// A file that the program wrote.
struct PagePicture {
  std::string path, link;  // link: from the page to it
  std::string data;        // data: URI; empty when a browser cannot show it
};

struct Page {
  FileId file = kNoFile;  // the program's
  std::string title;      // its name
  bool ran = false;
  int exit_code = 0;
  double run_ms = 0;
  std::string device;                                  // that loops ran on; empty: none was opened
  std::vector<std::pair<std::string, double>> phases;  // "parse" and milliseconds
  std::vector<std::pair<bool, std::string>> output;    // true: what a terminal would have shown as messages
  bool output_cut = false;
  std::vector<Diagnostic> messages;
  std::vector<PageLoop> loops;  // in the order of the text of each file
  std::vector<profile::Launches> launches;
  std::vector<PagePicture> pictures;
};

// The whole page: one file that refers to no other, and that works without scripts.
std::string html_of(const Page& page, const SourceMap& sources);

// Text for HTML, also inside of quotes: always UTF-8, control characters as pictures of them.
std::string html_text(std::string_view text);

// report_template.html
std::string_view report_template();

}  // namespace qc::tool
