// Products of complex numbers, p = p * z, in the two variables of p:
//   t = p0*z0 - p1*z1; t1 = p0*z1 + p1*z0; p0 = t; p1 = t1
// become one statement, `if true then .. end` around the four, so that what follows can speak of one update. A factor
// without an imaginary part, t = p0*x; t1 = p1*x, becomes two updates of their own. A quotient p / z is a product with
// 1/z.
#include "analysis/canonicalize/canonicalize.h"
#include "analysis/loops/updates.h"
#include "ir/build.h"

namespace qc {

using namespace ir;

namespace {

struct Parts {
  ExprP re, im;
};

const Binary* as(const ExprP& e, BinaryOp op) {
  auto* n = std::get_if<Binary>(&e->node);
  return n && n->op == op ? n : nullptr;
}

// The factors of re = a*c - b*d, im = a*d + b*c.
std::optional<std::pair<Parts, Parts>> factors(const Parts& product) {
  auto *difference = as(product.re, BinaryOp::Sub), *sum = as(product.im, BinaryOp::Add);
  if (!difference || !sum) return {};
  auto *ac = as(difference->a, BinaryOp::Mul), *bd = as(difference->b, BinaryOp::Mul), *ad = as(sum->a, BinaryOp::Mul),
       *bc = as(sum->b, BinaryOp::Mul);
  if (!ac || !bd || !ad || !bc) return {};
  if (!equal(ac->a, ad->a) || !equal(bd->a, bc->a) || !equal(ac->b, bc->b) || !equal(bd->b, ad->b)) return {};
  return std::pair{Parts{ac->a, bd->a}, Parts{ac->b, bd->b}};
}

Parts times(const Parts& x, const Parts& y) {
  return {sub(mul(x.re, y.re), mul(x.im, y.im)), add(mul(x.re, y.im), mul(x.im, y.re))};
}

struct Number {
  VarId re, im;
};
bool is_number(const Parts& p, const Number& n) {
  auto *r = std::get_if<VarRef>(&p.re->node), *i = std::get_if<VarRef>(&p.im->node);
  return r && i && r->var == n.re && i->var == n.im;
}
bool reads(const Expr& e, const Number& n) {
  return mentions(e, Place{n.re, nullptr, Elem::F32}) || mentions(e, Place{n.im, nullptr, Elem::F32});
}

// What the number is multiplied with, in a product of any length that has it once.
std::optional<Parts> other_factors(const Parts& product, const Number& n) {
  const auto f = factors(product);
  if (!f) return {};
  auto free = [&](const Parts& p) { return !reads(*p.re, n) && !reads(*p.im, n); };
  const bool first = !free(f->first), second = !free(f->second);
  if (first == second) return {};
  const Parts &with = first ? f->first : f->second, &rest = first ? f->second : f->first;
  if (is_number(with, n)) return rest;
  const auto inner = other_factors(with, n);
  if (!inner) return {};
  return first ? times(*inner, rest) : times(rest, *inner);
}

const ExprP& uncast(const ExprP& e) {
  auto* c = std::get_if<Cast>(&e->node);
  return c ? c->a : e;
}

// What the number is multiplied with when it is divided by c + di:
//   re = (n.re*c + n.im*d) / (c*c + d*d), im = (n.im*c - n.re*d) / (c*c + d*d), in double and rounded at the end.
std::optional<Parts> reciprocal_of_divisor(const Parts& quotient, const Number& n) {
  auto *re = as(uncast(quotient.re), BinaryOp::Div), *im = as(uncast(quotient.im), BinaryOp::Div);
  if (!re || !im || !equal(re->b, im->b)) return {};
  auto *sum = as(re->a, BinaryOp::Add), *difference = as(im->a, BinaryOp::Sub);
  if (!sum || !difference) return {};
  auto *ac = as(sum->a, BinaryOp::Mul), *bd = as(sum->b, BinaryOp::Mul), *bc = as(difference->a, BinaryOp::Mul),
       *ad = as(difference->b, BinaryOp::Mul);
  if (!ac || !bd || !bc || !ad) return {};
  if (!equal(ac->a, ad->a) || !equal(bd->a, bc->a) || !equal(ac->b, bc->b) || !equal(bd->b, ad->b)) return {};
  if (!is_number({uncast(ac->a), uncast(bd->a)}, n) || reads(*ac->b, n) || reads(*bd->b, n) || reads(*re->b, n))
    return {};
  const Elem type = quotient.re->type;
  auto part = [&](const ExprP& above) { return cast(type, binary(BinaryOp::Div, above, re->b)); };
  return Parts{part(ac->b), part(unary(UnaryOp::Neg, bd->b))};
}

// What the number is multiplied with, by a product or a quotient.
std::optional<Parts> factor_of(const Parts& value, const Number& n) {
  if (auto product = other_factors(value, n)) return product;
  return reciprocal_of_divisor(value, n);
}

struct Four {
  const Assign *re, *im, *set_re, *set_im;
};
std::optional<Four> four(const Block& b, std::size_t k) {
  if (k + 4 > b.size()) return {};
  const Assign* a[4];
  for (std::size_t q = 0; q < 4; ++q)
    if (!(a[q] = std::get_if<Assign>(&b[k + q].node)) || !is_float(a[q]->value->type)) return {};
  auto *r = std::get_if<VarRef>(&a[2]->value->node), *i = std::get_if<VarRef>(&a[3]->value->node);
  if (!r || !i || r->var != a[0]->var || i->var != a[1]->var || a[0]->var == a[1]->var || a[2]->var == a[3]->var)
    return {};
  return Four{a[0], a[1], a[2], a[3]};
}

class Products {
 public:
  bool changed = false;
  void block(Block& b) {
    for (std::size_t k = 0; k < b.size(); ++k) {
      if (auto* i = std::get_if<If>(&b[k].node)) {
        block(i->then);
        block(i->otherwise);
      } else if (auto* l = std::get_if<For>(&b[k].node))
        block(l->body);
      else if (auto* w = std::get_if<While>(&b[k].node))
        block(w->body);
      else if (const auto f = four(b, k))
        rewrite(b, k, *f);
    }
  }

