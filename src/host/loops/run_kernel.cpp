// parallel_do and serial_do: a hand-written kernel, specialised for its arguments, compiled once and launched.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "analysis/dataflow/argument_effects.h"
#include "analysis/dataflow/name_facts.h"
#include "analysis/loops/nest_model.h"
#include "analysis/report/explain_kernel.h"
#include "ast/print_ast.h"
#include "desugar/counter_based_random.h"
#include "host/arrays/arith.h"
#include "host/arrays/typed_elements.h"
#include "host/context/builtin_state.h"
#include "host/device/launch.h"
#include "host/device/simt_device.h"
#include "host/facts/launch_cost.h"
#include "host/loops/access_path.h"
#include "host/loops/compiled_loop.h"
#include "host/loops/cooperative_launch_limits.h"
#include "host/loops/kernel_accumulators.h"
#include "host/loops/kernel_edges.h"
#include "host/loops/kernel_prints.h"
#include "host/loops/loop_runner_impl.h"
#include "host/loops/record_writeback.h"
#include "host/loops/scalar_replaced_arrays.h"
#include "host/loops/soa_columns.h"
#include "ir/build.h"
#include "ir/effects.h"
#include "sema/kernel_position_names.h"
#include "sema/record_layout.h"
#include "sema/types_of_builtins.h"
#include "support/profile.h"
#include "support/progress.h"
#include "support/stop.h"
#include "transform/parts/interval_eval.h"
#include "transform/passes/block_axes.h"
#include "transform/passes/common_loads.h"
#include "transform/passes/kernel_grid.h"
#include "transform/passes/own_elements.h"

