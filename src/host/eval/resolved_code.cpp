#include "host/eval/state/resolved_code.h"

#include <algorithm>
#include <iterator>
#include <set>

#include "analysis/dataflow/name_facts.h"
#include "host/access/append_rows.h"
#include "host/desugar/strip_mine_while.h"
#include "host/eval/interface/direct_calls.h"
#include "host/eval/interface/expr.h"
#include "host/eval/interface/names.h"
#include "host/eval/state/eval_context.h"
#include "sema/fma_contraction.h"
#include "sema/type_words.h"

namespace qc::host {

namespace {

constexpr int kDeepest =
    40;  // of expressions; deeper ones are left to the evaluator, which walks them without recursion
constexpr std::size_t kLongest = 16;       // of lists
constexpr std::size_t kMostArguments = 3;  // of elementwise functions
constexpr std::size_t kHeavy = 1 << 16;    // more than what is worth stepping
constexpr std::size_t kInnerTurns = 4;     // of a loop in a loop, before more is known

using Kind = ResolvedExpr::Kind;

}  // namespace

class Resolver {
 public:
  Resolver(EvalContext& cx, const ast::FunctionDef* of) : cx_(cx), of_(of) {}

  static void find_functions(ResolvedExpr& e) {
    for (ResolvedExpr& p : e.parts) find_functions(p);
    e.number = number_of(e);
  }
  static void find_functions(ResolvedBlock& block) {
    for (ResolvedStmt& s : block) {
      find_functions(s.place);
      find_functions(s.value);
      for (ResolvedExpr& c : s.conditions) find_functions(c);
      for (ResolvedBlock& b : s.blocks) find_functions(b);
    }
  }

  ResolvedCode of_function() {
    for (const auto& p : of_->parameters) slot_of(p.name);
    for (const auto& o : of_->outputs) slot_of(o.name);
    ResolvedCode out;
    out.body = block(of_->body);
    out.names = std::move(names_);
    find_functions(out.body);
    return out;
  }
  ResolvedCode of_loop(const ast::Stmt& loop) {
    ResolvedCode out;
    out.body.push_back(statement(loop));
    out.names = std::move(names_);
    find_functions(out.body);
    return out;
  }

 private:
  std::uint32_t slot_of(const std::string& name) {
    const auto [at, fresh] = slots_.try_emplace(name, std::uint32_t(names_.size()));
    if (fresh) names_.push_back(name);
    return at->second;
  }

  ResolvedBlock block(const ast::Block& b) {
    ResolvedBlock out;
    out.reserve(b.size());
    for (const ast::Stmt& s : b) out.push_back(statement(s));
    return out;
  }

  // ---- expressions ----

  static ResolvedExpr made(Kind kind, const ast::Expr& e, std::vector<ResolvedExpr> parts = {}) {
    ResolvedExpr out;
    out.kind = kind;
    out.source = &e;
    for (const ResolvedExpr& p : parts) out.calls = out.calls || p.calls;
    out.parts = std::move(parts);
    return out;
  }

