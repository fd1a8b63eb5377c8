// Which four assignments are a product of a complex number. Products of the language's own numbers have no other shape
// than those here; of floats a difference of products is one operation.
#include <doctest/doctest.h>

#include <functional>

#include "analysis/canonicalize/canonicalize.h"
#include "analysis/loops/updates.h"
#include "ir/build.h"
#include "ir/print_ir.h"

using namespace qc;

namespace {

struct Value {
  ir::ExprP e;
};
Value operator+(Value a, Value b) { return {ir::add(a.e, b.e)}; }
Value operator-(Value a, Value b) { return {ir::sub(a.e, b.e)}; }
Value operator*(Value a, Value b) { return {ir::mul(a.e, b.e)}; }
Value operator/(Value a, Value b) { return {ir::binary(ir::BinaryOp::Div, a.e, b.e)}; }
Value wide(Value a) { return {ir::cast(Elem::F64, a.e)}; }
Value narrow(Value a) { return {ir::cast(Elem::F32, a.e)}; }

// `u = re; v = im; s = u; t = v`, or other assignments behind the first two.
struct Numbers {
  ir::Function f;
  ir::VarId s, t, u, v, x, y, z, w;
  explicit Numbers(Elem type = Elem::F32) {
    const char* names[] = {"s", "t", "u", "v", "x", "y", "z", "w"};
    ir::VarId* vars[] = {&s, &t, &u, &v, &x, &y, &z, &w};
    for (int k = 0; k < 8; ++k) *vars[k] = f.add_var(names[k], type);
  }
  Value operator()(ir::VarId var) const { return {ir::var(f, var)}; }

  // "product", "apart": two updates; "": it stays as it is.
  std::string kind(Value re, Value im) { return kind(re, im, {{s, u}, {t, v}}); }
  std::string kind(Value re, Value im, std::vector<std::pair<ir::VarId, ir::VarId>> sets) {
    f.body = {{ir::Assign{u, re.e}, {}}, {ir::Assign{v, im.e}, {}}};
    for (const auto& [to, from] : sets) f.body.push_back({ir::Assign{to, ir::var(f, from)}, {}});
    if (!group_complex_products(f)) return "";
    return std::holds_alternative<ir::If>(f.body[0].node) ? "product" : "apart";
  }
  // What s and t are multiplied with.
  std::string factor(Value re, Value im) {
    if (kind(re, im) != "product") return "";
    const auto m = match_complex_product(f.body[0], Place::variable(f, s));
    const auto* form = m ? std::get_if<UpdateForm>(&*m) : nullptr;
    REQUIRE(form);
    return ir::print(f, *form->operand) + ", " + ir::print(f, *form->imaginary);
  }
};

}  // namespace

TEST_CASE("products with a number on either side") {
  Numbers n;
  const Value s = n(n.s), t = n(n.t), x = n(n.x), y = n(n.y), z = n(n.z), w = n(n.w);
  CHECK(n.factor(s * x - t * y, s * y + t * x) == "x, y");
  CHECK(n.factor(x * s - y * t, x * t + y * s) == "x, y");
  // of three numbers
  const Value re = s * x - t * y, im = s * y + t * x;
  CHECK(n.factor(re * z - im * w, re * w + im * z) == "(x*z + -0.0)-(y*w + -0.0), (x*w + -0.0)+(y*z + -0.0)");
  const std::string zw_text = "(z*x + -0.0)-(w*y + -0.0), (z*y + -0.0)+(w*x + -0.0)";
  CHECK(n.factor(z * re - w * im, z * im + w * re) == zw_text);
  const Value zw = z * x - w * y, wz = z * y + w * x;
  CHECK(n.factor(s * zw - t * wz, s * wz + t * zw) == zw_text);
}

TEST_CASE("near misses of products") {
  Numbers n;
  const Value s = n(n.s), t = n(n.t), x = n(n.x), y = n(n.y), z = n(n.z);
  const Value re = s * x - t * y, im = s * y + t * x;
  CHECK(n.kind(re, im) == "product");
  for (const auto& [r, i] :
       std::vector<std::pair<Value, Value>>{{s * x + t * y, im},             // another operation
                                            {re, s * y - t * x},             //
                                            {s - t * y, im},                 // no product in one of the four places
                                            {s * x - t, im},                 //
                                            {re, s + t * x},                 //
                                            {re, s * y + t},                 //
                                            {re, z * y + t * x},             // another factor in one of them
                                            {re, s * y + z * x},             //
                                            {re, s * y + t * z},             //
                                            {re, s * z + t * x},             //
                                            {x * z - y * z, x * z + y * z},  // the number is no factor
                                            {s * s - t * t, s * t + t * s},  // or both
                                            {s * s - t * y, s * y + t * s},  //
                                            {s * x - t * t, s * t + t * x},  //
                                            {z * x - t * y, z * y + t * x},  // or only a part of it is
                                            {s * x - z * y, s * y + z * x},  //
                                            {t * x - s * y, t * y + s * x},  // or they are the other way round
                                            {(x + s) * x - t * y, (x + s) * y + t * x},
                                            {re * s - im * t, re * t + im * s}})
    CHECK_MESSAGE(n.kind(r, i) == "", ir::print(n.f, *r.e), ", ", ir::print(n.f, *i.e));
  Numbers whole(Elem::I64);
  const Value p = whole(whole.s), q = whole(whole.t), a = whole(whole.x), b = whole(whole.y);
  CHECK(whole.kind(p * a - q * b, p * b + q * a) == "");
}

