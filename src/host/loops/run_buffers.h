// The memory of one run of a compiled loop, which the next run takes over: a short loop takes less time than to
// allocate it anew.
#pragma once
#include <memory>
#include <utility>
#include <vector>

#include "host/device/launch.h"
#include "host/facts/loop_facts.h"
#include "ir/ir.h"

namespace qc::host {

struct RunBuffers {
  NestValues values;
  std::vector<LoopBounds> bounds;
  std::vector<std::pair<ir::VarId, std::shared_ptr<runtime::Slot>>> outputs;  // by variable of the nest
  std::vector<std::pair<ir::VarId, Value>> last;                              // values of the nest's variables
  ParamPack parameters;

  // Nothing of the run is held any longer.
  void clear() {
    values.arrays.clear();
    values.scalars.clear();
    bounds.clear();
    outputs.clear();
    last.clear();
    parameters.clear();
  }
};

// Buffers of runs that have ended. A run within a run takes others.
class SpareBuffers {
 public:
  // Those of one run, for as long as it is under way.
  class Taken {
   public:
    explicit Taken(SpareBuffers& from) : from_(from), buffers_(from.take()) {}
    ~Taken() { from_.give_back(std::move(buffers_)); }
    Taken(const Taken&) = delete;
    Taken& operator=(const Taken&) = delete;
    RunBuffers& operator*() const { return *buffers_; }
    RunBuffers* operator->() const { return buffers_.get(); }

   private:
    SpareBuffers& from_;
    std::unique_ptr<RunBuffers> buffers_;
  };

 private:
  std::unique_ptr<RunBuffers> take() {
    if (spare_.empty()) {
      auto made = std::make_unique<RunBuffers>();
      spare_.reserve(++made_);  // there is room when they come back
      return made;
    }
    auto taken = std::move(spare_.back());
    spare_.pop_back();
    return taken;
  }
  void give_back(std::unique_ptr<RunBuffers> buffers) {
    buffers->clear();
    spare_.push_back(std::move(buffers));
  }
  std::vector<std::unique_ptr<RunBuffers>> spare_;
  std::size_t made_ = 0;
};

}  // namespace qc::host
