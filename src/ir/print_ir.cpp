#include "ir/print_ir.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "ir/build.h"
#include "ir/index_marks.h"
#include "ir/moved_index.h"

namespace qc::ir {

namespace {

// Binding strength of what was printed, loosest first (language.md section 5).
enum Level { kTernary, kOr, kAnd, kEquality, kRelation, kRange, kSum, kProduct, kUnary, kPower, kPostfix };

const char* math_name(MathFn fn) {
  constexpr const char* names[] = {"exp",   "exp2",  "log",   "log2", "log10", "pow",    "sin",    "cos",
                                   "tan",   "asin",  "acos",  "atan", "atan2", "sinh",   "cosh",   "tanh",
                                   "asinh", "acosh", "atanh", "erf",  "erfc",  "lgamma", "tgamma", "hypot"};
  return names[int(fn)];
}

std::string boundary_modifier(Boundary b) {
  switch (b) {
    case Boundary::Default:
      return "";
    case Boundary::Checked:
      return "'checked";
    case Boundary::Safe:
      return "'safe";
    case Boundary::Circular:
      return "'circular";
    case Boundary::Mirror:
      return "'mirror";
    case Boundary::Clamped:
      return "'clamped";
    case Boundary::Unchecked:
      return "'unchecked";
  }
  return "";
}

struct Text {
  std::string s;
  Level level;
};

class Printer {
 public:
  Printer(const Function& f, Elem scalar) : f_(f), scalar_(scalar) { name_everything(); }

  std::string function() {
    if (f_.kind == Function::Kind::Kernel) {
      header();
      if (!f_.note.empty()) line(1, "% NOTE: " + f_.note);
      arrays();
      block(f_.body, 1);
      line(0, "end");
    } else {
      block(f_.body, 0);
    }
    return std::move(out_);
  }

  std::string expr_text(const Expr& e) { return expr(e).s; }

 private:
  void line(int depth, const std::string& text) { out_ += std::string(std::size_t(depth) * 4, ' ') + text + "\n"; }

  // Names may repeat in the IR (inlined functions); in the text each variable and array has its own.
  void name_everything() {
    std::set<std::string> taken = {"blkpos", "blkdim", "blkidx", "blkcnt", "warpsize", "pos"};
    auto unique = [&](std::string wanted) {
      if (f_.kind == Function::Kind::Kernel)
        std::replace(wanted.begin(), wanted.end(), '.', '_');  // a record's field is no parameter's name
      std::string name = wanted;
      for (int k = 1; !taken.insert(name).second; ++k) name = fmt::format("{}_{}", wanted, k);
      return name;
    };
    vars_.resize(f_.vars.size());
    arrays_.resize(f_.arrays.size());
    for (const Param& p : f_.params) {  // parameters first: they keep their names
      if (p.kind == Param::Kind::Array)
        arrays_[p.id] = unique(f_.arrays[p.id].name);
      else
        vars_[p.id] = unique(f_.vars[p.id].name);
    }
    for (std::size_t i = 0; i < vars_.size(); ++i)
      if (vars_[i].empty()) vars_[i] = unique(f_.vars[i].name);
    for (std::size_t i = 0; i < arrays_.size(); ++i)
      if (arrays_[i].empty()) arrays_[i] = unique(f_.arrays[i].name);
  }

  std::string number_type(Elem e) const { return type_name(Type::number(e), scalar_); }

  // One modifier an array: what its accesses agree on, the safest otherwise.
  Boundary boundary_of(ArrayId array) const {
    std::set<Boundary> seen;
    auto add = [&](const Access& a) {
      if (a.array == array) seen.insert(a.boundary);
    };
    for_each_expr(f_.body, [&](const Expr& e) {
      if (auto* l = std::get_if<Load>(&e.node)) add(l->access);
    });
    for_each_stmt(f_.body, [&](const Stmt& s) {
      if (auto* w = std::get_if<Store>(&s.node)) add(w->access);
      if (auto* a = std::get_if<Atomic>(&s.node)) add(a->access);
    });
    if (seen.empty()) return Boundary::Default;
    if (seen.size() > 1) seen.erase(Boundary::Unchecked);
    if (seen.size() == 2 && seen.count(Boundary::Checked) && moves(*seen.rbegin()))
      return *seen.rbegin();  // where reads are moved, writes are looked at
    if (seen.count(Boundary::Checked)) return Boundary::Checked;
    return *seen.begin() == Boundary::Safe ? Boundary::Default : *seen.begin();
  }

