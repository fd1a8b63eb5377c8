// What compiled code was made for besides the types: small extents that were unrolled, numbers that became extents of
// local arrays, the functions behind function values. Another launch may use the code only where all of it still holds.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sema/changing_fields.h"
#include "sema/scope.h"

namespace qc {

struct Specialised {
  struct Extent {
    std::string array;
    int dim;
    std::int64_t value;
    friend bool operator==(const Extent&, const Extent&) = default;
  };
  struct Longer {
    std::string array;
    int dim;
    std::int64_t than;
    friend bool operator==(const Longer&, const Longer&) = default;
  };
  struct Alike {
    std::string array;
    int dim;
    std::string other;
    int other_dim;
    friend bool operator==(const Alike&, const Alike&) = default;
  };
  struct Number {
    std::string name;
    std::int64_t value;
    friend bool operator==(const Number&, const Number&) = default;
  };
  struct Callee {
    std::string name;
    std::vector<FunctionRef> functions;
    friend bool operator==(const Callee&, const Callee&) = default;
  };
  std::vector<Extent> extents;
  std::vector<Longer> longer;   // extents that were too long to be part of the code
  std::vector<Longer> at_most;  // and those that memory of an iteration holds
  std::vector<Alike> alike;     // extents that are one number
  std::vector<Number> numbers;
  std::vector<Callee> callees;
  std::vector<std::pair<std::string, bool>> whole;         // floats that are bounds of loops: whole numbers or not
  std::vector<std::pair<std::string, std::string>> apart;  // arrays that are not the same one
  std::vector<std::pair<std::string, std::string>> fields_apart;  // paths that do not lead to one field
  struct Text {
    std::string name, other;
    bool equal;
    friend bool operator==(const Text&, const Text&) = default;
  };
  std::vector<Text> texts;                                 // strings, and what they were found to be or not to be
  std::vector<std::pair<std::int64_t, bool>> longer_than;  // numbers of iterations that the loop has or has not
  std::vector<std::pair<std::string, bool>> there;  // items of cells, and those behind the last, which are not there

  void add_whole(const std::string& name, bool is) {
    for (const auto& [known, unused] : whole)
      if (known == name) return;
    whole.emplace_back(name, is);
  }
  void add_there(const std::string& path, bool is) {
    for (const auto& [known, unused] : there)
      if (known == path) return;
    there.emplace_back(path, is);
  }
  void add_text(const std::string& name, const std::string& other, bool equal) {
    for (const Text& t : texts)
      if (t.name == name && t.other == other) return;
    texts.push_back({name, other, equal});
  }
  bool hangs_on_types() const {
    return numbers.empty() && whole.empty() && callees.empty() && texts.empty() && longer_than.empty() && there.empty();
  }
  bool holds(const Scope& scope) const { return values_now(scope) == values() && holds_but_for_numbers(scope); }
  // What the numbers are in it, and now, in their order.
  using Values = std::vector<std::optional<std::int64_t>>;
  Values values() const {
    Values out;
    for (const Number& n : numbers) out.push_back(n.value);
    return out;
  }
  Values values_now(const Scope& scope) const {
    Values out;
    for (const Number& n : numbers) out.push_back(scope.value_of(n.name));
    return out;
  }
  friend bool operator==(const Specialised&, const Specialised&) = default;
  // Whether the other one is the same for other values of the same numbers.
  bool same_but_for_numbers(Specialised other) const {
    if (numbers.size() != other.numbers.size()) return false;
    for (std::size_t k = 0; k < numbers.size(); ++k) other.numbers[k].value = numbers[k].value;
    return *this == other;
  }
  bool holds_but_for_numbers(const Scope& scope) const {
    for (const Extent& e : extents)
      if (scope.extent_of(e.array, e.dim) != e.value) return false;
    for (const Longer& e : longer)
      if (const auto n = scope.extent_of(e.array, e.dim); n && *n <= e.than) return false;
    for (const Longer& e : at_most)
      if (const auto n = scope.extent_of(e.array, e.dim); n && *n > e.than) return false;
    for (const Alike& e : alike)
      if (scope.extent_of(e.array, e.dim) != scope.extent_of(e.other, e.other_dim)) return false;
    for (const Callee& c : callees)
      if (scope.functions(c.name) != c.functions) return false;
    for (const auto& [name, is] : whole)
      if (scope.is_whole(name) != is) return false;
    for (const auto& [a, b] : apart)
      if (scope.shares(a, b)) return false;
    for (const auto& [a, b] : fields_apart)
      if (FieldsAround(scope).one_field(a, b)) return false;
    for (const Text& t : texts)
      if (const auto now = scope.text_of(t.name); !now || (*now == t.other) != t.equal) return false;
    for (const auto& [n, is] : longer_than)
      if ((scope.iterations() > n) != is) return false;
    for (const auto& [path, is] : there)
      if (scope.type_of(path).has_value() != is) return false;
    return true;
  }
};

}  // namespace qc
