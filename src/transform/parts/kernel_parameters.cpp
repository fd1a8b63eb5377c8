#include "transform/parts/kernel_parameters.h"

#include <algorithm>

namespace qc {

using namespace ir;

ExprP KernelParameters::param(Binding binding, const std::string& name, Elem type) {
  auto [it, fresh] = params_.try_emplace({binding.kind, binding.id}, 0);
  if (fresh) {
    it->second = kernel().add_var(name, type);
    kernel().params.push_back({Param::Kind::Scalar, it->second});
    out_.bindings.push_back(binding);
  }
  return ref(it->second);
}

ArrayId KernelParameters::scratch(Binding binding, const std::string& name) {
  auto [it, fresh] = params_.try_emplace({binding.kind, binding.id}, 0);
  if (fresh) {
    Array a;
    a.name = name;
    a.elem = binding.kind == Binding::Kind::Ticket || binding.kind == Binding::Kind::Flags ? Elem::U32 : binding.elem;
    a.aligned = a.noalias = true;
    it->second = kernel().add_array(a);
    kernel().params.push_back({Param::Kind::Array, it->second});
    out_.bindings.push_back(binding);
  }
  return it->second;
}

ArrayId KernelParameters::array(ArrayId nest_array) {
  auto [it, fresh] = params_.try_emplace({Binding::Kind::Array, nest_array}, 0);
  if (fresh) {
    Array a = nest().arrays[nest_array];
    if (a.space == Space::Global) {
      if (!policy_.warps &&
          a.dims.empty())  // the host's vectors take channels apart where it is known how many there are
        for (const SmallExtent& e : facts_.extents)
          if (e.array == nest_array && e.value > 0) {
            a.dims.resize(std::size_t(a.rank), 0);
            a.dims[std::size_t(e.dim)] = e.value;
          }
      a.aligned = policy_.aligned;
      a.noalias = !facts_.aliased;
      for (const EvenExtent& e : facts_.even)
        if (e.array == nest_array) {
          a.multiples.resize(std::size_t(a.rank), 0);
          a.multiples[std::size_t(e.dim)] = kEvenExponent;
        }
    }
    it->second = kernel().add_array(a);
    if (a.space == Space::Global) {
      kernel().params.push_back({Param::Kind::Array, it->second});
      out_.bindings.push_back({Binding::Kind::Array, nest_array, a.elem});
    }
  }
  return it->second;
}

ArrayId KernelParameters::shared_array(const std::string& name, Elem elem, std::int64_t count) {
  Array a;
  a.name = name;
  a.elem = elem;
  a.space = Space::Shared;
  a.dims = {count};
  auto& arrays = kernel().arrays;
  for (ArrayId k = 0; k < arrays.size(); ++k) {
    if (arrays[k].space != Space::Shared || arrays[k].name != a.name) continue;
    if (arrays[k].elem == elem) {
      arrays[k].dims[0] = std::max(arrays[k].dims[0], count);
      return k;
    }
    a.name += '_';  // another type under this name
  }
  return kernel().add_array(a);
}

ExprP KernelParameters::low(int loop) {
  if (facts_.zero_low) return int_const(0);
  return param({Binding::Kind::LoopLow, std::uint32_t(loop)}, "$lo_" + plan_.loops[std::size_t(loop)].name, Elem::I64);
}

ExprP KernelParameters::step(int loop) {
  if (facts_.unit_steps) return int_const(1);
  return param({Binding::Kind::LoopStep, std::uint32_t(loop)}, "$st_" + plan_.loops[std::size_t(loop)].name, Elem::I64);
}

ExprP KernelParameters::count(int loop) {
  for (const SmallCount& c : facts_.counts)
    if (c.loop == loop) return int_const(c.value);
  return param({Binding::Kind::LoopCount, std::uint32_t(loop)}, "$n_" + plan_.loops[std::size_t(loop)].name, Elem::I64);
}

ExprP KernelParameters::total() { return param({Binding::Kind::Total}, "$total", Elem::I64); }

ExprP KernelParameters::scalar(VarId v) {
  const ExprP p = param({Binding::Kind::Scalar, v}, nest().vars[v].name, value_elem(nest().vars[v].type));
  if (std::find(facts_.short_params.begin(), facts_.short_params.end(), v) != facts_.short_params.end())
    kernel().vars[std::get<VarRef>(p->node).var].bits = kShortBits;
  return p;
}

ExprP KernelParameters::extent(ArrayId nest_array, int dim) {
  for (const SmallExtent& e : facts_.extents)
    if (e.array == nest_array && e.dim == dim) return int_const(e.value);
  return ir::extent(array(nest_array), dim);
}

ExprP KernelParameters::stride(ArrayId nest_array, int dim) {
  ExprP s = int_const(1);
  for (int d = nest().arrays[nest_array].rank - 1; d > dim; --d) s = mul(s, extent(nest_array, d));
  return s;
}

VarId KernelParameters::let(Block& block, const std::string& name, ExprP value) {
  const VarId v = kernel().add_var(name, value->type);
  block.push_back({Assign{v, std::move(value)}, {}});
  return v;
}

VarId KernelParameters::output(VarId nest_var) {
  auto [it, fresh] = outputs_.try_emplace(nest_var, 0);
  if (fresh) {
    it->second = kernel().add_var("$out_" + nest().vars[nest_var].name, value_elem(nest().vars[nest_var].type));
    kernel().outputs.push_back(it->second);
    out_.outputs.push_back({nest_var});
  }
  return it->second;
}

// All of them once there is one: their order is that in which the text evaluates (passes/failures_in_order.h).
SiteId KernelParameters::site(SiteId nest_site) {
  if (nest_site != kNoSite && kernel().sites.empty()) kernel().sites = nest().sites;
  return nest_site;
}

Scheduled KernelParameters::finish(Block body, LaunchRule launch, std::string summary) {
  kernel().kind = Function::Kind::Kernel;
  kernel().body = std::move(body);
  kernel().rank = 1;
  out_.launch = launch;
  out_.summary = std::move(summary);
  return std::move(out_);
}

ExprP thread_index() { return builtin(BuiltinKind::ThreadIdx); }

ExprP block_index() { return builtin(BuiltinKind::BlockIdx); }

Access element(ArrayId array, ExprP index) {
  Access a;
  a.array = array;
  a.index = {std::move(index)};
  return a;
}

void draw_ticket(KernelParameters& b, Block& block, ArrayId ticket, const ExprP& index, const ExprP& chunks,
                 ArrayId last) {
  block.push_back({Fence{ir::SyncScope::Grid, true}, {}});
  const VarId old = b.kernel().add_var("$old", Elem::I64);
  block.push_back({Atomic{old, AtomicOp::Inc, element(ticket, index), sub(chunks, int_const(1)), nullptr}, {}});
  block.push_back({Fence{ir::SyncScope::Grid, true}, {}});  // for the whole block: the others read after the barrier
  block.push_back(
      {Store{element(last, int_const(0)), cast(Elem::I64, binary(BinaryOp::Eq, b.ref(old), sub(chunks, int_const(1))))},
       {}});
}

}  // namespace qc