namespace qc::host {

struct KernelEntry {
  std::vector<Type> types;
  int extents = 0;  // LowerOptions::extents
  std::vector<std::pair<std::string, std::optional<Type>>> captured;
  std::vector<ShortArray>
      short_arrays;  // captured ones that are values in it: it is launched in a ShortArrayScope of them
  LoweredKernel lowered;
  std::string name;                       // for people
  std::unique_ptr<const ast::Stmt> fold;  // of its totals
  // What the kernel's text says, once it was asked: arrays with elements that are updated by atomic steps, and whether
  // some of those updates are matters of a block that has these axes whole.
  std::optional<std::set<ir::ArrayId>> updated;
  std::map<std::vector<bool>, bool> block_elements;
  // For a device, for blocks along some of its axes, for a grid in a row, with threads past its end or without, for the
  // axes that a block has whole, and for the extents of shared arrays that depend on the launch.
  std::map<std::tuple<runtime::Device*, int, bool, bool, int, std::vector<bool>, std::vector<std::int64_t>>,
           std::optional<LoadedKernel>>
      loaded;
  bool told_of_emulation = false;
  bool told_of_surplus = false, told_of_lost_values = false;
  bool explained = false;
  std::optional<std::optional<Span>> divergent_barrier;  // barrier_of_some, once it was asked
};

namespace {

const std::vector<ast::Parameter>& parameters_of(const Closure& c) {
  return c.def ? c.def->parameters : c.lambda->parameters;
}

constexpr std::int64_t kMaxThreads = 1024;  // of a block
constexpr std::int64_t kFewThreads = 256;   // of a block that the program does not ask for
constexpr std::int64_t kMostOnThirdAxis = 64;

// The block that is taken when the program does not say: neighbouring threads along the last dimension.
std::vector<std::int64_t> default_block(int rank) {
  if (rank == 1) return {kFewThreads};
  std::vector<std::int64_t> block(std::size_t(rank), 1);
  block[std::size_t(rank) - 2] = 8;
  block[std::size_t(rank) - 1] = 32;
  return block;
}

// A short vec that a parameter without a type takes, and that the kernel computes with as a whole, is a vector in
// registers. Not where the kernel, or a function that it hands the array on to, writes to its elements.
std::vector<Type> kernel_types(const Closure& kernel, const std::vector<Value>& arguments, const Scope& scope) {
  constexpr std::int64_t kLongest = 4;
  std::vector<Type> types;
  std::optional<NameFacts> uses;
  for (const auto& p : parameters_of(kernel)) {
    if (is_position_name(p.name)) continue;
    const Value& v = arguments[types.size()];
    types.push_back(type_of(v));
    auto* a = std::get_if<ArrayP>(&v.v);
    if (p.type || !kernel.def || !a || (*a)->dims.size() != 1 || (*a)->count() < 2 || (*a)->count() > kLongest ||
        (*a)->boundary != Boundary::Default)
      continue;
    const auto is_another = [&](const Value& other) {  // which the kernel may write to
      auto* b = std::get_if<ArrayP>(&other.v);
      return &other != &v && b && (*b)->buffer == (*a)->buffer;
    };
    if (std::any_of(arguments.begin(), arguments.end(), is_another)) continue;
    if (!uses) uses = name_facts(kernel.def->body);
    if (uses->of(p.name).mentions == uses->of(p.name).in_part || writes_to(kernel.def->body, p.name, scope)) continue;
    Type fixed;
    fixed.kind = Type::Kind::Fixed;
    fixed.elem = value_elem((*a)->elem);
    fixed.complex = (*a)->complex;
    fixed.dims = {(*a)->count()};
    fixed.rank = 1;
    types.back() = fixed;
  }
  return types;
}

// On the host a block is one call and its threads are the lanes of vector loops along the last dimension: one long row,
// in enough blocks for all threads; several where rows are short. For kernels that cannot tell the difference.
std::vector<std::int64_t> host_block(const std::vector<std::int64_t>& dims) {
  std::int64_t left = 1;
  for (auto d : dims) left *= d;
  constexpr std::int64_t kBlocks = 64, kFewest = 32, kLongRow = 16;
  left = std::clamp(left / kBlocks, kFewest, kMaxThreads);
  std::vector<std::int64_t> block(dims.size(), 1);
  block.back() = std::min(dims.back(), left);
  if (block.back() >= kLongRow) return block;
  for (std::size_t d = dims.size(); d-- > 0 && left > 1;) {
    block[d] = std::min(dims[d], left);
    left /= block[d];
  }
  return block;
}

ast::Block body_of(const Closure& kernel) {
  if (kernel.def) return kernel.def->body;
  const ast::Lambda& l = *kernel.lambda;
  if (l.assignment) return {*l.assignment};
  if (!l.statements.empty() || !l.body) return l.statements;
  return {ast::Stmt{ast::ExprStmt{l.body}, l.body->span, false}};
}

// Short arrays around a kernel that it computes with as a whole, pos - center, and does not change; also fields of
// records, those that it is given too.
std::vector<ShortArray> captured_short(const Closure& kernel, LoopScope& scope, Elem scalar) {
  const ast::Block body = body_of(kernel);
  std::vector<ShortArray> out;
  for (const auto& [name, use] : name_facts(body).names) {
    if (use.written() || use.mentions == use.in_part) continue;
    if (scope.type_of(name) && writes_to(body, name, scope)) continue;
    const auto& parameters = parameters_of(kernel);
    const bool given = std::any_of(parameters.begin(), parameters.end(),
                                   [&, &name = name](const ast::Parameter& p) { return p.name == name; });
    std::vector<std::string> arrays;
    if (!given) arrays.push_back(name);  // a parameter is the array that it is given
    if (const Value* v = scope.find(name))
      if (auto* record = std::get_if<std::shared_ptr<Record>>(&v->v))
        for (const auto& [field, unused] : (*record)->fields) arrays.push_back(name + "." + field);
    for (const std::string& array : arrays) {
      auto type = short_value_type(array, short_extents(scope, array), scope, scalar);
      if (type && out.size() < kMostShort) out.push_back({array, *type, {}});
    }
  }
  return out;
}

// Whether a kernel that takes such arrays as values writes to one, through a function that is given it: the array would
// not change.
bool writes_to_short(const ir::Function& kernel, const std::vector<ShortArray>& arrays) {
  const std::set<ir::VarId> assigned = assigned_variables(kernel.body);
  return std::any_of(assigned.begin(), assigned.end(), [&](ir::VarId id) {
    const std::string& name = kernel.vars[id].name;
    const auto part = name.rfind('_');
    return part != std::string::npos && std::any_of(arrays.begin(), arrays.end(), [&](const ShortArray& a) {
             return name.compare(0, part, a.name) == 0;
           });
  });
}

// The names of a kernel: its parameters, then what is around it.
class KernelScope : public LoopScope, public RecordColumns {
 public:
  KernelScope(LoopScope& around, const Closure& kernel, const std::vector<Value>& arguments) : around_(around) {
    std::size_t k = 0;
    for (const auto& p : parameters_of(kernel))
      if (!is_position_name(p.name)) arguments_[p.name] = arguments[k++];
  }
  // What threads draw random numbers by.
  void random(const BuiltinState& state) {
    arguments_[std::string(kRandomKey)] = Value(Number::integer(std::int64_t(state.seed)));
    arguments_[std::string(kRandomLaunch)] = Value(Number::integer(std::int64_t(state.launches) + 1));
  }
  std::optional<Type> type_of(std::string_view name) const override {
    if (!is_argument(name)) return around_.type_of(name);
    const Value* v = argument(name);
    return v ? std::optional(host::type_of(*v)) : std::nullopt;
  }
  std::optional<double> constant_of(std::string_view name) const override {
    return is_argument(name) ? std::nullopt : around_.constant_of(name);
  }
  std::vector<FunctionRef> functions(std::string_view name) const override {
    if (!is_argument(name)) return around_.functions(name);
    const Value* v = argument(name);
    auto* c = v ? std::get_if<std::shared_ptr<Closure>>(&v->v) : nullptr;
    return c ? around_.functions_of(**c, std::string(name)) : std::vector<FunctionRef>{};
  }
  std::optional<std::int64_t> extent_of(std::string_view name, int dim) const override {
    return is_argument(name) ? extent_of_value(argument(name), dim) : around_.extent_of(name, dim);
  }
  std::optional<bool> is_whole(std::string_view name) const override {
    return is_argument(name) ? is_whole_number(argument(name)) : around_.is_whole(name);
  }
  std::optional<std::string> text_of(std::string_view name) const override {
    return is_argument(name) ? text_value(argument(name)) : around_.text_of(name);
  }
  std::optional<std::int64_t> value_of(std::string_view name) const override {
    return is_argument(name) ? whole_number(argument(name)) : around_.value_of(name);
  }
  bool live_after(std::string_view name) const override { return around_.live_after(name); }
  bool is_set_somewhere(std::string_view name) const override { return around_.is_set_somewhere(name); }
  std::vector<std::string> names() const override {
    auto all = around_.names();
    for (const auto& [name, v] : arguments_) {
      all.push_back(name);
      if (auto* r = std::get_if<std::shared_ptr<Record>>(&v.v); r && *r)
        for (const auto& [field, value] : (*r)->fields) all.push_back(name + "." + field);
    }
    return all;
  }
  std::optional<std::vector<RecordField>> item_fields(std::string_view cell) const override {
    if (auto* outer = dynamic_cast<const RecordColumns*>(&around_); outer && !is_argument(cell))
      return outer->item_fields(cell);
    const Value* v = is_argument(cell) ? argument(cell) : nullptr;
    return v ? host::item_fields(*v) : std::nullopt;
  }
  std::optional<Type> item_array(std::string_view cell) const override {
    if (auto* outer = dynamic_cast<const RecordColumns*>(&around_); outer && !is_argument(cell))
      return outer->item_array(cell);
    const Value* v = is_argument(cell) ? argument(cell) : nullptr;
    return v ? host::item_array(*v) : std::nullopt;
  }
  std::optional<std::vector<RecordField>> class_fields(std::string_view name,
                                                       const std::vector<Type>& generics = {}) const override {
    auto* outer = dynamic_cast<const RecordColumns*>(&around_);
    return outer ? outer->class_fields(name, generics) : std::nullopt;
  }
  // What the kernel has changed in records of cells becomes theirs.
  void give_back() { columns_.give_back(); }
  Value* find(std::string_view name) override { return is_argument(name) ? argument(name) : around_.find(name); }
  void assign(const std::string& name, Value value) override { around_.assign(name, std::move(value)); }
  Value* find_shared(std::string_view name) override { return around_.find_shared(name); }
  void assign_shared(const std::string& name, Value value) override { around_.assign_shared(name, std::move(value)); }
  std::optional<Type> shared_declaration(std::string_view name) const override {
    return around_.shared_declaration(name);
  }
  std::vector<FunctionRef> functions_of(const Closure& c, const std::string& name) const override {
    return around_.functions_of(c, name);
  }

