// Sizes among the generic parameters of a function. They are what the arguments have: the types that name them are left
// out, so that the function is made for those of each call, and statements before the body give the names their values.
//
//   function y : vec(M) = f[M : int, N : int](A : mat(M,N), x : vec(N))
//   ->  function y = f(A, x)  M = size(A,0)  N = size(A,1)  assert(size(x,1) == N, ...)
#pragma once
#include <string>
#include <vector>

#include "ast/ast.h"

namespace qc {

// Whether one of the sizes is in an extent of the type, mat(M,N+1).
bool mentions_size(const ast::TypeExpr& type, const std::vector<std::string>& sizes);

// What `x : vec(N)` without a value declares: zeros(N).
ast::ExprP zeros_of(const ast::TypeExpr& type);

// The sizes that no parameter has.
std::vector<std::string> bind_sizes(ast::FunctionDef& f, const std::vector<std::string>& sizes);

}  // namespace qc
