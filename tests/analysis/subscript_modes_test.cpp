#include "analysis/recognize/subscript_modes.h"

#include <doctest/doctest.h>

#include "analysis/recognize/plan_loop.h"
#include "ir/print_ir.h"
#include "tests/analysis/lowering.h"

using namespace qc;

namespace {

std::string number(std::size_t n) { return std::to_string(n); }

// The modes of the reads that the nest has, and how many conditions they hang on.
std::string modes_of(const std::string& value, const std::string& before = "") {
  const LoopNest nest = qc_test::lower_one(
      "x = zeros(50,60)\nz = zeros(50)\ny = zeros(50,60)\nm : mat'mirror = zeros(50,60)\nc : mat'clamped = "
      "zeros(50,60)\nn = "
      "50\nw = 60\nfor i=0..49\n for j=0..59\n" +
      before + "  y[i,j] = " + value + "\n end\nend\nprint n, w, z, x, m, c\n");
  const auto moded = with_boundary_modes(nest, plan_loop(nest));
  if (!moded) return "as written";
  std::string out;
  ir::for_each_expr(moded->nest.function.body, [&](const ir::Expr& e) {
    auto* l = std::get_if<ir::Load>(&e.node);
    if (!l) return;
    const Boundary b = l->access.boundary;
    out += b == Boundary::Clamped ? "clamped " : b == Boundary::Circular ? "circular " : "checked ";
  });
  return out + number(moded->conditions.size());
}

}  // namespace

TEST_CASE("subscripts that the text moves inside their array are accesses with a mode") {
  CHECK(modes_of("x[min(max(i-3,0),n-1),j]") == "clamped 1");
  CHECK(modes_of("x[max(0,min(n-1,i-3)),min(j+2,w-1)]") == "clamped 2");
  CHECK(modes_of("x[max(i-1,0),j]") == "clamped 0");
  CHECK(modes_of("x[min(i+1,n-1),j] + x[min(i+2,n-1),j] - x[i,j]") == "clamped clamped checked 1");
  CHECK(modes_of("x[mod(i+1,n),mod(w+j-1,w)]") == "circular 2");
  CHECK(modes_of("z[periodize(2*i-j,n)]") == "circular 1");
  CHECK(modes_of("m[max(i-1,0),j]") == "as written");  // it has one
  CHECK(modes_of("x[max(i-1,0),j] + m[max(i-1,0),j]") == "clamped checked 0");
}

TEST_CASE("a remainder needs no turn more") {
  const auto place_of = [](const std::string& subscript) {
    const LoopNest nest = qc_test::lower_one("z = zeros(50)\ny = zeros(50)\nn = 50\nfor i=0..49\n y[i] = z[mod(" +
                                             subscript + ",n)]\nend\nprint n, z\n");
    const auto moded = with_boundary_modes(nest, plan_loop(nest));
    const std::string text = moded ? ir::print(moded->nest.function) : "z[]";
    const auto begin = text.find("z[", text.find("y[i] ="));
    return text.substr(begin, text.find(']', begin) - begin + 1);
  };
  CHECK(place_of("i+n-1") == "z[i-1]");
  CHECK(place_of("n+i") == "z[i]");
  CHECK(place_of("i-n") == "z[i]");
  CHECK(place_of("2+(i+n)") == "z[2+i]");
  CHECK(place_of("2*n-i") == "z[2*n-i]");
  CHECK(place_of("n-(1-i)") == "z[n-(1-i)]");
  CHECK(place_of("3*i+(2-n)") == "z[3*i+2]");
  CHECK(place_of("i*n") == "z[i*n]");
}

TEST_CASE("subscripts that no mode moves alike stay as they are written") {
  CHECK(modes_of("x[i,j]") == "as written");
  CHECK(modes_of("x[min(max(i-3,1),n-1),j]") == "as written");           // begins behind the first element
  CHECK(modes_of("x[min(max(i-3,0),j),j]") == "as written");             // its end moves
  CHECK(modes_of("x[min(max(i-3,0),n-1),mod(j+1,w)]") == "as written");  // two modes
  CHECK(modes_of("z[min(max(int(x[i,j]),0),n-1)]") == "as written");     // a place that is read
  CHECK(modes_of("x[mod(mod(i+1,w),n),j]") == "as written");
  CHECK(modes_of("x[min(max(mod(i,7),0),n-1),j]") == "as written");
  CHECK(modes_of("x[min(max(max(i-3,0),0),n-1),j]") == "as written");
  CHECK(modes_of("x[min(size(x,0)-1,i+1),j]") == "clamped 1");
  CHECK(modes_of("x[min(i+1,size(y,0)-1),j]") == "clamped 1");
  CHECK(modes_of("z[mod(i+1,j+1)]") == "as written");
  CHECK(modes_of("z[min(max(5,0),n-1)]") == "as written");  // no iteration moves it
  CHECK(modes_of("x[or(i,0),j]") == "as written");          // whose bits, and no bounds, decide
  CHECK(modes_of("c[max(i-1,0),j]") == "as written");       // it has one
  CHECK(modes_of("x[max(i-1,0)]") == "as written");         // a place in row-major order
  CHECK(modes_of("a[max(i-1,0)]", "  a = zeros(9)\n  a[2] = x[i,j]\n  a[3] = z[i]\n") ==
        "as written");  // the iteration's own
  CHECK(modes_of("z[max(i-q,0)]", "  q = 1\n  if x[i,j] > 0\n   q = 2\n  end\n") == "as written");
}
