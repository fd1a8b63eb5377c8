// Types of the host program: what they are called, the values they make, classes, conversions.
#include "host/eval/interface/types.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "ast/field_default.h"
#include "ast/print_ast.h"
#include "host/access/cells.h"
#include "host/arrays/arith.h"
#include "host/builtins/support.h"
#include "host/eval/interface/expr.h"
#include "host/eval/interface/functions.h"
#include "host/eval/state/eval_context.h"
#include "host/loops/soa_columns.h"
#include "parser/parse.h"
#include "sema/type_words.h"
#include "sema/types_of_builtins.h"
#include "support/foreign_names.h"
#include "value/extents.h"
#include "value/field_help.h"

namespace qc::host {

namespace {

Value bytes_of_text(const std::string& s, Elem elem) {
  ArrayP out = make_array(elem, {std::int64_t(s.size())});
  auto data = out->buffer->host_write();
  for (std::size_t k = 0; k < s.size(); ++k)
    set_element(*out, data, std::int64_t(k), Number::integer(static_cast<unsigned char>(s[k])));
  return Value(out);
}

// Nothing: the numbers are no bytes.
std::optional<Value> text_of_bytes(const Array& bytes) {
  if (bytes.complex || is_float(bytes.elem)) return {};
  std::string text;
  const auto data = bytes.buffer->host_read();
  for (std::int64_t k = 0; k < bytes.count(); ++k) {
    const std::int64_t byte = get_element(bytes, data, k).i;
    if (byte < 0 || byte > 255) return {};
    text += char(byte);
  }
  return Value(text);
}

// A number type as it would be written, so that the analysis can read it.
ast::TypeExpr written_number(const Type& t) {
  ast::TypeExpr e;
  if (!t.complex) {
    e.name = elem_name(t.elem);
    return e;
  }
  e.name = "cscalar";
  ast::TypeExpr inner;
  inner.name = elem_name(t.elem);
  e.elements.push_back(inner);
  return e;
}

HostType plain(Type t) {
  HostType h;
  h.type = std::move(t);
  return h;
}

bool is_shape(const std::string& name) { return name == "vec" || name == "mat" || name == "cube" || name == "cell"; }

}  // namespace

// ---- names of types ---------------------------------------------------------------------------------------------

static HostType resolve_named(EvalContext& cx, const ast::TypeExpr& written, const EnvironmentP& env);

std::optional<HostType> type_named(EvalContext& cx, const std::string& name, const EnvironmentP& env) {
  if (Value* v = env ? env->find(name) : nullptr)
    if (auto* t = std::get_if<HostTypeP>(&v->v)) return **t;
  if (auto it = cx.defined.types.find(name); it != cx.defined.types.end()) return class_type(cx, it->second, {}, env);
  ast::TypeExpr e;
  e.name = name;
  if (name == "string" || name == "cell" || name == "object" || name == "??" || type_word(name, cx.scalar()))
    return plain(resolve_type(e, cx.scalar()));
  return {};
}

std::optional<std::vector<RecordField>> class_fields(EvalContext& cx, const std::string& name,
                                                     const std::vector<Type>& generics, const EnvironmentP& env) {
  const auto it = cx.defined.types.find(name);
  if (it == cx.defined.types.end() || it->second.def->alias || it->second.def->is_mutable ||
      it->second.def->is_dynamic || it->second.def->generics.size() != generics.size())
    return {};
  for (const auto& f : it->second.def->fields)
    if (cx.defined.functions.count(ast::default_of_field(name, f.name)))
      return {};  // compiled instances begin with zeros
  std::vector<HostType> given;
  for (const Type& t : generics) given.push_back(plain(t));
  return instance_fields(default_value(cx, class_type(cx, it->second, std::move(given), env), {}));
}

std::optional<Type> program_type(EvalContext& cx, const std::string& name, const EnvironmentP& env) {
  if (Value* v = env->find(name))
    if (auto* t = std::get_if<HostTypeP>(&v->v)) return (*t)->type;
  if (auto it = cx.defined.types.find(name); it != cx.defined.types.end())
    return class_type(cx, it->second, {}, env).type;
  return {};
}

HostType class_type(EvalContext& cx, const TypeEntry& entry, std::vector<HostType> arguments, const EnvironmentP& env) {
  if (entry.def->alias) return resolve(cx, *entry.def->alias, env);
  HostType t;
  t.type.kind = Type::Kind::Object;
  t.name = entry.def->name;
  t.definition = entry.def;
  t.keeps = entry.program;
  t.elements = std::move(arguments);
  for (std::size_t k = 0; k < t.elements.size(); ++k)
    t.name += fmt::format("{}{}", k ? "," : "[", host_type_name(t.elements[k], cx.scalar()));
  if (!t.elements.empty()) t.name += "]";
  return t;
}

HostType resolve(EvalContext& cx, const ast::TypeExpr& written, const EnvironmentP& env) {
  HostType t = resolve_named(cx, written, env);
  if (written.modifiers.empty()) return t;
  ast::TypeExpr modifiers;  // what they mean does not depend on the type that carries them
  modifiers.name = "cube";
  modifiers.modifiers = written.modifiers;
  modifiers.span = written.span;
  const Type m = resolve_type(modifiers, cx.scalar());
  t.type.boundary = m.boundary;
  t.type.is_const = m.is_const;
  return t;
}

// One that does not exist may be meant for one of the program.
static HostType resolve_word(const EvalContext& cx, const ast::TypeExpr& written) {
  try {
    return plain(resolve_type(written, cx.scalar()));
  } catch (ProgramError& e) {
    std::vector<std::string> names = type_words();
    for (const auto& [name, type] : cx.defined.types) names.push_back(name);
    Diagnostic& d = e.diagnostics.front();
    if (d.code == Code("Q0201") && !written.rank) d.help = help_for_name(written.name, names);
    throw;
  }
}

static HostType resolve_named(EvalContext& cx, const ast::TypeExpr& written, const EnvironmentP& env) {
  if (written.name == "->") {
    HostType f = plain(resolve_type(written, cx.scalar()));
    f.parameters = written.rank.value_or(-1);
    return f;
  }
  if (Value* v = env ? env->find(written.name) : nullptr)
    if (auto* t = std::get_if<HostTypeP>(&v->v)) return **t;
  if (auto it = cx.defined.types.find(written.name); it != cx.defined.types.end()) {
    std::vector<HostType> arguments;
    for (const auto& e : written.elements) arguments.push_back(resolve(cx, e, env));
    return class_type(cx, it->second, std::move(arguments), env);
  }
  if (const HostTypeP& word = cx.type_words.find(cx.scalar(), written)) return *word;
  ast::TypeExpr e = written;
  e.modifiers.clear();
  for (auto& x : e.extents)
    if (!std::holds_alternative<ast::IntLit>(x->node))
      x = ast::ExprP(ast::Expr{ast::IntLit{to_index(eval(cx, *x, env), x->span)}, x->span});
  if (e.elements.empty() || !(is_shape(e.name) || type_word(e.name, cx.scalar()))) return resolve_word(cx, e);
  std::vector<HostType> elements;
  for (const auto& x : e.elements) elements.push_back(resolve(cx, x, env));
  if (elements[0].type.is_number() && e.name != "cell") {
    e.elements[0] = written_number(elements[0].type);
    return plain(resolve_type(e, cx.scalar()));
  }
  if (!elements[0].type.known() && e.name != "cell") {  // vec[??]
    e.elements.clear();
    HostType t = plain(resolve_type(e, cx.scalar()));
    return t.type.is_array() ? HostType{} : t;
  }
  HostType cell;
  cell.type.kind = Type::Kind::Cell;
  if (e.name != "cell") cell.type.rank = e.name == "vec" ? 1 : e.name == "mat" ? 2 : 3;
  cell.elements = {elements[0]};
  return cell;
}

HostType resolve_shape(EvalContext& cx, const ast::TypeExpr& written, const EnvironmentP& env) {
  const bool word =
      written.extents.empty() && !written.rank && !written.reference && !cx.defined.types.count(written.name);
  if (word && !(env && env->find(written.name)))
    if (const HostTypeP& known = cx.type_words.find(cx.scalar(), written.name)) return *known;
  ast::TypeExpr shape = written;
  shape.elements.clear();
  return resolve(cx, shape, env);
}

// A type given as text, as in type(x, "mat[int]").
static HostType parse_type(EvalContext& cx, const std::string& text, Span span, const EnvironmentP& env) {
  const FileId file = cx.session().sources().add("<type>", "x : " + text + "\n");
  const ParseResult parsed = parse(cx.session().sources(), file);
  const auto* a = parsed.ok() && parsed.program.statements.size() == 1
                      ? std::get_if<ast::Assign>(&parsed.program.statements[0].node)
                      : nullptr;
  if (!a || !a->targets[0].type) fail("Q0301", span, fmt::format("'{}' is not a type", text));
  return resolve(cx, *a->targets[0].type, env);
}

// ---- values of types --------------------------------------------------------------------------------------------

Value type_value(const EvalContext& cx, HostType type) {
  type.scalar = cx.scalar();
  return Value(std::make_shared<const HostType>(std::move(type)));
}

Value default_value(EvalContext& cx, const HostType& t, Span span) {
  require_extents(t.type.dims, span);
  switch (t.type.kind) {
    case Type::Kind::Number:
      return convert_to(cx, Value(Number::integer(0)), t.type, span, {"the value"});
    case Type::Kind::String:
      return Value(std::string());
    case Type::Kind::Array: {
      const std::vector<std::int64_t> none(std::size_t(std::max(t.type.rank, 1)), 0);
      ArrayP a = make_array(t.type.elem, t.type.dims.empty() ? none : t.type.dims, true, t.type.complex);
      a->boundary = t.type.boundary;
      return Value(a);
    }
    case Type::Kind::Fixed: {
      ArrayP a = make_array(t.type.elem, t.type.dims, true, t.type.complex);
      a->fixed = true;
      a->boundary = t.type.boundary;
      return Value(a);
    }
    case Type::Kind::Cell:
      return Value(make_cell({0}, Value{}));
    case Type::Kind::Object:
      if (!t.definition) return Value(std::make_shared<Record>());
      // A reference is nullptr; so is a plain class inside itself.
      return t.definition->is_mutable || cx.defaulted.count(t.definition) ? Value{} : construct_class(cx, t, {}, span);
    default:
      return Value{};
  }
}

// What the generic parameters of a class mean in one of its instances.
static EnvironmentP class_environment(const HostType& type) {
  auto env = std::make_shared<Environment>();
  const auto& generics = type.definition->generics;
  for (std::size_t k = 0; k < generics.size(); ++k)
    env->variables[generics[k]] =
        Value(std::make_shared<const HostType>(k < type.elements.size() ? type.elements[k] : HostType{}));
  return env;
}

HostType field_type(EvalContext& cx, const HostType& of, const std::string& field) {
  for (const auto& f : of.definition->fields)
    if (f.name == field && f.type) return resolve(cx, *f.type, class_environment(of));
  return {};
}

bool names_fields_only(const EvalContext& cx, const std::string& type, const Arguments& arguments) {
  auto it = cx.defined.types.find(type);
  if (it == cx.defined.types.end() || it->second.def->alias || !arguments.positional.empty() || arguments.named.empty())
    return false;
  for (const auto& [name, v] : arguments.named) {
    bool known = false;
    for (const auto& f : it->second.def->fields) known |= f.name == name;
    if (!known) return false;
  }
  return true;
}

Value construct_class(EvalContext& cx, const HostType& type, const Arguments& arguments, Span span) {
  const ast::TypeDef& def = *type.definition;
  if (arguments.positional.size() > def.fields.size())
    fail("Q0204", span,
         fmt::format("'{}' has {} field{}, not {}", def.name, def.fields.size(), def.fields.size() == 1 ? "" : "s",
                     arguments.positional.size()));
  const EnvironmentP env = class_environment(type);
  struct Leave {  // fields of the class itself that are not given are nullptr
    std::set<const ast::TypeDef*>& open;
    const ast::TypeDef* definition;
    bool entered;
    ~Leave() {
      if (entered) open.erase(definition);
    }
  } leave{cx.defaulted, &def, arguments.positional.size() < def.fields.size() && cx.defaulted.insert(&def).second};
  for (const auto& [name, v] : arguments.named) {
    if (std::any_of(def.fields.begin(), def.fields.end(), [&](const auto& f) { return f.name == name; })) continue;
    std::vector<std::string> names;
    for (const auto& f : def.fields) names.push_back(f.name);
    fail("Q0201", span, fmt::format("'{}' has no field '{}'", def.name, name), which_field(name, names));
  }
  auto record = std::make_shared<Record>();
  record->fields.reserve(def.fields.size());
  record->type_name = type.name;
  record->is_value = !def.is_mutable;
  record->type = std::make_shared<const HostType>(type);
  check_stack(span);
  for (std::size_t k = 0; k < def.fields.size(); ++k) {
    const auto& f = def.fields[k];
    const Value* given = k < arguments.positional.size() ? &arguments.positional[k] : nullptr;
    for (const auto& [name, v] : arguments.named)
      if (name == f.name) given = &v;
    const HostType t = f.type ? resolve(cx, *f.type, env) : HostType{};
    if (!given && f.type && f.type->reference && !cx.defined.functions.count(ast::default_of_field(def.name, f.name))) {
      record->fields.emplace_back(f.name, Value{});
      continue;
    }
    const auto own =
        given ? cx.defined.functions.end() : cx.defined.functions.find(ast::default_of_field(def.name, f.name));
    if (own != cx.defined.functions.end()) {
      const Value value = call_function(cx, own->second.back(), nullptr, {}, span, 1)[0];
      record->fields.emplace_back(f.name, convert(cx, value, t, span, {"the field ", f.name}));
      continue;
    }
    record->fields.emplace_back(
        f.name, given ? convert(cx, *given, t, span, {"the field ", f.name}) : default_value(cx, t, span));
  }
  return Value(record);
}

// vec3(x, y, z): a number for each element. Nothing: not as many, or other values.
static std::optional<Value> of_elements(const Type& t, const std::vector<Value>& given) {
  ArrayP row = make_array(t.elem, t.dims, false, t.complex);
  if (row->count() != std::int64_t(given.size())) return {};
  row->fixed = true;
  void* to = row->buffer->host_overwrite();
  for (std::size_t k = 0; k < given.size(); ++k) {
    auto* x = std::get_if<Number>(&given[k].v);
    if (!x || (x->complex && !t.complex)) return {};
    set_element(*row, to, std::int64_t(k), *x);
  }
  return Value(row);
}

std::optional<Value> construct(EvalContext& cx, const HostType& host, const Arguments& arguments, Span span) {
  const Type& t = host.type;
  const auto& given = arguments.positional;
  if (t.kind == Type::Kind::Object && host.definition) return construct_class(cx, host, arguments, span);
  if (!arguments.named.empty()) return {};
  if (t.kind == Type::Kind::Object && given.empty()) return Value(std::make_shared<Record>());
  if (t.kind == Type::Kind::String && given.size() == 1) return Value(format_value(given[0]));
  if (t.is_number() && given.size() == 1) {
    if (std::holds_alternative<ArrayP>(given[0].v)) {
      const ArrayP a = std::get<ArrayP>(given[0].v);
      if (a->complex && !t.complex)
        fail("Q0301", span, "complex numbers cannot become real ones", "use real(x) or abs(x)");
      ArrayP out = as_elem(a, t.elem, t.complex);
      if (out == a) out = copy_of(*a);
      out->fixed = a->fixed;
      return Value(out);
    }
    return convert_to(cx, given[0], t, span, {"the value"});
  }
  if (t.kind == Type::Kind::Fixed && given.empty()) return default_value(cx, host, span);
  if (t.kind == Type::Kind::Fixed) {
    if (auto row = of_elements(t, given)) return row;
    return given.size() == 1 ? std::optional(convert_to(cx, given[0], t, span, {"the value"})) : std::nullopt;
  }
  if (!t.is_array() && t.kind != Type::Kind::Cell) return {};
  std::vector<std::int64_t> dims;
  for (const Value& v : given) {
    if (auto* a = std::get_if<ArrayP>(&v.v)) {
      const void* data = (*a)->buffer->host_read();
      for (std::int64_t i = 0; i < (*a)->count(); ++i) dims.push_back(to_index(Value(get_element(**a, data, i)), span));
    } else
      dims.push_back(to_index(v, span));
  }
  require_extents(dims, span);
  if (t.kind == Type::Kind::Cell) {
    auto made = make_cell(dims.empty() ? std::vector<std::int64_t>{0} : dims, Value{});
    if (!host.elements.empty() && host.elements[0].type.kind != Type::Kind::Cell)
      for (Value& item : made->items) item = default_value(cx, host.elements[0], span);
    if (!host.elements.empty() && host.elements[0].type.kind == Type::Kind::Fixed)
      made->holds = std::make_shared<const HostType>(host.elements[0]);
    return Value(made);
  }
  if (dims.size() < 1 || dims.size() > 16)
    fail("Q0204", span, fmt::format("an array has 1 to 16 extents, not {}", dims.size()));
  if (t.rank == 1 && dims.size() == 2 && dims[0] == 1) dims.erase(dims.begin());  // vec(size(v)): a row
  while (t.rank != 0 && int(dims.size()) > t.rank && dims.back() == 1) dims.pop_back();
  if (t.rank != 0 && int(dims.size()) < t.rank)  // more are an array of that many dimensions: mat(size(x)) of a cube
    fail("Q0204", span,
         fmt::format("a {} has {} extent{}, not {}", type_name(t, cx.scalar()), t.rank, t.rank == 1 ? "" : "s",
                     dims.size()));
  return Value(make_array(t.elem, dims, true, t.complex));
}

// ---- functions that speak of types, cells and records -----------------------------------------------------------

std::optional<Value> type_form(EvalContext& cx, const std::string& name, std::vector<Value>& a, Span span,
                               const EnvironmentP& env) {
  auto type_argument = [&](const Value& v) {
    if (auto* t = std::get_if<HostTypeP>(&v.v)) return **t;
    if (auto* s = std::get_if<std::string>(&v.v)) return parse_type(cx, *s, span, env);
    if (auto* c = std::get_if<std::shared_ptr<Closure>>(&v.v))
      if (auto t = type_named(cx, (*c)->name, env)) return *t;
    fail("Q0301", span, fmt::format("'{}' wants a type", name));
  };
  if (name == "type" && a.size() == 1) {
    if (std::holds_alternative<HostTypeP>(a[0].v)) return a[0];
    return type_value(cx, host_type_of(a[0]));
  }
  if ((name == "type" || name == "isinstance") && a.size() == 2) {
    const HostType want = type_argument(a[1]), have = host_type_of(a[0]);
    if (want.type.is_array() && want.type.rank == 0)  // cube{:}
      return Value(Number::boolean(have.type.is_array() && have.type.elem == want.type.elem &&
                                   have.type.complex == want.type.complex));
    if (want.type.kind == Type::Kind::Cell && want.elements.empty())
      return Value(Number::boolean(have.type.kind == want.type.kind));
    return Value(Number::boolean(same_host_type(have, want)));
  }
  if (name == "cast" && a.size() == 2) {
    const HostType want = type_argument(a[1]);
    if (auto* x = std::get_if<ArrayP>(&a[0].v); x && want.type.is_number())
      return construct(cx, want, {{a[0]}, {}}, span);
    auto* s = std::get_if<std::string>(&a[0].v);
    if (s && want.type.is_array() && want.type.rank == 1 && !is_float(want.type.elem) && !want.type.complex)
      return bytes_of_text(*s, want.type.elem);
    if (auto* x = std::get_if<ArrayP>(&a[0].v); x && want.type.kind == Type::Kind::String)
      if (auto text = text_of_bytes(**x)) return text;
    return convert(cx, a[0], want, span, {"the value"});
  }
  if (name == "cell") {
    HostType t;
    t.type.kind = Type::Kind::Cell;
    return construct(cx, t, {a, {}}, span);
  }
  if (name == "object" && a.empty()) return Value(std::make_shared<Record>());
  if (name == "isfield" && a.size() == 2) {
    auto* r = std::get_if<std::shared_ptr<Record>>(&a[0].v);
    auto* f = std::get_if<std::string>(&a[1].v);
    return Value(Number::boolean(r && f && (*r)->find(*f)));
  }
  if (a.empty() || std::holds_alternative<ArrayP>(a[0].v) || std::holds_alternative<Number>(a[0].v)) return {};
  if (auto* r = std::get_if<std::shared_ptr<Record>>(&a[0].v); r && name == "fieldnames" && a.size() == 1) {
    auto names = make_cell({std::int64_t((*r)->fields.size())}, Value{});
    for (std::size_t k = 0; k < (*r)->fields.size(); ++k) names->items[k] = Value((*r)->fields[k].first);
    return Value(names);
  }
  if (name == "copy" || name == "deepcopy") return deep_copy(a[0]);
  auto* cell = std::get_if<std::shared_ptr<Cell>>(&a[0].v);
  auto* text = std::get_if<std::string>(&a[0].v);
  if (!cell && !text) return {};
  std::vector<std::int64_t> dims = cell ? (*cell)->dims : std::vector<std::int64_t>{std::int64_t(text->size())};
  if (name == "numel") return Value(Number::integer(cell ? std::int64_t((*cell)->items.size()) : dims[0]));
  if (name != "size") return {};
  if (dims.size() == 1) dims.insert(dims.begin(), 1);
  if (a.size() == 2) {
    auto extent = [&](std::int64_t d) {
      return d >= 0 && d < std::int64_t(dims.size()) ? dims[std::size_t(d)] : std::int64_t{1};
    };
    auto* several = std::get_if<ArrayP>(&a[1].v);
    if (!several) return Value(Number::integer(extent(to_index(a[1], span))));
    std::vector<std::int64_t> chosen;  // size(c, 0..1)
    for (std::int64_t k = 0; k < (*several)->count(); ++k)
      chosen.push_back(extent(to_index(Value(get_element(**several, (*several)->buffer->host_read(), k)), span)));
    dims = chosen;
  }
  ArrayP out = make_array(Elem::I64, {std::int64_t(dims.size())}, false);
  std::memcpy(out->buffer->host_overwrite(), dims.data(), dims.size() * 8);
  return Value(out);
}

}  // namespace qc::host
