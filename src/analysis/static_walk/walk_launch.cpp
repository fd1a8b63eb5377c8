// Launches of kernels in the static walk: what they are given, and what is known where the kernel stands.
#include <fmt/format.h>

#include <algorithm>

#include "analysis/static_walk/walker.h"
#include "ast/print_ast.h"
#include "desugar/counter_based_random.h"
#include "sema/kernel_position_names.h"

namespace qc::walking {

namespace {

// How many extents a launch has: parallel_do(n, ..), parallel_do([m,n], ..), parallel_do([[m,n],[16,16]], ..). 0: not
// seen here.
int extents_of_launch(const ast::Expr& dims, const Known& value) {
  if (value.type.is_number()) return 1;
  auto* row = std::get_if<ast::ArrayLit>(&dims.node);
  if (row && !row->elements.empty())
    if (auto* inner = std::get_if<ast::ArrayLit>(&row->elements[0]->node)) row = inner;
  if (!row) return 0;
  for (const auto& e : row->elements)
    if (!std::holds_alternative<ast::IntLit>(e->node) && !std::holds_alternative<ast::Name>(e->node) &&
        !std::holds_alternative<ast::Call>(e->node) && !std::holds_alternative<ast::Binary>(e->node))
      return 0;
  return int(row->elements.size());
}

}  // namespace

// parallel_do(dims, args.., kernel): the kernel's scalar outputs.
std::vector<Type> Walker::launch(const ast::Call& c, const std::vector<Known>& args, Span span) {
  if (args.size() < 2) return {};
  const Known& last = args.back();
  if (last.functions.size() != 1) return {Type::unknown()};
  const FunctionRef kernel = last.functions.front();
  if (dry_ == 0 && options_.launch) visit_launch(c, kernel, args, span);
  return kernel_outputs(kernel);
}

std::vector<Type> Walker::kernel_outputs(const FunctionRef& kernel) {
  if (!kernel.def) return {Type::unknown()};
  std::vector<Type> out;
  for (const auto& o : kernel.def->outputs) out.push_back(o.type ? written(*o.type) : Type::unknown());
  return out;
}

// What a kernel sees besides its parameters: the names around it where it is nested or a lambda, else the constants of
// its file.
Environment Walker::around_kernel(const FunctionRef& kernel) const {
  const Body& here = *bodies_.back();
  const auto is_here = [&](const auto& named) {
    return std::find(named.second.begin(), named.second.end(), kernel) != named.second.end();
  };
  if (!kernel.def || bodies_.size() == 1 || std::any_of(here.functions.begin(), here.functions.end(), is_here))
    return here.environment;
  Environment constants;
  see_constants(constants, *kernel.def);
  return constants;
}

void Walker::visit_launch(const ast::Call& c, const FunctionRef& kernel, const std::vector<Known>& args, Span span) {
  if (!kernel.def && !kernel.lambda) return;
  auto* callee = std::get_if<ast::Name>(&c.arguments.back().value->node);
  LaunchVisit visit{
      {kernel, callee ? callee->name : "", span, {}, extents_of_launch(*c.arguments.front().value, args.front())},
      nullptr};
  Body inside;
  inside.environment = around_kernel(kernel);
  inside.functions = body().functions;
  inside.declared = body().declared;
  inside.live = body().live;
  std::string key = fmt::format("{}:{}:{}", static_cast<const void*>(kernel.def),
                                static_cast<const void*>(kernel.lambda), visit.launch.extents);
  std::size_t next = 1;
  for (const ast::Parameter& p : kernel.def ? kernel.def->parameters : kernel.lambda->parameters) {
    if (is_position_name(p.name)) continue;
    if (next + 1 >= args.size()) return;  // too few: the launch says so
    Known given = args[next];
    given.constant.reset();
    const bool vague = !given.type.known() || (given.type.is_array() && given.type.rank == 0);
    if (const Type t = p.type && vague ? written(*p.type) : Type::unknown(); t.known()) given.type = t;
    for (auto& [path, known] : fields_as(ast::print(*c.arguments[next].value), p.name))
      inside.environment[path] = std::move(known);
    visit.launch.arguments.push_back(given.type);
    key += "," + type_name(given.type, options_.scalar);
    inside.environment[p.name] = std::move(given);
    ++next;
  }
  if (next + 1 != args.size() || !reported_launches_.insert(std::move(key)).second) return;
  for (const auto name : {kRandomKey, kRandomLaunch})
    inside.environment[std::string(name)] = Known{Type::integer(), {}, {}};
  static const ast::Stmt no_loop{};
  visit.scope = std::make_shared<StaticScope>(inside, functions_, classes_, no_loop, options_.library);
  launches.push_back(std::move(visit));
}

}  // namespace qc::walking
