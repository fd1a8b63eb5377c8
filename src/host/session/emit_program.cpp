#include "host/session/emit_program.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <functional>

#include "ast/print_ast.h"
#include "ast/query.h"
#include "host/device/launch.h"
#include "ir/build.h"
#include "ir/effects.h"
#include "ir/print_ir.h"
#include "sema/type_words.h"
#include "transform/parts/fold.h"
#include "transform/parts/interval_eval.h"

namespace qc::host {

namespace {

// The syntax of covered loop k: the loops of a plan are nested one in another.
const ast::For* find_loop(const ast::Block& block, const std::string& variable) {
  for (const ast::Stmt& s : block)
    if (auto* f = std::get_if<ast::For>(&s.node)) {
      if (f->variable == variable) return f;
      if (auto* inner = find_loop(f->body, variable)) return inner;
    }
  return nullptr;
}

std::string sum_operand(const ast::ExprP& e) { return "(" + ast::print(*e) + ")"; }

// The statements that launch one kernel. Names of the compiler begin with `$` and the loop's number.
class LaunchText {
 public:
  LaunchText(const ast::Stmt& loop, const LoopNest& nest, const LoopPlan& plan, const Scheduled& s, int number)
      : loop_(loop),
        nest_(nest.function),
        whole_(nest.specialised.whole),
        complex_(nest.complex),
        plan_(plan),
        s_(s),
        prefix_(fmt::format("${}_", number)) {
    const auto& outermost = std::get<ast::For>(loop.node);
    for (const PlannedLoop& l : plan.loops) {
      const ast::For* f = l.name == outermost.variable ? &outermost : find_loop(outermost.body, l.name);
      if (!f) return;
      loops_.push_back(f);
    }
    complete_ = true;
  }

  // Empty when a loop of the plan is not found in the text.
  std::string run() {
    if (!complete_) return "";
    std::string arguments;
    for (std::size_t i = 0; i < s_.bindings.size(); ++i) {
      arguments += argument(s_.bindings[i], s_.kernel.params[i]) + ", ";
    }
    std::string outputs;
    for (const OutputBinding& o : s_.outputs)
      outputs += (outputs.empty() ? "" : ", ") + output(nest_.vars[o.nest_var].name);
    if (s_.outputs.size() > 1) outputs = "[" + outputs + "]";
    bounds();
    const std::string asked = names_are_apart() + taken_whole();
    line(fmt::format("if {} > 0{}", name("all"), asked));
    sizes();
    const std::string launch =
        fmt::format("parallel_do([[{}], [{}]], {}{})", name("threads"), s_.launch.threads, arguments, s_.kernel.name);
    line("    " + (outputs.empty() ? launch : outputs + " = " + launch));
    // What stands around an empty inner loop runs all the same; where what was asked is not so the loop is as written.
    if (!plan_.prologue.empty() || !plan_.epilogue.empty() || !asked.empty()) {
      line("else");
      text_ += ast::print(loop_, 1);
    }
    line("end");
    for (std::size_t k = 0; k < loops_.size(); ++k)
      line(fmt::format("{} = {} + ({} - 1)*{}", plan_.loops[k].name, name("lo", k), name("n", k), name("st", k)));
    return std::move(text_);
  }

 private:
  void line(const std::string& s) { text_ += s + "\n"; }
  std::string name(const char* what) const { return prefix_ + what; }
  std::string name(const char* what, std::size_t k) const {
    return fmt::format("{}{}_{}", prefix_, what, plan_.loops[k].name);
  }
  // The compiler's own variables go by the loop's number: a later loop that stays as it is begins with its own.
  std::string output(const std::string& variable) const {
    return variable[0] == '$' ? prefix_ + variable.substr(1) : variable;
  }
  bool kept(std::size_t k) const { return plan_.verdict == Verdict::Partial && !plan_.loops[k].reduced; }

