#include "codegen/llvm_setup.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Linker/Linker.h>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/ErrorHandling.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/TargetParser/Host.h>
#include <llvm/TargetParser/SubtargetFeature.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Vectorize/LoadStoreVectorizer.h>
#include <pthread.h>

#include <algorithm>
#include <charconv>
#include <csetjmp>
#include <map>
#include <mutex>

#include "codegen/device_sm.h"
#include "codegen/emit/instruction_builder.h"
#include "codegen/llvm_passes/common_divisions.h"
#include "codegen/llvm_passes/common_range.h"
#include "codegen/llvm_passes/interleaved_order.h"
#include "codegen/llvm_passes/masked_failures.h"
#include "codegen/llvm_passes/narrow_compares.h"
#include "codegen/llvm_passes/narrow_integers.h"
#include "codegen/llvm_passes/numeric_extremes.h"
#include "codegen/llvm_passes/prefetch_loads.h"
#include "codegen/llvm_passes/strided_gathers.h"
#include "codegen/llvm_passes/whole_gathers.h"
#include "codegen/llvm_passes/whole_stores.h"
#include "codegen/stream_stores.h"
#include "support/library_use.h"
#include "support/stop.h"

extern "C" {
extern const char qc_math_ptx_begin[], qc_math_ptx_end[], qc_math_host_begin[], qc_math_host_end[];
}

extern "C" {
// Of a section that has a name of C the linker tells where it begins and ends.
using Constructor = void (*)(int, char**, char**);
extern Constructor __start_qc_llvm_constructors[] __attribute__((visibility("hidden")));
extern Constructor __stop_qc_llvm_constructors[] __attribute__((visibility("hidden")));
// What those of releases call in place of __cxa_atexit.
__attribute__((visibility("hidden"))) int qc_llvm_atexit(void (*)(void*), void*, void*);
int qc_llvm_atexit(void (*)(void*), void*, void*) { return 0; }
}

namespace qc::codegen {

namespace {

// So that the section is there where LLVM is a library of its own, which constructs itself.
void construct_nothing(int, char**, char**) {}
[[gnu::used, gnu::section("qc_llvm_constructors")]] Constructor no_constructor = construct_nothing;

// Where a fatal error inside LLVM goes back to. LLVM may be built without exceptions, so the way out is a jump; what
// LLVM held is leaked, which beats ending the process.
thread_local std::jmp_buf* fatal_exit = nullptr;
thread_local char fatal_text[1024];

void on_fatal(void*, const char* reason, bool) {
  if (!fatal_exit) return;
  std::snprintf(fatal_text, sizeof fatal_text, "%s", reason);
  std::longjmp(*fatal_exit, 1);
}

struct ErrorCollector final : llvm::DiagnosticHandler {
  explicit ErrorCollector(std::string* to) : to_(to) {}
  bool handleDiagnostics(const llvm::DiagnosticInfo& info) override {
    if (info.getSeverity() != llvm::DS_Error) return true;
    llvm::raw_string_ostream out(*to_);
    llvm::DiagnosticPrinterRawOStream printer(out);
    info.print(printer);
    return true;
  }
  bool isAnyRemarkEnabled() const override { return false; }
  std::string* to_;
};

llvm::TargetOptions target_options() {
  llvm::TargetOptions o;
  o.AllowFPOpFusion = llvm::FPOpFusion::Strict;
  return o;
}

std::unique_ptr<llvm::TargetMachine> make_machine(const char* triple_text, const std::string& cpu,
                                                  const std::string& features, bool jit) {
  const llvm::Triple triple(triple_text);
  std::string error;
  const llvm::Target* t = llvm::TargetRegistry::lookupTarget(triple, error);
  if (!t) throw EmitError(error);
  const std::unique_ptr<llvm::MCSubtargetInfo> known(t->createMCSubtargetInfo(triple, "", ""));
  if (known && !known->isCPUStringValid(cpu)) throw EmitError("unknown processor '" + cpu + "'");
  std::unique_ptr<llvm::TargetMachine> m(t->createTargetMachine(
      triple, cpu, features, target_options(), llvm::Reloc::PIC_, std::nullopt, llvm::CodeGenOptLevel::Default, jit));
  if (!m) throw EmitError("no code generator for " + triple.str());
  return m;
}

void set_attribute(llvm::Module& m, llvm::StringRef name, llvm::StringRef value) {
  for (llvm::Function& fn : m)
    if (!fn.isDeclaration()) fn.addFnAttr(name, value);
}

// False: the module calls none.
bool link_math(llvm::Module& module, Isa isa) {
  bool needed = false;
  for (const llvm::Function& fn : module) needed |= fn.isDeclaration() && fn.getName().starts_with("qc_Z");
  if (!needed) return false;
  const char* begin = isa == Isa::Ptx ? qc_math_ptx_begin : qc_math_host_begin;
  const char* end = isa == Isa::Ptx ? qc_math_ptx_end : qc_math_host_end;
  auto buffer = llvm::MemoryBuffer::getMemBuffer(llvm::StringRef(begin, std::size_t(end - begin)), "math", false);
  auto math = llvm::getOwningLazyBitcodeModule(std::move(buffer), module.getContext());
  if (!math) throw EmitError(llvm::toString(math.takeError()));
  (*math)->setTargetTriple(module.getTargetTriple());
  (*math)->setDataLayout(module.getDataLayout());
  if (llvm::Linker::linkModules(module, std::move(*math), llvm::Linker::LinkOnlyNeeded))
    throw EmitError("the elementary functions could not be linked");
  for (llvm::Function& fn : module)
    if (!fn.isDeclaration() && fn.getName().starts_with("qc_Z")) fn.setLinkage(llvm::GlobalValue::InternalLinkage);
  return true;
}

// Variables into registers and what follows at once.
llvm::ModulePassManager little_pipeline() {
  llvm::FunctionPassManager each;
  each.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
  each.addPass(llvm::EarlyCSEPass());
  each.addPass(llvm::SimplifyCFGPass());
  llvm::ModulePassManager all;
  all.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(each)));
  return all;
}

