// Statements that fail at sites, numbered in the order of the text: what is evaluated too late comes earlier.
#include "transform/passes/failures_in_order.h"

#include <doctest/doctest.h>

#include "ir/build.h"
#include "ir/print_ir.h"

using namespace qc;
using namespace qc::ir;

namespace {

struct Text {
  Function f;
  VarId i = f.add_var("i", Elem::I64), a = f.add_var("a", Elem::F32), b = f.add_var("b", Elem::F32);
  ArrayId x = array("x"), z = array("z");
  Text() { f.kind = Function::Kind::LoopNest; }

  ArrayId array(const char* name) {
    Array out;
    out.name = name;
    out.elem = Elem::F32;
    out.rank = 1;
    return f.add_array(out);
  }
  // x[i], which fails at a site.
  ExprP read(ArrayId of, SiteId site) const { return load(f, {of, {var(f, i)}, false, Boundary::Checked, site}); }
  void set(VarId v, ExprP value) { f.body.push_back({Assign{v, std::move(value)}, {}}); }
  void store(ArrayId to, ExprP value) {
    f.body.push_back({Store{{to, {int_const(0)}, false, Boundary::Unchecked, kNoSite}, std::move(value)}, {}});
  }
  std::string ordered() const { return print(with_failures_in_order(f)); }
};

}  // namespace

TEST_CASE("what stands earlier in the text is read first") {
  Text t;
  t.set(t.a, t.read(t.z, 1));
  t.set(t.b, add(t.read(t.x, 0), var(t.f, t.a)));
  CHECK(t.ordered() == "$before = x[i]\na = z[i]\nb = $before+a\n");
}

TEST_CASE("what stands later, or cannot fail, stays") {
  Text t;
  t.set(t.a, t.read(t.z, 0));
  t.set(t.b, add(t.read(t.x, 1), var(t.f, t.a)));
  CHECK(t.ordered() == "a = z[i]\nb = x[i]+a\n");
  Text u;
  u.set(u.a, u.read(u.z, 1));
  u.set(u.b, add(u.read(u.x, kNoSite), var(u.f, u.a)));
  CHECK(u.ordered() == "a = z[i]\nb = x[i]+a\n");
}

TEST_CASE("not across a store, nor an assignment of what it reads") {
  Text t;
  t.store(t.z, t.read(t.z, 1));
  t.set(t.b, t.read(t.x, 0));
  CHECK(t.ordered() == "z[0] = z[i]\nb = x[i]\n");
  Text u;
  u.set(u.a, u.read(u.z, 1));
  u.set(u.i, int_const(3));
  u.set(u.b, u.read(u.x, 0));
  CHECK(u.ordered() == "a = z[i]\ni = 3\nb = x[i]\n");
}

TEST_CASE("not what is read under a condition only") {
  Text t;
  t.set(t.a, t.read(t.z, 1));
  t.set(t.b, select(lt(var(t.f, t.a), float_const(1.0, Elem::F32)), t.read(t.x, 0), var(t.f, t.a)));
  CHECK(t.ordered() == "a = z[i]\nb = a<1.0 ? x[i] : a\n");
}
