// Makes the files and arrays that the tests of readers and writers share.
#pragma once
#include <doctest/doctest.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "io/array_file.h"
#include "support/diagnostic.h"

namespace qc::test {

// A folder that goes away with the test.
struct Folder {
  Folder() : path(std::filesystem::temp_directory_path() / ("qc_io_" + std::to_string(getpid()))) {
    std::filesystem::create_directories(path);
  }
  ~Folder() { std::filesystem::remove_all(path); }
  std::string operator/(const std::string& name) const { return (path / name).string(); }
  std::filesystem::path path;
};

inline void put(const std::string& path, const std::string& bytes) { std::ofstream(path, std::ios::binary) << bytes; }

template <class T>
std::vector<T> values(const io::ArrayData& a) {
  std::vector<T> out(a.bytes.size() / sizeof(T));
  if (!out.empty()) std::memcpy(out.data(), a.bytes.data(), a.bytes.size());
  return out;
}
template <class T>
io::ArrayData array(std::vector<std::int64_t> dims, Elem elem, const std::vector<T>& v) {
  io::ArrayData a{std::move(dims), elem, std::vector<std::byte>(v.size() * sizeof(T))};
  if (!v.empty()) std::memcpy(a.bytes.data(), v.data(), a.bytes.size());
  return a;
}
inline io::ArrayData floats(std::vector<std::int64_t> dims, const std::vector<float>& v) {
  return array(std::move(dims), Elem::F32, v);
}

// "Q0602 message" of what a reader says, or "" when it reads.
template <class Act>
std::string error_of(Act act) {
  try {
    act();
  } catch (const ProgramError& e) {
    CHECK(e.diagnostics.size() == 1);
    CHECK_FALSE(e.diagnostics[0].span.valid());
    return std::string(e.diagnostics[0].code.text()) + " " + e.diagnostics[0].message;
  }
  return "";
}

}  // namespace qc::test