 private:
  bool is_argument(std::string_view name) const {
    return arguments_.count(name.substr(0, name.find_first_of(".["))) > 0;
  }
  Value* argument(std::string_view name) const {
    if (name.find(kColumns) != std::string_view::npos)
      return columns_.find(name, [&](std::string_view cell) { return argument(cell); });
    const auto part = name.find_first_of(".[");
    auto it = arguments_.find(name.substr(0, part));
    if (it == arguments_.end()) return nullptr;
    return part == std::string_view::npos ? &it->second
                                          : find_inside(it->second, name.substr(part + (name[part] == '.')));
  }
  LoopScope& around_;
  mutable std::map<std::string, Value, std::less<>> arguments_;
  mutable ItemColumns columns_;
};

class KernelLaunch {
 public:
  KernelLaunch(LoopRunner& runner, KernelEntry& entry, LoopScope& scope, Span site)
      : runner_(runner),
        session_(runner.session()),
        state_(runner.state()),
        entry_(entry),
        f_(entry.lowered.function),
        totals_(entry.lowered, entry.fold.get()),
        prints_(entry.lowered),
        scope_(scope),
        site_(site) {}

  std::vector<Value> run(std::vector<std::int64_t> dims, std::vector<std::int64_t> blocks, bool serial) {
    const int rank = std::max(1, entry_.lowered.position_rank);
    // [dims, blkdims] in one row, told by the position's rank; the size of a vec, [1, n], is no such row.
    if (blocks.empty() && dims.size() == 2 * std::size_t(rank) && !(rank == 1 && dims[0] == 1)) {
      blocks.assign(dims.begin() + rank, dims.end());
      dims.resize(std::size_t(rank));
    }
    fit_rank(dims, rank);
    if (!blocks.empty()) fit_rank(blocks, rank);
    const bool explicit_blocks = !blocks.empty();
    // Dimensions for threads that only know their place in the block are those of one block.
    const bool one_block = !explicit_blocks && entry_.lowered.position_rank > 0 && !entry_.lowered.uses_position &&
                           product(dims) <= kMaxThreads;
    if (one_block) {
      blocks = dims;
      for (auto& b : blocks) b = std::max<std::int64_t>(b, 1);
    } else if (!explicit_blocks) {
      blocks = default_block(rank);
      for (int d = 0; d < rank; ++d)
        if (f_.threads == 0)
          blocks[std::size_t(d)] = std::min(blocks[std::size_t(d)], std::max<std::int64_t>(1, dims[std::size_t(d)]));
      if (folds(dims))
        blocks[std::size_t(rank) - 3] = std::clamp<std::int64_t>(
            std::min(kFewThreads / product(blocks), before_last_two(dims)), 1, kMostOnThirdAxis);
    }
    const std::int64_t total = product(dims), threads = product(blocks);
    if (threads < 1 || threads > kMaxThreads)
      fail("Q0404", site_, fmt::format("a block of {} threads", threads), "a block has 1 to 1024 threads");
    if (total == 0) return zero_outputs();
    runtime::Device& wanted = serial ? session_.host_device() : session_.device();
    runtime::Device& device = device_for(wanted);
    in_order_ = serial && &device == &session_.host_device();
    if (&device == &session_.host_device() && !entry_.lowered.sees_block) {
      // In order: the threads of a block are lanes, which may not depend on each other.
      blocks = serial ? std::vector<std::int64_t>(dims.size(), 1) : host_block(dims);
      if (!serial && dims.back() > blocks.back() && dims.back() <= kMaxThreads && updates() &&
          updates_in_block({true})) {
        std::fill(blocks.begin(), blocks.end() - 1,
                  1);  // elements that rows of threads share are of one block, in short launches too
        blocks.back() = dims.back();
      }
      if (folds(dims)) std::fill(blocks.begin(), blocks.end() - 2, 1);
      if (in_one_row(dims)) {
      } else if (dims.size() == 1 || product(blocks) == blocks.back())
        axes_ = 1;
      else if (folds(dims))
        axes_ = 2;
    }
    return launch(device, dims, blocks);
  }

 private:
  // Blocks that wait for each other in the middle of their work are all on a GPU at once, or run on the emulator; so do
  // threads that perhaps do not all reach a barrier, where they would be lanes.
  runtime::Device& device_for(runtime::Device& wanted) {
    if (wanted.info().is_simt) return wanted;
    const auto barrier = grid_barrier(f_);
    cooperative_ = barrier && wanted.info().is_cuda;
    if (wanted.info().is_cuda) return wanted;
    if (barrier)
      tell_of_emulation(grid_barrier_on_host(*barrier));
    else if (const auto divergent = divergent_barrier())
      tell_of_emulation(divergent_barrier_on_host(*divergent));
    else
      return wanted;
    return state_.grid_device();
  }

  std::optional<Span> divergent_barrier() {
    if (!entry_.lowered.has_barrier) return {};
    if (!entry_.divergent_barrier) entry_.divergent_barrier = barrier_of_some(f_);
    return *entry_.divergent_barrier;
  }

  void tell_of_emulation(const Diagnostic& warning) {
    if (!entry_.told_of_emulation && session_.sinks().diagnostic) session_.sinks().diagnostic(warning);
    entry_.told_of_emulation = true;
  }

  // Whether a device holds all blocks at once. If not, what to do about it is said once.
  bool holds_grid(runtime::Device& device, const LoadedKernel& loaded, const runtime::Dims& d) {
    const int threads = d.block[0] * d.block[1] * d.block[2];
    const std::int64_t room =
        std::int64_t(device.blocks_per_multiprocessor(*loaded.kernel, threads)) * device.info().multiprocessors;
    const auto warning = beyond_cooperative_limit(d, room, *grid_barrier(f_));
    if (!warning) return true;
    tell_of_emulation(*warning);
    return false;
  }

