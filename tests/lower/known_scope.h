// A scope for tests of the parts of the lowering: it knows what is written into it.
#pragma once
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "ast/ast.h"
#include "lower/state/errors.h"
#include "sema/scope.h"

namespace qc_test {

// See above; what is not written is not known.
struct KnownScope : qc::Scope {
  std::map<std::string, qc::Type, std::less<>> types;
  std::map<std::string, std::vector<qc::FunctionRef>, std::less<>> known_functions;
  std::map<std::string, std::vector<std::int64_t>, std::less<>> extents;
  std::map<std::string, std::int64_t, std::less<>> numbers;
  std::int64_t count = 1000;  // of iterations

  std::optional<qc::Type> type_of(std::string_view name) const override {
    const auto it = types.find(name);
    return it == types.end() ? std::nullopt : std::optional(it->second);
  }
  std::optional<double> constant_of(std::string_view) const override { return {}; }
  std::vector<qc::FunctionRef> functions(std::string_view name) const override {
    const auto it = known_functions.find(name);
    return it == known_functions.end() ? std::vector<qc::FunctionRef>{} : it->second;
  }
  std::optional<std::int64_t> extent_of(std::string_view name, int dim) const override {
    const auto it = extents.find(name);
    return it == extents.end() ? std::nullopt : std::optional(it->second.at(std::size_t(dim)));
  }
  std::optional<std::int64_t> value_of(std::string_view name) const override {
    const auto it = numbers.find(name);
    return it == numbers.end() ? std::nullopt : std::optional(it->second);
  }
  std::int64_t iterations() const override { return count; }
  bool live_after(std::string_view) const override { return false; }
  std::vector<std::string> names() const override { return {}; }
};

// The code of what `does` stops with, "R904"; empty: it does not.
template <class F>
std::string stopped(const F& does) {
  try {
    does();
  } catch (const qc::lowering::Stop& s) {
    return std::string(s.why.code);
  }
  return "";
}

}  // namespace qc_test
