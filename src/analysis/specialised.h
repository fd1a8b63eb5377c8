// What compiled code was made for besides the types: small extents that were unrolled, numbers that became extents of local
// arrays, the functions behind function values. Another launch may use the code only where all of it still holds.
#pragma once
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "analysis/scope.h"

namespace qc {

struct Specialised {
  struct Extent { std::string array; int dim; std::int64_t value; };
  struct Longer { std::string array; int dim; std::int64_t than; };
  struct Alike { std::string array; int dim; std::string other; int other_dim; };
  struct Number { std::string name; std::int64_t value; };
  struct Callee { std::string name; std::vector<FunctionRef> functions; };
  std::vector<Extent> extents;
  std::vector<Longer> longer;  // extents that were too long to be part of the code
  std::vector<Longer> at_most;  // and those that memory of an iteration holds
  std::vector<Alike> alike;    // extents that are one number
  std::vector<Number> numbers;
  std::vector<Callee> callees;
  std::vector<std::pair<std::string, bool>> whole;  // floats that are bounds of loops: whole numbers or not
  std::vector<std::pair<std::string, std::string>> apart;  // arrays that are not the same one

  void add_whole(const std::string& name, bool is) {
    for (const auto& [known, unused] : whole)
      if (known == name) return;
    whole.emplace_back(name, is);
  }
  bool holds(const Scope& scope) const {
    for (const Extent& e : extents)
      if (scope.extent_of(e.array, e.dim) != e.value) return false;
    for (const Longer& e : longer)
      if (const auto n = scope.extent_of(e.array, e.dim); n && *n <= e.than) return false;
    for (const Longer& e : at_most)
      if (const auto n = scope.extent_of(e.array, e.dim); n && *n > e.than) return false;
    for (const Alike& e : alike)
      if (scope.extent_of(e.array, e.dim) != scope.extent_of(e.other, e.other_dim)) return false;
    for (const Number& n : numbers)
      if (scope.value_of(n.name) != n.value) return false;
    for (const Callee& c : callees)
      if (scope.functions(c.name) != c.functions) return false;
    for (const auto& [name, is] : whole)
      if (scope.is_whole(name) != is) return false;
    for (const auto& [a, b] : apart)
      if (scope.shares(a, b)) return false;
    return true;
  }
};

}  // namespace qc
