#include "ast/print_ast.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "ast/type_class.h"

namespace qc::ast {

namespace {

// Binding strength, loosest first (language.md section 5).
enum Level { kLambda, kTernary, kOr, kAnd, kEquality, kRelation, kRange, kSum, kProduct, kUnary, kPower, kPostfix };

struct Spelling {
  const char* text;
  Level level;
};

Spelling spelling(BinaryOp op) {
  switch (op) {
    case BinaryOp::Add:
      return {" + ", kSum};
    case BinaryOp::Sub:
      return {" - ", kSum};
    case BinaryOp::Mul:
      return {"*", kProduct};
    case BinaryOp::Div:
      return {"/", kProduct};
    case BinaryOp::Pow:
      return {"^", kPower};
    case BinaryOp::ElemMul:
      return {" .* ", kProduct};
    case BinaryOp::ElemDiv:
      return {" ./ ", kProduct};
    case BinaryOp::ElemPow:
      return {" .^ ", kPower};
    case BinaryOp::Eq:
      return {" == ", kEquality};
    case BinaryOp::Ne:
      return {" != ", kEquality};
    case BinaryOp::Lt:
      return {" < ", kRelation};
    case BinaryOp::Le:
      return {" <= ", kRelation};
    case BinaryOp::Gt:
      return {" > ", kRelation};
    case BinaryOp::Ge:
      return {" >= ", kRelation};
    case BinaryOp::And:
      return {" && ", kAnd};
    case BinaryOp::Or:
      return {" || ", kOr};
  }
  return {"", kPostfix};
}

const char* spelling(AssignOp op) {
  constexpr const char* texts[] = {
      "=", "+=", "-=", "*=", "/=", "^=", ".*=", "./=", ".^=", "&=", "|=", "~=", "^^=", "__="};
  return texts[int(op)];
}

// Bytes of the UTF-8 sequence that starts at i; 1 for ASCII, 0 for a byte that is part of none.
std::size_t sequence_length(const std::string& s, std::size_t i) {
  const auto lead = static_cast<unsigned char>(s[i]);
  const std::size_t length = lead < 0x80   ? 1
                             : lead < 0xC2 ? 0
                             : lead < 0xE0 ? 2
                             : lead < 0xF0 ? 3
                             : lead < 0xF5 ? 4
                                           : 0;
  for (std::size_t k = 1; k < length; ++k)
    if (i + k >= s.size() || (static_cast<unsigned char>(s[i + k]) & 0xC0) != 0x80) return 0;
  const auto second = length > 2 ? static_cast<unsigned char>(s[i + 1]) : 0;
  const bool wrong = (lead == 0xE0 && second < 0xA0) || (lead == 0xED && second > 0x9F) ||
                     (lead == 0xF0 && second < 0x90) || (lead == 0xF4 && second > 0x8F);
  return wrong ? 0 : length;
}

std::string escaped(char c) {
  switch (c) {
    case '"':
      return "\\\"";
    case '\\':
      return "\\\\";
    case '\n':
      return "\\n";
    case '\t':
      return "\\t";
    case '\r':
      return "\\r";
    default:
      return static_cast<unsigned char>(c) < 0x20 ? fmt::format("\\x{:02x}", int(c)) : std::string(1, c);
  }
}

// A byte that is no UTF-8 can only have been written as an escape.
std::string quoted(const std::string& s) {
  std::string out;
  for (std::size_t i = 0; i < s.size();) {
    const std::size_t length = sequence_length(s, i);
    if (length == 0)
      out += fmt::format("\\x{:02x}", static_cast<unsigned char>(s[i]));
    else if (length == 1)
      out += escaped(s[i]);
    else
      out.append(s, i, length);
    i += std::max<std::size_t>(length, 1);
  }
  return '"' + out + '"';
}

std::string number(double v) {
  if (std::isinf(v)) return "1e999";
  std::string s = fmt::format("{}", v);
  if (s.find_first_of(".e") == std::string::npos) s += ".0";
  return s;
}

struct Printer {
  std::string out;
  int depth = 0;

  void line(const std::string& text) { out += std::string(std::size_t(depth) * 4, ' ') + text + "\n"; }

