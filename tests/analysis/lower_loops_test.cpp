#include <doctest/doctest.h>

#include <algorithm>

#include "lowering.h"

using namespace qc_test;
using qc::Elem;

TEST_CASE("the sum over an image: arrays first, the accumulator is a parameter and an output") {
  const auto nest = lower_one(
      "im = imread(\"a.png\")\ntotal = 0.0\n#pragma force_parallel\nfor m=0..511\n  for n=0..511\n    total += "
      "im[m,n]\n  end\nend\nprint total\n");
  CHECK(nest.hint == qc::ast::LoopHint::ForceParallel);
  CHECK(param_names(nest.function) == "im total");
  CHECK(output_names(nest.function) == "total");
  CHECK(type_of_var(nest.function, "total") == std::string("float"));
  CHECK(qc::ir::print(nest.function) ==
        "for m=0..511\n    for n=0..511\n        total = total+im[m,n,0]\n    end\nend\n");
  REQUIRE(nest.function.sites.size() == 1);
  CHECK(nest.function.sites[0].kind == qc::ir::Site::Kind::OutOfRange);
  CHECK(nest.function.sites[0].text == "im");
}

TEST_CASE("four element accumulators keep their products fused") {
  CHECK(lowered("x = rand(256,2)\ny = rand(256,2)\nA = zeros(2,2)\n#pragma force_parallel\nfor i=0..255\n"
                "  A[0,0] += x[i,0]*y[i,0]\n  A[0,1] += x[i,0]*y[i,1]\nend\n") ==
        "for i=0..255\n    A[0,0] = A[0,0]+x[i,0]*y[i,0]\n    A[0,1] = A[0,1]+x[i,0]*y[i,1]\nend\n");
}

TEST_CASE("a variable's type joins what it holds before and everything assigned") {
  CHECK(type_of_var(lower_one("s = 0\nfor i=0..9\n  s += 0.5\nend\nprint s\n").function, "s") == std::string("float"));
  CHECK(type_of_var(lower_one("s = 0\nfor i=0..9\n  s += i\nend\nprint s\n").function, "s") == std::string("int"));
  CHECK(type_of_var(lower_one("s = 0\nx = mat[double](3,3)\nfor i=0..2\n  s += x[i,i]\nend\nprint s\n").function,
                    "s") == std::string("double"));
  CHECK(type_of_var(lower_one("c = false\nfor i=0..9\n  c += i > 3\nend\nprint c\n").function, "c") ==
        std::string("int"));
  CHECK(type_of_var(lower_one("s = 0\nfor i=0..9\n  s += i/2\nend\nprint s\n").function, "s") == std::string("float"));
}

TEST_CASE("types travel through chains of variables") {
  const auto f = lower_one("a = 0\nb = 0\nc = 0\nfor i=0..9\n  c = b\n  b = a\n  a += 0.5\nend\nprint c\n").function;
  CHECK(type_of_var(f, "a") == std::string("float"));
  CHECK(type_of_var(f, "b") == std::string("float"));
  CHECK(type_of_var(f, "c") == std::string("float"));
}

TEST_CASE("float literals are scalars, converted where they stand") {
  CHECK(lowered("x = vec[double](9)\nfor i=0..8\n  x[i] = x[i]*0.1\nend\n") ==
        "for i=0..8\n    x[i] = x[i]*double(0.10000000149011612)\nend\n");
  CHECK(lowered("x = vec[float](9)\nfor i=0..8\n  x[i] = x[i]*0.5\nend\n", Elem::F64) ==
        "for i=0..8\n    x[i] = float(scalar(x[i])*0.5)\nend\n");
  CHECK(lowered("x = vec(9)\nfor i=0..8\n  x[i] = i*0.5\nend\n") == "for i=0..8\n    x[i] = scalar(i)*0.5\nend\n");
}

TEST_CASE("a product of three matrices computes the inner product once") {
  const std::string text =
      lowered("x : mat(4,4)\nd : mat(4,4)\ny = zeros(9)\nfor i=0..8\n  p : mat(4,4) = d*x*d\n  y[i] = p[0,0]\nend\n");
  CHECK(std::count(text.begin(), text.end(), '*') == 2 * 4 * 4 * 4);
}

