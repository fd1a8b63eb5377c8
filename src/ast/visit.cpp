#include "ast/visit.h"

namespace qc::ast {

namespace {

// What a walk that visits a node like this does next.
template <class N>
Go asked(const std::function<Go(const N&)>& visit, const N& node) {
  return visit ? visit(node) : Go::In;
}

struct Walk {
  const Visitor& visitor;
  bool on = true;

  void operator()(const ExprP& e) { (*this)(*e); }
  void operator()(const Box<Stmt>& s) { (*this)(*s); }
  void operator()(const Block& b) {
    for (const Stmt& s : b) (*this)(s);
  }
  void operator()(const Expr& e) {
    if (on) into(e, asked(visitor.expression, e));
  }
  void operator()(const Stmt& s) {
    if (on) into(s, asked(visitor.statement, s));
  }
  template <class N>
  void into(const N& node, Go go) {
    on = go != Go::Stop;
    if (go == Go::In) for_each_part(node, *this);
  }
};

template <class Text>
bool walked(const Text& text, const Visitor& visitor) {
  Walk all{visitor};
  all(text);
  return all.on;
}

template <class Text>
bool walked_own(const Text& text, const std::function<Go(const Stmt&)>& visit) {
  const auto own = [&](const Stmt& s) {
    const Go go = visit(s);
    return go == Go::In && std::holds_alternative<Box<FunctionDef>>(s.node) ? Go::Past : go;
  };
  return walk(text, {.statement = own, .expression = [](const Expr&) { return Go::Past; }});
}

}  // namespace

bool walk(const Expr& e, const Visitor& visitor) { return walked(e, visitor); }
bool walk(const Stmt& s, const Visitor& visitor) { return walked(s, visitor); }
bool walk(const Block& b, const Visitor& visitor) { return walked(b, visitor); }

bool walk_own_statements(const Stmt& s, const std::function<Go(const Stmt&)>& visit) { return walked_own(s, visit); }
bool walk_own_statements(const Block& b, const std::function<Go(const Stmt&)>& visit) { return walked_own(b, visit); }

}  // namespace qc::ast
