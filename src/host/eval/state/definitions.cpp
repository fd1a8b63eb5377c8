#include "host/eval/state/definitions.h"

#include <algorithm>

#include "host/access/cells.h"
#include "host/builtins/builtins.h"
#include "host/library/library.h"
#include "host/loops/access_path.h"

namespace qc::host {

Definitions::Definitions(std::unique_ptr<Library> known) : library(std::move(known)) {}
Definitions::~Definitions() = default;

std::vector<Overload> Definitions::overloads(std::string_view name, bool in_library) const {
  std::vector<Overload> first = in_library ? of_library(name) : of_program(name);
  if (!first.empty() || find_builtin(name)) return first;
  if (in_library) return of_program(name);
  const auto type = types.find(name);
  return type != types.end() && !type->second.def->alias ? first : of_library(name);
}

std::vector<Overload> Definitions::of_library(std::string_view name) const {
  std::vector<Overload> out;
  if (find_builtin(name)) return out;  // what the compiler has itself is not looked for in the library
  for (const auto& f : library->functions(name)) out.push_back({f.def, f.program});
  return out;
}

std::vector<Overload> Definitions::of_program(std::string_view name) const {
  auto it = functions.find(name);
  if (it == functions.end()) return {};
  std::vector<Overload> out;
  for (const Overload& o : it->second) {
    auto same = std::find_if(out.begin(), out.end(), [&](const Overload& other) {
      return other.program != o.program && other.def->parameters == o.def->parameters;
    });
    if (same == out.end())
      out.push_back(o);
    else if (o.program == current)
      *same = o;
  }
  return out;
}

bool Definitions::has_class_like(const ast::TypeDef& def) const {
  const auto names = [](const ast::TypeDef& d) {
    std::set<std::string> out;
    for (const auto& f : d.fields) out.insert(f.name);
    return out;
  };
  return std::any_of(types.begin(), types.end(), [&](const auto& t) {
    return t.second.def != &def && !t.second.def->alias && names(*t.second.def) == names(def);
  });
}

Value* Definitions::file_constant(std::string_view path) const {
  if (path.empty() || path[0] != '@') return nullptr;
  const auto point = path.find('.');
  if (point == std::string_view::npos) return nullptr;
  return find_path(*file_constants[std::stoul(std::string(path.substr(1, point - 1)))].values, path.substr(point + 1));
}

void Definitions::keep_constants(std::size_t from, Environment& globals) {
  for (; from < file_constants.size(); ++from) {
    auto& [names, values] = file_constants[from];
    if (!values->outer) continue;  // of a file that this one imported
    for (const std::string& name : names)
      if (Value* v = globals.find(name)) values->variables[name] = own_copy(*v);
    values->outer = nullptr;
  }
}

}  // namespace qc::host
