#include "codegen/for_as_while.h"

#include "codegen/lane_analysis.h"
#include "ir/build.h"

namespace qc::codegen {

using namespace ir;

namespace {

class Rewriter {
 public:
  explicit Rewriter(Function& out, const LaneAnalysis& analysis) : out_(out), analysis_(analysis) {}

  Block block(const Block& in) {
    Block result;
    for (const Stmt& s : in) {
      Stmt copy = s;
      if (auto* i = std::get_if<If>(&copy.node)) {
        i->then = block(i->then);
        i->otherwise = block(i->otherwise);
      } else if (auto* w = std::get_if<While>(&copy.node)) {
        w->body = block(w->body);
      } else if (auto* l = std::get_if<For>(&copy.node)) {
        const bool masked = holds_split(l->body) && !analysis_.uniform_loop(s) && !jumps(l->body);
        l->body = block(l->body);
        if (masked) {
          as_while(*l, s.span, result);
          continue;
        }
      }
      result.push_back(std::move(copy));
    }
    return result;
  }

 private:
  static bool jumps(const Block& body) {
    bool found = false;
    for_each_stmt(body, [&](const Stmt& s) { found = found || std::holds_alternative<Continue>(s.node) || std::holds_alternative<Return>(s.node); });
    return found;
  }

  // The bounds are evaluated once, before the loop; a step of 0 runs nothing.
  void as_while(const For& l, Span span, Block& result) {
    const auto kept = [&](const char* name, const ExprP& value) {
      const VarId v = out_.add_var(name, Elem::I64);
      result.push_back({Assign{v, value}, span});
      return v;
    };
    const VarId next = kept("next", l.lo), hi = kept("last", l.hi);
    const auto step = as_int(*l.step);
    const VarId by = step ? kNoVar : kept("step", l.step);
    const ExprP up = binary(BinaryOp::Le, var(out_, next), var(out_, hi)), down = binary(BinaryOp::Ge, var(out_, next), var(out_, hi));
    ExprP condition = step ? (*step > 0 ? up : down) : ExprP();
    if (!step) {
      const auto is = [&](BinaryOp op) { return binary(op, var(out_, by), int_const(0)); };
      condition = select(is(BinaryOp::Gt), up, select(is(BinaryOp::Lt), down, bool_const(false)));
    } else if (*step == 0) {
      condition = bool_const(false);
    }
    Block body{{Assign{l.var, var(out_, next)}, span}};
    body.insert(body.end(), l.body.begin(), l.body.end());
    body.push_back({Assign{next, add(var(out_, next), step ? int_const(*step) : var(out_, by))}, span});
    result.push_back({While{condition, std::move(body)}, span});
  }

  Function& out_;
  const LaneAnalysis& analysis_;
};

}  // namespace

Function for_loops_as_while(Function f) {
  if (!holds_split(f.body)) return f;
  const LaneAnalysis analysis(f);
  Function out = f;
  Rewriter rewriter(out, analysis);
  out.body = rewriter.block(f.body);
  return out;
}

}  // namespace qc::codegen
