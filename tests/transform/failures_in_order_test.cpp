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

TEST_CASE("what is read under a condition goes with it") {
  Text t;
  const VarId c = t.f.add_var("c", Elem::Bool);
  t.set(t.a, t.read(t.z, 1));
  t.set(t.b, add(select(var(t.f, c), t.read(t.x, 0), float_const(1.0, Elem::F32)), var(t.f, t.a)));
  CHECK(t.ordered() == "$before = c ? x[i] : 1.0\na = z[i]\nb = $before+a\n");
  Text u;
  const VarId d = u.f.add_var("d", Elem::Bool), e = u.f.add_var("e", Elem::Bool);
  u.set(u.a, u.read(u.z, 2));
  u.set(e, logical_and(lt(u.read(u.z, 0), var(u.f, u.b)), lt(u.read(u.x, 1), var(u.f, u.b))));
  u.set(d, logical_and(var(u.f, e), lt(var(u.f, u.a), var(u.f, u.b))));
  CHECK(u.ordered() == "$before = z[i]\n$before_1 = $before<b && x[i]<b\na = z[i]\ne = $before_1\nd = e && a<b\n");
}

TEST_CASE("not where the condition is known later, or something in between fails") {
  Text t;
  t.set(t.a, t.read(t.z, 1));
  t.set(t.b, select(lt(var(t.f, t.a), float_const(1.0, Elem::F32)), t.read(t.x, 0), var(t.f, t.a)));
  CHECK(t.ordered() == "a = z[i]\nb = a<1.0 ? x[i] : a\n");
  Text u;
  const VarId c = u.f.add_var("c", Elem::Bool);
  u.set(u.a, u.read(u.z, 1));
  u.set(u.b, select(var(u.f, c), u.read(u.x, 0), u.read(u.x, 2)));
  CHECK(u.ordered() == "a = z[i]\nb = c ? x[i] : x[i]\n");
}
