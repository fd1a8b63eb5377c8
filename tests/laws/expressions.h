// Random expressions over what a place in a loop nest can see, with bounds of their values.
#pragma once
#include <map>
#include <set>
#include <string>
#include <vector>

#include "tests/laws/program.h"
#include "tests/laws/random.h"

namespace qc::laws {

// A loop around the place. Its values lie in [low, E - 1 - high] where E is the extent of its axis.
struct LoopVar {
  std::string name;
  int axis = 0;  // 0: N, 1: M, 2: K
  int low = 0, high = 0;
};

// What is known of an array or number of the program so far.
struct Known {
  Kind kind = Kind::Int;
  double magnitude = 20;
  int bits = 0;
  bool spent = false;  // holds values that no bound is known of, or floats that depend on the order
};

struct Sight {
  std::vector<LoopVar> loops;
  std::map<std::string, Known>* known = nullptr;
  std::set<std::string> hidden;           // accumulators and arrays that this nest writes
  std::map<std::string, Known> privates;  // assigned before in this iteration
  bool square = false;                    // N, M and K are equal
  std::set<std::string> read;             // numbers and arrays that expressions have read so far
  bool* helpers = nullptr;                // set when a function of helpers.h is called
};

class Expressions {
 public:
  Expressions(Random& random, Sight& sight) : r_(random), s_(sight) {}

  Expr make(Kind kind, int depth);
  Expr whole(int depth) { return make(Kind::Int, depth); }
  Expr truth(int depth) { return make(Kind::Bool, depth); }
  // An index into vectors (all have L = 2*(N+M+K)+8 elements) that is in range.
  std::string vector_index();
  // The same, different for different iterations of all loops around (one loop only), or empty.
  std::string injective_index();
  // Indices `i,j` of N x M arrays or `i,j,k` of N x M x K; empty when the loops around give none. `plain`: no offsets.
  std::string grid_index(int rank, bool plain);

 private:
  Expr atom(Kind kind);
  Expr whole_operation(int depth);
  Expr exact_operation(int depth);
  Expr rough_operation(int depth);
  Expr truth_operation(int depth);
  bool element(Kind kind, Expr& out);
  bool modal_element(Kind kind, Expr& out);
  bool slice(Kind kind, Expr& out);
  bool library(Kind kind, Expr& out);
  Expr call(Kind kind, int depth);
  std::string loose_index();
  bool number(Kind kind, Expr& out);
  std::string axis_index(int axis, bool plain);

  Random& r_;
  Sight& s_;
};

Expr leaf(Kind kind, std::string text, double magnitude, int bits = 0);
Expr join(Kind kind, std::string text, std::vector<Expr> parts, double magnitude, int bits = 0);

}  // namespace qc::laws
