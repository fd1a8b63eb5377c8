// A program in an editor, and what the compiler answers about it. It is never run.
#pragma once
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ast/ast.h"
#include "host/session/inspect.h"
#include "support/diagnostic.h"

namespace qc::tool {

// A message, at a place of the program's own file. Its code is one of `qc explain`.
struct LspFinding {
  enum class Severity { Error = 1, Warning = 2, Information = 3 };  // the protocol's numbers
  Span span;
  Severity severity;
  std::string code, message;
  std::vector<Note> related;
};

struct LspHover {
  Span span;
  std::string markdown;
};

// span: what stands there already and is replaced.
struct LspCandidate {
  enum class Kind { Function = 3, Field = 5, Variable = 6, Keyword = 14, File = 17 };  // the protocol's numbers
  std::string name;
  Kind kind;
  Span span;
};

struct LspSymbol {
  enum class Kind { Class = 5, Function = 12, Loop = 25 };  // the protocol's numbers; Loop: Operator
  std::string name, detail;
  Kind kind;
  Span whole, name_span;
  std::vector<LspSymbol> inside;
};

// Records of a program as they were when it last could be read: while a text is typed it seldom can.
struct LspRecords {
  std::map<std::string, std::vector<std::pair<std::string, std::string>>> fields;  // of a class: names and types
  std::map<std::string, std::string> classes;                                      // of variables
};

// One version of the text. The compiler is asked when an answer needs it, once.
class LspDocument {
 public:
  // path: where imports are looked for, beside it. open: the texts that editors hold. before: of the version before.
  LspDocument(const std::string& path, const std::string& text, const host::Options& options, host::OpenText open,
              std::shared_ptr<const LspRecords> before);

  const std::string& text() const { return sources_.text(file_); }
  FileId file() const { return file_; }
  const SourceMap& sources() const { return sources_; }
  bool imports() const;  // other files, whose change may change every answer
  std::shared_ptr<const LspRecords> records() const { return records_; }

  const std::vector<LspFinding>& findings();
  std::optional<LspHover> hover(std::size_t byte);
  std::vector<LspCandidate> complete(std::size_t byte);
  std::vector<Span> definitions(std::size_t byte);
  std::vector<LspSymbol> symbols();
  // The text in its usual form; nothing while it cannot be read.
  std::optional<std::string> formatted() const;

 private:
  struct Imported {
    FileId file;
    ast::Program program;
  };
  void check();
  void take_loops(const host::Report& report);
  void note_records();
  const std::vector<Imported>& imported();
  void import_from(const ast::Block& block, const std::string& importer);
  std::vector<Span> defined_in(const ast::Block& block, std::size_t byte, const std::string& name) const;
  std::vector<std::string> fields_of(const std::string& path) const;

  SourceMap sources_;
  FileId file_;
  host::Options options_;
  host::OpenText open_;
  std::shared_ptr<const LspRecords> records_;
  std::optional<ast::Program> program_;  // nothing: it has errors in its syntax
  bool checked_ = false;
  std::vector<LspFinding> findings_;
  std::vector<host::ReportPart> loops_;
  std::vector<host::TypedName> names_;
  std::optional<std::vector<Imported>> imported_;
};

}  // namespace qc::tool
