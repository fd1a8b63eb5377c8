#include "codegen/code_folder.h"

#include <llvm/ADT/StringRef.h>
#include <llvm/Support/SHA256.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <vector>

namespace qc::codegen {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kMagic = "qc code 1\n";
constexpr int kLooksOneIn =
    64;  // a folder of 20000 files takes 0.1 s to look through, several times what the code took to compile

Digest digest_of_text(std::string_view text) { return digest_of_parts({}, text); }

// Empty: there is no such file, or it cannot be read.
std::string read_entry(const fs::path& path) {
  std::error_code failed;
  if (!fs::is_regular_file(path, failed)) return {};  // a pipe would wait for whoever writes into it
  const std::uintmax_t bytes = fs::file_size(path, failed);
  if (failed || bytes > CodeFolder::kMostBytes) return {};
  std::ifstream in(path, std::ios::binary);
  std::string text(std::size_t(bytes), 0);
  if (!in.read(text.data(), std::streamsize(text.size()))) return {};
  return text;
}

std::string_view as_text(const Digest& d) { return {reinterpret_cast<const char*>(d.data()), d.size()}; }

}  // namespace

Digest digest_of_parts(std::initializer_list<std::string_view> parts, std::string_view content) {
  llvm::SHA256 hash;
  for (const std::string_view part : parts) {
    hash.update(part);
    hash.update(llvm::StringRef("\0", 1));
  }
  hash.update(content);
  return hash.final();
}

std::optional<CodeFolder> CodeFolder::open(const fs::path& folder, std::string* error) {
  std::error_code failed;
  if (!fs::is_directory(folder, failed)) {
    if (folder.has_parent_path()) fs::create_directories(folder.parent_path(), failed);
    if (::mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST) {
      *error = std::strerror(errno);
      return {};
    }
  }
  struct stat s;
  if (::stat(folder.c_str(), &s) != 0) {
    *error = std::strerror(errno);
    return {};
  }
  if (!S_ISDIR(s.st_mode))
    *error = "it is not a folder";
  else if (s.st_uid != ::geteuid())
    *error = "it belongs to another user";
  else if (s.st_mode & (S_IWGRP | S_IWOTH))
    *error = "other users may write to it";
  else
    return CodeFolder(folder, false);
  return {};
}

std::optional<CodeFolder> CodeFolder::open_installed(const fs::path& folder) {
  struct stat s;
  if (::stat(folder.c_str(), &s) != 0 || !S_ISDIR(s.st_mode) || (s.st_mode & (S_IWGRP | S_IWOTH))) return {};
  return CodeFolder(folder, true);
}

fs::path CodeFolder::file_of(const Digest& digest) const {
  constexpr const char* kDigits = "0123456789abcdef";
  std::string name;
  for (const std::uint8_t byte : digest) {
    name += kDigits[byte >> 4];
    name += kDigits[byte & 15];
  }
  return folder_ / name;
}

std::optional<std::string> CodeFolder::find(const Digest& digest) const {
  const fs::path path = file_of(digest);
  const std::string text = read_entry(path);
  const std::size_t header = kMagic.size() + sizeof(Digest);
  if (text.size() < header || !std::string_view(text).starts_with(kMagic)) return {};
  const std::string code = text.substr(header);
  if (std::string_view(text).substr(kMagic.size(), sizeof(Digest)) != as_text(digest_of_text(code))) return {};
  std::error_code ignored;
  if (!installed_) fs::last_write_time(path, fs::file_time_type::clock::now(), ignored);
  return code;
}

void CodeFolder::keep(const Digest& digest, std::string_view code) {
  if (!made_room_ && digest[0] % kLooksOneIn == 0) {
    make_room();
    made_room_ = true;
  }
  // Written beside its place and moved there whole: another process never sees half of it.
  const fs::path path = file_of(digest);
  const fs::path part = path.string() + "." + std::to_string(::getpid());
  std::error_code ignored;
  {
    std::ofstream out(part, std::ios::binary);
    out << kMagic << as_text(digest_of_text(code)) << code;
    out.close();
    if (!out) {
      fs::remove(part, ignored);
      return;
    }
  }
  fs::rename(part, path, ignored);
  if (ignored) fs::remove(part, ignored);
}

void CodeFolder::make_room() const {
  struct File {
    fs::path path;
    std::uintmax_t bytes;
    fs::file_time_type used;
  };
  std::vector<File> files;
  std::uintmax_t total = 0;
  std::error_code ignored;
  fs::directory_iterator entry(folder_, ignored);
  for (; !ignored && entry != fs::directory_iterator(); entry.increment(ignored)) {
    std::error_code unknown;
    const auto bytes = entry->file_size(unknown);
    if (unknown) continue;
    files.push_back({entry->path(), bytes, entry->last_write_time(unknown)});
    total += bytes;
  }
  if (total <= kMostBytes) return;
  std::sort(files.begin(), files.end(), [](const File& a, const File& b) { return a.used < b.used; });
  for (const File& f : files) {
    if (total <= kMostBytes / 2) break;
    if (fs::remove(f.path, ignored)) total -= f.bytes;
  }
}

}  // namespace qc::codegen
