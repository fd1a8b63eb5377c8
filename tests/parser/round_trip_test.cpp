// parse(print(p)) == p for every construct of the language.
#include <doctest/doctest.h>

#include <fstream>
#include <sstream>

#include "tests/parser/parsing.h"

using namespace qc;
using qc::test::parse_text;

namespace {

const char* const kPrograms[] = {
    "",
    "\n\n;;\n",
    "% only a comment",
    // literals
    "x = 12",
    "x = 1.5",
    "x = 0.",
    "x = -1.9e-4",
    "x = 1e5",
    "x = .5",
    "x = 3j",
    "x = 2.5i",
    "x = 101b",
    "x = 0FFh",
    "x = 17o",
    "x = -9223372036854775808",
    "x = 9223372036854775807",
    "x = 1e-10",
    "x = 1e300*1e300",
    "x = 0.1",
    "x = 1e999",
    "x = -0.0",
    "s = \"a\\tb\\n\\\"q\\\"\"",
    "s = \"C:\\data\"",
    "s = \"\\x41\\0\"",
    "s = \"\\0001\"",
    "s = \"\\xff\\xc3\\xa9\"",
    "s = \"\xC3\xA9 \xE2\x82\xAC\"",
    "s = \"\"",
    "s = \"100% sure\"",
    // operators
    "x = a + b - c*d/e",
    "x = (a + b)*c",
    "x = a - (b - c)",
    "x = a/(b/c)",
    "x = -x^2",
    "x = (-x)^2",
    "x = 2^-1",
    "x = 2^-1^2",
    "x = a^b^c",
    "x = (a^b)^c",
    "x = a .* b ./ c .^ d",
    "x = !a && b || c",
    "x = !(a && b)",
    "x = a && (b || c)",
    "x = a == b != c",
    "x = (a < b) == (c >= d)",
    "x = - -a",
    "x = +a",
    "x = !-a",
    "x = a ? b : c",
    "x = a ? b : c ? d : e",
    "x = (a ? b : c) ? d : e",
    "x = a ? b ? c : d : e",
    "x = 2.*x",
    "x = 2./x",
    "x = 2.^x",
    "x = 0..511",
    "x = 0..2..10",
    "x = 10..-1..0",
    "x = (0..3)..7",
    "x = a+1..b-1",
    "x = a..b == c..d",
    "x = 1.5..0.5..3.0",
    "x = -(3)",
    "x = (3).y",
    // postfix
    "x = f(1)(2)[3].y.z(4)",
    "x = a[i,:]",
    "x = a[:,0..3]",
    "x = f()",
    "x = f(x:=1, y:=2)",
    "x = f(a : mat, b + 1 : int)",
    "x = a[b[c[0]]]",
    "x = (a + b)[0]",
    "x = [1,2,3][0]",
    "x = (x -> x)(2)",
    // arrays, cells, types as values
    "x = [1,2,3]",
    "x = [[1,0],[0,1]]",
    "x = []",
    "x = `a, 1, \"s\"'",
    "x = ``1', `2''",
    "x = `'",
    "x = vec[int](n)",
    "x = mat[uint8](m,n)",
    "x = cube{4}(1,2,3,4)",
    "x = cube[int]{4}(1,2,3,4)",
    "x = cell[mat](3)",
    "x = vec[vec[int]](3)",
    "x = cube{:}(2)",
    "x = shared[int](3)",
    "x = f(vec[int])",
    "x = object()",
    "x = cast(y, int)",
    "x = type(y, \"scalar\")",
    // lambdas
    "f = (x, y) -> x + y",
    "f = x -> x^2",
    "f = () -> 1",
    "f = __device__ (x) -> x^2",
    "k = __kernel__ (pos) -> y[pos] = x[pos]",
    "f = (pos) -> s += x[pos]",
    "f = x -> y -> x + y",
    "f = (x : mat'circular, n : int = 3) -> x[n]",
    "parallel_do(size(x), __kernel__ (pos) -> y[pos] = x[pos])",
    "f = c ? x -> 1 : y -> 2",
    "y = f(x -> x, 3)",
    // declarations and assignments
    "x : cube",
    "n : int = 3",
    "A : mat'circular = ones(10,10)",
    "A : mat' circular = 0",
    "A : mat'const'unchecked = 0",
    "x : vec(3) = 0",
    "x : mat(2,2)",
    "x : cube{4}",
    "x : cube{:}",
    "x : cell[mat]",
    "x : ??",
    "x : vec[vec[int]]",
    "f : [(scalar, scalar) -> scalar] = g",
    "f : [scalar -> scalar]",
    "x : [scalar|mat]",
    "x : [[scalar -> int]|vec'const|??]",
    "type AllInt : [int|int8]\nx : [scalar|AllInt]\ny : cube[AllInt]\nf = (z : AllInt) -> z",
    "f : [() -> ()]",
    "f : [(??, cube) -> (mat, int)]",
    "f : [[scalar -> int] -> vec[int]]",
    "x += 1",
    "x -= 1",
    "x *= 2",
    "x /= 2",
    "x ^= 2",
    "x .*= y",
    "x ./= y",
    "x .^= y",
    "x &= y",
    "x |= y",
    "x ~= y",
    "x ^^= y",
    "x __= y",
    "a[i, j] += b",
    "a.b = 3",
    "a.b[3].c = 4",
    "[a, b] = f(x)",
    "[a[0], b.c] = f(x)",
    "[a : int, b] = f(x)",
    "p[:,:] = 0",
    // statements
    "if a\nb = 1\nend",
    "if a\nb = 1\nelseif c\nd = 2\nelse\ne = 3\nendif",
    "if (x) y = 1 end",
    "if x\nend",
    "while x < 3\nx += 1\nendwhile",
    "repeat\nx += 1\nuntil x > 3",
    "for i=0..3\ns += i\nend",
    "for [i,j]=0..3\ns += i*j\nend",
    "for i=0..3 s += i end",
    "for i = a..step..b\nendfor",
    "for i=10..-1..0\nfor j=0..i\nif j > 2\nbreak\nend\ncontinue\nend\nend",
    "#pragma force_parallel\nfor i=0..3\nend",
    "#pragma force_serial   % why\nfor i=0..3\nend",
    "{!parallel for}\nfor i=0..3\nend",
    "{!parallel for; x=1}\nfor i=0..3\nend",
    "{!serial for} for i=0..3\nend",
    "{!interpreted for}\n\nfor i=0..3\nend",
    "match x with\n| 1 -> print 1\n| \"a\" -> y = 2\nz = 3\n| _ -> print 0\nend",
    "match f(x) with\n| (1) -> y = x -> x\n| [1,2] -> return\nendmatch",
    "match x with\n| y ->\nprint y\nend",
    "try\nf()\ncatch e\nprint e\nend",
    "try\nf()\ncatch\nend",
    "return",
    "import \"system.q\"",
    "print",
    "print a, b + 1, \"c\"",
    "print(x)",
    "f = () -> print(x)",
    "f = () -> (print(a, b); c = 1; g(c))",
    "f(x)",
    "syncthreads",
    "syncthreads(block)",
    "x; y; z",
    // definitions
    "function y = f(x)\ny = x\nend",
    "function [] = f()\nend",
    "function [u, v : mat] = h(x : mat, n : int = 5)\nendfunction",
    "function y : vec = __device__ d(x : vec3)\nend",
    "function [] = __kernel__ k(x : mat, y : mat'unchecked, pos : ivec2)\ny[pos] = x[pos]\nend",
    "function y = diag[T](x : mat[T])\ny = vec[T](3)\nend",
    "function f(x)\nend",
    "function y = f[T, U](x : T, g : [T -> U])\nend",
    "type point : class\nx : scalar\ny\nend",
    "type point : mutable class\nx : cell[vec]\nend",
    "type image : mat[uint8]",
    "type box[T] : class\nvalue : T\nend",
    "type(x)",
    "$bins[blkpos[0],0]=$accum0",
    "x = a.end",
    "{!kernel target=\"gpu\"}",
    "#pragma something odd",
};

void check_round_trip(const std::string& text) {
  CAPTURE(text);
  const auto first = parse_text(text);
  INFO(first.rendered());
  REQUIRE(first.result.ok());
  const std::string printed = ast::print(first.result.program);
  CAPTURE(printed);
  const auto second = parse_text(printed);
  INFO(second.rendered());
  REQUIRE(second.result.ok());
  CHECK(second.result.program == first.result.program);
  CHECK(ast::print(second.result.program) == printed);
}

}  // namespace

