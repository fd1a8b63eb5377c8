// Array accesses: addresses, boundary modes, what LLVM may know about them.
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/TargetParser/Triple.h>

#include <algorithm>

#include "codegen/emitter.h"
#include "ir/build.h"
#include "ir/moved_index.h"

namespace qc::codegen {

namespace id = llvm::Intrinsic;

Emitter::Emitter(const ir::Function& function, llvm::Module& m, TargetHooks& t)
    : f(function),
      module(m),
      target(t),
      b(m.getContext()),
      written_(function.arrays.size()),
      divisibility_(function),
      tables_(constant_tables(function)) {
  ir::for_each_stmt(f.body, [&](const ir::Stmt& s) {
    if (auto* n = std::get_if<ir::Store>(&s.node)) written_[n->access.array] = true;
    if (auto* n = std::get_if<ir::Atomic>(&s.node)) written_[n->access.array] = true;
  });
  // Arrays that overlap no other: each has an alias scope of its own and is outside those of all others.
  llvm::MDBuilder md(m.getContext());
  auto* domain = md.createAnonymousAliasScopeDomain("arrays");
  scope_.resize(f.arrays.size());
  others_.resize(f.arrays.size());
  auto separate = [](const ir::Array& a) { return a.noalias || a.space == ir::Space::Shared; };
  std::vector<llvm::Metadata*> all(f.arrays.size());
  for (std::size_t i = 0; i < all.size(); ++i)
    if (separate(f.arrays[i])) all[i] = md.createAnonymousAliasScope(domain, f.arrays[i].name);
  for (std::size_t i = 0; i < all.size(); ++i) {
    std::vector<llvm::Metadata*> others;
    for (std::size_t k = 0; k < all.size(); ++k)
      if (k != i && all[k]) others.push_back(all[k]);
    if (all[i]) scope_[i] = llvm::MDNode::get(m.getContext(), {all[i]});
    if (!others.empty()) others_[i] = llvm::MDNode::get(m.getContext(), others);
  }
}

void Emitter::mark(llvm::Instruction* access, ir::ArrayId array) {
  const ir::Array& a = f.arrays[array];
  if (a.space == ir::Space::Local) {
    target.memory_access(access);
    return;
  }
  if (scope_[array]) access->setMetadata(llvm::LLVMContext::MD_alias_scope, scope_[array]);
  if (others_[array]) access->setMetadata(llvm::LLVMContext::MD_noalias, others_[array]);
  if (llvm::isa<llvm::LoadInst>(access) && a.space == ir::Space::Global && a.noalias && !written_[array])
    access->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(module.getContext(), {}));
  target.memory_access(access);
}

Value* Emitter::load_value(Value* address, Elem elem, llvm::Align align) {
  auto* l = b.CreateAlignedLoad(memory_type(elem), address, align);
  return widen(l, elem);
}

llvm::Instruction* Emitter::store_value(Value* address, Value* value, Elem elem, llvm::Align align) {
  return b.CreateAlignedStore(narrow(value, elem), address, align);
}

// Widens what memory holds to the value type, and back.
Value* Emitter::widen(Value* v, Elem elem) {
  if (elem == Elem::Bool) return b.CreateICmpNE(v, b.getInt8(0));
  if (elem == Elem::F16) return b.CreateFPExt(v, b.getFloatTy());
  if (is_float(elem) || byte_size(elem) == 8) return v;
  return is_unsigned(elem) ? b.CreateZExt(v, b.getInt64Ty()) : b.CreateSExt(v, b.getInt64Ty());
}

Value* Emitter::narrow(Value* v, Elem elem) {
  if (elem == Elem::Bool) return v->getType()->isIntegerTy(1) ? b.CreateZExt(v, b.getInt8Ty()) : v;
  if (elem == Elem::F16) return b.CreateFPTrunc(v, b.getHalfTy());
  if (is_float(elem)) return v;
  if (v->getType()->isIntegerTy(1)) return b.CreateZExt(v, memory_type(elem));
  return b.CreateTrunc(v, memory_type(elem));
}

// `usual` where it holds; what is rare, and takes a division, otherwise.
template <class F>
Value* Emitter::unless(Value* holds, Value* usual, const F& rare) {
  auto* start = b.GetInsertBlock();
  llvm::Function* in = start->getParent();
  auto* other = llvm::BasicBlock::Create(module.getContext(), "far", in);
  auto* end = llvm::BasicBlock::Create(module.getContext(), "near", in);
  b.CreateCondBr(holds, end, other);
  b.SetInsertPoint(other);
  Value* computed = rare();
  auto* from = b.GetInsertBlock();
  b.CreateBr(end);
  b.SetInsertPoint(end);
  auto* phi = b.CreatePHI(usual->getType(), 2);
  phi->addIncoming(usual, start);
  phi->addIncoming(computed, from);
  return phi;
}

