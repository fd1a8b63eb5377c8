#include "codegen/ir_passes/masked_jumps.h"

#include "codegen/ir_passes/lane_analysis.h"
#include "ir/build.h"
#include "ir/rewrite_stmts.h"

namespace qc::codegen {

using namespace ir;

namespace {

bool is_break(const Stmt& s) { return std::holds_alternative<Break>(s.node); }
bool is_jump(const Stmt& s) { return is_break(s) || std::holds_alternative<Continue>(s.node); }

// Whether a statement of a loop's body holds a jump of that kind out of the iteration; loops inside it have their own.
template <class F>
bool holds_jump(const Stmt& s, const F& kind) {
  if (kind(s)) return true;
  bool found = false;
  if (auto* i = std::get_if<If>(&s.node))
    for (const Block* b : {&i->then, &i->otherwise})
      for (const Stmt& inner : *b) found = found || holds_jump(inner, kind);
  return found;
}

bool holds_other_jump(const Block& body) {
  for (const Stmt& s : body)
    if (holds_jump(s, is_jump) && !only_breaks(s)) return true;
  return false;
}

// One loop whose jumps become flags.
class Flags {
 public:
  Flags(Function& f, const Block& body) : f_(f), left_(f.add_var("left", Elem::Bool)) {
    for (const Stmt& s : body)
      if (stops_ == kNoVar && holds_jump(s, is_break)) stops_ = f.add_var("stops", Elem::Bool);
  }

  Block body(const Block& was, Span span) const {
    Block out{set(left_, false, span)};
    if (stops_ != kNoVar) out.push_back(set(stops_, false, span));
    for (Stmt& s : lowered(was, 0)) out.push_back(std::move(s));
    if (stops_ != kNoVar) out.push_back({If{var(f_, stops_), {{Break{}, span}}, {}}, span});
    return out;
  }

 private:
  static Stmt set(VarId v, bool value, Span span) { return {Assign{v, bool_const(value)}, span}; }

  Block lowered(const Block& block, std::size_t from) const {
    Block out;
    for (std::size_t k = from; k < block.size(); ++k) {
      const Stmt& s = block[k];
      if (is_jump(s)) {  // what stands behind it is not reached
        out.push_back(set(left_, true, s.span));
        if (is_break(s)) out.push_back(set(stops_, true, s.span));
        return out;
      }
      if (!holds_jump(s, is_jump)) {
        out.push_back(s);
        continue;
      }
      If branches = std::get<If>(s.node);
      branches.then = lowered(branches.then, 0);
      branches.otherwise = lowered(branches.otherwise, 0);
      out.push_back({std::move(branches), s.span});
      if (Block rest = lowered(block, k + 1); !rest.empty()) {
        // The threads of all branches meet here. Without it a compiler leads those that have left past the condition,
        // and what is left of a warp arrives in parts.
        out.push_back({Barrier{SyncScope::Warp}, s.span});
        out.push_back({If{unary(UnaryOp::Not, var(f_, left_)), std::move(rest), {}}, s.span});
      }
      return out;
    }
    return out;
  }

  Function& f_;
  VarId left_, stops_ = kNoVar;
};

}  // namespace

bool only_breaks(const Stmt& s) {
  auto* i = std::get_if<If>(&s.node);
  return i && i->otherwise.empty() && i->then.size() == 1 && is_break(i->then[0]);
}

Function jumps_as_conditions(Function f) {
  const auto body_of = [](auto& s) {
    auto* l = std::get_if<For>(&s.node);
    auto* w = std::get_if<While>(&s.node);
    return l ? &l->body : w ? &w->body : nullptr;
  };
  const auto asks = [&](const Stmt& s) {
    const Block* body = body_of(s);
    return body && holds_other_jump(*body) && holds_split(*body);
  };
  bool any = false;
  for_each_stmt(f.body, [&](const Stmt& s) { any = any || asks(s); });
  if (!any) return f;
  const LaneAnalysis analysis(f);
  Function out = f;
  out.body = rewrite_stmts(f.body, [&](Stmt s, const Stmt& was, Block& result) {
    if (asks(was) && !analysis.uniform_loop(was)) {
      Block& body = *body_of(s);
      body = Flags(out, body).body(body, s.span);
    }
    result.push_back(std::move(s));
  });
  return out;
}

}  // namespace qc::codegen