// Neighbouring loads and stores become wide ones before stores at the ends of two branches become one behind them: the
// last element of a thread's four would be stored alone.
void widen_accesses_early(llvm::PassBuilder& passes) {
  passes.registerScalarOptimizerLateEPCallback(
      [](llvm::FunctionPassManager& each, llvm::OptimizationLevel) { each.addPass(llvm::LoadStoreVectorizerPass()); });
}

}  // namespace

void start_llvm() {
  static const bool started = [] {
    for (Constructor* c = __start_qc_llvm_constructors; c != __stop_qc_llvm_constructors; ++c)
      (*c)(0, nullptr, nullptr);
    return true;
  }();
  (void)started;
}

llvm::TargetMachine& host_machine() {
  static const std::unique_ptr<llvm::TargetMachine> machine = [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    llvm::SubtargetFeatures features;
    for (const auto& [name, on] : llvm::sys::getHostCPUFeatures()) features.AddFeature(name, on);
    // Where LLVM takes gathers for slow it computes in single lanes all that places hang on, the loads before included.
    // So its passes take them for quick; `generate` loads the lanes one by one where they are not.
    if (llvm::sys::getHostCPUFeatures().lookup("avx2")) features.AddFeature("fast-gather");
    return make_machine(llvm::sys::getProcessTriple().c_str(), llvm::sys::getHostCPUName().str(), features.getString(),
                        true);
  }();
  return *machine;
}

llvm::TargetMachine& portable_machine(const std::string& processor) {
  static std::map<std::string, std::unique_ptr<llvm::TargetMachine>> machines;
  host_machine();  // initialises the target
  auto& machine = machines[processor];
  if (!machine) machine = make_machine(llvm::sys::getProcessTriple().c_str(), processor, "+avx2,+fast-gather", true);
  return *machine;
}

int default_ptx_version(const std::string& sm) {
  struct Since {
    int sm, version;
  };
  constexpr Since kVersions[] = {{121, 88}, {120, 87}, {110, 90}, {103, 88}, {100, 86},
                                 {89, 78},  {88, 90},  {87, 74},  {86, 71},  {80, 70}};
  const int number = std::atoi(sm.c_str() + (sm.size() > 3 ? 3 : sm.size()));
  for (const Since& since : kVersions)
    if (number >= since.sm) return since.version;
  return 63;
}

static const char* const kPtxTriple = "nvptx64-nvidia-cuda";

static void initialise_ptx() {
  static const bool initialised = [] {
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
    return true;
  }();
  (void)initialised;
}

