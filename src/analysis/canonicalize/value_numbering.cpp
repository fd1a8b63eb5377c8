// Values that are computed again are those that are there already:
//
//   m = f(x[i])                                  becomes  m = f(x[i])
//   if s < m then                                         if s < m then s = m end
//     q = nan
//     for j=a..b: q = max(q, x[j]) end
//     s = q
//   end
//
// when `m` was found by the same loop. It is value numbering (Alpern, Wegman and Zadeck, "Detecting equality of
// variables in programs", 1988) over structured statements: two expressions have one number when their operations are
// the same and their operands have one number, a load when nothing was stored between as well. A whole statement, a
// loop or an `if` that stores nothing outside the iteration and that no jump leaves, has a number too: that of its
// text, in which each variable that it assigns is the place of its first assignment and all others are their numbers.
// What it leaves in a variable is the number of the statement, of that place, and of what the variable was before,
// where it may stay so.
//
// A statement goes where one of its number was executed on every path to it and variables still hold what it would
// leave: they are copied, and reads of the copies read what was copied. It cannot fail then, as the one before has not,
// nor not end. An assignment does the same when its variable has no other one; updates stay as they are. Stores to any
// array change all, since several names may stand for overlapping ones; only arrays of the iteration are known apart.
// What a statement leaves may be gone, as elements are that exchanges put in order: it stays then. What it leaves in
// the end may be in another variable as well, which is read then, and what nothing reads now goes.
//
// An array of the iteration has a number for what it holds, to which a statement that stores to it gives another one in
// the same way: those of the lanes of two equal sums go through the same numbers. Before the iteration stores to it all
// have one, since it reads none of their elements then. Where the second array is read, the first one is that holds the
// same; where none does, the statements that fill the second one stay, all of them, which a second try knows.
#include <algorithm>
#include <bit>
#include <map>
#include <optional>
#include <set>
#include <unordered_set>
#include <utility>

#include "analysis/canonicalize/canonicalize.h"
#include "analysis/loops/array_privatization.h"
#include "analysis/loops/nest_model.h"
#include "analysis/loops/privatization.h"
#include "ir/build.h"
#include "ir/rewrite_stmts.h"

namespace qc {

using namespace ir;

namespace {

using Number = std::uint64_t;
using Key = std::vector<Number>;

// What keys begin with, or hold, beside numbers and the indices of alternatives.
enum Mark : Number { kBound = 64, kStatement, kResult, kEnd, kUnwritten, kContents, kNothing };

// Numbers of what is equal: one for each key, and new ones.
class NumberTable {
 public:
  Number of(const Key& key) {
    const auto [it, is_new] = numbers_.emplace(key, next_);
    next_ += is_new;
    return it->second;
  }
  Number fresh() { return next_++; }