  bool uses(BuiltinKind kind) const {
    bool found = false;
    for_each_expr(f_.body, [&](const Expr& e) {
      if (auto* b = std::get_if<Builtin>(&e.node)) found |= b->kind == kind;
    });
    return found;
  }

  void header() {
    std::string params;
    auto add = [&](const std::string& p) { params += (params.empty() ? "" : ", ") + p; };
    for (const Param& p : f_.params) {
      if (p.kind == Param::Kind::Scalar) {
        add(fmt::format("{} : {}", vars_[p.id], number_type(f_.vars[p.id].type)));
        continue;
      }
      const Array& a = f_.arrays[p.id];
      add(fmt::format("{} : {}{}", arrays_[p.id], type_name(Type::array(a.elem, a.rank), scalar_),
                      boundary_modifier(boundary_of(p.id))));
    }
    const std::string position = f_.rank == 1 ? "int" : fmt::format("ivec{}", f_.rank);
    constexpr std::pair<BuiltinKind, const char*> kinds[] = {{BuiltinKind::ThreadIdx, "blkpos"},
                                                             {BuiltinKind::BlockIdx, "blkidx"},
                                                             {BuiltinKind::BlockDim, "blkdim"},
                                                             {BuiltinKind::GridDim, "blkcnt"}};
    for (auto [kind, name] : kinds)
      if (uses(kind)) add(fmt::format("{} : {}", name, position));
    if (uses(BuiltinKind::WarpSize)) add("warpsize : int");
    std::string outputs;
    for (VarId v : f_.outputs)
      outputs += fmt::format("{}{} : {}", outputs.empty() ? "" : ", ", vars_[v], number_type(f_.vars[v].type));
    line(0, fmt::format("function [{}] = __kernel__ {}({})", outputs, f_.name, params));
  }

  void arrays() {
    for (std::size_t i = 0; i < f_.arrays.size(); ++i) {
      const Array& a = f_.arrays[i];
      if (a.space == Space::Global) continue;
      std::string dims;
      for (auto d : a.dims) dims += fmt::format("{}{}", dims.empty() ? "" : ",", d);
      for (const auto& d : a.dynamic_dims) dims += fmt::format("{}{}", dims.empty() ? "" : ",", expr(*d).s);
      const std::string elem = a.elem == scalar_ ? "" : fmt::format("[{}]", elem_name(a.elem));
      constexpr const char* fixed[] = {"vec", "mat", "cube"};
      const char* maker = a.space == Space::Shared ? "shared" : fixed[std::min(a.rank, 3) - 1];
      line(1, fmt::format("{} = {}{}({})", arrays_[i], maker, elem, dims));
    }
  }

  // ---- statements ----
  void block(const Block& b, int depth) {
    for (const Stmt& s : b) statement(s, depth);
  }

