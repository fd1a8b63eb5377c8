#include "host/library/library.h"

#include <algorithm>
#include <cstdint>

#include "parser/parse.h"
#include "value/name_hash.h"

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
struct Definition {
  std::string_view name;
  const LibraryFile* file;
  std::size_t begin, end;
  bool constant;           // without parameters
  std::uint32_t next = 0;  // 1 + the number of the next one of that name; 0: none
};

// Where names are defined. The files are written one definition a line, at the start of the line, and hold nothing
// else; what is below belongs to it, up to the next one. Every process that meets a name makes it, so that it is two
// blocks of memory and not some for each name.
class Index {
 public:
  Index() {
    all_.reserve(2048);
    for (const LibraryFile& file : library_files()) add_file(file);
    std::size_t size = 1024;
    while (size < 2 * all_.size()) size *= 2;
    table_.assign(size, 0);
    for (std::uint32_t k = 0; k < all_.size(); ++k) enter(k);
  }
  // The first of the name, or null.
  const Definition* find(std::string_view name) const {
    const std::uint32_t at = table_[place(name)];
    return at ? &all_[at - 1] : nullptr;
  }
  const Definition* after(const Definition& d) const { return d.next ? &all_[d.next - 1] : nullptr; }
  const std::vector<Definition>& all() const { return all_; }

 private:
  void add_file(const LibraryFile& file) {
    bool open = false;  // a definition before
    for (std::size_t at = 0; at < file.text.size();) {
      const std::size_t end = std::min(file.text.find('\n', at), file.text.size());
      const auto text = definition(file.text.substr(at, end - at));
      const auto name = text.substr(0, text.find_first_of("([ "));
      if (!name.empty()) {
        if (open) all_.back().end = at;
        const bool constant = text.size() == name.size() || text.substr(name.size()).starts_with("()");
        all_.push_back({name, &file, at, file.text.size(), constant});
        open = true;
      }
      at = end + 1;
    }
  }
  void enter(std::uint32_t k) {
    std::uint32_t* to = &table_[place(all_[k].name)];
    while (*to) to = &all_[*to - 1].next;
    *to = k + 1;
  }
  // Where the name stands in the table, or would.
  std::size_t place(std::string_view name) const {
    std::size_t at = name_hash(name) & (table_.size() - 1);
    while (table_[at] && all_[table_[at] - 1].name != name) at = (at + 1) & (table_.size() - 1);
    return at;
  }

  std::vector<Definition> all_;
  std::vector<std::uint32_t> table_;  // 1 + the number of the first one of a name; 0: none
};
const Index& index() {
  static const Index all;
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
  const Definition* first = index().find(name);
  if (!first) return none;
  if (const auto known = functions_.find(name); known != functions_.end()) return known->second;
  std::vector<Function> found;
  for (const Definition* d = first; d; d = index().after(*d)) {
    ParseResult parsed = parse_part(sources_, source_of(*d->file), d->begin, d->end);
    if (!parsed.ok()) throw ProgramError(parsed.diagnostics);
    auto program = std::make_shared<const ast::Program>(std::move(parsed.program));
    programs_.insert(program.get());
    for (const ast::Stmt& s : program->statements)
      if (auto* f = std::get_if<Box<ast::FunctionDef>>(&s.node)) found.push_back({f->get(), program});
  }
  return functions_.emplace(std::string(name), std::move(found)).first->second;
}

bool Library::has_constant(std::string_view name) {
  const Definition* first = index().find(name);
  return first && first->constant;
}

const std::vector<std::string>& Library::names() {
  static const std::vector<std::string> all = [] {
    std::vector<std::string> out;
    for (const Definition& d : index().all()) out.emplace_back(d.name);
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
  }();
  return all;
}

}  // namespace qc::host
