// The schedule and the launch of each shape of loop, as a text that is part of the tests: schedules.txt. A change of
// heuristics shows as a change of that file, which `./dev schedules` (QC_RENEW=1) writes anew.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>

#include "analysis/recognize/plan_loop.h"
#include "host/facts/grid_partition.h"
#include "host/facts/loop_facts.h"
#include "host/fusion/loop_of_expr.h"
#include "lower/lower.h"
#include "parser/parse.h"
#include "sema/types_of_builtins.h"
#include "transform/schedule/schedule.h"

using namespace qc;
using namespace qc::host;

namespace {

constexpr int kHostThreads = 16;  // of whichever machine this runs on

using Dims = std::vector<std::int64_t>;
struct Named {
  std::string name;
  Dims dims;
  Elem elem = Elem::F32;
};

// Arrays without elements: nothing is run.
ArrayP array_of(const Named& n) {
  const Dims one(n.dims.size(), 1);
  ArrayP a = std::make_shared<host::Array>(*make_array(n.elem, one, false));
  a->dims = n.dims;
  return a;
}

std::string declaration(const Named& n) {
  static const char* shapes[] = {"vec", "mat", "cube"};
  std::string ones;
  for (std::size_t d = 0; d < n.dims.size(); ++d) ones += d ? ",2" : "2";
  return fmt::format("{} = {}[{}]({})\n", n.name, shapes[n.dims.size() - 1],
                     n.elem == Elem::F32   ? "scalar"
                     : n.elem == Elem::I64 ? "int"
                                           : elem_name(n.elem),
                     ones);
}

// How a lowered loop runs where its arrays have these extents.
std::string schedule_of(const LoopNest& lowered, const std::map<std::string, ArrayP>& arrays,
                        const std::map<std::string, Number>& numbers, bool gpu) {
  const PlanResult result = plan_loop(lowered);
  const LoopPlan& plan = result.plan;
  const LoopNest& nest = result.launched(lowered);
  const ir::Function& f = nest.function;
  if (!runs_parallel(plan)) return fmt::format("{}, in order", verdict_name(plan.verdict));
  NestValues values;
  values.resize(f.arrays.size(), f.vars.size());
  for (const ir::Param& p : f.params) {
    if (p.kind == ir::Param::Kind::Array) {
      if (const auto a = arrays.find(f.arrays[p.id].name); a != arrays.end()) values.arrays[p.id] = a->second;
    } else {
      const auto n = numbers.find(f.vars[p.id].name);
      values.scalars[p.id] = n == numbers.end() ? Number::real(0, Elem::F32) : n->second;
    }
  }
  const NestRanges ranges(f, values);
  std::vector<LoopBounds> bounds;
  for (std::size_t k = 0; k < plan.loops.size(); ++k) {
    const auto b = ranges.bounds(planned_loop(plan, f, int(k)));
    if (!b) return fmt::format("{}, without bounds", verdict_name(plan.verdict));
    bounds.push_back(*b);
  }
  LoopFacts facts = find_facts(f, plan, ranges, bounds, gpu ? 0 : kHostThreads);
  if (gpu && (plan.verdict == Verdict::Partial || facts.rows_share)) find_even_extents(f, ranges, facts);
  const Scheduled s = schedule_loop(nest, plan, facts, gpu ? gpu_policy() : host_policy());
  const ReachedLoop reached{plan, f, values, bounds};
  std::string launches;
  const auto launch = [&](const Scheduled& k) {
    launches += fmt::format("{}{} x {}", launches.empty() ? "" : ", ",
                            cut_launch(reached, k.launch, facts).grid(k.launch), k.launch.threads);
  };
  for (const Scheduled& k : s.before) launch(k);
  launch(s);
  return fmt::format("{}: {} [{}]", verdict_name(plan.verdict), s.summary, launches);
}

// A loop of the language over these arrays; `before` stands before it.
std::string schedule_of_text(const std::vector<Named>& arrays, const std::string& before, const std::string& loop,
                             bool gpu) {
  std::string text;
  std::map<std::string, ArrayP> with;
  for (const Named& n : arrays) {
    text += declaration(n);
    with[n.name] = array_of(n);
  }
  text += before + loop + "print 1\n";
  SourceMap sources;
  const ParseResult parsed = parse(sources, sources.add("t.q", text));
  REQUIRE_MESSAGE(parsed.ok(), text);
  std::string found;
  walk_loops(parsed.program, {}, [&](const ast::Stmt& s, const Scope& scope, const InnerScopes&) {
    const auto lowered = lower_loop(s, scope, {});
    if (auto* nest = std::get_if<LoopNest>(&lowered))
      found = schedule_of(*nest, with, {}, gpu);
    else
      found = "not compiled: " + std::get<NotLowered>(lowered).message;
  });
  return found;
}

// The variables of the loop of a whole-array expression.
class ValueScope : public Scope {
 public:
  explicit ValueScope(const Variables& values) : values_(values) {}
  std::optional<Type> type_of(std::string_view name) const override {
    std::uint32_t place = 0;
    const Value* v = values_.find(name, place);
    return v ? std::optional(host::type_of(*v)) : std::nullopt;
  }
  std::optional<double> constant_of(std::string_view) const override { return {}; }
  std::vector<FunctionRef> functions(std::string_view) const override { return {}; }
  bool live_after(std::string_view name) const override { return name == "$s"; }
  std::vector<std::string> names() const override { return {}; }

