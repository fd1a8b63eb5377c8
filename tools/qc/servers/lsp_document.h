// A program in an editor, and what the compiler answers about it. It is never run.
#pragma once
#include <compare>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
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

// Where a name is defined, in whichever text.
struct LspDefinition {
  std::string file;  // its canonical path
  std::uint32_t begin;
  auto operator<=>(const LspDefinition&) const = default;
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

struct LspCall {
  struct Form {
    std::string label;
    std::vector<std::pair<std::size_t, std::size_t>> parameters;  // bytes of the label, from and to
  };
  std::vector<Form> forms;  // none: it is in no call of a function that is known
  std::size_t argument = 0;
};

// Where the places of one version of a text are in a later one. Two versions that follow each other begin alike and end
// alike; between them is the change.
class LspChanges {
 public:
  void add(std::string_view before, std::string_view now);
  // Of what a change took or brought: where it begins.
  std::size_t before(std::size_t now) const;
  std::size_t now(std::size_t before) const;

 private:
  struct Change {
    std::size_t alike, end_before, end_now;
  };
  std::vector<Change> changes_;
};

// The last version of a text that could be read, and what has changed since.
struct LspReadable {
  std::shared_ptr<class LspDocument> document;
  LspChanges since;
};

// One version of the text. The compiler is asked when an answer needs it, once. While the text cannot be read, its
// outline, its definitions and the types of its names are those of the last version that could.
// Whether a variable or function may have the name, which means nothing in the language.
bool is_new_name(const std::string& name);

class LspDocument {
 public:
  // path: where imports are looked for, beside it. open: the texts that editors hold. records: of the version before.
  // readable: without a document where there is none.
  LspDocument(const std::string& path, const std::string& text, const host::Options& options, host::OpenText open,
              std::shared_ptr<const LspRecords> records, LspReadable readable);

  const std::string& text() const { return sources_.text(file_); }
  FileId file() const { return file_; }
  const SourceMap& sources() const { return sources_; }
  bool imports() const;  // other files, whose change may change every answer
  std::shared_ptr<const LspRecords> records() const { return records_; }
  bool readable() const { return program_.has_value(); }

  const std::vector<LspFinding>& findings();
  std::optional<LspHover> hover(std::size_t byte);
  std::vector<LspCandidate> complete(std::size_t byte);
  // How the function is called in whose parentheses a place is.
  LspCall call(std::size_t byte) const;
  std::vector<Span> definitions(std::size_t byte);
  LspDefinition definition_at(const Span& span) const;
  // The words of this text that mean what is defined at `definitions`, of this text or another one, under that name;
  // without definitions those that are defined nowhere in it.
  std::vector<Span> uses(const std::string& name, const std::vector<LspDefinition>& definitions);
  // The name that stands at a place; nothing where none does, or that of a field.
  std::optional<std::string> name_at_place(std::size_t byte) const;
  bool mentions(const std::string& name) const;  // outside strings and comments
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
  // What the last version that could be read says of a place of this text.
  std::string type_before(const Span& name);
  std::vector<LspSymbol> symbols_before();
  std::vector<Span> named_parameter(std::size_t begin, std::size_t end, const std::string& name);
  std::vector<Span> defined_in(const ast::Block& block, std::size_t byte, const std::string& name) const;
  std::vector<std::string> fields_of(const std::string& path) const;

  SourceMap sources_;
  FileId file_;
  host::Options options_;
  host::OpenText open_;
  std::shared_ptr<const LspRecords> records_;
  std::optional<ast::Program> program_;  // nothing: it has errors in its syntax
  LspReadable readable_;                 // of one that has
  bool checked_ = false;
  std::vector<LspFinding> findings_;
  std::vector<host::ReportPart> loops_;
  std::vector<host::TypedName> names_;
  std::optional<std::vector<Imported>> imported_;
};

}  // namespace qc::tool