Value* Emitter::moved_inside(Boundary mode, Value* index, Value* extent) {
  llvm::Type* t = b.getInt64Ty();
  // Callers look at the result only when extent > 0; no division by zero may happen before that.
  Value* n = call(id::umax, {t}, {extent, i64(1)});
  if (mode == Boundary::Circular) {
    Value* next = b.CreateSelect(b.CreateICmpSLT(index, i64(0)), b.CreateAdd(index, n), b.CreateSub(index, n));
    return unless(b.CreateICmpULT(next, n), next, [&] {
      Value* r = b.CreateSRem(index, n);
      return b.CreateAdd(r, b.CreateAnd(b.CreateAShr(r, 63), n));
    });
  }
  Value *twice = b.CreateShl(n, 1), *size = call(id::abs, {t}, {index, b.getFalse()});
  Value* q = unless(b.CreateICmpULT(size, twice), size, [&] { return b.CreateURem(size, twice); });
  return b.CreateSelect(b.CreateICmpUGE(q, n), b.CreateSub(b.CreateSub(twice, i64(1)), q), q);
}

// For code that few threads run: as small as can be, and quick to compile.
llvm::Function* Emitter::boundary_function(Boundary mode) {
  const char* name = mode == Boundary::Circular ? "circular_index" : "mirror_index";
  if (llvm::Function* made = module.getFunction(name)) return made;
  llvm::Type* t = b.getInt64Ty();
  auto* made = llvm::Function::Create(llvm::FunctionType::get(t, {t, t}, false), llvm::GlobalValue::InternalLinkage,
                                      name, module);
  for (auto a : {llvm::Attribute::NoInline, llvm::Attribute::NoUnwind, llvm::Attribute::WillReturn}) made->addFnAttr(a);
  made->setDoesNotAccessMemory();
  const auto saved = b.saveIP();
  auto* entry = llvm::BasicBlock::Create(module.getContext(), "entry", made);
  auto* move = llvm::BasicBlock::Create(module.getContext(), "move", made);
  auto* inside = llvm::BasicBlock::Create(module.getContext(), "inside", made);
  b.SetInsertPoint(entry);
  b.CreateCondBr(b.CreateICmpULT(made->getArg(0), made->getArg(1)), inside, move);
  b.SetInsertPoint(inside);
  b.CreateRet(made->getArg(0));
  b.SetInsertPoint(move);
  b.CreateRet(moved_inside(mode, made->getArg(0), made->getArg(1)));
  b.restoreIP(saved);
  return made;
}

Value* Emitter::boundary_index(Boundary mode, Value* index, Value* extent) {
  llvm::Type* t = b.getInt64Ty();
  if (mode == Boundary::Clamped) {
    Value* last = b.CreateSub(extent, i64(1));
    return call(id::smax, {t}, {call(id::smin, {t}, {index, last}), i64(0)});
  }
  if (outline_boundaries) return b.CreateCall(boundary_function(mode), {index, extent});
  // An index that is inside already, the usual case, pays no division.
  Value* inside = b.CreateICmpULT(index, extent);
  Value* result = nullptr;
  auto* start = b.GetInsertBlock();
  llvm::BasicBlock* moved_in = nullptr;
  auto* end = new_block("inside");
  auto* move = new_block("move");
  b.CreateCondBr(inside, end, move);
  b.SetInsertPoint(move);
  result = moved_inside(mode, index, extent);
  moved_in = b.GetInsertBlock();
  b.CreateBr(end);
  b.SetInsertPoint(end);
  auto* phi = b.CreatePHI(t, 2);
  phi->addIncoming(index, start);
  phi->addIncoming(result, moved_in);
  return phi;
}

Emitter::Place Emitter::place(const ir::Access& a, bool writing) {
  const ir::Array& array = f.arrays[a.array];
  Boundary mode = a.boundary;
  if (writing && ir::moves(mode)) mode = Boundary::Checked;
  Place p;
  raw_index_.clear();
  std::vector<Value*> raw;
  for (const auto& i : a.index) raw.push_back(expr(i));
  raw_index_ = raw;
  auto require = [&](Value* c) { p.in_range = p.in_range ? b.CreateAnd(p.in_range, c) : c; };
  for (std::size_t d = 0; d < raw.size(); ++d) {
    Value* index = raw[d];
    if (mode != Boundary::Unchecked) {
      Value* n = a.linear ? count(a.array) : extent(a.array, int(d));
      if (mode == Boundary::Checked || mode == Boundary::Safe || mode == Boundary::Default) {
        require(b.CreateICmpULT(index, n));
      } else {
        Value* some = b.CreateICmpSGT(n, i64(0));
        if (!llvm::isa<llvm::Constant>(some)) require(some);
        index = boundary_index(mode, index, n);
      }
    }
    p.index.push_back(index);
  }
  const std::uint64_t size = byte_size(array.elem);
  std::uint64_t align = size;
  if (!ir::moves(mode) && array.space != ir::Space::Local && (array.aligned || array.space == ir::Space::Shared)) {
    int exponent = 0;
    for (std::size_t d = 0; d < a.index.size(); ++d) {
      const int here = divisibility_.of(*a.index[d]);
      const int row = d == 0 ? 0
                      : array.dims.empty() || array.space == ir::Space::Global
                          ? array.multiple(int(d))
                          : divisibility_.of(*ir::int_const(array.dims[d]));
      exponent = d == 0 ? here : std::min(exponent + row, here);
    }
    align = std::min<std::uint64_t>(16, size << std::min(exponent, 4));
  }
  p.align = llvm::Align(std::max(align, size));
  return p;
}

