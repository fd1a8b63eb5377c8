#include "codegen/kernel_key.h"

#include <cstring>
#include <type_traits>
#include <unordered_map>

namespace qc::codegen {

namespace {

using namespace ir;

// Each node names all of its members, so that one that is added does not compile until it is written as well. Counts
// and kinds stand before what they are about, so no two kernels are the same bytes.
class KeyWriter {
 public:
  std::string take() && { return std::move(bytes_); }

  void write(const Function& f) {
    const auto& [kind, name, vars, arrays, sites, params, outputs, body, rank, threads, min_blocks, runs_on,
                 split_at_edges, order, note] = f;
    all(kind, name, vars, arrays, sites, params, outputs, body, rank, threads, min_blocks, runs_on, split_at_edges,
        order);
  }

 private:
  template <class... T>
  void all(const T&... parts) {
    (write(parts), ...);
  }

  template <class T>
  requires(std::is_arithmetic_v<T> || std::is_enum_v<T>) void write(const T& x) {
    char raw[sizeof x];
    std::memcpy(raw, &x, sizeof x);
    bytes_.append(raw, sizeof x);
  }
  void write(const std::string& text) {
    write(text.size());
    bytes_ += text;
  }
  template <class T>
  void write(const std::vector<T>& list) {
    write(list.size());
    for (const T& x : list) write(x);
  }
  template <class T>
  void write(const std::optional<T>& x) {
    write(x.has_value());
    if (x) write(*x);
  }
  template <class... T>
  void write(const std::variant<T...>& node) {
    write(std::uint8_t(node.index()));
    std::visit([this](const auto& n) { write(n); }, node);
  }

  // A window that is written out holds its places many times over. What stands at a number is the same in every run:
  // the order of the walk.
  void write(const ExprP& e) {
    enum Form : std::uint8_t { None, New, Again };
    if (!e) return write(None);
    const auto [at, fresh] = numbers_.emplace(e.get(), numbers_.size());
    if (!fresh) return all(Again, at->second);
    write(New);
    const auto& [node, type, span] = *e;
    all(type, node);
  }
  void write(const ConstInt& n) {
    const auto& [value] = n;
    all(value);
  }
  void write(const ConstFloat& n) {
    const auto& [value] = n;
    all(value);
  }
  void write(const VarRef& n) {
    const auto& [var] = n;
    all(var);
  }
  void write(const Unary& n) {
    const auto& [op, a] = n;
    all(op, a);
  }
  void write(const Binary& n) {
    const auto& [op, a, b, site] = n;
    all(op, a, b, site);
  }
  void write(const Fma& n) {
    const auto& [a, b, c] = n;
    all(a, b, c);
  }
  void write(const Select& n) {
    const auto& [condition, yes, no, smooth] = n;  // smooth: for the analysis
    all(condition, yes, no);
  }
  void write(const Cast& n) {
    const auto& [to, a] = n;
    all(to, a);
  }
  void write(const Math& n) {
    const auto& [fn, args] = n;
    all(fn, args);
  }
  void write(const Access& n) {
    const auto& [array, index, linear, boundary, site] = n;
    all(array, index, linear, boundary, site);
  }
  void write(const Load& n) {
    const auto& [access] = n;
    all(access);
  }
  void write(const Extent& n) {
    const auto& [array, dim] = n;
    all(array, dim);
  }
  void write(const Builtin& n) {
    const auto& [kind, axis] = n;
    all(kind, axis);
  }
  void write(const Shuffle& n) {
    const auto& [kind, value, lane, full] = n;
    all(kind, value, lane, full);
  }
  void write(const Ballot& n) {
    const auto& [predicate] = n;
    all(predicate);
  }
  template <class T>
  requires std::is_empty_v<T>
  void write(const T&) {}  // ActiveMask, Break, Continue, Return

  void write(const Stmt& s) {
    const auto& [node, span] = s;
    all(node);
  }
  void write(const Assign& s) {
    const auto& [var, value] = s;
    all(var, value);
  }
  void write(const Store& s) {
    const auto& [access, value] = s;
    all(access, value);
  }
  void write(const Atomic& s) {
    const auto& [old, op, access, value, compare, result_is_new, product, in_block] = s;
    all(old, op, access, value, compare, result_is_new, in_block);
  }
  void write(const If& s) {
    const auto& [condition, then, otherwise] = s;
    all(condition, then, otherwise);
  }
  void write(const For& s) {
    const auto& [var, lo, step, hi, body, unroll, independent] = s;
    all(var, lo, step, hi, body, unroll, independent);
  }
  void write(const While& s) {
    const auto& [condition, body] = s;
    all(condition, body);
  }
  void write(const Barrier& s) {
    const auto& [scope] = s;
    all(scope);
  }
  void write(const Fence& s) {
    const auto& [scope, handover] = s;
    all(scope, handover);
  }
  void write(const Fail& s) {
    const auto& [site, values] = s;
    all(site, values);
  }

  void write(const Var& v) {
    const auto& [name, type, set_of, match, bits] = v;
    all(name, type, bits);
  }
  void write(const Array& a) {
    const auto& [name, elem, rank, space, dims, dynamic_dims, is_const, aligned, noalias, multiples] = a;
    all(name, elem, rank, space, dims, dynamic_dims, is_const, aligned, noalias, multiples);
  }
  void write(const Site& s) {
    const auto& [kind, span, text, values, call, code, before, of_slice] = s;
    all(kind, text, values);
  }
  void write(const Param& p) {
    const auto& [kind, id] = p;
    all(kind, id);
  }

  std::string bytes_;
  std::unordered_map<const Expr*, std::size_t> numbers_;
};

}  // namespace

std::string kernel_key(const ir::Function& kernel) {
  KeyWriter writer;
  writer.write(kernel);
  return std::move(writer).take();
}

}  // namespace qc::codegen
