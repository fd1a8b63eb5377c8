// What the names of functions and types mean: found once for each file that names them, until something new is defined.
#include <algorithm>
#include <initializer_list>

#include "host/eval/evaluator.h"
#include "host/library/library.h"
#include "sema/builtins.h"
#include "sema/type_words.h"
#include "sema/types_of_builtins.h"

namespace qc::host {

namespace {

bool one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

const Meaning& Evaluator::meaning(std::string_view name) const {
  if (!named_there_ || naming_file_ != current_.get()) {
    naming_file_ = current_.get();
    named_there_ = &meanings_[naming_file_];
  }
  auto it = named_there_->find(name);
  if (it == named_there_->end()) {
    auto found = std::make_unique<const Meaning>(find_meaning(name));
    it = meanings_[current_.get()].emplace(std::string(name), std::move(found)).first;
  }
  return *it->second;
}

// A program's own definitions come before the library's, its classes as well; inside the library its own come first, so
// that no program changes what a library function does.
std::vector<Overload> Evaluator::overloads_there(std::string_view name, bool in_library) const {
  std::vector<Overload> first = in_library ? library_overloads(name) : user_overloads(name);
  if (!first.empty() || find_builtin(name)) return first;
  if (in_library) return user_overloads(name);
  const auto type = types_.find(name);
  return type != types_.end() && !type->second.def->alias ? first : library_overloads(name);
}

std::vector<Overload> Evaluator::overloads_in(FileId file, std::string_view name) const {
  return overloads_there(name, is_library_text(session_.sources(), file));
}

Meaning Evaluator::find_meaning(std::string_view name) const {
  Meaning m;
  const bool inside = library_->holds(current_.get());
  m.builtin = find_builtin(name);
  m.library = library_overloads(name);
  m.overloads = overloads_there(name, inside);
  m.users = functions_.find(name) != functions_.end();
  if (const auto type = types_.find(name); type != types_.end() && !inside) m.type = &type->second;
  m.is_function = m.users || !m.overloads.empty();
  m.has_form = builtin_is(name, kOwnForm);
  m.form_of_parts = builtin_is(name, kOfParts);
  m.is_launch = one_of(name, {"parallel_do", "serial_do"});
  m.is_known = m.is_function || m.type || m.builtin || is_builtin(name);
  m.is_special = !m.users && (name.starts_with("atomic_") || one_of(name, {"int", "floor", "maxvalue", "minvalue"}));
  if (!m.is_function) m.deferred = deferred_form(name);
  return m;
}

std::vector<Overload> Evaluator::library_overloads(std::string_view name) const {
  std::vector<Overload> out;
  if (find_builtin(name)) return out;  // what the compiler has itself is not looked for in the library
  for (const auto& f : library_->functions(name)) out.push_back({f.def, f.program});
  return out;
}

std::vector<Overload> Evaluator::user_overloads(std::string_view name) const {
  auto it = functions_.find(name);
  if (it == functions_.end()) return {};
  std::vector<Overload> out;
  for (const Overload& o : it->second) {  // of two files that define the same, the one that calls has its own,
                                          // otherwise the importing one's
    auto same = std::find_if(out.begin(), out.end(), [&](const Overload& other) {
      return other.program != o.program && other.def->parameters == o.def->parameters;
    });
    if (same == out.end())
      out.push_back(o);
    else if (o.program == current_)
      *same = o;
  }
  return out;
}

void Evaluator::forget_meanings() {
  ++definitions_;
  for (auto& [file, known] : meanings_) former_meanings_.push_back(std::move(known));
  meanings_.clear();
  flat_loops_.clear();
  named_there_ = nullptr;
}

void Evaluator::define_type(const ast::TypeDef& definition) {
  TypeEntry& entry = types_[definition.name];
  if (entry.def == &definition) return;  // when it was hoisted
  entry = {&definition, current_};
  forget_meanings();
}

// A type that is one word of the language: most are, and they mean the same everywhere.
const HostType* Evaluator::type_word_of(const ast::TypeExpr& written) {
  if (!written.elements.empty() || !written.extents.empty() || written.rank || written.reference) return nullptr;
  const auto it = type_words_.find(written.name);
  if (it != type_words_.end()) return &it->second;
  if (!type_word(written.name, scalar())) return nullptr;
  ast::TypeExpr word;
  word.name = written.name;
  HostType type;
  type.type = resolve_type(word, scalar());
  return &type_words_.emplace(written.name, std::move(type)).first->second;
}

}  // namespace qc::host
