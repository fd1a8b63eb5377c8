#include "io/replace_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <memory>

#include "io/bytes.h"
#include "support/stop.h"

namespace qc::io {

namespace {

// All of it, and closed.
int write_and_close(int file, const std::vector<unsigned char>& bytes) {
  int error = 0;
  for (std::size_t at = 0; at < bytes.size() && error == 0;) {
    if (is_stopped(stop_flag())) {
      error = ECANCELED;
      break;
    }
    const ::ssize_t put = ::write(file, bytes.data() + at, std::min(bytes.size() - at, kMostAtOnce));
    if (put >= 0)
      at += std::size_t(put);
    else if (errno != EINTR)
      error = errno;
  }
  if (::close(file) != 0 && error == 0) error = errno;
  return error;
}

int write_in_place(const std::string& path, const std::vector<unsigned char>& bytes) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0) return errno == EINTR && is_stopped(stop_flag()) ? ECANCELED : errno;
  return write_and_close(file, bytes);
}

// What the path leads to through links; empty: nothing that is there.
std::string behind_links(const std::string& path) {
  const std::unique_ptr<char, decltype(&std::free)> whole(::realpath(path.c_str(), nullptr), &std::free);
  return whole ? whole.get() : "";
}

// A name of another process's file is passed over.
int open_beside(const std::string& place, std::string& name) {
  static std::atomic<unsigned> count{0};
  const std::string folder = place.substr(0, place.find_last_of('/') + 1);
  for (;;) {
    name = folder + ".qc-" + std::to_string(::getpid()) + "-" + std::to_string(count++);
    const int file = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file >= 0 || errno != EEXIST) return file;
  }
}

}  // namespace

int replace_file(const std::string& path, const std::vector<unsigned char>& bytes) {
  struct stat old {
  }, link{};
  const bool there = ::stat(path.c_str(), &old) == 0;
  // /dev/stdout: a file that is open already
  const bool is_stream = path.starts_with("/dev/") || path.starts_with("/proc/");
  const bool leads_nowhere = !there && ::lstat(path.c_str(), &link) == 0;
  if (is_stream || leads_nowhere || (there && !S_ISREG(old.st_mode))) return write_in_place(path, bytes);
  if (there && ::access(path.c_str(), W_OK) != 0) return errno;
  if (there && (old.st_mode & 0222) == 0) return EACCES;  // which root may write as well, and does not mean to
  const std::string place = there ? behind_links(path) : path;
  if (place.empty()) return write_in_place(path, bytes);
  std::string beside;
  const int file = open_beside(place, beside);
  if (file < 0) {
    const bool closed = errno == EACCES || errno == EPERM || errno == EROFS;  // the folder, not the file
    return there && closed ? write_in_place(path, bytes) : errno;
  }
  bool keeps = true;
  if (there) {
    // The group may be one that is not ours to give.
    if (::fchown(file, old.st_uid, old.st_gid) != 0) keeps = old.st_uid == ::geteuid();
    keeps = ::fchmod(file, old.st_mode & 07777) == 0 && keeps;
  }
  int error = write_and_close(file, bytes);
  const bool renamed = error == 0 && keeps && ::rename(beside.c_str(), place.c_str()) == 0;
  if (renamed) return 0;
  const bool in_place = error == 0 && (!keeps || errno == EBUSY);  // a file of another user, or one that is mounted
  if (error == 0) error = errno;
  ::unlink(beside.c_str());
  return in_place ? write_in_place(path, bytes) : error;
}

}  // namespace qc::io
