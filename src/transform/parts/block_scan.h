// A scan over the lanes of a thread block: the part of a scan's tree that needs shared memory and shuffles
// (scan_shape.h).
#pragma once
#include <string>
#include <vector>

#include "transform/parts/fold.h"
#include "transform/parts/kernel_parameters.h"
#include "transform/policy/scan_shape.h"

namespace qc {

class BlockScan {
 public:
  // Thread t of the first kScanLanes holds lane t; a block may have more threads, which hold neutral values.
  BlockScan(KernelParameters& b, const std::vector<FoldItem>& items, int threads, const std::string& name);

  struct Result {
    std::vector<ir::VarId> before;  // of each item: the lanes before this one; neutral for lane 0
    std::vector<ir::VarId> all;     // all lanes, the same in every thread
  };
  // `values`: one variable for each item; they are spent. Every thread has to run the block. Scans that follow each
  // other without a barrier in between take turns with `parity`, 0 or 1, the same in every thread.
  Result emit(ir::Block& block, const std::vector<ir::VarId>& values, const ir::ExprP& parity);

 private:
  using Values = std::vector<ir::ExprP>;  // of an item, or of the two of a pair
  std::size_t width(std::size_t item) const { return is_pair(items_, item) ? 2 : 1; }
  Values combined(ir::Block& block, std::size_t item, const Values& x, const Values& y) const;
  Values neutrals(std::size_t item) const;
  Values refs(std::size_t item, const std::vector<ir::VarId>& variables) const;
  void assign(ir::Block& block, std::size_t item, const ir::VarId* to, const Values& values);
  static Values selected(const ir::ExprP& condition, const Values& yes, const Values& no);
  void in_warps(ir::Block& block, std::size_t item, const ir::VarId* value, const ir::ExprP& parity, Result& r);
  void groups(ir::Block& block, std::size_t item, Result& r, const std::vector<std::vector<ir::VarId>>& last_of_group);
  ir::ExprP value(ir::ArrayId array, ir::ExprP index, std::size_t item) const;

  static constexpr std::int64_t kGroup = 32, kGroups = kScanLanes / kGroup;
  KernelParameters& b_;
  const std::vector<FoldItem>& items_;
  std::vector<ir::ArrayId> arrays_;
};

}  // namespace qc
