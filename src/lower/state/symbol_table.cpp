#include "lower/state/symbol_table.h"

#include <fmt/format.h>

#include "sema/types_of_builtins.h"

namespace qc::lowering {

std::string of_all_versions(const std::string& key) { return key.substr(0, key.find('~')); }

std::string SymbolTable::key_of(const std::string& name) const {
  const auto version = frame().versions.find(name);
  return version == frame().versions.end() ? frame().key + name
                                           : fmt::format("{}{}~{}", frame().key, name, version->second);
}

std::vector<FunctionRef> SymbolTable::functions_named(const std::string& name) const {
  if (frame().file != kNoFile) return scope.functions(NameInFile::path(frame().file, name));
  if (!frame().outer ||
      frame().captured.starts_with('@'))  // a function of the program or of a file: it sees no variables
    if (auto global = scope.functions("::" + name); !global.empty()) return global;
  return scope.functions(name);
}

std::optional<Type> SymbolTable::named_type(const std::string& name) const {
  const auto type = TypeNames::find(name);
  return type && type->kind == Type::Kind::Object && frame().library ? std::nullopt : type;
}

void SymbolTable::enter_file(Frame& inner, FileId of_body) const {
  if (file == kNoFile || of_body == kNoFile || of_body == file) return;
  inner.file = of_body;
  inner.library = !scope.functions(NameInFile::path(of_body, "")).empty();
}

void SymbolTable::enter_captured(Frame& inner, const std::string& captured) const {
  if (captured.empty()) return;
  inner.outer = true;
  inner.captured = captured;
  if (captured[0] != '#') return;
  const LocalFunction& kept = local_functions.at(std::stoul(captured.substr(1)));
  inner.names = kept.names;
  inner.outer = kept.outer;
  inner.captured = kept.captured;
}

void SymbolTable::begin_pass() {
  frames.clear();
  local_functions.clear();
}

}  // namespace qc::lowering
