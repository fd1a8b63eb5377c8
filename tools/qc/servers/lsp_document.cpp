#include "servers/lsp_document.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <set>

#include "ast/query.h"
#include "completion.h"
#include "driver.h"
#include "format.h"
#include "function_help.h"
#include "host/library/library.h"
#include "host/library/program_file.h"
#include "parser/parse.h"
#include "sema/builtins.h"
#include "support/program_line.h"

namespace qc::tool {
namespace {

bool in_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$'; }
bool begins_word(char c) { return in_word(c) && !std::isdigit(static_cast<unsigned char>(c)); }

// Calls see(begin, end) for each word of a text outside strings and comments.
template <class F>
void for_each_word(std::string_view text, const F& see) {
  bool in_string = false;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const char c = text[k];
    if (c == '\n') {
      in_string = false;
    } else if (in_string) {
      if (c == '\\') ++k;
      in_string = c != '"';
    } else if (c == '"') {
      in_string = true;
    } else if (c == '%') {
      k = std::min(text.find('\n', k), text.size()) - 1;
    } else if (in_word(c)) {
      const std::size_t begin = k;
      while (k < text.size() && in_word(text[k])) ++k;
      if (begins_word(c)) see(begin, k);
      --k;
    }
  }
}

// The word at a byte or right before it.
std::optional<std::pair<std::size_t, std::size_t>> word_at(std::string_view text, std::size_t byte) {
  std::optional<std::pair<std::size_t, std::size_t>> found;
  for_each_word(text, [&](std::size_t begin, std::size_t end) {
    if (begin <= byte && byte <= end) found = {begin, end};
  });
  return found;
}

// Whether a word is the name of a field: a.b, but neither 0..b nor ...b.
bool is_field(std::string_view text, std::size_t begin) {
  return begin > 0 && text[begin - 1] == '.' && !(begin > 1 && text[begin - 2] == '.');
}

Span wider(Span whole, const Span& part) {
  if (part.valid() && part.file == whole.file) whole.end = std::max(whole.end, part.end);
  return whole;
}

// A statement with all that stands in it.
Span whole_of(const ast::Stmt& statement) {
  Span whole = statement.span;
  ast::walk(statement, {.statement =
                            [&](const ast::Stmt& s) {
                              whole = wider(whole, s.span);
                              return ast::Go::In;
                            },
                        .expression =
                            [&](const ast::Expr& e) {
                              whole = wider(whole, e.span);
                              return ast::Go::Past;
                            }});
  return whole;
}

bool holds(const Span& span, std::size_t byte) { return span.valid() && span.begin <= byte && byte <= span.end; }

const ast::FunctionDef* function_of(const ast::Stmt& s) {
  const auto* f = std::get_if<Box<ast::FunctionDef>>(&s.node);
  return f ? f->get() : nullptr;
}

Span name_at(const Span& span, const std::string& name) {
  return {span.file, span.begin, span.begin + std::uint32_t(name.size())};
}

// Where a block's own statements first set a variable; nothing when they do not.
std::optional<Span> first_set(const ast::Block& block, const std::string& name) {
  std::optional<Span> found;
  ast::walk_own_statements(block, [&](const ast::Stmt& s) {
    if (const auto* loop = std::get_if<ast::For>(&s.node); loop && loop->variable == name) found = loop->variable_span;
    if (const auto* a = std::get_if<ast::Assign>(&s.node))
      for (const auto& target : a->targets)
        if (const auto* n = ast::name_of(*target.place); n && *n == name && !found) found = target.place->span;
    return found ? ast::Go::Stop : ast::Go::In;
  });
  return found;
}

// A place of an earlier version in this one.
Span moved(const Span& span, const LspChanges& change) {
  return {span.file, std::uint32_t(change.now(span.begin)), std::uint32_t(change.now(span.end))};
}

std::string in_order(const LoopFinding& loop) {
  return fmt::format("this loop {}: {}", loop.verdict == "interpreted" ? "is interpreted" : "runs in order",
                     loop.reason->message);
}

std::string with_help(std::string message, const std::string& help, std::string_view code) {
  if (!help.empty()) message += "\nhelp: " + help;
  return message + "\nqc explain " + std::string(code);
}

std::string fenced(std::string_view text, const char* language) {
  std::string out = fmt::format("```{}\n{}", language, text);
  return out + (out.ends_with('\n') ? "```" : "\n```");
}

}  // namespace