  // What is asked when the loop is reached: that no array that it writes goes by two names.
  std::string names_are_apart() const {
    const std::vector<bool> written = written_arrays(nest_);
    std::string text;
    for (std::size_t a = 0; a < nest_.arrays.size(); ++a)
      for (std::size_t b = a + 1; b < nest_.arrays.size(); ++b)
        if (is_param(a) && is_param(b) && (written[a] || written[b]) && nest_.arrays[a].elem == nest_.arrays[b].elem)
          text += fmt::format(" && !shares_data({}, {})", nest_.arrays[a].name, nest_.arrays[b].name);
    return text;
  }
  // That beginnings and steps which the kernel takes as ints are whole.
  std::string taken_whole() const {
    std::string text;
    for (const auto& [e, is] : whole_) text += fmt::format(" && floor({0}) == {0} && abs({0}) < 9e15", "(" + e + ")");
    return text;
  }
  bool is_param(std::size_t array) const {
    return std::any_of(nest_.params.begin(), nest_.params.end(),
                       [&](const ir::Param& p) { return p.kind == ir::Param::Kind::Array && p.id == array; });
  }

  // Bounds once, before the loop: low, step and number of iterations of each.
  void bounds() {
    std::string all, total = "1", rows = "1";
    for (std::size_t k = 0; k < loops_.size(); ++k) {
      const ast::For& f = *loops_[k];
      line(fmt::format("{} = {}", name("lo", k), ast::print(*f.lo)));
      line(fmt::format("{} = {}", name("st", k), f.step ? ast::print(*f.step) : "1"));
      const std::string count =
          fmt::format("numel({}..{}{})", name("lo", k), f.step ? name("st", k) + ".." : "", sum_operand(f.hi));
      line(fmt::format("{} = {}{}", name("n", k), f.step ? name("st", k) + " == 0 ? 0 : " : "",
                       count));  // step 0 runs nothing
      all += (all.empty() ? "" : "*") + name("n", k);
      (kept(k) ? rows : total) += "*" + name("n", k);
    }
    line(fmt::format("{} = {}", name("all"), all));
    line(fmt::format("{} = {}", name("total"), total));
    line(fmt::format("{} = {}", name("rows"), rows));
  }

  void sizes() {
    if (s_.launch.kind == LaunchRule::Kind::Map) {
      line(fmt::format("    {} = int(({} + {})/{})*{}", name("threads"), name("total"), s_.launch.per_block - 1,
                       s_.launch.per_block, s_.launch.threads));
      return;
    }
    const std::int64_t unit = 4 * tree_lanes(s_.launch.accumulator_bytes);
    line(fmt::format("    {} = int((int(({} + {})/{}) + {})/{})", name("units"), name("total"), unit - 1, unit,
                     kMaxChunks - 1, kMaxChunks));
    line(fmt::format("    {} = int(({} + {}*{} - 1)/({}*{}))", name("chunks"), name("total"), name("units"), unit,
                     name("units"), unit));
    line(fmt::format("    {} = {}*{}*{}", name("threads"), name("chunks"), name("rows"), s_.launch.threads));
  }

  std::string argument(const Binding& b, const ir::Param& p) const {
    using Kind = Binding::Kind;
    switch (b.kind) {
      case Kind::Array:
        return complex_.count(b.id) ? fmt::format("complex_parts({})", nest_.arrays[b.id].name)
                                    : nest_.arrays[b.id].name;
      case Kind::Scalar:
        return nest_.vars[b.id].name[0] == '$' ? "0" : nest_.vars[b.id].name;  // the compiler's own begin at 0
      case Kind::LoopLow:
        return name("lo", b.id);
      case Kind::LoopStep:
        return name("st", b.id);
      case Kind::LoopCount:
        return name("n", b.id);
      case Kind::Total:
        return name("total");
      case Kind::KeptTotal:
      case Kind::KeptTiles:
        return name("rows");
      case Kind::KeptGroups:
      case Kind::RowTiles:
      case Kind::Left:
        break;  // only of schedules that know extents, which this one does not
      case Kind::Flags:
      case Kind::Words:
      case Kind::LaunchNumber:
        break;  // of scans, which are not printed
      case Kind::ChunkUnits:
        return name("units");
      case Kind::Chunks:
        return name("chunks");
      case Kind::Partials: {
        const Elem e = s_.kernel.arrays[p.id].elem;
        return fmt::format("vec[{}]({}*{})", elem_name(e), name("chunks"), name("rows"));
      }
      case Kind::Ticket:
        return fmt::format("vec[uint32]({})", name("rows"));
    }
    return "";
  }

