#include "io/drive_paths.h"

#include <cctype>
#include <filesystem>
#include <string_view>

namespace qc::io {
namespace {

bool exists(const std::string& path) {
  std::error_code error;
  return std::filesystem::exists(path, error);
}

// C:\ C:/ and C:\temp, whose \t is a tab by now
bool has_drive(std::string_view path) {
  return path.size() > 2 && std::isalpha(static_cast<unsigned char>(path[0])) && path[1] == ':' &&
         (path[2] == '\\' || path[2] == '/' || static_cast<unsigned char>(path[2]) < ' ');
}

// Between folders: a '/'. A character that was written as an escape is what was written: \t of \temp, \000 of
// \000113.exr.
std::string with_slashes(std::string_view path) {
  constexpr std::string_view kLetters = "abtnvfr";  // of the characters 7 to 13
  std::string out;
  for (const char c : path) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '\\')
      out += '/';
    else if (code >= ' ')
      out += c;
    else if (code >= 7 && code < 7 + kLetters.size())
      (out += '/') += kLetters[code - 7];
    else {
      out += "/0";
      out += char('0' + code / 8);
      out += char('0' + code % 8);
    }
  }
  return out;
}

}  // namespace

std::string path_to_read(const std::string& path) {
  if (!has_drive(path) || exists(path)) return path;
  const std::string whole = with_slashes(path);
  for (std::size_t from = 0; from < whole.size();) {
    const std::string end = whole.substr(from);
    if (exists(end)) return end;
    const auto slash = whole.find('/', from);
    if (slash == std::string::npos) break;
    from = whole.find_first_not_of('/', slash);
  }
  return path;
}

void make_folders_of_drive(const std::string& path) {
  const auto slash = path.rfind('/');
  if (!has_drive(path) || slash == std::string::npos) return;
  std::error_code error;  // the file cannot be opened then, which is said
  std::filesystem::create_directories(path.substr(0, slash), error);
}

}  // namespace qc::io