void LspChanges::add(std::string_view before, std::string_view now) {
  Change c{0, before.size(), now.size()};
  while (c.alike < std::min(c.end_before, c.end_now) && before[c.alike] == now[c.alike]) ++c.alike;
  while (std::min(c.end_before, c.end_now) > c.alike && before[c.end_before - 1] == now[c.end_now - 1])
    --c.end_before, --c.end_now;
  changes_.push_back(c);
}

std::size_t LspChanges::before(std::size_t now) const {
  for (auto c = changes_.rbegin(); c != changes_.rend(); ++c)
    now = now >= c->end_now ? now - c->end_now + c->end_before : std::min(now, c->alike);
  return now;
}

std::size_t LspChanges::now(std::size_t before) const {
  for (const Change& c : changes_)
    before = before >= c.end_before ? before - c.end_before + c.end_now : std::min(before, c.alike);
  return before;
}

LspDocument::LspDocument(const std::string& path, const std::string& text, const host::Options& options,
                         host::OpenText open, std::shared_ptr<const LspRecords> records, LspReadable readable)
    : file_(sources_.add(path, text)), options_(options), open_(std::move(open)), records_(std::move(records)) {
  ParseResult result = parse(sources_, file_);
  if (result.ok())
    program_ = std::move(result.program);
  else
    readable_ = std::move(readable);
  if (!records_) records_ = std::make_shared<LspRecords>();
}

bool LspDocument::imports() const { return !program_ || ast::has_own<ast::Import>(program_->statements); }

// ---- messages ---------------------------------------------------------------------------------------------------

void LspDocument::check() {
  if (std::exchange(checked_, true)) return;
  const host::Report report = host::report_on(sources_, file_, options_, host::ReportKind::Explain,
                                              options_.device != host::DeviceChoice::Cpu, open_);
  Warnings once;
  for (const Diagnostic& told : report.diagnostics) {
    if (!once.first(told)) continue;
    const Diagnostic d = at_line_of_program(told, sources_);
    const std::string code(d.code.text());
    std::string message = d.message;
    Span span = d.span;
    std::vector<Note> related = d.notes;
    if (!span.valid() || span.file != file_) {  // of an imported file: where this one begins to import
      if (span.valid()) related.insert(related.begin(), {span, d.message});
      if (span.valid()) message = fmt::format("{}: {}", sources_.name(span.file), message);
      span = {file_, 0, 0};
      for (const auto& s : program_ ? program_->statements : ast::Block{})
        if (std::holds_alternative<ast::Import>(s.node) && span.end == 0) span = s.span;
    }
    findings_.push_back({span,
                         d.severity == Severity::Error ? LspFinding::Severity::Error : LspFinding::Severity::Warning,
                         code, with_help(message, d.help, code), std::move(related)});
  }
  take_loops(report);
  names_ = host::types_of_names(sources_, file_, options_, open_);
  note_records();
}

// Verdicts on the loops of the own file; of those that run in order the reason is a message.
void LspDocument::take_loops(const host::Report& report) {
  std::set<std::pair<std::uint32_t, std::string>> said;
  for (const auto& part : report.parts) {
    if (part.span.file != file_) continue;
    loops_.push_back(part);
    if (!part.finding || !part.finding->reason) continue;
    const Reason& reason = *part.finding->reason;
    std::string message = with_help(in_order(*part.finding), reason.help, reason.code);
    if (!said.emplace(part.span.begin, message).second) continue;
    std::vector<Note> related;
    for (const Span& place : {reason.span, reason.other})
      if (place.valid() && !(place.file == part.span.file && place.begin == part.span.begin))
        related.push_back({place, related.empty() ? "here" : "and here"});
    findings_.push_back(
        {part.span, LspFinding::Severity::Information, reason.code, std::move(message), std::move(related)});
  }
}

