#include "support/foreign_names.h"

#include <fmt/format.h>

#include "support/diagnostic.h"

namespace qc {

namespace {

struct ForeignName {
  std::string_view name, help;
};

constexpr ForeignName kForeignNames[] = {
    {"strlen", "numel(s) is the number of bytes of a string"},
    {"len", "numel(x) counts the elements, size(x, d) is an extent"},
    {"println", "'print a, b' writes its items and a new line"},
    {"range", "a range is written first..last or first..step..last"},
    {"arange", "a range is written first..last or first..step..last"},
    {"zeros_like", "zeros(size(x)) has the extents of x"},
    {"ones_like", "ones(size(x)) has the extents of x"},
    {"fft", "fft1, fft2 and fft3 transform one, two and three dimensions"},
    {"ifft", "ifft1, ifft2 and ifft3 invert fft1, fft2 and fft3"},
    {"clip", "clamp(x, lo, hi) limits to a range"},
    {"fabs", "abs(x)"},
    {"sgn", "sign(x)"},
    {"bsxfun", "operators repeat dimensions of extent 1 by themselves"},
    {"sub2ind", "pos2ind(dims, pos)"},
    {"ind2sub", "ind2pos(dims, k)"},
    {"idivide", "int(a/b) and floor(a/b) of ints are exact divisions"},
    {"feval", "a function value is called as it stands: f(x)"},
    {"exit", "return leaves a function, error(\"...\") ends the program"},
    {"quit", "return leaves a function, error(\"...\") ends the program"},
    {"struct", "object() is a record: r = object(); r.field = 1"},
    {"containers", "object() is a record with named fields, a cell holds items by number"},
    {"nargin", "a parameter may have a default, f(x, n = 5)"},
    {"varargin", "a parameter may have a default, f(x, n = 5); functions of other parameters may have the same name"},
    {"regexp", "there are no regular expressions; strfind, strsplit and strrep work on texts"},
    {"regexprep", "there are no regular expressions; strrep(s, old, new) replaces a text"},
    {"integral", "trapz(x, y) integrates samples"},
    {"quad", "trapz(x, y) integrates samples"},
    {"histcounts", "histc(x, edges) counts"},
    {"corr", "corrcoef(a, b)[0,1] or corr2(a, b)"},
    {"str", "num2str(x) or sprintf(\"%g\", x) makes text of a number"},
    {"isnull", "x == nullptr"},
    {"None", "nothing is written nullptr"},
    {"NULL", "nothing is written nullptr"},
    {"sqr", "x^2, element by element x.^2"},
    {"fma", "a product that is added in the same expression is fused with it: a*b + c"},
    {"fmaf", "a product that is added in the same expression is fused with it: a*b + c"},
    {"threadIdx", "a parameter 'blkpos' of the kernel is the thread's place in its block"},
    {"get_local_id", "a parameter 'blkpos' of the kernel is the thread's place in its block"},
    {"blockIdx", "a parameter 'blkidx' of the kernel is the place of the thread's block"},
    {"get_group_id", "a parameter 'blkidx' of the kernel is the place of the thread's block"},
    {"blockDim", "a parameter 'blkdim' of the kernel holds the extents of a block"},
    {"get_local_size", "a parameter 'blkdim' of the kernel holds the extents of a block"},
    {"gridDim", "a parameter 'blkcnt' of the kernel holds the numbers of blocks"},
    {"get_num_groups", "a parameter 'blkcnt' of the kernel holds the numbers of blocks"},
    {"get_global_id", "a parameter 'pos' of the kernel is the thread's position"},
    {"__syncthreads", "the barrier of a block is written syncthreads"},
    {"barrier", "the barrier of a block is written syncthreads"},
    {"__syncwarp", "the barrier of a warp is written syncthreads(warp)"},
    {"__threadfence", "memfence(grid) orders what was written before it"},
    {"__shfl_sync", "shfl(x, lane)"},
    {"__shfl_up_sync", "shfl_up(x, d)"},
    {"__shfl_down_sync", "shfl_down(x, d)"},
    {"__shfl_xor_sync", "shfl_xor(x, mask)"},
    {"__ballot_sync", "ballot(p)"},
    {"atomicCAS", "atomic_cas(x[i], compare, value)"},
    {"tex2D", "a parameter x : mat'hwtex_linear is read between its elements: x[y, x]"},
    {"make_float2", "a short array is written [a, b]"},
    {"make_float3", "a short array is written [a, b, c]"},
    {"make_float4", "a short array is written [a, b, c, d]"},
    {"fminf", "min(a, b)"},
    {"fmaxf", "max(a, b)"},
};

}  // namespace

std::string help_for_name(std::string_view name, const std::vector<std::string>& candidates) {
  for (const ForeignName& f : kForeignNames)
    if (f.name == name) return std::string(f.help);
  const std::string near = nearest_name(name, candidates);
  return near.empty() ? "" : fmt::format("did you mean '{}'?", near);
}

}  // namespace qc