 private:
  const Variables& values_;
};

// sum(x, dim), max(x, [], dim); dim -1: of all elements.
std::string schedule_of_fold(const Named& x, const std::string& update, int dim, bool gpu) {
  const ArrayExprP e = as_operand(Value(array_of(x)), {});
  ArrayLoop loop(*e);
  const Elem elem = value_elem(x.elem);
  if (dim < 0) {
    loop.fold_all();
  } else {
    Dims dims = x.dims;
    dims[std::size_t(dim)] = 1;
    loop.fold_into(array_of({"", dims, elem}), dim);
  }
  loop.finish();
  const auto statement = loop.statement(update);
  Variables values;
  loop.bind(values);
  values[dim < 0 ? "$s" : "$z"] = Value(is_float(elem) ? Number::real(0, elem) : Number::integer(0));
  const auto lowered = lower_loop(*statement, ValueScope(values), {});
  auto* nest = std::get_if<LoopNest>(&lowered);
  if (!nest) return "not compiled: " + std::get<NotLowered>(lowered).message;
  std::map<std::string, ArrayP> arrays;
  std::map<std::string, Number> numbers;
  for (const auto& [name, v] : values) {
    if (auto* a = std::get_if<ArrayP>(&v.v)) arrays[name] = *a;
    if (auto* n = std::get_if<Number>(&v.v)) numbers[name] = *n;
  }
  return schedule_of(*nest, arrays, numbers, gpu);
}

std::string extents(const Dims& dims) {
  std::string out;
  for (const std::int64_t d : dims) out += (out.empty() ? "" : "x") + std::to_string(d);
  return out;
}

// The lines of the table.
class Table {
 public:
  std::string text = "# shape | extents | type | spelling | device | schedule [blocks x threads of each launch]\n";
  int lines = 0;
  std::vector<std::string> apart;  // shapes whose spellings are not scheduled alike

  void loop(const std::string& shape, const Dims& dims, const std::vector<Named>& arrays, const std::string& before,
            const std::string& body) {
    for (const bool gpu : {false, true})
      line(shape, dims, arrays[0].elem, "loop", gpu, schedule_of_text(arrays, before, body, gpu));
  }