void LspDocument::note_records() {
  if (!program_) return;
  auto records = std::make_shared<LspRecords>();
  const auto take = [&](const ast::Program& program) {
    for (const auto& s : program.statements)
      if (const auto* type = std::get_if<ast::TypeDef>(&s.node))
        for (const auto& field : type->fields)
          records->fields[type->name].emplace_back(field.name, field.type ? field.type->name : "");
  };
  for (const Imported& other : imported()) take(other.program);
  take(*program_);
  for (const auto& name : names_)
    if (records->fields.contains(name.type)) records->classes[std::string(sources_.slice(name.span))] = name.type;
  records_ = std::move(records);
}

const std::vector<LspFinding>& LspDocument::findings() {
  check();
  return findings_;
}

// ---- what stands at a place -------------------------------------------------------------------------------------

std::optional<LspHover> LspDocument::hover(std::size_t byte) {
  check();
  const std::string& text = this->text();
  const auto word = word_at(text, byte);
  LspHover hover{{file_, std::uint32_t(byte), std::uint32_t(byte)}, {}};
  const auto add = [&](const std::string& part) { hover.markdown += (hover.markdown.empty() ? "" : "\n\n") + part; };
  if (word && !is_field(text, word->first)) {
    hover.span = {file_, std::uint32_t(word->first), std::uint32_t(word->second)};
    const std::string name(sources_.slice(hover.span));
    const auto typed = std::find_if(names_.begin(), names_.end(),
                                    [&](const host::TypedName& n) { return n.span.begin == hover.span.begin; });
    const bool variable = typed != names_.end() && typed->type != "function" && typed->type != "type";
    if (variable)
      add(fenced(typed->type.empty() ? name + "  % its type is not known from the text" : name + " : " + typed->type,
                 "qc"));
    else if (const std::string type = type_before(hover.span); !type.empty())
      add(fenced(name + " : " + type, "qc"));
    else if (const std::string help = help_on(name, sources_); !help.empty() && name != "for")
      add(fenced(help, "text"));
  }
  const std::uint32_t line = sources_.place(file_, std::uint32_t(byte)).line;
  for (const auto& part : loops_) {
    if (sources_.place(part.span).line != line) continue;
    std::string_view said = part.text;
    const std::string place = fmt::format("{}:{}: ", sources_.name(file_), line);
    if (said.starts_with(place)) said.remove_prefix(place.size());
    if (hover.markdown.empty()) hover.span = part.span;
    add(fenced(said, "text"));
  }
  if (hover.markdown.empty()) return std::nullopt;
  return hover;
}

// The type that a variable had of the same name in the same function, or among the statements of none: at that place,
// otherwise where it stood last before. Empty: there was none.
std::string LspDocument::type_before(const Span& name) {
  if (!readable_.document) return {};
  LspDocument& was = *readable_.document;
  was.check();
  const std::size_t at = readable_.since.before(name.begin);
  const auto function_around = [&](std::size_t byte) -> const ast::FunctionDef* {
    for (const auto& s : was.program_->statements)
      if (const auto* f = function_of(s); f && holds(whole_of(s), byte)) return f;
    return nullptr;
  };
  const host::TypedName* found = nullptr;
  for (const auto& typed : was.names_) {
    if (typed.type.empty() || typed.type == "function" || typed.type == "type") continue;
    if (was.sources_.slice(typed.span) != sources_.slice(name)) continue;
    if (function_around(typed.span.begin) != function_around(at)) continue;
    if (!found || typed.span.begin <= at) found = &typed;
  }
  return found ? found->type : "";
}

std::vector<std::string> LspDocument::fields_of(const std::string& path) const {
  std::vector<std::string> names;
  const std::string begin = path + ".";
  const std::string& text = this->text();
  for_each_word(text, [&](std::size_t from, std::size_t to) {  // as the text names them
    if (from >= begin.size() && text.compare(from - begin.size(), begin.size(), begin) == 0 &&
        (from == begin.size() || !in_word(text[from - begin.size() - 1])))
      names.push_back(text.substr(from, to - from));
  });
  std::string_view rest = path;
  const auto known = records_->classes.find(std::string(rest.substr(0, rest.find('.'))));
  std::string type = known == records_->classes.end() ? "" : known->second;
  while (rest.find('.') != std::string_view::npos) {
    rest.remove_prefix(rest.find('.') + 1);
    const auto fields = records_->fields.find(std::exchange(type, {}));
    if (fields == records_->fields.end()) break;
    for (const auto& [name, of] : fields->second)
      if (name == rest.substr(0, rest.find('.'))) type = of;
  }
  if (const auto fields = records_->fields.find(type); fields != records_->fields.end())
    for (const auto& [name, of] : fields->second) names.push_back(name);
  return names;
}

