#include "host/program_file.h"

#include <fstream>
#include <sstream>

#include "parser/text_check.h"

namespace qc::host {

std::optional<std::string> program_text(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return {};
  std::ostringstream text;
  text << in.rdbuf();
  if (!in) return {};
  return with_strings_in_utf8(text.view());
}

}  // namespace qc::host