TEST_CASE("every construct survives printing") {
  for (const char* text : kPrograms) check_round_trip(text);
}

TEST_CASE("line ends of other systems change nothing but places") {
  for (const char* text : kPrograms) {
    std::string crlf;
    for (const char* c = text; *c; ++c) crlf += *c == '\n' ? std::string("\r\n") : std::string(1, *c);
    CAPTURE(text);
    CHECK(parse_text(crlf).result.program == parse_text(text).result.program);
  }
}

TEST_CASE("the programs of the language's publication parse") {
  check_round_trip(R"(total = 0.0
#pragma force_parallel
for m=0..511
    for n=0..511
        total += im[m,n]
    end
end
function total:scalar = __kernel__ opt__for_test1_kernel(im:mat,$datadims:ivec2,blkpos:ivec2,blkdim:ivec2)
    % NOTE: a comment
    $bins=shared(blkdim[0],blkdim[1],1)
    $accum0=0
    $m=blkpos[0]

    while ($m<$datadims[0])
        $n=blkpos[1]
        while ($n<$datadims[1])
            $accum0+=im[$m,$n]
            $n+=blkdim[1]
        end
        $m+=blkdim[0]
    end
    syncthreads
    $bit=1
    while ($bit<blkdim[0])
        if (mod(blkpos[0],(2*$bit))==0)
            $bins[blkpos[0],blkpos[1],0]=($bins[blkpos[0],blkpos[1],0]+
                 $bins[(blkpos[0]+$bit),blkpos[1],0])
        endif
        syncthreads
        $bit*=2
    end
    if (sum(blkpos)==0)
        total+=$bins[0,0,0]
    endif
end

$blksz=max_block_size(opt__for_test1_kernel,min([16,32],[512,512]))
total=parallel_do([$blksz,$blksz],im,[512,512],opt__for_test1_kernel)
)");
}

TEST_CASE("every test program that parses survives printing") {
  for (const char* name : {"jdv", "hql", "maps", "stencil", "boundaries", "force_serial"}) {
    std::ifstream in(std::string(QC_SOURCE_DIR) + "/tests/programs/" + name + ".q");
    std::stringstream text;
    text << in.rdbuf();
    REQUIRE(!text.str().empty());
    check_round_trip(text.str());
  }
}