// "sm_90" is 90; sm_90a and the like, whose code runs on that one alone, are none.
static std::optional<int> number_of_sm(std::string_view sm) {
  int number = 0;
  const char* const end = sm.data() + sm.size();
  if (!sm.starts_with("sm_")) return {};
  const auto [rest, error] = std::from_chars(sm.data() + 3, end, number);
  return error == std::errc{} && rest == end ? std::optional(number) : std::nullopt;
}

std::string newest_sm(const std::string& device, const std::vector<int>& known) {
  const auto wanted = number_of_sm(device);
  int best = 0;
  for (const int sm : known)
    if (wanted && sm <= *wanted) best = std::max(best, sm);
  return best ? "sm_" + std::to_string(best) : device;
}

// Those that this LLVM has.
static const std::vector<int>& known_sms() {
  static const std::vector<int> all = [] {
    start_llvm();
    initialise_ptx();
    std::vector<int> out;
    std::string error;
    const llvm::Triple triple(kPtxTriple);
    const llvm::Target* target = llvm::TargetRegistry::lookupTarget(triple, error);
    if (!target) return out;
    const std::unique_ptr<llvm::MCSubtargetInfo> info(target->createMCSubtargetInfo(triple, "", ""));
    for (const auto& processor : info->getAllProcessorDescriptions())
      if (const auto number = number_of_sm(processor.Key)) out.push_back(*number);
    return out;
  }();
  return all;
}

llvm::TargetMachine& ptx_machine(const CompileOptions& options) {
  static std::map<std::string, std::unique_ptr<llvm::TargetMachine>> machines;
  initialise_ptx();
  const int version = options.ptx_version ? options.ptx_version : default_ptx_version(options.sm);
  auto& machine = machines[options.sm + "/" + std::to_string(version)];
  if (!machine) machine = make_machine(kPtxTriple, options.sm, "+ptx" + std::to_string(version), false);
  return *machine;
}

// Statements side by side are looked for in straight code with more than the square of its length of work: tables of
// 1024 numbers took 45 s.
constexpr std::size_t kMostForSlp = 1500;  // instructions
static std::size_t longest_block(const llvm::Module& module) {
  std::size_t longest = 0;
  for (const llvm::Function& f : module)
    for (const llvm::BasicBlock& b : f) longest = std::max(longest, b.size());
  return longest;
}

// Without what LLVM's passes are told of gathers.
static llvm::StringRef own_features(const llvm::TargetMachine& machine) {
  llvm::StringRef features = machine.getTargetFeatureString();
  features.consume_back(",+fast-gather");
  return features;
}

static bool gathers_are_quick(const llvm::TargetMachine& machine) {
  const std::unique_ptr<llvm::MCSubtargetInfo> own(machine.getTarget().createMCSubtargetInfo(
      machine.getTargetTriple(), machine.getTargetCPU(), own_features(machine)));
  return own->checkFeatures("+fast-gather");
}

void finish_module(llvm::Module& module, llvm::TargetMachine& machine, Isa isa, Effort effort) {
  const bool elementary = link_math(module, isa);
  if (isa == Isa::Host) {
    if (elementary) {
      use_common_ranges(module);
      // Arithmetic bounds these kernels; what LLVM prefers is for code that memory bounds.
      set_attribute(module, "prefer-vector-width", "512");
      set_attribute(module, "frame-pointer", "all");  // or vectors on the stack could not be aligned
    }
    set_attribute(module, "target-cpu", machine.getTargetCPU());
    set_attribute(module, "target-features", machine.getTargetFeatureString());
  }
#ifndef NDEBUG
  std::string broken;
  llvm::raw_string_ostream out(broken);
  if (llvm::verifyModule(module, &out)) throw EmitError("invalid module: " + broken);
#endif
  llvm::LoopAnalysisManager lam;
  llvm::FunctionAnalysisManager fam;
  llvm::CGSCCAnalysisManager cgam;
  llvm::ModuleAnalysisManager mam;
  const bool little = isa == Isa::Host && effort == Effort::Little, vectors = isa == Isa::Host && !little;
  llvm::PipelineTuningOptions tuning;
  tuning.LoopVectorization = vectors;
  tuning.LoopInterleaving = vectors;
  tuning.SLPVectorization = vectors && longest_block(module) <= kMostForSlp;
  llvm::PassBuilder passes(&machine, tuning);
  machine.registerPassBuilderCallbacks(passes);
  if (isa == Isa::Ptx) widen_accesses_early(passes);
  if (vectors) {
    use_narrow_compares(passes);
    use_narrow_integers(passes);
    use_common_divisions(passes);
    use_masked_failures(passes);
    keep_interleaved_order(passes);
  }
  passes.registerModuleAnalyses(mam);
  passes.registerCGSCCAnalyses(cgam);
  passes.registerFunctionAnalyses(fam);
  passes.registerLoopAnalyses(lam);
  passes.crossRegisterProxies(lam, fam, cgam, mam);
  (little ? little_pipeline() : passes.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O3)).run(module, mam);
  if (isa == Isa::Host && elementary) inline_common_ranges(module);
  if (isa == Isa::Host) lower_numeric_extremes(module, machine);
  if (vectors) settle_common_divisions(module);
  if (vectors) settle_masked_failures(module);
  if (vectors && !gathers_are_quick(machine)) take_whole_gathers(module);
  if (vectors) load_strided_gathers(module);
  if (vectors) stream_large_results(module);
  if (vectors) prefetch_loads(module);
  if (vectors && !machine.getMCSubtargetInfo()->checkFeatures("+avx512f")) keep_whole_stores(module);
  if (isa == Isa::Host) {
    set_attribute(module, "target-features", own_features(machine));
  }
}