 private:
  std::map<Key, Number> numbers_;
  Number next_ = kNothing + 1;  // behind all marks
};

// What is known at a place of the program.
struct Known {
  std::vector<Number> values;    // of each variable
  std::vector<Number> contents;  // of each array of an iteration
  Number memory = 0;             // of all others
};

// Variables that a statement assigns and arrays that it stores to, in the order of the first time.
struct Places {
  std::map<VarId, Number> vars;
  std::map<ArrayId, Number> arrays;
};
Places places_assigned(const Stmt& s) {
  Places out;
  for_each_stmt(Block{s}, [&](const Stmt& t) {
    if (auto* a = std::get_if<Assign>(&t.node)) out.vars.emplace(a->var, out.vars.size());
    if (auto* l = std::get_if<For>(&t.node)) out.vars.emplace(l->var, out.vars.size());
    if (auto* w = std::get_if<Store>(&t.node)) out.arrays.emplace(w->access.array, out.arrays.size());
  });
  return out;
}

bool is_compound(const Stmt& s) {
  return std::holds_alternative<If>(s.node) || std::holds_alternative<For>(s.node) ||
         std::holds_alternative<While>(s.node);
}

// Whether all that a statement does is to give variables and arrays of the iteration values, or to fail.
bool only_computes(const Stmt& s, const Function& f) {
  bool only = !jumps_out({s});
  for_each_stmt(Block{s}, [&](const Stmt& t) {
    auto* w = std::get_if<Store>(&t.node);
    only &= is_compound(t) || (w && f.arrays[w->access.array].space == Space::Local) ||
            std::holds_alternative<Assign>(t.node) || std::holds_alternative<Break>(t.node) ||
            std::holds_alternative<Continue>(t.node) || std::holds_alternative<Fail>(t.node);
  });
  for_each_expr(Block{s}, [&](const Expr& e) {
    only &= !std::holds_alternative<Builtin>(e.node) && !std::holds_alternative<Shuffle>(e.node) &&
            !std::holds_alternative<Ballot>(e.node) && !std::holds_alternative<ActiveMask>(e.node);
  });
  return only;
}

bool may_fail(const Expr& e) {
  bool may = false;
  for_each_expr(e, [&](const Expr& x) {
    auto* b = std::get_if<Binary>(&x.node);
    auto* l = std::get_if<Load>(&x.node);
    may |= (b && b->site != kNoSite) || (l && l->access.boundary == Boundary::Checked);
  });
  return may;
}

// A constant or a variable is none: to copy it gains nothing.
bool is_computation(const Expr& e) {
  return !std::holds_alternative<ConstInt>(e.node) && !std::holds_alternative<ConstFloat>(e.node) &&
         !std::holds_alternative<VarRef>(e.node) && !std::holds_alternative<Extent>(e.node);
}

// How often statements mention each array.
std::map<ArrayId, int> mentions_of_arrays(const Block& b) {
  std::map<ArrayId, int> out;
  for_each_stmt(b, [&](const Stmt& s) {
    if (auto* w = std::get_if<Store>(&s.node)) ++out[w->access.array];
  });
  for_each_expr(b, [&](const Expr& e) {
    if (auto* l = std::get_if<Load>(&e.node)) ++out[l->access.array];
    if (auto* n = std::get_if<Extent>(&e.node)) ++out[n->array];
  });
  return out;
}

class ValueNumbering {
 public:
  // `filled`: arrays of the iteration whose stores all stay.
  ValueNumbering(Function& f, std::set<ArrayId> filled)
      : f_(f),
        reads_(reads_of_values(f.body)),
        assignments_(assignment_counts(f.body)),
        mentions_(mentions_of_arrays(f.body)),
        filled_(std::move(filled)) {
    for (std::size_t v = 0; v < f.vars.size(); ++v) known_.values.push_back(numbers_.fresh());
    for (std::size_t a = 0; a < f.arrays.size(); ++a) known_.contents.push_back(numbers_.fresh());
    known_.memory = numbers_.fresh();
    carry(f.body);
    for_each_stmt(f.body, [&](const Stmt& s) {
      if (auto* l = std::get_if<For>(&s.node)) carry(l->body);
      if (auto* w = std::get_if<While>(&s.node)) carry(w->body);
    });
  }

  // The body in which equal values are shared; nothing where there are none.
  std::optional<Block> run() {
    Block body = block(f_.body);
    if (copies_.empty() && !changed_) return {};
    for (const auto& [a, count] : mentions_of_arrays(body))
      if (spared_.count(a)) filled_.insert(a);
    return without_unread(body);
  }
  // Behind run(): arrays whose stores all have to stay, for what it gave to be right.
  const std::set<ArrayId>& filled() const { return filled_; }

 private:
  bool is_output(VarId v) const { return std::find(f_.outputs.begin(), f_.outputs.end(), v) != f_.outputs.end(); }

