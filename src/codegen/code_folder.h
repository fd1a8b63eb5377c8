// A folder of generated code that outlives the process. Only files that this user wrote, for this very build of the
// compiler, are ever read: what is in them is run.
#pragma once
#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace qc::codegen {

using Digest = std::array<std::uint8_t, 32>;  // SHA-256

class CodeFolder {
 public:
  // Makes the folder when it is missing. `error` is set when it cannot be used: not made, another user's, or writable
  // by others.
  static std::optional<CodeFolder> open(const std::filesystem::path& folder, std::string* error);

  // What was kept under the digest; none when it is missing or damaged. A file that is read counts as new again.
  std::optional<std::string> find(const Digest& digest) const;
  // Keeps code; a failure (a full disk) leaves the folder as it was. The first call for one of 64 digests removes the
  // oldest files beyond kMostBytes.
  void keep(const Digest& digest, std::string_view code);

  static constexpr std::uintmax_t kMostBytes = std::uintmax_t(256) << 20;

 private:
  explicit CodeFolder(std::filesystem::path folder) : folder_(std::move(folder)) {}
  std::filesystem::path file_of(const Digest& digest) const;
  void make_room() const;

  std::filesystem::path folder_;
  bool made_room_ = false;
};

}  // namespace qc::codegen
