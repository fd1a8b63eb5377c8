#include "parser/parse.h"

#include <algorithm>
#include <mutex>
#include <set>

#include "QcLexer.h"
#include "parser/arrange_tokens.h"
#include "parser/build_ast.h"
#include "parser/syntax_errors.h"
#include "support/library_use.h"
#include "support/profile.h"
#include "support/stop.h"

namespace qc {

namespace {

constexpr std::size_t kMaxErrors = 20;

bool is_error(const Diagnostic& d) { return d.severity == Severity::Error; }

// The lexer's tokens as they come. before: code points in front of the text.
std::vector<std::unique_ptr<antlr4::Token>> raw_tokens(std::string_view text, std::size_t before) {
  antlr4::ANTLRInputStream input{std::string(text)};
  qc_grammar::QcLexer lexer(&input);
  lexer.removeErrorListeners();
  std::vector<std::unique_ptr<antlr4::Token>> out;
  for (;;) {
    check_stopped();
    auto token = lexer.nextToken();
    if (token->getType() == antlr4::Token::EOF) return out;
    // The stream of the lexer dies with it; the text of a token has to be its own.
    auto own = std::make_unique<antlr4::CommonToken>(token->getType(), token->getText());
    own->setStartIndex(before + token->getStartIndex());
    own->setStopIndex(before + token->getStopIndex());
    out.push_back(std::move(own));
  }
}

void keep_first(std::vector<Diagnostic>& all) {
  std::stable_sort(all.begin(), all.end(),
                   [](const Diagnostic& a, const Diagnostic& b) { return a.span.begin < b.span.begin; });
  std::size_t errors = 0;
  std::erase_if(all, [&](const Diagnostic& d) { return is_error(d) && ++errors > kMaxErrors; });
}

// The quick way first: SLL prediction, giving up at the first error. A text with errors, or one that SLL cannot decide,
// is parsed again with recovery, and with full prediction in those of its statements that SLL refuses: full prediction
// takes many times as long.
class Parsing {
 public:
  Parsing(std::vector<std::unique_ptr<antlr4::Token>> tokens, std::string_view text, const BytePlaces& places)
      : text_(text),
        source_(std::move(tokens)),
        stream_(&source_),
        parser_(&stream_),
        places_(places),
        errors_(places) {
    parser_.removeErrorListeners();
  }

  void run(FileId file, ParseResult& result, std::vector<Diagnostic>& diagnostics) {
    Tk::ProgramContext* tree = quick();
    if (!tree) tree = careful();
    add_errors(diagnostics);
    at_end = errors_.at_end;
    goes_wrong = errors_.doubled_sign;
    if (std::any_of(errors_.diagnostics.begin(), errors_.diagnostics.end(), is_error)) return;
    BuiltProgram built = build_ast(file, *tree, places_, diagnostics);
    result.program = std::move(built.program);
    at_end = built.hint_at_end;
  }
  bool at_end = false;
  bool goes_wrong = false;  // whatever follows

 private:
  // What the parser says of the rest of a line after an error in it, a foreign character for one, is noise.
  void add_errors(std::vector<Diagnostic>& diagnostics) const {
    for (const Diagnostic& d : errors_.diagnostics) {
      const bool noise = std::any_of(diagnostics.begin(), diagnostics.end(), [&](const Diagnostic& b) {
        return b.span.begin <= d.span.begin &&
               text_.substr(b.span.begin, d.span.begin - b.span.begin).find_first_of("\r\n") == std::string_view::npos;
      });
      if (!noise) diagnostics.push_back(d);
    }
  }

  void predict_by(antlr4::atn::PredictionMode mode) {
    parser_.getInterpreter<antlr4::atn::ParserATNSimulator>()->setPredictionMode(mode);
  }

  // After a statement: whether it stands in no other.
  bool is_outermost() {
    const auto* around = static_cast<antlr4::ParserRuleContext*>(parser_.getContext()->parent);
    return !around || around->getRuleIndex() == Tk::RuleProgram;
  }

