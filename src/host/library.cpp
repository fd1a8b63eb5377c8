#include "host/library.h"

#include <algorithm>
#include <unordered_map>

#include "parser/parse.h"

namespace qc::host {

namespace {

const std::string kFolder = "stdlib/";  // of their names in messages

// The name that a line "function [y : mat] = __device__ f[T](x)" defines, with what follows it; empty for other lines.
std::string_view definition(std::string_view line) {
  constexpr std::string_view kWord = "function ";
  if (!line.starts_with(kWord)) return {};
  const auto equals = line.find('=');
  if (equals == std::string_view::npos) return {};
  std::string_view rest = line.substr(equals + 1);
  auto skip = [&](std::string_view word) {
    while (rest.starts_with(' ')) rest.remove_prefix(1);
    if (rest.starts_with(word)) rest.remove_prefix(word.size());
  };
  skip("__device__");
  skip("__kernel__");
  skip("");
  return rest;
}

struct Place {
  const LibraryFile* file;
  bool constant;  // without parameters
};

// Which files define a name. The files are written one definition a line, at the start of the line.
using Index = std::unordered_map<std::string_view, Place>;
const Index& index() {
  static const auto all = [] {
    Index out;
    for (const LibraryFile& file : library_files()) {
      std::string_view rest = file.text;
      while (!rest.empty()) {
        const auto end = rest.find('\n');
        const auto text = definition(rest.substr(0, end));
        const auto name = text.substr(0, text.find_first_of("([ "));
        const bool constant = text.size() == name.size() || text.substr(name.size()).starts_with("()");
        if (!name.empty()) out.emplace(name, Place{&file, constant});
        rest = end == std::string_view::npos ? std::string_view{} : rest.substr(end + 1);
      }
    }
    return out;
  }();
  return all;
}

}  // namespace

const LibraryFile* library_file(std::string_view path) {
  const auto slash = path.find_last_of("/\\");
  const std::string_view base = slash == std::string_view::npos ? path : path.substr(slash + 1);
  for (const LibraryFile& file : library_files())
    if (file.name == base) return &file;
  return nullptr;
}

bool is_library_text(const SourceMap& sources, FileId file) {
  const LibraryFile* named = sources.name(file).starts_with(kFolder) ? library_file(sources.name(file)) : nullptr;
  return named && sources.text(file) == named->text;
}

void Library::load(const LibraryFile& file) {
  if (!loaded_.insert(file.name).second) return;
  ParseResult parsed = parse(sources_, sources_.add(kFolder + std::string(file.name), std::string(file.text)));
  if (!parsed.ok()) throw ProgramError(parsed.diagnostics);
  auto program = std::make_shared<const ast::Program>(std::move(parsed.program));
  programs_.insert(program.get());
  for (const ast::Stmt& s : program->statements)
    if (auto* f = std::get_if<Box<ast::FunctionDef>>(&s.node)) functions_[(*f)->name].push_back({f->get(), program});
}

const std::vector<Library::Function>& Library::functions(std::string_view name) {
  static const std::vector<Function> none;
  const auto where = index().find(name);
  if (where == index().end()) return none;
  load(*where->second.file);
  const auto it = functions_.find(name);
  return it == functions_.end() ? none : it->second;
}

bool Library::has_constant(std::string_view name) {
  const auto where = index().find(name);
  return where != index().end() && where->second.constant;
}

std::vector<std::string> Library::names() {
  std::vector<std::string> out;
  for (const auto& [name, place] : index()) out.emplace_back(name);
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace qc::host
