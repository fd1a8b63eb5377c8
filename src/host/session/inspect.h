// What the compiler makes of a program, without running it: the texts of --explain and --emit.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "analysis/report/explain.h"
#include "host/session/session.h"
#include "support/diagnostic.h"

namespace qc::host {

enum class ReportKind {
  Explain,      // the report on each loop, for people
  ExplainJson,  // one JSON object a line
  Remarks,      // the YAML of LLVM's optimisation records
  Ast,          // the program as the parser understood it, as source
  Plan,         // each loop nest in IR with its verdict
  Kernel,       // the kernels made from each loop, as source
  LlvmHost,
  LlvmPtx,
  Ptx,
  Asm
};

// A loop or a written kernel, and what the report says of it.
struct ReportPart {
  Span span;                           // the loop; of a written kernel its name
  std::string text;                    // as in Report::text
  std::string types;                   // of what it takes from outside: "x vec, s scalar"
  std::optional<LoopFinding> finding;  // Explain, of a loop
  Span outermost = {};                 // then: the outermost loop around it, itself if there is none
};

// text may be there although there are errors: other loops of the program are still reported.
struct Report {
  std::string text;
  std::vector<Diagnostic> diagnostics;
  std::vector<ReportPart>
      parts;        // in the order of the program's text for Explain and ExplainJson; none of Ast, Remarks
  bool ok() const;  // no error among the diagnostics
};

// The text of a file that counts more than what lies there, because an editor holds it; nothing for other files.
using OpenText = std::function<std::optional<std::string>(const std::string& path)>;

// Types are those of the static walk (sema/types_of_builtins.h). gpu: which policy schedules Kernel. Never throws for
// what is wrong in the program; that is in the diagnostics. open: asked for imported files, may be empty.
Report report_on(SourceMap& sources, FileId file, const Options& options, ReportKind kind, bool gpu,
                 const OpenText& open = {});

// A name of the program's own file and its type, "mat"; where that depends on the call, all of them: "vec or scalar".
// Empty: not known from the text.
struct TypedName {
  Span span;
  std::string type;
};
// In the order of the text; nothing of a program with errors in its syntax.
std::vector<TypedName> types_of_names(SourceMap& sources, FileId file, const Options& options,
                                      const OpenText& open = {});

// The file that `import path` means: next to the importing program, then in the library path; empty when there is none.
std::string find_import(const std::string& path, const std::string& importer,
                        const std::vector<std::string>& library_path);

// What to do about an import that finds nothing: the nearest name of a file where it is looked for, or where that is.
std::string help_for_import(const std::string& path, const std::string& importer,
                            const std::vector<std::string>& library_path);

}  // namespace qc::host
