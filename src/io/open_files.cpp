#include "io/open_files.h"

#include <stdio_ext.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "io/bytes.h"
#include "io/drive_paths.h"
#include "support/progress.h"
#include "support/stop.h"

namespace qc::io {

OpenFile::OpenFile(std::FILE* stream, std::string path, bool reads, bool writes, bool big_endian)
    : stream_(stream), path_(std::move(path)), reads_(reads), writes_(writes), big_endian_(big_endian) {}

void OpenFile::failed(const char* act) {
  const int error = errno;
  std::clearerr(stream_.get());  // it can be used again
  if (error == EINTR) {          // what does not come, or is not taken: of a pipe, say
    __fpurge(stream_.get());     // or closing the file would wait as well
    check_stopped();
  }
  file_error(path_, act, std::strerror(error));
}

void OpenFile::turn_to(Last what) {
  if (what == Last::Read && !reads_) file_error(path_, "cannot read", "it is open for writing");
  if (what == Last::Write && !writes_) file_error(path_, "cannot write", "it is open for reading");
  if (last_ != Last::None && last_ != what) std::fseek(stream_.get(), 0, SEEK_CUR);
  last_ = what;
}

std::string OpenFile::read(std::size_t most) {
  turn_to(Last::Read);
  std::string bytes;
  const progress::Parts parts(progress::Work::Read, std::int64_t(std::min<std::size_t>(most, progress::kUnknown)));
  while (bytes.size() < most) {  // the file says how much there is, not the one who asks
    check_stopped();
    const std::size_t have = bytes.size(),
                      want = std::min<std::size_t>(most - have, std::clamp<std::size_t>(have, 1 << 16, kMostAtOnce));
    bytes.resize(have + want);
    const std::size_t got = std::fread(bytes.data() + have, 1, want, stream_.get());
    bytes.resize(have + got);
    parts.done(std::int64_t(bytes.size()));
    if (std::ferror(stream_.get())) failed("cannot read");
    if (got < want) break;
  }
  return bytes;
}

std::string OpenFile::read_line() {
  turn_to(Last::Read);
  std::string line;
  SeldomStopped stopped;
  for (int c; (c = std::getc(stream_.get())) != EOF;) {
    stopped.check();
    line += char(c);
    if (c == '\n') break;
  }
  if (std::ferror(stream_.get())) failed("cannot read");
  return line;
}

bool OpenFile::at_end() {
  turn_to(Last::Read);
  const int c = std::getc(stream_.get());
  if (std::ferror(stream_.get())) failed("cannot read");
  if (c != EOF) std::ungetc(c, stream_.get());
  return c == EOF;
}

void OpenFile::write(const void* bytes, std::size_t count) {
  turn_to(Last::Write);
  for (std::size_t at = 0; at < count;) {
    check_stopped();
    const std::size_t some = std::min(count - at, kMostAtOnce);
    if (std::fwrite(static_cast<const char*>(bytes) + at, 1, some, stream_.get()) != some) failed("cannot write");
    at += some;
  }
}

bool OpenFile::seek(std::int64_t offset, int from) {
  last_ = Last::None;
  return fseeko(stream_.get(), off_t(offset), from == 0 ? SEEK_SET : from == 1 ? SEEK_CUR : SEEK_END) == 0;
}

std::int64_t OpenFile::tell() { return std::int64_t(ftello(stream_.get())); }

void OpenFile::flush() {
  if (writes_ && std::fflush(stream_.get()) != 0) failed("cannot write");
}

void OpenFile::close() {
  flush();
  if (std::fclose(stream_.release()) != 0) file_error(path_, "cannot write", std::strerror(errno));
}

int OpenFiles::open(const std::string& path, const std::string& mode, bool big_endian, bool& known) {
  std::string plain;
  for (char c : mode)
    if (c != 'b' && c != 't') plain += c;
  known = plain == "r" || plain == "w" || plain == "a" || plain == "r+" || plain == "w+" || plain == "a+";
  if (!known) return -1;
  const bool update = plain.size() == 2;
  if (plain[0] != 'r') make_folders_of_drive(path);
  struct stat status {};
  std::FILE* stream = nullptr;
  if (stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode))
    errno = EISDIR;
  else
    stream = std::fopen((plain == "r" ? path_to_read(path) : path).c_str(), (plain + "b").c_str());
  if (!stream) {
    if (errno == EINTR) check_stopped();  // a pipe that nobody has opened at its other end
    last_failure_ = "'" + path + "': " + std::strerror(errno);
    return -1;
  }
  const int number = files_.empty() ? 3 : int(files_.rbegin()->first) + 1;
  files_.try_emplace(number, stream, path, plain[0] == 'r' || update, plain[0] != 'r' || update, big_endian);
  return number;
}

OpenFile* OpenFiles::find(std::int64_t number) {
  const auto it = files_.find(number);
  return it == files_.end() ? nullptr : &it->second;
}

void OpenFiles::close(std::int64_t number) {
  auto node = files_.extract(number);  // no longer open even where the last write fails
  if (!node.empty()) node.mapped().close();
}

void OpenFiles::close_all() {
  while (!files_.empty()) close(files_.begin()->first);
}

}  // namespace qc::io