  ResolvedExpr expr(const ast::Expr& e, int depth) {
    ResolvedExpr other = made(Kind::Other, e);
    if (depth > kDeepest) return other;
    if (auto* n = std::get_if<ast::Name>(&e.node)) return variable(*n, e);
    if (auto* n = std::get_if<ast::IntLit>(&e.node)) return literal(Small::integer(n->value), e);
    if (auto* n = std::get_if<ast::FloatLit>(&e.node))
      return literal(Small::of(Number::real(n->value, cx_.scalar())), e);
    if (std::holds_alternative<ast::StringLit>(e.node)) return made(Kind::Text, e);
    if (auto* n = std::get_if<ast::Unary>(&e.node)) return made(kind_of(n->op), e, some(depth, *n->operand));
    if (auto* n = std::get_if<ast::Binary>(&e.node)) return binary(*n, e, depth);
    if (auto* n = std::get_if<ast::Conditional>(&e.node)) {
      ResolvedExpr out = made(Kind::Choose, e, some(depth, *n->condition, *n->yes, *n->no));
      return out.parts[0].calls ? other : out;  // an array as a condition chooses elements
    }
    if (auto* n = std::get_if<ast::Index>(&e.node)) {
      std::vector<ResolvedExpr> parts = some(depth, *n->base);
      for (const auto& i : n->indices) parts.push_back(expr(*i, depth + 1));
      const bool row = parts.size() == 3 && std::holds_alternative<ast::Colon>(n->indices[1]->node);
      if (row) parts.pop_back();
      ResolvedExpr out = made(row ? Kind::Row : Kind::Element, e, std::move(parts));
      return out.calls || !is_place(out.parts[0]) ? other : out;
    }
    if (auto* n = std::get_if<ast::Field>(&e.node)) {
      ResolvedExpr out = made(Kind::Field, e, some(depth, *n->base));
      out.name = &n->name;
      return out.calls || !is_place(out.parts[0]) ? other : out;
    }
    if (auto* n = std::get_if<ast::Call>(&e.node)) return call(*n, e, depth);
    if (auto* n = std::get_if<ast::ArrayLit>(&e.node); n && n->elements.size() > 0 && n->elements.size() <= kLongest) {
      std::vector<ResolvedExpr> parts;
      for (const auto& x : n->elements) parts.push_back(expr(*x, depth + 1));
      return made(Kind::List, e, std::move(parts));
    }
    return other;
  }
  template <class... E>
  std::vector<ResolvedExpr> some(int depth, const E&... of) {
    std::vector<ResolvedExpr> out;
    (out.push_back(expr(of, depth + 1)), ...);
    return out;
  }
  static Kind kind_of(ast::UnaryOp op) {
    switch (op) {
      case ast::UnaryOp::Neg:
        return Kind::Negate;
      case ast::UnaryOp::Plus:
        return Kind::Plus;
      case ast::UnaryOp::Not:
        return Kind::Not;
    }
    internal_error("stepping", "an unknown unary operator");
  }
  static bool is_place(const ResolvedExpr& e) {
    return e.kind == Kind::Variable || e.kind == Kind::Field || e.kind == Kind::Element;
  }

  static ResolvedExpr literal(Small n, const ast::Expr& e) {
    ResolvedExpr out = made(Kind::Literal, e);
    out.literal = n;
    return out;
  }

  ResolvedExpr variable(const ast::Name& n, const ast::Expr& e) {
    ResolvedExpr out = made(Kind::Variable, e);
    out.slot = slot_of(n.name);
    out.nothing = n.name == "nullptr" || n.name == "null";
    const auto constant = named_constant(n.name, cx_.scalar());
    out.named = constant.has_value();
    if (constant) out.literal = Small::of(*constant);
    return out;
  }

  ResolvedExpr binary(const ast::Binary& n, const ast::Expr& e, int depth) {
    using Op = ast::BinaryOp;
    if (n.op == Op::And || n.op == Op::Or)
      return made(n.op == Op::And ? Kind::And : Kind::Or, e, some(depth, *n.left, *n.right));
    if (n.op == Op::Pow || n.op == Op::ElemPow) {
      auto* exponent = std::get_if<ast::IntLit>(&n.right->node);
      ResolvedExpr out = made(Kind::Square, e, some(depth, *n.left));
      return exponent && exponent->value == 2 && !out.calls ? out : made(Kind::Other, e);
    }
    ResolvedExpr out = made(Kind::Binary, e, some(depth, *n.left, *n.right));
    out.op = n.op;
    out.fuses = (n.op == Op::Add || n.op == Op::Sub) && (as_product(*n.left) || as_product(*n.right));
    return out;
  }