  void statement(const Stmt& s, int depth) {
    if (auto* n = std::get_if<Assign>(&s.node))
      line(depth, fmt::format("{} = {}", vars_[n->var], expr(*n->value).s));
    else if (auto* n = std::get_if<Store>(&s.node))
      line(depth, fmt::format("{} = {}", access(n->access), expr(*n->value).s));
    else if (auto* n = std::get_if<Atomic>(&s.node))
      line(depth, atomic(*n));
    else if (auto* n = std::get_if<If>(&s.node))
      if_statement(*n, depth);
    else if (auto* n = std::get_if<For>(&s.node)) {
      const bool unit = as_int(*n->step) == 1;
      line(depth, fmt::format("for {}={}..{}{}", vars_[n->var], at(*n->lo, kSum), unit ? "" : at(*n->step, kSum) + "..",
                              at(*n->hi, kSum)));
      block(n->body, depth + 1);
      line(depth, "end");
    } else if (auto* n = std::get_if<While>(&s.node)) {
      line(depth, fmt::format("while ({})", expr(*n->condition).s));
      block(n->body, depth + 1);
      line(depth, "end");
    } else if (std::holds_alternative<Break>(s.node))
      line(depth, "break");
    else if (std::holds_alternative<Continue>(s.node))
      line(depth, "continue");
    else if (std::holds_alternative<Return>(s.node))
      line(depth, "return");
    else if (auto* n = std::get_if<Barrier>(&s.node))
      line(depth, n->scope == SyncScope::Warp   ? "syncthreads(warp)"
                  : n->scope == SyncScope::Grid ? "syncthreads(grid)"
                                                : "syncthreads");
    else if (auto* n = std::get_if<Fence>(&s.node))
      line(depth, n->scope == SyncScope::Block ? "memfence(block)" : "memfence(grid)");
    else if (auto* n = std::get_if<Fail>(&s.node))
      line(depth, failure(*n));
  }

  std::string failure(const Fail& n) {
    if (!n.values.empty() && as_int(*n.values[0]) == kFractionalBits)
      return fmt::format("error(\"'{}' works on integers, not on %s\", {})", f_.sites[n.site].text,
                         expr(*n.values[1]).s);
    std::string out = fmt::format("error(\"{}\"", escape(f_.sites[n.site].text));
    for (const ExprP& v : n.values) out += ", " + expr(*v).s;
    return out + ")";
  }

  void if_statement(const If& n, int depth) {
    line(depth, fmt::format("if ({})", expr(*n.condition).s));
    block(n.then, depth + 1);
    if (!n.otherwise.empty()) {
      line(depth, "else");
      block(n.otherwise, depth + 1);
    }
    line(depth, "end");
  }

  std::string atomic(const Atomic& n) {
    constexpr const char* names[] = {"add", "sub", "mul", "min", "max",  "and",
                                     "or",  "xor", "inc", "dec", "exch", "cas"};
    const std::string old = n.old ? vars_[*n.old] + " = " : "";
    if (n.op == AtomicOp::Mul) return fmt::format("{}{} *= {}", old, access(n.access), expr(*n.value).s);
    const std::string compare = n.compare ? expr(*n.compare).s + ", " : "";
    return fmt::format("{}atomic_{}({}, {}{})", old, names[int(n.op)], access(n.access), compare, expr(*n.value).s);
  }

  static std::string escape(const std::string& text) {
    std::string out;
    for (char c : text) {
      if (c == '"' || c == '\\') out += '\\';
      if (c == '\n')
        out += "\\n";
      else
        out += c;
    }
    return out;
  }

  // ---- expressions ----
  std::string access(const Access& a) {
    std::string index;
    for (const auto& i : a.index) index += (index.empty() ? "" : ",") + expr(*i).s;
    return fmt::format("{}[{}]", arrays_[a.array], index);
  }

  std::string at(const Expr& e, Level least) {
    Text t = expr(e);
    return t.level < least ? "(" + t.s + ")" : t.s;
  }

  // An operand of a float sum that is a product as it stands would be fused on reading. `p + -0.0` is p, rounded once.
  std::string addend(const Expr& e, Level least) {
    auto* b = std::get_if<Binary>(&e.node);
    if (b && b->op == BinaryOp::Mul && is_float(e.type)) return "(" + expr(e).s + " + -0.0)";
    return at(e, least);
  }

  Text float_text(double v, Elem type) {
    std::string s;
    if (std::isnan(v))
      s = "nan";
    else if (std::isinf(v))
      s = v < 0 ? "-inf" : "inf";
    else
      s = type == Elem::F32 ? fmt::format("{}", float(v)) : fmt::format("{}", v);
    if (std::isfinite(v) && s.find_first_of(".e") == std::string::npos) s += ".0";
    if (type != scalar_) return {fmt::format("{}({})", elem_name(type), s), kPostfix};
    return {s, s[0] == '-' ? kUnary : kPostfix};
  }