TEST_CASE("the product on the right is fused, otherwise the one on the left") {
  auto body = [](const std::string& e) {
    const std::string t =
        lowered("x = vec(9)\na = 1.5\nb = 2.5\nc = 3.5\nd = 4.5\nfor i=0..8\n  x[i] = " + e + "\nend\n");
    const auto from = t.find("x[i] = ") + 7;
    return t.substr(from, t.find('\n', from) - from);
  };
  CHECK(body("c + a*b") == "c+a*b");
  CHECK(body("c - a*b") == "c+-a*b");
  CHECK(body("a*b + c") == "c+a*b");
  CHECK(body("a*b - c") == "-c+a*b");
  CHECK(body("(a*b) + c*d") == "a*b+c*d");
  CHECK(body("a*b - c*d") == "a*b+-c*d");
  CHECK(body("c + (a*b + d)") == "c+(d+a*b)");
  CHECK(body("c + a/b") == "c+a/b");  // no product
  CHECK(body("c + a^2") == "c+(a*a + -0.0)");
  CHECK(body("a .* b + c") == "c+a*b");
  CHECK(body("(a + -0.0) + c*d") == "a+-0.0+c*d");
  CHECK(body("c + 2*3") == "c+6.0");  // a product of ints
}

TEST_CASE("compound assignments are fused with their product") {
  CHECK(lowered("x = vec(9)\ns = 0.0\nfor i=0..8\n  s -= x[i]*x[i]\nend\nprint s\n") ==
        "for i=0..8\n    s = s+-x[i]*x[i]\nend\n");
  CHECK(lowered("x = vec(9)\ns = 0\nfor i=0..8\n  s += i*i\nend\nprint s\n") == "for i=0..8\n    s = s+i*i\nend\n");
}

TEST_CASE("exact integer divisions, remainders and their sites") {
  const auto nest =
      lower_one("s = 0\nk = 3\nfor i=0..8\n  s += int(i/k) + floor(i/k) + mod(i,k) + periodize(i,k)\nend\nprint s\n");
  CHECK(qc::ir::print(nest.function) == "for i=0..8\n    s = s+(int(i/k)+floor(i/k)+mod(i,k)+periodize(i,k))\nend\n");
  CHECK(nest.function.sites.size() == 4);
  CHECK(type_of_var(nest.function, "s") == std::string("int"));
}

TEST_CASE("functions of whole numbers keep them whole") {
  CHECK(lowered("s = 0\nfor i=0..8\n  s += floor(i) + abs(i) + i^3\nend\nprint s\n") ==
        "for i=0..8\n    s = s+(i+abs(i)+i*i*i)\nend\n");
  CHECK(lowered("s = 0.0\nfor i=0..8\n  s = max(s, sqrt(i))\nend\nprint s\n") ==
        "for i=0..8\n    s = max(s,sqrt(scalar(i)))\nend\n");
}

TEST_CASE("conditions are lazy and give bools") {
  CHECK(lowered("x = vec(9)\nc = 0\nfor i=0..8\n  if i > 0 && x[i-1] > 0.5 || !(x[i] < 0)\n    c += 1\n  "
                "end\nend\nprint c\n") ==
        "for i=0..8\n    if (i>0 && x[i-1]>0.5 || !(x[i]<0.0))\n        c = c+1\n    end\nend\n");
  CHECK(lowered("x = vec(9)\nm = 0.0\nfor i=0..8\n  m = x[i] > m ? x[i] : m\nend\nprint m\n") ==
        "for i=0..8\n    m = x[i]>m ? x[i] : m\nend\n");
}

