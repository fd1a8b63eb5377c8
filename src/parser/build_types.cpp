#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <utility>

#include "ast/field_default.h"
#include "ast/type_class.h"
#include "parser/builder.h"
#include "parser/size_parameters.h"

namespace qc {

using antlr4::tree::TerminalNode;

ast::Qualifier Builder::qualifier(const std::vector<Tk::QualifierContext*>& all) {
  ast::Qualifier q = ast::Qualifier::None;
  for (auto* c : all) {
    if (c->KERNEL()) q = ast::Qualifier::Kernel;
    if (c->DEVICE() && q == ast::Qualifier::None) q = ast::Qualifier::Device;
  }
  return q;
}

std::vector<ast::Parameter> Builder::parameters(Tk::ParametersContext* c) {
  std::vector<ast::Parameter> out;
  if (!c) return out;
  for (auto* p : c->parameter()) {
    ast::Parameter q;
    q.name = p->NAME()->getText();
    if (p->type()) q.type = type(*p->type());
    if (p->expression()) q.default_value = expr(p->expression());
    q.span = span(*p);
    q.variadic = p->ELLIPSIS() != nullptr;
    if (q.variadic && p != c->parameter().back())
      report("Q0106", q.span, "'...' before a parameter that is not the last",
             "the last parameter takes all further arguments");
    if (std::any_of(out.begin(), out.end(), [&](const ast::Parameter& other) { return other.name == q.name; }))
      report("Q0202", q.span, fmt::format("two parameters are called '{}'", q.name), "give one of them another name");
    out.push_back(std::move(q));
  }
  return out;
}

Box<ast::FunctionDef> Builder::function(Tk::FunctionDefinitionContext& c) {
  ast::FunctionDef f;
  f.name = c.NAME()->getText();
  f.name_span = span(c.NAME());
  f.qualifier = qualifier(c.qualifier());
  std::vector<std::string> sizes = generics(c.generics(), f.generics);
  std::swap(sizes, sizes_);
  if (auto* o = c.outputs()) {
    if (o->output()) {
      ast::Parameter p;
      p.name = o->output()->NAME()->getText();
      if (o->output()->type()) p.type = type(*o->output()->type());
      p.span = span(*o->output());
      f.outputs.push_back(std::move(p));
    } else
      f.outputs = parameters(o->parameters());
  }
  f.parameters = parameters(c.parameters());
  std::vector<std::string> outer;
  std::swap(outer, loop_variables_);
  const int loops = loops_;
  loops_ = 0;
  f.body = block(c.block());
  loops_ = loops;
  std::swap(outer, loop_variables_);
  std::swap(sizes, sizes_);
  for (const std::string& missing : bind_sizes(f, sizes))
    report("Q0301", f.name_span, fmt::format("the size '{}' of '{}' is in no parameter's type", missing, f.name),
           fmt::format("write x : vec({})", missing));
  return f;
}

// T goes to `types`, N : int is a size.
std::vector<std::string> Builder::generics(Tk::GenericsContext* c, std::vector<std::string>& types) {
  std::vector<std::string> sizes;
  if (!c) return sizes;
  for (auto* g : c->generic()) {
    const bool of_class = g->NAME().size() > 1 && type_classes_.count(g->NAME(1)->getText()),
               size = g->NAME().size() > 1 && !of_class;
    (size ? sizes : types).push_back(g->NAME(0)->getText());
    if (size && g->NAME(1)->getText() != "int")
      report("Q0301", span(*g), fmt::format("'{}' is not an int", g->NAME(0)->getText()),
             "a generic parameter is a type, T, one of a class of types, T : AllInt, or a size, N : int");
  }
  return sizes;
}

ast::TypeDef Builder::type_definition(Tk::TypeDefinitionContext& c) {
  ast::TypeDef t;
  t.name = c.NAME()->getText();
  t.is_mutable = c.MUTABLE() != nullptr;
  t.is_dynamic = t.is_mutable && c.MUTABLE()->getText() == "dynamic";
  for (const std::string& size : generics(c.generics(), t.generics))
    report("Q0301", span(*c.generics()), fmt::format("a type has no size '{}'", size),
           "its fields are arrays of any extents");
  if (c.type()) t.alias = type(*c.type());
  for (auto* f : c.classField()) {
    ast::ClassField field{f->NAME()->getText(), {}};
    if (f->type()) field.type = type(*f->type());
    if (std::any_of(t.fields.begin(), t.fields.end(),
                    [&](const ast::ClassField& other) { return other.name == field.name; }))
      report("Q0202", span(*f), fmt::format("two fields are called '{}'", field.name), "give one of them another name");
    t.fields.push_back(std::move(field));
  }
  return t;
}

// What a field holds where nothing is given is what a function of its own gives: function $value = $default_point_x()
void Builder::field_defaults(ast::Block& out, Tk::TypeDefinitionContext& c) {
  const bool of_program = c.parent && c.parent->parent && dynamic_cast<Tk::ProgramContext*>(c.parent->parent->parent);
  for (auto* field : c.classField()) {
    if (!field->expression()) continue;
    const Span at = span(*field);
    if (!of_program)
      report("Q0108", at, "a default of a field in a type that is defined inside a block",
             "define the type on the program's own level");
    ast::Parameter value;
    value.name = "$value";
    value.span = at;
    ast::Assign given;
    given.targets.push_back({ast::Expr{ast::Name{value.name}, at}, {}});
    given.value = expr(field->expression());
    given.op_span = at;
    ast::FunctionDef f;
    f.name = ast::default_of_field(c.NAME()->getText(), field->NAME()->getText());
    f.name_span = at;
    f.outputs.push_back(std::move(value));
    f.body.push_back({std::move(given), at, true});
    out.push_back({Box<ast::FunctionDef>(std::move(f)), at, true});
  }
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

ast::TypeExpr Builder::type(Tk::TypeContext& c) {
  ast::TypeExpr t;
  t.span = span(c);
  if (auto* f = c.functionType())
    t = function_type(*f);
  else if (auto* any = c.typeClass())
    t = type_class(*any);
  else if (c.UNKNOWN())
    t.name = "??";
  else if (c.start->getType() == Tk::APOS)
    t.name = "??";  // x : 'mirror, of any type
  else if (c.LAMBDA_NAME())
    t.name = c.LAMBDA_NAME()->getText();
  else if (auto named = type_classes_.find(c.NAME()->getText()); named != type_classes_.end()) {
    t = named->second;
    t.span = span(c);
  } else {
    t.name = c.NAME()->getText();
    named_extents(t);
  }
  note_uint64(t);
  for (auto* s : c.typeSuffix()) suffix(t, *s);
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

// mat2x2 is mat(2,2), cube2x3x2 is cube(2,3,2); also of ints and complex numbers.
void Builder::named_extents(ast::TypeExpr& t) {
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

void Builder::suffix(ast::TypeExpr& t, Tk::TypeSuffixContext& s) {
  if (s.LBRACE()) t.rank = s.COLON() ? -1 : rank(*s.INT()->getSymbol());
  for (auto* e : s.type()) t.elements.push_back(type(*e));
  const auto open = [](Tk::TypeExtentContext* e) { return e->COLON() != nullptr; };
  const auto all = s.typeExtent();
  if (std::any_of(all.begin(), all.end(),
                  open)) {  // cube(:,:,3): an extent that is free makes it an array of that rank
    if (t.name == "cube") t.rank = int(all.size());
    return;
  }
  for (auto* e : all) t.extents.push_back(expr(e->expression()));
}

// [A|B]: a parameter without a type, "??", that takes what these take.
ast::TypeExpr Builder::type_class(Tk::TypeClassContext& c) {
  ast::TypeExpr t;
  t.name = "??";
  t.span = span(c);
  const bool outer = std::exchange(among_types_, true);
  for (auto* e : c.type()) {
    ast::TypeExpr one = type(*e);
    if (ast::is_type_class(one))
      t.elements.insert(t.elements.end(), one.elements.begin(), one.elements.end());
    else
      t.elements.push_back(std::move(one));
  }
  among_types_ = outer;
  return t;
}

// Numbers of uint64 are computed with as ints: said once for a file, where the first is declared or made.
void Builder::note_uint64(const ast::TypeExpr& t) {
  if (t.name != "uint64" || among_types_ || std::exchange(uint64_said_, true)) return;
  report("Q0301", t.span, "uint64: numbers from 2^63 on are negative",
         "arithmetic, comparisons and text are those of an int, which has 64 bits and a sign", Severity::Warning);
}

// uint64(x), vec[uint64](n), cast(x, uint64)
void Builder::note_uint64(const ast::Call& n) {
  const auto note = [&](const ast::ExprP& e) {
    if (auto* name = std::get_if<ast::Name>(&e->node)) note_uint64(ast::TypeExpr{name->name, {}, {}, {}, {}, e->span});
  };
  note(n.callee);
  if (auto* made = std::get_if<ast::TypeValue>(&n.callee->node))
    for (const ast::TypeExpr& t : made->type.elements) note_uint64(t);
  auto* name = std::get_if<ast::Name>(&n.callee->node);
  if (name && name->name == "cast" && n.arguments.size() == 2) note(n.arguments[1].value);
}

// The names that the program gives to classes of types, wherever they are used.
void Builder::name_type_classes(Tk::BlockContext& c) {
  for (auto* s : c.statement())
    if (auto* d = s->typeDefinition(); d && d->type() && d->type()->typeClass())
      type_classes_[d->NAME()->getText()] = type(*d->type());
}

// [(T, U) -> V]: name "->", the inputs, then the outputs; their counts are kept as the rank (inputs).
ast::TypeExpr Builder::function_type(Tk::FunctionTypeContext& c) {
  ast::TypeExpr t;
  t.name = "->";
  t.span = span(c);
  for (auto* e : c.functionTypeInputs()->type()) t.elements.push_back(type(*e));
  t.rank = int(t.elements.size());
  for (auto* e : c.functionTypeOutputs()->type()) t.elements.push_back(type(*e));
  return t;
}

}  // namespace qc
