// Computes deferred whole-array expressions. The expression is rewritten into the loop it stands for, a `for` nest over
// one array access for each array that it names, and run by the LoopRunner: types, fused products, schedules and
// devices are those of loops. An expression that is small or seen for the first time is cheaper computed operator by
// operator; the bits are the same.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "host/arrays/reduce_columns.h"
#include "host/fusion/defer_operators.h"
#include "host/fusion/explain_expression.h"
#include "host/loops/run_loop.h"

namespace qc::host {

class ArrayRunner {
 public:
  ArrayRunner(SessionContext& session, LoopRunner& loops);
  ~ArrayRunner();

  // The array that an expression stands for; other values as they are. Throws what its operators throw.
  Value compute(const Value& v);
  // Stores an expression into a part of an array, in place where each element is computed before it is overwritten.
  // False: nothing has been done, the value has to be computed first.
  bool store_fused(const ArrayExpr& e, const ArrayP& target, const Slice& slice);
  // The same for any value, computed before where that is needed. False: the general way has to do it.
  bool store(const Value& v, const ArrayP& target, const Slice& slice, Span span);
  // The reduction of an expression or large array, of all elements or along one dimension (which exists; the result
  // keeps it with an extent of 1). The bits are those of the built-ins of the same names. Nothing: compute it and call
  // those.
  std::optional<Value> fold(Fold what, const Value& v, std::optional<std::int64_t> dim, Span span);

  // The transpose of an array of two dimensions, or of each channel of three: where arrays lie on a GPU, read where it
  // is.
  std::optional<Value> transpose(const Value& v, Span span);
  // The matrix product, on the session's device where it is long enough. The bits are those of matrix_product.h.
  // Transposes that have not been computed are read where they are.
  Value product(const Value& a, const Value& b, Span span);
  // Whether that is better than making the transpose of v, an array or part of one.
  bool product_reads_transpose(const Value& v) const;
  // Whether so many elements are better read and written by the GPU, where they may lie.
  bool on_gpu(std::int64_t elements) const;

 private:
  struct Shape;  // one expression's loop, kept by its text
  Shape& shape(const std::string& key);
  std::optional<Value> columns(Fold what, const Value& v, std::size_t dim, const ArrayP& out);
  std::optional<Value> columns_of_parts(const Array& x, std::size_t dim, Span span);
  Value truths(Fold what, const Value& v, std::size_t dim);
  Value product(const ArrayP& a, const ArrayP& b, Span span, bool a_transposed = false, bool b_transposed = false);
  ArrayP copy_transpose(const ArrayExpr& e);
  bool worth_compiling(Shape& s, std::int64_t elements, std::int64_t operators) const;
  // start: what a fold begins with; sum: where that of all elements is left. False: loops do not have it.
  bool run(class ArrayLoop& loop, Shape& s, const std::string& update, const Number* start = nullptr,
           Value* sum = nullptr);
  Value step_by_step(const ArrayExpr& e);
  SessionContext& session_;
  LoopRunner& loops_;
  ExpressionReport report_;
  std::unordered_map<std::string, std::unique_ptr<Shape>> shapes_;
};

}  // namespace qc::host
