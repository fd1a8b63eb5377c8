// The documents say what happens: their programs run, their commands print what stands there, their paths and the names
// of the code exist.
// QC_BLESS=1 build/bin/test_documents writes what is printed now into the documents, but for excerpts with "...".
#include <doctest/doctest.h>
#include <sys/wait.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "tests/documents/markdown.h"
#include "tests/sources.h"

using namespace qc::test;

namespace {

namespace fs = std::filesystem;
using Complaints = std::vector<std::string>;

std::vector<fs::path> documents() {
  std::vector<fs::path> all = {kRoot / "README.md", kRoot / "CONTRIBUTING.md", kRoot / "examples/README.md",
                               kRoot / "editors/README.md"};
  for (const auto& entry : fs::recursive_directory_iterator(kRoot / "docs"))
    if (entry.path().extension() == ".md") all.push_back(entry.path());
  std::erase_if(all, [](const fs::path& file) { return !fs::exists(file); });
  return all;
}

// A folder in which the commands of one document run: the project's examples lie there, and `qc` is found.
class Room {
 public:
  Room() {
    std::string name = (fs::temp_directory_path() / "qc-documents-XXXXXX").string();
    if (!mkdtemp(name.data())) std::abort();
    top_ = name;
    fs::create_directories(top_ / "work");
    fs::create_directories(top_ / "bin");
    fs::create_symlink(kRoot / "examples", top_ / "work/examples");
    fs::create_symlink(QC_BINARY, top_ / "bin/qc");
  }
  ~Room() {
    std::error_code ignored;
    fs::remove_all(top_, ignored);
  }
  Room(const Room&) = delete;
  Room& operator=(const Room&) = delete;

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(top_ / "work" / name, std::ios::binary) << text;
  }

  // What a command prints, errors among it, and how it ends. Documents show a machine without a GPU.
  std::string run(const std::string& command, int& exit_code) const {
    write("../command", command + "\n");
    const std::string line = "cd " + (top_ / "work").string() +
                             " && env -u QC_DEVICE -u QC_THREADS -u QC_PATH -u QC_CACHE -u QC_OUTPUT LC_ALL=C "
                             "CUDA_VISIBLE_DEVICES= XDG_CACHE_HOME=" +
                             (top_ / "cache").string() + " PATH=" + (top_ / "bin").string() +
                             ":\"$PATH\" sh ../command </dev/null 2>&1";
    std::string printed;
    FILE* pipe = popen(line.c_str(), "r");
    char buffer[4096];
    for (std::size_t n; (n = fread(buffer, 1, sizeof buffer, pipe)) > 0;) printed.append(buffer, n);
    const int status = pclose(pipe);
    exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return printed;
  }

 private:
  fs::path top_;
};

// The programs, commands and tables of one document, in their order.
class Document {
 public:
  explicit Document(const fs::path& file)
      : shown_(fs::relative(file, kRoot).string()),
        text_(text_of(file)),
        blocks_(fenced_blocks(text_)),
        tables_(tables(text_)) {}

  Complaints complaints() {
    const auto is_run = [](const FencedBlock& b) { return b.word == "qc" || b.word == "console" || b.word == "cpp"; };
    if (tables_.empty() && std::none_of(blocks_.begin(), blocks_.end(), is_run)) return {};
    const Room room;
    for (std::size_t k = 0; k < blocks_.size(); ++k) {
      if (blocks_[k].word == "qc")
        program(room, k);
      else if (blocks_[k].word == "console")
        console(room, blocks_[k]);
      else if (blocks_[k].word == "cpp" && !is_excerpt(blocks_[k].text, text_of(kRoot / blocks_[k].name)))
        complain(blocks_[k].line, "these lines do not stand in " + blocks_[k].name);
      else if (blocks_[k].word == "output" && (k == 0 || blocks_[k - 1].word != "qc"))
        complain(blocks_[k].line, "output of no program");
    }
    for (const Table& table : tables_) check(room, table);
    if (!blessed_.empty()) bless();
    return complaints_;
  }

 private:
  void complain(int line, const std::string& what) {
    complaints_.push_back(shown_ + ":" + std::to_string(line) + ": " + what);
  }

  // What stands behind `line` is not what is printed.
  void differs(int line, const std::string& stands, const std::string& printed, const std::string& what) {
    const bool excerpt = ("\n" + stands).find("\n...\n") != std::string::npos;
    if (std::getenv("QC_BLESS") && !excerpt)
      blessed_.push_back({line, std::size_t(std::count(stands.begin(), stands.end(), '\n')), printed});
    else
      complain(line, what + " prints\n" + printed);
  }

