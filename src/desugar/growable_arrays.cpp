#include "desugar/growable_arrays.h"

#include <algorithm>
#include <map>
#include <set>

#include "ast/query.h"
#include "ast/rewrite.h"
#include "sema/builtins.h"

namespace qc {

namespace {

using ast::ExprP;

ExprP make(ast::Expr::Node n, Span span) { return ExprP(ast::Expr{std::move(n), span}); }
ExprP number(std::int64_t v, Span span) { return make(ast::IntLit{v}, span); }
ExprP named(const std::string& n, Span span) { return make(ast::Name{n}, span); }
ExprP call(const char* f, std::vector<ExprP> arguments, Span span) {
  ast::Call c{named(f, span), {}};
  for (auto& a : arguments) c.arguments.push_back({"", std::move(a), false});
  return make(std::move(c), span);
}
ExprP add(const ExprP& a, std::int64_t b, Span span) {
  return b == 0 ? a : make(ast::Binary{ast::BinaryOp::Add, a, number(b, span), span}, span);
}
ast::Stmt assign(ExprP place, ast::AssignOp op, ExprP value, Span span) {
  ast::Assign a;
  a.targets.push_back({std::move(place), {}});
  a.op = op;
  a.value = std::move(value);
  return {std::move(a), span};
}

bool is_name(const ast::Expr& e, const std::string& name) {
  const std::string* n = name_of(e);
  return n && *n == name;
}
// Numbers, as far as the text shows.
bool may_be_numbers(const std::vector<ExprP>& all) {
  return std::none_of(all.begin(), all.end(), [](const ExprP& e) {
    return std::holds_alternative<ast::ArrayLit>(e->node) || std::holds_alternative<ast::Range>(e->node) ||
           std::holds_alternative<ast::CellLit>(e->node) || std::holds_alternative<ast::StringLit>(e->node) ||
           std::holds_alternative<ast::Lambda>(e->node);
  });
}

// v = [v, e1, e2]; v = horzcat(v, e1); v = vertcat(v, row)
struct Append {
  std::string name;
  bool rows = false, list = false;
  std::vector<ExprP> given;
};
std::optional<Append> append_of(const ast::Stmt& s) {
  auto* a = std::get_if<ast::Assign>(&s.node);
  const std::string* name = a && a->targets.size() == 1 && a->op == ast::AssignOp::Set && !a->targets[0].type
                                ? name_of(*a->targets[0].place)
                                : nullptr;
  if (!name) return {};
  if (auto* list = std::get_if<ast::ArrayLit>(&a->value->node)) {
    if (list->elements.size() < 2 || !is_name(*list->elements[0], *name)) return {};
    return Append{*name, false, true, {list->elements.begin() + 1, list->elements.end()}};
  }
  auto* c = std::get_if<ast::Call>(&a->value->node);
  const std::string* f = c ? name_of(*c->callee) : nullptr;
  if (!f || (*f != "horzcat" && *f != "vertcat") || c->arguments.size() < 2 || !is_name(*c->arguments[0].value, *name))
    return {};
  Append out{*name, *f == "vertcat", false, {}};
  for (std::size_t k = 1; k < c->arguments.size(); ++k) {
    if (c->arguments[k].spread || !c->arguments[k].name.empty()) return {};
    out.given.push_back(c->arguments[k].value);
  }
  return out;
}

// zeros(0), vec(0): what is appended to it has the kind of elements that it would have in a list of its own, as with
// [].
bool is_no_element(const ast::Expr& e) {
  auto* c = std::get_if<ast::Call>(&e.node);
  const std::string* f = c ? name_of(*c->callee) : nullptr;
  auto* n = f && (*f == "zeros" || *f == "vec") && c->arguments.size() == 1
                ? std::get_if<ast::IntLit>(&c->arguments[0].value->node)
                : nullptr;
  return n && n->value == 0;
}

bool makes_anew(const ast::Stmt& s, const std::string& name) {
  auto* a = std::get_if<ast::Assign>(&s.node);
  if (!a || a->targets.size() != 1 || a->op != ast::AssignOp::Set || !is_name(*a->targets[0].place, name)) return false;
  return is_no_element(*a->value) ||
         (std::holds_alternative<ast::ArrayLit>(a->value->node) && !mentions(*a->value, name));
}
// Whether a row is made anew before anything else that these statements do to it, as far as they come to it at all.
bool begins_before(const ast::Block& b, const std::string& name) {
  for (const ast::Stmt& s : b) {
    if (makes_anew(s, name)) return true;
    if (!mentions(s, name)) continue;
    auto* f = std::get_if<ast::For>(&s.node);
    auto* w = std::get_if<ast::While>(&s.node);
    auto* i = std::get_if<ast::If>(&s.node);
    if (f && !mentions(*f->lo, name) && !mentions(*f->hi, name) && !(f->step && mentions(*f->step, name)) &&
        begins_before(f->body, name))
      continue;
    if (w && !mentions(*w->condition, name) && begins_before(w->body, name)) continue;
    const bool arms = i && begins_before(i->otherwise, name) &&
                      std::all_of(i->arms.begin(), i->arms.end(), [&](const ast::IfArm& arm) {
                        return !mentions(*arm.condition, name) && begins_before(arm.body, name);
                      });
    if (!arms) return false;
  }
  return true;
}

class Counting : public ast::Rewriter {
 public:
  explicit Counting(bool strict) : strict_(strict) {}
  std::map<std::string, GrowableArray> rows;
  bool failed = false;

