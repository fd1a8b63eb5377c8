// Short arrays that hold ints after one arm of a condition and floats after another.
#include "lower/state/element_kinds.h"

#include <doctest/doctest.h>

#include "ir/build.h"
#include "known_scope.h"

using namespace qc;
using lowering::Binding;
using lowering::ElementKinds;
using lowering::Value;
using qc_test::stopped;

namespace {

struct Arrays {
  ir::Function f;
  ElementKinds elements;
  Binding array(const std::string& name) {
    Binding b;
    b.key = name;
    b.type.kind = Type::Kind::Fixed;
    b.storage = lowering::Variables{{f.add_var(name + "_0", Elem::F64), f.add_var(name + "_1", Elem::F64)}};
    return b;
  }
  static Value of(Elem elem) {
    Value v = lowering::of_scalars({});
    v.type.kind = Type::Kind::Fixed;
    v.type.elem = elem;
    return v;
  }
  std::string said() const {
    return stopped([&] { elements.require_one_kind(f); });
  }
};

}  // namespace

TEST_CASE("a float element of an array that may hold ints") {
  Arrays t;
  const Binding a = t.array("a");
  t.elements.note_whole(a, Arrays::of(Elem::I64), 1);
  t.elements.note_whole(a, Arrays::of(Elem::F64), 2);
  CHECK(t.said() == "");  // nothing is written
  t.elements.note_element(a, Elem::I64, {});
  CHECK(t.said() == "");  // an int is one in both
  t.elements.note_element(a, Elem::F64, {});
  CHECK(t.said() == "R904");
  t.elements.begin_pass();
  CHECK(t.said() == "");
}

TEST_CASE("near misses: one arm, one kind, a declared array") {
  Arrays t;
  const Binding one_arm = t.array("a"), one_kind = t.array("b");
  Binding declared = t.array("c");
  declared.fixed_type = true;
  for (const int arm : {1, 2}) {
    t.elements.note_whole(one_arm, Arrays::of(arm == 1 ? Elem::I64 : Elem::F64), 1);
    t.elements.note_whole(one_kind, Arrays::of(Elem::F64), arm);
    t.elements.note_whole(declared, Arrays::of(arm == 1 ? Elem::I64 : Elem::F64), arm);
  }
  for (const Binding& b : {one_arm, one_kind, declared}) t.elements.note_element(b, Elem::F64, {});
  CHECK(t.said() == "");
}

TEST_CASE("an array that was computed from such a one") {
  Arrays t;
  const Binding a = t.array("a"), b = t.array("b");
  t.elements.note_whole(a, Arrays::of(Elem::I64), 1);
  t.elements.note_whole(a, Arrays::of(Elem::F64), 2);
  t.elements.note_element(b, Elem::F64, {});
  CHECK(t.said() == "");
  t.f.body.push_back({ir::Assign{b.vars()[0], ir::var(t.f, a.vars()[1])}, {}});
  CHECK(t.said() == "R904");
}

TEST_CASE("elements of a slice of bytes are not written") {
  Arrays t;
  const Binding a = t.array("a");
  Value bytes = Arrays::of(Elem::I64);
  bytes.scalars().narrow = Elem::U8;
  t.elements.note_whole(a, bytes, 1);
  CHECK(t.said() == "");
  t.elements.note_element(a, Elem::I64, {});
  CHECK(t.said() == "R904");
}
