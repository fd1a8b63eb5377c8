// A folder of generated code that outlives the process. Only files that this user wrote, or that were installed with
// the program, for this very build of the compiler, are ever read: what is in them is run.
#pragma once
#include <array>
#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

namespace qc::codegen {

using Digest = std::array<std::uint8_t, 32>;  // SHA-256
// Of the parts, each of which ends with a NUL byte, and of what follows them.
Digest digest_of_parts(std::initializer_list<std::string_view> parts, std::string_view content);

class CodeFolder {
 public:
  // Makes the folder when it is missing. `error` is set when it cannot be used: not made, another user's, or writable
  // by others.
  static std::optional<CodeFolder> open(const std::filesystem::path& folder, std::string* error);
  // A folder that lies beside this program and is only read, whoever owns both. Nothing: there is none, or more than
  // its owner may write there.
  static std::optional<CodeFolder> open_installed(const std::filesystem::path& folder);

  // What was kept under the digest; none when it is missing or damaged. A file that is read counts as new again.
  std::optional<std::string> find(const Digest& digest) const;
  // Keeps code; a failure (a full disk) leaves the folder as it was. The first call for one of 64 digests removes the
  // oldest files beyond kMostBytes.
  void keep(const Digest& digest, std::string_view code);

  static constexpr std::uintmax_t kMostBytes = std::uintmax_t(256) << 20;

 private:
  CodeFolder(std::filesystem::path folder, bool installed) : folder_(std::move(folder)), installed_(installed) {}
  std::filesystem::path file_of(const Digest& digest) const;
  void make_room() const;

  std::filesystem::path folder_;
  bool installed_ = false, made_room_ = false;
};

}  // namespace qc::codegen