  Tk::ProgramContext* quick() {
    auto give_up = std::make_shared<GiveUp>();
    predict_by(antlr4::atn::PredictionMode::SLL);
    parser_.setErrorHandler(give_up);
    std::size_t begin = 0;
    parser_.after_statement = [&, give_up] {
      check_stopped();
      give_up->check_separated(&parser_);
      if (is_outermost()) begin = stream_.index();
    };
    try {
      return parser_.program();
    } catch (const antlr4::ParseCancellationException&) {
    } catch (const antlr4::RecognitionException&) {
    }
    refused_.insert(begin);
    return nullptr;
  }

  Tk::ProgramContext* careful() {
    constexpr int kMostTries = 3;  // then all is predicted fully
    for (int k = 0; k < kMostTries; ++k)
      if (Tk::ProgramContext* tree = with_recovery(false)) return tree;
    return with_recovery(true);
  }

  // Null: SLL refuses other statements, which the next try predicts fully.
  Tk::ProgramContext* with_recovery(bool all_fully) {
    stream_.seek(0);
    parser_.reset();
    errors_.clear();
    auto recovery = std::make_shared<StatementRecovery>(errors_);
    std::size_t begin = 0, errors = 0;
    bool full = false, refuses = false;
    const auto start = [&] {
      errors = errors_.diagnostics.size();
      full = all_fully || refused_.count(begin) > 0;
      predict_by(full ? antlr4::atn::PredictionMode::LL : antlr4::atn::PredictionMode::SLL);
    };
    const auto end = [&] {
      if (full || errors_.diagnostics.size() == errors) return;
      refused_.insert(begin);
      refuses = true;
    };
    start();
    parser_.setErrorHandler(recovery);
    parser_.removeErrorListeners();
    parser_.addErrorListener(&errors_);
    parser_.after_statement = [&, recovery] {
      check_stopped();
      recovery->check_separated(&parser_);
      if (!is_outermost()) return;
      end();
      begin = stream_.index();
      start();
    };
    Tk::ProgramContext* tree = parser_.program();
    end();
    return refuses ? nullptr : tree;
  }

  std::string_view text_;
  antlr4::ListTokenSource source_;
  antlr4::CommonTokenStream stream_;
  qc_grammar::QcParser parser_;
  const BytePlaces& places_;
  SyntaxErrors errors_;
  std::set<std::size_t> refused_;  // where the outermost statements begin that SLL refuses
};

// The runtime's caches are shared by all parsers of a process and not guarded.
std::mutex& antlr_mutex() {
  static std::mutex m;
  return m;
}

}  // namespace

bool ParseResult::ok() const { return std::none_of(diagnostics.begin(), diagnostics.end(), is_error); }

ParseResult parse(const SourceMap& sources, FileId file) {
  return parse_part(sources, file, 0, sources.text(file).size());
}

ParseResult parse_part(const SourceMap& sources, FileId file, std::size_t begin, std::size_t end) {
  const profile::Timed timed(profile::Phase::Parse);
  ParseResult result;
  result.program.file = file;
  const std::string text = without_block_comments(without_foreign_bytes(sources.text(file)));
  const auto foreign = check_text(file, text);
  if (foreign && is_error(*foreign)) {
    result.diagnostics.push_back(*foreign);
    return result;
  }
  const LibraryUse use;
  const std::lock_guard lock(antlr_mutex());
  const BytePlaces places(file, text);
  const std::string part = with_strings_in_utf8(std::string_view(text).substr(begin, end - begin));
  ArrangedTokens arranged = arrange_tokens(raw_tokens(part, places.code_points_before(std::uint32_t(begin))),
                                           places.code_points_before(std::uint32_t(end)), places);
  result.diagnostics = std::move(arranged.diagnostics);
  if (!arranged.too_large) {
    Parsing parsing(std::move(arranged.tokens), text, places);
    parsing.run(file, result, result.diagnostics);
    result.incomplete = !parsing.goes_wrong && (arranged.open_end || parsing.at_end);
  }
  if (foreign) result.diagnostics.push_back(*foreign);
  keep_first(result.diagnostics);
  return result;
}

}  // namespace qc
