// Types as written to types as meant.
#include <fmt/format.h>

#include <array>
#include <cctype>
#include <string_view>

#include "sema/type_modifiers.h"
#include "sema/type_words.h"
#include "sema/types_of_builtins.h"

namespace qc {

namespace {

[[noreturn]] void bad_type(Code code, Span span, std::string message, std::string help = {}) {
  throw ProgramError(Diagnostic{code, Severity::Error, span, std::move(message), std::move(help), {}});
}

struct Modifier {
  std::string_view name;
  Boundary boundary;
};
constexpr std::array<Modifier, 6> kModifiers = {{{"checked", Boundary::Checked},
                                                 {"safe", Boundary::Safe},
                                                 {"circular", Boundary::Circular},
                                                 {"mirror", Boundary::Mirror},
                                                 {"clamped", Boundary::Clamped},
                                                 {"unchecked", Boundary::Unchecked}}};

std::string help_for_modifier(const std::string& m) {
  if (m.starts_with("sat"))
    return "a float that is given to a sized int saturates by itself; an int is limited by clamp(x, lo, hi)";
  if (m == "periodic" || m == "wrap" || m == "repeat") return "indices that wrap around are 'circular";
  if (m == "symmetric" || m == "reflect") return "mirrored indices are 'mirror";
  if (m == "replicate" || m == "nearest" || m == "edge") return "indices that stay at the edge are 'clamped";
  if (m == "zero" || m == "zeros" || m == "zeropad") return "what lies outside is 0 with 'safe";
  return "the modifiers are 'checked, 'safe, 'circular, 'mirror, 'clamped, 'unchecked and 'const";
}

void apply_modifiers(const ast::TypeExpr& written, Type& type) {
  for (const std::string& m : written.modifiers) {
    if (m == "const") {
      type.is_const = true;
      continue;
    }
    if (m.rfind("hw", 0) == 0) continue;  // placement hints of Quasar: hwconst, hwtex_linear
    bool found = false;
    for (const Modifier& known : kModifiers)
      if (m == known.name) {
        type.boundary = known.boundary;
        found = true;
      }
    if (!found) {
      const std::string near = nearest_name(m, type_modifiers());
      bad_type("Q0301", written.span, fmt::format("unknown type modifier '{}", m),
               near.empty() ? help_for_modifier(m) : fmt::format("did you mean '{}?", near));
    }
  }
}

std::int64_t extent_of(const ast::TypeExpr& written, const ast::Expr& e) {
  auto* n = std::get_if<ast::IntLit>(&e.node);
  if (!n || n->value < 0)
    bad_type("Q0301", written.span,
             fmt::format("the extents of a fixed-size {} must be integer constants", written.name));
  return n->value;
}

bool fits_an_iteration(const std::vector<std::int64_t>& dims) {
  std::int64_t count = 1;
  for (const std::int64_t d : dims) {
    if (d > kMostOfFixed) return false;
    count *= d;
    if (count > kMostOfFixed) return false;
  }
  return true;
}

Type shaped_type(const ast::TypeExpr& written, const TypeWord& word, Elem scalar) {
  Type t = Type::array(word.elem.value_or(scalar), word.rank, word.complex);
  if (!written.elements.empty()) {
    if (written.elements.size() > 1)
      bad_type("Q0301", written.span, fmt::format("{} takes one element type", written.name));
    const Type elem = resolve_type(written.elements[0], scalar);
    if (!elem.is_number()) {
      if (!elem.known()) return Type::unknown();
      Type cell;
      cell.kind = Type::Kind::Cell;
      return cell;  // vec[string], vec[cube]: a cell by another name
    }
    t.elem = elem.elem;
    t.complex = t.complex || elem.complex;
  }
  if (written.rank) t.rank = *written.rank < 0 ? 0 : *written.rank;
  if (t.rank > 16) bad_type("Q0301", written.span, fmt::format("an array has at most 16 dimensions, not {}", t.rank));
  if (word.fixed > 0) {
    t.kind = Type::Kind::Fixed;
    t.dims = {word.fixed};
  }
  if (!written.extents.empty()) {
    t.dims.clear();
    for (const auto& e : written.extents) t.dims.push_back(extent_of(written, *e));
    t.rank = int(t.dims.size());
    t.kind = fits_an_iteration(t.dims) ? Type::Kind::Fixed : Type::Kind::Array;
  }
  return t;
}

thread_local const TypeNames* innermost_names = nullptr;

}  // namespace

const std::vector<std::string>& type_modifiers() {
  static const auto words = [] {
    std::vector<std::string> all{"const"};
    for (const Modifier& known : kModifiers) all.emplace_back(known.name);
    return all;
  }();
  return words;
}

TypeNames::TypeNames(Lookup lookup) : lookup_(std::move(lookup)), outer_(innermost_names) { innermost_names = this; }
TypeNames::~TypeNames() { innermost_names = outer_; }

std::optional<Type> TypeNames::find(const std::string& name) {
  for (const TypeNames* n = innermost_names; n; n = n->outer_)
    if (auto t = n->lookup_(name)) return t;
  return {};
}

std::optional<TypeWord> type_word(std::string_view name, Elem scalar) {
  struct Number {
    std::string_view name;
    Elem elem;
  };
  static constexpr Number numbers[] = {
      {"int", Elem::I64},   {"bool", Elem::Bool}, {"int8", Elem::I8},    {"int16", Elem::I16},  {"int32", Elem::I32},
      {"int64", Elem::I64}, {"uint8", Elem::U8},  {"uint16", Elem::U16}, {"uint32", Elem::U32}, {"uint64", Elem::U64},
      {"half", Elem::F16},  {"float", Elem::F32}, {"double", Elem::F64}};
  if (name == "scalar") return TypeWord{0, scalar, false, 0};
  if (name == "cscalar") return TypeWord{0, scalar, true, 0};
  for (const Number& n : numbers)
    if (n.name == name) return TypeWord{0, n.elem, false, 0};
  TypeWord word;
  if (name.size() > 3 && (name[0] == 'i' || name[0] == 'c') && name.substr(0, 4) != "cube") {
    if (name[0] == 'i')
      word.elem = Elem::I64;
    else
      word.complex = true;
    name.remove_prefix(1);
  }
  const std::string_view shapes[] = {"vec", "mat", "cube"};
  for (int k = 0; k < 3; ++k) {
    if (name.substr(0, shapes[k].size()) != shapes[k]) continue;
    const std::string_view digits = name.substr(shapes[k].size());
    word.rank = k + 1;
    if (digits.empty()) return word;
    if (k != 0 || digits.size() > 2) return {};
    for (char c : digits) {
      if (!std::isdigit(static_cast<unsigned char>(c))) return {};
      word.fixed = word.fixed * 10 + (c - '0');
    }
    return word.fixed > 0 ? std::optional(word) : std::nullopt;
  }
  return {};
}

const std::vector<std::string>& type_words() {
  static const std::vector<std::string> all = {"scalar", "cscalar", "int",    "bool",   "string", "vec",   "mat",
                                               "cube",   "ivec",    "imat",   "icube",  "cvec",   "cmat",  "ccube",
                                               "double", "float",   "half",   "int8",   "int16",  "int32", "int64",
                                               "uint8",  "uint16",  "uint32", "uint64", "cell",   "object"};
  return all;
}

// Types that programs write for what figures and forms give; they are records here.
static bool is_display_type(const std::string& name) {
  static constexpr const char* kNames[] = {"qplot",   "qfigure",   "qform",  "qdisplay", "qslider",
                                           "qbutton", "qcheckbox", "qlabel", "qtextbox", "qwidget"};
  return std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
}

Type resolve_type(const ast::TypeExpr& written, Elem scalar) {
  Type t;
  if (written.name == "??") {
    apply_modifiers(written, t);
    return t;
  }
  if (written.name == "string")
    t = Type::string();
  else if (written.name == "->")
    t.kind = Type::Kind::Function;
  else if (written.name == "cell" || written.name == "object" || is_display_type(written.name))
    t.kind = written.name == "cell" ? Type::Kind::Cell : Type::Kind::Object;
  else if (auto word = type_word(written.name, scalar)) {
    if (word->rank == 0) {
      t = Type::number(word->elem.value_or(scalar), word->complex);
      if (!written.elements.empty()) {  // cscalar[double]
        const Type e = resolve_type(written.elements[0], scalar);
        if (!e.is_number()) bad_type("Q0301", written.span, fmt::format("{} takes a number type", written.name));
        t.elem = e.elem;
      }
    } else {
      t = shaped_type(written, *word, scalar);
    }
  } else if (auto named = TypeNames::find(written.name)) {
    t = *named;
  } else {
    const std::string near = nearest_name(written.name, type_words());
    std::string help = near.empty() ? "" : fmt::format("did you mean '{}'?", near);
    if (written.rank && *written.rank >= 0)
      help = fmt::format("cube{{{1}}} is a type with {1} dimensions; an element or item is {0}[{1}]", written.name,
                         *written.rank);
    bad_type("Q0201", written.span, fmt::format("unknown type '{}'", written.name), help);
  }
  apply_modifiers(written, t);
  return t;
}

}  // namespace qc