  Text call(const std::string& name, std::initializer_list<const Expr*> args) {
    std::string list;
    for (const Expr* a : args) list += (list.empty() ? "" : ",") + expr(*a).s;
    return {fmt::format("{}({})", name, list), kPostfix};
  }

  std::string position(const char* name, int axis) const {
    return f_.rank == 1 ? std::string(name) : fmt::format("{}[{}]", name, f_.rank - 1 - axis);
  }

  Text unary(const Unary& n) {
    constexpr const char* names[] = {"-",    "!",     "not",   "abs",  "sign", "floor",
                                     "ceil", "round", "trunc", "sqrt", "bits", "of_bits"};
    if (n.op == UnaryOp::Neg || n.op == UnaryOp::Not) return {names[int(n.op)] + at(*n.a, kPower), kUnary};
    return call(names[int(n.op)], {n.a.get()});
  }

  Text infix(const Binary& n, const char* op, Level level) {
    return {at(*n.a, level) + op + at(*n.b, Level(level + 1)), level};
  }

  Text binary(const Binary& n, Elem type) {
    switch (n.op) {
      case BinaryOp::Add:
        return {addend(*n.a, kSum) + "+" + addend(*n.b, kProduct), kSum};
      case BinaryOp::Sub:
        return {addend(*n.a, kSum) + "-" + addend(*n.b, kProduct), kSum};
      case BinaryOp::Mul:
        return infix(n, "*", kProduct);
      case BinaryOp::Div:
        return infix(n, "/", kProduct);
      case BinaryOp::DivTrunc:
        return {fmt::format("int({}/{})", at(*n.a, kProduct), at(*n.b, kUnary)), kPostfix};
      case BinaryOp::DivFloor:
        return {fmt::format("floor({}/{})", at(*n.a, kProduct), at(*n.b, kUnary)), kPostfix};
      case BinaryOp::Mod:
        return call("mod", {n.a.get(), n.b.get()});
      case BinaryOp::Periodize:
        return call("periodize", {n.a.get(), n.b.get()});
      case BinaryOp::Min:
        return call("min", {n.a.get(), n.b.get()});
      case BinaryOp::Max:
        return call("max", {n.a.get(), n.b.get()});
      case BinaryOp::BitAnd:
        return type == Elem::Bool ? infix(n, " && ", kAnd) : call("and", {n.a.get(), n.b.get()});
      case BinaryOp::BitOr:
        return type == Elem::Bool ? infix(n, " || ", kOr) : call("or", {n.a.get(), n.b.get()});
      case BinaryOp::BitXor:
        return type == Elem::Bool ? infix(n, " != ", kEquality) : call("xor", {n.a.get(), n.b.get()});
      case BinaryOp::Shl:
        return call("shl", {n.a.get(), n.b.get()});
      case BinaryOp::Shr:
        return call("shr", {n.a.get(), n.b.get()});
      case BinaryOp::Eq:
        return infix(n, "==", kEquality);
      case BinaryOp::Ne:
        return infix(n, "!=", kEquality);
      case BinaryOp::Lt:
        return infix(n, "<", kRelation);
      case BinaryOp::Le:
        return infix(n, "<=", kRelation);
      case BinaryOp::Gt:
        return infix(n, ">", kRelation);
      case BinaryOp::Ge:
        return infix(n, ">=", kRelation);
      case BinaryOp::And:
        return infix(n, " && ", kAnd);
      case BinaryOp::Or:
        return infix(n, " || ", kOr);
    }
    return {"", kPostfix};
  }

  Text cast(const Cast& n) {
    if (n.to == Elem::Bool) return {at(*n.a, kRelation) + "!=0", kEquality};
    return call(n.to == Elem::I64 ? "int" : n.to == scalar_ ? "scalar" : elem_name(n.to), {n.a.get()});
  }