  void find(const ast::Block& b) {
    ast::for_each_own_statement(b, [&](const ast::Stmt& s) {
      if (const auto a = append_of(s)) found(*a);
    });
  }

  ast::Stmt loop(const ast::Stmt& s) {
    ast::Block out;
    into(s, out);
    return std::move(out[0]);
  }

 private:
  void found(const Append& a) {
    const auto [it, fresh] = rows.try_emplace(a.name);
    GrowableArray& row = it->second;
    const bool joins = !a.rows && !a.list;
    failed = failed || (!fresh && (row.rows != a.rows || row.joins != joins));
    row.name = a.name;
    row.rows = a.rows;
    row.joins = joins;
    row.count = std::string(a.rows ? kRowsOf : kLengthOf) + a.name;
    if (!a.rows) return;
    for (const ExprP& e : a.given)
      if (auto* list = std::get_if<ast::ArrayLit>(&e->node)) row.width = std::int64_t(list->elements.size());
  }

  void into(const ast::Stmt& s, ast::Block& out) override {
    if (const auto a = append_of(s)) return append(*a, s.span, out);
    if (changes(s, out)) return;
    if (!stands_in_loops(s)) {
      for (const auto& [name, row] : rows) failed = failed || mentions(s, name);
      return out.push_back(s);
    }
    const bool turns = ast::is_any<ast::While, ast::Repeat>(s);
    whiles_ += turns;
    if (auto* n = std::get_if<ast::For>(&s.node)) {
      ast::For head = *n;
      head.body.clear();
      around_.push_back({std::move(head), s.span});
      out.push_back(statement(s));
      around_.pop_back();
      failed = failed || rows.count(n->variable);
    } else {
      out.push_back(statement(s));
    }
    whiles_ -= turns;
  }
  static bool stands_in_loops(const ast::Stmt& s) {
    auto* e = std::get_if<ast::ExprStmt>(&s.node);
    if (e) return !std::holds_alternative<ast::Lambda>(e->value->node);
    return ast::is_any<ast::Assign, ast::Print, ast::If, ast::For, ast::While, ast::Repeat, ast::Match>(s);
  }

  void append(const Append& a, Span span, ast::Block& out) {
    GrowableArray& row = rows.at(a.name);
    row.sites.push_back({around_, std::int64_t(a.given.size()), whiles_ > 0});
    if (!row.rows) put(row, named(row.count, span), a.given, span, out);
    for (std::size_t k = 0; row.rows && k < a.given.size(); ++k)
      put_row(row, add(named(row.count, span), std::int64_t(k), span), a.given[k], span, out);
    out.push_back(assign(named(row.count, span), ast::AssignOp::Add, number(std::int64_t(a.given.size()), span), span));
  }

  // The elements of a row from `at` on.
  void put(GrowableArray& row, const ExprP& at, const std::vector<ExprP>& given, Span span, ast::Block& out) {
    failed = failed || !may_be_numbers(given);
    for (std::size_t k = 0; k < given.size(); ++k)
      out.push_back(
          store(row, {add(at, std::int64_t(k), span)}, appended(row, given, k, strict_ && row.joins, span), span));
  }
  void put_row(GrowableArray& row, const ExprP& at, const ExprP& given, Span span, ast::Block& out) {
    auto* list = std::get_if<ast::ArrayLit>(&given->node);
    if (!list) {
      out.push_back(store(row, {at, make(ast::Colon{}, span)}, appended(row, {given}, 0, strict_, span), span));
      return;
    }
    failed = failed || !may_be_numbers(list->elements) || std::int64_t(list->elements.size()) != row.width;
    for (std::size_t k = 0; k < list->elements.size(); ++k)
      out.push_back(
          store(row, {at, number(std::int64_t(k), span)}, appended(row, list->elements, k, strict_, span), span));
  }
  ast::Stmt store(const GrowableArray& row, std::vector<ExprP> at, ExprP value, Span span) {
    return assign(make(ast::Index{named(row.name, span), std::move(at)}, span), ast::AssignOp::Set, std::move(value),
                  span);
  }
  // The first of all that are given together says of what kind they are.
  ExprP appended(const GrowableArray& row, const std::vector<ExprP>& given, std::size_t k, bool strict, Span span) {
    std::vector<ExprP> arguments{named(row.name, span), number(strict && k == 0, span), ExprP(expression(*given[k]))};
    for (std::size_t other = 0; k == 0 && other < given.size(); ++other)
      if (other != k) arguments.push_back(ExprP(expression(*given[other])));
    return call(kAppended, std::move(arguments), span);
  }

