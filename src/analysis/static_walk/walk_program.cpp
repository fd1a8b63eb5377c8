// The static walk over statements: environments through branches, loops and calls.
#include <fmt/format.h>

#include <algorithm>

#include "analysis/dataflow/name_facts.h"
#include "analysis/dataflow/outer_names.h"
#include "analysis/static_walk/walker.h"
#include "ast/print_ast.h"
#include "lower/interface/inline.h"
#include "sema/type_words.h"
#include "support/stop.h"

namespace qc {

namespace walking {

namespace {

constexpr int kMaxRounds = 8;         // of a loop's body until the types settle
constexpr std::size_t kDeepest = 64;  // calls

const ast::FunctionDef* as_function(const ast::Stmt& s) {
  auto* f = std::get_if<Box<ast::FunctionDef>>(&s.node);
  return f ? f->get() : nullptr;
}

}  // namespace

Type join(const Type& a, const Type& b) {
  if (a == b) return a;
  if (a.kind != b.kind) return Type::unknown();
  Type t = a;
  switch (a.kind) {
    case Type::Kind::Number:
      t.elem = join_elem(a.elem, b.elem);
      t.complex = a.complex || b.complex;
      return t;
    case Type::Kind::Array:
      if (a.elem != b.elem || a.complex != b.complex) return Type::unknown();
      if (a.rank != b.rank) t.rank = 0;
      if (a.boundary != b.boundary) return Type::unknown();
      t.is_const = a.is_const || b.is_const;
      return t;
    case Type::Kind::Fixed:
      if (a.dims != b.dims) return Type::unknown();
      t.elem = join_elem(a.elem, b.elem);
      t.complex = a.complex || b.complex;
      return t;
    default:
      return Type::unknown();
  }
}

Environment merge(const Environment& a, const Environment& b) {
  Environment out = a;
  for (const auto& [name, known] : b) {
    auto [it, fresh] = out.emplace(name, known);
    if (fresh) {
      it->second.constant.reset();
      it->second.identity = 0;
      continue;
    }
    it->second.type = join(it->second.type, known.type);
    if (it->second.constant != known.constant) it->second.constant.reset();
    if (it->second.identity != known.identity) it->second.identity = 0;
    if (it->second.extents != known.extents) it->second.extents.clear();
  }
  for (auto& [name, known] : out)
    if (!b.count(name)) {
      known.constant.reset();
      known.identity = 0;
    }
  return out;
}

// ---- the scope of one loop --------------------------------------------------------------------------------------

StaticScope::StaticScope(const Body& body, const Functions& functions, const Classes& classes, const ast::Stmt& loop,
                         const LibraryLookup& library)
    : environment_(body.environment),
      functions_(functions),
      declared_(body.declared),
      classes_(classes),
      loop_(loop),
      of_call_(body.of_call),
      live_(body.live),
      library_(library) {
  for (const auto& [name, refs] : body.functions) functions_[name] = refs;
}

std::optional<Type> StaticScope::type_of(std::string_view name) const {
  auto it = environment_.find(name);
  return it == environment_.end() ? std::nullopt : std::optional(it->second.type);
}

std::optional<double> StaticScope::constant_of(std::string_view name) const {
  auto it = environment_.find(name);
  return it == environment_.end() ? std::nullopt : it->second.constant;
}

std::vector<std::int64_t> StaticScope::extents_of(std::string_view name) const {
  auto it = environment_.find(name);
  return it == environment_.end() ? std::vector<std::int64_t>{} : it->second.extents;
}

std::vector<FunctionRef> StaticScope::functions(std::string_view name) const {
  if (const auto there = NameInFile::of(name)) {
    const auto from_there = [&](const auto& all) {
      return std::any_of(all.second.begin(), all.second.end(),
                         [&](const FunctionRef& r) { return r.def && r.def->name_span.file == there->file; });
    };
    if (std::any_of(functions_.begin(), functions_.end(), from_there))
      return there->name.empty() ? std::vector<FunctionRef>{} : functions(there->name);
    if (there->name.empty()) return {FunctionRef{}};
    std::vector<FunctionRef> found;  // in the library
    for (const auto* def : library_ ? library_(there->name) : std::vector<const ast::FunctionDef*>{})
      found.push_back({def, nullptr});
    return found;
  }
  if (auto it = environment_.find(name); it != environment_.end()) return it->second.functions;
  auto it = functions_.find(name);
  if (it != functions_.end()) return it->second;
  std::vector<FunctionRef> found;
  if (library_)
    for (const auto* def : library_(name)) found.push_back({def, nullptr});
  return found;
}

bool StaticScope::live_after(std::string_view name) const { return !live_ || live_->live_after(loop_, name); }

bool StaticScope::shares(std::string_view a, std::string_view b) const {
  const auto x = environment_.find(a), y = environment_.find(b);
  return a != b && x != environment_.end() && y != environment_.end() && x->second.identity != 0 &&
         x->second.identity == y->second.identity;
}

bool StaticScope::declared(std::string_view name) const {
  const Known* record = record_of(name);
  const ast::TypeDef* made_by = record ? class_of(*record) : nullptr;
  if (!made_by) return declared_.contains(name) && environment_.contains(name);
  const std::string_view field = name.substr(name.rfind('.') + 1);
  return std::any_of(made_by->fields.begin(), made_by->fields.end(),
                     [&](const ast::ClassField& f) { return f.name == field && f.type; });
}

// The record whose field a path is; null: none that is known.
const Known* StaticScope::record_of(std::string_view path) const {
  const auto point = path.rfind('.');
  const auto it = point == std::string_view::npos ? environment_.end() : environment_.find(path.substr(0, point));
  return it != environment_.end() && it->second.type.kind == Type::Kind::Object ? &it->second : nullptr;
}

const ast::TypeDef* StaticScope::class_of(const Known& record) const {
  const auto it = record.class_name.empty() ? classes_.end() : classes_.find(record.class_name);
  return it == classes_.end() ? nullptr : it->second;
}

bool StaticScope::can_change(std::string_view path, bool by_parameter) const {
  const Known* record = record_of(path);
  if (!record || !environment_.contains(path)) return false;
  for (; record && by_parameter; record = record_of(path = path.substr(0, path.rfind('.')))) {
    const ast::TypeDef* made_by = class_of(*record);
    if (made_by ? made_by->is_mutable : record->identity != 0)
      return true;  // a reference: whoever has it sees the change
  }
  return !by_parameter;
}

bool StaticScope::one_field(std::string_view a, std::string_view b) const {
  if (a == b) return true;
  if (a.find('.') == std::string_view::npos || b.find('.') == std::string_view::npos) return false;  // a variable
  const Known *x = record_of(a), *y = record_of(b);
  if (x && y && x->identity != 0 && y->identity != 0 && x->identity != y->identity) return false;
  return a.substr(a.rfind('.')) == b.substr(b.rfind('.'));
}

std::vector<std::string> StaticScope::names() const {
  std::vector<std::string> out;
  for (const auto& [name, known] : environment_) out.push_back(name);
  for (const auto& [name, refs] : functions_) out.push_back(name);
  return out;
}

void StaticScope::keep_only(const std::set<std::string, std::less<>>& names) {
  std::erase_if(environment_, [&](const auto& variable) { return !names.contains(variable.first); });
}

// ---- statements -------------------------------------------------------------------------------------------------

void Walker::diagnose(Code code, Span span, std::string message, std::string help) {
  if (dry_ > 0) return;
  if (!reported_.insert(fmt::format("{}:{}:{}", code.text(), span.file, span.begin)).second) return;
  const bool warning = !bodies_.empty() && (body().never_called || body().tries > 0);
  diagnostics.push_back(
      {code, warning ? Severity::Warning : Severity::Error, span, std::move(message), std::move(help), {}});
}

void Walker::hoist(const ast::Block& block, Functions& into) {
  for (const ast::Stmt& s : block) {
    if (auto* f = as_function(s)) {
      const auto seen = constants_.find(f);
      into[f->name].push_back({f, nullptr, {}, seen == constants_.end() ? std::string() : seen->second.first});
    } else if (auto* t = std::get_if<ast::TypeDef>(&s.node)) {
      types_[t->name] = t->alias;
      if (!t->alias) classes_[t->name] = t;
    }
  }
}

void Walker::program(const ast::Program& program) {
  imported_.insert(&program);
  hoist(program.statements, functions_);
  bodies_.push_back(std::make_unique<Body>());
  body().live = std::make_shared<const LiveNames>(LiveNames::of_program(program.statements));
  block(program.statements);
  for (const ast::Stmt& s : program.statements)
    if (auto* f = as_function(s); f && f->name == "main" &&
                                  std::all_of(f->parameters.begin(), f->parameters.end(),
                                              [](const auto& p) { return p.default_value.get() != nullptr; }))
      call_function(*f, {}, false);
  never_called();
  bodies_.clear();
}

void Walker::functions(const std::vector<const ast::Program*>& files,
                       const std::vector<const ast::FunctionDef*>& uncalled) {
  for (const ast::Program* file : files) {
    (void)note_constants(*file);  // also of the program: its functions are right in another that imports it
    hoist(file->statements, functions_);
  }
  bodies_.push_back(std::make_unique<Body>());
  for (const ast::FunctionDef* def : uncalled) (void)call_function(*def, {}, true);
  bodies_.clear();
}

void Walker::never_called() {
  std::vector<const ast::FunctionDef*> rest;
  for (const auto& [name, refs] : functions_)
    for (const FunctionRef& r : refs)
      if (r.def && r.def->qualifier == ast::Qualifier::None && !called_.count(r.def)) rest.push_back(r.def);
  for (const auto* def : rest) {
    if (called_.count(def)) continue;
    call_function(*def, {}, true);
  }
}

// Which variables of its file a function sees.
std::map<const ast::FunctionDef*, std::set<std::string>> Walker::note_constants(const ast::Program& file) {
  auto constants = file_constants(file.statements);
  for (const auto& [f, names] : constants) {
    auto& [path, known] = constants_[f];
    path = fmt::format("@{}.", constants_.size());
    for (const std::string& name : names) known[name] = Known{};
  }
  return constants;
}

void Walker::import(const ast::Import& n) {
  const ast::Program* p = options_.import ? options_.import(n.path) : nullptr;
  if (!p || !imported_.insert(p).second) return;
  const auto constants = note_constants(*p);
  hoist(p->statements, functions_);
  const auto live = std::move(body().live);
  body().live = nullptr;  // whoever imports it may read its variables
  block(p->statements);
  body().live = live;
  for (const auto& [f, names] : constants) {
    auto& [path, known] = constants_[f];
    for (const std::string& name : names)
      if (auto v = body().environment.find(name); v != body().environment.end())
        known[name] = body().environment[path + name] = v->second;
  }
}

// What a function's loops and the functions that they call see of files.
void Walker::see_constants(Environment& environment, const ast::FunctionDef& def) const {
  for (const auto& [f, constants] : constants_)
    for (const auto& [name, known] : constants.second) {
      environment[constants.first + name] = known;
      if (f == &def) environment[name] = known;
    }
}

// A name that stands where a span begins.
void Walker::seen(const Span& begin, const std::string& name, const Known& known) const {
  if (see && dry_ == 0 && begin.valid())
    see({begin.file, begin.begin, begin.begin + std::uint32_t(name.size())}, known);
}

void Walker::block(const ast::Block& b) {
  for (const ast::Stmt& s : b) statement(s);
}

void Walker::statement(const ast::Stmt& s) {
  if (auto* n = std::get_if<ast::ExprStmt>(&s.node)) {
    if (auto* c = std::get_if<ast::Call>(&n->value->node))
      (void)call(*c, n->value->span);
    else
      (void)expr(*n->value);
  } else if (auto* n = std::get_if<ast::Assign>(&s.node))
    assign(*n, s.span);
  else if (auto* n = std::get_if<ast::If>(&s.node))
    if_statement(*n);
  else if (auto* n = std::get_if<ast::While>(&s.node)) {
    ++body().loops;
    loop_body(n->body, lowering::assigned_names(n->body), n->condition.get());
    --body().loops;
  } else if (auto* n = std::get_if<ast::Repeat>(&s.node)) {
    ++body().loops;
    loop_body(n->body, lowering::assigned_names(n->body), nullptr);
    (void)expr(*n->until);
    --body().loops;
  } else if (auto* n = std::get_if<ast::For>(&s.node))
    for_statement(s, *n);
  else if (auto* n = std::get_if<ast::Match>(&s.node))
    match_statement(*n);
  else if (auto* n = std::get_if<ast::Try>(&s.node)) {
    const Environment before = body().environment;
    ++body().tries;
    block(n->body);
    --body().tries;
    const Environment after = merge(before, body().environment);
    body().environment = after;
    if (!n->variable.empty()) body().environment[n->variable] = Known{};
    block(n->handler);
    body().environment = merge(after, body().environment);
  } else if (auto* n = std::get_if<ast::Print>(&s.node)) {
    for (const auto& e : n->items) (void)expr(*e);
  } else if (auto* n = std::get_if<ast::Import>(&s.node))
    import(*n);
  else if (auto* f = as_function(s); f && bodies_.size() > 1) {
    auto& known = body().functions[f->name];  // those of the function's own level since it began
    if (std::none_of(known.begin(), known.end(), [&](const FunctionRef& r) { return r.def == f; }))
      known.push_back({f, nullptr});
  }
}

// A class or alias of the program.
std::optional<Type> Walker::named_type(const std::string& name) {
  auto it = types_.find(name);
  if (it == types_.end()) return {};
  if (it->second) return resolve_type(*it->second, options_.scalar);
  Type object;
  object.kind = Type::Kind::Object;
  return object;
}

Type Walker::written(const ast::TypeExpr& t) {
  const auto& generics = body().generics;
  if (const auto g = generics.find(t.name); g != generics.end()) return g->second.value_or(Type::unknown());
  for (const auto& e : t.elements)
    if (const auto g = generics.find(e.name); g != generics.end() && !g->second) return Type::unknown();
  const TypeNames bound([&](const std::string& name) {
    const auto g = generics.find(name);
    return g == generics.end() ? std::nullopt : g->second;
  });
  if (auto it = types_.find(t.name); it != types_.end()) {
    if (it->second) return written(*it->second);
    Type object;
    object.kind = Type::Kind::Object;
    return object;
  }
  for (const auto& e : t.elements)
    if (types_.count(e.name)) return Type::unknown();
  try {
    Type type = resolve_type(t, options_.scalar);
    if (type.is_array()) type.dims.clear();  // types of arrays are the same whatever their extents
    return type;
  } catch (const ProgramError& e) {
    for (const Diagnostic& d : e.diagnostics) diagnose(d.code, d.span, d.message, d.help);
    return Type::unknown();
  }
}

// ---- fields of objects ----

void Walker::forget_fields(const std::string& object) {
  auto& all = body().environment;
  const std::string prefix = object + ".";
  for (auto it = all.lower_bound(prefix); it != all.end() && it->first.compare(0, prefix.size(), prefix) == 0;)
    it = all.erase(it);
}

void Walker::define_fields(const std::string& object, const std::string& class_name, int depth) {
  constexpr int kDeepest = 3;  // a class may hold itself
  auto it = classes_.find(class_name);
  if (it == classes_.end() || depth > kDeepest) return;
  for (const ast::ClassField& f : it->second->fields) {
    if (!f.type) continue;
    const auto& generics = it->second->generics;
    if (std::find(generics.begin(), generics.end(), f.type->name) != generics.end()) continue;
    Known field;
    field.type = written(*f.type);
    field.type.boundary = Boundary::Default;
    const std::string path = object + "." + f.name;
    if (classes_.count(f.type->name)) {
      field.class_name = f.type->name;
      define_fields(path, field.class_name, depth + 1);
    }
    body().environment[path] = std::move(field);
  }
}

// What is known of the fields of one record, under the name of another.
Environment Walker::fields_as(const std::string& from, const std::string& to) const {
  Environment copies;
  const std::string prefix = from + ".";
  const auto& all = bodies_.back()->environment;
  for (auto it = all.lower_bound(prefix); it != all.end() && it->first.compare(0, prefix.size(), prefix) == 0; ++it)
    copies[to + it->first.substr(from.size())] = it->second;
  return copies;
}

void Walker::copy_fields(const std::string& from, const std::string& to) {
  for (auto& [name, known] : fields_as(from, to)) body().environment[name] = std::move(known);
}

// The class of the value, or of one of several, where the text shows it: point(1, 2), or a function that declares it.
std::string Walker::made_class(const ast::Expr& value, std::size_t output) const {
  auto* c = std::get_if<ast::Call>(&value.node);
  auto* n = c ? std::get_if<ast::Name>(&c->callee->node) : nullptr;
  if (!n) return {};
  if (classes_.count(n->name)) return output == 0 ? n->name : std::string();
  const auto* functions = find_functions(n->name);
  if (!functions || functions->size() != 1 || !functions->front().def ||
      output >= functions->front().def->outputs.size())
    return {};
  const auto& type = functions->front().def->outputs[output].type;
  return type && classes_.count(type->name) ? type->name : std::string();
}

// A number that is given to a variable of a declared number type is converted, and so is an array that is given to one
// of a declared size; anything else ends the declaration.
void Walker::convert_to_declared(const ast::Target& target, const std::string& name, Known& value) {
  auto& declared = body().declared;
  if (target.type) {
    if (value.type.is_number() || value.type.kind == Type::Kind::Fixed)
      declared[name] = value.type;
    else
      declared.erase(name);
    return;
  }
  const auto it = declared.find(name);
  if (it == declared.end() || !value.type.known()) return;
  const Type& type = it->second;
  const bool array = value.type.is_array() || value.type.kind == Type::Kind::Fixed;
  const bool same = (value.type.dims.empty() || value.type.dims == type.dims) &&
                    (value.extents.empty() || value.extents == type.dims);
  const bool sized = array && same && value.type.complex <= type.complex;
  if (type.is_number() ? !value.type.is_number() : !sized) {
    declared.erase(it);
    return;
  }
  if (value.type.elem != it->second.elem) value.constant.reset();
  value.type = it->second;
}

// object(), or an instance of a mutable class.
bool Walker::makes_reference(const ast::Expr& value) const {
  auto* c = std::get_if<ast::Call>(&value.node);
  auto* n = c ? std::get_if<ast::Name>(&c->callee->node) : nullptr;
  if (!n) return false;
  const auto made = classes_.find(n->name);
  return made == classes_.end() ? n->name == "object" : made->second->is_mutable;
}

// What a name or field stands for now: `given` itself, a copy in another element type, or something of its own.
void Walker::identify(Known& value, const Known& given) {
  const auto kind = value.type.kind;
  if (kind == Type::Kind::Object) return;  // set where it is made: instances of plain classes are values
  const bool itself = given.identity != 0 && kind == given.type.kind && value.type.elem == given.type.elem &&
                      value.type.complex == given.type.complex;
  value.identity = kind != Type::Kind::Array ? 0 : itself ? given.identity : ++identities_;
}

void Walker::assign_place(const ast::Target& target, Known value) {
  const Known given = value;
  const ast::Expr& place = *target.place;
  auto* n = std::get_if<ast::Name>(&place.node);
  if (!n) {
    if (auto* i = std::get_if<ast::Index>(&place.node))
      (void)index(*i);
    else if (auto* f = std::get_if<ast::Field>(&place.node)) {
      (void)expr(*f->base);
      if (target.type) value.type = written(*target.type);
      value.constant.reset();
      identify(value, given);
      const std::string path = ast::print(place);
      forget_fields(path);
      if (!value.class_name.empty()) define_fields(path, value.class_name, 0);
      body().environment[path] = std::move(value);
    }
    return;
  }
  if (target.type) {
    Type t = written(*target.type);
    if (t.is_array() && t.rank == 0 && value.type.is_array()) t.rank = value.type.rank;
    if (t.known())
      value.type = t;
    else if (!value.type.known())
      value.type = Type::unknown();
  }
  convert_to_declared(target, n->name, value);
  if (target.type && classes_.count(target.type->name)) value.class_name = target.type->name;
  if (body().loops > 0 || body().nests > 0) value.constant.reset();
  identify(value, given);
  forget_fields(n->name);
  if (!value.class_name.empty()) define_fields(n->name, value.class_name, 0);
  seen(place.span, n->name, value);
  body().environment[n->name] = std::move(value);
}

void Walker::assign(const ast::Assign& a, Span span) {
  if (a.targets.size() > 1) {
    std::vector<Type> types;
    auto* literal = std::get_if<ast::ArrayLit>(&a.value->node);
    if (auto* c = std::get_if<ast::Call>(&a.value->node)) {
      targets_ = int(a.targets.size());
      types = call(*c, a.value->span);
      targets_ = 1;
    } else if (literal && literal->elements.size() == a.targets.size()) {  // [a, b] = [b, a]
      for (const auto& x : literal->elements) types.push_back(expr(*x).type);
    } else
      types = {expr(*a.value).type};
    if (types.size() == 1) {  // one value is taken apart
      const Type whole = types[0];
      const bool parts = whole.kind == Type::Kind::Fixed || (whole.is_array() && whole.rank == 1);
      types.assign(a.targets.size(), parts ? Type::number(value_elem(whole.elem), whole.complex) : Type::unknown());
    }
    for (std::size_t k = 0; k < a.targets.size(); ++k) {
      Known v;
      if (k < types.size()) v.type = types[k];
      v.class_name = made_class(*a.value, k);
      assign_place(a.targets[k], std::move(v));
    }
    return;
  }
  const ast::Target& target = a.targets[0];
  Known value;
  if (a.value) value = expr(*a.value);
  if (a.value && a.op == ast::AssignOp::Set && value.class_name.empty()) value.class_name = made_class(*a.value, 0);
  auto* n = std::get_if<ast::Name>(&target.place->node);
  if (a.value && a.op == ast::AssignOp::Set && makes_reference(*a.value)) value.identity = ++identities_;
  if (a.op == ast::AssignOp::Set) {
    if (value.type.kind == Type::Kind::Void) diagnose("Q0301", span, "a call that gives no value is assigned");
    assign_place(target, std::move(value));
    if (a.value &&
        (std::holds_alternative<ast::Name>(a.value->node) || std::holds_alternative<ast::Field>(a.value->node)))
      copy_fields(ast::print(*a.value), ast::print(*target.place));
    return;
  }
  if (!n) {
    assign_place(target, std::move(value));
    return;
  }
  const Known old = name(n->name, target.place->span);
  Known result;
  switch (a.op) {
    case ast::AssignOp::And:
    case ast::AssignOp::Or:
    case ast::AssignOp::Xor:
      result.type = join(old.type, value.type);
      break;
    case ast::AssignOp::Max:
    case ast::AssignOp::Min:
      result = binary(ast::BinaryOp::Add, old, value);
      break;
    default: {
      static const std::map<ast::AssignOp, ast::BinaryOp> ops = {
          {ast::AssignOp::Add, ast::BinaryOp::Add},         {ast::AssignOp::Sub, ast::BinaryOp::Sub},
          {ast::AssignOp::Mul, ast::BinaryOp::Mul},         {ast::AssignOp::Div, ast::BinaryOp::Div},
          {ast::AssignOp::Pow, ast::BinaryOp::Pow},         {ast::AssignOp::ElemMul, ast::BinaryOp::ElemMul},
          {ast::AssignOp::ElemDiv, ast::BinaryOp::ElemDiv}, {ast::AssignOp::ElemPow, ast::BinaryOp::ElemPow}};
      result = binary(ops.at(a.op), old, value);
    }
  }
  if (result.type.boundary == Boundary::Default) result.type.boundary = old.type.boundary;
  result.constant.reset();
  assign_place(target, std::move(result));
}

void Walker::if_statement(const ast::If& n) {
  std::optional<Environment> joined;
  auto arm = [&](const ast::Block& b) {
    const Environment before = body().environment;
    block(b);
    joined = joined ? merge(*joined, body().environment) : body().environment;
    body().environment = before;
  };
  for (const auto& a : n.arms) {
    const auto known = expr(*a.condition).constant;
    const bool decided = known && dry_ > 0;  // arms that never run are reported on all the same
    if (!decided || *known != 0) arm(a.body);
    if (!decided || *known == 0) continue;
    body().environment = *joined;
    return;
  }
  arm(n.otherwise);
  body().environment = *joined;
}

// Walks the body until the types of its variables settle, then once for its loops.
void Walker::loop_body(const ast::Block& loop, const std::set<std::string>& assigned, const ast::Expr* condition) {
  for (const auto& name : assigned)
    if (auto it = body().environment.find(name); it != body().environment.end()) it->second.constant.reset();
  ++dry_;
  for (int round = 0; round < kMaxRounds; ++round) {
    const Environment before = body().environment;
    block(loop);
    body().environment = merge(before, body().environment);
    if (body().environment == before) break;
  }
  --dry_;
  // Names that only a later statement of the body sets are not there in the first round; a name read before is an error
  // of the loop itself, which the lowering reports.
  if (condition) (void)expr(*condition);
  const Environment before = body().environment;
  block(loop);
  body().environment = merge(before, body().environment);
}

void Walker::for_statement(const ast::Stmt& s, const ast::For& n) {
  const Known lo = expr(*n.lo);
  const Known step = n.step ? expr(*n.step) : Known{Type::integer(), 1.0, {}};
  (void)expr(*n.hi);
  if (body().nests > 0)
    if (const auto [met, fresh] = body().met.try_emplace(&s); fresh)
      for (const auto& [name, known] : body().environment) met->second.insert(name);
  if (dry_ == 0) {
    const auto scope = std::make_shared<StaticScope>(body(), functions_, classes_, s, options_.library);
    if (body().nests == 0) {
      body().inner = std::make_shared<InnerScopes>();
      visits.push_back({&s, scope, body().never_called, body().generics, body().inner});
    } else {
      scope->keep_only(body().met.at(&s));  // without what only the loop itself has left in an earlier iteration
      (*body().inner)[&s] = scope;
    }
  }
  auto assigned = lowering::assigned_names(n.body);
  Known variable;
  variable.type = lo.type.is_number() && step.type.is_number() ? Type::number(join_elem(lo.type.elem, step.type.elem))
                                                               : Type::unknown();
  seen(n.variable_span, n.variable, variable);
  body().environment[n.variable] = variable;
  ++body().nests;
  loop_body(n.body, assigned, nullptr);
  --body().nests;
}

void Walker::match_statement(const ast::Match& n) {
  (void)expr(*n.value);
  std::optional<Environment> joined;
  for (const auto& a : n.arms) {
    if (a.pattern) (void)expr(*a.pattern);
    const Environment before = body().environment;
    block(a.body);
    joined = joined ? merge(*joined, body().environment) : body().environment;
    body().environment = before;
  }
  if (joined) body().environment = *joined;
}

// What a lambda that is given to a function names where it was written goes with it, under the parameter's name
// (scope.h).
void Walker::take_captured(Known& parameter, const std::string& name) {
  if (parameter.functions.size() != 1 || !parameter.functions.front().lambda || bodies_.size() < 2) return;
  FunctionRef& f = parameter.functions.front();
  const Environment& around = bodies_[bodies_.size() - 2]->environment;
  NameCounts named;
  ast::Expr lambda;
  lambda.node = *f.lambda;
  count_names(lambda, named);
  const std::string from = f.captured, to = name + ".";
  for (const auto& [n, times] : named) {
    const std::string own = from + n;
    for (auto it = around.lower_bound(own); it != around.end() && it->first.starts_with(own); ++it) {
      if (it->first != own && it->first[own.size()] != '.')
        continue;  // another name; with a point its fields, or what it captured itself
      Known& known = body().environment[to + it->first.substr(from.size())] = it->second;
      for (FunctionRef& inner : known.functions)
        if (!inner.captured.empty()) inner.captured = to + inner.captured.substr(from.size());
      f.captured = to;
    }
  }
}

// What the arguments say of generic parameters: numbers meet in the wider one.
void Walker::bind_generics(const ast::FunctionDef& def, const std::vector<Known>& args) {
  auto& generics = body().generics;
  for (const std::string& g : def.generics) generics[g];
  std::vector<std::optional<Type>> given;
  for (const Known& a : args) given.push_back(a.type.known() ? std::optional(a.type) : std::nullopt);
  for (auto& [name, type] : lowering::generic_types(def.generics, def.parameters, given))
    generics[name] = std::move(type);
}

// ---- calls of functions -----------------------------------------------------------------------------------------

std::vector<Type> Walker::call_function(const ast::FunctionDef& def, const std::vector<Known>& args, bool never) {
  if (dry_ == 0) called_.insert(&def);
  std::string key = fmt::format("{}:{}:{}:", static_cast<const void*>(&def), dry_ > 0, dry_ > 0 ? targets_ : 1);
  for (const Known& a : args) {
    key += type_name(a.type, options_.scalar) +
           fmt::format("'{}{}{},", int(a.type.boundary), a.type.is_const, a.class_name);
    const auto first = std::find_if(args.begin(), args.end(),
                                    [&](const Known& b) { return b.identity != 0 && b.identity == a.identity; });
    if (first != args.end() && &*first != &a) key += fmt::format("={},", first - args.begin());
    for (const FunctionRef& r : a.functions)
      key += fmt::format("{}{}", static_cast<const void*>(r.def), static_cast<const void*>(r.lambda));
  }
  std::vector<Type> unknown(def.outputs.size());
  auto own = std::make_unique<Body>();
  own->never_called = never;
  own->of_call = true;
  own->outputs = std::exchange(targets_, 1);
  see_constants(own->environment, def);
  if (!bodies_.empty() && body().never_called) own->never_called = true;
  bodies_.push_back(std::move(own));
  struct Leave {
    std::vector<std::unique_ptr<Body>>& bodies;
    ~Leave() { bodies.pop_back(); }
  } leave{bodies_};
  bind_generics(def, args);
  for (std::size_t k = 0; k < def.outputs.size(); ++k)
    if (def.outputs[k].type) unknown[k] = written(*def.outputs[k].type);
  if (auto it = results_.find(key); it != results_.end()) return it->second;
  if (in_progress_.count(key) || bodies_.size() > kDeepest) return unknown;
  if (def.qualifier == ast::Qualifier::Kernel) return unknown;
  in_progress_.insert(key);
  hoist(def.body, body().functions);
  std::vector<std::string> outputs;
  for (const auto& o : def.outputs) outputs.push_back(o.name);
  body().live = std::make_shared<const LiveNames>(def.body, outputs);
  for (std::size_t k = 0; k < def.parameters.size(); ++k) {
    const ast::Parameter& p = def.parameters[k];
    Known v;
    if (k < args.size() && !p.variadic)
      v = args[k];
    else if (p.default_value)
      v = expr(*p.default_value);
    v.constant.reset();
    if (v.type.is_array()) v.type.boundary = Boundary::Default;
    if (p.type) {
      Type t = written(*p.type);
      if (t.is_array() && v.type.is_array() && t.rank == 0) t.rank = v.type.rank;
      if (t.known()) v.type = t;
    }
    identify(v, k < args.size() && !p.variadic ? args[k] : Known{});
    if (p.type && v.type.is_number()) body().declared[p.name] = v.type;
    if (p.type && classes_.count(p.type->name)) v.class_name = p.type->name;
    if (!v.class_name.empty()) define_fields(p.name, v.class_name, 0);
    if (!p.variadic) take_captured(v, p.name);
    seen(p.span, p.name, v);
    body().environment[p.name] = std::move(v);
  }
  for (std::size_t k = 0; k < def.outputs.size(); ++k) {
    if (unknown[k].is_number())
      body().declared.emplace(def.outputs[k].name, unknown[k]);
    else if (begins_with_zeros(def, def.outputs[k]))
      body().environment[def.outputs[k].name].type = unknown[k];
  }
  block(def.body);
  std::vector<Type> results;
  for (std::size_t k = 0; k < def.outputs.size(); ++k) {
    auto it = body().environment.find(def.outputs[k].name);
    results.push_back(unknown[k].known() && !(unknown[k].is_array() && unknown[k].rank == 0) ? unknown[k]
                      : it != body().environment.end()                                       ? it->second.type
                                                                                             : Type::unknown());
    results.back().boundary = Boundary::Default;
  }
  in_progress_.erase(key);
  results_[key] = results;
  return results;
}

}  // namespace walking

std::vector<Diagnostic> walk_loops(
    const ast::Program& program, const WalkOptions& options,
    const std::function<void(const ast::Stmt&, const Scope&, const InnerScopes&)>& visit) {
  walking::Walker walker(options);
  walker.program(program);
  std::stable_sort(walker.visits.begin(), walker.visits.end(), [](const walking::Visit& a, const walking::Visit& b) {
    return a.loop->span.file != b.loop->span.file ? a.loop->span.file < b.loop->span.file
                                                  : a.loop->span.begin < b.loop->span.begin;
  });
  std::vector<Diagnostic> diagnostics = std::move(walker.diagnostics);
  auto known = [&](const Diagnostic& d) {
    return std::any_of(diagnostics.begin(), diagnostics.end(), [&](const Diagnostic& e) {
      return e.code == d.code && e.span.file == d.span.file && e.span.begin == d.span.begin;
    });
  };
  const TypeNames names([&](const std::string& name) { return walker.named_type(name); });
  for (const walking::Visit& v : walker.visits) {
    const TypeNames generics([&](const std::string& name) {
      const auto it = v.generics.find(name);
      return it == v.generics.end() ? std::nullopt : std::optional(it->second.value_or(Type::unknown()));
    });
    try {
      visit(*v.loop, *v.scope, *v.inner);
    } catch (const ProgramError& e) {
      if (is_stop(e)) throw;
      for (Diagnostic d : e.diagnostics) {
        if (known(d)) continue;
        if (v.never_called) d.severity = Severity::Warning;
        diagnostics.push_back(std::move(d));
      }
    }
  }
  for (const walking::LaunchVisit& v : walker.launches) options.launch(v.launch, *v.scope);
  return diagnostics;
}

}  // namespace qc
