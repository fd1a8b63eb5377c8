#include "analysis/dataflow/liveness.h"

#include <algorithm>

#include "analysis/dataflow/name_facts.h"
#include "analysis/dataflow/outer_names.h"

namespace qc {

namespace {

using Names = std::set<std::string, std::less<>>;
using After = std::unordered_map<const ast::Stmt*, Names>;

constexpr const char* kEverything = "*";  // no name of a program

void unite(Names& into, const Names& more) { into.insert(more.begin(), more.end()); }

Names read_by(const ast::FunctionDef& f);

// What loops declare: it converts what it is given behind them, as if that read it.
Names declared_in_loops(const ast::Block& body) {
  Names names;
  ast::for_each_own_statement(body, [&](const ast::Stmt& s) {
    auto* loop = std::get_if<ast::For>(&s.node);
    if (!loop) return;
    ast::for_each_own_statement(loop->body, [&](const ast::Stmt& inner) {
      auto* a = std::get_if<ast::Assign>(&inner.node);
      for (std::size_t k = 0; a && k < a->targets.size(); ++k)
        if (const std::string* n = a->targets[k].type ? ast::name_of(*a->targets[k].place) : nullptr) names.insert(*n);
    });
  });
  return names;
}

// Walks statements backwards. `live`: what may be read from here on.
class Liveness {
 public:
  Liveness(After& after, Names at_return, const ast::Block& body)
      : after_(after), at_return_(std::move(at_return)), declared_(declared_in_loops(body)) {}

  void block(const ast::Block& b, Names& live) {
    for (auto s = b.rbegin(); s != b.rend(); ++s) {
      statement(*s, live);
      unite(live, always_);
    }
  }
  void always(const Names& names) { unite(always_, names); }

 private:
  void reads(const ast::Expr& e, Names& live) {
    NameCounts counts;
    count_names(e, counts);
    for (const auto& [n, times] : counts) live.insert(n);
  }
  void reads(const ast::ExprP& e, Names& live) {
    if (e) reads(*e, live);
  }

  void statement(const ast::Stmt& s, Names& live) {
    if (auto* n = std::get_if<ast::Assign>(&s.node))
      assign(*n, live);
    else if (auto* n = std::get_if<ast::If>(&s.node))
      branches(*n, live);
    else if (auto* n = std::get_if<ast::Match>(&s.node))
      arms(*n, live);
    else if (auto* n = std::get_if<ast::While>(&s.node))
      loop(n->body, &n->condition, nullptr, live);
    else if (auto* n = std::get_if<ast::Repeat>(&s.node))
      loop(n->body, &n->until, nullptr, live);
    else if (auto* n = std::get_if<ast::For>(&s.node)) {
      unite(after_[&s], live);
      loop(n->body, nullptr, &n->variable, live);
      for (const auto* e : {&n->lo, &n->step, &n->hi}) reads(*e, live);
    } else if (auto* n = std::get_if<ast::Try>(&s.node))
      attempt(*n, live);
    else if (std::holds_alternative<ast::Break>(s.node))
      live = breaks_.empty() ? at_return_ : breaks_.back();
    else if (std::holds_alternative<ast::Continue>(s.node))
      live = continues_.empty() ? at_return_ : continues_.back();
    else if (std::holds_alternative<ast::Return>(s.node))
      live = at_return_;
    else if (std::holds_alternative<ast::Import>(s.node))
      live.insert(kEverything);
    else if (auto* f = std::get_if<Box<ast::FunctionDef>>(&s.node))
      unite(live, read_by(**f));
    else {
      NameCounts counts;
      count_names(s, counts);
      for (const auto& [n, times] : counts) live.insert(n);
    }
  }

  void assign(const ast::Assign& a, Names& live) {
    const bool set = a.op == ast::AssignOp::Set;
    for (const auto& t : a.targets)
      if (auto* n = std::get_if<ast::Name>(&t.place->node); n && set && (t.type || !declared_.count(n->name)))
        live.erase(n->name);
    for (const auto& t : a.targets)
      if (!set || !std::holds_alternative<ast::Name>(t.place->node)) reads(t.place, live);
    reads(a.value, live);
  }

  void branches(const ast::If& n, Names& live) {
    Names out = live;
    block(n.otherwise, out);
    for (auto arm = n.arms.rbegin(); arm != n.arms.rend(); ++arm) {
      Names here = live;
      block(arm->body, here);
      unite(out, here);
      reads(arm->condition, out);
    }
    live = std::move(out);
  }

  void arms(const ast::Match& n, Names& live) {
    Names out = live;
    for (const auto& arm : n.arms) {
      Names here = live;
      block(arm.body, here);
      unite(out, here);
      reads(arm.pattern, out);
    }
    reads(n.value, out);
    live = std::move(out);
  }