  // v = [], v = [e1, e2], v = v[0..k], v[k] = e
  bool changes(const ast::Stmt& s, ast::Block& out) {
    auto* a = std::get_if<ast::Assign>(&s.node);
    if (!a) return false;
    for (const auto& t : a->targets) {
      auto* at = std::get_if<ast::Index>(&t.place->node);
      const std::string* name = at ? name_of(*at->base) : nullptr;
      if (const auto row = name ? rows.find(*name) : rows.end(); row != rows.end())
        row->second.stores = true, row->second.only_grows = false;
    }
    const std::string* name = a->targets.size() == 1 ? name_of(*a->targets[0].place) : nullptr;
    const auto found = name ? rows.find(*name) : rows.end();
    if (found == rows.end()) return false;
    GrowableArray& row = found->second;
    row.only_grows = false;
    if (a->op != ast::AssignOp::Set || a->targets[0].type) return failed = true;
    if (auto* list = std::get_if<ast::ArrayLit>(&a->value->node))
      begin(row, list->elements, s.span, out);
    else if (!row.rows && is_no_element(*a->value))
      begin(row, {}, s.span, out);
    else
      cut(row, *a->value, s.span, out);
    return true;
  }

  void begin(GrowableArray& row, const std::vector<ExprP>& given, Span span, ast::Block& out) {
    const std::size_t count = given.size();
    row.sites.push_back({around_, std::int64_t(count), whiles_ > 0});
    if (row.rows) {
      for (const ExprP& e : given) {
        failed = failed || !std::holds_alternative<ast::ArrayLit>(e->node);
        if (!failed) put_row(row, number(std::int64_t(&e - given.data()), span), e, span, out);
      }
    } else if (count > 0) {
      failed = failed || !may_be_numbers(given) ||
               std::any_of(given.begin(), given.end(), [&](const ExprP& e) { return mentions(*e, row.name); });
      for (std::size_t k = 0; k < count; ++k)
        out.push_back(store(row, {number(std::int64_t(k), span)}, appended(row, given, k, true, span), span));
    }
    row.begins_empty = row.begins_empty || count == 0;
    out.push_back(assign(named(row.count, span), ast::AssignOp::Set, number(std::int64_t(count), span), span));
  }

  void cut(GrowableArray& row, const ast::Expr& e, Span span, ast::Block& out) {
    auto* at = std::get_if<ast::Index>(&e.node);
    auto* range = at && is_name(*at->base, row.name) && at->indices.size() == 1 && !row.rows
                      ? std::get_if<ast::Range>(&at->indices[0]->node)
                      : nullptr;
    auto* lo = range ? std::get_if<ast::IntLit>(&range->lo->node) : nullptr;
    if (!lo || lo->value != 0 || range->step) {
      failed = true;
      return;
    }
    out.push_back(assign(
        named(row.count, span), ast::AssignOp::Set,
        call(kCut, {named(row.name, span), ExprP(expression(*range->hi)), named(row.count, span)}, e.span), span));
  }

  // ---- what is read ----
  std::optional<ast::Expr> replaced(const ast::Expr& e) override {
    if (const std::string* n = name_of(e)) {
      failed = failed || rows.count(*n);
      return {};
    }
    if (std::holds_alternative<ast::Lambda>(e.node)) {
      for (const auto& [name, row] : rows) failed = failed || mentions(e, name);
      return {};
    }
    if (auto* i = std::get_if<ast::Index>(&e.node)) {
      const std::string* n = name_of(*i->base);
      const auto row = n ? rows.find(*n) : rows.end();
      return row == rows.end() ? std::nullopt : element(row->second, *i, e.span);
    }
    if (auto* c = std::get_if<ast::Call>(&e.node)) return of_whole(*c, e.span);
    return {};
  }

