// Cells whose items are fixed-size values, `p : mat[vec3]`, as one array with the items' extents behind those of the
// cell: in the text of a loop or kernel p[i,j] becomes p[i,j,0..2], and p[i,j][k] p[i,j,k].
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "ast/ast.h"
#include "ir/type.h"

namespace qc {

struct DenseCell {
  int rank = 1;                    // of the cell
  std::vector<std::int64_t> item;  // extents of an item
  bool is_int = false;
  ast::TypeExpr type;  // of an item
  friend bool operator<(const DenseCell& a, const DenseCell& b) {
    return std::tie(a.rank, a.item, a.is_int) < std::tie(b.rank, b.item, b.is_int);
  }
};
using DenseCells = std::map<std::string, DenseCell, std::less<>>;

// The type of an item as it is written, vec(3).
ast::TypeExpr item_type(const std::vector<std::int64_t>& dims, Elem elem, Elem scalar);
// Names that stand at the start of what is assigned by indices, p[i] = e, p[i][0] += e.
std::set<std::string> index_targets(const ast::Stmt& s);
// Whether a function of this name is the program's.
using IsOwnFunction = std::function<bool(const std::string&)>;
// The text with `cells` as arrays, parameters of these names without their types; nothing: one of them is used as
// something else than items, their elements and extents, or an argument of a function of the program, which is compiled
// for the array then (src/lower/inline.cpp).
std::optional<ast::Stmt> with_dense_cells(const ast::Stmt& s, const DenseCells& cells, const IsOwnFunction& is_own);
// The same of items that are arrays themselves: there is no alias for one, none is written to, and one is used as
// a whole.
std::optional<ast::Stmt> with_dense_cells_of_arrays(const ast::Stmt& s, const DenseCells& cells,
                                                    const IsOwnFunction& is_own);

// The variable beside that of an array which stands for a cell of values: its shape is the rank of the cell and the
// extents of an item.
inline constexpr std::string_view kItemsMark = "$items_";
inline std::string items_name(const std::string& cell) { return std::string(kItemsMark) + cell; }

}  // namespace qc