  // One reduction along a dimension of a matrix, in three spellings: updates of the elements, a variable of each, the
  // whole array.
  void fold(const std::string& shape, const Named& x, int dim, const std::string& op = "+") {
    const bool rows = dim == 1;
    const std::string kept = rows ? "i" : "j", other = rows ? "j" : "i";
    const std::vector<Named> arrays{x, {"b", {x.dims[std::size_t(1 - dim)]}, value_elem(x.elem)}};
    const auto update = [&](const std::string& place) {
      return op == "+" ? place + " += a[i,j]" : place + " = " + op + "(" + place + ", a[i,j])";
    };
    const auto all = [](const std::string& v) { return fmt::format("for {}=0..size(a,{})-1\n", v, v == "i" ? 0 : 1); };
    const std::string updated = all("i") + all("j") + update("b[" + kept + "]") + "\nend\nend\n";
    const std::string start = !is_float(x.elem) ? "int(0)" : x.elem == Elem::F64 ? "b[" + kept + "]" : "0.0";
    const std::string own =
        all(kept) + "s = " + start + "\n" + all(other) + update("s") + "\nend\nb[" + kept + "] = s\nend\n";
    for (const bool gpu : {false, true}) {
      const std::pair<std::string, std::string> spelled[] = {{"update", schedule_of_text(arrays, "", updated, gpu)},
                                                             {"variable", schedule_of_text(arrays, "", own, gpu)},
                                                             {"whole", schedule_of_fold(x, op, dim, gpu)}};
      std::map<std::string, std::string> found;  // schedule -> spellings
      std::vector<std::string> order;
      for (const auto& [how, s] : spelled) {
        if (found.find(s) == found.end()) order.push_back(s);
        found[s] += (found[s].empty() ? "" : ", ") + how;
      }
      for (const std::string& s : order) line(shape, x.dims, x.elem, found[s], gpu, s);
      if (order.size() > 1)
        apart.push_back(fmt::format("{} of {} on the {}", shape, extents(x.dims), gpu ? "GPU" : "host"));
    }
  }
  void fold_all(const std::string& shape, const Named& x, const std::string& op = "+") {
    for (const bool gpu : {false, true}) line(shape, x.dims, x.elem, "whole", gpu, schedule_of_fold(x, op, -1, gpu));
  }