  // ---- expressions ----
  std::string at(const ExprP& e, Level least) {
    std::string s = expr(*e);
    return level(*e) < least ? "(" + s + ")" : s;
  }
  std::string list(const std::vector<ExprP>& all) {
    std::string s;
    for (const auto& e : all) s += (s.empty() ? "" : ", ") + expr(*e);
    return s;
  }

  static Level level(const Expr& e) {
    if (auto* n = std::get_if<Binary>(&e.node)) return spelling(n->op).level;
    if (std::holds_alternative<Unary>(e.node)) return kUnary;
    if (std::holds_alternative<Conditional>(e.node)) return kTernary;
    if (std::holds_alternative<Range>(e.node)) return kRange;
    if (std::holds_alternative<Lambda>(e.node)) return kLambda;
    if (auto* n = std::get_if<IntLit>(&e.node); n && n->value < 0) return kUnary;
    if (auto* n = std::get_if<FloatLit>(&e.node); n && std::signbit(n->value)) return kUnary;
    return kPostfix;
  }

  // A chain that leans to the left is walked, not recursed: it may be thousands of operators long.
  std::string binary(const Expr& e) {
    std::vector<const Expr*> spine;
    const Expr* at_expr = &e;
    while (auto* b = std::get_if<Binary>(&at_expr->node)) {
      const Level l = spelling(b->op).level;
      spine.push_back(at_expr);
      if (l == kPower || level(*b->left) < l) break;
      at_expr = b->left.get();
    }
    std::string s;
    for (std::size_t k = spine.size(); k-- > 0;) {
      const auto& b = std::get<Binary>(spine[k]->node);
      const auto [text, l] = spelling(b.op);
      if (k + 1 == spine.size()) s = at(b.left, l == kPower ? kPostfix : l);
      s += text;
      s += at(b.right, l == kPower ? kUnary : Level(l + 1));
    }
    return s;
  }

  std::string parameters(const std::vector<Parameter>& all) {
    std::string s;
    for (const auto& p : all) {
      if (!s.empty()) s += ", ";
      s += (p.variadic ? "..." : "") + p.name;
      if (p.type) s += " : " + print(*p.type);
      if (p.default_value) s += " = " + expr(*p.default_value);
    }
    return s;
  }

  static std::string qualifier(Qualifier q) {
    return q == Qualifier::Device ? "__device__ " : q == Qualifier::Kernel ? "__kernel__ " : "";
  }

  std::string lambda(const Lambda& l) {
    std::string s = qualifier(l.qualifier) + "(" + parameters(l.parameters) + ") -> ";
    if (l.body) return s + expr(*l.body);
    if (l.assignment) return s + assign(std::get<Assign>(l.assignment->node));
    std::string list;
    for (const Stmt& one : l.statements) {
      if (auto* a = std::get_if<Assign>(&one.node))
        list += assign(*a);
      else if (auto* p = std::get_if<Print>(&one.node))
        list += "print(" + this->list(p->items) + ")";
      else
        list += expr(*std::get<ExprStmt>(one.node).value);
      list += ";";
      if (&one != &l.statements.back()) list += " ";
    }
    return s + "(" + list + ")";
  }

