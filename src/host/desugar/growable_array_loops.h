// Loops that make rows longer, compiled with arrays that have room (desugar/growable_arrays.h): what the arrays hold
// when the loop is reached, and the rows when it has run.
#pragma once
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "desugar/growable_arrays.h"
#include "host/desugar/loop_environment.h"

namespace qc::host {

class GrowableArrayLoops {
 public:
  // Null: no row grows in the loop, or in another way than compiled code knows. strict as in with_growable_arrays. The
  // texts stay where they are.
  const GrowableArrays* find(const ast::Stmt& loop, bool strict);
  // A loop that was not compiled some times is not asked about again.
  bool declined(const ast::Stmt& loop) { return known_[&loop].failures >= kMostFailures; }
  void decline(const ast::Stmt& loop) { ++known_[&loop].failures; }
  // Of elements whose kind is open: whether they were ints when the loop was compiled last; nothing: it was not.
  std::optional<bool>& of_ints(const ast::Stmt& loop) { return known_[&loop].of_ints; }

 private:
  static constexpr int kMostFailures = 4;
  struct Known {
    std::optional<std::optional<GrowableArrays>> plain, strict;
    int failures = 0;
    std::optional<bool> of_ints;
  };
  std::map<const ast::Stmt*, Known> known_;
};

// The rows of one run of a loop.
class GrowableRows {
 public:
  GrowableRows(const GrowableArrays& rows, LoopEnvironment& evaluator, EnvironmentP env)
      : rows_(rows), evaluator_(evaluator), env_(std::move(env)) {}
  ~GrowableRows();
  GrowableRows(const GrowableRows&) = delete;
  GrowableRows& operator=(const GrowableRows&) = delete;

  // Whether what the variables are can grow in compiled code.
  bool fits() const;
  // Whether what the loop gives them says of which kind the elements of some are.
  bool some_kind_is_open() const;
  // Makes the arrays and counts: the counts are variables of the environment until this object ends. open: of which
  // kind those are. False: there is not enough room.
  bool begin(Elem open, std::int64_t iterations, std::map<std::string, Value, std::less<>>& values);
  // After the loop has run.
  void end();

 private:
  const Array* now(const GrowableArray& row) const;
  std::optional<Elem> kind(const GrowableArray& row) const;
  std::optional<std::int64_t> room(const GrowableArray& row, std::int64_t there, std::int64_t iterations) const;
  Value grown(const GrowableArray& row, const Array& with_room, std::int64_t count) const;

  const GrowableArrays& rows_;
  LoopEnvironment& evaluator_;
  EnvironmentP env_;
  std::vector<ArrayP> arrays_;        // with room
  std::vector<std::int64_t> before_;  // counts
};

}  // namespace qc::host