// The parameters in a form of `name`, "function y = f(a, b = [1, 2])".
static std::vector<std::pair<std::size_t, std::size_t>> parameters_in(const std::string& form,
                                                                      const std::string& name) {
  std::vector<std::pair<std::size_t, std::size_t>> all;
  std::size_t begin = form.find(name + "(");
  if (begin == std::string::npos) return all;
  begin += name.size() + 1;
  int depth = 0;
  for (std::size_t k = begin; k < form.size() && depth >= 0; ++k) {
    const char c = form[k];
    if (c == '(' || c == '[') ++depth;
    if (c == ')' || c == ']') --depth;
    if (depth > 0 || (c != ',' && depth == 0)) continue;
    while (begin < k && form[begin] == ' ') ++begin;
    if (begin < k) all.emplace_back(begin, k);
    begin = k + 1;
  }
  return all;
}

LspCall LspDocument::call(std::size_t byte) const {
  LspCall out;
  const auto open = open_call(text().substr(0, byte));
  if (!open) return out;
  out.argument = open->argument;
  for (auto& form : forms_of(open->function, sources_)) {
    auto parameters = parameters_in(form, open->function);
    out.forms.push_back({std::move(form), std::move(parameters)});
  }
  return out;
}

std::vector<LspCandidate> LspDocument::complete(std::size_t byte) {
  using Kind = LspCandidate::Kind;
  const std::string& text = this->text();
  std::map<std::string, Kind> kinds;  // what is said first counts
  const auto add = [&](const std::vector<std::string>& names, Kind kind) {
    for (const auto& name : names)
      if (!name.empty() && name[0] != '$' && !name.starts_with("lib_")) kinds.emplace(name, kind);
  };
  bool fields = false;
  Vocabulary words;
  words.names = [&] {
    add(keywords(), Kind::Keyword);
    add(functions_in(text), Kind::Function);
    for (const Imported& other : imported()) add(functions_in(sources_.text(other.file)), Kind::Function);
    add(builtin_names(), Kind::Function);
    add(host::Library::names(), Kind::Function);
    for_each_word(text, [&](std::size_t from, std::size_t to) {
      if (byte < from || byte > to) add({text.substr(from, to - from)}, Kind::Variable);
    });
    std::vector<std::string> all;
    for (const auto& [name, kind] : kinds) all.push_back(name);
    return all;
  };
  words.fields = [&](const std::string& record) {
    if (record.ends_with('.')) return words.names();  // 0..n
    fields = true;
    return fields_of(record);
  };
  words.words = [](const std::string&) { return std::vector<std::string>{}; };
  words.types = [&] { return types_in(text); };
  const std::string before = text.substr(0, byte);
  std::vector<LspCandidate> found;
  const Completion completion = complete_line(before, words);
  for (const auto& name : completion.candidates) {
    std::size_t there = std::min(name.size(), before.size());  // of the name already
    while (there > 0 && before.compare(before.size() - there, there, name, 0, there) != 0) --there;
    const auto kind = kinds.find(name);
    found.push_back({name,
                     fields                                       ? Kind::Field
                     : completion.kind == Completion::Kind::Paths ? Kind::File
                     : kind == kinds.end()                        ? Kind::Keyword
                                                                  : kind->second,
                     {file_, std::uint32_t(byte - there), std::uint32_t(byte)}});
  }
  return found;
}

// ---- definitions ------------------------------------------------------------------------------------------------

void LspDocument::import_from(const ast::Block& block, const std::string& importer) {
  for (const auto& s : block) {
    const auto* import = std::get_if<ast::Import>(&s.node);
    const std::string path = import ? host::find_import(import->path, importer, options_.library_path) : "";
    if (path.empty() || std::any_of(imported_->begin(), imported_->end(),
                                    [&](const Imported& i) { return sources_.name(i.file) == path; }))
      continue;
    std::error_code ignored;
    auto text = open_ ? open_(std::filesystem::weakly_canonical(path, ignored).string()) : std::nullopt;
    if (!text) text = host::program_text(path);
    if (!text) continue;
    const FileId file = sources_.add(path, std::move(*text));
    ParseResult result = parse(sources_, file);
    if (!result.ok()) result.program.statements.clear();
    imported_->push_back({file, result.program});
    import_from(result.program.statements, path);
  }
}

