// A forward data-flow analysis over structured IR walks statements in their order: what is known at a place, a State,
// is what the paths that lead there know.
#pragma once
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "ir/ir.h"

namespace qc::ir {

template <class State>
class ForwardFlow {
 protected:
  using Reached = std::optional<State>;  // nothing: no path leads to the place
  // What is known where an iteration leaves its loop, and where it goes on with the next one.
  struct Jumps {
    Reached breaks, continues;
  };

  ~ForwardFlow() = default;

  void block(const Block& b, Reached& at) {
    for (const Stmt& s : b)
      if (at) statement(s, at);
  }
  void meet(Reached& a, const Reached& b) const {
    if (a && b)
      join(*a, *b);
    else if (b)
      a = b;
  }
  // The body once: `inside` becomes what is known behind it.
  Jumps iteration(const Block& body, Reached& inside) {
    loops_.emplace_back();
    block(body, inside);
    Jumps jumps = std::move(loops_.back());
    loops_.pop_back();
    meet(inside, jumps.continues);
    return jumps;
  }
  std::size_t loops_around() const { return loops_.size(); }

  // a becomes what is known where a path that knows a meets one that knows b.
  virtual void join(State& a, const State& b) const = 0;
  // What the statement itself reads and sets. False: what it holds is not looked at.
  virtual bool step(const Stmt& s, State& at) = 0;
  virtual void loop(const For& l, Reached& at) = 0;
  virtual void loop(const While& w, Reached& at) = 0;
  virtual void branch(const If& i, Reached& at) {
    Reached no = at;
    block(i.then, at);
    block(i.otherwise, no);
    meet(at, no);
  }
  // Whether no path goes on behind a jump or a failure.
  virtual bool ends_path(const Stmt&) const { return true; }

 private:
  void statement(const Stmt& s, Reached& at) {
    if (!step(s, *at)) return;
    const bool breaks = std::holds_alternative<Break>(s.node), continues = std::holds_alternative<Continue>(s.node);
    const bool leaves = breaks || continues || std::holds_alternative<Return>(s.node);
    if (auto* i = std::get_if<If>(&s.node)) {
      branch(*i, at);
    } else if (auto* l = std::get_if<For>(&s.node)) {
      loop(*l, at);
    } else if (auto* w = std::get_if<While>(&s.node)) {
      loop(*w, at);
    } else if ((leaves || std::holds_alternative<Fail>(s.node)) && ends_path(s)) {
      if (!loops_.empty() && (breaks || continues)) meet(breaks ? loops_.back().breaks : loops_.back().continues, at);
      at.reset();
    }
  }

  std::vector<Jumps> loops_;
};

}  // namespace qc::ir
