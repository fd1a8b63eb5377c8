#include "analysis/report/explain_kernel.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "analysis/report/explain_parts.h"
#include "ir/build.h"
#include "support/visible_text.h"

namespace qc {

namespace {

const char* name_of(ir::AtomicOp op) {
  constexpr const char* names[] = {"+", "-", "*", "min", "max", "&", "|", "^", "inc", "dec", "exchange", "compare"};
  return names[int(op)];
}

const char* name_of(ast::AssignOp op) {
  switch (op) {
    case ast::AssignOp::Mul:
    case ast::AssignOp::ElemMul:
      return "*";
    case ast::AssignOp::Div:
    case ast::AssignOp::ElemDiv:
      return "/";
    case ast::AssignOp::And:
      return "&";
    case ast::AssignOp::Or:
      return "|";
    case ast::AssignOp::Xor:
      return "^";
    case ast::AssignOp::Max:
      return "max";
    case ast::AssignOp::Min:
      return "min";
    default:
      return "+";
  }
}

// What a kernel does to memory and how its threads meet, in the order of the text.
struct Facts {
  struct Update {
    std::string op, name;
  };
  struct Own {
    std::string name;
    Elem elem;
    std::vector<std::int64_t> extents;
  };  // -1: decided by the launch
  std::vector<std::string> reads, writes;
  std::vector<Update> updates;  // atomic
  std::vector<Update> totals;   // by the tree of reductions
  std::vector<Own> shared, thread;
  int barriers = 0, grid_barriers = 0;
  bool warp = false;  // shuffles and ballots
};

void add(std::vector<std::string>& names, const std::string& name) {
  if (!name.starts_with("$") && std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
}

class Collector {
 public:
  explicit Collector(const LoweredKernel& kernel) : f_(kernel.function) {
    for (const auto& a : kernel.accumulators) {
      facts.totals.push_back({name_of(a.op), a.name});
      for (ir::ArrayId partial : a.partials) own_.insert(partial);
    }
    ir::for_each_stmt(f_.body, [&](const ir::Stmt& s) { statement(s); });
    ir::for_each_expr(f_.body, [&](const ir::Expr& e) {
      if (auto* l = std::get_if<ir::Load>(&e.node); l && of_program(l->access))
        add(facts.reads, f_.arrays[l->access.array].name);
      facts.warp |= std::holds_alternative<ir::Shuffle>(e.node) || std::holds_alternative<ir::Ballot>(e.node);
    });
    for (const ir::Array& a : f_.arrays) memory(a);
  }
  Facts facts;

 private:
  bool of_program(const ir::Access& a) const {
    return f_.arrays[a.array].space == ir::Space::Global && !own_.count(a.array);
  }

  void statement(const ir::Stmt& s) {
    if (auto* w = std::get_if<ir::Store>(&s.node); w && of_program(w->access))
      add(facts.writes, f_.arrays[w->access.array].name);
    if (auto* u = std::get_if<ir::Atomic>(&s.node); u && of_program(u->access))
      update(name_of(u->op), f_.arrays[u->access.array].name);
    if (auto* b = std::get_if<ir::Barrier>(&s.node))
      ++(b->scope == ir::SyncScope::Grid ? facts.grid_barriers : facts.barriers);
  }

  void update(const std::string& op, const std::string& name) {
    const auto same = [&](const Facts::Update& u) { return u.op == op && u.name == name; };
    if (!name.starts_with("$") && std::none_of(facts.updates.begin(), facts.updates.end(), same))
      facts.updates.push_back({op, name});
  }

  void memory(const ir::Array& a) {
    if (a.space == ir::Space::Global) return;
    Facts::Own own{a.name, a.elem, a.dims};
    if (!a.dynamic_dims.empty()) own.extents.assign(a.dynamic_dims.size(), -1);
    if (!a.name.starts_with("$"))
      (a.space == ir::Space::Shared ? facts.shared : facts.thread).push_back(std::move(own));
  }

  const ir::Function& f_;
  std::set<ir::ArrayId> own_;  // where threads leave their sums
};

Facts facts_of(const LoweredKernel& kernel) { return std::move(Collector(kernel).facts); }

template <class T, class F>
std::string listed(const std::vector<T>& all, const F& text) {
  std::string out;
  for (const T& x : all) out += (out.empty() ? "" : ", ") + text(x);
  return out;
}

std::string text_of(const Facts::Update& u) { return u.op + " " + u.name; }

// "tile float 18 x 18, 1296 bytes"
std::string text_of(const Facts::Own& own) {
  std::string extents;
  std::int64_t bytes = byte_size(own.elem);
  for (std::int64_t n : own.extents) {
    extents += (extents.empty() ? "" : " x ") + (n < 0 ? std::string("?") : std::to_string(n));
    bytes = n < 0 || bytes < 0 ? -1 : bytes * n;
  }
  return fmt::format("{} {} {} ({})", own.name, elem_name(own.elem), extents,
                     bytes < 0 ? "as the launch says" : fmt::format("{} bytes", bytes));
}

std::string heading(const KernelPlace& place, const std::string& what, const SourceMap& sources) {
  const LineColumn at = place.kernel.valid() ? sources.place(place.kernel) : LineColumn{};
  return fmt::format("{}:{}: kernel {}{}", place.kernel.valid() ? visible(sources.name(place.kernel.file)) : "",
                     at.line, place.name, what);
}

std::string over(const LoweredKernel& kernel) {
  if (kernel.position_rank == 0) return "";
  return fmt::format(" over {} dimension{}", kernel.position_rank, kernel.position_rank == 1 ? "" : "s");
}

std::string launched(const KernelPlace& place, const SourceMap& sources) {
  if (!place.launch.valid() || place.launch.begin == place.kernel.begin) return "";
  return fmt::format("  launched: {}:{}\n", visible(sources.name(place.launch.file)), sources.place(place.launch).line);
}

}  // namespace

std::string kernel_remark(const LoweredKernel& kernel, const KernelPlace& place, const SourceMap& sources) {
  const Facts facts = facts_of(kernel);
  const std::string written = listed(facts.writes, [](const std::string& n) { return n; });
  const std::string updated = listed(facts.updates, [](const auto& u) { return text_of(u); });
  const std::string totals = listed(facts.totals, [](const auto& u) { return text_of(u); });
  std::string what = over(kernel);
  const char* before = ": ";
  for (const auto& [word, list] :
       {std::pair<const char*, const std::string&>{"writes ", written}, {"updates ", updated}, {"reduces ", totals}}) {
    if (list.empty()) continue;
    what += before + (word + list);
    before = "; ";
  }
  return heading(place, what, sources);
}

std::string explain_kernel(const LoweredKernel& kernel, const KernelPlace& place, const SourceMap& sources) {
  const Facts facts = facts_of(kernel);
  std::string s =
      kernel_remark(kernel, place, sources) + "\n" + excerpt(place.kernel, sources) + launched(place, sources);
  const auto line = [&](const char* word, const std::string& text) {
    if (!text.empty()) s += fmt::format("  {}: {}\n", word, text);
  };
  line("reads", listed(facts.reads, [](const std::string& n) { return n; }));
  line("shared memory", listed(facts.shared, [](const auto& own) { return text_of(own); }));
  line("memory of a thread", listed(facts.thread, [](const auto& own) { return text_of(own); }));
  if (facts.barriers > 0) line("barriers", fmt::format("{}, blocks run whole", facts.barriers));
  if (facts.grid_barriers > 0) line("barriers of the whole grid", std::to_string(facts.grid_barriers));
  if (facts.warp) line("warps", "threads exchange values");
  line("blocks", kernel.sees_block ? "of the launch's shape, which shows in what it does" : "of any shape");
  return s;
}

std::string explain_kernel_json(const LoweredKernel& kernel, const KernelPlace& place, Elem scalar,
                                const SourceMap& sources) {
  const Facts facts = facts_of(kernel);
  const LineColumn at = place.kernel.valid() ? sources.place(place.kernel) : LineColumn{};
  const auto names = [](const std::vector<std::string>& all) {
    return json_list(all, [](const std::string& n) { return quoted(n); });
  };
  const auto updates = [](const std::vector<Facts::Update>& all) {
    return json_list(all, [](const Facts::Update& u) {
      return fmt::format("{{\"name\":{},\"op\":{}}}", quoted(u.name), quoted(u.op));
    });
  };
  const auto memory = [&](const std::vector<Facts::Own>& all) {
    return json_list(all, [&](const Facts::Own& own) {
      return fmt::format("{{\"name\":{},\"type\":{},\"extents\":{}}}", quoted(own.name),
                         quoted(type_name(Type::number(own.elem), scalar)), json_list(own.extents, [](std::int64_t n) {
                           return n < 0 ? std::string("null") : std::to_string(n);
                         }));
    });
  };
  return fmt::format(
      "{{\"file\":{},\"line\":{},\"column\":{},\"kernel\":{},\"dimensions\":{},\"reads\":{},\"writes\":{},\"updates\":{"
      "},\"totals\":{},"
      "\"shared\":{},\"thread\":{},\"barriers\":{},\"grid_barriers\":{}}}",
      quoted(place.kernel.valid() ? sources.name(place.kernel.file) : ""), at.line, at.column, quoted(place.name),
      kernel.position_rank, names(facts.reads), names(facts.writes), updates(facts.updates), updates(facts.totals),
      memory(facts.shared), memory(facts.thread), facts.barriers, facts.grid_barriers);
}

std::string kernel_not_known(const KernelPlace& place, const std::string& why, const SourceMap& sources) {
  return heading(place, ": made when it is launched: " + why, sources) + "\n" + excerpt(place.kernel, sources) +
         launched(place, sources);
}

}  // namespace qc
