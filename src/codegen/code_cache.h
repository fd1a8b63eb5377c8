// Code that was generated before, by what it was generated from: optimising and generating take 20 to 500 ms a kernel,
// naming it takes well under one.
#pragma once
#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

#include <list>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "codegen/code_folder.h"
#include "codegen/llvm_setup.h"

namespace qc::codegen {

// Of a kernel, or of a module as it is before optimisation, together with the processor and the build of this compiler:
// the same digest, the same code, made with full effort. What else the code depends on is in `options`.
Digest digest_of(const std::string& kernel_key, const llvm::TargetMachine& machine, const std::string& options = {});
Digest digest_of(const llvm::Module& module, const llvm::TargetMachine& machine);
// Of what little effort makes of the same module.
Digest with_little_effort(const Digest& digest);

// Code that was kept in this process's folder under the digest.
std::optional<std::string> find_kept(const Digest& digest);

// Code for the digest, for those that come to this process's folder (use_code_folder).
void keep(const Digest& digest, std::string_view code);

// finish_module and generate. Throws EmitError. The caller holds the compile lock (guarded).
std::string generate_code(llvm::Module& module, llvm::TargetMachine& machine, Isa isa, Effort effort);

// The values that were used last, up to a total cost.
template <class T>
class RecentlyUsed {
 public:
  explicit RecentlyUsed(std::size_t most) : most_(most) {}

  std::optional<T> find(const Digest& digest) {
    const auto at = places_.find(digest);
    if (at == places_.end()) return {};
    order_.splice(order_.begin(), order_, at->second);
    return at->second->value;
  }
  void add(const Digest& digest, T value, std::size_t cost) {
    if (cost > most_ || places_.contains(digest)) return;
    order_.push_front({digest, std::move(value), cost});
    places_[digest] = order_.begin();
    for (total_ += cost; total_ > most_;) {
      total_ -= order_.back().cost;
      places_.erase(order_.back().digest);
      order_.pop_back();
    }
  }

 private:
  struct Entry {
    Digest digest;
    T value;
    std::size_t cost;
  };
  std::list<Entry> order_;  // the last used first
  std::map<Digest, typename std::list<Entry>::iterator> places_;
  std::size_t most_, total_ = 0;
};

}  // namespace qc::codegen
