#include <doctest/doctest.h>

#include "lowering.h"

using namespace qc_test;
using namespace qc;

TEST_CASE("threads past the dimensions are kept out of kernels without barriers") {
  const auto k = kernel(
      "function [] = __kernel__ k(x : mat, y : mat'unchecked, pos : ivec2)\n  y[pos] = x[pos[0],pos[1]+1]\nend\n", "k");
  CHECK(k.needs_dims);
  CHECK(k.position_rank == 2);
  CHECK(!k.has_barrier);
  CHECK(param_names(k.function) == "x y dims_0 dims_1");
  const std::string text = ir::print(k.function);
  CHECK(text.find("if (pos_0<dims_0 && pos_1<dims_1)") != std::string::npos);
  bool safe = false, unchecked = false;
  ir::for_each_expr(k.function.body, [&](const ir::Expr& e) {
    if (auto* l = std::get_if<ir::Load>(&e.node)) safe = l->access.boundary == Boundary::Safe;
  });
  ir::for_each_stmt(k.function.body, [&](const ir::Stmt& s) {
    if (auto* w = std::get_if<ir::Store>(&s.node)) unchecked = w->access.boundary == Boundary::Unchecked;
  });
  CHECK(safe);
  CHECK(unchecked);
}

TEST_CASE("the published reduction kernel") {
  const auto k = kernel(
      "function total:scalar = __kernel__ red(im:mat,$datadims:ivec2,blkpos:ivec2,blkdim:ivec2)\n"
      "  $bins=shared(blkdim[0],blkdim[1],1)\n  $accum0=0\n  $m=blkpos[0]\n  while ($m<$datadims[0])\n    "
      "$n=blkpos[1]\n"
      "    while ($n<$datadims[1])\n      $accum0+=im[$m,$n]\n      $n+=blkdim[1]\n    end\n    $m+=blkdim[0]\n  end\n"
      "  $bins[blkpos[0],blkpos[1],0]=$accum0\n  syncthreads\n  $bit=1\n  while ($bit<blkdim[0])\n"
      "    if (mod(blkpos[0],(2*$bit))==0)\n      $bins[blkpos[0],blkpos[1],0]=($bins[blkpos[0],blkpos[1],0]+_\n"
      "        $bins[(blkpos[0]+$bit),blkpos[1],0])\n    endif\n    syncthreads\n    $bit*=2\n  end\n"
      "  if (sum(blkpos)==0)\n    total+=$bins[0,0,0]\n  endif\nend\n",
      "red");
  CHECK(k.has_barrier);
  CHECK(!k.needs_dims);
  CHECK(param_names(k.function) == "im $datadims_0 $datadims_1 total_partial0");
  CHECK(output_names(k.function) == "");
  REQUIRE(k.accumulators.size() == 1);
  CHECK(k.accumulators[0].name == "total");
  CHECK(k.accumulators[0].op == ast::AssignOp::Add);
  CHECK(k.accumulators[0].output);
  REQUIRE(k.function.arrays.size() == 3);
  CHECK(k.function.arrays[2].space == ir::Space::Shared);
  CHECK(k.function.arrays[2].dynamic_dims.size() == 3);
  CHECK(type_of_var(k.function, "$accum0") == std::string("float"));
}

TEST_CASE("compound assignment to elements is atomic, and old values come back") {
  const auto k = kernel(
      "function [] = __kernel__ h(x : vec[int], bins : vec[int], pos : int)\n  bins[x[pos]] += 1\n  old = "
      "atomic_max(bins[0], x[pos])\n"
      "  seen = atomic_cas(bins[1], old, 7)\nend\n",
      "h");
  int atomics = 0, with_old = 0;
  ir::for_each_stmt(k.function.body, [&](const ir::Stmt& s) {
    if (auto* a = std::get_if<ir::Atomic>(&s.node)) {
      ++atomics;
      with_old += a->old.has_value();
    }
  });
  CHECK(atomics == 3);
  CHECK(with_old == 2);
}

TEST_CASE("shuffles, votes, warp size, local arrays and typed shared memory") {
  const auto k = kernel(
      "function [] = __kernel__ w(x : vec, n : int, blkpos : int, blkidx : int, blkdim : int, warpsize : int)\n"
      "  s = shared[int](64)\n  acc = vec(4)\n  for $j=0..3\n    acc[$j] = x[blkidx*blkdim+blkpos+$j]\n  end\n"
      "  t = shfl_down(acc[0], 16) + shfl_xor(acc[1], 1)\n  b = ballot(t > 0)\n  s[mod(blkpos,warpsize)] = b\n  "
      "syncthreads(warp)\n  memfence(grid)\n  x[n] = t\nend\n",
      "w");
  bool local = false, shared = false;
  for (const auto& a : k.function.arrays) {
    local |= a.space == ir::Space::Local;
    shared |= a.space == ir::Space::Shared && a.elem == Elem::I64 && a.dims == std::vector<std::int64_t>{64};
  }
  CHECK(local);
  CHECK(shared);
  CHECK(param_names(k.function) == "x n");
}

TEST_CASE("names of a thread's place are read as the place") {
  const std::string head = "function [] = __kernel__ k(x : mat, y : mat, n : int, pos : ivec2)\n  s = 0.0\n";
  const std::string loops = "  for i=-n..n\n    s += x[r+i,c+i]\n  end\n  y[pos] = s\nend\n";
  for (const char* names : {"  r = pos[0]\n  c = pos[1] + n\n", "  [r, c] = [pos[0], pos[1]+n]\n"}) {
    const std::string text = ir::print(kernel(head + names + loops, "k").function);
    CHECK(text.find("x[pos_0+i,pos_1+n+i]") != std::string::npos);
  }
  // near: a name that another statement moves on
  const std::string moved = ir::print(kernel(head + "  r = pos[0]\n  c = pos[1]\n  c += n\n" + loops, "k").function);
  CHECK(moved.find("x[pos_0+i,c+i]") != std::string::npos);
}

TEST_CASE("a printed kernel means the same when it is read again") {
  const std::string source =
      "function total : scalar = __kernel__ k(x : vec, n : int, blkpos : int, blkdim : int)\n  b = shared(64)\n  s = "
      "0.0\n  i = blkpos\n"
      "  while i < n\n    s += x[i]*x[i]\n    i += blkdim\n  end\n  b[blkpos] = s\n  syncthreads\n  if blkpos == 0\n   "
      " total = b[0]\n  end\nend\n";
  const std::string once = ir::print(kernel(source, "k").function);
  const std::string twice = ir::print(kernel(once, "k").function);
  CHECK(once == twice);
}

TEST_CASE("kernels refuse what only host code does") {
  auto code = [](const std::string& body) {
    try {
      kernel("function [] = __kernel__ k(x : vec, pos : int)\n" + body + "end\n", "k");
    } catch (const ProgramError& e) {
      return std::string(e.diagnostics[0].code.text());
    }
    return std::string();
  };
  CHECK(code("  print x[pos]\n").empty());
  CHECK(code("  imshow(x)\n") == "Q0503");
  CHECK(code("  x = zeros(pos)\n") == "Q0503");
  CHECK(code("  y = x[pos\n]*nowhere\n") == "Q0201");
  CHECK(code("  x[pos] = warp_sum(x[pos])\n") == "");
  CHECK(code("  syncthreads(galaxy)\n") == "Q0301");
}