  const ast::Stmt& loop_;
  const ir::Function& nest_;
  const std::vector<std::pair<std::string, bool>>& whole_;
  const std::set<ir::ArrayId>& complex_;
  const LoopPlan& plan_;
  const Scheduled& s_;
  std::string prefix_, text_;
  std::vector<const ast::For*> loops_;
  bool complete_ = false;
};

// Prints a block with some of its loops replaced by given text.
class Spliced {
 public:
  explicit Spliced(const std::map<const ast::Stmt*, std::string>& launches) : launches_(launches) {}
  std::string block(const ast::Block& b, int depth) {
    std::string out;
    for (const ast::Stmt& s : b) out += statement(s, depth);
    return out;
  }

 private:
  bool holds(const ast::Stmt& text) const {
    return !ast::walk(
        text, {.statement = [&](const ast::Stmt& s) { return launches_.count(&s) ? ast::Go::Stop : ast::Go::In; }});
  }

  // A compound statement printed with an empty body gives its first and last lines.
  static std::string head(ast::Stmt::Node node, int depth) {
    const std::string text = ast::print(ast::Stmt{std::move(node), {}, false}, depth);
    return text.substr(0, text.rfind('\n', text.size() - 2) + 1);
  }
  static std::string indented(const std::string& text, int depth) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = text.find('\n', at) + 1;
      out += std::string(std::size_t(depth) * 4, ' ') + text.substr(at, end - at);
      at = end;
    }
    return out;
  }

  std::string statement(const ast::Stmt& s, int depth) {
    if (auto it = launches_.find(&s); it != launches_.end()) return indented(it->second, depth);
    if (!holds(s)) return ast::print(s, depth);
    const std::string end = indented("end\n", depth);
    if (auto* n = std::get_if<ast::While>(&s.node))
      return head(ast::While{n->condition, {}}, depth) + block(n->body, depth + 1) + end;
    if (auto* n = std::get_if<ast::For>(&s.node)) {
      ast::For empty = *n;
      empty.body.clear();
      return head(std::move(empty), depth) + block(n->body, depth + 1) + end;
    }
    if (auto* n = std::get_if<Box<ast::FunctionDef>>(&s.node)) {
      ast::FunctionDef empty = **n;
      empty.body.clear();
      return head(Box<ast::FunctionDef>(std::move(empty)), depth) + block((*n)->body, depth + 1) + end;
    }
    if (auto* n = std::get_if<ast::Repeat>(&s.node))
      return indented("repeat\n", depth) + block(n->body, depth + 1) +
             indented("until " + ast::print(*n->until) + "\n", depth);
    if (auto* n = std::get_if<ast::Try>(&s.node))
      return indented("try\n", depth) + block(n->body, depth + 1) + indented("catch " + n->variable + "\n", depth) +
             block(n->handler, depth + 1) + end;
    std::string out;
    if (auto* n = std::get_if<ast::Match>(&s.node)) {
      for (const auto& arm : n->arms) {
        const std::string lines = head(ast::Match{n->value, {{arm.pattern, {}}}}, depth);  // match x with, | 1 ->
        out += (out.empty() ? lines : lines.substr(lines.find('\n') + 1)) + block(arm.body, depth + 1);
      }
      return out + end;
    }
    const auto& n = std::get<ast::If>(s.node);
    for (const auto& arm : n.arms)
      out += indented((out.empty() ? "if " : "elseif ") + ast::print(*arm.condition) + "\n", depth) +
             block(arm.body, depth + 1);
    if (!n.otherwise.empty()) out += indented("else\n", depth) + block(n.otherwise, depth + 1);
    return out + end;
  }