TEST_CASE("quotients, and near misses of them") {
  Numbers n;
  const Value s = n(n.s), t = n(n.t), x = n(n.x), y = n(n.y), z = n(n.z);
  const Value below = x * x + y * y, re = s * x + t * y, im = t * x - s * y;
  CHECK(n.factor(re / below, im / below) == "x/((x*x + -0.0)+(y*y + -0.0)), -y/((x*x + -0.0)+(y*y + -0.0))");
  const Value S = wide(s), T = wide(t), X = wide(x), Y = wide(y), squares = X * X + Y * Y;
  CHECK(n.kind(narrow((S * X + T * Y) / squares), narrow((T * X - S * Y) / squares)) == "product");
  for (const auto& [r, i] :
       std::vector<std::pair<Value, Value>>{{re, im / below},                       // one of them is no quotient
                                            {re / below, im},                       //
                                            {re / below, im / z},                   // or by another number
                                            {(s * x - t * y) / below, im / below},  // another operation above
                                            {re / below, (t * x + s * y) / below},
                                            {(s + t * y) / below, im / below},  // no product
                                            {(s * x + t) / below, im / below},
                                            {re / below, (t - s * y) / below},
                                            {re / below, (t * x - s) / below},
                                            {(z * x + t * y) / below, im / below},  // another factor
                                            {(s * x + z * y) / below, im / below},
                                            {(s * z + t * y) / below, im / below},
                                            {(s * x + t * z) / below, im / below},
                                            {(z * x + y * z) / below, (z * x - z * y) / below},  // not of the number
                                            {(t * x + s * y) / below, (s * x - t * y) / below},
                                            {(s * s + t * y) / below, (t * s - s * y) / below},  // by the number
                                            {(s * x + t * t) / below, (t * x - s * t) / below},
                                            {re / below, (t * x - z * y) / below},
                                            {re / below, (z * x - s * y) / below},
                                            {re / below, (t * z - s * y) / below},
                                            {re / below, (t * x - s * z) / below},
                                            {re / s, im / s},
                                            {re / t, im / t}})
    CHECK_MESSAGE(n.kind(r, i) == "", ir::print(n.f, *r.e), ", ", ir::print(n.f, *i.e));
}

TEST_CASE("parts that are updated apart") {
  Numbers n;
  const Value s = n(n.s), t = n(n.t), x = n(n.x), y = n(n.y);
  CHECK(n.kind(s * x, t * y) == "apart");
  CHECK(n.kind(x, t * y) == "");
  CHECK(n.kind(s * x, y) == "");
  CHECK(n.kind(s * t, t * y) == "");
  CHECK(n.kind(s * x, t * s) == "");
}

TEST_CASE("what is assigned behind the two values") {
  Numbers n;
  const Value s = n(n.s), t = n(n.t), x = n(n.x), y = n(n.y);
  const Value re = s * x - t * y, im = s * y + t * x;
  CHECK(n.kind(re, im, {{n.s, n.u}}) == "");
  CHECK(n.kind(re, im, {{n.s, n.v}, {n.t, n.v}}) == "");
  CHECK(n.kind(re, im, {{n.s, n.u}, {n.t, n.u}}) == "");
  CHECK(n.kind(s * x - s * y, s * y + s * x, {{n.s, n.u}, {n.s, n.v}}) == "");
  n.v = n.u;  // one variable for both
  CHECK(n.kind(re, im) == "");
}

TEST_CASE("which statements are products") {
  Numbers n;
  const Value s = n(n.s), t = n(n.t), x = n(n.x), y = n(n.y);
  REQUIRE(n.kind(s * x - t * y, s * y + t * x) == "product");
  const ir::Stmt product = n.f.body[0];
  const auto of = [&](const std::function<void(ir::If&)>& change, ir::VarId var) {
    ir::Stmt other = product;
    change(std::get<ir::If>(other.node));
    return is_part_of_product(other, Place::variable(n.f, var));
  };
  const auto as_is = [](ir::If&) {};
  CHECK(of(as_is, n.s));
  CHECK(of(as_is, n.t));
  CHECK_FALSE(of(as_is, n.u));
  CHECK_FALSE(of([&](ir::If& i) { i.condition = ir::lt(x.e, y.e); }, n.s));
  CHECK_FALSE(of([&](ir::If& i) { i.otherwise.push_back({ir::Assign{n.z, x.e}, {}}); }, n.s));
  CHECK_FALSE(of([&](ir::If& i) { i.then.push_back({ir::Assign{n.z, x.e}, {}}); }, n.s));
  CHECK_FALSE(is_part_of_product({ir::Assign{n.s, x.e}, {}}, Place::variable(n.f, n.s)));
}
