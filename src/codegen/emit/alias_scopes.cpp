#include "codegen/emit/alias_scopes.h"

#include <llvm/IR/Instructions.h>
#include <llvm/IR/MDBuilder.h>

#include "ir/build.h"

namespace qc::codegen {

AliasScopes::AliasScopes(const ir::Function& function, llvm::LLVMContext& context)
    : f_(function), written_(function.arrays.size()), scope_(function.arrays.size()), others_(function.arrays.size()) {
  ir::for_each_stmt(f_.body, [&](const ir::Stmt& s) {
    if (auto* n = std::get_if<ir::Store>(&s.node)) written_[n->access.array] = true;
    if (auto* n = std::get_if<ir::Atomic>(&s.node)) written_[n->access.array] = true;
  });
  // Arrays that overlap no other: each has an alias scope of its own and is outside those of all others.
  llvm::MDBuilder md(context);
  auto* domain = md.createAnonymousAliasScopeDomain("arrays");
  auto separate = [](const ir::Array& a) { return a.noalias || a.space == ir::Space::Shared; };
  std::vector<llvm::Metadata*> all(f_.arrays.size());
  for (std::size_t i = 0; i < all.size(); ++i)
    if (separate(f_.arrays[i])) all[i] = md.createAnonymousAliasScope(domain, f_.arrays[i].name);
  // Without this a store to a variable seems to be read by the next load of an array, and is kept.
  llvm::Metadata* variables = md.createAnonymousAliasScope(domain, "variables");
  variables_ = llvm::MDNode::get(context, {variables});
  for (std::size_t i = 0; i < all.size(); ++i) {
    std::vector<llvm::Metadata*> others{variables};
    for (std::size_t k = 0; k < all.size(); ++k)
      if (k != i && all[k]) others.push_back(all[k]);
    if (all[i]) scope_[i] = llvm::MDNode::get(context, {all[i]});
    others_[i] = llvm::MDNode::get(context, others);
  }
}

void AliasScopes::mark_variable(llvm::Instruction* access) const {
  access->setMetadata(llvm::LLVMContext::MD_alias_scope, variables_);
}

void AliasScopes::mark(llvm::Instruction* access, ir::ArrayId array) const {
  const ir::Array& a = f_.arrays[array];
  if (a.space == ir::Space::Local) return;
  if (scope_[array]) access->setMetadata(llvm::LLVMContext::MD_alias_scope, scope_[array]);
  access->setMetadata(llvm::LLVMContext::MD_noalias, others_[array]);
  if (llvm::isa<llvm::LoadInst>(access) && a.space == ir::Space::Global && a.noalias && !written_[array])
    access->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(access->getContext(), {}));
}

}  // namespace qc::codegen