  void bless() const {
    std::vector<std::string> lines;
    std::istringstream in(text_);
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    for (auto b = blessed_.rbegin(); b != blessed_.rend(); ++b) {  // in the order of the text
      lines.erase(lines.begin() + b->line, lines.begin() + b->line + std::ptrdiff_t(b->count));
      if (!b->text.empty())
        lines.insert(lines.begin() + b->line, b->text.substr(0, b->text.find_last_not_of('\n') + 1));
    }
    std::ofstream out(kRoot / shown_, std::ios::binary);
    for (const std::string& line : lines) out << line << "\n";
  }

  void program(const Room& room, std::size_t k) {
    const FencedBlock& block = blocks_[k];
    if (block.name == "setup") return;
    const bool has_output = k + 1 < blocks_.size() && blocks_[k + 1].word == "output";
    const std::string name = block.name.empty() ? "program.q" : block.name;
    room.write(name, block.text);
    if (!has_output && !block.name.empty()) {
      const auto runs_it = [&](const FencedBlock& b) {
        return b.word == "console" && b.line > block.line && b.text.find(name) != std::string::npos;
      };
      if (std::none_of(blocks_.begin(), blocks_.end(), runs_it)) complain(block.line, "no command runs " + name);
      return;
    }
    int exit_code = 0;
    const std::string printed = room.run("qc " + name, exit_code);
    if (!has_output && exit_code != 0) complain(block.line, "the program fails:\n" + printed);
    if (has_output && !alike(printed, blocks_[k + 1].text))
      differs(blocks_[k + 1].line, blocks_[k + 1].text, printed, "the program");
  }

  void console(const Room& room, const FencedBlock& block) {
    for (const Command& command : commands(block)) {
      int exit_code = 0;
      const std::string printed = room.run(command.text, exit_code);
      if (!alike(printed, command.output)) differs(command.line, command.output, printed, "'" + command.text + "'");
    }
  }

  // All rows are one program, which prints a mark between them.
  void check(const Room& room, const Table& table) {
    const std::string mark = "<end of row>\n";
    std::string setup, program;
    for (const FencedBlock& b : blocks_)
      if (b.word == "qc" && b.name == "setup" && b.line < table.line) setup = b.text;
    for (const TableRow& row : table.rows)
      program += setup + (row.gives.empty() ? row.code + "\n" : printing(row.code)) + "print \"" +
                 mark.substr(0, mark.size() - 1) + "\"\n";
    room.write("table.q", program);
    int exit_code = 0;
    std::string printed = room.run("qc table.q", exit_code);
    if (exit_code != 0) return complain(table.line, "the table's program fails:\n" + printed);
    for (const TableRow& row : table.rows) {
      const std::size_t end = printed.find(mark);
      std::string seen = printed.substr(0, end);
      printed.erase(0, end + mark.size());
      while (seen.ends_with("\n")) seen.pop_back();
      for (std::size_t at; (at = seen.find('\n')) != std::string::npos;) seen.replace(at, 1, " / ");
      if (seen != row.gives) complain(row.line, "'" + row.code + "' prints " + seen);
    }
  }

  struct Blessed {
    int line;           // behind which it stands
    std::size_t count;  // lines that it replaces
    std::string text;
  };

  std::string shown_, text_;
  std::vector<FencedBlock> blocks_;
  std::vector<Table> tables_;
  Complaints complaints_;
  std::vector<Blessed> blessed_;
};

}  // namespace

TEST_CASE("programs, commands and tables of the documents print what stands there") {
  const auto files = documents();
  REQUIRE(files.size() > 5);
  std::vector<Complaints> found(files.size());
  std::atomic<std::size_t> next{0};
  std::vector<std::jthread> workers;
  for (unsigned k = 0; k < std::max(1u, std::thread::hardware_concurrency()); ++k)
    workers.emplace_back([&] {
      for (std::size_t i; (i = next++) < files.size();) found[i] = Document(files[i]).complaints();
    });
  workers.clear();
  for (const auto& complaints : found)
    for (const auto& complaint : complaints) FAIL_CHECK(complaint);
}

TEST_CASE("paths that the documents name exist") {
  for (const auto& file : documents())
    for (const NamedPath& named : named_paths(text_of(file))) {
      const fs::path target = (named.link ? file.parent_path() : kRoot) / named.path;
      CHECK_MESSAGE(fs::exists(target), fs::relative(file, kRoot).string()
                                            << ":" << named.line << ": there is no " << named.path);
    }
}

