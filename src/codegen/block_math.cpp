// Elementary functions of many elements at a time, for built-in functions: a loop in vectors, compiled when there is
// enough to do.
#include <llvm/IR/IRBuilder.h>

#include <atomic>
#include <memory>
#include <mutex>

#include "codegen/code_cache.h"
#include "codegen/emit/math_functions.h"
#include "codegen/host_math.h"
#include "codegen/llvm_setup.h"
#include "support/profile.h"

namespace qc {

namespace {

using codegen::LoadedCode;

// void block(out, x, y, n): the loop over the elements, before the passes.
std::unique_ptr<llvm::Module> block_module(ir::MathFn fn, bool wide, llvm::LLVMContext& context) {
  auto& machine = codegen::host_machine();
  auto module = std::make_unique<llvm::Module>("block", context);
  module->setTargetTriple(machine.getTargetTriple());
  module->setDataLayout(machine.createDataLayout());
  llvm::IRBuilder<> b(context);
  llvm::Type *t = wide ? b.getDoubleTy() : b.getFloatTy(), *pointer = b.getPtrTy();
  auto* f =
      llvm::Function::Create(llvm::FunctionType::get(b.getVoidTy(), {pointer, pointer, pointer, b.getInt64Ty()}, false),
                             llvm::GlobalValue::ExternalLinkage, "block", *module);
  f->addParamAttr(0, llvm::Attribute::NoAlias);
  auto block = [&](const char* name) { return llvm::BasicBlock::Create(context, name, f); };
  llvm::BasicBlock *entry = block("entry"), *loop = block("loop"), *done = block("done");
  b.SetInsertPoint(entry);
  b.CreateCondBr(b.CreateICmpSGT(f->getArg(3), b.getInt64(0)), loop, done);
  b.SetInsertPoint(loop);
  auto* i = b.CreatePHI(b.getInt64Ty(), 2);
  const int arity = codegen::math_arity(fn);
  llvm::SmallVector<llvm::Value*, 2> arguments;
  for (int k = 0; k < arity; ++k)
    arguments.push_back(b.CreateLoad(t, b.CreateInBoundsGEP(t, f->getArg(unsigned(1 + k)), i)));
  llvm::Value* y = b.CreateCall(codegen::math_function(*module, codegen::math_name(fn), arity, t), arguments);
  b.CreateStore(y, b.CreateInBoundsGEP(t, f->getArg(0), i));
  llvm::Value* next = b.CreateAdd(i, b.getInt64(1), "", true, true);
  i->addIncoming(b.getInt64(0), entry);
  i->addIncoming(next, loop);
  b.CreateCondBr(b.CreateICmpSLT(next, f->getArg(3)), loop, done);
  b.SetInsertPoint(done);
  b.CreateRetVoid();
  return module;
}

template <class T>
using Block = void (*)(T* out, const T* x, const T* y, std::int64_t n);

// One function for one type: elements asked for so far, and the loop when it has been compiled.
template <class T>
class CompiledBlock {
 public:
  void run(ir::MathFn fn, T* out, const T* x, const T* y, std::int64_t n) {
    Block<T> f = block_.load(std::memory_order_acquire);
    if (!f && n >= kWorthLooking && !looked_.exchange(true)) f = make(fn, false);
    if (!f && asked_.fetch_add(n, std::memory_order_relaxed) >= kWorthCompiling) f = make(fn, true);
    if (f) return f(out, x, y, n);
    const bool pair = codegen::math_arity(fn) == 2;
    for (std::int64_t i = 0; i < n; ++i) out[i] = host_math(fn, x[i], pair ? y[i] : T(0));
  }

 private:
  static constexpr std::int64_t kWorthCompiling = 1 << 19;  // calls that take about as long as compiling
  static constexpr std::int64_t kWorthLooking = 1 << 12;    // and as finding code that another process compiled

  // Null when there is none or it cannot be compiled: one after the other is right as well.
  Block<T> make(ir::MathFn fn, bool compile) {
    const std::lock_guard lock(once_);
    if (tried_ || block_.load(std::memory_order_acquire)) return block_.load(std::memory_order_acquire);
    const profile::Timed timed(profile::Phase::Compile);
    using Loaded = std::optional<LoadedCode>;
    auto loaded = codegen::guarded<Loaded>([fn, compile](llvm::LLVMContext& context) -> Loaded {
      auto module = block_module(fn, sizeof(T) == 8, context);
      const codegen::Digest digest = codegen::digest_of(*module, codegen::host_machine());
      if (!compile) return codegen::load_kept(digest, "block");
      return codegen::compile_and_load(
          {digest, {}}, "block",
          [&] {
            return codegen::HostModule{std::move(module), {}};
          },
          codegen::effort_for(codegen::Effort::Full));
    });
    tried_ = compile;  // unless the program was stopped
    auto* code = std::get_if<Loaded>(&loaded);
    if (!code || !*code) return nullptr;
    code_ = (*code)->code;
    block_.store((*code)->address.template toPtr<Block<T>>(), std::memory_order_release);
    return block_.load(std::memory_order_acquire);
  }

  std::atomic<std::int64_t> asked_{0};
  std::atomic<Block<T>> block_{nullptr};
  std::atomic<bool> looked_{false};
  std::mutex once_;
  bool tried_ = false;
  std::shared_ptr<void> code_;
};

// They live until the process ends, as the code does.
template <class T>
CompiledBlock<T>& block_of(ir::MathFn fn) {
  static auto* const blocks = new CompiledBlock<T>[std::size_t(ir::MathFn::Hypot) + 1];
  return blocks[int(fn)];
}

}  // namespace

void host_math(ir::MathFn fn, float* out, const float* x, const float* y, std::int64_t n) {
  block_of<float>(fn).run(fn, out, x, y, n);
}
void host_math(ir::MathFn fn, double* out, const double* x, const double* y, std::int64_t n) {
  block_of<double>(fn).run(fn, out, x, y, n);
}

}  // namespace qc
