// A random program of the laws as data: what is generated, printed and shrunk. One function `f` with a fixed list of
// parameters and results (see signature()) whose body is a few loop nests, and the data that it is called with.
#pragma once
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace qc::laws {

// Types of expressions: whole numbers, floats whose sums are exact in any order, other floats, truth values.
enum class Kind { Int, Exact, Rough, Bool };

// A text with holes $0 .. $9 for its parts. A part of the same kind may stand for the whole when shrinking.
struct Expr {
  Kind kind = Kind::Int;
  std::string text;
  std::vector<Expr> parts;
  double magnitude = 0;  // bound of the absolute value (without infinities that come from the data)
  int bits = 0;          // Exact: a multiple of 2^-bits
};

struct Node;
using Block = std::vector<Node>;

// A statement: its text has holes for `parts`. For: `text` is the range, `i=0..N-1`, and `body` the loop. If: the
// condition is parts[0].
struct Node {
  enum class Form { Plain, For, If } form = Form::Plain;
  std::string text;
  std::vector<Expr> parts;
  Block body, otherwise;
  bool forced = false;  // For: {!parallel for}
  std::string stepped;  // Plain: what stands for `text` in the other modes than Auto, in as many lines; `#` is the hint
                        // of the mode
};

// What one call of `f` gets: extents, run-time offsets and the seed of the contents.
struct Data {
  std::int64_t n = 1, m = 1, k = 1, q = 0, inc = 1;
  std::uint32_t seed = 0;
  bool special = false;  // NaN, infinities and -0 among the floats
  int alias = 0;         // 1: z is v; 2: y is x
};

struct Program {
  Block body;
  // Functions that the body calls, `part0` and so on: their parameters have no types, so that a short loop that comes
  // back is stepped at once.
  std::vector<Block> functions;
  // Results and their values before the loops; a value `: TYPE = VALUE` declares the type.
  std::vector<std::pair<std::string, std::string>> starts;
  std::set<std::string> either_zero;  // results that are complex products: the tree may leave the other zero
  int record = 0;  // `acc`, with fields that loops update: 1 an object, 2 of a mutable class, 3 of a class; 0: none
  bool finite = false;   // its data must not be NaN or infinite
  bool helpers = false;  // calls functions of helpers.h
  bool vouched = true;   // iterations of its forced loops are independent but for accumulators
  std::vector<Data> runs;
  std::map<std::string, double> rough;  // results whose floats depend on the order: bound of one term
  bool double_precision = false;
  bool square = false;  // all extents are equal
};

enum class Mode { Auto, Serial, Interpreted };

// The definition of `f`. All modes have the same lines, so that errors are at the same places.
std::string function_text(const Program& program, Mode mode);
// A program that calls `f` with the data of one run and prints what it leaves, to be run by `qc`.
std::string standalone_text(const Program& program, const Data& data);
std::string text_of(const Expr& e);
// The call of a function of Program::functions, which changes numbers of the body's.
std::string part_call(const Program& program, std::size_t k);

std::string start_text(const std::string& name, const std::string& value);

// Parameters that are arrays, in order: name, element type and extents.
enum class Content { Exact, Rough, Int, Byte, Bool, Index, Permutation, Wide, Complex };
struct ArrayParam {
  const char* name;
  const char* type;
  Content content;
  int rank;  // 1: 2*(N+M+K)+8 elements; 2: N x M; 3: N x M x K
};
const std::vector<ArrayParam>& array_params();
std::vector<std::int64_t> extents(const ArrayParam& p, const Data& d);
// The whole number from which element `at` of the array with that number is made.
std::uint64_t raw_value(const Data& d, std::size_t array, std::int64_t at);

}  // namespace qc::laws