// The files that it imports, also through others; one that cannot be read has no statements.
const std::vector<LspDocument::Imported>& LspDocument::imported() {
  if (!imported_) {
    imported_.emplace();
    const auto& program = readable_.document ? readable_.document->program_ : program_;
    if (program) import_from(program->statements, sources_.name(file_));
  }
  return *imported_;
}

// What a name means that stands at a byte of the block, or anywhere else (npos).
std::vector<Span> LspDocument::defined_in(const ast::Block& block, std::size_t byte, const std::string& name) const {
  std::vector<Span> found;
  for (const auto& s : block) {
    const auto* f = function_of(s);
    if (!f || !holds(whole_of(s), byte)) continue;
    found = defined_in(f->body, byte, name);
    for (const auto* list : {&f->parameters, &f->outputs})
      for (const auto& p : *list)
        if (found.empty() && p.name == name) found = {name_at(p.span, name)};
    if (!found.empty()) return found;
  }
  ast::for_each_expression(block, [&](const ast::Expr& e) {
    if (const auto* lambda = std::get_if<ast::Lambda>(&e.node); lambda && holds(e.span, byte))
      for (const auto& p : lambda->parameters)
        if (p.name == name) found = {name_at(p.span, name)};
  });
  if (!found.empty()) return found;
  if (const auto place = first_set(block, name)) return {*place};
  for (const auto& s : block) {
    if (const auto* f = function_of(s); f && f->name == name) found.push_back(f->name_span);
    if (const auto* type = std::get_if<ast::TypeDef>(&s.node); type && type->name == name) {
      const auto at = sources_.slice(s.span).find(name, 4);  // behind `type`
      found.push_back(at == std::string_view::npos ? s.span
                                                   : name_at({s.span.file, s.span.begin + std::uint32_t(at), 0}, name));
    }
  }
  return found;
}

// What a word means that names a parameter before its argument, f(x := 1) or f(x = 1), of the functions that the call
// may mean.
std::vector<Span> LspDocument::named_parameter(std::size_t begin, std::size_t end, const std::string& name) {
  const auto next = text().find_first_not_of(' ', end);
  const std::string_view behind = next == std::string::npos ? "" : std::string_view(text()).substr(next, 2);
  if (!program_ || !(behind == ":=" || (behind.starts_with('=') && behind != "=="))) return {};
  const auto call = open_call(text().substr(0, begin));
  if (!call) return {};
  std::vector<Span> found;
  const auto look = [&](const ast::Block& block) {
    ast::walk_own_statements(block, [&](const ast::Stmt& s) {
      if (const auto* f = function_of(s); f && f->name == call->function)
        for (const auto& p : f->parameters)
          if (p.name == name)
            for (const Span& defined : defined_in(block, p.span.begin, name)) found.push_back(defined);
      return ast::Go::In;
    });
  };
  look(program_->statements);
  if (!found.empty()) return found;
  for (const Imported& other : imported()) look(other.program.statements);
  return found;
}

std::vector<Span> LspDocument::definitions(std::size_t byte) {
  LspDocument& read = readable_.document ? *readable_.document : *this;
  if (!read.program_) return {};
  for (const auto& s : read.program_->statements) {
    const auto* import = std::get_if<ast::Import>(&s.node);
    if (!import || !holds(s.span, readable_.since.before(byte))) continue;
    const std::string path = host::find_import(import->path, sources_.name(file_), options_.library_path);
    for (const Imported& other : imported())
      if (sources_.name(other.file) == path) return {{other.file, 0, 0}};
  }
  const auto word = word_at(text(), byte);
  if (!word || is_field(text(), word->first)) return {};
  const std::string name = text().substr(word->first, word->second - word->first);
  if (auto found = named_parameter(word->first, word->second, name); !found.empty()) return found;
  if (auto found = read.defined_in(read.program_->statements, readable_.since.before(word->first), name);
      !found.empty()) {
    for (Span& span : found) span = moved(span, readable_.since);
    return found;
  }
  for (const Imported& other : imported())
    if (auto found = defined_in(other.program.statements, std::string::npos, name); !found.empty()) return found;
  return {};
}

