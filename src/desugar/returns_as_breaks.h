// A `return` inside a loop as a truth value and a `break`:
//
//   for i=0..n-1                        for i=0..n-1
//       for j=0..m-1                        for j=0..m-1
//           if x[i,j] < 0  return  end          if x[i,j] < 0  $returns = true; break  end
//       end                                 end
//   end                                     if $returns  break  end
//                                       end
//
// so that a nest can be compiled which only its function can leave. $returns is false before it.
#pragma once
#include <optional>

#include "ast/ast.h"

namespace qc {

inline constexpr const char* kReturns = "$returns";

// The loop rewritten so; nothing where no return leaves it.
std::optional<ast::Stmt> with_returns_as_breaks(const ast::Stmt& loop);

}  // namespace qc
