// Loops that were declined for what their variables were, not for their values: they are as soon as they are reached
// with the same again, which to find out anew takes longer than many a step. So does it to reach a compiled loop that
// does little each time.
#pragma once
#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "value/value.h"

namespace qc::host {

// What the compiler may ask of values besides the values of numbers, as one number: types, extents, which arrays are
// one, what is inside of cells and records. Nothing: more than is worth looking at.
class Appearance {
 public:
  // with_extents: otherwise arrays of a kind look alike, and cells of as many items as one likes whose kinds follow
  // each other in the same order. Of records in a cell the first stands for all then: where others have fields of other
  // kinds nothing is compiled.
  explicit Appearance(bool with_extents) : with_extents_(with_extents), left_(with_extents ? 200 : kMost) {}
  void add(const Value* v);  // null: there is no such variable
  void add(std::uint64_t word) { hash_ = (hash_ ^ word ^ (hash_ >> 29)) * 0x9e3779b97f4a7c15u; }
  std::optional<std::uint64_t> value() const { return left_ > 0 ? std::optional(hash_) : std::nullopt; }
  bool has_cells() const { return has_cells_; }
  std::int64_t items() const { return items_; }  // of the cells

 private:
  void add_array(const Array& a);
  void add_inside(const std::vector<Value>& items);

  const bool with_extents_;
  std::uint64_t hash_ = 0x2545f4914f6cdd1du;
  static constexpr int kMost = 1000;
  int left_;  // values, those inside of others counted
  bool has_cells_ = false;
  std::int64_t items_ = 0;
  static constexpr std::size_t kMostBuffers = 128;  // each array's is looked for among them
  std::array<const void*, kMostBuffers> buffers_;   // the first of them, `met_`
  std::size_t met_ = 0;
};

// Of one loop.
struct LoopHistory {
  // A variable that its text mentions, or a field of one of which it mentions nothing else.
  struct Place {
    std::uint32_t slot;
    std::vector<std::string> fields;
    auto operator<=>(const Place&) const = default;
  };
  std::vector<Place> places;
  std::vector<std::uint64_t> declined;  // appearances with which it was
  int in_vain = 0;                      // times that there was more than is worth looking at
  std::vector<std::uint64_t> alike;     // those with which it was compiled, and gives the same bits when it is stepped
};

}  // namespace qc::host
