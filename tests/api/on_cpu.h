// Gives what the tests of the library share: an engine's options on two threads, and the first message of an error.
#pragma once
#include <string>

#include "qc/qc.h"

namespace qc::test {

inline Options on_cpu() {
  Options options;
  options.device = "cpu";
  options.threads = 2;
  return options;
}

inline std::string code_of(const Error& error) { return error.messages.at(0).code; }
inline std::string text_of(const Error& error) { return error.messages.at(0).text; }

}  // namespace qc::test
