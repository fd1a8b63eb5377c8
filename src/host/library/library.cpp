#include "host/library/library.h"

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

// A definition: [begin, end) of a file's text.
struct Part {
  const LibraryFile* file;
  std::size_t begin, end;
};
struct Place {
  bool constant;  // without parameters
  std::vector<Part> parts = {};
};

// Where names are defined. The files are written one definition a line, at the start of the line, and hold nothing
// else; what is below belongs to it, up to the next one.
using Index = std::unordered_map<std::string_view, Place>;
void add_file(const LibraryFile& file, Index& out) {
  Part* open = nullptr;  // the definition before
  for (std::size_t at = 0; at < file.text.size();) {
    const std::size_t end = std::min(file.text.find('\n', at), file.text.size());
    const auto text = definition(file.text.substr(at, end - at));
    const auto name = text.substr(0, text.find_first_of("([ "));
    if (!name.empty()) {
      if (open) open->end = at;
      const bool constant = text.size() == name.size() || text.substr(name.size()).starts_with("()");
      auto& parts = out.try_emplace(name, Place{constant}).first->second.parts;
      open = &parts.emplace_back(Part{&file, at, file.text.size()});
    }
    at = end + 1;
  }
}
const Index& index() {
  static const auto all = [] {
    Index out;
    for (const LibraryFile& file : library_files()) add_file(file, out);
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

FileId Library::source_of(const LibraryFile& file) {
  const auto [at, fresh] = files_.try_emplace(file.name, kNoFile);
  if (fresh) at->second = sources_.add(kFolder + std::string(file.name), std::string(file.text));
  return at->second;
}

const std::vector<Library::Function>& Library::functions(std::string_view name) {
  static const std::vector<Function> none;
  const auto where = index().find(name);
  if (where == index().end()) return none;
  const auto [at, fresh] = functions_.try_emplace(std::string(name));
  if (!fresh) return at->second;
  for (const Part& part : where->second.parts) {
    ParseResult parsed = parse_part(sources_, source_of(*part.file), part.begin, part.end);
    if (!parsed.ok()) throw ProgramError(parsed.diagnostics);
    auto program = std::make_shared<const ast::Program>(std::move(parsed.program));
    programs_.insert(program.get());
    for (const ast::Stmt& s : program->statements)
      if (auto* f = std::get_if<Box<ast::FunctionDef>>(&s.node)) at->second.push_back({f->get(), program});
  }
  return at->second;
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
