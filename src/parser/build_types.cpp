#include "parser/build_types.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <utility>

#include "ast/field_default.h"
#include "ast/type_class.h"
#include "parser/build_expressions.h"
#include "parser/build_statements.h"
#include "parser/size_parameters.h"

namespace qc {

ast::Qualifier build_qualifier(const std::vector<Tk::QualifierContext*>& all) {
  ast::Qualifier q = ast::Qualifier::None;
  for (auto* c : all) {
    if (c->KERNEL()) q = ast::Qualifier::Kernel;
    if (c->DEVICE() && q == ast::Qualifier::None) q = ast::Qualifier::Device;
  }
  return q;
}

std::vector<ast::Parameter> build_parameters(BuildContext& b, Tk::ParametersContext* c) {
  std::vector<ast::Parameter> out;
  if (!c) return out;
  for (auto* p : c->parameter()) {
    ast::Parameter q;
    q.name = p->NAME()->getText();
    if (p->type()) q.type = build_type(b, *p->type());
    if (p->expression()) q.default_value = build_expr(b, p->expression());
    q.span = b.tree.span(*p);
    q.variadic = p->ELLIPSIS() != nullptr;
    if (q.variadic && p != c->parameter().back())
      b.tree.report("Q0106", q.span, "'...' before a parameter that is not the last",
                    "the last parameter takes all further arguments");
    if (std::any_of(out.begin(), out.end(), [&](const ast::Parameter& other) { return other.name == q.name; }))
      b.tree.report("Q0202", q.span, fmt::format("two parameters are called '{}'", q.name),
                    "give one of them another name");
    out.push_back(std::move(q));
  }
  return out;
}

// T goes to `types`, N : int is a size.
static std::vector<std::string> generics(BuildContext& b, Tk::GenericsContext* c, std::vector<std::string>& types) {
  std::vector<std::string> sizes;
  if (!c) return sizes;
  for (auto* g : c->generic()) {
    const bool of_class = g->NAME().size() > 1 && b.classes.count(g->NAME(1)->getText()),
               size = g->NAME().size() > 1 && !of_class;
    (size ? sizes : types).push_back(g->NAME(0)->getText());
    if (size && g->NAME(1)->getText() != "int")
      b.tree.report("Q0301", b.tree.span(*g), fmt::format("'{}' is not an int", g->NAME(0)->getText()),
                    "a generic parameter is a type, T, one of a class of types, T : AllInt, or a size, N : int");
  }
  return sizes;
}

Box<ast::FunctionDef> build_function(BuildContext& b, Tk::FunctionDefinitionContext& c) {
  ast::FunctionDef f;
  f.name = c.NAME()->getText();
  f.name_span = b.tree.span(c.NAME());
  f.qualifier = build_qualifier(c.qualifier());
  std::vector<std::string> sizes = generics(b, c.generics(), f.generics);
  std::swap(sizes, b.sizes);
  if (auto* o = c.outputs()) {
    if (o->output()) {
      ast::Parameter p;
      p.name = o->output()->NAME()->getText();
      if (o->output()->type()) p.type = build_type(b, *o->output()->type());
      p.span = b.tree.span(*o->output());
      f.outputs.push_back(std::move(p));
    } else
      f.outputs = build_parameters(b, o->parameters());
  }
  f.parameters = build_parameters(b, c.parameters());
  LoopsAround outer = std::exchange(b.loops, {});
  f.body = build_block(b, c.block());
  b.loops = std::move(outer);
  std::swap(sizes, b.sizes);
  for (const std::string& missing : bind_sizes(f, sizes))
    b.tree.report("Q0301", f.name_span, fmt::format("the size '{}' of '{}' is in no parameter's type", missing, f.name),
                  fmt::format("write x : vec({})", missing));
  return f;
}

ast::TypeDef build_type_definition(BuildContext& b, Tk::TypeDefinitionContext& c) {
  ast::TypeDef t;
  t.name = c.NAME()->getText();
  t.is_mutable = c.MUTABLE() != nullptr;
  t.is_dynamic = t.is_mutable && c.MUTABLE()->getText() == "dynamic";
  for (const std::string& size : generics(b, c.generics(), t.generics))
    b.tree.report("Q0301", b.tree.span(*c.generics()), fmt::format("a type has no size '{}'", size),
                  "its fields are arrays of any extents");
  if (c.type()) t.alias = build_type(b, *c.type());
  for (auto* f : c.classField()) {
    ast::ClassField field{f->NAME()->getText(), {}};
    if (f->type()) field.type = build_type(b, *f->type());
    if (std::any_of(t.fields.begin(), t.fields.end(),
                    [&](const ast::ClassField& other) { return other.name == field.name; }))
      b.tree.report("Q0202", b.tree.span(*f), fmt::format("two fields are called '{}'", field.name),
                    "give one of them another name");
    t.fields.push_back(std::move(field));
  }
  return t;
}

void build_field_defaults(BuildContext& b, ast::Block& out, Tk::TypeDefinitionContext& c) {
  const bool of_program = c.parent && c.parent->parent && dynamic_cast<Tk::ProgramContext*>(c.parent->parent->parent);
  for (auto* field : c.classField()) {
    if (!field->expression()) continue;
    const Span at = b.tree.span(*field);
    if (!of_program)
      b.tree.report("Q0108", at, "a default of a field in a type that is defined inside a block",
                    "define the type on the program's own level");
    ast::Parameter value;
    value.name = "$value";
    value.span = at;
    ast::Assign given;
    given.targets.push_back({ast::Expr{ast::Name{value.name}, at}, {}});
    given.value = build_expr(b, field->expression());
    given.op_span = at;
    ast::FunctionDef f;
    f.name = ast::default_of_field(c.NAME()->getText(), field->NAME()->getText());
    f.name_span = at;
    f.outputs.push_back(std::move(value));
    f.body.push_back({std::move(given), at, true});
    out.push_back({Box<ast::FunctionDef>(std::move(f)), at, true});
  }
}

static void suffix(BuildContext& b, ast::TypeExpr& t, Tk::TypeSuffixContext& s) {
  if (s.LBRACE()) t.rank = s.COLON() ? -1 : b.tree.rank(*s.INT()->getSymbol());
  for (auto* e : s.type()) t.elements.push_back(build_type(b, *e));
  const auto open = [](Tk::TypeExtentContext* e) { return e->COLON() != nullptr; };
  const auto all = s.typeExtent();
  if (std::any_of(all.begin(), all.end(),
                  open)) {  // cube(:,:,3): an extent that is free makes it an array of that rank
    if (t.name == "cube") t.rank = int(all.size());
    return;
  }
  for (auto* e : all) t.extents.push_back(build_expr(b, e->expression()));
}

// [A|B]: a parameter without a type, "??", that takes what these take.
static ast::TypeExpr type_class(BuildContext& b, Tk::TypeClassContext& c) {
  ast::TypeExpr t;
  t.name = "??";
  t.span = b.tree.span(c);
  const bool outer = std::exchange(b.among_types, true);
  for (auto* e : c.type()) {
    ast::TypeExpr one = build_type(b, *e);
    if (ast::is_type_class(one))
      t.elements.insert(t.elements.end(), one.elements.begin(), one.elements.end());
    else
      t.elements.push_back(std::move(one));
  }
  b.among_types = outer;
  return t;
}

// [(T, U) -> V]: name "->", the inputs, then the outputs; their counts are kept as the rank (inputs).
static ast::TypeExpr function_type(BuildContext& b, Tk::FunctionTypeContext& c) {
  ast::TypeExpr t;
  t.name = "->";
  t.span = b.tree.span(c);
  for (auto* e : c.functionTypeInputs()->type()) t.elements.push_back(build_type(b, *e));
  t.rank = int(t.elements.size());
  for (auto* e : c.functionTypeOutputs()->type()) t.elements.push_back(build_type(b, *e));
  return t;
}

// vec[AllInt] is one of vec[int], vec[int8] and so on.
static void spread_type_class(ast::TypeExpr& t) {
  if (t.elements.size() != 1 || !ast::is_type_class(t.elements[0])) return;
  ast::TypeExpr any;
  any.name = "??";
  any.span = t.span;
  for (const ast::TypeExpr& one : t.elements[0].elements) {
    any.elements.push_back(t);
    any.elements.back().elements = {one};
  }
  t = std::move(any);
}

void named_extents(ast::TypeExpr& t) {
  const auto digit = [&](std::size_t k) {
    return k < t.name.size() && std::isdigit(static_cast<unsigned char>(t.name[k]));
  };
  const std::size_t first = t.name.find_first_of("0123456789");
  static const std::set<std::string> shapes = {"mat", "imat", "cmat", "cube", "icube", "ccube"};
  if (first == std::string::npos || !shapes.count(t.name.substr(0, first))) return;
  std::vector<ast::ExprP> extents;
  for (std::size_t k = first;; ++k) {
    std::int64_t n = 0;
    const std::size_t begin = k;
    for (; digit(k) && k < begin + 4; ++k) n = n * 10 + (t.name[k] - '0');
    if (k == begin) return;
    extents.push_back(ast::Expr{ast::IntLit{n}, t.span});
    if (k == t.name.size()) break;
    if (t.name[k] != 'x') return;
  }
  if (extents.size() < 2) return;
  t.name.resize(first);
  t.extents = std::move(extents);
}

// Numbers of uint64 are computed with as ints: said once for a file, where the first is declared or made.
static void note_uint64(BuildContext& b, const ast::TypeExpr& t) {
  if (t.name != "uint64" || b.among_types || std::exchange(b.uint64_said, true)) return;
  b.tree.report("Q0301", t.span, "uint64: numbers from 2^63 on are negative",
                "arithmetic, comparisons and text are those of an int, which has 64 bits and a sign",
                Severity::Warning);
}

void note_uint64(BuildContext& b, const ast::Call& n) {
  const auto note = [&](const ast::ExprP& e) {
    if (auto* name = std::get_if<ast::Name>(&e->node))
      note_uint64(b, ast::TypeExpr{name->name, {}, {}, {}, {}, e->span});
  };
  note(n.callee);
  if (auto* made = std::get_if<ast::TypeValue>(&n.callee->node))
    for (const ast::TypeExpr& t : made->type.elements) note_uint64(b, t);
  auto* name = std::get_if<ast::Name>(&n.callee->node);
  if (name && name->name == "cast" && n.arguments.size() == 2) note(n.arguments[1].value);
}

ast::TypeExpr build_type(BuildContext& b, Tk::TypeContext& c) {
  ast::TypeExpr t;
  t.span = b.tree.span(c);
  if (auto* f = c.functionType())
    t = function_type(b, *f);
  else if (auto* any = c.typeClass())
    t = type_class(b, *any);
  else if (c.UNKNOWN())
    t.name = "??";
  else if (c.start->getType() == Tk::APOS)
    t.name = "??";  // x : 'mirror, of any type
  else if (c.LAMBDA_NAME())
    t.name = c.LAMBDA_NAME()->getText();
  else if (auto named = b.classes.find(c.NAME()->getText()); named != b.classes.end()) {
    t = named->second;
    t.span = b.tree.span(c);
  } else {
    t.name = c.NAME()->getText();
    named_extents(t);
  }
  note_uint64(b, t);
  for (auto* s : c.typeSuffix()) suffix(b, t, *s);
  spread_type_class(t);
  t.reference = c.CARET() != nullptr;
  for (auto* m : c.modifier())
    t.modifiers.push_back(m->INT() ? fmt::format("{}({})", m->NAME()->getText(), m->INT()->getText())
                                   : m->NAME()->getText());
  if (ast::is_type_class(t))
    for (ast::TypeExpr& one : t.elements)
      one.modifiers.insert(one.modifiers.end(), t.modifiers.begin(), t.modifiers.end());
  return t;
}

void name_type_classes(BuildContext& b, Tk::BlockContext& c) {
  for (auto* s : c.statement())
    if (auto* d = s->typeDefinition(); d && d->type() && d->type()->typeClass())
      b.classes[d->NAME()->getText()] = build_type(b, *d->type());
}

}  // namespace qc
