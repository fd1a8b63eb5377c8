// Statements on whole arrays and launches of kernels written by hand, and the loops over elements that they stand for.
#pragma once
#include <map>
#include <string>

#include "tests/laws/expressions.h"

namespace qc::laws {

// Appends one to three statements on whole arrays to the program's body.
void whole_arrays(Random& random, Program& program, std::map<std::string, Known>& known);
// Appends one or two launches.
void launches(Random& random, Program& program, std::map<std::string, Known>& known);

// Expressions of which each element depends on the same element of vectors: these are written `x@`, which becomes `x`,
// `x[at]` or `x[pos]`.
class ElementWriter {
 public:
  ElementWriter(Random& r, Program& p, std::map<std::string, Known>& known) : r_(r), p_(p), known_(known) {}

 protected:
  Expr vector(Kind kind, int depth);
  static std::string at(std::string text, const std::string& place);
  // What `whole` does, and the same in other modes.
  void put(const std::string& whole, const std::string& stepped);
  void each(const std::string& whole, const std::string& range, const std::string& body);
  void note(const std::string& name, const Expr& e);

  Random& r_;
  Program& p_;
  std::map<std::string, Known>& known_;

 private:
  Expr vector_leaf(Kind kind);
};

}  // namespace qc::laws