// Instructions are selected by what they are made of, which takes more than the square of a long block: one of 6000
// roots and sines took two minutes.
constexpr std::size_t kMostToSelect = 100'000;

llvm::SmallVector<char, 0> generate(llvm::Module& module, llvm::TargetMachine& machine, Output output, Effort effort) {
  llvm::SmallVector<char, 0> text;
  llvm::raw_svector_ostream out(text);
  llvm::legacy::PassManager passes;
  if (!machine.getTargetTriple().isNVPTX()) {
    machine.setOptLevel(effort == Effort::Little ? llvm::CodeGenOptLevel::None : llvm::CodeGenOptLevel::Default);
    // LLVM sets it for no optimisation, and never takes it back.
    machine.setFastISel(effort == Effort::Little || longest_block(module) > kMostToSelect);
  }
  const auto kind = output == Output::Object ? llvm::CodeGenFileType::ObjectFile : llvm::CodeGenFileType::AssemblyFile;
  if (machine.addPassesToEmitFile(passes, out, nullptr, kind))
    throw EmitError("the code generator cannot write this kind of file");
  passes.run(module);
  return text;
}

std::string module_text(const llvm::Module& module) {
  std::string text;
  llvm::raw_string_ostream out(text);
  module.print(out, nullptr);
  return text;
}

namespace detail {

// LLVM keeps things for the whole process. Who forks waits for whoever uses it, so that the new process can.
static std::mutex& one_at_a_time() {
  static std::mutex mutex;
  static const int forks = pthread_atfork([] { mutex.lock(); }, [] { mutex.unlock(); }, [] { mutex.unlock(); });
  (void)forks;
  return mutex;
}

// On the thread that does it.
static std::optional<std::string> run_alone(const std::function<void(llvm::LLVMContext&)>& work) {
  const LibraryUse use;
  const std::lock_guard lock(one_at_a_time());
  static const bool installed = [] {
    llvm::install_fatal_error_handler(on_fatal, nullptr);
    return true;
  }();
  (void)installed;
  std::string errors;
  Context context;
  context.setDiagnosticHandler(std::make_unique<ErrorCollector>(&errors));
  std::jmp_buf exit;
  fatal_exit = &exit;
  if (setjmp(exit) != 0) {
    fatal_exit = nullptr;
    return std::string(fatal_text);
  }
  std::optional<std::string> result;
  try {
    work(context);
  } catch (const EmitError& e) {
    result = e.what();
  }
  fatal_exit = nullptr;
  context.setDiagnosticHandler(std::make_unique<llvm::DiagnosticHandler>());
  if (!result && !errors.empty()) result = errors;
  return result;
}

std::optional<std::string> run_guarded(std::function<void(llvm::LLVMContext&)> work) {
  const LibraryUse use;  // of the thread that asks, which may be at its end
  const auto message = std::make_shared<std::optional<std::string>>();
  apart([message, work = std::move(work)] { *message = run_alone(work); });
  return std::move(*message);
}

}  // namespace detail

std::string sm_for_device(const std::string& device) { return newest_sm(device, known_sms()); }

}  // namespace qc::codegen