TEST_CASE("min and max assignments, bit operations") {
  CHECK(lowered("x = vec(9)\nm = 0.0\nfor i=0..8\n  m ^^= x[i]\n  m __= 3\nend\nprint m\n") ==
        "for i=0..8\n    m = max(m,x[i])\n    m = min(m,3.0)\nend\n");
  CHECK(lowered("m = 0\nfor i=0..8\n  m |= shl(1,i)\n  m &= 255\n  m ~= i\nend\nprint m\n") ==
        "for i=0..8\n    m = or(m,shl(1,i))\n    m = and(m,255)\n    m = xor(m,i)\nend\n");
}

TEST_CASE("what is stored into narrow elements is converted") {
  CHECK(lowered("h = vec[uint8](9)\nfor i=0..8\n  h[i] += 1.5\nend\n") ==
        "for i=0..8\n    h[i] = uint8(scalar(h[i])+1.5)\nend\n");
  CHECK(lowered("h = vec[int](9)\nx = vec(9)\nfor i=0..8\n  h[int(x[i])] += 1\nend\n") ==
        "for i=0..8\n    h[int(x[i])] = h[int(x[i])]+1\nend\n");
}

TEST_CASE("indices: positions, linear ones, trailing ones, rows, extents") {
  CHECK(lowered("x = zeros(4,5)\ns = 0.0\nfor i=0..3\n  p = [i, 2]\n  s += x[p] + x[i] + x[i,1,0]\nend\nprint s\n")
            .find("x[p_0,2]+x[i]+x[i,1]") != std::string::npos);
  CHECK(lowered("v = zeros(4)\ns = 0.0\nfor i=0..numel(v)-1\n  s += v[0,i]\nend\nprint s\n") ==
        "for i=0..numel(v)-1\n    s = s+v[i]\nend\n");
  const auto n = lower_one(
      "v = zeros(4)\nm = zeros(2,3)\ns = 0\nfor i=0..2\n  s += size(v,0) + size(m,1) + size(m,5)\nend\nprint s\n");
  CHECK(qc::ir::print(n.function).find("1+size(m,1)+1") != std::string::npos);
}

TEST_CASE("boundary modes come from the variable") {
  const auto nest = lower_one("x : vec'circular = zeros(9)\ns = 0.0\nfor i=0..20\n  s += x[i]\nend\nprint s\n");
  bool circular = false;
  qc::ir::for_each_expr(nest.function.body, [&](const qc::ir::Expr& e) {
    if (auto* l = std::get_if<qc::ir::Load>(&e.node)) circular = l->access.boundary == qc::Boundary::Circular;
  });
  CHECK(circular);
}

TEST_CASE("outputs are what may be read after the loop") {
  const auto quiet = lower_one("x = vec(9)\nfor i=0..8\n  t = x[i]*2\n  x[i] = t\nend\n");
  CHECK(output_names(quiet.function) == "");
  CHECK(param_names(quiet.function) == "x");
  const auto loud = lower_one("x = vec(9)\nfor i=0..8\n  t = x[i]*2\n  x[i] = t\nend\nprint t, i\n");
  CHECK(output_names(loud.function) == "i t");
  CHECK(param_names(loud.function) == "x");
}

TEST_CASE("inner control flow") {
  CHECK(lowered("s = 0\nfor i=0..9\n  k = i\n  while k > 1\n    k = int(k/2)\n    if k == 3\n      break\n    end\n  "
                "end\n  s += k\nend\nprint s\n") ==
        "for i=0..9\n    k = i\n    while (k>1)\n        k = int(k/2)\n        if (k==3)\n            break\n        "
        "end\n    end\n    s = s+k\nend\n");
  CHECK(lowered("s = 0\nfor i=0..9\n  match i with\n  | 0 -> s += 5\n  | _ -> s += 1\n  end\nend\nprint s\n")
            .find("i==0") != std::string::npos);
  CHECK(lowered("s = 0\nfor i=0..9\n  repeat\n    s += 1\n  until s > i\nend\nprint s\n").find("if (s>i)") !=
        std::string::npos);
}