  // Numbers of expressions. Variables of `bound` are their places in the statement around.
  Number number(const Expr& e, const Places& bound = {}) {
    Key key{e.node.index(), Number(e.type)};
    if (auto* v = std::get_if<VarRef>(&e.node)) {
      const auto it = bound.vars.find(v->var);
      return it == bound.vars.end() ? known_.values[v->var] : numbers_.of(Key{kBound, it->second, Number(e.type)});
    }
    if (auto* n = std::get_if<ConstInt>(&e.node)) key.push_back(Number(n->value));
    if (auto* n = std::get_if<ConstFloat>(&e.node)) key.push_back(std::bit_cast<Number>(n->value));
    if (auto* n = std::get_if<Unary>(&e.node)) key.push_back(Number(n->op));
    if (auto* n = std::get_if<Binary>(&e.node)) key.push_back(Number(n->op));
    if (auto* n = std::get_if<Select>(&e.node)) key.push_back(n->smooth);
    if (auto* n = std::get_if<Cast>(&e.node)) key.push_back(Number(n->to));
    if (auto* n = std::get_if<Math>(&e.node)) key.push_back(Number(n->fn));
    if (auto* n = std::get_if<Extent>(&e.node)) key.insert(key.end(), {n->array, Number(n->dim)});
    if (auto* n = std::get_if<Load>(&e.node)) {
      const Access& a = n->access;
      const auto it = bound.arrays.find(a.array);
      key.insert(key.end(), {Number(a.linear), Number(a.boundary)});
      if (f_.arrays[a.array].space == Space::Global)
        key.insert(key.end(), {a.array, known_.memory});
      else if (it == bound.arrays.end())
        key.push_back(known_.contents[a.array]);
      else
        key.insert(key.end(), {kBound, it->second});
    }
    for_each_operand(e, [&](const ExprP& x) { key.push_back(number(*x, bound)); });
    return numbers_.of(key);
  }

  // The text of a statement that only computes; not of what a failure says, which the first time has not.
  void text(const Stmt& s, const Places& bound, Key& out) {
    out.push_back(s.node.index());
    for_each_root(s, [&](const ExprP& e) { out.push_back(number(*e, bound)); });
    out.push_back(kEnd);
    const auto part = [&](const Block& b) {
      for (const Stmt& t : b) text(t, bound, out);
      out.push_back(kEnd);
    };
    if (auto* a = std::get_if<Assign>(&s.node)) out.push_back(bound.vars.at(a->var));
    if (auto* w = std::get_if<Store>(&s.node))
      out.insert(out.end(), {bound.arrays.at(w->access.array), Number(w->access.linear), Number(w->access.boundary)});
    if (auto* i = std::get_if<If>(&s.node)) {
      part(i->then);
      part(i->otherwise);
    } else if (auto* l = std::get_if<For>(&s.node)) {
      out.insert(out.end(), {bound.vars.at(l->var), Number(l->unroll)});
      part(l->body);
    } else if (auto* w = std::get_if<While>(&s.node)) {
      part(w->body);
    }
  }

  // A statement that only computes: its number, and what it leaves in each variable that it assigns and in each array
  // that it stores to.
  struct Computation {
    Number number = 0;
    std::map<VarId, Number> results;
    std::map<ArrayId, Number> contents;
  };
  Computation computation(const Stmt& s, const Places& places) {
    Key key{kStatement};
    text(s, places, key);
    const ScalarFlow flow = scalar_flow({s}, [](const For&) { return false; });
    for (const auto& [v, place] : places.vars) {
      if (flow.read_first.count(v)) key.insert(key.end(), {place, known_.values[v]});
    }
    key.push_back(kEnd);
    for (const auto& [a, place] : places.arrays) key.insert(key.end(), {place, known_.contents[a]});
    Computation out{numbers_.of(key), {}, {}};
    for (const auto& [a, place] : places.arrays) out.contents[a] = numbers_.of(Key{kContents, out.number, place});
    for (const auto& [v, place] : places.vars) {
      const Number before = flow.written.count(v) ? Number(kNothing) : known_.values[v];
      // What it left there before is what it leaves there again.
      const std::pair origin(out.number, place);
      const auto left = origins_.find(before);
      out.results[v] = left != origins_.end() && left->second == origin
                           ? before
                           : numbers_.of(Key{kResult, out.number, place, Number(f_.vars[v].type), before});
      origins_.emplace(out.results[v], origin);
    }
    return out;
  }

  void carry(const Block& b) {
    carried_.merge(scalar_flow(b, [](const For&) { return false; }).read_first);
  }

