// The built-in functions and what their results are: one row each.
#include <algorithm>
#include <map>

#include "sema/kept_elem.h"
#include "sema/type_words.h"
#include "sema/types_of_builtins.h"

namespace qc {

namespace {

struct Arguments {
  const std::vector<Type>& types;
  const std::vector<std::optional<double>>& constants;
  Elem scalar;
  std::size_t count() const { return types.size(); }
  Type operator[](std::size_t k) const { return k < types.size() ? types[k] : Type::unknown(); }
};
using Results = std::vector<Type>;
using Rule = Results (*)(const Arguments&);

Type with_elem(Type t, Elem e, bool complex = false) {
  if (!t.known()) return t;
  t.elem = e;
  t.complex = complex;
  t.boundary = Boundary::Default;
  t.is_const = false;
  return t;
}

bool shaped(const Type& t) { return t.is_array() || t.kind == Type::Kind::Fixed; }
Type real_number(const Arguments& a) { return Type::number(a.scalar); }
Elem wide_float(const Type& t, Elem scalar) { return float_elem(t.elem, scalar); }

// The rank that extents as arguments give: zeros(m, n), zeros(size(x)).
int rank_from(const Arguments& a, std::size_t first) {
  const std::size_t n = a.count() > first ? a.count() - first : 0;
  if (n == 1 && shaped(a[first]))
    return a[first].kind == Type::Kind::Fixed ? int(a[first].dims.empty() ? 0 : a[first].dims[0]) : 0;
  if (n == 1 && !a[first].known()) return 0;
  return int(n);
}

Results filled(const Arguments& a) { return {Type::array(a.scalar, rank_from(a, 0))}; }
Results complex_filled(const Arguments& a) { return {Type::array(a.scalar, rank_from(a, 0), true)}; }
Results random(const Arguments& a) {
  return {a.count() == 0 ? real_number(a) : Type::array(a.scalar, rank_from(a, 0))};
}
Results square(const Arguments& a) { return {Type::array(a.scalar, 2)}; }
Results row(const Arguments& a) { return {Type::array(a.scalar, 1)}; }
Results image(const Arguments& a) { return {Type::array(a.scalar, 3)}; }
Results same(const Arguments& a) { return {with_elem(a[0], a[0].elem, a[0].complex)}; }
Results computed(const Arguments& a) { return {with_elem(a[0], arithmetic_elem(a[0].elem, a[0].elem), a[0].complex)}; }
Results ordered(const Arguments& a) { return {same(a)[0], with_elem(a[0], Elem::I64)}; }  // values and where they stood
Results to_real(const Arguments& a) {
  return {with_elem(a[0], value_elem(a[0].elem) == Elem::Bool ? Elem::I64 : value_elem(a[0].elem))};
}
Results to_float(const Arguments& a) { return {with_elem(a[0], wide_float(a[0], a.scalar), a[0].complex)}; }
Results to_bool(const Arguments& a) { return {with_elem(a[0], Elem::Bool)}; }
Results to_complex(const Arguments& a) { return {with_elem(a[0], wide_float(a[0], a.scalar), true)}; }
Results spectrum(const Arguments& a) { return a.count() > 1 ? Results{Type::unknown()} : to_complex(a); }
Results real_value(const Arguments& a) { return {real_number(a)}; }
Results integer(const Arguments&) { return {Type::integer()}; }
Results boolean(const Arguments&) { return {Type::boolean()}; }
Results text(const Arguments&) { return {Type::string()}; }
Results nothing(const Arguments&) { return {}; }
Results anything(const Arguments&) { return {Type::unknown()}; }
Results sizes(const Arguments& a) {
  if (a.count() > 1) return {shaped(a[1]) ? Type::array(Elem::I64, 1) : Type::integer()};
  Type t;
  if (!a[0].known() || (a[0].is_array() && a[0].rank == 0)) return {Type::array(Elem::I64, 1)};
  t.kind = Type::Kind::Fixed;
  t.elem = Elem::I64;
  t.rank = 1;
  t.dims = {std::max(2, a[0].kind == Type::Kind::Fixed ? int(a[0].dims.size()) : a[0].rank)};
  return {t};
}

// Two arguments, element by element.
Type combined(const Arguments& a, std::size_t i, std::size_t j, Elem elem) {
  if (!a[i].known() || !a[j].known()) return Type::unknown();
  const Type& shape = shaped(a[i]) && (!shaped(a[j]) || a[i].rank >= a[j].rank) ? a[i] : shaped(a[j]) ? a[j] : a[i];
  return with_elem(shape, elem, a[i].complex || a[j].complex);
}
// Functions of bits take whole floats as ints.
Type bits_of(Type t) {
  if (is_float(t.elem)) t.elem = Elem::I64;
  return t;
}
Results shifted(const Arguments& a) {
  return {combined(a, 0, 1, arithmetic_elem(bits_of(a[0]).elem, bits_of(a[1]).elem))};
}
Results pair(const Arguments& a) { return {combined(a, 0, 1, arithmetic_elem(a[0].elem, a[1].elem))}; }
// As arithmetic, but for arrays whose sized kind the function keeps.
Results keeping_pair(const Arguments& a, std::string_view function) {
  const bool bits = function != "max";
  const Type x = bits ? bits_of(a[0]) : a[0], y = bits ? bits_of(a[1]) : a[1];
  return {combined(a, 0, 1, kept_elem(function, x, y).value_or(arithmetic_elem(x.elem, y.elem)))};
}
Results masked(const Arguments& a) { return keeping_pair(a, "and"); }
Results bits_pair(const Arguments& a) { return keeping_pair(a, "or"); }
Results float_pair(const Arguments& a) {
  return {combined(a, 0, 1, float_elem(join_elem(a[0].elem, a[1].elem), a.scalar))};
}
Results interpolation(const Arguments& a) {
  const Results ends = pair(a);
  return {a.count() < 3 || !ends[0].known() ? ends[0]
                                            : with_elem(ends[0], join_elem(ends[0].elem, a[2].elem), ends[0].complex)};
}

// A fold over a whole array, or along one dimension.
Type folded(const Arguments& a, Elem elem, bool complex) {
  if (!a[0].known()) return Type::unknown();
  if (a.count() < 2 || a[a.count() - 1].kind == Type::Kind::String)
    return Type::number(elem, complex);  // sum(x, "all")
  return Type::array(elem, std::max(2, a[0].rank), complex);
}
Results total(const Arguments& a) {
  return {folded(a, value_elem(a[0].elem) == Elem::Bool ? Elem::I64 : value_elem(a[0].elem), a[0].complex)};
}
Results average(const Arguments& a) { return {folded(a, wide_float(a[0], a.scalar), a[0].complex)}; }
Results some(const Arguments& a) { return {folded(a, Elem::Bool, false)}; }
Results place(const Arguments& a) { return {folded(a, Elem::I64, false)}; }
Results extreme(const Arguments& a) {
  if (a.count() < 2) return {total(a)[0], Type::integer()};
  return a.count() == 2
             ? keeping_pair(a, "max")
             : Results{folded(a, value_elem(a[0].elem), false), folded(a, Elem::I64, false)};  // max(x, [], dim)
}
Results norm_rule(const Arguments& a) { return {Type::number(wide_float(a[0], a.scalar))}; }
Results dot(const Arguments& a) {
  return {Type::number(arithmetic_elem(a[0].elem, a[1].elem), a[0].complex || a[1].complex)};
}
Results rows_of_indices(const Arguments&) { return {Type::array(Elem::I64, 2)}; }
Results bins(const Arguments&) { return {Type::array(Elem::I64, 1)}; }
Results counts(const Arguments& a) { return {Type::array(Elem::I64, 1), Type::array(a.scalar, 1)}; }  // and the edges
Results flat(const Arguments& a) { return {a[0].known() ? Type::array(a[0].elem, 1, a[0].complex) : Type::unknown()}; }
Results random_ints(const Arguments& a) {
  return {a.count() < 2 ? Type::integer() : Type::array(Elem::I64, rank_from(a, 1))};
}
Results whole_row(const Arguments&) { return {Type::array(Elem::I64, 1)}; }
Results permuted(const Arguments& a) {  // trailing extents of 1 may go
  const Type& x = a[0];
  return {x.is_array() && a[1].kind == Type::Kind::Fixed && a[1].dims == std::vector<std::int64_t>{x.rank}
              ? with_elem(x, x.elem, x.complex)
              : Type::unknown()};
}
// Arrays side by side along a dimension.
Type joined(const Arguments& a, std::size_t first, int dim) {
  if (a.count() <= first) return Type::unknown();
  Type t = Type::array(a[first].elem, dim == 1 ? 1 : dim + 1);
  for (std::size_t k = first; k < a.count(); ++k) {
    if (!a[k].is_array() || a[k].rank == 0) return Type::unknown();
    t.elem = join_elem(t.elem, a[k].elem);
    t.rank = std::max(t.rank, a[k].rank);
    t.complex = t.complex || a[k].complex;
  }
  return t;
}
Results joined_along(const Arguments& a) {
  const bool known = !a.constants.empty() && a.constants[0] && *a.constants[0] >= 0 && *a.constants[0] < 16;
  return {known ? joined(a, 1, int(*a.constants[0])) : Type::unknown()};
}
Results rows_joined(const Arguments& a) { return {joined(a, 0, 0)}; }
Results columns_joined(const Arguments& a) { return {joined(a, 0, 1)}; }
Results transposed(const Arguments& a) {
  return {a[0].known() ? Type::array(a[0].elem, 2, a[0].complex) : Type::unknown()};
}
Results repeated(const Arguments& a) {
  return {a[0].known() ? Type::array(a[0].elem, std::max(rank_from(a, 1), a[0].rank), a[0].complex) : Type::unknown()};
}
Results reshaped(const Arguments& a) {
  return {a[0].known() ? Type::array(a[0].elem, rank_from(a, 1), a[0].complex) : Type::unknown()};
}
Results squeezed(const Arguments& a) {
  return {a[0].known() ? Type::array(a[0].elem, a[0].rank <= 2 ? a[0].rank : 0, a[0].complex) : Type::unknown()};
}
Results converted(const Arguments& a) {
  return {a[1].kind == Type::Kind::TypeValue ? with_elem(a[0], a[1].elem, a[1].complex) : Type::unknown()};
}
Results limit(const Arguments& a) {
  return {a[0].kind == Type::Kind::TypeValue ? Type::number(a[0].elem) : Type::unknown()};
}
Results timing(const Arguments& a) { return {real_number(a)}; }
Results vote(const Arguments&) { return {Type::integer()}; }
Results block_sizes(const Arguments&) { return {Type::array(Elem::I64, 1)}; }

const std::map<std::string, Rule, std::less<>>& table() {
  static const std::map<std::string, Rule, std::less<>> rows = {// arrays from nothing
                                                                {"zeros", filled},
                                                                {"ones", filled},
                                                                {"uninit", filled},
                                                                {"czeros", complex_filled},
                                                                {"eye", square},
                                                                {"rand", random},
                                                                {"randn", random},
                                                                {"linspace", row},
                                                                // arrays from arrays
                                                                {"$without", anything},
                                                                {"repmat", repeated},
                                                                {"reshape", reshaped},
                                                                {"copy", same},
                                                                {"squeeze", squeezed},
                                                                {"transpose", transposed},
                                                                {"permute", permuted},
                                                                {"cat", joined_along},
                                                                {"vertcat", rows_joined},
                                                                {"horzcat", columns_joined},
                                                                {"flip", same},
                                                                {"fliplr", same},
                                                                {"flipud", same},
                                                                {"circshift", same},
                                                                {"fftshift", same},
                                                                {"ifftshift", same},
                                                                {"logspace", row},
                                                                {"cummax", ordered},
                                                                {"cummin", ordered},
                                                                {"diff", computed},
                                                                {"unique", flat},
                                                                {"randi", random_ints},
                                                                {"randperm", whole_row},
                                                                {"seed", nothing},
                                                                {"cast", converted},
                                                                {"cumsum", computed},
                                                                {"cumprod", computed},
                                                                {"sort", ordered},
                                                                {"find", rows_of_indices},
                                                                {"histogram", counts},
                                                                // about values
                                                                {"size", sizes},
                                                                {"numel", integer},
                                                                {"ndims", integer},
                                                                {"type", anything},
                                                                {"isreal", boolean},
                                                                {"iscomplex", boolean},
                                                                {"shares_data", boolean},
                                                                {"complex_parts", anything},
                                                                // elementwise
                                                                {"real", to_real},
                                                                {"imag", to_real},
                                                                {"conj", computed},
                                                                {"complex", to_complex},
                                                                {"angle", to_float},
                                                                {"abs", to_real},
                                                                {"sign", to_real},
                                                                {"floor", computed},
                                                                {"ceil", computed},
                                                                {"round", computed},
                                                                {"trunc", computed},
                                                                {"frac", to_float},
                                                                {"sqrt", to_float},
                                                                {"rsqrt", to_float},
                                                                {"exp", to_float},
                                                                {"exp2", to_float},
                                                                {"log", to_float},
                                                                {"log2", to_float},
                                                                {"log10", to_float},
                                                                {"sin", to_float},
                                                                {"cos", to_float},
                                                                {"tan", to_float},
                                                                {"asin", to_float},
                                                                {"acos", to_float},
                                                                {"atan", to_float},
                                                                {"sinh", to_float},
                                                                {"cosh", to_float},
                                                                {"tanh", to_float},
                                                                {"asinh", to_float},
                                                                {"acosh", to_float},
                                                                {"atanh", to_float},
                                                                {"gamma", to_float},
                                                                {"arg", to_float},
                                                                {"fix", computed},
                                                                {"power", float_pair},
                                                                {"erf", to_float},
                                                                {"erfc", to_float},
                                                                {"lgamma", to_float},
                                                                {"tgamma", to_float},
                                                                {"factorial", to_float},
                                                                {"saturate", to_float},
                                                                {"isnan", to_bool},
                                                                {"isinf", to_bool},
                                                                {"isfinite", to_bool},
                                                                {"pow", float_pair},
                                                                {"atan2", float_pair},
                                                                {"hypot", float_pair},
                                                                {"mod", pair},
                                                                {"periodize", pair},
                                                                {"and", masked},
                                                                {"or", bits_pair},
                                                                {"xor", bits_pair},
                                                                {"shl", shifted},
                                                                {"shr", shifted},
                                                                {"not", same},
                                                                {"min", extreme},
                                                                {"max", extreme},
                                                                {"clamp", interpolation},
                                                                {"lerp", interpolation},
                                                                // folds
                                                                {"sum", total},
                                                                {"prod", total},
                                                                {"mean", average},
                                                                {"std", average},
                                                                {"var", average},
                                                                {"median", average},
                                                                {"any", some},
                                                                {"all", some},
                                                                {"dotprod", dot},
                                                                {"norm", norm_rule},
                                                                {"argmin", place},
                                                                {"argmax", place},
                                                                // transforms
                                                                {"fft1", spectrum},
                                                                {"fft2", spectrum},
                                                                {"fft3", spectrum},
                                                                {"ifft1", spectrum},
                                                                {"ifft2", spectrum},
                                                                {"ifft3", spectrum},
                                                                // text, files, time
                                                                {"sprintf", text},
                                                                {"strcat", text},
                                                                {"printf", nothing},
                                                                {"fprintf", nothing},
                                                                {"disp", nothing},
                                                                {"warning", nothing},
                                                                {"num2str", text},
                                                                {"int2str", text},
                                                                {"mat2str", text},
                                                                {"str2num", anything},
                                                                {"str2double", real_value},
                                                                {"upper", text},
                                                                {"lower", text},
                                                                {"strtrim", text},
                                                                {"strrep", text},
                                                                {"strfind", bins},
                                                                {"strsplit", anything},
                                                                {"args", anything},
                                                                {"strjoin", text},
                                                                {"strcmp", boolean},
                                                                {"strcmpi", boolean},
                                                                {"regexp", anything},
                                                                {"regexpi", anything},
                                                                {"regexprep", anything},
                                                                {"startswith", boolean},
                                                                {"endswith", boolean},
                                                                {"isstring", boolean},
                                                                {"ischar", boolean},
                                                                {"isnumeric", boolean},
                                                                {"iscell", boolean},
                                                                {"isobject", boolean},
                                                                {"isfunction", boolean},
                                                                {"length", integer},
                                                                {"time", anything},
                                                                {"clock", row},
                                                                {"datestr", text},
                                                                {"print", nothing},
                                                                {"error", nothing},
                                                                {"assert", nothing},
                                                                {"tic", anything},
                                                                {"toc", timing},
                                                                {"load", anything},
                                                                {"save", nothing},
                                                                {"imread", image},
                                                                {"imwrite", nothing},
                                                                {"exrread", anything},
                                                                {"exrwrite", nothing},
                                                                {"hdrread", image},
                                                                {"hdrwrite", nothing},
                                                                {"csvread", square},
                                                                {"csvwrite", nothing},
                                                                {"fileexists", boolean},
                                                                {"exist", integer},
                                                                {"delete", nothing},
                                                                {"mkdir", nothing},
                                                                {"tempdir", text},
                                                                {"tempname", text},
                                                                {"fullfile", text},
                                                                {"fileparts", anything},
                                                                {"fopen", anything},
                                                                {"fclose", integer},
                                                                {"fflush", nothing},
                                                                {"feof", boolean},
                                                                {"ftell", integer},
                                                                {"fseek", integer},
                                                                {"frewind", nothing},
                                                                {"fputs", nothing},
                                                                {"fgetl", anything},
                                                                {"fgets", anything},
                                                                {"fileread", text},
                                                                {"fscanf", anything},
                                                                {"sscanf", anything},
                                                                {"fread", anything},
                                                                {"fwrite", integer},
                                                                {"cell", anything},
                                                                {"object", anything},
                                                                {"isfield", anything},
                                                                {"fieldnames", anything},
                                                                {"isinstance", anything},
                                                                {"deepcopy", anything},
                                                                // figures and forms
                                                                {"imshow", anything},
                                                                {"hdr_imshow", anything},
                                                                {"imagesc", anything},
                                                                {"plot", anything},
                                                                {"semilogx", anything},
                                                                {"semilogy", anything},
                                                                {"loglog", anything},
                                                                {"scatter", anything},
                                                                {"bar", anything},
                                                                {"hist", anything},
                                                                {"stem", anything},
                                                                {"surf", anything},
                                                                {"mesh", anything},
                                                                {"figure", anything},
                                                                {"subplot", anything},
                                                                {"form", anything},
                                                                {"hold", boolean},
                                                                {"title", nothing},
                                                                {"xlabel", nothing},
                                                                {"ylabel", nothing},
                                                                {"zlabel", nothing},
                                                                {"legend", nothing},
                                                                {"xlim", nothing},
                                                                {"ylim", nothing},
                                                                {"zlim", nothing},
                                                                {"axis", nothing},
                                                                {"grid", nothing},
                                                                {"colormap", nothing},
                                                                {"colorbar", nothing},
                                                                {"clf", nothing},
                                                                {"close", nothing},
                                                                {"drawnow", nothing},
                                                                {"pause", nothing},
                                                                {"sleep", nothing},
                                                                {"sync_framerate", nothing},
                                                                // limits
                                                                {"maxvalue", limit},
                                                                {"minvalue", limit},
                                                                // parallel work; the walk knows what a kernel returns
                                                                {"parallel_do", anything},
                                                                {"serial_do", anything},
                                                                {"max_block_size", block_sizes},
                                                                {"opt_block_size", block_sizes},
                                                                {"shared", filled},
                                                                {"shared_zeros", filled},
                                                                {"syncthreads", nothing},
                                                                {"memfence", nothing},
                                                                {"shfl", same},
                                                                {"shfl_up", same},
                                                                {"shfl_down", same},
                                                                {"shfl_xor", same},
                                                                {"broadcast", same},
                                                                {"ballot", vote},
                                                                {"activemask", vote},
                                                                {"warp_sum", same},
                                                                {"warp_prod", same},
                                                                {"warp_min", same},
                                                                {"warp_max", same},
                                                                {"warp_and", same},
                                                                {"warp_or", same},
                                                                {"warp_xor", same},
                                                                {"warp_scan", same},
                                                                {"atomic_add", same},
                                                                {"atomic_sub", same},
                                                                {"atomic_min", same},
                                                                {"atomic_max", same},
                                                                {"atomic_and", same},
                                                                {"atomic_or", same},
                                                                {"atomic_xor", same},
                                                                {"atomic_inc", same},
                                                                {"atomic_dec", same},
                                                                {"atomic_exch", same},
                                                                {"atomic_cas", same}};
  return rows;
}

// int(x), vec(4), ivec(n): a type used as a function.
Results type_as_function(const TypeWord& word, const Arguments& a) {
  const Elem elem = word.elem.value_or(a.scalar);
  if (word.rank == 0)
    return {a.count() == 1 && shaped(a[0]) ? with_elem(a[0], elem, word.complex) : Type::number(elem, word.complex)};
  Type t = Type::array(elem, word.rank, word.complex);
  if (word.rank == 3 && a.count() > 3) t.rank = int(a.count());
  if (word.fixed) {
    t.kind = Type::Kind::Fixed;
    t.dims = {word.fixed};
  }
  return {t};
}

}  // namespace

std::optional<std::vector<Type>> builtin_result(std::string_view name, const std::vector<Type>& arguments,
                                                const std::vector<std::optional<double>>& constants, Elem scalar) {
  const Arguments a{arguments, constants, scalar};
  if (auto it = table().find(name); it != table().end()) return it->second(a);
  if (auto word = type_word(name, scalar)) return type_as_function(*word, a);
  return {};
}

bool is_builtin(std::string_view name) { return table().count(name) > 0; }

std::vector<std::string> builtin_names() {
  std::vector<std::string> names;
  for (const auto& [name, rule] : table()) names.push_back(name);
  for (const char* type :
       {"int", "scalar", "float", "double", "bool", "vec", "mat", "cube", "pi", "true", "false", "inf", "nan", "eps"})
    names.emplace_back(type);
  return names;
}

}  // namespace qc
