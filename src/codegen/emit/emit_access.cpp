#include "codegen/emit/emit_access.h"

#include <llvm/TargetParser/Triple.h>

#include <algorithm>

#include "codegen/emit/arithmetic.h"
#include "codegen/emit/boundary_index.h"
#include "codegen/emit/emit_expr.h"
#include "codegen/emit/emit_failure.h"
#include "ir/build.h"
#include "ir/index_marks.h"
#include "ir/moved_index.h"

namespace qc::codegen {

namespace {

struct Place {
  Value* in_range = nullptr;   // null: always
  std::vector<Value*> raw;     // as the access says, of floats where they are in range
  std::vector<Value*> number;  // the floats that these are; null: an int
  std::vector<Value*> index;   // moved into range where the boundary does that
  llvm::Align align;
};

}  // namespace

Value* array_extent(EmitContext& e, ir::ArrayId a, int dim) {
  const ir::Array& array = e.f.arrays[a];
  if (dim < 0) return array_count(e, a);
  if (!array.dims.empty() && array.space != ir::Space::Global) return e.b.i64(array.dims.at(dim));
  if (!array.dynamic_dims.empty()) return emit_expr(e, array.dynamic_dims.at(dim));
  return e.args.extents.at(a).at(dim);
}

Value* array_count(EmitContext& e, ir::ArrayId a) {
  Value* n = nullptr;
  for (int d = 0; d < e.f.arrays[a].rank; ++d)
    n = n ? e.b.CreateMul(n, array_extent(e, a, d), "", true, true) : array_extent(e, a, d);
  return n ? n : e.b.i64(1);
}

static void mark(EmitContext& e, llvm::Instruction* access, ir::ArrayId array) {
  e.alias_scopes.mark(access, array);
  e.target.memory_access(access);
}

static Place place(EmitContext& e, const ir::Access& a, bool writing) {
  const ir::Array& array = e.f.arrays[a.array];
  Boundary mode = a.boundary;
  if (writing && ir::moves(mode)) mode = Boundary::Checked;
  Place p;
  auto require = [&](Value* c) { p.in_range = p.in_range ? e.b.CreateAnd(p.in_range, c) : c; };
  for (const auto& i : a.index) {
    const ir::ExprP* number = mode == Boundary::Checked ? ir::checked_float(*i) : nullptr;
    p.number.push_back(number ? emit_expr(e, *number) : nullptr);
    if (!number) {
      p.raw.push_back(emit_expr(e, i));
      continue;
    }
    // Where the int that the hardware makes of a float is inside the array and equal to the float, it is the index.
    // What a float that no int holds becomes is not told, but the same wherever it is read, and it is not equal.
    Value *whole = p.number.back(), *index = e.b.CreateFreeze(e.b.CreateFPToSI(whole, e.b.getInt64Ty()));
    require(e.b.CreateFCmpOEQ(e.b.CreateSIToFP(index, whole->getType()), whole));
    p.raw.push_back(index);
  }
  for (std::size_t d = 0; d < p.raw.size(); ++d) {
    Value* index = p.raw[d];
    if (mode != Boundary::Unchecked) {
      Value* n = a.linear ? array_count(e, a.array) : array_extent(e, a.array, int(d));
      if (mode == Boundary::Checked || mode == Boundary::Safe || mode == Boundary::Default) {
        require(e.b.CreateICmpULT(index, n));
      } else {
        Value* some = e.b.CreateICmpSGT(n, e.b.i64(0));
        if (!llvm::isa<llvm::Constant>(some)) require(some);
        index = boundary_index(e.b, mode, index, n, e.f.split_at_edges);
      }
    }
    p.index.push_back(index);
  }
  const std::uint64_t size = byte_size(array.elem);
  std::uint64_t align = size;
  if (!ir::moves(mode) && array.space != ir::Space::Local && (array.aligned || array.space == ir::Space::Shared)) {
    int exponent = 0;
    for (std::size_t d = 0; d < a.index.size(); ++d) {
      const int here = e.divisibility.of(*a.index[d]);
      const int row = d == 0 ? 0
                      : array.dims.empty() || array.space == ir::Space::Global
                          ? array.multiple(int(d))
                          : e.divisibility.of(*ir::int_const(array.dims[d]));
      exponent = d == 0 ? here : std::min(exponent + row, here);
    }
    align = std::min<std::uint64_t>(16, size << std::min(exponent, 4));
  }
  p.align = llvm::Align(std::max(align, size));
  return p;
}

// Null: the array is none.
static llvm::GlobalVariable* table(EmitContext& e, ir::ArrayId a) {
  const auto values = e.tables.find(a);
  if (values == e.tables.end()) return nullptr;
  if (auto made = e.made_tables.find(a); made != e.made_tables.end()) return made->second;
  llvm::Type* type = e.b.memory_type(e.f.arrays[a].elem);
  std::vector<llvm::Constant*> elements;
  for (const ir::ExprP& v : values->second)
    elements.push_back(llvm::cast<llvm::Constant>(e.b.narrow(emit_expr(e, v), e.f.arrays[a].elem)));
  auto* all = llvm::ArrayType::get(type, elements.size());
  auto* constants = new llvm::GlobalVariable(
      e.b.module, all, true, llvm::GlobalValue::PrivateLinkage, llvm::ConstantArray::get(all, elements),
      e.f.arrays[a].name, nullptr, llvm::GlobalValue::NotThreadLocal,
      llvm::Triple(e.b.module.getTargetTriple()).isNVPTX() ? 1 : 0);  // 1: global memory
  constants->setUnnamedAddr(llvm::GlobalValue::UnnamedAddr::Global);
  return e.made_tables[a] = constants;
}

// Inside an array no partial offset overflows, so the products and sums may say so.
static Value* address(EmitContext& e, const ir::Access& a, const Place& p) {
  const ir::Array& array = e.f.arrays[a.array];
  Value* offset = nullptr;
  for (std::size_t d = 0; d < p.index.size(); ++d) {
    if (!offset)
      offset = p.index[d];
    else
      offset = e.b.CreateAdd(e.b.CreateMul(offset, array_extent(e, a.array, int(d)), "", true, true), p.index[d], "",
                             true, true);
  }
  if (!offset) offset = e.b.i64(0);
  if (llvm::GlobalVariable* constants = table(e, a.array))
    return e.b.CreateInBoundsGEP(e.b.memory_type(array.elem), e.b.CreateAddrSpaceCast(constants, e.b.getPtrTy()),
                                 offset, array.name);
  if (array.space != ir::Space::Global) return e.target.element(e, a.array, offset);
  return e.b.CreateInBoundsGEP(e.b.memory_type(array.elem), e.args.base.at(a.array), offset, array.name);
}

static void report_out_of_range(EmitContext& e, const ir::Access& a, const Place& p) {
  if (a.site == ir::kNoSite) return;
  std::vector<Value*> raw = p.raw;
  for (std::size_t d = 0; d < raw.size(); ++d) {
    Value* number = p.number[d];
    if (!number) continue;
    const Elem type = (*ir::checked_float(*a.index[d]))->type;
    Value* floor = e.b.call(llvm::Intrinsic::floor, {number->getType()}, {number});
    raw[d] = e.b.CreateSelect(e.b.CreateFCmpOEQ(floor, number), convert(e.b, Elem::I64, type, number),
                              e.b.i64(ir::kFractionalIndex));
  }
  Value *index = e.b.i64(0), *size = e.b.i64(0), *dim = e.b.i64(0);
  for (int d = int(raw.size()) - 1; d >= 0; --d) {  // the first dimension that is out of range
    Value* n = a.linear ? array_count(e, a.array) : array_extent(e, a.array, d);
    Value* bad = e.b.CreateICmpUGE(raw[d], n);
    index = e.b.CreateSelect(bad, raw[d], index);
    size = e.b.CreateSelect(bad, n, size);
    dim = e.b.CreateSelect(bad, e.b.i64(d), dim);
  }
  emit_fail(e, a.site, index, size, dim);
}

Value* emit_load(EmitContext& e, const ir::Access& a) {
  const Elem elem = e.f.arrays[a.array].elem;
  Place p = place(e, a, false);
  auto read = [&] {
    auto* l = e.b.CreateAlignedLoad(e.b.memory_type(elem), address(e, a, p), p.align);
    mark(e, l, a.array);
    return e.b.widen(l, elem);
  };
  if (!p.in_range) return read();
  auto* inside = e.b.new_block("inside");
  auto* outside = e.b.new_block("outside");
  auto* end = e.b.new_block("loaded");
  e.b.CreateCondBr(p.in_range, inside, outside);
  e.b.SetInsertPoint(inside);
  Value* v = read();
  auto* inside_end = e.b.GetInsertBlock();
  e.b.CreateBr(end);
  e.b.SetInsertPoint(outside);
  if (a.boundary == Boundary::Checked) report_out_of_range(e, a, p);
  auto* outside_end = e.b.GetInsertBlock();
  e.b.CreateBr(end);
  e.b.SetInsertPoint(end);
  auto* phi = e.b.CreatePHI(v->getType(), 2);
  phi->addIncoming(v, inside_end);
  phi->addIncoming(e.b.zero(elem), outside_end);
  return phi;
}

void guarded_write(EmitContext& e, const ir::Access& a, const std::function<void(Value*, llvm::Align)>& write) {
  Place p = place(e, a, true);
  auto inside = [&] { write(address(e, a, p), p.align); };
  if (!p.in_range) return inside();
  if (a.boundary == Boundary::Safe) return e.b.if_else(p.in_range, inside);
  e.b.if_else(p.in_range, inside, [&] { report_out_of_range(e, a, p); });
}

void emit_store(EmitContext& e, const ir::Store& n) {
  if (e.tables.count(n.access.array)) return;
  Value* v = emit_expr(e, n.value);
  guarded_write(e, n.access, [&](Value* address, llvm::Align align) {
    mark(e, e.b.store_value(address, v, e.f.arrays[n.access.array].elem, align), n.access.array);
  });
}

}  // namespace qc::codegen