  ResolvedExpr call(const ast::Call& c, const ast::Expr& e, int depth) {
    auto* callee = std::get_if<ast::Name>(&c.callee->node);
    const std::size_t n = c.arguments.size();
    const auto odd = [](const ast::Argument& a) {
      return a.spread || !a.name.empty() || std::holds_alternative<ast::Colon>(a.value->node);
    };
    if (!callee || std::any_of(c.arguments.begin(), c.arguments.end(), odd)) return made(Kind::Other, e);
    const Meaning& m = meaning(cx_, callee->name);
    ResolvedExpr out = made(Kind::Other, e);
    for (const auto& a : c.arguments) out.parts.push_back(expr(*a.value, depth + 1));
    const bool in_parts =
        std::any_of(out.parts.begin(), out.parts.end(), [](const ResolvedExpr& p) { return p.calls; });
    out.slot = slot_of(callee->name);
    out.name = &callee->name;
    out.meaning = &m;
    if (plain_of(cx_, m))
      out.kind = Kind::Call;
    else if (!m.users && !m.type && n == 0 && m.has_form && callee->name == "object")
      out.kind = Kind::Object;
    else if (!m.users && !m.type && !in_parts && n == 1 && m.has_form && callee->name == "cell")
      out.kind = Kind::Cells;
    else if (!m.users && !m.type && !in_parts && n == 2 && m.has_form && callee->name == "isfield" &&
             is_place(out.parts[0]))
      out.kind = Kind::HasField;
    else if (!m.users && !m.type && !in_parts && n == 1 && m.is_special &&
             (callee->name == "int" || callee->name == "floor"))
      out.kind = Kind::Whole;
    else if (!m.users && !m.type && n == 1 && m.has_form && callee->name == "numel" && is_place(out.parts[0]))
      out.kind = Kind::Count;
    else if (!m.users && !m.type && n == 2 && m.has_form && callee->name == "size" && is_place(out.parts[0]) &&
             out.parts[1].kind == Kind::Literal && out.parts[1].literal.is_int64() && out.parts[1].literal.i >= 0)
      out.kind = Kind::Extent;
    else if (!m.users && !m.type && m.builtin && m.overloads.empty() && !m.has_form && !m.is_special && n > 0 &&
             n <= kMostArguments && n >= m.deferred.least && n <= m.deferred.most)
      out.kind = Kind::Each;
    else if (is_called_with_values(c, callee->name, m))
      out.kind = Kind::Built;
    out.calls = out.kind == Kind::Call || out.kind == Kind::Built || (out.kind == Kind::Each && in_parts);
    if (out.kind == Kind::Each && n == 2) out.pair = pair_operation(callee->name);
    if (out.kind == Kind::Whole) quotient(out, depth);
    if (out.kind == Kind::Other) out.parts.clear();
    return out;
  }

  // All that the call asks of its arguments is their values: a built-in function, a word for a type, or several
  // functions of one name.
  bool is_called_with_values(const ast::Call& c, const std::string& name, const Meaning& m) const {
    if (m.type || m.is_special || m.is_launch) return false;
    if (!m.overloads.empty()) return m.overloads.size() > 1;
    const bool counts = name == "numel" && c.arguments.size() == 1 &&
                        std::holds_alternative<ast::Range>(c.arguments[0].value->node);  // makes no array
    return !m.users && !m.deferred.any() && !counts && (m.builtin || type_word(name, cx_.scalar()));
  }

  // int(a/b): the operands as parts of their own, which ints are divided by exactly.
  void quotient(ResolvedExpr& whole, int depth) {
    auto* q = std::get_if<ast::Binary>(&whole.parts[0].source->node);
    if (!q || (q->op != ast::BinaryOp::Div && q->op != ast::BinaryOp::ElemDiv)) return;
    whole.parts.push_back(expr(*q->left, depth + 1));
    whole.parts.push_back(expr(*q->right, depth + 1));
  }

  // ---- weights: how many parts are stepped; kHeavy and more: something else may be among them ----

  static std::size_t weight(const ResolvedExpr& e) {
    std::size_t w = e.kind == Kind::Other || e.kind == Kind::Call || e.kind == Kind::Built ? kHeavy : 1;
    for (const ResolvedExpr& p : e.parts) w += weight(p);
    return w;
  }
  static std::size_t weight(const ResolvedBlock& block) {
    std::size_t w = 0;
    for (const ResolvedStmt& s : block) w = std::min(w + weight(s), kHeavy);
    return w;
  }
  static std::size_t weight(const ResolvedStmt& s) {
    std::size_t w = 1;
    switch (s.kind) {
      case ResolvedStmt::Kind::Assign:
        return w + weight(s.value);
      case ResolvedStmt::Kind::Store:
      case ResolvedStmt::Kind::StoreRow:
      case ResolvedStmt::Kind::SetField:
        return w + weight(s.value) + weight(s.place);
      case ResolvedStmt::Kind::If: {
        std::size_t longest = 0;
        for (const ResolvedExpr& c : s.conditions) w += weight(c);
        for (const ResolvedBlock& b : s.blocks) longest = std::max(longest, weight(b));
        return w + longest;
      }
      case ResolvedStmt::Kind::For:
        return s.weight ? w + kInnerTurns * s.weight : kHeavy;
      case ResolvedStmt::Kind::Leave:
        return w;
      default:
        return kHeavy;
    }
  }