  // Any number of rounds, none included. A `for` may run no round and then leaves its variable as it was.
  void loop(const ast::Block& body, const ast::ExprP* condition, const std::string* variable, Names& live) {
    const Names out = live;
    if (condition) reads(*condition, live);
    for (std::size_t before = live.size();; before = live.size()) {
      breaks_.push_back(out);
      continues_.push_back(live);
      Names round = live;
      block(body, round);
      if (variable && !out.count(*variable) && !always_.count(*variable)) round.erase(*variable);
      unite(live, round);
      continues_.pop_back();
      breaks_.pop_back();
      if (live.size() == before) return;
    }
  }

  // Control may go from anywhere in the body to the handler.
  void attempt(const ast::Try& n, Names& live) {
    Names handler = live;
    block(n.handler, handler);
    const Names saved = always_;
    unite(always_, handler);
    block(n.body, live);
    unite(live, handler);
    always_ = saved;
  }

  After& after_;
  Names at_return_, always_, declared_;
  std::vector<Names> breaks_, continues_;
};

// What a nested function may read before it assigns it, so that it is not a variable of its own.
Names read_by(const ast::FunctionDef& f) {
  Names live;
  for (const ast::Parameter& p : f.outputs) live.insert(p.name);
  After nowhere;
  Liveness(nowhere, live, f.body).block(f.body, live);
  for (const auto* own : {&f.parameters, &f.outputs})
    for (const ast::Parameter& p : *own) live.erase(p.name);
  NameCounts defaults;
  for (const ast::Parameter& p : f.parameters)
    if (p.default_value) count_names(*p.default_value, defaults);
  for (const auto& [n, times] : defaults) live.insert(n);
  return live;
}

}  // namespace

namespace {

// Those of functions are theirs. Of a loop only its bounds are outside.
void outside_loops(const ast::Block& b, NameCounts& counts) {
  ast::walk(b, {[&](const ast::Stmt& s) {
                  if (auto* loop = std::get_if<ast::For>(&s.node)) {
                    for (const auto* e : {&loop->lo, &loop->step, &loop->hi})
                      if (*e) count_names(**e, counts);
                    return ast::Go::Past;
                  }
                  return std::holds_alternative<Box<ast::FunctionDef>>(s.node) ? ast::Go::Past : ast::Go::In;
                },
                [&](const ast::Expr& e) {
                  if (const std::string* n = ast::name_of(e)) ++counts[*n];
                  return ast::Go::In;
                }});
}

}  // namespace

std::vector<std::string> names_outside_loops(const ast::Block& program) {
  NameCounts counts;
  outside_loops(program, counts);
  std::vector<std::string> out;
  for (const auto& [n, times] : counts) out.push_back(n);
  return out;
}

LiveNames::LiveNames(const ast::Block& body, const std::vector<std::string>& outputs) {
  Names ending(outputs.begin(), outputs.end());
  Liveness l(after_, ending, body);
  for (const ast::Stmt& s : body)
    if (auto* f = std::get_if<Box<ast::FunctionDef>>(&s.node)) l.always(read_by(**f));
  l.block(body, ending);
}

LiveNames LiveNames::of_program(const ast::Block& program) {
  const auto outside = names_outside_loops(program);
  LiveNames out;
  Names ending(outside.begin(), outside.end());
  Liveness(out.after_, ending, program).block(program, ending);
  return out;
}

bool LiveNames::live_after(const ast::Stmt& loop, std::string_view name) const {
  auto it = after_.find(&loop);
  return it == after_.end() || it->second.count(name) > 0 || it->second.count(kEverything) > 0;
}

std::set<std::string, std::less<>> names_of_iterations(const ast::Stmt& loop, const ast::Block& body,
                                                       const std::vector<ast::Parameter>* outputs) {
  NameCounts inside, all;
  count_names(loop, inside);
  for (const ast::Stmt& s : body)
    if (outputs || !std::holds_alternative<Box<ast::FunctionDef>>(s.node)) count_names(s, all);
  ast::For before;  // what is live after it is what the loop reads first
  before.variable = "$before";
  before.lo = before.hi = ast::ExprP(ast::Expr{ast::IntLit{0}, {}});
  const ast::Block twice{{std::move(before), {}}, loop};
  const LiveNames live(twice, {});
  const auto is_output = [&](const std::string& name) {
    return outputs &&
           std::any_of(outputs->begin(), outputs->end(), [&](const ast::Parameter& o) { return o.name == name; });
  };
  std::set<std::string, std::less<>> out;
  for (const auto& [name, n] : inside)
    if (all[name] == n && !is_output(name) && !live.live_after(twice[0], name)) out.insert(name);
  return out;
}

}  // namespace qc