TEST_CASE("error and assert become failures with their message") {
  const auto nest = lower_one(
      "x = vec(9)\nfor i=0..8\n  if x[i] < 0\n    error(\"negative\")\n  end\n  assert(x[i] < 5, \"big\")\nend\n");
  int errors = 0, asserts = 0;
  for (const auto& s : nest.function.sites) {
    if (s.kind == qc::ir::Site::Kind::Error) {
      ++errors;
      CHECK(s.text == "negative");
    }
    if (s.kind == qc::ir::Site::Kind::Assert) {
      ++asserts;
      CHECK(s.text == "big");
    }
  }
  CHECK(errors == 1);
  CHECK(asserts == 1);
}

TEST_CASE("user functions are lowered in place") {
  CHECK(lowered("function y = sq(x)\n  y = x*x\nend\nx = vec(9)\ns = 0.0\nfor i=0..8\n  s += sq(i)\nend\nprint s\n") ==
        "for i=0..8\n    s = s+scalar(i*i)\nend\n");
  CHECK(lowered("f = (a, b) -> a*b\ns = 0\nfor i=0..8\n  s += f(i, 3)\nend\nprint s\n") ==
        "for i=0..8\n    s = s+i*3\nend\n");
  CHECK(lowered("function y = sgn(x)\n  if x < 0\n    y = -1\n    return\n  end\n  y = 1\nend\ns = 0\nfor i=0..8\n  s "
                "+= sgn(i-4)\nend\nprint s\n")
            .find("else") != std::string::npos);
  CHECK(lowered("function [a, b] = two(x)\n  a = x + 1\n  b = x + 2\nend\ns = 0\nfor i=0..8\n  [p, q] = two(i)\n  s += "
                "p*q\nend\nprint s\n")
            .find("a = i+1") != std::string::npos);
}

TEST_CASE("fixed-size values are kept in components") {
  const auto nest = lower_one(
      "x = zeros(9,3)\nv = [0.0, 0.0, 0.0]\ns = 0.0\nfor i=0..8\n  c = [x[i,0], x[i,1], x[i,2]]\n  c = c*2 + [1,1,1]\n "
      " s += sum(c) + dotprod(c, c)\nend\nprint s\n");
  CHECK(type_of_var(nest.function, "c_0") == std::string("float"));
  CHECK(type_of_var(nest.function, "c_2") == std::string("float"));
  const auto local = lower_one(
      "x = zeros(9)\ny = zeros(9)\nfor i=0..8\n  a = vec(4)\n  for k=0..3\n    a[k] += x[i]\n  end\n  y[i] = a[0] + "
      "a[3]\nend\n");
  int locals = 0;
  for (const auto& a : local.function.arrays)
    locals += a.space == qc::ir::Space::Local && a.dims == std::vector<std::int64_t>{4};
  CHECK(locals == 1);
}

TEST_CASE("complex numbers are pairs") {
  const auto nest =
      lower_one("z = czeros(9)\ns = complex(0.0, 0.0)\nfor i=0..8\n  s += z[i]*conj(z[i])\nend\nprint s\n");
  CHECK(param_names(nest.function) == "z s_0 s_1");
  CHECK(nest.function.arrays[0].rank == 2);
  CHECK(output_names(nest.function) == "s_0 s_1");
}

TEST_CASE("each thing that keeps a loop interpreted has its code") {
  const std::string head = "x = zeros(9)\nA = zeros(3,3)\ns = 0.0\n";
  CHECK(refusal(head + "for i=0..8\n  print i\nend\n").substr(0, 4) == "R901");
  CHECK(refusal(head + "for i=0..8\n  s += sum(x)\nend\n").substr(0, 4) == "R901");
  CHECK(refusal(head + "for i=0..2\n  A[i,:] = sum(A[:,i])\nend\n").substr(0, 4) == "R901");
  CHECK(refusal(head + "for i=0..2\n  y = x\nend\n").substr(0, 4) == "R901");
  CHECK(refusal(head + "for i=0..2\n  t = \"a\"\nend\n").substr(0, 4) == "R901");
  CHECK(refusal("x = load(\"a\")\ns = 0.0\nfor i=0..2\n  s += x[i]\nend\n") ==
        "R902: the type of 'x' is not known before the program runs");
  CHECK(refusal("function y = fac(n)\n  y = n < 2 ? 1 : n*fac(n-1)\nend\ns = 0\nfor i=0..2\n  s += fac(i)\nend\n") ==
        "R903: 'fac' is recursive");
  CHECK(refusal(head + "for i=0..2\n  c = [1.,2]\n  if i > 1\n    c = 3.\n  end\n  s += sum(c)\nend\n").substr(0, 4) ==
        "R904");
  CHECK(refusal(head + "for t=0..0.1..1\n  s += t\nend\n") == "");
}