  const std::map<const ast::Stmt*, std::string>& launches_;
};

// Whether numbers go in or out that the program knows as parts of a complex number or fixed-size value only, or, as the
// kind of a number, not at all.
bool takes_parts(const LoopNest& nest) {
  auto is_part = [&](ir::VarId v) {
    return std::any_of(nest.wholes.begin(), nest.wholes.end(),
                       [&](const auto& w) { return std::find(w.parts.begin(), w.parts.end(), v) != w.parts.end(); });
  };
  const ir::Function& f = nest.function;
  return std::any_of(f.outputs.begin(), f.outputs.end(), is_part) ||
         std::any_of(f.params.begin(), f.params.end(), [&](const ir::Param& p) {
           return p.kind == ir::Param::Kind::Scalar && (is_part(p.id) || !f.vars[p.id].set_of.empty());
         });
}

// Whether what is kept beside a best value or a last match is read at a place that is itself read, or computed by what
// may fail: such a loop runs in order where an iteration may fail, which a launch in a program does not know.
bool may_fail_beside_a_winner(const LoopPlan& plan, const ir::Function& nest) {
  bool found = false;
  auto is_gather = [&](const ir::Expr& e) {
    auto* l = std::get_if<ir::Load>(&e.node);
    if (!l || l->access.boundary != Boundary::Checked) return;
    for (const ir::ExprP& i : l->access.index)
      ir::for_each_expr(*i, [&](const ir::Expr& x) { found |= std::holds_alternative<ir::Load>(x.node); });
  };
  ir::for_each_stmt(planned_body(plan, nest), [&](const ir::Stmt& s) {
    const auto u = match_update(plan, nest, s);
    const auto* taken = std::get_if<ir::If>(&s.node);
    if (!u || !taken || !is_arg(plan.accumulators[std::size_t(u->accumulator)].op)) return;
    ir::for_each_expr(taken->then, is_gather);
    found |= ir::may_fail(taken->then);
    ir::for_each_stmt(taken->then, [&](const ir::Stmt& inner) {
      found |= std::holds_alternative<ir::For>(inner.node) || std::holds_alternative<ir::While>(inner.node);
    });
  });
  return found;
}

// Whether the covered loops end where a launch can tell beforehand, whatever the values are: with an end like sqrt(n)
// the loop runs in order.
bool ends_are_known(const LoopPlan& plan, const ir::Function& nest) {
  EvaluationContext any;
  any.float_of = [](ir::VarId) { return std::optional(1.0); };
  any.interval_of = [](ir::VarId) { return std::optional(Interval{1, 1}); };
  any.extent_of = [](ir::ArrayId, int) { return std::int64_t(1); };
  bool known = true;
  for (std::size_t k = 0; k < plan.loops.size(); ++k) {
    const ir::For& loop = planned_loop(plan, nest, int(k));
    for (const ir::ExprP* e : {&loop.lo, &loop.step, &loop.hi}) {
      known &= value_of(**e, any).has_value();
      ir::for_each_expr(**e, [&](const ir::Expr& x) {
        if (auto* s = std::get_if<ir::Select>(&x.node))
          known &= truth_of(*s->condition, any) && value_of(*s->yes, any) && value_of(*s->no, any);
        if (auto* b = std::get_if<ir::Binary>(&x.node); b && (b->op == ir::BinaryOp::And || b->op == ir::BinaryOp::Or))
          known &= truth_of(*b->a, any) && truth_of(*b->b, any);
      });
    }
  }
  return known;
}

// Whether each array that a thread makes is one that a kernel of a program may make: the lanes of a sum that an
// iteration takes are more.
bool is_expressible(const ir::Function& kernel) {
  return std::none_of(kernel.arrays.begin(), kernel.arrays.end(), [](const ir::Array& a) {
    std::int64_t count = 1;
    for (const std::int64_t n : a.dims) count *= n;
    return a.space == ir::Space::Local && count > kMostOfFixed;
  });
}

}  // namespace