 private:
  void line(const std::string& shape, const Dims& dims, Elem elem, const std::string& spelling, bool gpu,
            const std::string& schedule) {
    text += fmt::format("{} | {} | {} | {} | {} | {}\n", shape, extents(dims), elem_name(elem), spelling,
                        gpu ? "gpu" : "host", schedule);
    ++lines;
  }
};

constexpr std::int64_t kMany = std::int64_t(1) << 24;  // elements

void add_folds(Table& t) {
  for (const std::int64_t n : {2,   3,   4,   5,    8,    15,   16,   17,   31,   32,   33,   63,    64,     65,
                               255, 256, 257, 1023, 1024, 1025, 4095, 4096, 4097, 8192, 8193, 65536, 1 << 20}) {
    t.fold("row sums", {"a", {kMany / n, n}}, 1);
    t.fold("column sums", {"a", {kMany / n, n}}, 0);
  }
  for (const std::int64_t n : {3, 17, 64, 100, 1000}) {
    for (const Elem elem : {Elem::F64, Elem::U8}) {
      t.fold("row sums", {"a", {kMany / n, n}, elem}, 1);
      t.fold("column sums", {"a", {kMany / n, n}, elem}, 0);
    }
    t.fold("row maxima", {"a", {kMany / n, n}}, 1, "max");
    t.fold("column maxima", {"a", {kMany / n, n}}, 0, "max");
  }
  for (const std::int64_t n : {20, 300}) {  // small arrays
    t.fold("row sums", {"a", {n, n}}, 1);
    t.fold("column sums", {"a", {n, n}}, 0);
  }
}

void add_reductions(Table& t) {
  for (const std::int64_t n : {std::int64_t(1000), std::int64_t(1) << 20, kMany}) {
    for (const Elem elem : {Elem::F32, Elem::F64, Elem::U8}) t.fold_all("sum of all", {"a", {n}, elem});
    t.fold_all("greatest of all", {"a", {n}}, "max");
    t.loop("dot product", {n}, {{"a", {n}}, {"b", {n}}}, "s = 0.0\n",
           "for i=0..numel(a)-1\ns += a[i]*b[i]\nend\nprint s\n");
    t.loop("argmin", {n}, {{"a", {n}}}, "s = inf\nk = 0\n",
           "for i=0..numel(a)-1\nif a[i] < s\ns = a[i]\nk = i\nend\nend\nprint s, k\n");
    t.loop("prefix sum", {n}, {{"a", {n}}, {"b", {n}}}, "s = 0.0\n",
           "for i=0..numel(a)-1\ns += a[i]\nb[i] = s\nend\nprint s\n");
    t.loop("first match", {n}, {{"a", {n}}}, "k = -1\n",
           "for i=0..numel(a)-1\nif a[i] > 0.5\nk = i\nbreak\nend\nend\nprint k\n");
  }
  for (const std::int64_t bins : {16, 256, 4096, 1 << 20})
    t.loop("histogram", {kMany, bins}, {{"k", {kMany}, Elem::I32}, {"h", {bins}, Elem::I32}}, "",
           "for i=0..numel(k)-1\nh[k[i]] += 1\nend\n");
  for (const std::int64_t c : {1, 2, 3, 4, 5, 8, 16, 17})
    t.loop("channel sums", {512, 512, c}, {{"a", {512, 512, c}}, {"b", {c}}}, "",
           "for i=0..size(a,0)-1\nfor j=0..size(a,1)-1\nfor k=0..size(a,2)-1\nb[k] += a[i,j,k]\nend\nend\nend\n");
  for (const std::int64_t c : {3, 5})
    t.loop("pixel sums", {512, 512, c}, {{"a", {512, 512, c}}, {"b", {512, 512}}}, "",
           "for i=0..size(a,0)-1\nfor j=0..size(a,1)-1\nfor k=0..size(a,2)-1\nb[i,j] += a[i,j,k]\nend\nend\nend\n");
  for (const std::int64_t n : {64, 1000, 4096}) {
    t.loop("matrix times vector", {n, n}, {{"a", {n, n}}, {"b", {n}}, {"c", {n}}}, "",
           "for i=0..size(a,0)-1\nfor j=0..size(a,1)-1\nc[i] += a[i,j]*b[j]\nend\nend\n");
    t.loop("scaled row sums", {n, n}, {{"a", {n, n}}, {"b", {n}}, {"c", {n}}, {"d", {n}}}, "",
           "for i=0..size(a,0)-1\nfor j=0..size(a,1)-1\nc[i] += a[i,j]*b[i]*d[i]\nend\nend\n");
    t.loop(
        "matrix product", {n, n}, {{"a", {n, n}}, {"b", {n, n}}, {"c", {n, n}}}, "",
        "for i=0..size(a,0)-1\nfor j=0..size(b,1)-1\nfor k=0..size(a,1)-1\nc[i,j] += a[i,k]*b[k,j]\nend\nend\nend\n");
  }
}

void add_windows(Table& t) {
  for (const std::int64_t w : {3, 5, 9, 15, 21, 63}) {
    const std::vector<Named> arrays{{"x", {512 + w, 512 + w}}, {"h", {w, w}}, {"y", {512, 512}}};
    const std::string loops = "for i=0..size(y,0)-1\nfor j=0..size(y,1)-1\n",
                      inner = "for m=0..size(h,0)-1\nfor n=0..size(h,1)-1\n";
    t.loop("filter", {512, 512, w}, arrays, "", loops + inner + "y[i,j] += x[i+m,j+n]*h[m,n]\nend\nend\nend\nend\n");
    t.loop("filter of a variable", {512, 512, w}, arrays, "",
           loops + "s = 0.0\n" + inner + "s += x[i+m,j+n]*h[m,n]\nend\nend\ny[i,j] = s\nend\nend\n");
  }
  for (const std::int64_t w : {4, 32, 256})
    t.loop("taps", {1 << 16, w}, {{"x", {(1 << 16) + w}}, {"h", {w}}, {"y", {1 << 16}}}, "",
           "for i=0..numel(y)-1\nfor k=0..numel(h)-1\ny[i] += x[i+k]*h[k]\nend\nend\n");
}

void add_maps(Table& t) {
  for (const std::int64_t n : {48, 100, 4096})
    t.loop("turned", {512, n}, {{"a", {512, n}}, {"b", {n, 512}}}, "",
           "for i=0..size(a,0)-1\nfor j=0..size(a,1)-1\nb[j,i] = a[i,j]\nend\nend\n");
  for (const std::int64_t n : {100, 4096, 1 << 14})
    t.loop("map of loops", {n, 64}, {{"a", {n, 64}}, {"b", {n, 64}}}, "",
           "for i=0..size(a,0)-1\ns=0.0\nfor j=0..size(a,1)-1\ns+=a[i,j]\nb[i,j] = s\nend\nend\n");
  for (const std::int64_t n : {std::int64_t(1000), kMany})
    t.loop("map", {n}, {{"a", {n}}, {"b", {n}}}, "", "for i=0..numel(a)-1\nb[i] = 2*a[i]\nend\n");
  for (const std::int64_t n : {3, 4, 100, 4096}) {
    t.loop("map of a matrix", {4096, n}, {{"a", {4096, n}}, {"b", {4096, n}}}, "",
           "for i=0..size(a,0)-1\nfor j=0..size(a,1)-1\nb[i,j] = 2*a[i,j]\nend\nend\n");
    t.loop("map by rows", {4096, n}, {{"a", {4096, n}}, {"b", {4096, n}}, {"c", {4096}}}, "",
           "for i=0..size(a,0)-1\nfor j=0..size(a,1)-1\nb[i,j] = c[i]*a[i,j]\nend\nend\n");
  }
  for (const std::int64_t n : {3, 15, 16, 100, 4096})
    t.loop("map that computes with its counters", {4096, n}, {{"a", {4096, n}}, {"b", {4096, n}}}, "",
           "for i=0..size(a,0)-1\nfor j=0..size(a,1)-1\nb[i,j] = j > i ? a[i,j] : 0\nend\nend\n");
  for (const std::int64_t n : {100, 1000, 4096})
    t.loop("stencil", {n, n}, {{"a", {n, n}}, {"b", {n, n}}}, "",
           "for i=1..size(a,0)-2\nfor j=1..size(a,1)-2\nb[i,j] = a[i,j] + a[i,j-1] + a[i,j+1] + a[i-1,j] + "
           "a[i+1,j]\nend\nend\n");
  for (const std::int64_t channels : {1, 3, 4})
    t.loop("pixels of half an image", {512, 512, channels},
           {{"a", {1024, 1024, channels}}, {"b", {512, 512, channels}}, {"w", {2}}}, "",
           "for i=0..size(b,0)-1\nfor j=0..size(b,1)-1\nfor c=0..size(b,2)-1\n"
           "p : scalar = w[0]*a[2*i,2*j,c] + w[1]*a[2*i+1,2*j,c]\n"
           "q : scalar = w[0]*a[2*i,2*j+1,c] + w[1]*a[2*i+1,2*j+1,c]\n"
           "b[i,j,c] = w[0]*p + w[1]*q\nend\nend\nend\n");
}

}  // namespace

TEST_CASE("schedules of many shapes are those of schedules.txt") {
  Table t;
  add_folds(t);
  add_reductions(t);
  add_windows(t);
  add_maps(t);
  CHECK(t.lines >= 200);
  for (const std::string& shape : t.apart) FAIL_CHECK("spellings of one reduction get several schedules: " << shape);
  const std::string path = QC_SOURCE_DIR "/tests/host/schedules.txt";
  if (std::getenv("QC_RENEW")) {
    std::ofstream(path) << t.text;
    return;
  }
  std::stringstream kept;
  kept << std::ifstream(path).rdbuf();
  std::istringstream was(kept.str()), is(t.text);
  int shown = 0;
  for (std::string a, b; shown < 10;) {
    const bool more_was = bool(std::getline(was, a)), more_is = bool(std::getline(is, b));
    if (!more_was && !more_is) break;
    if (more_was && more_is && a == b) continue;
    ++shown;
    FAIL_CHECK("\nwas " << (more_was ? a : "nothing") << "\nis  " << (more_is ? b : "nothing")
                        << "\n(./dev schedules writes tests/host/schedules.txt anew)");
  }
}