 private:
  void rewrite(Block& b, std::size_t k, const Four& f) {
    const Number n{f.set_re->var, f.set_im->var};
    const auto at = b.begin() + std::ptrdiff_t(k);
    const Span span = at->span;
    if (factor_of({f.re->value, f.im->value}, n)) {
      Block group(at, at + 4);
      b.erase(at, at + 4);
      b.insert(b.begin() + std::ptrdiff_t(k), Stmt{If{bool_const(true), std::move(group), {}}, span});
      changed = true;
    } else if (apart(f.re->value, n.re, n.im) && apart(f.im->value, n.im, n.re)) {
      const Assign re{n.re, f.re->value}, im{n.im, f.im->value};
      b[k].node = re;
      b[k + 1].node = im;
      b.erase(at + 2, at + 4);
      changed = true;
    }
  }
  static bool apart(const ExprP& e, VarId own, VarId other) {
    return mentions(*e, Place{own, nullptr, Elem::F32}) && !mentions(*e, Place{other, nullptr, Elem::F32});
  }
};

std::optional<Four> product_of(const Stmt& s) {
  auto* i = std::get_if<If>(&s.node);
  if (!i || as_int(*i->condition) != 1 || !i->otherwise.empty() || i->then.size() != 4) return {};
  return four(i->then, 0);
}

}  // namespace

bool group_complex_products(Function& nest) {
  Products p;
  p.block(nest.body);
  return p.changed;
}

bool is_part_of_product(const Stmt& s, const Place& place) {
  const auto f = product_of(s);
  return f && (f->set_re->var == place.var || f->set_im->var == place.var);  // an element is of no variable
}

std::optional<UpdateMatch> match_complex_product(const Stmt& s, const Place& place) {
  if (!is_part_of_product(s, place)) return {};
  const auto f = product_of(s);
  const auto rest = factor_of({f->re->value, f->im->value}, {f->set_re->var, f->set_im->var});
  if (!rest) return {};
  UpdateForm form;
  form.op = ReduceOp::ComplexMul;
  form.operand = rest->re;
  form.imaginary = rest->im;
  form.imaginary_var = f->set_im->var;
  return form;
}

}  // namespace qc