  static std::int64_t product(const std::vector<std::int64_t>& v) {
    std::int64_t all = 1;
    for (auto n : v) all *= n;
    return all;
  }

  // Surplus extents must be 1; missing ones are.
  void fit_rank(std::vector<std::int64_t>& v, int rank) const {
    while (int(v.size()) > rank) {
      if (v.back() == 1)
        v.pop_back();
      else if (v.front() == 1)
        v.erase(v.begin());
      else
        fail("Q0302", site_,
             fmt::format("the kernel's position has {} dimension{}, {} extents were given", rank, rank == 1 ? "" : "s",
                         v.size()),
             rank == 1
                 ? "give one, size(x,0)"
                 : fmt::format("of an array x with more dimensions size(x,0..{}) are the first {}", rank - 1, rank));
    }
    while (int(v.size()) < rank) v.push_back(1);
    for (auto d : v)
      if (d < 0) fail("Q0404", site_, fmt::format("a negative extent: {}", d));
  }

  std::vector<Value> zero_outputs() {
    std::vector<Value> out;
    for (ir::VarId v : f_.outputs) out.push_back(Value(convert_number(Number::integer(0), f_.vars[v].type)));
    return in_order(std::move(out));
  }

  Number scalar(const std::string& name) const {
    if (const Value* v = scope_.find(name)) return LoopRunnerState::number_in(*v, 0);
    const auto bar = name.rfind('_');
    if (bar != std::string::npos)
      if (const Value* v = scope_.find(name.substr(0, bar)))
        return LoopRunnerState::number_in(*v, std::size_t(std::stoul(name.substr(bar + 1))));
    internal_error("run_kernel", "no value for the parameter " + name);
  }

  // The extents of an array as one of the parameter's rank.
  std::vector<std::int64_t> in_rank(const ArrayP& a, int rank, const std::string& name) const {
    const ArrayP fitted = with_rank(a, rank);
    if (!fitted)
      fail("Q0301", site_,
           fmt::format("'{}' has {} dimension{} in the kernel, {} were given", name, rank, rank == 1 ? "" : "s",
                       a->dims.size()));
    return fitted->dims;
  }

  // An array of another element type is converted into a copy, which a kernel that writes to it refuses.
  ArrayP in_element_type(const ArrayP& a, const ir::Array& wanted, bool written) {
    if (a->elem == wanted.elem) return a;
    if (written)
      fail("Q0301", site_,
           fmt::format("'{}' holds {} elements; the kernel that writes it wants {}", wanted.name, elem_name(a->elem),
                       elem_name(wanted.elem)),
           fmt::format("give it an array that cast(x, {}) made", elem_name(wanted.elem)));
    ArrayP copy = make_array(wanted.elem, a->dims, false, a->complex);
    const void* from = a->buffer->host_read();
    void* to = copy->buffer->host_overwrite();
    for (std::int64_t i = 0; i < a->count(); ++i) set_element(*copy, to, i, get_element(*a, from, i));
    copies_.push_back(copy);
    return copy;
  }

  void pack_params(ParamPack& pack, const LoadedKernel& loaded, runtime::Device& device,
                   const std::vector<std::int64_t>& dims) {
    const std::size_t dims_from = f_.params.size() - (entry_.lowered.needs_dims ? dims.size() : 0);
    for (std::size_t i = 0; i < dims_from; ++i) {  // before any address: an array may have two names
      const ir::Param& p = f_.params[i];
      if (p.kind == ir::Param::Kind::Scalar || !loaded.writes[p.id]) continue;
      const Value* v = scope_.find(f_.arrays[p.id].name);
      if (const auto* a = v ? std::get_if<ArrayP>(&v->v) : nullptr) (*a)->buffer->own(&device);
    }
    for (std::size_t i = 0; i < f_.params.size(); ++i) {
      const ir::Param& p = f_.params[i];
      if (i >= dims_from) {
        pack.integer(dims[i - dims_from]);
        continue;
      }
      if (p.kind == ir::Param::Kind::Scalar) {
        pack.scalar(f_.vars[p.id].type, scalar(f_.vars[p.id].name));
        continue;
      }
      if (const ArrayP room = totals_.room(p.id)) {
        pack.array(room->buffer->on(device, true), room->dims);
        continue;
      }
      if (const ArrayP room = prints_.room(p.id)) {
        pack.array(room->buffer->on(device, true), room->dims);
        continue;
      }
      const Value* v = scope_.find(f_.arrays[p.id].name);
      if (!v) internal_error("run_kernel", "no array for the parameter " + f_.arrays[p.id].name);
      const ArrayP a = in_element_type(to_array(*v, site_), f_.arrays[p.id], loaded.writes[p.id]);
      std::vector<std::int64_t> extents = in_rank(a, f_.arrays[p.id].rank - (a->complex ? 1 : 0), f_.arrays[p.id].name);
      if (a->complex) extents.push_back(2);
      pack.array(a->buffer->on(device, loaded.writes[p.id]), extents);
    }
  }

  // The value that a parameter has in this launch.
  Number parameter(ir::VarId v, const std::vector<std::int64_t>& dims) const {
    const std::size_t dims_from = f_.params.size() - (entry_.lowered.needs_dims ? dims.size() : 0);
    for (std::size_t i = dims_from; i < f_.params.size(); ++i)
      if (f_.params[i].id == v) return Number::integer(dims[i - dims_from]);
    return scalar(f_.vars[v].name);
  }

  // Of a launch over `dims`.
  Work work_of(const std::vector<std::int64_t>& dims) const {
    NestValues values;
    values.resize(f_.arrays.size(), f_.vars.size());
    for (const ir::Array& a : f_.arrays)
      if (!a.dynamic_dims.empty()) return {};
    for (const ir::Param& p : f_.params) {
      if (p.kind == ir::Param::Kind::Scalar)
        values.scalars[p.id] = parameter(p.id, dims);
      else if (const Value* v = scope_.find(f_.arrays[p.id].name))
        values.arrays[p.id] = to_array(*v, site_);
      else
        return {};  // memory of totals and prints
    }
    const auto each = operations(f_, NestRanges(f_, values));
    return each ? std::optional(std::int64_t(std::min<__int128>(kManyOperations, __int128(*each) * product(dims))))
                : std::nullopt;
  }

