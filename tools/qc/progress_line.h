// Shows on a terminal what a program is at, once that takes longer than two seconds, in one line that goes when
// anything else is written.
#pragma once
#include <condition_variable>
#include <mutex>
#include <string_view>
#include <thread>

namespace qc::tool {

class ProgressLine {
 public:
  ProgressLine() = default;
  ~ProgressLine() { stop(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void start();  // standard error is a terminal
  void stop();

  // Held while something is written: the line is gone until then. shown: what goes to the terminal; a line that is not
  // at its end is left alone.
  class Writing {
   public:
    Writing(ProgressLine& line, std::string_view shown);

   private:
    std::unique_lock<std::mutex> lock_;
  };

 private:
  void watch();
  void clear();

  std::mutex mutex_;
  std::condition_variable stopped_;
  std::thread thread_;
  bool running_ = false, there_ = false, at_line_start_ = true;
};

}  // namespace qc::tool
