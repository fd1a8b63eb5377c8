// Why a loop is not parallel: a registry of R codes, each documented for `qc explain CODE` (reasons.cpp).
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "support/source.h"

namespace qc {

struct ReasonInfo {
  std::string_view code;
  std::string_view title;
  std::string_view text;  // a few paragraphs: what it means, an example, a rewrite that changes the verdict
};
const std::vector<ReasonInfo>& reason_registry();      // all of them, by code
const ReasonInfo* find_reason(std::string_view code);  // null: no such code

struct Reason {
  std::string code;  // "R012"
  std::string message;
  Span span;   // the access or statement at fault
  Span other;  // the second access, if any
  std::string variable;
  std::string help;  // a rewrite or pragma that would change the verdict, or empty
};

}  // namespace qc