  bool is_copy(VarId v) const { return copies_.count(v) || again_.count(v); }

  // A variable of this type that has the value, best one that is no copy.
  VarId holder(Number value, Elem type) const {
    VarId found = kNoVar;
    for (VarId w = 0; w < known_.values.size(); ++w)
      if (known_.values[w] == value && f_.vars[w].type == type && (found == kNoVar || copies_.count(found))) found = w;
    return found;
  }

  // An array that holds the same elements as this one, and whose stores all stay.
  std::optional<ArrayId> holder_of_contents(ArrayId a) const {
    for (ArrayId b = 0; b < f_.arrays.size(); ++b)
      if (known_.contents[b] == known_.contents[a] && !spared_.count(b)) return b;
    return {};
  }

  ExprP reading_originals(const ExprP& e) {
    return rewrite_expr(e, [&](const ExprP& x) -> ExprP {
      auto* l = std::get_if<Load>(&x->node);
      if (l && spared_.count(l->access.array)) {
        const auto b = holder_of_contents(l->access.array);
        if (!b) return x;
        Load other = *l;
        other.access.array = *b;
        return std::make_shared<const Expr>(Expr{std::move(other), x->type, x->span});
      }
      auto* r = std::get_if<VarRef>(&x->node);
      if (!r || !is_copy(r->var)) return x;
      const VarId w = holder(known_.values[r->var], f_.vars[r->var].type);
      if (w == r->var || copies_.count(w)) return x;
      changed_ = true;
      return var(f_, w);
    });
  }

  void copy(VarId v, VarId from, Span span, Block& out) {
    out.push_back({Assign{v, var(f_, from)}, span});
    known_.values[v] = known_.values[from];
    copies_.insert(v);
  }

  // In the place of a statement that was executed before; false: its results are gone.
  bool replaced(const Stmt& s, const Computation& c, Block& out) {
    if (!executed_.count(c.number)) return false;
    for (const auto& [a, number] : c.contents)
      if (filled_.count(a)) return false;
    const auto inside = reads_of_values({s});
    std::vector<std::pair<VarId, VarId>> copied;
    for (const auto& [v, value] : c.results) {
      const auto here = inside.find(v);
      const auto all = reads_.find(v);
      const bool is_read = (all == reads_.end() ? 0 : all->second) > (here == inside.end() ? 0 : here->second);
      if ((!is_read && !is_output(v)) || known_.values[v] == value) continue;
      const VarId from = holder(value, f_.vars[v].type);
      if (from == kNoVar || c.results.count(from)) return false;  // the copies may be made in any order
      copied.emplace_back(v, from);
    }
    for (const auto& [v, from] : copied) copy(v, from, s.span, out);
    for (const auto& [a, number] : c.contents) {
      known_.contents[a] = number;
      spared_.insert(a);
    }
    changed_ = true;
    return true;
  }

  // Statements of a scope: what is executed there is not known to be behind it.
  Block block(const Block& b) {
    std::vector<Number> before = std::exchange(added_, {});
    Block out;
    for (const Stmt& s : b) statement(s, out);
    for (const Number n : added_) executed_.erase(n);
    added_ = std::move(before);
    return out;
  }
  void execute(Number n) {
    if (executed_.insert(n).second) added_.push_back(n);
  }

  // The body of a loop, which begins with the arrays that it alone mentions as they are made: what it reads of them it
  // has stored.
  Block iteration(const Block& body) {
    for (const auto& [a, count] : mentions_of_arrays(body)) {
      const Array& array = f_.arrays[a];
      if (!is_scratch(array) || mentions_.at(a) != count) continue;
      Key key{kUnwritten, Number(array.elem)};
      for (const std::int64_t n : array.dims) key.push_back(Number(n));
      known_.contents[a] = numbers_.of(key);
    }
    return block(body);
  }