  Text builtin(const Builtin& n) {
    switch (n.kind) {
      case BuiltinKind::ThreadIdx:
        return {position("blkpos", n.axis), kPostfix};
      case BuiltinKind::BlockIdx:
        return {position("blkidx", n.axis), kPostfix};
      case BuiltinKind::BlockDim:
        return {position("blkdim", n.axis), kPostfix};
      case BuiltinKind::GridDim:
        return {position("blkcnt", n.axis), kPostfix};
      case BuiltinKind::WarpSize:
        return {"warpsize", kPostfix};
    }
    return {"", kPostfix};
  }

  Text shuffle(const Shuffle& n) {
    constexpr const char* names[] = {"shfl", "shfl_up", "shfl_down", "shfl_xor"};
    return call(names[int(n.kind)], {n.value.get(), n.lane.get()});
  }

  Text integer(std::int64_t v, Elem type) const {
    if (type == Elem::Bool) return {v ? "true" : "false", kPostfix};
    if (v == std::numeric_limits<std::int64_t>::min()) return {"minvalue(int)", kPostfix};
    return {std::to_string(v), v < 0 ? kUnary : kPostfix};
  }

  Text expr(const Expr& e) {
    if (auto* n = std::get_if<ConstInt>(&e.node)) return integer(n->value, e.type);
    if (auto* n = std::get_if<ConstFloat>(&e.node)) return float_text(n->value, e.type);
    if (auto* n = std::get_if<VarRef>(&e.node)) return {vars_[n->var], kPostfix};
    if (auto* n = std::get_if<Unary>(&e.node)) return unary(*n);
    if (auto* n = std::get_if<Binary>(&e.node)) return binary(*n, e.type);
    if (auto* n = std::get_if<Fma>(&e.node))
      return {at(*n->c, kSum) + "+" + at(*n->a, kProduct) + "*" + at(*n->b, kUnary), kSum};
    if (auto* n = std::get_if<Select>(&e.node)) {
      auto* whole = as_int(*n->no) == kFractionalIndex ? std::get_if<Binary>(&n->condition->node) : nullptr;
      if (whole && whole->op == BinaryOp::Eq) return expr(*whole->b);  // x[k] checks k itself
      return {at(*n->condition, kOr) + " ? " + at(*n->yes, kOr) + " : " + at(*n->no, kTernary), kTernary};
    }
    if (auto* n = std::get_if<Cast>(&e.node)) return cast(*n);
    if (auto* n = std::get_if<Math>(&e.node)) {
      std::string list;
      for (const auto& a : n->args) list += (list.empty() ? "" : ",") + expr(*a).s;
      return {fmt::format("{}({})", math_name(n->fn), list), kPostfix};
    }
    if (auto* n = std::get_if<Load>(&e.node)) return {access(n->access), kPostfix};
    if (auto* n = std::get_if<Extent>(&e.node))
      return {n->dim < 0 ? fmt::format("numel({})", arrays_[n->array])
                         : fmt::format("size({},{})", arrays_[n->array], f_.arrays[n->array].rank == 1 ? 1 : n->dim),
              kPostfix};  // a vec is 1 x N
    if (auto* n = std::get_if<Builtin>(&e.node)) return builtin(*n);
    if (auto* n = std::get_if<Shuffle>(&e.node)) return shuffle(*n);
    if (auto* n = std::get_if<Ballot>(&e.node)) return call("ballot", {n->predicate.get()});
    return {"activemask()", kPostfix};
  }

  const Function& f_;
  Elem scalar_;
  std::vector<std::string> vars_, arrays_;
  std::string out_;
};

}  // namespace

std::string print(const Function& function, Elem scalar) { return Printer(function, scalar).function(); }
std::string print(const Function& function, const Expr& e, Elem scalar) {
  return Printer(function, scalar).expr_text(e);
}

}  // namespace qc::ir