  // The extents of shared arrays that are not constants, one after another: the kernel is compiled for each.
  std::vector<std::int64_t> shared_extents(const std::vector<std::int64_t>& dims,
                                           const std::vector<std::int64_t>& blocks) const {
    EvaluationContext context;
    context.float_of = [&](ir::VarId v) { return std::optional(parameter(v, dims).as_double()); };
    context.interval_of = [&](ir::VarId v) {
      return std::optional(Interval{parameter(v, dims).i, parameter(v, dims).i});
    };
    context.extent_of = [&](ir::ArrayId a, int dim) -> std::int64_t {
      const Value* v = scope_.find(f_.arrays[a].name);
      const std::vector<std::int64_t> extents = v ? to_array(*v, site_)->dims : std::vector<std::int64_t>{};
      if (dim < 0) return product(extents);
      return dim < int(extents.size()) ? extents[std::size_t(dim)] : 1;
    };
    std::vector<std::int64_t> out;
    for (const ir::Array& a : f_.arrays)
      for (const ir::ExprP& extent : a.dynamic_dims) {
        const ir::ExprP e =
            ir::rewrite_expr(extent, [&](const ir::ExprP& x) { return in_this_launch(x, dims, blocks); });
        const auto n = value_of(*e, context);
        if (!n)
          fail("Q0404", site_, fmt::format("an extent of the shared array '{}' is not known at the launch", a.name),
               "compute it from the kernel's arguments and blkdim");
        if (*n < 1)
          fail("Q0404", site_, fmt::format("the shared array '{}' has an extent of {}", a.name, *n),
               "extents are positive");
        out.push_back(*n);
      }
    return out;
  }

  static ir::ExprP in_this_launch(const ir::ExprP& e, const std::vector<std::int64_t>& dims,
                                  const std::vector<std::int64_t>& blocks) {
    auto* b = std::get_if<ir::Builtin>(&e->node);
    if (!b || b->axis >= int(dims.size()) ||
        (b->kind != ir::BuiltinKind::BlockDim && b->kind != ir::BuiltinKind::GridDim))
      return e;
    const std::size_t k = dims.size() - 1 - std::size_t(b->axis);
    return ir::int_const(b->kind == ir::BuiltinKind::BlockDim ? blocks[k] : (dims[k] + blocks[k] - 1) / blocks[k]);
  }

  bool runs_past_the_end(const std::vector<std::int64_t>& dims, const std::vector<std::int64_t>& blocks) const {
    for (std::size_t d = folds(dims) ? dims.size() - 2 : 0; d < dims.size(); ++d)
      if (dims[d] % blocks[d] != 0) return entry_.lowered.has_barrier && entry_.lowered.uses_position;
    if (folds(dims) && before_last_two(dims) % before_last_two(blocks) != 0)
      return entry_.lowered.has_barrier && entry_.lowered.uses_position;
    return false;
  }

  // A GPU's compiler gives a thread as many registers as blocks of 256 threads can have, unless it is told of larger
  // ones. A kernel is compiled for at most three sizes.
  static int size_to_tell(const runtime::Device& device, std::int64_t threads) {
    constexpr int kAlways = 256;
    return device.info().is_cuda && threads > kAlways ? int(std::bit_ceil(std::uint64_t(threads))) : 0;
  }

  LoadedKernel& loaded_for(runtime::Device& device, const std::vector<std::int64_t>& shared, bool past_the_end,
                           const std::vector<std::int64_t>& dims, std::int64_t threads) {
    const int block_threads = size_to_tell(device, threads);
    std::optional<LoadedKernel>& loaded =
        entry_.loaded[std::tuple{&device, axes_, flat_, past_the_end, block_threads, whole_, shared}];
    const bool may_do_little = !device.info().gpu_like && (!loaded || loaded->work_left);
    const Work work = may_do_little ? work_of(dims) : std::nullopt;
    if (loaded && loaded->suffices(work)) return *loaded;
    const ir::Function own = with_own_elements(f_);
    // The emulator looks at each read of the program.
    const ir::Function plain = device.info().is_simt && !device.info().is_cuda ? own : with_common_loads(own);
    const ir::Function updated = whole_.empty() ? plain : with_block_elements(plain, whole_);
    ir::Function made = past_the_end ? safe_past_the_end(updated) : with_block_axes(updated, axes_);
    std::size_t next = 0;
    for (ir::Array& a : made.arrays) {
      for (std::size_t d = 0; d < a.dynamic_dims.size(); ++d) a.dims.push_back(shared[next++]);
      a.dynamic_dims.clear();
    }
    if (flat_) made = with_linear_grid(std::move(made));
    if (cooperative_) made = with_grid_barriers(std::move(made));
    loaded = load_kernel(made, device, site_, loaded ? std::nullopt : work, {cooperative_, block_threads});
    if (const auto warning = unoptimised_kernel(*loaded->kernel, site_); warning && session_.sinks().diagnostic)
      session_.sinks().diagnostic(*warning);
    return *loaded;
  }

  // Positions of more dimensions than a device has axes: those before the last two are places along the third axis, or
  // all of them are one row of threads. The kernel unfolds its position.
  static bool beyond_axes(const std::vector<std::int64_t>& dims) {
    return dims.size() > std::size(runtime::Dims{}.block);
  }
  bool folds(const std::vector<std::int64_t>& dims) const { return beyond_axes(dims) && f_.rank > 1; }
  static std::int64_t before_last_two(const std::vector<std::int64_t>& v) { return product({v.begin(), v.end() - 2}); }
  bool in_one_row(const std::vector<std::int64_t>& dims) const { return beyond_axes(dims) && f_.rank == 1; }

