// Warnings that a place of the text gives once, however often it runs.
#pragma once
#include <cstdint>
#include <set>
#include <utility>

#include "support/source.h"

namespace qc::host {

class GivenWarnings {
 public:
  // True the first time at that place: of calls of built-ins with named arguments, of matrices that are divided.
  bool first_of_names(Span span) { return names_.insert({span.file, span.begin}).second; }
  bool first_of_quotient(Span span) { return quotients_.insert({span.file, span.begin}).second; }

 private:
  using Places = std::set<std::pair<FileId, std::uint32_t>>;
  Places names_, quotients_;
};

}  // namespace qc::host