void ProgramEmitter::add(const ast::Stmt& loop, const LoopNest& nest, const LoopPlan& plan, const LoopFacts& facts) {
  if (!runs_parallel(plan) || !plan.conditions.empty() || replaced_.count(&loop)) return;
  const auto& sites = nest.function.sites;  // a kernel has no evaluator to bail out to
  if (std::any_of(sites.begin(), sites.end(), is_bail_out)) return;
  if (plan.speculates && facts.checked) return;  // nor is it asked whether what is only tried may fail
  if (takes_parts(nest) || !nest.updated_in_place.empty() || plan.may_misspeculate ||
      may_fail_beside_a_winner(plan, nest.function) || !ends_are_known(plan, nest.function))
    return;
  Scheduled s = schedule_loop(nest, plan, facts, gpu_policy());
  if (!s.before.empty() || s.launch.kind == LaunchRule::Kind::Scan)
    return;  // several kernels, or blocks that wait for each other: the loop stays as it is
  if (!is_expressible(s.kernel)) return;
  const int number = ++count_;
  const std::uint32_t line = sources_.place(plan.span).line;
  s.kernel.name = fmt::format("opt__for_{}_kernel{}", line, number);
  const char* what = plan.verdict == Verdict::Map ? "parallel loop" : "parallel reduction loop";
  s.kernel.note = fmt::format("the for-loop on line {} was optimized using the {} transform", line, what);
  const std::string launch = LaunchText(loop, nest, plan, s, number).run();
  if (launch.empty()) return;
  replaced_[&loop] = {plan.span, ir::print(s.kernel, scalar_) + "\n", launch};
  order_.push_back(&loop);
}

namespace {

bool stands_in(const std::string& name, const std::string& text) {
  auto part_of_name = [](char c) { return c == '_' || std::isalnum(static_cast<unsigned char>(c)); };
  for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    if ((at == 0 || !part_of_name(text[at - 1])) && (end == text.size() || !part_of_name(text[end]))) return true;
  }
  return false;
}

}  // namespace

void ProgramEmitter::keep_loops_of_callees(const ast::Program& program) {
  std::vector<const ast::FunctionDef*> functions;
  std::string stays;  // loops, and functions that they may call
  ast::walk(program.statements, {.statement = [&](const ast::Stmt& s) {
              if (replaced_.count(&s)) return ast::Go::Past;
              if (std::holds_alternative<ast::For>(s.node)) stays += ast::print(s);
              if (auto* f = std::get_if<Box<ast::FunctionDef>>(&s.node)) functions.push_back(f->get());
              return ast::Go::In;
            }});
  for (std::size_t before = std::size_t(-1); before != functions.size();) {
    before = functions.size();
    std::erase_if(functions, [&](const ast::FunctionDef* f) {
      if (!stands_in(f->name, stays)) return false;
      ast::for_each_statement(f->body, [&](const ast::Stmt& s) { replaced_.erase(&s); });
      for (const ast::Stmt& s : f->body) stays += ast::print(s);
      return true;
    });
  }
  std::erase_if(order_, [&](const ast::Stmt* s) { return !replaced_.count(s); });
}

std::string ProgramEmitter::text(const ast::Program& program) {
  keep_loops_of_callees(program);
  std::string kernels;
  std::map<const ast::Stmt*, std::string> launches;
  for (const ast::Stmt* s : order_) {
    kernels += replaced_.at(s).kernel;
    launches[s] = replaced_.at(s).launch;
  }
  return kernels + Spliced(launches).block(program.statements, 0);
}

std::vector<std::pair<Span, std::string>> ProgramEmitter::loops() const {
  std::vector<std::pair<Span, std::string>> all;
  for (const ast::Stmt* s : order_) {
    const Replaced& r = replaced_.at(s);
    all.emplace_back(r.span, r.kernel + r.launch);
  }
  return all;
}

}  // namespace qc::host
