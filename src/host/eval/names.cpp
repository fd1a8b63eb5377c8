// What the names of functions and types mean: found once for each file that names them, until something new is defined.
#include "host/eval/interface/names.h"

#include <algorithm>
#include <initializer_list>

#include "host/eval/state/eval_context.h"
#include "host/library/library.h"
#include "sema/builtins.h"

namespace qc::host {

namespace {

bool one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

static Meaning find_meaning(const EvalContext& cx, std::string_view name);

const Meaning& meaning(const EvalContext& cx, std::string_view name) {
  if (!cx.meanings.last_table || cx.meanings.last_file != cx.defined.current.get()) {
    cx.meanings.last_file = cx.defined.current.get();
    cx.meanings.last_table = &cx.meanings.by_file[cx.meanings.last_file];
  }
  auto it = cx.meanings.last_table->find(name);
  if (it == cx.meanings.last_table->end()) {
    auto found = std::make_unique<const Meaning>(find_meaning(cx, name));
    it = cx.meanings.by_file[cx.defined.current.get()].emplace(std::string(name), std::move(found)).first;
  }
  return *it->second;
}

std::vector<Overload> overloads_in(const EvalContext& cx, FileId file, std::string_view name) {
  return cx.defined.overloads(name, is_library_text(cx.session().sources(), file));
}

static Meaning find_meaning(const EvalContext& cx, std::string_view name) {
  Meaning m;
  const bool inside = cx.defined.library->holds(cx.defined.current.get());
  m.builtin = find_builtin(name);
  m.library = cx.defined.of_library(name);
  m.overloads = cx.defined.overloads(name, inside);
  m.users = cx.defined.functions.find(name) != cx.defined.functions.end();
  if (const auto type = cx.defined.types.find(name); type != cx.defined.types.end() && !inside) m.type = &type->second;
  m.is_function = m.users || !m.overloads.empty();
  m.has_form = builtin_is(name, kOwnForm);
  m.form_of_parts = builtin_is(name, kOfParts);
  m.is_launch = one_of(name, {"parallel_do", "serial_do"});
  m.is_known = m.is_function || m.type || m.builtin || is_builtin(name);
  m.is_special = !m.users && (name.starts_with("atomic_") || one_of(name, {"int", "floor", "maxvalue", "minvalue"}));
  if (!m.is_function) m.deferred = deferred_form(name);
  return m;
}

void define_type(EvalContext& cx, const ast::TypeDef& definition) {
  TypeEntry& entry = cx.defined.types[definition.name];
  if (entry.def == &definition) return;  // when it was hoisted
  entry = {&definition, cx.defined.current};
  cx.meanings.forget();
}

}  // namespace qc::host
