// The rewrites that loops are compiled with, each of which keeps what it has found of the loops of the program.
#pragma once
#include <memory>
#include <unordered_map>

#include "ast/ast.h"

namespace qc::host {

class DenseCellArrays;
class GrowableArrayLoops;
class LoopInvariants;
class LoopPaths;
class RandomLoops;
class RecordLoops;
class WhileLoops;

struct LoopRewrites {
  LoopRewrites();
  ~LoopRewrites();

  std::unique_ptr<LoopInvariants> invariants;   // calls that are taken once
  std::unique_ptr<LoopPaths> paths;             // fields and items as names
  std::unique_ptr<RandomLoops> random;          // numbers by their place in the sequence
  std::unique_ptr<GrowableArrayLoops> counted;  // rows that grow, with room
  std::unique_ptr<DenseCellArrays> cells;       // items of cells side by side
  std::unique_ptr<RecordLoops> records;         // records that run along
  std::unique_ptr<WhileLoops> whiles;           // `while` and `repeat` in pieces
  // Whether none of them finds anything in a loop, as long as its variables have no parts.
  std::unordered_map<const ast::Stmt*, bool> untouched;
};

}  // namespace qc::host