  void statement(const Stmt& s, Block& out) {
    if (auto* a = std::get_if<Assign>(&s.node)) return assign(*a, s.span, out);
    const Places places = places_assigned(s);
    std::optional<Computation> c;
    if (only_computes(s, f_)) c = computation(s, places);
    if (c && replaced(s, *c, out)) return;
    if (c && executed_.count(c->number))
      for (const auto& [v, place] : places.vars) again_.insert(v);
    const Known before = known_;
    Stmt copy = s;
    evaluate(copy);
    if (auto* i = std::get_if<If>(&copy.node)) {
      i->then = block(i->then);
      Known then = std::exchange(known_, before);
      i->otherwise = block(i->otherwise);
      meet(then);
    } else if (std::holds_alternative<For>(s.node) || std::holds_alternative<While>(s.node)) {
      forget(s, places);
      if (auto* l = std::get_if<For>(&copy.node)) l->body = iteration(l->body);
      if (auto* w = std::get_if<While>(&copy.node)) {
        w->condition = reading_originals(w->condition);
        w->body = iteration(w->body);
      }
      known_ = before;
      forget(s, places);
    } else {
      forget(s, places);
    }
    if (c) {
      for (const auto& [v, value] : c->results) known_.values[v] = value;
      for (const auto& [a, number] : c->contents) known_.contents[a] = number;
      execute(c->number);
    }
    out.push_back(std::move(copy));
  }

  void assign(const Assign& a, Span span, Block& out) {
    const ExprP value = reading_originals(a.value);
    const Number n = number(*a.value);
    const auto* read = std::get_if<VarRef>(&a.value->node);
    const bool repeats = executed_.count(n);
    const bool again = read ? is_copy(read->var) : repeats && is_computation(*a.value);
    if (again && assignments_[a.var] > 1 && !carried_.count(a.var)) again_.insert(a.var);
    if (!repeats && may_fail(*a.value)) kept_.insert(a.var);
    execute(n);
    if (is_computation(*a.value) && assignments_[a.var] == 1 && !mentions(*a.value, Place::variable(f_, a.var)))
      if (const VarId from = holder(n, f_.vars[a.var].type); from != kNoVar) return copy(a.var, from, span, out);
    out.push_back({Assign{a.var, value}, span});
    known_.values[a.var] = n;
  }

  // The expressions of a statement that are evaluated where it begins.
  void evaluate(Stmt& s) {
    const auto put = [&](ExprP& e) {
      execute(number(*e));
      e = reading_originals(e);
    };
    if (auto* i = std::get_if<If>(&s.node)) return put(i->condition);
    if (auto* l = std::get_if<For>(&s.node)) {
      for (ExprP* e : {&l->lo, &l->step, &l->hi}) put(*e);
    } else if (!std::holds_alternative<While>(s.node)) {
      s = rewrite_exprs({s}, [&](const ExprP& e) { return reading_originals(e); })[0];
    }
  }

  // What the statement, or another iteration of it, may have changed.
  void forget(const Stmt& s, const Places& places) {
    for (const auto& [v, place] : places.vars) known_.values[v] = numbers_.fresh();
    for (const ArrayId a : stored_arrays({s})) {
      if (f_.arrays[a].space == Space::Global)
        known_.memory = numbers_.fresh();
      else
        known_.contents[a] = numbers_.fresh();
    }
  }

  // Behind both branches.
  void meet(const Known& other) {
    const auto join = [&](Number& a, Number b) {
      if (a != b) a = numbers_.fresh();
    };
    for (std::size_t v = 0; v < known_.values.size(); ++v) join(known_.values[v], other.values[v]);
    for (std::size_t a = 0; a < known_.contents.size(); ++a) join(known_.contents[a], other.contents[a]);
    join(known_.memory, other.memory);
  }

  // Without assignments that nothing reads now, also not by way of others that go, nor the branches that held them.
  Block without_unread(const Block& body) const {
    Uses uses(*this);
    uses.block(body, {});
    return rewrite_stmts(body, [&](Stmt copy, const Stmt& s, Block& out) {
      if (!uses.goes(s)) out.push_back(std::move(copy));
    });
  }

  // What of a body is of use: all but assignments to variables that were read before, of which none is read by what is
  // of use, and branches of such assignments.
  class Uses {
   public:
    explicit Uses(const ValueNumbering& of) : of_(of) {}