TEST_CASE("what is wrong in every run is an error") {
  CHECK(codes("for i=0..8\n  s += i\nend\n") == "Q0201");
  CHECK(codes("x = zeros(9)\nfor i=0..8\n  x[i] = undefinedd + 1\nend\n") == "Q0201");
  CHECK(codes("n = 3\nfor i=0..8\n  t = n[i]\nend\n") == "");  // a number has one element: out of range when it runs
  CHECK(codes("x = zeros(3,3)\nfor i=0..2\n  x[i,1,2] = 3\nend\n") ==
        "");  // further extents are 1: out of range when it runs
  CHECK(codes("x : vec'const = zeros(3)\nfor i=0..2\n  x[i] = 3\nend\n") == "Q0203");
  CHECK(codes("s = 0\nfor i=0..2\n  s += atan2(1)\nend\n") == "Q0204");
  CHECK(codes("function y = f(a : int)\n  y = a\nend\ns = 0\nx = zeros(3)\nfor i=0..2\n  s += f(x)\nend\n") == "Q0205");
  CHECK(refusal("s = 0.5\nfor i=0..2\n  s = and(s, 1j)\nend\n").substr(0, 4) ==
        "R901");                                                        // steps say what is wrong with values
  CHECK(codes("s = 0.5\nfor i=0..2\n  s = and(s, 1)\nend\n").empty());  // whether it is whole is seen in the run
}

TEST_CASE("an undefined name is told with the nearest one") {
  const auto r = lower_all("total = 0\nfor i=0..8\n  total += 1\nend\nprint totl\n");
  REQUIRE(r.diagnostics.size() == 1);
  CHECK(r.diagnostics[0].message == "'totl' is not defined");
  CHECK(r.diagnostics[0].help == "did you mean 'total'?");
  CHECK(r.slices[0] == "totl");
}

TEST_CASE("components that read each other change together") {
  CHECK(lowered("p : ivec2 = [0,1]\nfor i=0..9\n  p = [p[1], p[0]+p[1]]\nend\nprint p\n") ==
        "for i=0..9\n    $t = p_1\n    $t_1 = p_0+p_1\n    p_0 = $t\n    p_1 = $t_1\nend\n");
}

TEST_CASE("a complex element is written only when both parts are known") {
  CHECK(lowered("c = czeros(10)\nz = complex(0.0,1.0)\nfor i=0..9\n  c[i] = c[i] + z\nend\n") ==
        "for i=0..9\n    c[i,0] = c[i,0]+z_0\n    c[i,1] = c[i,1]+z_1\nend\n");
}

TEST_CASE("a call that needs statements is made only where a lazy operand is needed") {
  const std::string text = lowered(
      "function y = f(x)\n  if x > 1\n    y = 1\n  else\n    y = 0\n  end\nend\nx = vec(9)\nn = 0\nfor i=0..8\n"
      "  if x[i] > 3 && f(x[i]) > 0\n    n += 1\n  end\nend\nprint n\n");
  const auto guard = text.find("if (condition)");
  REQUIRE(guard != std::string::npos);
  CHECK(guard < text.find("if (v>1.0)"));
}

TEST_CASE("fractional and whole bounds known by value are lowered") {
  CHECK(refusal("r = 1.5\ns = 0\nfor i=-r..r\n  s += i\nend\nprint s\n") == "");
  CHECK(refusal("r = 2.0\ns = 0\nfor i=-r..r\n  s += i\nend\nprint s\n") == "");
}