  static void find_grown(const ResolvedBlock& block, std::vector<std::uint32_t>& out) {
    for (const ResolvedStmt& s : block) {
      if (s.kind == ResolvedStmt::Kind::Assign && s.grows) out.push_back(s.slot);
      for (const ResolvedBlock& b : s.blocks) find_grown(b, out);
    }
  }

  // ---- what a loop mentions ----

  using Places = std::set<LoopHistory::Place>;
  template <class Syntax>
  void add_names(const Syntax& in, Places& all) {
    NameCounts names;
    count_names(in, names);
    for (const auto& [name, count] : names) all.insert({slot_of(name), {}});
  }
  void add_places(const ResolvedExpr& e, Places& all) {
    if (e.kind == Kind::Other) return e.source ? add_names(*e.source, all) : void();
    std::vector<std::string> fields;
    const ResolvedExpr* root = &e;
    for (; root->kind == Kind::Field; root = &root->parts[0]) fields.insert(fields.begin(), *root->name);
    if (root->kind == Kind::Variable) return void(all.insert({root->slot, std::move(fields)}));
    if (e.meaning) all.insert({e.slot, {}});
    for (const ResolvedExpr& p : e.parts) add_places(p, all);
  }
  void add_places(const ResolvedStmt& s, Places& all) {
    using Stmt = ResolvedStmt::Kind;
    if (s.kind == Stmt::Other) return add_names(*s.source, all);
    if (s.kind == Stmt::Assign || s.kind == Stmt::For) all.insert({s.slot, {}});
    for (const std::uint32_t slot : s.slots) all.insert({slot, {}});
    add_places(s.place, all);
    add_places(s.value, all);
    for (const ResolvedExpr& c : s.conditions) add_places(c, all);
    for (const ResolvedBlock& b : s.blocks)
      for (const ResolvedStmt& inner : b) add_places(inner, all);
  }
  std::vector<LoopHistory::Place> places_in(const ResolvedStmt& loop) {
    Places all;
    add_places(loop, all);
    const auto inside = [&](const LoopHistory::Place& p) { return !p.fields.empty() && all.count({p.slot, {}}); };
    std::vector<LoopHistory::Place> out;
    std::copy_if(all.begin(), all.end(), std::back_inserter(out), [&](const auto& p) { return !inside(p); });
    return out;
  }

  // ---- statements ----