  runtime::Dims launch_dims(const std::vector<std::int64_t>& dims, const std::vector<std::int64_t>& blocks) const {
    runtime::Dims d;
    d.in_order = in_order_;
    if (in_one_row(dims)) {
      d.block[0] = std::int32_t(product(blocks));
      d.grid[0] = (product(dims) + d.block[0] - 1) / d.block[0];
      return d;
    }
    for (std::size_t axis = 0; axis < (folds(dims) ? 2 : dims.size()); ++axis) {
      const std::size_t k = dims.size() - 1 - axis;
      d.block[axis] = std::int32_t(blocks[k]);
      d.grid[axis] = (dims[k] + blocks[k] - 1) / blocks[k];
    }
    if (folds(dims)) {
      d.block[2] = std::int32_t(std::min(before_last_two(blocks), kMostOnThirdAxis));
      d.grid[2] = (before_last_two(dims) + d.block[2] - 1) / d.block[2];
    }
    return d;
  }

  // The axes along which one block has all threads, where that makes updates of elements matters of a block, which the
  // host runs one thread after the other: without atomic steps, and in the same order on any number of its own threads.
  std::vector<bool> whole_axes(const runtime::Dims& d) const {
    if (!updates()) return {};
    std::vector<bool> whole;
    for (int axis = 0; axis < f_.rank && axis < 3; ++axis) whole.push_back(d.grid[axis] == 1);
    if (std::none_of(whole.begin(), whole.end(), [](bool w) { return w; }) || !updates_in_block(whole) ||
        !updates_different_arrays())
      return {};
    return whole;
  }
  bool updates() const { return !updated_arrays().empty(); }
  bool updates_in_block(const std::vector<bool>& whole) const {
    const auto known = entry_.block_elements.find(whole);
    if (known != entry_.block_elements.end()) return known->second;
    return entry_.block_elements[whole] = has_block_elements(f_, whole);
  }
  const std::set<ir::ArrayId>& updated_arrays() const {
    if (entry_.updated) return *entry_.updated;
    std::set<ir::ArrayId>& arrays = entry_.updated.emplace();
    ir::for_each_stmt(f_.body, [&](const ir::Stmt& s) {
      if (auto* a = std::get_if<ir::Atomic>(&s.node); a && f_.arrays[a->access.array].space == ir::Space::Global)
        arrays.insert(a->access.array);
    });
    return arrays;
  }
  bool updates_different_arrays() const {
    std::set<const runtime::Buffer*> met;
    const auto& arrays = updated_arrays();
    return std::all_of(arrays.begin(), arrays.end(), [&](ir::ArrayId a) {
      const Value* v = scope_.find(f_.arrays[a].name);
      const auto* array = v ? std::get_if<ArrayP>(&v->v) : nullptr;
      return array && met.insert((*array)->buffer.get()).second;
    });
  }

  std::vector<Value> launch(runtime::Device& device, const std::vector<std::int64_t>& dims,
                            const std::vector<std::int64_t>& blocks) {
    runtime::Dims d = launch_dims(dims, blocks);
    if (&device == &session_.host_device()) whole_ = whole_axes(d);
    flat_ = device.info().gpu_like && (d.grid[1] > kMostBlocksAcross || d.grid[2] > kMostBlocksAcross);
    LoadedKernel& loaded =
        loaded_for(device, shared_extents(dims, blocks), runs_past_the_end(dims, blocks), dims, product(blocks));
    if (cooperative_ && !holds_grid(device, loaded, d)) {
      cooperative_ = false;
      return launch(state_.grid_device(), dims, blocks);
    }
    Scratch& scratch = state_.scratch(device);
    std::int64_t places = 1;
    for (int axis = 0; axis < 3; ++axis) places *= d.grid[axis] * d.block[axis];
    if (entry_.lowered.guarded) places = product(dims);
    totals_.make_room(places);
    if (const auto twice =
            changed_under_two_names(f_, loaded.writes, [this](std::string_view name) { return scope_.find(name); }))
      fail("Q0108", site_,
           fmt::format("the kernel changes items of '{}', and '{}' is of one of them", twice->cell, twice->other),
           "let it go by one name in the kernel, or give it a copy");
    ParamPack pack;
    pack.reserve(f_.params.size() * 18 + f_.outputs.size() + 8);
    pack_params(pack, loaded, device, dims);
    if (flat_) {
      for (std::int64_t& n : d.grid) pack.integer(n);
      d.grid[0] *= d.grid[1] * d.grid[2];
      d.grid[1] = d.grid[2] = 1;
    }
    if (cooperative_) pack.array(scratch.arrivals(), {1});
    std::vector<std::shared_ptr<runtime::Slot>> slots;
    for (std::size_t i = 0; i < f_.outputs.size(); ++i) {
      slots.push_back(device.make_slot());
      pack.address(reinterpret_cast<std::uintptr_t>(slots.back()->address()));
    }
    if (loaded.can_fail) pack.address(scratch.failure_records(1));
    auto& pointers = pack.pointers();
    profile::launch_timed([&] { device.launch(*loaded.kernel, d, pointers.data(), pointers.size()); },
                          [&] { device.synchronize(); },
                          [&] {
                            profile::Launches one;
                            one.name = fmt::format("{}:{}: {}", session_.sources().name(site_.file),
                                                   session_.sources().place(site_).line, entry_.name);
                            one.schedule = fmt::format("{} blocks of {} threads", d.grid[0] * d.grid[1] * d.grid[2],
                                                       d.block[0] * d.block[1] * d.block[2]);
                            for (const auto& a : f_.arrays)
                              if (const Value* v = a.space == ir::Space::Global ? scope_.find(a.name) : nullptr)
                                if (auto* array = std::get_if<ArrayP>(&v->v)) one.bytes += (*array)->buffer->bytes();
                            return one;
                          });
    prints_.write(session_.sinks().out, session_.sinks().log);
    if (loaded.can_fail)
      if (const FailureRecord record = scratch.read_failures(1)[0]; noted(record))
        throw ProgramError(failure_diagnostic(f_, record, session_.sources()));
    std::vector<Value> out;
    for (std::size_t i = 0; i < slots.size(); ++i) {
      Pending p{f_.vars[f_.outputs[i]].type, slots[i]};
      out.push_back(device.info().is_cuda ? Value(p) : Value(resolve(p)));
    }
    return in_order(std::move(out));
  }

