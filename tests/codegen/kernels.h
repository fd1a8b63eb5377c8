// Small helpers to write kernels by hand and to run them block after block.
#pragma once
#include <doctest/doctest.h>

#include <cstring>
#include <string>
#include <vector>

#include "codegen/codegen.h"
#include "codegen/effort.h"
#include "ir/build.h"

namespace kernels {

using namespace qc;
using namespace qc::ir;

inline Stmt set(VarId v, ExprP e) { return {Assign{v, std::move(e)}, {}}; }
inline Access at(ArrayId a, std::vector<ExprP> index, Boundary mode = Boundary::Unchecked, SiteId site = kNoSite) {
  Access x;
  x.array = a;
  x.index = std::move(index);
  x.boundary = mode;
  x.site = site;
  return x;
}
inline Stmt put(Access a, ExprP e) { return {Store{std::move(a), std::move(e)}, {}}; }
inline Stmt when(ExprP c, Block then, Block otherwise = {}) {
  return {If{std::move(c), std::move(then), std::move(otherwise)}, {}};
}
inline Stmt loop(ExprP c, Block body) { return {While{std::move(c), std::move(body)}, {}}; }
inline Stmt meet() { return {Barrier{}, {}}; }
inline ExprP tid(int axis = 0) { return builtin(BuiltinKind::ThreadIdx, axis); }
inline ExprP bid(int axis = 0) { return builtin(BuiltinKind::BlockIdx, axis); }
inline ExprP num(std::int64_t v) { return int_const(v); }

// Code is made with full effort while this lives.
struct FullEffort {
  FullEffort() { codegen::use_effort(codegen::Effort::Full); }
  ~FullEffort() { codegen::use_effort({}); }
};

// A kernel in the making.
struct Maker {
  Function f;
  explicit Maker(std::string name, int threads = 0) {
    f.name = std::move(name);
    f.threads = threads;
  }
  ArrayId global(const std::string& name, Elem e, int rank = 1) {
    Array a;
    a.name = name;
    a.elem = e;
    a.rank = rank;
    a.aligned = true;
    a.noalias = true;
    const ArrayId id = f.add_array(a);
    f.params.push_back({Param::Kind::Array, id});
    return id;
  }
  ArrayId shared(const std::string& name, Elem e, std::vector<std::int64_t> dims, Space space = Space::Shared) {
    Array a;
    a.name = name;
    a.elem = e;
    a.rank = int(dims.size());
    a.space = space;
    a.dims = std::move(dims);
    return f.add_array(a);
  }
  VarId scalar(const std::string& name, Elem e) {
    const VarId v = f.add_var(name, e);
    f.params.push_back({Param::Kind::Scalar, v});
    return v;
  }
  ExprP operator[](VarId v) const { return var(f, v); }
  ExprP get(Access a) const { return load(f, std::move(a)); }
};

// Arguments in the order of Function::params, then outputs, then the failure record.
struct Arguments {
  std::vector<std::uint64_t> cells;
  template <class T>
  Arguments& array(std::vector<T>& v, std::vector<std::int64_t> extents = {}) {
    cells.push_back(std::uint64_t(v.data()));
    if (extents.empty()) extents = {std::int64_t(v.size())};
    for (auto e : extents) cells.push_back(std::uint64_t(e));
    return *this;
  }
  template <class T>
  Arguments& scalar(T value) {
    cells.push_back(0);
    std::memcpy(&cells.back(), &value, sizeof value);
    return *this;
  }
  Arguments& pointer(void* p) {
    cells.push_back(std::uint64_t(p));
    return *this;
  }
};

inline HostKernel compiled(const Function& f) {
  auto r = compile_host(f);
  if (auto* e = std::get_if<CompileError>(&r)) FAIL(e->message);
  return std::get<HostKernel>(r);
}

// Not for several threads at once: blocks share one scratch.
inline void run_block(const HostKernel& k, Arguments& a, const GridDims& dims, std::int64_t x, std::int64_t y = 0) {
  std::vector<void*> params;
  for (auto& c : a.cells) params.push_back(&c);
  const std::size_t threads = std::size_t(dims.block[0]) * dims.block[1] * dims.block[2];
  const std::size_t bytes = k.shared_bytes + threads * k.bytes_per_thread;
  static std::vector<unsigned char> memory;  // holds what earlier blocks left, as a worker's does
  if (memory.size() < bytes + 64) memory.assign(bytes + 64, 0xCD);
  void* scratch = reinterpret_cast<void*>((reinterpret_cast<std::uintptr_t>(memory.data()) + 63) / 64 * 64);
  const std::int64_t block[3] = {x, y, 0};
  k.entry(params.data(), &dims, block, scratch);
}

inline void run(const HostKernel& k, Arguments a, GridDims dims) {
  for (std::int64_t y = 0; y < dims.grid[1]; ++y)
    for (std::int64_t x = 0; x < dims.grid[0]; ++x) run_block(k, a, dims, x, y);
}
inline GridDims grid(std::int64_t blocks, std::int32_t threads) {
  GridDims d;
  d.grid[0] = blocks;
  d.block[0] = threads;
  return d;
}
inline bool same_bits(float a, float b) { return std::memcmp(&a, &b, 4) == 0 || (a != a && b != b); }
inline bool same_bits(double a, double b) { return std::memcmp(&a, &b, 8) == 0 || (a != a && b != b); }

// The tree reduction as the transform emits it for the host: 2048 lanes, a ticket, the last block folds the chunks.
Function tree_sum();
float model_sum(const std::vector<float>& x, std::int64_t per);
float run_tree(const HostKernel& k, std::vector<float>& x, std::int64_t per);

}  // namespace kernels
