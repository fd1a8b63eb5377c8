#include "host/session/kept_code.h"

#include <filesystem>
#include <functional>
#include <optional>

#include "codegen/code_folder.h"

namespace qc::host {
namespace {

namespace fs = std::filesystem;

// A file of code is named by its digest; parts of files whose writer died have more behind it.
std::optional<codegen::Digest> digest_in(const std::string& name) {
  codegen::Digest digest{};
  if (name.size() != 2 * digest.size()) return std::nullopt;
  for (std::size_t k = 0; k < name.size(); ++k) {
    const char c = name[k];
    const int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
    if (digit < 0) return std::nullopt;
    digest[k / 2] = std::uint8_t(digest[k / 2] << 4 | digit);
  }
  return digest;
}
bool is_ours(const std::string& name) { return digest_in(name.substr(0, name.find('.'))).has_value(); }

KeptCode each_file(
    const std::string& folder,
    const std::function<void(const codegen::CodeFolder&, const fs::directory_entry&, KeptCode&)>& visit) {
  KeptCode result;
  result.most_bytes = codegen::CodeFolder::kMostBytes;
  std::error_code error;
  if (!fs::exists(folder, error)) return result;
  const auto open = codegen::CodeFolder::open(folder, &result.error);
  if (!open) return result;
  std::vector<fs::directory_entry> files;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error))
    if (is_ours(it->path().filename().string())) files.push_back(*it);
  for (const auto& file : files) {
    const auto bytes = file.file_size(error);
    if (error) continue;
    ++result.files;
    result.bytes += bytes;
    visit(*open, file, result);
  }
  return result;
}

}  // namespace

KeptCode kept_code(const std::string& folder) {
  return each_file(folder, [](const auto&, const auto&, KeptCode&) {});
}

KeptCode verify_kept_code(const std::string& folder) {
  return each_file(folder, [](const codegen::CodeFolder& code, const fs::directory_entry& file, KeptCode& result) {
    const std::string name = file.path().filename().string();
    const auto digest = digest_in(name);
    if (digest && code.find(*digest)) return;
    result.damaged.push_back(name);
    std::error_code ignored;
    fs::remove(file.path(), ignored);
  });
}

KeptCode clear_kept_code(const std::string& folder) {
  return each_file(folder, [](const codegen::CodeFolder&, const fs::directory_entry& file, KeptCode&) {
    std::error_code ignored;
    fs::remove(file.path(), ignored);
  });
}

}  // namespace qc::host