  // The outputs as the source lists them: totals are folded here.
  std::vector<Value> in_order(std::vector<Value> plain) {
    totals_.fold(runner_, scope_);
    std::vector<Value> out;
    std::size_t next = 0;
    for (const std::string& name : entry_.lowered.outputs) {
      const Value* total = totals_.output(name);
      if (!total && next >= plain.size()) break;
      out.push_back(total ? *total : plain[next++]);
    }
    return out;
  }

  LoopRunner& runner_;
  SessionContext& session_;
  LoopRunnerState& state_;
  KernelEntry& entry_;
  const ir::Function& f_;
  KernelTotals totals_;
  KernelPrints prints_;
  bool flat_ = false;           // the grid's blocks are in one row, because the device could not number them otherwise
  bool in_order_ = false;       // serial_do
  bool cooperative_ = false;    // the kernel has barriers of the whole grid and runs on a GPU
  int axes_ = 3;                // along how many axes blocks extend, and the kernel is made for that
  std::vector<bool> whole_;     // along which axes a block has all threads, where the kernel is made for that
  std::vector<ArrayP> copies_;  // converted arguments, until the launch is over
  LoopScope& scope_;
  Span site_;
};

}  // namespace

KernelEntry& LoopRunnerState::kernel(const Closure& kernel, const std::vector<Value>& arguments, LoopScope& scope,
                                     Span site, const LowerOptions& options) {
  const void* key = kernel.def ? static_cast<const void*>(kernel.def) : kernel.lambda;
  const std::vector<Type> types = kernel_types(kernel, arguments, scope);
  auto& list = kernels_[key];
  for (auto& e : list) {
    std::optional<ShortArrayScope> values;
    if (!e->short_arrays.empty()) values.emplace(scope, e->short_arrays);
    const LoopScope& around = values ? static_cast<LoopScope&>(*values) : scope;
    const auto still = [&](const auto& c) { return around.type_of(c.first) == c.second; };
    if (e->types == types && (!e->lowered.rank_by_launch || e->extents == options.extents) &&
        e->lowered.specialised.holds(around) && std::all_of(e->captured.begin(), e->captured.end(), still))
      return *e;
  }
  auto e = std::make_unique<KernelEntry>();
  e->types = types;
  e->extents = options.extents;
  e->name = kernel.def ? "kernel " + kernel.def->name : "kernel (a lambda)";
  const auto lower = [&](LoopScope& around) {
    const progress::Preparing preparing;
    const profile::Timed timed(profile::Phase::Analyse);
    e->lowered = kernel.def ? lower_kernel(*kernel.def, types, around, options)
                            : lower_kernel(*kernel.lambda, site, types, around, options);
    for (const std::string& c : e->lowered.captured) e->captured.emplace_back(c, around.type_of(c));
  };
  try {
    lower(scope);
  } catch (const ProgramError& refused) {
    if (is_stop(refused)) throw;
    e->short_arrays = captured_short(kernel, scope, options.scalar);
    if (e->short_arrays.empty()) throw;
    ShortArrayScope values(scope, e->short_arrays);
    try {
      lower(values);
    } catch (const ProgramError& why) {  // of values; the program speaks of arrays
      if (is_stop(why)) throw;
      throw refused;
    }
    if (writes_to_short(e->lowered.function, e->short_arrays)) throw refused;
  }
  e->fold = KernelTotals::fold_loop(e->lowered, site);
  for (const std::string& n : scope.names())  // what generic parameters stand for
    if (const auto t = scope.type_of(n); t && t->kind == Type::Kind::TypeValue) e->captured.emplace_back(n, t);
  list.push_back(std::move(e));
  return *list.back();
}

runtime::Device& LoopRunnerState::grid_device() {
  if (!grid_device_)
    grid_device_ = make_simt_device({}, [](std::vector<Diagnostic> found) { throw ProgramError(std::move(found)); });
  return *grid_device_;
}

LoopRunnerState::LoopRunnerState() = default;
LoopRunnerState::~LoopRunnerState() = default;

// Whether a parameter that is declared as a number, an array or a fixed-size value can be given such an argument.
static bool takes(const Type& declared, const Value& argument) {
  using enum Type::Kind;
  if (declared.kind != Number && declared.kind != Array && declared.kind != Fixed) return true;
  auto* array = std::get_if<ArrayP>(&argument.v);
  auto* number = std::get_if<host::Number>(&argument.v);
  const bool is_complex = (number && number->complex) || (array && (*array)->complex);
  if (is_complex && !declared.complex) return false;
  if (declared.kind == Number)
    return number || std::holds_alternative<Pending>(argument.v) ||
           (array && (*array)->count() == 1 && (*array)->complex == declared.complex);
  if (!array || (*array)->complex != declared.complex) return false;
  if (declared.kind == Array) return declared.dims.empty() || (*array)->dims == declared.dims;
  std::int64_t parts = 1;
  for (auto d : declared.dims) parts *= d;
  return (*array)->count() == parts;
}

// The arguments as the kernel's parameters are declared: an array of lower rank is one of the parameter's rank, a vec
// the row of a matrix, as in functions. Fails where a parameter cannot be given its argument.
static std::vector<Value> declared_arguments(const Closure& kernel, std::vector<Value> arguments, Elem scalar,
                                             Span site) {
  const std::vector<std::string> generics = kernel.def ? kernel.def->generics : std::vector<std::string>{};
  const TypeNames of_any_elements([&](const std::string& name) {
    return std::find(generics.begin(), generics.end(), name) != generics.end() ? std::optional(Type::number(scalar))
                                                                               : std::nullopt;
  });
  std::size_t k = 0;
  for (const auto& p : parameters_of(kernel)) {
    if (is_position_name(p.name)) continue;
    Value& v = arguments[k++];
    if (!p.type) continue;
    const Type declared = resolve_type(*p.type, scalar);
    if (generics.empty() && !takes(declared, v))  // the types of the others are what the arguments say
      throw ProgramError(
          Diagnostic{"Q0301",
                     Severity::Error,
                     site,
                     fmt::format("the kernel's parameter '{}' is {}, {} was given", p.name,
                                 a_type(type_name(declared, scalar)), a_type(host_type_name(host_type_of(v), scalar))),
                     declared.complex ? "complex(x) has complex elements" : "",
                     {{p.span, fmt::format("'{}' is declared here", p.name)}}});
    auto* array = std::get_if<ArrayP>(&v.v);
    if (array && declared.is_array() && int((*array)->dims.size()) < declared.rank)
      v = Value(with_rank(*array, declared.rank));
  }
  return arguments;
}

// Extents beyond the position's dimensions, as size(x) of an image with channels gives them: every position runs once
// for each of them, one run after another. `dims` keeps the position's own. A few only, more are a mistake.
static std::int64_t surplus_runs(std::vector<std::int64_t>& dims, int rank) {
  constexpr std::int64_t kMost = 16;
  const bool with_blocks = dims.size() == 2 * std::size_t(rank);  // [dims, blkdims] in one row
  if (rank < 2 || int(dims.size()) <= rank || with_blocks || dims.front() == 1) return 1;
  std::int64_t runs = 1;
  for (std::size_t d = std::size_t(rank); d < dims.size(); ++d) runs = dims[d] > kMost ? kMost + 1 : runs * dims[d];
  if (runs < 2 || runs > kMost) return 1;
  dims.resize(std::size_t(rank));
  return runs;
}

// The report on a kernel when it is first launched for such arguments.
static void explain_once(SessionContext& session, const Closure& kernel, KernelEntry& entry, Span launch) {
  const KernelPlace place{kernel.name.empty() ? "of a lambda" : kernel.name,
                          kernel.def ? kernel.def->name_span : launch, launch};
  if (std::exchange(entry.explained, true) || !explains(session, place.kernel)) return;
  session.sinks().log(explain_kernel(entry.lowered, place, session.sources()));
}

// A kernel that captures has variables of its own where it assigns, n = e: of no use where nothing reads them, and one
// outside has the name.
static void warn_of_lost_values(SessionContext& session, const Closure& kernel, const LoopScope& inside) {
  const bool captures = kernel.lambda || (kernel.captured && kernel.def);
  if (!captures || !session.sinks().diagnostic) return;
  for (const auto& [name, use] : name_facts(body_of(kernel)).names) {
    if (use.given == 0 || use.mentions != use.given) continue;
    const auto has = [&, &name = name](const auto& list) {
      return std::any_of(list.begin(), list.end(), [&](const auto& p) { return p.name == name; });
    };
    const bool handed = has(parameters_of(kernel)) || (kernel.def && has(kernel.def->outputs));
    const auto outside = inside.type_of(name);
    const bool variable = outside && outside->kind != Type::Kind::Function && outside->kind != Type::Kind::TypeValue;
    if (handed || !variable) continue;
    session.sinks().diagnostic(
        {"Q0503",
         Severity::Warning,
         use.first_given,
         fmt::format("'{}' outside keeps its value: a kernel assigns variables of its own, and nothing reads this one",
                     name),
         fmt::format(
             "{} += e adds to the one outside; else a kernel hands values out in elements of arrays, or as its outputs",
             name),
         {}});
  }
}

std::vector<Value> LoopRunner::launch_kernel(const Closure& kernel, const std::vector<std::int64_t>& dims,
                                             const std::vector<std::int64_t>& blocks, const std::vector<Value>& given,
                                             LoopScope& scope, Span call_site, bool serial) {
  if (!kernel.def && !kernel.lambda) fail("Q0301", call_site, fmt::format("'{}' is not a kernel", kernel.name));
  std::size_t wanted = 0;
  std::string parameters;
  for (const auto& p : parameters_of(kernel)) {
    if (is_position_name(p.name)) continue;
    ++wanted;
    parameters += p.name + ", ";
  }
  const std::string launched =
      fmt::format("it is launched by {}(dims, {}{})", serial ? "serial_do" : "parallel_do", parameters, kernel.name);
  if (wanted != given.size())
    fail("Q0204", call_site,
         fmt::format("the kernel '{}' takes {} argument{}, not {}", kernel.name, wanted, wanted == 1 ? "" : "s",
                     given.size()),
         wanted == parameters_of(kernel).size() && wanted == given.size() + 1
             ? "the position of a thread is the parameter named pos; " + launched
             : launched);
  const std::vector<Value> arguments = declared_arguments(kernel, given, session().options().scalar, call_site);
  KernelScope inside(scope, kernel, arguments);
  inside.random(session().builtin_state());
  LowerOptions options;
  options.scalar = session().options().scalar;
  options.extents = dims.size() > 1 && dims.front() == 1 ? 0 : int(dims.size());
  KernelEntry& entry = state().kernel(kernel, arguments, inside, call_site, options);
  explain_once(session(), kernel, entry, call_site);
  if (!std::exchange(entry.told_of_lost_values, true)) warn_of_lost_values(session(), kernel, inside);
  const auto& names = entry.lowered.captured;
  if (std::find(names.begin(), names.end(), kRandomLaunch) != names.end()) ++session().builtin_state().launches;
  std::vector<std::int64_t> positions = dims;
  const bool gives_values = kernel.def && !kernel.def->outputs.empty();
  const std::int64_t runs = gives_values ? 1 : surplus_runs(positions, entry.lowered.position_rank);
  if (runs > 1 && !std::exchange(entry.told_of_surplus, true) && session().sinks().diagnostic)
    session().sinks().diagnostic(
        {"Q0302",
         Severity::Warning,
         call_site,
         fmt::format("the kernel's position has {} dimensions, {} extents were given: each position runs {} times",
                     positions.size(), dims.size(), runs),
         fmt::format("of an array x with more dimensions size(x,0..{}) are the first {}", positions.size() - 1,
                     positions.size()),
         {}});
  std::vector<Value> results;
  for (std::int64_t k = 0; k < runs; ++k) {
    if (entry.short_arrays.empty()) {
      results = KernelLaunch(*this, entry, inside, call_site).run(positions, blocks, serial);
    } else {
      ShortArrayScope values(inside, entry.short_arrays);
      results = KernelLaunch(*this, entry, values, call_site).run(positions, blocks, serial);
    }
  }
  inside.give_back();
  return results;
}

}  // namespace qc::host