TEST_CASE("conditions that the documents quote are those of the language, which has no 'then'") {
  static const std::regex foreign("\\bif\\b.*\\bthen\\b");
  int quotes = 0;
  for (const auto& file : documents()) {
    std::istringstream lines(text_of(file));
    int number = 0;
    for (std::string line; std::getline(lines, line);) {
      ++number;
      std::istringstream parts(line);
      std::string part;
      for (bool quoted = false; std::getline(parts, part, '`'); quoted = !quoted) {
        quotes += quoted;
        CHECK_MESSAGE(!(quoted && std::regex_search(part, foreign)), fs::relative(file, kRoot).string()
                                                                         << ":" << number << ": " << part);
      }
    }
  }
  CHECK(quotes > 1000);
}

TEST_CASE("names of the code that the architecture, the glossary and the rules of recognition use exist") {
  static const std::regex word("[A-Za-z_][A-Za-z0-9_]*"), span("`([A-Za-z_][A-Za-z0-9_:]*)(\\(\\))?`");
  std::set<std::string> known;
  const auto learn = [&](const fs::path& file) {
    const std::string text = text_of(file);
    for (auto m = std::sregex_iterator(text.begin(), text.end(), word); m != std::sregex_iterator(); ++m)
      known.insert(m->str());
  };
  for (const char* folder : {"src", "runtime", "include", "tools", "cmake"})
    for (const auto& entry : fs::recursive_directory_iterator(kRoot / folder))
      if (entry.is_regular_file()) learn(entry.path());
  learn(kRoot / "CMakeLists.txt");
  int names = 0;
  for (const std::string file : {"docs/architecture.md", "docs/glossary.md", "docs/recognition.md"}) {
    const std::string text = text_of(kRoot / file);
    for (auto m = std::sregex_iterator(text.begin(), text.end(), span); m != std::sregex_iterator(); ++m) {
      const std::string name = (*m)[1];
      for (auto w = std::sregex_iterator(name.begin(), name.end(), word); w != std::sregex_iterator(); ++w, ++names)
        CHECK_MESSAGE(known.contains(w->str()), file << ": the code has no " << w->str());
    }
  }
  CHECK(names > 20);
}

TEST_CASE("files that the rules of recognition name in parentheses exist") {
  static const std::regex list("\\((`[A-Za-z_]+`(,\\s+`[A-Za-z_]+`)*)\\)"), name("[A-Za-z_]+");
  std::set<std::string> files;
  for (const char* folder : {"src/analysis", "src/desugar"})
    for (const auto& entry : fs::recursive_directory_iterator(kRoot / folder))
      if (entry.is_regular_file()) files.insert(entry.path().stem().string());
  const std::string text = text_of(kRoot / "docs/recognition.md");
  int names = 0;
  for (auto m = std::sregex_iterator(text.begin(), text.end(), list); m != std::sregex_iterator(); ++m) {
    const std::string named = (*m)[1];
    for (auto n = std::sregex_iterator(named.begin(), named.end(), name); n != std::sregex_iterator(); ++n, ++names)
      CHECK_MESSAGE(files.contains(n->str()), "docs/recognition.md: there is no file " << n->str());
  }
  CHECK(names > 20);
}

TEST_CASE("the cookbook has a section with a report for each verdict of the rules of recognition") {
  const std::string rules = text_of(kRoot / "docs/recognition.md"), cookbook = text_of(kRoot / "docs/cookbook.md");
  const std::size_t from = rules.find("| verdict |"), to = rules.find("\n\n", from);
  REQUIRE(from != std::string::npos);
  static const std::regex row("\n\\| `([a-z]+)` \\|");
  const std::string table = rules.substr(from, to - from);
  int verdicts = 0;
  for (auto m = std::sregex_iterator(table.begin(), table.end(), row); m != std::sregex_iterator(); ++m, ++verdicts) {
    const std::string verdict = (*m)[1];
    std::string heading = "\n## " + verdict + ": ";
    heading[4] = char(std::toupper(static_cast<unsigned char>(heading[4])));
    const std::size_t section = cookbook.find(heading);
    REQUIRE_MESSAGE(section != std::string::npos, verdict);
    const std::string part = cookbook.substr(section, cookbook.find("\n## ", section + 1) - section);
    for (const std::string& has :
         {"```qc " + verdict + ".q", "$ qc --explain " + verdict + ".q\n",
          std::string(": " + verdict + (verdict == "serial" || verdict == "interpreted" ? ": " : " over "))})
      CHECK_MESSAGE(part.find(has) != std::string::npos, verdict << " has no " << has);
  }
  CHECK(verdicts == 8);
}
