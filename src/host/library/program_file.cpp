#include "host/library/program_file.h"

#include <cstdio>
#include <memory>

namespace qc::host {

std::optional<std::string> program_text(const std::string& path) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), &std::fclose);
  if (!file) return {};
  std::string text;
  char part[1 << 16];
  while (const std::size_t got = std::fread(part, 1, sizeof part, file.get())) text.append(part, got);
  if (std::ferror(file.get())) return {};  // a folder can be opened, not read
  return text;
}

}  // namespace qc::host
