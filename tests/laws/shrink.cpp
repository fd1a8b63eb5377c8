#include "tests/laws/shrink.h"

#include <algorithm>

namespace qc::laws {
namespace {

const char* simplest(Kind k) {
  switch (k) {
    case Kind::Int:
      return "1";
    case Kind::Exact:
      return "1.0";
    case Kind::Rough:
      return "0.7";
    case Kind::Bool:
      break;
  }
  return "true";
}

// Walks over all places where something may be left out, and does so at the one with the number `wanted`.
class Reducer {
 public:
  explicit Reducer(int wanted) : wanted_(wanted) {}
  bool apply(Program& p) {
    runs(p);
    block(p.body);
    for (Block& b : p.functions) block(b);
    data(p);
    if (p.double_precision && here()) p.double_precision = false;
    return done_;
  }

 private:
  bool here() {
    if (done_ || at_++ != wanted_) return false;
    return done_ = true;
  }

  void runs(Program& p) {
    for (std::size_t k = 0; p.runs.size() > 1 && k < p.runs.size() && !done_; ++k)
      if (here()) p.runs = {p.runs[k]};
  }

  void block(Block& b) {
    for (std::size_t k = 0; k < b.size() && !done_; ++k) {
      if (here()) return void(b.erase(b.begin() + std::ptrdiff_t(k)));
      node(b, k);
    }
  }

  void node(Block& b, std::size_t k) {
    Node& n = b[k];
    if (n.form == Node::Form::If) {
      for (Block* inner : {&n.body, &n.otherwise})
        if (!inner->empty() && here()) {
          Block kept = std::move(*inner);
          b.erase(b.begin() + std::ptrdiff_t(k));
          b.insert(b.begin() + std::ptrdiff_t(k), kept.begin(), kept.end());
          return;
        }
      if (!n.otherwise.empty() && here()) n.otherwise.clear();
    }
    if (n.form == Node::Form::For) {
      if (n.forced && here()) n.forced = false;
      range(n.text);
    }
    for (Expr& e : n.parts) expression(e);
    block(n.body);
    block(n.otherwise);
  }

  void range(std::string& text) {
    const char* extent = text[0] == 'i' ? "N" : text[0] == 'j' ? "M" : "K";
    const std::string simple = std::string(1, text[0]) + "=0.." + extent + "-1";
    if (text != simple && here()) text = simple;
  }

  void expression(Expr& e) {
    if (done_) return;
    if (e.text != simplest(e.kind)) {
      if (here()) return void(e = {e.kind, simplest(e.kind), {}, 1, 0});
      for (std::size_t k = 0; k < e.parts.size(); ++k)
        if (e.parts[k].kind == e.kind && here()) {
          Expr part = e.parts[k];
          return void(e = std::move(part));
        }
    }
    for (Expr& part : e.parts) expression(part);
  }

  void data(Program& p) {
    for (Data& d : p.runs) {
      if (p.square) {
        for (std::int64_t less : {d.n / 2, d.n - 1})
          if (d.n > 0 && here()) d.n = d.m = d.k = less;
      } else {
        for (std::int64_t* x : {&d.n, &d.m, &d.k})
          for (std::int64_t less : {*x / 2, *x - *x / 8, *x - 1})
            if (*x > 0 && less < *x && here()) *x = less;
      }
      if (d.special && here()) d.special = false;
      if (d.alias && here()) d.alias = 0;
      if (d.q != 0 && here()) d.q = 0;
      if (d.inc != 1 && here()) d.inc = 1;
    }
  }

  int wanted_, at_ = 0;
  bool done_ = false;
};

}  // namespace

Program shrink(Program program, const std::function<bool(const Program&)>& fails, int budget) {
  for (int k = 0; budget > 0;) {
    Program smaller = program;
    if (!Reducer(k).apply(smaller)) break;
    --budget;
    if (fails(smaller))
      program = std::move(smaller);
    else
      ++k;
  }
  // What became possible at places that were tried before.
  for (bool again = true; again && budget > 0;) {
    again = false;
    for (int k = 0; budget > 0; ++k) {
      Program smaller = program;
      if (!Reducer(k).apply(smaller)) break;
      --budget;
      if (fails(smaller)) program = std::move(smaller), again = true;
    }
  }
  return program;
}

}  // namespace qc::laws
