#include "sema/broadcast_extents.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace qc::lowering {

std::optional<Dims> joint_dims(Dims a, Dims b) {
  if (a == b) return a;
  const std::size_t rank = std::max<std::size_t>({2, a.size(), b.size()});
  for (Dims* dims : {&a, &b}) {
    if (dims->size() == 1) dims->insert(dims->begin(), 1);
    dims->resize(rank, 1);
  }
  for (std::size_t k = 0; k < rank; ++k) {
    if (a[k] != b[k] && a[k] != 1 && b[k] != 1) return {};
    a[k] = std::max(a[k], b[k]);
  }
  return a;
}

std::size_t met_by(std::int64_t k, const Dims& dims, Dims own) {
  if (own == dims) return std::size_t(k);
  if (own.size() == 1) own.insert(own.begin(), 1);
  own.resize(dims.size(), 1);
  std::int64_t at = 0, stride = 1;
  for (std::size_t d = dims.size(); d-- > 0; k /= dims[d]) {
    if (own[d] != 1) at += k % dims[d] * stride;
    stride *= own[d];
  }
  return std::size_t(at);
}

bool multiply_as_matrices(const Dims& a, const Dims& b) {
  if (a.empty() || b.empty() || (a.size() < 2 && b.size() < 2)) return false;
  const auto scales = [](const Dims& dims) {
    return std::all_of(dims.begin(), dims.end(), [](auto d) { return d == 1; });
  };
  const std::int64_t rows = b.size() == 1 ? 1 : b[0];
  return a.back() == rows || !(scales(a) || scales(b));
}

static std::string extents(const Dims& dims) { return fmt::format("{}", fmt::join(dims, " x ")); }

Misfit elements_do_not_fit(const Dims& a, const Dims& b) {
  const bool transposed = a.size() == 2 && b.size() == 2 && a[0] == b[1] && a[1] == b[0];
  return {
      fmt::format("extents do not fit: {} and {}", extents(a), extents(b)),
      transposed ? "transpose(x) turns one of them" : "along each dimension they are the same, or one of the two is 1"};
}

Misfit matrices_do_not_fit(const Dims& a, const Dims& b) {
  const auto matrix = [](const Dims& x) { return x.size() == 1 ? Dims{1, x[0]} : x; };
  const Dims x = matrix(a), y = matrix(b);
  std::string help = "the left one needs as many columns as the right one has rows";
  if (x == y)
    help = "element by element is '.*'; the matrix product with the other one turned is a*transpose(b)";
  else if (x.size() == 2 && y.size() == 2 && x[1] == y[1])
    help += ": a*transpose(b) fits";
  else if (x.size() == 2 && y.size() == 2 && x[0] == y[0])
    help += ": transpose(a)*b fits";
  return {fmt::format("a {} matrix cannot be multiplied by a {} one", extents(x), extents(y)), help};
}

}  // namespace qc::lowering
