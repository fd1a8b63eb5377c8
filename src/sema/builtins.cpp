#include "sema/builtins.h"

#include <algorithm>
#include <limits>
#include <unordered_map>

#include "ir/build.h"
#include "sema/type_words.h"

namespace qc {

namespace {

using namespace type_rules;
using ir::AtomicOp;
using ir::BinaryOp;
using ir::ExprP;
using ir::MathFn;
using ir::ShuffleKind;
using ir::UnaryOp;
using Form = ComplexForm;
using Family = BuiltinFamily;

// ---- what is composed of operations, of one float ----------------------------------------------------------------

ExprP like(const ExprP& x, double d) { return ir::float_const(d, x->type); }
ExprP fraction(const ExprP& x) { return ir::sub(x, ir::unary(UnaryOp::Floor, x)); }
ExprP one_over_root(const ExprP& x) { return ir::binary(BinaryOp::Div, like(x, 1), ir::unary(UnaryOp::Sqrt, x)); }
ExprP from_0_to_1(const ExprP& x) {
  return ir::binary(BinaryOp::Min, ir::binary(BinaryOp::Max, x, like(x, 0)), like(x, 1));
}
ExprP is_no_number(const ExprP& x) { return ir::binary(BinaryOp::Ne, x, x); }
ExprP size_and_infinity(BinaryOp op, const ExprP& x) {
  return ir::binary(op, ir::unary(UnaryOp::Abs, x), like(x, std::numeric_limits<double>::infinity()));
}
ExprP is_infinite(const ExprP& x) { return size_and_infinity(BinaryOp::Eq, x); }
ExprP is_finite(const ExprP& x) { return size_and_infinity(BinaryOp::Lt, x); }

// ---- rows --------------------------------------------------------------------------------------------------------

constexpr std::uint32_t kEverywhere = kDeferred | kOfSlices;

constexpr BuiltinInfo row(Family family, std::string_view name, TypeRule types, std::uint32_t traits = 0) {
  BuiltinInfo r;
  r.name = name;
  r.family = family;
  r.types = types;
  r.traits = traits;
  return r;
}
// Of each element, of one argument.
constexpr BuiltinInfo each(std::string_view name, TypeRule types, BuiltinOp op, Form complex, std::uint32_t traits) {
  BuiltinInfo r = row(Family::Elementwise, name, types, traits);
  r.least = r.most = 1;
  r.op = op;
  r.complex = complex;
  return r;
}
constexpr BuiltinInfo composed(std::string_view name, TypeRule types, BuiltinFormula formula, Form complex,
                               std::uint32_t traits) {
  BuiltinInfo r = each(name, types, {}, complex, traits);
  r.formula = formula;
  return r;
}
// Of each element, of several.
constexpr BuiltinInfo several(std::string_view name, TypeRule types, std::uint8_t least, std::uint8_t most,
                              BuiltinOp op, std::uint32_t traits) {
  BuiltinInfo r = each(name, types, op, Form::None, traits);
  r.least = least;
  r.most = most;
  return r;
}
constexpr BuiltinInfo other_name(std::string_view name, BuiltinInfo of) {
  of.same_as = of.name;
  of.name = name;
  of.traits = 0;
  return of;
}
constexpr BuiltinInfo fold(std::string_view name, BuiltinFold fold, TypeRule types, std::uint32_t traits = 0) {
  BuiltinInfo r = row(Family::Fold, name, types, traits);
  r.fold = fold;
  return r;
}
constexpr BuiltinInfo extreme_of(std::string_view name, BuiltinFold fold, BinaryOp op) {
  BuiltinInfo r = several(name, extreme, 2, 16, op, kEverywhere | kCheap | kKeepsWhole | kJoinsElements | kGivesPlaces);
  r.fold = fold;
  return r;
}
// Of the lanes of a warp, an element of an array in memory.
constexpr BuiltinInfo operation(Family family, std::string_view name, BuiltinOp op) {
  BuiltinInfo r = row(family, name, same);
  r.op = op;
  return r;
}

constexpr BuiltinInfo kTrunc = each("trunc", computed, UnaryOp::Trunc, Form::Each, 0),
                      kTgamma = each("tgamma", to_float, MathFn::Tgamma, Form::None, kDeferred),
                      kPow = several("pow", float_pair, 2, 2, MathFn::Pow, kEverywhere);

constexpr BuiltinInfo kRows[] = {
    // Elementwise: elementary functions.
    each("exp", to_float, MathFn::Exp, Form::Function, kEverywhere),
    each("exp2", to_float, MathFn::Exp2, Form::Function, kEverywhere),
    each("log", to_float, MathFn::Log, Form::Function, kEverywhere),
    each("log2", to_float, MathFn::Log2, Form::Function, kEverywhere),
    each("log10", to_float, MathFn::Log10, Form::Function, kEverywhere),
    each("sin", to_float, MathFn::Sin, Form::Function, kEverywhere),
    each("cos", to_float, MathFn::Cos, Form::Function, kEverywhere),
    each("tan", to_float, MathFn::Tan, Form::InDouble, kEverywhere),
    each("asin", to_float, MathFn::Asin, Form::InDouble, kEverywhere),
    each("acos", to_float, MathFn::Acos, Form::InDouble, kEverywhere),
    each("atan", to_float, MathFn::Atan, Form::InDouble, kEverywhere),
    each("sinh", to_float, MathFn::Sinh, Form::Function, kEverywhere),
    each("cosh", to_float, MathFn::Cosh, Form::Function, kEverywhere),
    each("tanh", to_float, MathFn::Tanh, Form::InDouble, kEverywhere),
    each("asinh", to_float, MathFn::Asinh, Form::InDouble, kDeferred),
    each("acosh", to_float, MathFn::Acosh, Form::InDouble, kDeferred),
    each("atanh", to_float, MathFn::Atanh, Form::InDouble, kDeferred),
    each("erf", to_float, MathFn::Erf, Form::None, kDeferred),
    each("erfc", to_float, MathFn::Erfc, Form::None, kDeferred),
    each("lgamma", to_float, MathFn::Lgamma, Form::None, kDeferred),
    kTgamma,
    other_name("gamma", kTgamma),
    each("sqrt", to_float, UnaryOp::Sqrt, Form::Function, kEverywhere | kCheap),
    composed("rsqrt", to_float, one_over_root, Form::None, kEverywhere),
    each("factorial", to_float, {}, Form::None, 0),
    kPow,
    other_name("power", kPow),
    several("atan2", float_pair, 2, 2, MathFn::Atan2, kEverywhere),
    several("hypot", float_pair, 2, 2, MathFn::Hypot, kEverywhere | kCheap),
    // Sizes, rounding, tests.
    each("abs", to_real, UnaryOp::Abs, Form::Part, kEverywhere | kCheap),
    each("sign", to_real, UnaryOp::Sign, Form::Each, kEverywhere | kCheap),
    each("floor", computed, UnaryOp::Floor, Form::Each, kEverywhere | kCheap | kKeepsWhole),
    each("ceil", computed, UnaryOp::Ceil, Form::Each, kEverywhere | kCheap | kKeepsWhole),
    each("round", computed, UnaryOp::Round, Form::Each, kEverywhere | kCheap | kKeepsWhole),
    kTrunc,
    other_name("fix", kTrunc),
    composed("frac", to_float, fraction, Form::None, kEverywhere | kCheap),
    composed("saturate", to_float, from_0_to_1, Form::None, kEverywhere),
    composed("isnan", to_bool, is_no_number, Form::Each, kDeferred | kCheap),
    composed("isinf", to_bool, is_infinite, Form::Each, kDeferred | kCheap),
    composed("isfinite", to_bool, is_finite, Form::Each, kDeferred | kCheap),
    // Parts of complex numbers.
    each("real", to_real, {}, Form::Part, kOfSlices | kCheap | kInvariant),
    each("imag", to_real, {}, Form::Part, kOfSlices | kCheap | kInvariant),
    each("conj", computed, {}, Form::Part, kOfSlices | kCheap | kInvariant),
    each("angle", to_float, {}, Form::Part, 0),
    each("arg", to_float, {}, Form::None, 0),
    several("complex", to_complex, 1, 2, {}, 0),
    // Of two and more numbers.
    several("mod", pair, 2, 2, BinaryOp::Mod, kEverywhere),
    several("periodize", pair, 2, 2, BinaryOp::Periodize, kDeferred),
    several("and", masked, 2, 2, BinaryOp::BitAnd, kDeferred | kCheap | kOfBits),
    several("or", bits_pair, 2, 2, BinaryOp::BitOr, kDeferred | kCheap | kOfBits),
    several("xor", bits_pair, 2, 2, BinaryOp::BitXor, kDeferred | kCheap | kOfBits),
    several("shl", shifted, 2, 2, BinaryOp::Shl, kDeferred | kOfBits),
    several("shr", shifted, 2, 2, BinaryOp::Shr, kDeferred | kOfBits),
    each("not", same, UnaryOp::BitNot, Form::None, kDeferred | kCheap | kOfBits),
    extreme_of("min", BuiltinFold::Min, BinaryOp::Min),
    extreme_of("max", BuiltinFold::Max, BinaryOp::Max),
    several("clamp", interpolation, 2, 3, {}, kEverywhere | kKeepsWhole),
    several("lerp", interpolation, 3, 3, {}, kDeferred),
    several("cast", converted, 2, 2, {}, kOwnForm),
    // Folds.
    fold("sum", BuiltinFold::Sum, total, kDeferred),
    fold("prod", BuiltinFold::Product, total, kDeferred),
    fold("mean", BuiltinFold::Mean, average, kDeferred),
    fold("any", BuiltinFold::Any, some, kDeferred),
    fold("all", BuiltinFold::All, some, kDeferred),
    fold("norm", BuiltinFold::Norm, norm_rule, kDeferred),
    fold("dotprod", BuiltinFold::Dot, dot, kDeferred),
    fold("var", BuiltinFold::Variance, average, kDeferred),
    fold("std", BuiltinFold::Deviation, average, kDeferred),
    fold("median", BuiltinFold::Median, average),
    fold("argmin", BuiltinFold::ArgMin, place),
    fold("argmax", BuiltinFold::ArgMax, place),
    // Lines.
    row(Family::Scan, "cumsum", computed, kInvariant),
    row(Family::Scan, "cumprod", computed, kInvariant),
    row(Family::Scan, "cummax", ordered, kInvariant | kMovesElements),
    row(Family::Scan, "cummin", ordered, kInvariant | kMovesElements),
    row(Family::Line, "sort", ordered, kInvariant | kMovesElements | kGivesPlaces),
    row(Family::Line, "diff", computed, kInvariant),
    row(Family::Line, "unique", flat, kInvariant | kGivesPlaces),
    row(Family::Line, "find", rows_of_indices, kInvariant | kGivesPlaces),
    row(Family::Line, "histogram", counts),
    row(Family::Transform, "fft1", spectrum),
    row(Family::Transform, "fft2", spectrum),
    row(Family::Transform, "fft3", spectrum),
    row(Family::Transform, "ifft1", spectrum),
    row(Family::Transform, "ifft2", spectrum),
    row(Family::Transform, "ifft3", spectrum),
    // Elements at other places.
    row(Family::Move, "$without", anything),
    row(Family::Move, "repmat", repeated, kMovesElements | kExtents),
    row(Family::Move, "reshape", reshaped, kMovesElements | kExtents | kInvariant),
    row(Family::Move, "copy", same, kMovesElements | kFresh | kOwnForm | kOfParts),
    row(Family::Move, "squeeze", squeezed, kMovesElements),
    row(Family::Move, "transpose", transposed, kMovesElements | kInvariant),
    row(Family::Move, "permute", permuted, kMovesElements | kExtents),
    row(Family::Move, "cat", joined_along),
    row(Family::Move, "vertcat", rows_joined, kJoinsElements),
    row(Family::Move, "horzcat", columns_joined, kJoinsElements),
    row(Family::Move, "flip", same, kMovesElements),
    row(Family::Move, "fliplr", same, kMovesElements | kInvariant),
    row(Family::Move, "flipud", same, kMovesElements | kInvariant),
    row(Family::Move, "circshift", same, kMovesElements),
    row(Family::Move, "fftshift", same, kMovesElements),
    row(Family::Move, "ifftshift", same, kMovesElements),
    row(Family::Move, "complex_parts", anything),
    // New arrays.
    row(Family::Make, "zeros", filled, kFills | kExtents | kFresh),
    row(Family::Make, "ones", filled, kFills | kExtents | kFresh),
    row(Family::Make, "uninit", filled, kFills | kExtents | kFresh),
    row(Family::Make, "czeros", complex_filled, kFills | kExtents),
    row(Family::Make, "eye", square),
    row(Family::Make, "linspace", type_rules::row, kInvariant),
    row(Family::Make, "logspace", type_rules::row),
    row(Family::Make, "cell", anything, kFresh | kOwnForm),
    row(Family::Random, "rand", random, kDraws | kExtents | kFresh),
    row(Family::Random, "randn", random, kDraws | kExtents | kFresh),
    row(Family::Random, "randi", random_ints, kDraws),
    row(Family::Random, "randperm", whole_row),
    row(Family::Random, "seed", nothing),
    // About values.
    row(Family::Shape, "size", sizes, kKeepsWhole | kOwnForm | kOfParts),
    row(Family::Shape, "numel", integer, kKeepsWhole | kOwnForm | kOfParts),
    row(Family::Shape, "ndims", integer),
    row(Family::Shape, "length", integer, kKeepsWhole),
    row(Family::About, "type", anything, kOwnForm),
    row(Family::About, "isinstance", anything, kOwnForm),
    row(Family::About, "isreal", boolean),
    row(Family::About, "iscomplex", boolean),
    row(Family::About, "isstring", boolean),
    row(Family::About, "ischar", boolean),
    row(Family::About, "isnumeric", boolean),
    row(Family::About, "iscell", boolean),
    row(Family::About, "isobject", boolean),
    row(Family::About, "isfunction", boolean),
    row(Family::About, "shares_data", boolean),
    row(Family::About, "maxvalue", limit),
    row(Family::About, "minvalue", limit),
    row(Family::About, "args", anything),
    row(Family::Record, "object", anything, kOwnForm),
    row(Family::Record, "isfield", anything, kOwnForm),
    row(Family::Record, "fieldnames", anything, kOwnForm),
    row(Family::Record, "deepcopy", anything, kOwnForm | kOfParts),
    // Text, files, time.
    row(Family::Text, "sprintf", text, kFormatsText),
    row(Family::Text, "strcat", text, kFormatsText),
    row(Family::Text, "num2str", text, kFormatsText),
    row(Family::Text, "int2str", text, kFormatsText),
    row(Family::Text, "mat2str", text, kFormatsText),
    row(Family::Text, "printf", nothing, kOnlyActs),
    row(Family::Text, "error", nothing, kOnlyActs),
    row(Family::Text, "assert", nothing, kOnlyActs),
    row(Family::Text, "fprintf", nothing),
    row(Family::Text, "disp", nothing),
    row(Family::Text, "warning", nothing),
    row(Family::Text, "print", nothing),
    row(Family::Text, "str2num", anything),
    row(Family::Text, "str2double", real_value),
    row(Family::Text, "upper", text),
    row(Family::Text, "lower", text),
    row(Family::Text, "strtrim", text),
    row(Family::Text, "strrep", text),
    row(Family::Text, "strfind", bins),
    row(Family::Text, "strsplit", anything),
    row(Family::Text, "strjoin", text),
    row(Family::Text, "strcmp", boolean),
    row(Family::Text, "strcmpi", boolean),
    row(Family::Text, "regexp", anything),
    row(Family::Text, "regexpi", anything),
    row(Family::Text, "regexprep", anything),
    row(Family::Text, "startswith", boolean),
    row(Family::Text, "endswith", boolean),
    row(Family::Time, "time", anything),
    row(Family::Time, "clock", type_rules::row),
    row(Family::Time, "datestr", text),
    row(Family::Time, "tic", anything, kCommand),
    row(Family::Time, "toc", timing, kCommand),
    row(Family::File, "load", anything),
    row(Family::File, "save", nothing),
    row(Family::File, "imread", image),
    row(Family::File, "imwrite", nothing),
    row(Family::File, "exrread", anything),
    row(Family::File, "exrwrite", nothing),
    row(Family::File, "hdrread", image),
    row(Family::File, "hdrwrite", nothing),
    row(Family::File, "csvread", square),
    row(Family::File, "csvwrite", nothing),
    row(Family::File, "fileexists", boolean),
    row(Family::File, "exist", integer),
    row(Family::File, "delete", nothing),
    row(Family::File, "mkdir", nothing),
    row(Family::File, "tempdir", text),
    row(Family::File, "tempname", text),
    row(Family::File, "fullfile", text),
    row(Family::File, "fileparts", anything),
    row(Family::File, "fopen", anything),
    row(Family::File, "fclose", integer),
    row(Family::File, "fflush", nothing),
    row(Family::File, "feof", boolean),
    row(Family::File, "ftell", integer),
    row(Family::File, "fseek", integer),
    row(Family::File, "frewind", nothing),
    row(Family::File, "fputs", nothing),
    row(Family::File, "fgetl", anything),
    row(Family::File, "fgets", anything),
    row(Family::File, "fileread", text),
    row(Family::File, "fscanf", anything),
    row(Family::File, "sscanf", anything),
    row(Family::File, "fread", anything),
    row(Family::File, "fwrite", integer),
    // Figures and forms.
    row(Family::Figure, "imshow", anything),
    row(Family::Figure, "hdr_imshow", anything),
    row(Family::Figure, "imagesc", anything),
    row(Family::Figure, "plot", anything),
    row(Family::Figure, "semilogx", anything),
    row(Family::Figure, "semilogy", anything),
    row(Family::Figure, "loglog", anything),
    row(Family::Figure, "scatter", anything),
    row(Family::Figure, "bar", anything),
    row(Family::Figure, "hist", anything),
    row(Family::Figure, "stem", anything),
    row(Family::Figure, "stairs", anything),
    row(Family::Figure, "errorbar", anything),
    row(Family::Figure, "contour", anything),
    row(Family::Figure, "surf", anything),
    row(Family::Figure, "mesh", anything),
    row(Family::Figure, "figure", anything, kCommand),
    row(Family::Figure, "subplot", anything),
    row(Family::Figure, "form", anything),
    row(Family::Figure, "hold", boolean),
    row(Family::Figure, "title", nothing),
    row(Family::Figure, "xlabel", nothing),
    row(Family::Figure, "ylabel", nothing),
    row(Family::Figure, "zlabel", nothing),
    row(Family::Figure, "legend", nothing),
    row(Family::Figure, "xlim", nothing),
    row(Family::Figure, "ylim", nothing),
    row(Family::Figure, "zlim", nothing),
    row(Family::Figure, "axis", nothing),
    row(Family::Figure, "grid", nothing),
    row(Family::Figure, "colormap", nothing),
    row(Family::Figure, "colorbar", nothing),
    row(Family::Figure, "clf", nothing, kCommand),
    row(Family::Figure, "close", nothing),
    row(Family::Figure, "drawnow", nothing, kCommand),
    row(Family::Figure, "pause", nothing, kCommand),
    row(Family::Figure, "sleep", nothing),
    row(Family::Figure, "sync_framerate", nothing),
    // Parallel work; the walk knows what a kernel returns.
    row(Family::Launch, "parallel_do", anything, kOnlyActs),
    row(Family::Launch, "serial_do", anything, kOnlyActs),
    row(Family::Launch, "max_block_size", block_sizes),
    row(Family::Launch, "opt_block_size", block_sizes),
    row(Family::Kernel, "shared", filled),
    row(Family::Kernel, "shared_zeros", filled),
    row(Family::Kernel, "syncthreads", nothing),
    row(Family::Kernel, "memfence", nothing),
    row(Family::Kernel, "ballot", vote),
    row(Family::Kernel, "activemask", vote),
    operation(Family::Kernel, "shfl", ShuffleKind::Idx),
    operation(Family::Kernel, "broadcast", ShuffleKind::Idx),
    operation(Family::Kernel, "shfl_up", ShuffleKind::Up),
    operation(Family::Kernel, "shfl_down", ShuffleKind::Down),
    operation(Family::Kernel, "shfl_xor", ShuffleKind::Xor),
    operation(Family::Kernel, "warp_sum", BinaryOp::Add),
    operation(Family::Kernel, "warp_prod", BinaryOp::Mul),
    operation(Family::Kernel, "warp_min", BinaryOp::Min),
    operation(Family::Kernel, "warp_max", BinaryOp::Max),
    operation(Family::Kernel, "warp_and", BinaryOp::BitAnd),
    operation(Family::Kernel, "warp_or", BinaryOp::BitOr),
    operation(Family::Kernel, "warp_xor", BinaryOp::BitXor),
    operation(Family::Kernel, "warp_scan", BinaryOp::Add),
    operation(Family::Atomic, "atomic_add", AtomicOp::Add),
    operation(Family::Atomic, "atomic_sub", AtomicOp::Sub),
    operation(Family::Atomic, "atomic_min", AtomicOp::Min),
    operation(Family::Atomic, "atomic_max", AtomicOp::Max),
    operation(Family::Atomic, "atomic_and", AtomicOp::And),
    operation(Family::Atomic, "atomic_or", AtomicOp::Or),
    operation(Family::Atomic, "atomic_xor", AtomicOp::Xor),
    operation(Family::Atomic, "atomic_inc", AtomicOp::Inc),
    operation(Family::Atomic, "atomic_dec", AtomicOp::Dec),
    operation(Family::Atomic, "atomic_exch", AtomicOp::Exch),
    operation(Family::Atomic, "atomic_cas", AtomicOp::Cas),
};

}  // namespace

const BuiltinInfo* builtin_info(std::string_view name) {
  static const auto rows = [] {
    std::unordered_map<std::string_view, const BuiltinInfo*> all;
    for (const BuiltinInfo& r : kRows) all.emplace(r.name, &r);
    return all;
  }();
  const auto it = rows.find(name);
  return it == rows.end() ? nullptr : it->second;
}

bool builtin_is(std::string_view name, BuiltinTrait trait) {
  const BuiltinInfo* r = builtin_info(name);
  return r && r->is(trait);
}

bool builtin_is(std::string_view name, BuiltinFamily family) {
  const BuiltinInfo* r = builtin_info(name);
  return r && r->family == family;
}

BuiltinFold builtin_fold(std::string_view name) {
  const BuiltinInfo* r = builtin_info(name);
  return r ? r->fold : BuiltinFold::None;
}

bool is_elementwise(std::string_view name) {
  return builtin_is(name, kOfSlices) || name == "int" || name == "scalar" || name == "float";
}

bool keeps_whole_numbers(std::string_view name) { return builtin_is(name, kKeepsWhole) || name == "int"; }

const std::vector<const BuiltinInfo*>& all_builtins() {
  static const auto rows = [] {
    std::vector<const BuiltinInfo*> all;
    for (const BuiltinInfo& r : kRows) all.push_back(&r);
    std::sort(all.begin(), all.end(), [](const auto* a, const auto* b) { return a->name < b->name; });
    return all;
  }();
  return rows;
}

std::optional<std::vector<Type>> builtin_result(std::string_view name, const std::vector<Type>& arguments,
                                                const std::vector<std::optional<double>>& constants, Elem scalar) {
  const TypeArguments a{arguments, constants, scalar};
  if (const BuiltinInfo* r = builtin_info(name)) return r->types(a);
  if (auto word = type_word(name, scalar)) return type_as_function(*word, a);
  return {};
}

bool is_builtin(std::string_view name) { return builtin_info(name) != nullptr; }

std::vector<std::string> builtin_names() {
  std::vector<std::string> names;
  for (const BuiltinInfo* r : all_builtins()) names.emplace_back(r->name);
  for (const char* type :
       {"int", "scalar", "float", "double", "bool", "vec", "mat", "cube", "pi", "true", "false", "inf", "nan", "eps"})
    names.emplace_back(type);
  return names;
}

}  // namespace qc
