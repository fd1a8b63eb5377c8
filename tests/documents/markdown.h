// Reads from a document what can be held against the tool: programs, what they print, commands, tables, and paths.
//
//   ```qc             a program, which has to run; with a name, ```qc mean.q, a file for the commands behind it
//   ```output         what the program before it prints, errors included
//   ```console        commands behind "$ ", each with what it prints; a line of "..." stands for any number of lines
//   ```cpp FILE       lines that stand in this file of the project; "..." between them where some are left out
//   | NumPy | qc | gives |
//                     the first code of each row in the column `qc`, and what its last expression prints, lines joined
//                     by " / "
//
// A block ```qc setup is run before each row of the tables behind it. Blocks with other words, or none, are not run.
#pragma once
#include <string>
#include <vector>

namespace qc::test {

struct FencedBlock {
  std::string word;  // qc, output, console, .. or empty
  std::string name;  // of the file that a program is, "setup", or empty
  std::string text;
  int line = 0;  // of its opening fence, from 1
};

struct Command {
  std::string text;
  std::string output;
  int line = 0;
};

struct TableRow {
  std::string code;   // without its back quotes
  std::string gives;  // empty: nothing is printed
  int line = 0;
};

struct Table {
  std::vector<TableRow> rows;
  int line = 0;
};

struct NamedPath {
  std::string path;   // as it stands there
  bool link = false;  // relative to the document, otherwise to the project
  int line = 0;
};

std::vector<FencedBlock> fenced_blocks(const std::string& document);
std::vector<Command> commands(const FencedBlock& console);
std::vector<Table> tables(const std::string& document);  // those with the columns `qc` and `gives`
std::vector<NamedPath> named_paths(const std::string& document);

// The program that runs the code of a row: its last expression is printed.
std::string printing(const std::string& code);
// Whether the pieces of an excerpt, which "..." divides, stand in the text one after the other.
bool is_excerpt(const std::string& excerpt, const std::string& text);
// Whether `seen` is `expected`, in which a line "..." stands for any number of lines.
bool alike(const std::string& seen, const std::string& expected);

}  // namespace qc::test