  ResolvedStmt statement(const ast::Stmt& s) {
    ResolvedStmt out;
    out.source = &s;
    if (auto* n = std::get_if<ast::Assign>(&s.node))
      assign(*n, out);
    else if (auto* n = std::get_if<ast::ExprStmt>(&s.node)) {
      out.value = expr(*n->value, 0);
      if (out.value.kind == Kind::Call) out.kind = ResolvedStmt::Kind::Call;
    } else if (auto* n = std::get_if<ast::If>(&s.node)) {
      out.kind = ResolvedStmt::Kind::If;
      for (const auto& arm : n->arms) {
        out.conditions.push_back(expr(*arm.condition, 0));
        out.blocks.push_back(block(arm.body));
      }
      out.blocks.push_back(block(n->otherwise));
    } else if (auto* n = std::get_if<ast::Match>(&s.node)) {
      out.kind = ResolvedStmt::Kind::Match;
      out.value = expr(*n->value, 0);
      for (const auto& arm : n->arms) {
        out.conditions.push_back(arm.pattern ? expr(*arm.pattern, 0) : ResolvedExpr{});
        out.blocks.push_back(block(arm.body));
      }
    } else if (auto* n = std::get_if<ast::While>(&s.node)) {
      out.kind = ResolvedStmt::Kind::While;
      out.known = &cx_.rewrites.whiles->known(s);
      out.value = expr(*n->condition, 0);
      out.blocks.push_back(block(n->body));
    } else if (auto* n = std::get_if<ast::Repeat>(&s.node)) {
      out.kind = ResolvedStmt::Kind::Repeat;
      out.known = &cx_.rewrites.whiles->known(s);
      out.value = expr(*n->until, 0);
      out.blocks.push_back(block(n->body));
    } else if (auto* n = std::get_if<ast::For>(&s.node)) {
      const std::size_t before = never_compiled_;
      out.kind = ResolvedStmt::Kind::For;
      out.slot = slot_of(n->variable);
      out.conditions = some(0, *n->lo, *n->hi);
      if (n->step) out.conditions.push_back(expr(*n->step, 0));
      out.blocks.push_back(block(n->body));
      out.never = never_compiled_ > before;
      find_grown(out.blocks[0], out.grown);
      if (const std::size_t w = weight(out.blocks[0]); w < kHeavy) out.weight = std::uint32_t(w + 1);
      out.history = std::make_shared<LoopHistory>();
      out.history->places = places_in(out);
    } else if (std::holds_alternative<ast::Break>(s.node))
      leave(out, Flow::Break);
    else if (std::holds_alternative<ast::Continue>(s.node))
      leave(out, Flow::Continue);
    else if (std::holds_alternative<ast::Return>(s.node))
      leave(out, Flow::Return);
    note_calls(out);
    return out;
  }
  static void leave(ResolvedStmt& out, Flow flow) {
    out.kind = ResolvedStmt::Kind::Leave;
    out.leaves = std::uint8_t(flow);
  }

  void assign(const ast::Assign& a, ResolvedStmt& out) {
    if (!a.value || a.targets.size() != 1) return several(a, out);
    if (a.targets[0].type || appended_rows(a)) return;  // the evaluator lets matrices grow
    const ast::Expr& place = *a.targets[0].place;
    out.op = a.op;
    out.value = expr(*a.value, 0);
    const bool fast = a.op == ast::AssignOp::Set || a.op == ast::AssignOp::Add || a.op == ast::AssignOp::Sub ||
                      a.op == ast::AssignOp::Mul || a.op == ast::AssignOp::Div;
    if (!fast) return;
    if (auto* n = std::get_if<ast::Name>(&place.node)) {
      if (n->name == "_" || out.value.kind == Kind::Other) return;
      out.kind = ResolvedStmt::Kind::Assign;
      out.slot = slot_of(n->name);
      const ResolvedExpr* first = &out.value;
      out.joins_parts = true;
      for (; first->kind == Kind::Binary; first = &first->parts[0])
        out.joins_parts = out.joins_parts && first->op == ast::BinaryOp::Add;
      const bool same = first->kind == Kind::Variable && first->slot == out.slot;
      out.joins = first != &out.value && same;
      out.joins_parts = out.joins && out.joins_parts;
      out.grows = out.value.kind == Kind::List && out.value.parts.size() > 1 &&
                  out.value.parts[0].kind == Kind::Variable && out.value.parts[0].slot == out.slot;
      ResolvedExpr target;
      target.kind = Kind::Variable;
      target.slot = out.slot;
      find_end(target, out);
      return;
    }
    out.place = expr(place, 0);
    const bool set = a.op == ast::AssignOp::Set;
    out.grows =
        set && out.value.kind == Kind::List && out.value.parts.size() > 1 && same_place(out.place, out.value.parts[0]);
    if (set) find_end(out.place, out);
    if (out.place.kind == Kind::Element && out.value.kind != Kind::Other)
      out.kind = ResolvedStmt::Kind::Store;
    else if (out.place.kind == Kind::Row && out.place.parts[0].kind == Kind::Variable && set && !out.value.calls)
      out.kind = ResolvedStmt::Kind::StoreRow;
    else if (out.place.kind == Kind::Field && (set || !out.value.calls))
      out.kind = ResolvedStmt::Kind::SetField;
  }