    // around: branches that go when all in them goes.
    void block(const Block& b, const std::vector<const Stmt*>& around) {
      for (const Stmt& s : b) statement(s, around);
    }
    bool goes(const Stmt& s) const {
      if (auto* a = std::get_if<Assign>(&s.node)) return may_go(a->var) && !read_.count(a->var);
      return branches_.count(&s) && !used_.count(&s);
    }

   private:
    struct Place {
      const Stmt* statement;
      std::vector<const Stmt*> around;
    };

    bool may_go(VarId v) const {
      return (of_.reads_.count(v) || of_.is_copy(v)) && !of_.kept_.count(v) && !of_.is_output(v);
    }

    void statement(const Stmt& s, const std::vector<const Stmt*>& around) {
      auto* a = std::get_if<Assign>(&s.node);
      // What iterations hand on reads itself.
      if (a && may_go(a->var) && !of_.carried_.count(a->var)) {
        if (read_.count(a->var)) return use(s, around);
        assigned_[a->var].push_back({&s, around});
        return;
      }
      auto* i = std::get_if<If>(&s.node);
      if (!i || i->then.empty() || may_fail(*i->condition)) use(s, around);
      std::vector<const Stmt*> inside = around;
      if (i && !used_.count(&s)) {
        branches_.insert(&s);
        inside.push_back(&s);
      }
      if (i) {
        block(i->then, inside);
        block(i->otherwise, inside);
      } else if (auto* l = std::get_if<For>(&s.node)) {
        block(l->body, {});
      } else if (auto* w = std::get_if<While>(&s.node)) {
        block(w->body, {});
      }
    }

    void use(const Stmt& s, const std::vector<const Stmt*>& around) {
      reads(s);
      for (const Stmt* branch : around)
        if (used_.insert(branch).second) reads(*branch);
      while (!found_.empty()) {
        const auto places = std::move(assigned_[found_.back()]);
        assigned_.erase(found_.back());
        found_.pop_back();
        for (const Place& p : places) use(*p.statement, p.around);
      }
    }
    void reads(const Stmt& s) {
      used_.insert(&s);
      for_each_root(s, [&](const ExprP& root) {
        for_each_expr(*root, [&](const Expr& e) {
          auto* r = std::get_if<VarRef>(&e.node);
          if (r && read_.insert(r->var).second && assigned_.count(r->var)) found_.push_back(r->var);
        });
      });
    }

    const ValueNumbering& of_;
    std::map<VarId, std::vector<Place>> assigned_;  // of variables that are not read so far
    std::vector<VarId> found_;                      // read now, whose assignments are to be used
    std::set<VarId> read_;
    std::set<const Stmt*> branches_, used_;
  };

  Function& f_;
  const std::map<VarId, int> reads_;
  std::map<VarId, int> assignments_;
  std::map<ArrayId, int> mentions_;
  NumberTable numbers_;
  Known known_;
  std::unordered_set<Number> executed_;                  // expressions and statements, on every path to here
  std::vector<Number> added_;                            // to them, in this block
  std::map<Number, std::pair<Number, Number>> origins_;  // of results: their statement, and their place in it
  std::set<VarId> copies_;                               // variables that were given the value of another one
  std::set<VarId> again_;                                // those that what stays gives values that are there already
  std::set<VarId> carried_;                              // those that may be read before an iteration assigns them
  std::set<VarId> kept_;                                 // what they are given may fail where nothing has failed before
  std::set<ArrayId> spared_;                             // arrays of which statements that store to them went
  std::set<ArrayId> filled_;                             // and those whose stores all stay
  bool changed_ = false;
};

}  // namespace

bool share_equal_values(Function& nest) {
  std::set<ArrayId> filled;
  for (;;) {
    ValueNumbering numbering(nest, filled);
    std::optional<Block> body = numbering.run();
    if (numbering.filled() == filled) {
      if (body) nest.body = std::move(*body);
      return body.has_value();
    }
    filled = numbering.filled();
  }
}

}  // namespace qc
