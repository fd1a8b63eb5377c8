// Rows and matrices that a loop makes longer, v = [v, e], p = vertcat(p, [i, j]). Compiled code has no arrays that
// grow: it gets one with room, and a count of what is there:
//
//   v = [v, e]           v[n] = e;  n += 1
//   v = v[0..k]          n = k + 1, which must not be more than there are
//   v[k], numel(v)       the element k, which must be below n, and n
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ast/ast.h"
#include "ir/type.h"

namespace qc {

struct GrowableArray {
  std::string name, count;    // the variables of the array with room and of the count
  bool rows = false;          // it is a matrix that grows by rows: the count is that of its rows
  bool joins = false;         // by horzcat, which leaves out what is empty: its kind is that of what it joins
  std::int64_t width = 0;     // its columns, where the text shows them
  bool only_grows = true;     // nothing else happens to it
  bool stores = false;        // elements are assigned
  bool begins_empty = false;  // v = []
  bool asked_rows = false;    // how many rows it has is read, which is 1 of []
  bool begins = false;        // the loop makes it anew, v = [] or v = [e], before anything else is done to it
  struct Site {
    std::vector<ast::Stmt> loops;  // around an append, from the outside inwards, without their bodies
    std::int64_t count;            // rows or elements that are appended
    bool in_while;
  };
  std::vector<Site> sites;
};
struct GrowableArrays {
  ast::Stmt text;
  std::vector<GrowableArray> rows;
};
// Nothing: no array grows, or something is done to one that has no such form. strict: what begins as [] has the kind of
// elements that is given to it first, so that all have to be of the kind that the array with room has.
std::optional<GrowableArrays> with_growable_arrays(const ast::Stmt& loop, bool strict);

// What is known of the array of a row where its loop is reached.
struct RowBefore {
  Type type;                               // not known: perhaps []
  std::vector<std::int64_t> extents = {};  // empty: not known
  bool declared = false;                   // with its type
  bool shared = false;                     // another name has it
};
// Whether it is of the kind of what it is given first where it is empty: matrices, and what is not continued by a list.
inline bool takes_kind(const GrowableArray& row) { return row.rows || row.joins; }
// Whether compiled code can make it longer.
bool can_grow(const GrowableArray& row, const RowBefore& before, Elem scalar);

inline constexpr std::string_view kLengthOf = "length of ", kRowsOf = "rows of ";
// Whether a name is that of a count, which is a variable of the program's as long as the loop runs.
inline bool is_row_count(std::string_view name) { return name.starts_with(kLengthOf) || name.starts_with(kRowsOf); }

// What the text calls (growable_arrays.cpp): the element e that is appended to v, beside others; the index k of v,
// whose extent is n along a dimension; the count that a cut to the last element k leaves of n.
inline constexpr const char *kAppended = "$appended", *kInside = "$inside", *kCut = "$cut";

}  // namespace qc
