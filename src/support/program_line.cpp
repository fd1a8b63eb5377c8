#include "support/program_line.h"

#include <algorithm>
#include <utility>

namespace qc {

Diagnostic at_line_of_program(Diagnostic d, const SourceMap& sources) {
  const auto in_library = [&](const Span& s) {
    return s.valid() && s.file < sources.size() && sources.name(s.file).starts_with("stdlib/");
  };
  if (!in_library(d.span)) return d;
  const auto is_call = [&](const Note& n) {
    return n.span.valid() && !in_library(n.span) && n.message.ends_with("called here");
  };
  const auto call = std::find_if(d.notes.begin(), d.notes.end(), is_call);
  if (call == d.notes.end()) return d;
  const Span failed = std::exchange(d.span, call->span);
  d.notes.erase(call);
  d.notes.insert(d.notes.begin(), Note{failed, "it fails here, in the library"});
  return d;
}

}  // namespace qc