std::optional<std::string> LspDocument::name_at_place(std::size_t byte) const {
  const auto word = word_at(text(), byte);
  if (!word || is_field(text(), word->first)) return std::nullopt;
  const std::string name = text().substr(word->first, word->second - word->first);
  const auto words = keywords();
  if (std::find(words.begin(), words.end(), name) != words.end()) return std::nullopt;
  return name;
}

LspDefinition LspDocument::definition_at(const Span& span) const {
  std::error_code ignored;
  return {std::filesystem::weakly_canonical(sources_.name(span.file), ignored).string(), span.begin};
}

bool LspDocument::mentions(const std::string& name) const {
  bool found = false;
  for_each_word(text(), [&](std::size_t begin, std::size_t end) {
    found = found || text().compare(begin, end - begin, name) == 0;
  });
  return found;
}

bool is_new_name(const std::string& name) {
  SourceMap sources;
  const ParseResult result = parse(sources, sources.add("<name>", name + " = 0"));
  if (!result.ok() || result.program.statements.size() != 1) return false;
  const auto* a = std::get_if<ast::Assign>(&result.program.statements[0].node);
  const std::string* set = a && a->targets.size() == 1 ? ast::name_of(*a->targets[0].place) : nullptr;
  const auto words = keywords(), library = host::Library::names();
  return set && *set == name && !is_builtin(name) && std::find(words.begin(), words.end(), name) == words.end() &&
         std::find(library.begin(), library.end(), name) == library.end();
}

std::vector<Span> LspDocument::uses(const std::string& name, const std::vector<LspDefinition>& definitions) {
  std::vector<Span> found;
  for_each_word(text(), [&](std::size_t begin, std::size_t end) {
    if (text().compare(begin, end - begin, name) != 0 || is_field(text(), begin)) return;
    std::vector<LspDefinition> here;
    for (const Span& d : this->definitions(begin)) here.push_back(definition_at(d));
    std::sort(here.begin(), here.end());
    if (here == definitions) found.push_back({file_, std::uint32_t(begin), std::uint32_t(end)});
  });
  return found;
}

// ---- the outline ------------------------------------------------------------------------------------------------

std::vector<LspSymbol> LspDocument::symbols_before() {
  const auto move = [&](const auto& self, std::vector<LspSymbol>& all) -> void {
    for (LspSymbol& s : all) {
      s.whole = moved(s.whole, readable_.since);
      s.name_span = moved(s.name_span, readable_.since);
      self(self, s.inside);
    }
  };
  auto all = readable_.document->symbols();
  move(move, all);
  return all;
}

std::vector<LspSymbol> LspDocument::symbols() {
  if (readable_.document) return symbols_before();
  if (!program_) return {};
  check();
  const auto of_block = [&](const auto& self, const ast::Block& block) -> std::vector<LspSymbol> {
    std::vector<LspSymbol> all;
    for (const auto& s : block) {
      if (const auto* f = function_of(s)) {
        all.push_back({f->name, "", LspSymbol::Kind::Function, whole_of(s), f->name_span, self(self, f->body)});
      } else if (const auto* type = std::get_if<ast::TypeDef>(&s.node)) {
        all.push_back({type->name, "", LspSymbol::Kind::Class, s.span, s.span, {}});
      } else if (const auto* loop = std::get_if<ast::For>(&s.node); loop && &block == &program_->statements) {
        std::string verdict;
        for (const auto& part : loops_)
          if (part.finding && part.span.begin == s.span.begin && verdict.empty()) verdict = part.finding->verdict;
        all.push_back({"for " + loop->variable, verdict, LspSymbol::Kind::Loop, whole_of(s), s.span, {}});
      }
    }
    return all;
  };
  return of_block(of_block, program_->statements);
}

std::optional<std::string> LspDocument::formatted() const { return program_ ? formatted_alike(text()) : std::nullopt; }

}  // namespace qc::tool
