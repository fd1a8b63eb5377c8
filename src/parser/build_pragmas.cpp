#include "parser/build_pragmas.h"

#include <fmt/format.h>

#include <set>

namespace qc {

static std::string trimmed(std::string s) {
  const auto from = s.find_first_not_of(" \t"), to = s.find_last_not_of(" \t");
  return from == std::string::npos ? "" : s.substr(from, to - from + 1);
}

// Said once for each name. Those that speak of a loop are more than one word.
static void unknown_pragma(BuildContext& b, const std::string& text, const std::string& name, bool attribute, Span span,
                           std::vector<std::string> known) {
  if (attribute)
    known.insert(known.end(), {"parallel for", "serial for", "interpreted for"});
  else
    known.insert(known.end(), {"force_parallel", "force_serial"});
  std::string near = nearest_name(trimmed(text.substr(0, text.find(';'))), known);
  if (near.empty()) near = nearest_name(name, known);
  if (near.empty() && attribute)
    for (const char* loop : {"parallel", "serial", "interpreted"})
      if (name == loop || nearest_name(name, {loop}) == loop) near = std::string(loop) + " for";
  const std::string help = near.empty() ? "it has no effect"
                                        : fmt::format("it has no effect; did you mean {}?",
                                                      attribute ? "{!" + near + "}" : "#pragma " + near);
  b.tree.report("Q0107", span, fmt::format("unknown {} '{}'", attribute ? "attribute" : "pragma", name), help,
                Severity::Warning);
}

void build_pragma(BuildContext& b, ast::Block& out, Tk::PragmaContext& c) {
  const bool attribute = c.ATTRIBUTE() != nullptr;
  const std::string raw = c.getText();
  const std::string text = attribute ? trimmed(raw.substr(2, raw.size() - 3)) : trimmed(raw.substr(7));
  const std::string words = text.substr(0, text.find(';'));
  ast::LoopHint hint = ast::LoopHint::None;
  if (attribute ? words.starts_with("parallel for") : text == "force_parallel") hint = ast::LoopHint::ForceParallel;
  if (attribute ? words.starts_with("serial for") : text == "force_serial") hint = ast::LoopHint::ForceSerial;
  if (attribute && words.starts_with("interpreted for")) hint = ast::LoopHint::Interpreted;
  drop_pending_hint(b);
  if (hint != ast::LoopHint::None) {
    b.hint.put(hint, b.tree.span(c));
    return;
  }
  static const std::set<std::string> known = {
      "kernel",           "unroll",         "author",          "doc",       "category", "function_transform",
      "kernel_transform", "loop_transform", "kernel_tiling",   "alloc",     "transfer", "sched",
      "specialize",       "auto_inline",    "auto_specialize", "copyright", "version",  "kernel_shuffle",
      "memory_free"};
  const std::string name = text.substr(0, text.find_first_of(" \t(;"));
  if (!attribute && name == "reduction") {  // see arrange_tokens.cpp
    b.tree.report("Q0107", b.tree.span(c), "a reduction rule is not applied",
                  "expressions are computed as they are written; make it a function where its left side is a new name",
                  Severity::Warning);
    return;
  }
  if (!attribute && name == "symbolic") {
    b.tree.report("Q0107", b.tree.span(c), "symbols have no effect",
                  "they are the names in reduction rules, which are not applied", Severity::Warning);
    return;
  }
  if (!known.count(name) && b.unknown_pragmas.insert(name).second)
    unknown_pragma(b, text, name, attribute, b.tree.span(c), {known.begin(), known.end()});
  out.push_back({ast::Pragma{text, attribute}, b.tree.span(c), false});
}

void drop_pending_hint(BuildContext& b) {
  if (b.hint.take() == ast::LoopHint::None) return;
  b.tree.report("Q0107", b.hint.span(), "no loop follows", "it speaks of the 'for' loop directly after it",
                Severity::Warning);
}

}  // namespace qc