  std::optional<ast::Expr> element(const GrowableArray& row, const ast::Index& i, Span span) {
    const auto is_list = [](const ExprP& x) {
      return std::holds_alternative<ast::Range>(x->node) || std::holds_alternative<ast::ArrayLit>(x->node) ||
             std::holds_alternative<ast::Colon>(x->node);
    };
    if (i.indices.size() != (row.rows ? 2 : 1) || is_list(i.indices[0])) {
      failed = true;
      return {};
    }
    ast::Index at{named(row.name, i.base->span), {}};
    at.indices.push_back(
        call(kInside, {named(row.name, span), ExprP(expression(*i.indices[0])), named(row.count, span)}, span));
    if (row.rows) at.indices.push_back(ExprP(expression(*i.indices[1])));
    return ast::Expr{std::move(at), span};
  }

  // A fold of one array, to a value of its elements.
  static bool is_number_of_row(const std::string& name) {
    const BuiltinFold fold = builtin_fold(name);
    return fold != BuiltinFold::None && fold != BuiltinFold::Dot && !gives_place(fold);
  }

  // numel(v), size(v,1), sum(v)
  std::optional<ast::Expr> of_whole(const ast::Call& c, Span span) {
    const std::string *f = name_of(*c.callee), *n = c.arguments.empty() ? nullptr : name_of(*c.arguments[0].value);
    const auto found = n ? rows.find(*n) : rows.end();
    if (!f || found == rows.end()) return {};
    GrowableArray& row = found->second;
    const ExprP count = named(row.count, span);
    if (*f == "numel" && c.arguments.size() == 1 && (!row.rows || row.width > 0))
      return row.rows ? *make(ast::Binary{ast::BinaryOp::Mul, count, number(row.width, span), span}, span) : *count;
    auto* dim =
        *f == "size" && c.arguments.size() == 2 ? std::get_if<ast::IntLit>(&c.arguments[1].value->node) : nullptr;
    if (dim && !row.rows && dim->value <= 1) return dim->value == 1 ? *count : *number(1, span);
    row.asked_rows = row.asked_rows || (dim && row.rows && dim->value == 0);
    if (dim && row.rows && dim->value == 0) return *call("max", {count, number(1, span)}, span);  // of [] too
    if (!row.rows && c.arguments.size() == 1 && is_number_of_row(*f)) {
      const ExprP all = make(
          ast::Range{number(0, span), {}, make(ast::Binary{ast::BinaryOp::Sub, count, number(1, span), span}, span)},
          span);
      return *call(f->c_str(), {make(ast::Index{named(row.name, span), {all}}, span)}, span);
    }
    return {};
  }

  bool strict_;
  int whiles_ = 0;
  std::vector<ast::Stmt> around_;
};

}  // namespace

std::optional<GrowableArrays> with_growable_arrays(const ast::Stmt& loop, bool strict) {
  auto* given = std::get_if<ast::For>(&loop.node);
  if (!given || given->hint == ast::LoopHint::Interpreted || given->hint == ast::LoopHint::ForceParallel) return {};
  Counting counting(strict);
  counting.find(given->body);
  if (counting.rows.empty() || counting.failed) return {};
  GrowableArrays out{counting.loop(loop), {}};
  if (counting.failed) return {};
  for (auto& [name, row] : counting.rows) {
    row.begins = begins_before(given->body, name);
    out.rows.push_back(std::move(row));
  }
  return out;
}

bool can_grow(const GrowableArray& row, const RowBefore& before, Elem scalar) {
  if (before.declared) return false;
  if (row.begins) return !row.rows || row.width > 0;
  const Type& t = before.type;
  const std::vector<std::int64_t>& e = before.extents;
  if (!t.known()) return !row.rows || row.width > 0;
  if (!t.is_array() || t.complex || t.is_const || t.boundary != Boundary::Default) return false;
  if (t.elem != Elem::I64 && t.elem != Elem::F32 && t.elem != Elem::F64) return false;
  if (row.stores && before.shared) return false;  // another name's elements are assigned
  const bool is_empty = e == std::vector<std::int64_t>{0};
  if (!row.rows) return t.rank <= 1 && (!row.begins_empty || (row.joins ? is_empty : t.elem == scalar));
  if (e.empty()) return t.rank <= 2;
  if (is_empty) return row.width > 0;
  if (e.size() == 2 && e[0] == 0)
    return row.only_grows && !row.asked_rows && e[1] > 0 && (row.width == 0 || row.width == e[1]);  // zeros(0,2)
  const bool matrix = e.size() == 2 && e[1] > 0, one_row = e.size() == 1 && row.only_grows;
  return (matrix || one_row) && (row.width == 0 || row.width == e.back()) && !row.begins_empty;
}

}  // namespace qc
