// Ints as sums of what they are made of: 2*r + n - 1. What two of them have in common falls out of their difference.
#pragma once
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "ir/ir.h"

namespace qc::ir {

struct LinearSum {
  std::vector<std::pair<ExprP, std::int64_t>> terms;  // different expressions with their coefficients
  std::int64_t constant = 0;
};

// Nothing where `e` holds what is not to be evaluated again somewhere else: an element, a division that may fail, what
// a warp exchanges.
std::optional<LinearSum> linear_sum(const ExprP& e);
LinearSum difference(const LinearSum& a, const LinearSum& b);  // a - b, without the terms that fall out
bool share_a_term(const LinearSum& a, const LinearSum& b);     // one that falls out of their difference
ExprP expression(const LinearSum& a);

// hi - lo where the two share a term; null where they do not, or are no such sums.
ExprP common_length(const ExprP& lo, const ExprP& hi);
// Whether the ends are constants, or apart by one, between which the loop has an iteration.
bool runs_surely(const For& loop);

}  // namespace qc::ir