TEST_CASE("calls with the wrong arguments") {
  const std::string f = "function y = f(a, b : int = 2)\n  y = a*b\nend\ns = 0\n";
  CHECK(codes(f + "for i=0..2\n  s += f(i)\nend\n") == "");
  CHECK(codes(f + "for i=0..2\n  s += f(i, 1, 2)\nend\n") == "Q0204");
  CHECK(
      refusal(
          "function [] = __kernel__ k(x : vec, pos : int)\n  x[pos] = 1\nend\nx = vec(3)\nfor i=0..2\n  k(x, i)\nend\n")
          .substr(0, 4) == "R901");
}

TEST_CASE("functions that write are called inside expressions too") {
  const std::string f = "function y = put(a, i)\n  a[i] = i\n  y = i\nend\nx = zeros(9)\ns = 0\n";
  CHECK(refusal(f + "for i=0..8\n  s = put(x, i)\nend\nprint s\n") == "");
  CHECK(refusal(f + "for i=0..8\n  s += 1 + put(x, i)\nend\nprint s\n") == "");
}

TEST_CASE("a long array that an iteration makes is filled by a loop") {
  const auto body = [](const std::string& n) {
    return lowered("y = zeros(9)\nfor i=0..8\n  t = ones(" + n + ")\n  t[i] = 2\n  y[i] = t[3]\nend\n");
  };
  const std::string filled = body("200"), one_by_one = body("40");
  CHECK(filled.find("..199") != std::string::npos);
  CHECK(std::count(filled.begin(), filled.end(), '\n') < 24);
  CHECK(std::count(one_by_one.begin(), one_by_one.end(), '\n') > 40);
}

// What a loop leaves in t: the kind that is known (Whole), "mark" where it hangs on data, "" where it is the
// variable's.
static std::string kind_left(const std::string& body, const std::string& before = "t = 1") {
  const auto nest = lower_one("x = rand(9)\ny = zeros(9)\n" + before + "\nfor i=0..8\n" + body + "\nend\nprint t\n");
  for (const auto& w : nest.wholes)
    if (w.name == "t" && w.parts.size() == 1) return elem_name(w.type.elem);
  return output_names(nest.function).find("$kind_t") == std::string::npos ? "" : "mark";
}

TEST_CASE("the kind that every iteration leaves is known, and one that hangs on data has a mark") {
  CHECK(kind_left("y[i] = t\nt = x[i] > 0.5") == "bool");
  CHECK(kind_left("t = i\ny[i] = t/2\nt = 0.5") == "");
  CHECK(kind_left("y[i] = t\nt = i", "t = 0.5") == "int");
  CHECK(kind_left("if x[i] > 0.5\nt = 0.5\nend") == "mark");
  CHECK(kind_left("if x[i] > 0.5\nt = 0.5\nelse\nt = i\nend") == "mark");
  CHECK(kind_left("if x[i] > 0.5\nt = 1 > i\nelse\nt = i > 2\nend\ny[i] = t\n") == "bool");
  CHECK(kind_left("y[i] = t\nfor j=0..3\nt = j > i\nend") == "bool");
  CHECK(kind_left("y[i] = t\nfor j=0..i-1\nt = j > i\nend") == "mark");
  CHECK(kind_left("y[i] = t\nfor j=0..3\nif x[j] > 0.5\nbreak\nend\nt = j > i\nend") == "mark");
}

TEST_CASE("what is added to a sum counts as added") {
  CHECK(kind_left("t += x[i]") == "");
  CHECK(kind_left("if x[i] > 0.5\nt += x[i]\nend") == "");
  CHECK(kind_left("for j=0..i-1\nt += x[j]\nend") == "");
  CHECK(kind_left("t += x[i] > 0.5", "t = true") == "");
  CHECK(kind_left("u = 1\nif x[i] > 0.5\nu = x[i]\nend\nt += u") == "");
  CHECK(kind_left("t = i\nfor j=0..i-1\nt += x[j]\nend\ny[i] = t") == "");
}