  std::string expr(const Expr& e) {
    if (auto* n = std::get_if<IntLit>(&e.node))
      return n->value == INT64_MIN ? "-9223372036854775808" : std::to_string(n->value);
    if (auto* n = std::get_if<FloatLit>(&e.node)) return number(n->value);
    if (auto* n = std::get_if<ImaginaryLit>(&e.node)) return number(n->value) + "j";
    if (auto* n = std::get_if<StringLit>(&e.node)) return quoted(n->value);
    if (auto* n = std::get_if<Name>(&e.node)) return n->name;
    if (std::holds_alternative<Colon>(e.node)) return ":";
    if (auto* n = std::get_if<Unary>(&e.node)) {
      const char* text = n->op == UnaryOp::Neg ? "-" : n->op == UnaryOp::Plus ? "+" : "!";
      // -(9223372036854775808) is not the literal; a negated literal keeps its own sign in parentheses
      return text + at(n->operand, level(*n->operand) == kUnary && !std::holds_alternative<Unary>(n->operand->node)
                                       ? kPostfix
                                       : kUnary);
    }
    if (std::holds_alternative<Binary>(e.node)) return binary(e);
    if (auto* n = std::get_if<Conditional>(&e.node))
      return at(n->condition, kOr) + " ? " + at(n->yes, kTernary) + " : " + at(n->no, kTernary);
    if (auto* n = std::get_if<Range>(&e.node))
      return at(n->lo, kSum) + ".." + (n->step ? at(n->step, kSum) + ".." : "") + at(n->hi, kSum);
    if (auto* n = std::get_if<Call>(&e.node)) {
      std::string s;
      for (const auto& a : n->arguments)
        s += (s.empty() ? "" : ", ") + (a.spread ? "..." : a.name.empty() ? "" : a.name + " := ") + argument(a.value);
      return at(n->callee, kPostfix) + "(" + s + ")";
    }
    if (auto* n = std::get_if<Index>(&e.node)) {
      std::string s;
      for (const auto& i : n->indices) s += (s.empty() ? "" : ", ") + expr(*i);
      return at(n->base, kPostfix) + "[" + s + "]";
    }
    if (auto* n = std::get_if<Field>(&e.node)) {
      const bool number =
          std::holds_alternative<IntLit>(n->base->node) || std::holds_alternative<FloatLit>(n->base->node);
      return at(n->base, number ? Level(kPostfix + 1) : kPostfix) + "." + n->name;  // 3.x would be a number and a name
    }
    if (auto* n = std::get_if<ArrayLit>(&e.node)) {
      std::string s;
      for (const auto& x : n->elements) s += (s.empty() ? "" : ", ") + argument(x);
      return "[" + s + "]";
    }
    if (auto* n = std::get_if<CellLit>(&e.node)) return "`" + list(n->elements) + "'";
    if (auto* n = std::get_if<TypeAssert>(&e.node)) return "(" + at(n->value, kTernary) + " : " + print(n->type) + ")";
    if (auto* n = std::get_if<TypeValue>(&e.node)) return print(n->type);
    return lambda(std::get<Lambda>(e.node));
  }

  // Where `e : T` needs no parentheses of its own.
  std::string argument(const ExprP& e) {
    if (auto* t = std::get_if<TypeAssert>(&e->node)) return at(t->value, kTernary) + " : " + print(t->type);
    return expr(*e);
  }

  // ---- statements ----
  std::string assign(const Assign& a) {
    std::string left;
    for (const auto& t : a.targets)
      left += (left.empty() ? "" : ", ") + expr(*t.place) + (t.type ? " : " + print(*t.type) : "");
    if (a.targets.size() > 1) left = "[" + left + "]";
    if (!a.value) return left;
    return left + " " + spelling(a.op) + " " + expr(*a.value);
  }

  void block(const Block& b) {
    ++depth;
    for (const Stmt& s : b) statement(s);
    --depth;
  }

  void statement(const Stmt& s) {
    if (auto* n = std::get_if<ExprStmt>(&s.node))
      line(expr(*n->value));
    else if (auto* n = std::get_if<Assign>(&s.node))
      line(assign(*n));
    else if (auto* n = std::get_if<If>(&s.node)) {
      const char* word = "if ";
      for (const auto& arm : n->arms) {
        line(word + expr(*arm.condition));
        block(arm.body);
        word = "elseif ";
      }
      if (!n->otherwise.empty()) {
        line("else");
        block(n->otherwise);
      }
      line("end");
    } else if (auto* n = std::get_if<While>(&s.node)) {
      line("while " + expr(*n->condition));
      block(n->body);
      line("end");
    } else if (auto* n = std::get_if<Repeat>(&s.node)) {
      line("repeat");
      block(n->body);
      line("until " + expr(*n->until));
    } else if (auto* n = std::get_if<For>(&s.node)) {
      if (n->hint == LoopHint::ForceParallel) line("#pragma force_parallel");
      if (n->hint == LoopHint::ForceSerial) line("#pragma force_serial");
      if (n->hint == LoopHint::Interpreted) line("{!interpreted for}");
      line("for " + n->variable + " = " + at(n->lo, kSum) + ".." + (n->step ? at(n->step, kSum) + ".." : "") +
           at(n->hi, kSum));
      block(n->body);
      line("end");
    } else if (auto* n = std::get_if<Match>(&s.node)) {
      line("match " + expr(*n->value) + " with");
      for (const auto& arm : n->arms) {
        line("| " + (arm.pattern ? at(arm.pattern, kTernary) : "_") + " ->");
        block(arm.body);
      }
      line("end");
    } else if (auto* n = std::get_if<Try>(&s.node)) {
      line("try");
      block(n->body);
      line(n->variable.empty() ? "catch" : "catch " + n->variable);
      block(n->handler);
      line("end");
    } else if (std::holds_alternative<Break>(s.node))
      line("break");
    else if (std::holds_alternative<Continue>(s.node))
      line("continue");
    else if (std::holds_alternative<Return>(s.node))
      line("return");
    else if (auto* n = std::get_if<Import>(&s.node))
      line("import " + quoted(n->path));
    else if (auto* n = std::get_if<Print>(&s.node))
      line("print " + list(n->items));
    else if (auto* n = std::get_if<Pragma>(&s.node))
      line(n->attribute ? "{!" + n->text + "}" : "#pragma " + n->text);
    else if (auto* n = std::get_if<Box<FunctionDef>>(&s.node))
      function(**n);
    else
      type_definition(std::get<TypeDef>(s.node));
  }

