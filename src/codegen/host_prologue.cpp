// Entry of a host kernel: parameters, storage of shared arrays and of what each thread keeps.
#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/MDBuilder.h>

#include "codegen/emit/emit_access.h"
#include "codegen/emit/kernel_interface.h"
#include "codegen/host_target.h"
#include "ir/build.h"

namespace qc::codegen {

namespace {
constexpr std::size_t kStackBytes = 64 * 1024;

std::size_t elements(const ir::Array& a) {
  std::size_t n = 1;
  for (auto d : a.dims) n *= std::size_t(d);
  return n;
}

bool uses_axes(const ir::Function& f) {
  bool found = false;
  ir::for_each_expr(f.body, [&](const ir::Expr& e) {
    if (auto* b = std::get_if<ir::Builtin>(&e.node))
      found |= b->axis > 0 && (b->kind == ir::BuiltinKind::ThreadIdx || b->kind == ir::BuiltinKind::BlockDim);
  });
  return found;
}

// Reductions, scans and bins read more than they write: arithmetic on what the caches hold bounds them, and vectors of
// 512 bits do twice as much. What LLVM prefers is for code that stores what it reads.
bool shares_memory(const ir::Function& f) {
  return std::any_of(f.arrays.begin(), f.arrays.end(), [](const ir::Array& a) { return a.space == ir::Space::Shared; });
}

// Extents, and places in a grid: LLVM makes one comparison of two, `i >= 0 && i < n`, where it knows that n is none
// below 0.
Value* load_count(InstructionBuilder& b, Value* from, const llvm::Twine& name = "") {
  auto* load = b.CreateLoad(b.getInt64Ty(), from, name);
  const llvm::APInt none(64, 0), least = llvm::APInt::getSignedMinValue(64);
  load->setMetadata(llvm::LLVMContext::MD_range, llvm::MDBuilder(b.getContext()).createRange(none, least));
  return load;
}

void keep_within(InstructionBuilder& b, llvm::LoadInst* load, int bits) {
  const llvm::ConstantRange range = llvm::ConstantRange::getFull(unsigned(bits)).signExtend(64);
  load->setMetadata(llvm::LLVMContext::MD_range,
                    llvm::MDBuilder(b.getContext()).createRange(range.getLower(), range.getUpper()));
}

}  // namespace

void HostTarget::load_params(EmitContext& e) {
  auto& b = e.b;
  Value* params = e.b.function->getArg(0);
  std::size_t next = 0;
  auto cell = [&] { return b.CreateLoad(b.getPtrTy(), b.CreateConstInBoundsGEP1_64(b.getPtrTy(), params, next++)); };
  auto load = [&](llvm::Type* type, const llvm::Twine& name) -> Value* { return b.CreateLoad(type, cell(), name); };
  e.args.base.resize(f_.arrays.size());
  e.args.extents.resize(f_.arrays.size());
  for (const ir::Param& p : f_.params) {
    if (p.kind == ir::Param::Kind::Scalar) {
      const ir::Var& v = f_.vars[p.id];
      Value* value = load(e.b.memory_type(v.type), v.name);
      if (v.bits < 64) keep_within(b, llvm::cast<llvm::LoadInst>(value), v.bits);
      e.args.scalars.emplace_back(p.id, value);
      continue;
    }
    const ir::Array& a = f_.arrays[p.id];
    e.args.base[p.id] = load(b.getPtrTy(), a.name);
    if (a.aligned) b.CreateAlignmentAssumption(e.b.module.getDataLayout(), e.args.base[p.id], 16);
    for (int d = 0; d < a.rank; ++d) {
      Value* extent = load_count(b, cell(), a.name + ".extent");
      const std::int64_t known = a.dims.empty() ? 0 : a.dims[std::size_t(d)];
      e.args.extents[p.id].push_back(known > 0 ? b.getInt64(std::uint64_t(known)) : extent);
    }
  }
  for (std::size_t k = 0; k < f_.outputs.size(); ++k) e.args.outputs.push_back(load(b.getPtrTy(), "output"));
  if (can_fail(f_)) e.args.failure = load(b.getPtrTy(), "failure");
}

void HostTarget::prologue(EmitContext& e) {
  auto& b = e.b;
  llvm::Type* ptr = b.getPtrTy();
  e.b.function = llvm::Function::Create(llvm::FunctionType::get(b.getVoidTy(), {ptr, ptr, ptr, ptr}, false),
                                        llvm::GlobalValue::ExternalLinkage, f_.name, e.b.module);
  e.b.function->addFnAttr(llvm::Attribute::NoUnwind);
  if (shares_memory(f_)) e.b.function->addFnAttr("prefer-vector-width", "512");
  for (unsigned i = 0; i < 3; ++i) e.b.function->addParamAttr(i, llvm::Attribute::ReadOnly);
  b.SetInsertPoint(llvm::BasicBlock::Create(e.b.module.getContext(), "entry", e.b.function));
  e.return_block = llvm::BasicBlock::Create(e.b.module.getContext(), "return", e.b.function);
  dims_ = e.b.function->getArg(1);
  block_ = e.b.function->getArg(2);
  scratch_ = e.b.function->getArg(3);
  one_dimension_ = f_.rank == 1 && !uses_axes(f_);
  stop_ = b.CreateLoad(ptr, b.CreateConstInBoundsGEP1_64(b.getInt8Ty(), dims_, offsetof(GridDims, stop)), "stop");
  Value* sizes = b.CreateConstInBoundsGEP1_64(b.getInt8Ty(), dims_, offsetof(GridDims, block));
  for (int axis = 0; axis < 3; ++axis) {
    auto read = [&](Value* from) { return load_count(b, b.CreateConstInBoundsGEP1_64(b.getInt64Ty(), from, axis)); };
    block_at_[axis] = read(block_);
    grid_[axis] = read(dims_);  // GridDims begins with grid
    if (one_dimension_ && axis > 0)
      size_[axis] = e.b.i64(1);
    else if (one_dimension_ && f_.threads > 0)
      size_[axis] = e.b.i64(f_.threads);
    else
      size_[axis] = b.CreateSExt(
          b.CreateLoad(b.getInt32Ty(), b.CreateConstInBoundsGEP1_64(b.getInt32Ty(), sizes, axis)), b.getInt64Ty());
  }
  threads_ = one_dimension_ ? size_[0]
                            : b.CreateMul(b.CreateMul(size_[0], size_[1], "", true, true), size_[2], "", true, true);
  lo_ = e.b.i64(0);
  hi_ = size_[0];
  load_params(e);
  lay_out_threads(e);
  // Uniform variables and parameters have values before anything reads them; so have the extents of shared arrays.
  for (ir::VarId v = 0; v < f_.vars.size(); ++v)
    if (plan_.vars[v] == Home::Uniform && !analysis_.definition(v))
      b.CreateStore(llvm::Constant::getNullValue(e.b.memory_type(f_.vars[v].type)), variable(e, v));
  for (const auto& [v, value] : e.args.scalars)
    if (plan_.vars[v] == Home::Uniform) b.CreateStore(value, variable(e, v));
  lay_out_shared(e);
}

void HostTarget::lay_out_shared(EmitContext& e) {
  for (ir::ArrayId a = 0; a < f_.arrays.size(); ++a) {
    const ir::Array& array = f_.arrays[a];
    if (array.space != ir::Space::Shared) continue;
    if (!array.dynamic_dims.empty()) {
      auto* memory = e.b.CreateAlloca(e.b.memory_type(array.elem), array_count(e, a), array.name);
      memory->setAlignment(llvm::Align(64));
      arrays_[a] = memory;
    } else {
      arrays_[a] = e.b.CreateConstInBoundsGEP1_64(e.b.getInt8Ty(), scratch_, sizes_.shared_bytes, array.name);
      sizes_.shared_bytes += (elements(array) * byte_size(array.elem) + 63) / 64 * 64;
    }
  }
}

Value* HostTarget::thread_array(EmitContext& e, std::size_t bytes, const llvm::Twine& name) {
  if (stack_threads_) {
    auto* memory = e.b.entry_alloca(e.b.getInt8Ty(), name, bytes * std::size_t(f_.threads));
    memory->setAlignment(llvm::Align(64));
    return memory;
  }
  Value* offset = e.b.CreateMul(threads_, e.b.i64(std::int64_t(sizes_.bytes_per_thread)), "", true, true);
  std::size_t shared = 0;
  for (const ir::Array& a : f_.arrays)
    if (a.space == ir::Space::Shared && a.dynamic_dims.empty())
      shared += (elements(a) * byte_size(a.elem) + 63) / 64 * 64;
  offset = e.b.CreateAdd(offset, e.b.i64(std::int64_t(shared)), "", true, true);
  sizes_.bytes_per_thread += bytes;
  return e.b.CreateInBoundsGEP(e.b.getInt8Ty(), scratch_, offset, name);
}

// Wider elements first, so that each array is aligned to its element for any number of threads.
void HostTarget::lay_out_threads(EmitContext& e) {
  vars_.resize(f_.vars.size());
  arrays_.resize(f_.arrays.size());
  masks_.resize(std::size_t(plan_.masks));
  auto in_memory = [&](ir::ArrayId a) {
    return f_.arrays[a].space == ir::Space::Local && !plan_.local_array_in_lane[a];
  };
  std::size_t total = std::size_t(plan_.masks) + plan_.returns;
  for (ir::VarId v = 0; v < f_.vars.size(); ++v)
    if (plan_.vars[v] == Home::Thread) total += byte_size(f_.vars[v].type);
  for (ir::ArrayId a = 0; a < f_.arrays.size(); ++a)
    if (in_memory(a)) total += byte_size(f_.arrays[a].elem) * elements(f_.arrays[a]);
  stack_threads_ = one_dimension_ && f_.threads > 0 && total * std::size_t(f_.threads) <= kStackBytes;
  for (int size : {8, 4, 2, 1}) {
    for (ir::VarId v = 0; v < f_.vars.size(); ++v)
      if (plan_.vars[v] == Home::Thread && byte_size(f_.vars[v].type) == size)
        vars_[v] = thread_array(e, size, f_.vars[v].name);
    for (ir::ArrayId a = 0; a < f_.arrays.size(); ++a)
      if (in_memory(a) && byte_size(f_.arrays[a].elem) == size)
        arrays_[a] = thread_array(e, size * elements(f_.arrays[a]), f_.arrays[a].name);
  }
  for (Value*& m : masks_) m = thread_array(e, 1, "mask");
  if (plan_.returns) alive_ = thread_array(e, 1, "alive");
}

}  // namespace qc::codegen