// Inside an array no partial offset overflows, so the products and sums may say so.
Value* Emitter::address(const ir::Access& a, const Place& p) {
  const ir::Array& array = f.arrays[a.array];
  Value* offset = nullptr;
  for (std::size_t d = 0; d < p.index.size(); ++d) {
    if (!offset)
      offset = p.index[d];
    else
      offset = b.CreateAdd(b.CreateMul(offset, extent(a.array, int(d)), "", true, true), p.index[d], "", true, true);
  }
  if (!offset) offset = i64(0);
  if (llvm::GlobalVariable* constants = table(a.array))
    return b.CreateInBoundsGEP(memory_type(array.elem), b.CreateAddrSpaceCast(constants, b.getPtrTy()), offset,
                               array.name);
  if (array.space != ir::Space::Global) return target.element(*this, a.array, offset);
  return b.CreateInBoundsGEP(memory_type(array.elem), args.base.at(a.array), offset, array.name);
}

llvm::GlobalVariable* Emitter::table(ir::ArrayId a) {
  const auto values = tables_.find(a);
  if (values == tables_.end()) return nullptr;
  if (auto made = made_tables_.find(a); made != made_tables_.end()) return made->second;
  llvm::Type* type = memory_type(f.arrays[a].elem);
  std::vector<llvm::Constant*> elements;
  for (const ir::ExprP& v : values->second)
    elements.push_back(llvm::cast<llvm::Constant>(narrow(expr(v), f.arrays[a].elem)));
  auto* all = llvm::ArrayType::get(type, elements.size());
  auto* constants = new llvm::GlobalVariable(
      module, all, true, llvm::GlobalValue::PrivateLinkage, llvm::ConstantArray::get(all, elements), f.arrays[a].name,
      nullptr, llvm::GlobalValue::NotThreadLocal,
      llvm::Triple(module.getTargetTriple()).isNVPTX() ? 1 : 0);  // 1: global memory
  constants->setUnnamedAddr(llvm::GlobalValue::UnnamedAddr::Global);
  return made_tables_[a] = constants;
}

void Emitter::report_out_of_range(const ir::Access& a, const std::vector<Value*>& raw) {
  if (a.site == ir::kNoSite) return;
  Value *index = i64(0), *size = i64(0), *dim = i64(0);
  for (int d = int(raw.size()) - 1; d >= 0; --d) {  // the first dimension that is out of range
    Value* n = a.linear ? count(a.array) : extent(a.array, d);
    Value* bad = b.CreateICmpUGE(raw[d], n);
    index = b.CreateSelect(bad, raw[d], index);
    size = b.CreateSelect(bad, n, size);
    dim = b.CreateSelect(bad, i64(d), dim);
  }
  fail(a.site, index, size, dim);
}

Value* Emitter::load(const ir::Access& a) {
  const Elem elem = f.arrays[a.array].elem;
  Place p = place(a, false);
  const auto raw = raw_index_;
  auto read = [&] {
    auto* l = b.CreateAlignedLoad(memory_type(elem), address(a, p), p.align);
    mark(l, a.array);
    return widen(l, elem);
  };
  if (!p.in_range) return read();
  auto* inside = new_block("inside");
  auto* outside = new_block("outside");
  auto* end = new_block("loaded");
  b.CreateCondBr(p.in_range, inside, outside);
  b.SetInsertPoint(inside);
  Value* v = read();
  auto* inside_end = b.GetInsertBlock();
  b.CreateBr(end);
  b.SetInsertPoint(outside);
  if (a.boundary == Boundary::Checked) report_out_of_range(a, raw);
  auto* outside_end = b.GetInsertBlock();
  b.CreateBr(end);
  b.SetInsertPoint(end);
  auto* phi = b.CreatePHI(v->getType(), 2);
  phi->addIncoming(v, inside_end);
  phi->addIncoming(zero(elem), outside_end);
  return phi;
}

void Emitter::guarded_write(const ir::Access& a, const std::function<void(Value*, llvm::Align)>& write) {
  Place p = place(a, true);
  const auto raw = raw_index_;
  auto inside = [&] { write(address(a, p), p.align); };
  if (!p.in_range) return inside();
  if (a.boundary == Boundary::Safe) return if_else(p.in_range, inside);
  if_else(p.in_range, inside, [&] { report_out_of_range(a, raw); });
}

}  // namespace qc::codegen
