// Files that a program reads and writes piece by piece, by number.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <map>
#include <memory>
#include <string>

namespace qc::io {

// One open file. What fails throws ProgramError Q0601 that names the file, without a span.
class OpenFile {
 public:
  OpenFile(std::FILE* stream, std::string path, bool reads, bool writes, bool big_endian);

  // Up to `most` bytes, fewer at the end.
  std::string read(std::size_t most);
  // The next line with the line feed that ends it, which the last line may lack; empty at the end.
  std::string read_line();
  bool at_end();
  void write(const void* bytes, std::size_t count);
  // Seen from the start, the place, or the end, as fseek's 0, 1 and 2. False when there is no such place.
  bool seek(std::int64_t offset, int from);
  std::int64_t tell();
  void flush();
  void close();  // writes what is left

  bool big_endian() const { return big_endian_; }

 private:
  enum class Last { None, Read, Write };
  [[noreturn]] void failed(const char* act);  // by errno
  void turn_to(Last what);                    // the C library wants a seek between a read and a write
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::unique_ptr<std::FILE, Close> stream_;
  std::string path_;
  bool reads_, writes_, big_endian_;
  Last last_ = Last::None;
};

class OpenFiles {
 public:
  // The number of the file, from 3 on, or -1: then last_failure() says why. mode: r w a r+ w+ a+, with b or t behind;
  // false in `known` for another one.
  int open(const std::string& path, const std::string& mode, bool big_endian, bool& known);
  OpenFile* find(std::int64_t number);  // null when no file has it
  void close(std::int64_t number);
  void close_all();
  const std::string& last_failure() const { return last_failure_; }

 private:
  std::map<std::int64_t, OpenFile> files_;
  std::string last_failure_;
};

}  // namespace qc::io
