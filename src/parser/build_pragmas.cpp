#include "parser/build_pragmas.h"

#include <fmt/format.h>

#include <algorithm>

#include "parser/pragma_words.h"

namespace qc {

static std::string trimmed(std::string s) {
  const auto from = s.find_first_not_of(" \t"), to = s.find_last_not_of(" \t");
  return from == std::string::npos ? "" : s.substr(from, to - from + 1);
}

static const std::vector<std::string>& words_without_effect() {
  static const std::vector<std::string> words = {"alloc",
                                                 "author",
                                                 "auto_inline",
                                                 "auto_specialize",
                                                 "category",
                                                 "copyright",
                                                 "doc",
                                                 "kernel",
                                                 "kernel_tiling",
                                                 "kernel_shuffle",
                                                 "kernel_transform",
                                                 "function_transform",
                                                 "loop_transform",
                                                 "memory_free",
                                                 "sched",
                                                 "specialize",
                                                 "transfer",
                                                 "unroll",
                                                 "version"};
  return words;
}

static std::vector<std::string> with_words_without_effect(std::vector<std::string> of_loops) {
  of_loops.insert(of_loops.end(), words_without_effect().begin(), words_without_effect().end());
  return of_loops;
}

const std::vector<std::string>& pragma_words() {
  static const auto words = with_words_without_effect({"force_parallel", "force_serial"});
  return words;
}

const std::vector<std::string>& attribute_words() {
  static const auto words = with_words_without_effect({"parallel for", "serial for", "interpreted for"});
  return words;
}

// Said once for each name. Those that speak of a loop are more than one word.
static void unknown_pragma(BuildContext& b, const std::string& text, const std::string& name, bool attribute,
                           Span span) {
  const std::vector<std::string>& known = attribute ? attribute_words() : pragma_words();
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
  const std::vector<std::string>& known = words_without_effect();
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
  if (std::find(known.begin(), known.end(), name) == known.end() && b.unknown_pragmas.insert(name).second)
    unknown_pragma(b, text, name, attribute, b.tree.span(c));
  out.push_back({ast::Pragma{text, attribute}, b.tree.span(c), false});
}

void drop_pending_hint(BuildContext& b) {
  if (b.hint.take() == ast::LoopHint::None) return;
  b.tree.report("Q0107", b.hint.span(), "no loop follows", "it speaks of the 'for' loop directly after it",
                Severity::Warning);
}

}  // namespace qc