  // Whether both name one variable, field or item, which ends with the same for both.
  static bool same_place(const ResolvedExpr& a, const ResolvedExpr& b) {
    if (a.kind != b.kind || a.parts.size() != b.parts.size()) return false;
    if (a.kind == Kind::Variable) return a.slot == b.slot;
    if (a.kind == Kind::Literal) return a.literal.type == b.literal.type && a.literal.i == b.literal.i;
    if (a.kind == Kind::Field ? *a.name != *b.name : a.kind != Kind::Element) return false;
    return std::equal(a.parts.begin(), a.parts.end(), b.parts.begin(), same_place);
  }

  // x = x[0..e]
  void find_end(const ResolvedExpr& target, ResolvedStmt& out) {
    const ResolvedExpr& v = out.value;
    auto* part = v.kind == Kind::Element && v.parts.size() == 2 ? std::get_if<ast::Index>(&v.source->node) : nullptr;
    auto* range = part ? std::get_if<ast::Range>(&part->indices[0]->node) : nullptr;
    auto* first = range && !range->step ? std::get_if<ast::IntLit>(&range->lo->node) : nullptr;
    if (!first || first->value != 0 || !same_place(target, v.parts[0])) return;
    ResolvedExpr last = expr(*range->hi, 0);
    out.shrinks = !last.calls && last.kind != Kind::Other;
    if (out.shrinks) out.conditions.push_back(std::move(last));
  }

  // size(x, d..e), of which so many extents are taken.
  std::optional<ResolvedExpr> several_extents(const ast::Expr& e, std::size_t n) {
    ResolvedExpr all = expr(e, 0);
    auto* c = all.kind == Kind::Built ? std::get_if<ast::Call>(&e.node) : nullptr;
    auto* dims = c && *all.name == "size" && c->arguments.size() == 2
                     ? std::get_if<ast::Range>(&c->arguments[1].value->node)
                     : nullptr;
    if (!dims || dims->step || !all.meaning->has_form || !is_place(all.parts[0])) return {};
    ResolvedExpr first = expr(*dims->lo, 0);
    const ResolvedExpr last = expr(*dims->hi, 0);
    const auto is_int = [](const ResolvedExpr& p) { return p.kind == Kind::Literal && p.literal.is_int64(); };
    if (!is_int(first) || !is_int(last) || last.literal.i - first.literal.i + 1 != std::int64_t(n)) return {};
    all.kind = Kind::Extents;
    all.parts[1] = std::move(first);
    return all;
  }

  // [a, b] = f(..)
  void several(const ast::Assign& a, ResolvedStmt& out) {
    if (!a.value || a.op != ast::AssignOp::Set) return;
    for (const ast::Target& t : a.targets) {
      auto* n = t.type ? nullptr : std::get_if<ast::Name>(&t.place->node);
      if (!n || n->name == "_") return;
      out.slots.push_back(slot_of(n->name));
    }
    const auto extents = several_extents(*a.value, out.slots.size());
    out.value = extents ? *extents : expr(*a.value, 0);
    const bool each = out.value.kind == Kind::List && out.value.parts.size() == out.slots.size();
    if (each || extents || out.value.kind == Kind::Call || out.value.kind == Kind::Built)
      out.kind = ResolvedStmt::Kind::Several;
  }

  void note_calls(const ResolvedStmt& s) {
    note_calls(s.value);
    for (const ResolvedExpr& c : s.conditions) note_calls(c);
  }
  void note_calls(const ResolvedExpr& e) {
    if (e.kind == Kind::Object || (e.kind == Kind::Call && of_ && e.meaning->overloads[0].def == of_))
      ++never_compiled_;
    for (const ResolvedExpr& p : e.parts) note_calls(p);
  }

  EvalContext& cx_;
  const ast::FunctionDef* of_;
  std::vector<std::string> names_;
  std::unordered_map<std::string, std::uint32_t> slots_;
  std::size_t never_compiled_ = 0;
};

ResolvedCode resolve_code(const ast::FunctionDef& function, EvalContext& cx) {
  return Resolver(cx, &function).of_function();
}
ResolvedCode resolve_code(const ast::Stmt& loop, EvalContext& cx) { return Resolver(cx, nullptr).of_loop(loop); }

}  // namespace qc::host