  void function(const FunctionDef& f) {
    std::string generics;
    for (const auto& g : f.generics) generics += (generics.empty() ? "" : ", ") + g;
    line(fmt::format("function [{}] = {}{}{}({})", parameters(f.outputs), qualifier(f.qualifier), f.name,
                     generics.empty() ? "" : "[" + generics + "]", parameters(f.parameters)));
    block(f.body);
    line("end");
  }

  void type_definition(const TypeDef& t) {
    std::string generics;
    for (const auto& g : t.generics) generics += (generics.empty() ? "" : ", ") + g;
    const std::string head = "type " + t.name + (generics.empty() ? "" : "[" + generics + "]") + " : ";
    if (t.alias) return line(head + print(*t.alias));
    line(head + (t.is_dynamic ? "dynamic class" : t.is_mutable ? "mutable class" : "class"));
    ++depth;
    for (const auto& f : t.fields) line(f.name + (f.type ? " : " + print(*f.type) : ""));
    --depth;
    line("end");
  }
};

std::string join(const std::vector<TypeExpr>& all, std::size_t from, std::size_t to) {
  std::string s;
  for (std::size_t k = from; k < to; ++k) s += (k == from ? "" : ", ") + print(all[k]);
  return s;
}

}  // namespace

std::string print(const TypeExpr& t) {
  std::string s;
  if (t.name == "->") {
    const std::size_t inputs = std::size_t(t.rank.value_or(0));
    s = "[(" + join(t.elements, 0, inputs) + ") -> (" + join(t.elements, inputs, t.elements.size()) + ")]";
  } else if (is_type_class(t)) {
    for (const TypeExpr& one : t.elements) s += (s.empty() ? "[" : "|") + print(one);
    s += "]";
  } else {
    s = (t.reference ? "^" : "") + t.name;
    if (!t.elements.empty()) s += "[" + join(t.elements, 0, t.elements.size()) + "]";
    if (!t.extents.empty()) {
      std::string e;
      for (const auto& x : t.extents) e += (e.empty() ? "" : ",") + print(*x);
      s += "(" + e + ")";
    }
    if (t.rank) s += *t.rank < 0 ? "{:}" : fmt::format("{{{}}}", *t.rank);
  }
  for (const auto& m : t.modifiers) s += "'" + m;
  return s;
}

std::string print(const Expr& expression) { return Printer{}.expr(expression); }
std::string print(const Stmt& statement, int indent) {
  Printer p;
  p.depth = indent;
  p.statement(statement);
  return std::move(p.out);
}
std::string print(const Block& block, int indent) {
  Printer p;
  p.depth = indent;
  for (const Stmt& s : block) p.statement(s);
  return std::move(p.out);
}
std::string print(const Program& program) { return print(program.statements); }

std::string signature(const FunctionDef& function) {
  std::string s = function.name + "(";
  for (const auto& p : function.parameters)
    s += (&p == &function.parameters[0] ? "" : ", ") + p.name + (p.type ? " : " + print(*p.type) : "");
  return s + ")";
}

}  // namespace qc::ast
