// Built-ins with a family of their own: random numbers, warps, texts, launches from kernels, messages. Where a name is
// none of the family, they give nothing.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "ast/ast.h"
#include "lower/state/lower_context.h"

namespace qc::lowering {

// Rows of an array that grows by one in some iterations.
std::optional<Value> growable_array_call(LowerContext& cx, const std::string& name, const std::vector<Value>& args,
                                         Span span);

// A print of a thread.
void kernel_print(LowerContext& cx, const std::vector<ast::ExprP>& items, bool formatted, Span span);

// A number, or the few of a short array, for the thread that fails to record. What is returned stands for it in a
// format.
std::optional<std::string> recorded(const Value& v, std::vector<ir::ExprP>& values);
// error(..) and assert(..): false if the call is none of them.
bool fail_statement(LowerContext& cx, const ast::Call& c, const std::string& name, Span span);

// parallel_do([m,n], a, b, k)  ->  for pos_0=0..m-1, for pos_1=0..n-1: the body of k
void nested_launch(LowerContext& cx, const std::string& name, const ast::Call& c, Span span);

// Whether a loop counts what it draws, and numbers of no other place are of its count.
bool counts_draws(const LowerContext& cx);
// What loops call ($uniform and its kin, with places) and kernels (rand and its kin).
std::optional<Value> random_call(LowerContext& cx, const std::string& name, const std::vector<Value>& args, Span span);

// The value of a string outside.
Value outer_text(LowerContext& cx, const std::string& name, Span span);
// A `match` on a string: the arm that fits is the one that is compiled.
void match_text(LowerContext& cx, const ast::Match& n, const Value& value);
// strcmp(a, b) of two strings; nothing: it is something else.
std::optional<Value> text_call(LowerContext& cx, const std::string& name, const ast::Call& c);

// Collective operations of the lanes of a warp.
std::optional<Value> warp_collective(LowerContext& cx, const std::string& name, const std::vector<Value>& args,
                                     Span span);

}  // namespace qc::lowering
