// `__kernel__` functions: positions, shared arrays, the guard of threads past the dimensions.
#include "lower/interface/kernel.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/dataflow/assignments.h"
#include "analysis/dataflow/dead_record_copies.h"
#include "ast/query.h"
#include "ast/visit.h"
#include "ir/moved_index.h"
#include "lower/interface/access.h"
#include "lower/interface/assign.h"
#include "lower/interface/conversions.h"
#include "lower/interface/expr.h"
#include "lower/interface/infer.h"
#include "lower/interface/inline.h"
#include "lower/interface/names.h"
#include "lower/interface/stmt.h"
#include "lower/state/lower_context.h"
#include "sema/kernel_position_names.h"
#include "sema/type_words.h"
#include "sema/types_of_builtins.h"

namespace qc {

namespace lowering {

namespace {

// The largest rank that the body's use of `name` shows, by its components, `pos[1]`, and by the arrays that it indexes,
// `x[pos]`, whose rank is asked from `rank_of`.
struct RankFromUse {
  const std::string& name;
  const std::function<int(const std::string&)>& rank_of;
  int components = 0, arrays = 0;

  void expr(const ast::Expr& e) {
    auto* i = std::get_if<ast::Index>(&e.node);
    const std::string* base = i && i->indices.size() == 1 ? ast::name_of(*i->base) : nullptr;
    if (!base) return;
    if (*base != name) {
      if (mentions(*i->indices[0])) arrays = std::max(arrays, rank_of(*base));
    } else if (auto* k = std::get_if<ast::IntLit>(&i->indices[0]->node)) {
      components = std::max(components, int(std::min<std::int64_t>(k->value, 3)) + 1);
    }
  }
  // The position itself or a sum with it, as a whole.
  bool mentions(const ast::Expr& e) const {
    if (auto* n = std::get_if<ast::Name>(&e.node)) return n->name == name;
    if (auto* b = std::get_if<ast::Binary>(&e.node)) return mentions(*b->left) || mentions(*b->right);
    return false;
  }
  void block(const ast::Block& b) {
    ast::for_each_expression(b, [&](const ast::Expr& e) { expr(e); });
  }
};

constexpr int kMaxPositionRank = 16;
constexpr int kMaxAxes = 3;  // of a device

// Along an axis that a device does not have there is one thread and one block.
ir::ExprP builtin_on_axis(ir::BuiltinKind kind, int axis, bool exists) {
  if (exists) return ir::builtin(kind, axis);
  return ir::int_const(kind == ir::BuiltinKind::BlockDim || kind == ir::BuiltinKind::GridDim ? 1 : 0);
}

}  // namespace

static ir::ExprP thread_on_axis(int axis) {
  return ir::add(ir::mul(ir::builtin(ir::BuiltinKind::BlockIdx, axis), ir::builtin(ir::BuiltinKind::BlockDim, axis)),
                 ir::builtin(ir::BuiltinKind::ThreadIdx, axis));
}

int declared_rank(const ast::Parameter& p, Elem scalar) {
  if (!p.type) return 0;
  const Type t = resolve_type(*p.type, scalar);
  if (t.is_number()) return 1;
  if (t.kind == Type::Kind::Fixed && t.dims.size() == 1 && t.dims[0] <= kMaxPositionRank) return int(t.dims[0]);
  throw ProgramError(Diagnostic{"Q0301",
                                Severity::Error,
                                p.span,
                                fmt::format("'{}' must be an int or ivec2 to ivec{}", p.name, kMaxPositionRank),
                                "",
                                {}});
}

static void zero_shared(LowerContext& cx, ir::ArrayId array, Span span);
static void number_positions(LowerContext& cx);
static Binding& bind_kernel_parameter(LowerContext& cx, const ast::Parameter& p, const Type& type);

// A position of many dimensions. Its last two are axes of the device, where the kernel does not know its block; the
// dimensions before them are the place along the third axis, on the host the block's: it divides once, and not each
// thread. Otherwise all are the place in one row of threads. The last dimension runs fastest, the first takes what is
// left and is beyond its extent for threads past the end.
static std::vector<ir::ExprP> unfold_position(LowerContext& cx, int rank, Span span) {
  for (int d = 0; d < rank; ++d) cx.kernel.dims_vars.push_back(cx.code.f.add_var(fmt::format("dims_{}", d), Elem::I64));
  const bool has_axes = cx.kernel.rank == kMaxAxes;
  const int folded = has_axes ? rank - 2 : rank;
  const ir::VarId rest = cx.code.f.add_var("place", Elem::I64);
  cx.code.emit(ir::Assign{rest, thread_on_axis(has_axes ? 2 : 0)}, span);
  std::vector<ir::ExprP> out(static_cast<std::size_t>(rank));
  for (int d = rank - 1; d >= 0; --d) {
    const ir::VarId id = cx.code.f.add_var(fmt::format("pos_{}", d), Elem::I64);
    const ir::ExprP extent = ir::var(cx.code.f, cx.kernel.dims_vars[std::size_t(d)]);
    if (d >= folded)
      cx.code.emit(ir::Assign{id, thread_on_axis(rank - 1 - d)}, span);
    else
      cx.code.emit(ir::Assign{id, d == 0 ? ir::var(cx.code.f, rest)
                                         : ir::binary(ir::BinaryOp::Mod, ir::var(cx.code.f, rest), extent)},
                   span);
    if (d > 0 && d < folded)
      cx.code.emit(ir::Assign{rest, ir::binary(ir::BinaryOp::DivTrunc, ir::var(cx.code.f, rest), extent)}, span);
    out[std::size_t(d)] = ir::var(cx.code.f, id);
  }
  return out;
}

namespace {

bool may_fail(const ir::Function& f) {
  bool found = false;
  auto writes_fail = [](Boundary b) { return b == Boundary::Checked || ir::moves(b); };
  ir::for_each_stmt(f.body, [&](const ir::Stmt& s) {
    if (auto* w = std::get_if<ir::Store>(&s.node)) found = found || writes_fail(w->access.boundary);
    if (auto* a = std::get_if<ir::Atomic>(&s.node)) found = found || writes_fail(a->access.boundary);
    found = found || std::holds_alternative<ir::Fail>(s.node);
  });
  ir::for_each_expr(f.body, [&](const ir::Expr& e) {
    if (auto* l = std::get_if<ir::Load>(&e.node)) found = found || l->access.boundary == Boundary::Checked;
    if (auto* b = std::get_if<ir::Binary>(&e.node)) found = found || b->site != ir::kNoSite;
  });
  return found;
}

// Whether threads of a block know of each other, so that its shape shows.
bool sees_block(const ir::Function& f, const std::vector<ast::Parameter>& parameters) {
  bool found = std::any_of(parameters.begin(), parameters.end(),
                           [](const auto& p) { return is_position_name(p.name) && p.name != "pos"; });
  for (const ir::Array& a : f.arrays) found = found || a.space == ir::Space::Shared;
  ir::for_each_stmt(f.body, [&](const ir::Stmt& s) { found = found || std::holds_alternative<ir::Barrier>(s.node); });
  ir::for_each_expr(f.body, [&](const ir::Expr& e) {
    found = found || std::holds_alternative<ir::Shuffle>(e.node) || std::holds_alternative<ir::Ballot>(e.node) ||
            std::holds_alternative<ir::ActiveMask>(e.node);
  });
  return found;
}

}  // namespace

// Binds a parameter that is known by its name; blkpos[d] of rank r is axis r-1-d.
static bool positional_parameter(LowerContext& cx, const ast::Parameter& p, int rank) {
  if (!is_position_name(p.name)) return false;
  Binding b;
  b.key = p.name;
  b.assigned = true;
  Value v;
  auto make = [&](const std::function<ir::ExprP(int)>& axis) {
    std::vector<Value> elements;
    for (int d = 0; d < rank; ++d) elements.push_back(one_number(axis(rank - 1 - d)));
    return rank == 1 ? elements[0] : make_fixed(cx, {rank}, elements, p.span);
  };
  if (p.name == "warpsize")
    v = one_number(ir::builtin(ir::BuiltinKind::WarpSize, 0));
  else if (p.name == "pos" && rank > kMaxAxes) {
    cx.kernel.uses_position = true;
    std::vector<Value> elements;
    for (const ir::ExprP& e : unfold_position(cx, rank, p.span)) elements.push_back(one_number(e));
    v = make_fixed(cx, {rank}, elements, p.span);
  } else if (p.name == "pos") {
    cx.kernel.uses_position = true;
    v = make(thread_on_axis);
    std::vector<Value> kept;
    for (std::size_t k = 0; k < v.parts().size(); ++k) {
      const ir::VarId id = cx.code.f.add_var(rank == 1 ? "pos" : fmt::format("pos_{}", k), Elem::I64);
      cx.code.emit(ir::Assign{id, v.parts()[k]}, p.span);
      v.parts()[k] = ir::var(cx.code.f, id);
      cx.code.known.positions.insert(id);
    }
  } else {
    for (const PositionName& known : kPositionNames)
      if (p.name == known.name)
        v = make([&](int a) { return builtin_on_axis(known.kind, a, a == 0 || rank <= kMaxAxes); });
  }
  b.type = v.type;
  b.storage = Alias{std::move(v)};
  cx.names.frame().names[p.name] = std::move(b);
  return true;
}

bool shared_declaration(LowerContext& cx, const std::string& name, const ast::Expr& value, Span span) {
  auto* c = std::get_if<ast::Call>(&value.node);
  if (!c) return false;
  std::string word;
  Elem elem = cx.options.scalar;
  bool complex = false;
  const auto of_numbers = [&](const Type& t) {
    if (t.is_array() || t.kind == Type::Kind::Fixed) error("Q0301", span, "shared takes a number type in brackets");
    elem = t.elem;
    complex = t.complex;
  };
  if (auto* n = std::get_if<ast::Name>(&c->callee->node))
    word = n->name;
  else if (auto* t = std::get_if<ast::TypeValue>(&c->callee->node)) {
    word = t->type.name;
    if ((word == "shared" || word == "shared_zeros") && t->type.elements.size() == 1)
      of_numbers(resolve_type(t->type.elements[0], cx.options.scalar));
  } else if (auto* i = std::get_if<ast::Index>(&c->callee->node)) {
    if (auto* n = std::get_if<ast::Name>(&i->base->node)) word = n->name;
    if ((word == "shared" || word == "shared_zeros") && i->indices.size() == 1) {
      auto* t = std::get_if<ast::Name>(&i->indices[0]->node);
      const auto w = t ? type_word(t->name, cx.options.scalar) : std::nullopt;
      if (!w || w->rank != 0) error("Q0301", span, "shared takes a number type in brackets");
      elem = w->elem.value_or(cx.options.scalar);
      complex = w->complex;
    }
  }
  if (word != "shared" && word != "shared_zeros") return false;
  std::vector<ir::ExprP> extents;
  for (const auto& arg : c->arguments) {
    const Value given = expr(cx, *arg.value);
    require_value(cx, given, arg.value->span, "an extent");
    for (std::size_t k = 0; k < components(given); ++k)
      extents.push_back(index_value(cx, component(given, k), arg.value->span));
  }
  if (extents.empty() || extents.size() > 3)
    error("Q0204", span, fmt::format("'{}' takes one to three extents, not {}", word, extents.size()));
  if (cx.names.frame().names.count(name)) error("Q0202", span, fmt::format("'{}' is defined already", name));
  const int rank = int(extents.size());
  if (complex) extents.push_back(ir::int_const(2));  // the parts of each
  ir::Array a;
  a.name = name;
  a.elem = elem;
  a.space = ir::Space::Shared;
  a.rank = int(extents.size());
  if (std::all_of(extents.begin(), extents.end(), [](const ir::ExprP& e) { return ir::as_int(*e).has_value(); }))
    for (const auto& e : extents) a.dims.push_back(*ir::as_int(*e));
  else
    a.dynamic_dims = std::move(extents);
  Binding b;
  b.key = cx.names.frame().key + name;
  const Value v = of_array(Type::array(elem, rank, complex), cx.code.f.add_array(std::move(a)));
  b.type = v.type;
  b.storage = Alias{v};
  cx.names.frame().names[name] = std::move(b);
  if (word == "shared_zeros") zero_shared(cx, v.array().id, span);
  return true;
}

// Every thread of the block clears its share, then all meet.
static void zero_shared(LowerContext& cx, ir::ArrayId array, Span span) {
  const int rank = std::max(1, cx.kernel.rank);
  ir::ExprP linear, threads;
  for (int axis = rank - 1; axis >= 0; --axis) {
    const ir::ExprP t = ir::builtin(ir::BuiltinKind::ThreadIdx, axis), d = ir::builtin(ir::BuiltinKind::BlockDim, axis);
    linear = linear ? ir::add(ir::mul(linear, d), t) : t;
    threads = threads ? ir::mul(threads, d) : d;
  }
  const ir::VarId k = cx.code.temp("k", Elem::I64);
  const ir::Array& a = cx.code.f.arrays[array];
  const ir::ExprP last = ir::sub(ir::extent(array, -1), ir::int_const(1));
  const ir::ExprP zero =
      is_float(a.elem) ? ir::float_const(0, value_elem(a.elem)) : ir::cast(value_elem(a.elem), ir::int_const(0));
  ir::Block body;
  body.push_back(
      {ir::Store{{array, {ir::var(cx.code.f, k)}, a.rank > 1, Boundary::Unchecked, ir::kNoSite}, zero}, span});
  cx.code.emit(ir::For{k, linear, threads, last, std::move(body), 0}, span);
  cx.code.emit(ir::Barrier{ir::SyncScope::Block}, span);
  cx.kernel.has_barrier = true;
}

// Extents of shared arrays are wanted before the kernel begins: variables in them that are assigned once stand for what
// they are assigned.
static void resolve_shared_extents(LowerContext& cx, Span span) {
  std::map<ir::VarId, ir::ExprP> once;
  std::set<ir::VarId> varying;
  const auto assigned = [&](ir::VarId v, ir::ExprP value) {
    if (!value || !once.emplace(v, value).second) varying.insert(v);
  };
  ir::for_each_stmt(cx.code.f.body, [&](const ir::Stmt& s) {
    if (auto* a = std::get_if<ir::Assign>(&s.node))
      assigned(a->var, a->value);
    else if (auto* l = std::get_if<ir::For>(&s.node))
      assigned(l->var, nullptr);
    else if (auto* t = std::get_if<ir::Atomic>(&s.node); t && t->old)
      assigned(*t->old, nullptr);
  });
  for (ir::Array& a : cx.code.f.arrays) {
    for (ir::ExprP& extent : a.dynamic_dims) {
      for (std::size_t round = 0, more = 1; more && round <= once.size(); ++round) {
        more = 0;
        extent = ir::rewrite_expr(extent, [&](const ir::ExprP& e) {
          auto* v = std::get_if<ir::VarRef>(&e->node);
          const auto it = v && !varying.count(v->var) ? once.find(v->var) : once.end();
          if (it == once.end()) return e;
          ++more;
          return it->second;
        });
      }
      bool known = true;
      ir::for_each_expr(*extent, [&](const ir::Expr& e) {
        if (auto* v = std::get_if<ir::VarRef>(&e.node)) known = known && !varying.count(v->var) && !once.count(v->var);
        if (auto* b = std::get_if<ir::Builtin>(&e.node))
          known = known && b->kind != ir::BuiltinKind::ThreadIdx && b->kind != ir::BuiltinKind::BlockIdx;
        known = known && !std::holds_alternative<ir::Load>(e.node);
      });
      if (!known)
        error("Q0503", span,
              fmt::format("the extents of the shared array '{}' are not known before the kernel begins", a.name),
              "compute them from its arguments and blkdim");
    }
    const auto constant = [](const ir::ExprP& e) { return ir::as_int(*e).has_value(); };
    if (a.dynamic_dims.empty() || !std::all_of(a.dynamic_dims.begin(), a.dynamic_dims.end(), constant)) continue;
    for (const ir::ExprP& e : a.dynamic_dims) a.dims.push_back(*ir::as_int(*e));
    a.dynamic_dims.clear();
  }
}

// The rank of a position without a type. One extent makes it a number, which indexes any array row-major; where its use
// shows nothing it has as many dimensions as there are extents.
static int rank_of_position(const RankFromUse& use, int extents) {
  if (use.components > 1) return std::max(use.components, use.arrays);
  if (extents == 1) return 1;
  if (use.arrays > 0) return use.arrays;
  return std::max(extents, 1);
}

static void kernel_body(LowerContext& cx, const std::string& name, const std::vector<ast::Parameter>& outputs,
                        const std::vector<ast::Parameter>& parameters, const std::vector<Type>& argument_types,
                        const ast::Block& body, bool captures, LoweredKernel& result) {
  auto type_of_argument = [&](std::size_t k) {
    return k < argument_types.size() ? argument_types[k] : Type::unknown();
  };
  std::map<std::string, int> ranks;
  std::size_t given = 0;
  for (const auto& p : parameters) {
    if (is_position_name(p.name)) continue;
    const Type a = type_of_argument(given++);
    ranks[p.name] = a.is_array() ? a.rank : p.type ? resolve_type(*p.type, cx.options.scalar).rank : 0;
  }
  if (!argument_types.empty() && argument_types.size() != given)
    error("Q0204", parameters.empty() ? Span{} : parameters[0].span,
          fmt::format("the kernel '{}' takes {} argument{}, not {}", name, given, given == 1 ? "" : "s",
                      argument_types.size()));
  const std::function<int(const std::string&)> rank_of = [&](const std::string& array) {
    if (auto it = ranks.find(array); it != ranks.end()) return it->second;
    if (!captures) return 0;
    const auto t = cx.scope.type_of(array);
    return t && t->is_array() ? t->rank : 0;
  };
  int rank = 0;
  bool positions = false;
  const ast::Parameter* declared = nullptr;
  for (const auto& p : parameters) {
    if (!is_position_name(p.name) || p.name == "warpsize") continue;
    positions = true;
    const int own = declared_rank(p, cx.options.scalar);
    if (declared && own > 0 && own != rank)
      error("Q0301", p.span,
            fmt::format("'{}' has {} dimension{}, '{}' has {}", p.name, own, own == 1 ? "" : "s", declared->name, rank),
            "the positions and extents that a kernel is given all have as many dimensions");
    if (own > 0) declared = &p;
    rank = std::max(rank, own);
  }
  if (positions && rank == 0) {
    result.rank_by_launch = true;
    for (const auto& p : parameters) {
      if (!is_position_name(p.name) || p.name == "warpsize") continue;
      RankFromUse use{p.name, rank_of};
      use.block(body);
      rank = std::max(rank, rank_of_position(use, cx.options.extents));
    }
  }
  const bool knows_block = std::any_of(parameters.begin(), parameters.end(),
                                       [](const auto& p) { return is_position_name(p.name) && p.name != "pos"; });
  cx.kernel.rank = rank > kMaxAxes && knows_block ? 1 : std::min(rank, kMaxAxes);

  bool guard = false;
  cx.kernel.assigned = names_by_assignment(body);
  for (const auto& o : outputs) cx.kernel.outputs.insert(o.name);
  infer(cx, [&] {
    auto own = std::make_unique<Frame>();
    own->outer = captures;
    own->assignments = assignments_in(body);
    own->assigned = names_in(own->assignments);
    cx.names.frames.push_back(std::move(own));
    cx.names.file = body.empty() ? kNoFile : body.front().span.file;
    cx.code.f.kind = ir::Function::Kind::Kernel;
    cx.code.f.name = name;
    cx.code.f.rank = std::max(1, cx.kernel.rank);
    std::vector<ir::Param> params;
    ir::Block prologue = cx.code.collect([&] {
      std::size_t k = 0;
      for (const auto& p : parameters) {
        if (positional_parameter(cx, p, std::max(1, rank))) continue;
        Type t = type_of_argument(k++);
        if (p.type) {
          const Type declared = resolve_type(*p.type, cx.options.scalar);
          if (declared.known()) {
            const bool any_rank = declared.is_array() && declared.rank == 0;
            const int known_rank = t.is_array() ? t.rank : 0;
            t = declared;
            if (t.is_array()) t.dims.clear();  // asked for at the launch
            if (any_rank) t.rank = known_rank;
          } else if (t.is_array() && !p.type->modifiers.empty()) {  // x : 'mirror, of any type
            t.boundary = declared.boundary;
            t.is_const = declared.is_const;
          }
        }
        if (!t.known() || (t.is_array() && t.rank == 0))
          error("Q0301", p.span, fmt::format("the type of the kernel's parameter '{}' is not known", p.name),
                fmt::format("declare it: '{} : mat'", p.name));
        const std::size_t arrays = cx.code.array_params.size(), scalars = cx.code.scalar_params.size();
        // A parameter is bound like a variable from outside, in the order of the text.
        const auto saved = cx.kernel.captured;
        if (auto clash = cx.names.frame().names.find(p.name); clash != cx.names.frame().names.end())
          error("Q0202", p.span, fmt::format("two parameters are called '{}'", p.name));
        Binding& b = bind_kernel_parameter(cx, p, t);
        (void)b;
        cx.kernel.captured = saved;
        for (std::size_t i = arrays; i < cx.code.array_params.size(); ++i) params.push_back(cx.code.array_params[i]);
        for (std::size_t i = scalars; i < cx.code.scalar_params.size(); ++i) params.push_back(cx.code.scalar_params[i]);
      }
    });
    cx.code.array_params.clear();
    cx.code.scalar_params.clear();
    declare_totals(cx);
    for (const auto& o : outputs) {
      const Type t = o.type ? resolve_type(*o.type, cx.options.scalar) : Type::unknown();
      if (t.known() && !t.is_number())
        error("Q0301", o.span, fmt::format("the kernel output '{}' must be a number", o.name),
              "outputs are totals of all threads, [a, b, c] several of them; an array is a parameter that the kernel "
              "updates: y[0] += x[pos]");
      Binding& b = declare(cx, o.name, t.known() ? t : Type::boolean(), o.span);
      if (t.known()) fix_type(b, t);
      b.outer = false;
      b.assigned = true;
      if (!cx.kernel.total_ops.count(o.name))
        for (ir::VarId v : b.vars()) cx.code.f.outputs.push_back(v);
      for (KernelTotal& total : cx.kernel.totals)
        if (total.what.name == o.name && t.known()) total.what.declared = t;
    }
    ir::Block main = cx.code.collect([&] {
      for (const GivenInMemory& g : cx.kernel.given_in_memory)
        write_binding(cx, cx.names.frame().names.at(g.name), g.components, g.span);
      block(cx, body);
      store_totals(cx, {});
    });
    guard = cx.kernel.uses_position && !cx.kernel.has_barrier;
    // What was captured on the way, in the order in which it was met.
    for (const std::string& c : cx.kernel.captured) {
      const Binding& b = cx.names.outermost().names.at(c);
      if (b.alias() && b.alias()->type.is_array()) params.push_back({ir::Param::Kind::Array, b.alias()->array().id});
      for (ir::VarId v : b.vars()) params.push_back({ir::Param::Kind::Scalar, v});
    }
    for (const KernelTotal& t : cx.kernel.totals)
      for (ir::ArrayId a : t.what.partials) params.push_back({ir::Param::Kind::Array, a});
    if (cx.kernel.print_arrays)
      for (ir::ArrayId a : *cx.kernel.print_arrays) params.push_back({ir::Param::Kind::Array, a});
    if (guard && cx.kernel.dims_vars.empty())
      for (int d = 0; d < cx.code.f.rank; ++d)
        cx.kernel.dims_vars.push_back(cx.code.f.add_var(fmt::format("dims_{}", d), Elem::I64));
    const ir::Block totals = prepare_totals(cx, guard);
    prologue.insert(prologue.end(), totals.begin(), totals.end());
    for (ir::VarId dim : cx.kernel.dims_vars) params.push_back({ir::Param::Kind::Scalar, dim});
    if (guard) {
      ir::ExprP inside;
      const Value pos = *cx.names.frame().names.at("pos").alias();
      for (std::size_t d = 0; d < cx.kernel.dims_vars.size(); ++d) {
        const ir::VarId dim = cx.kernel.dims_vars[d];
        const ir::ExprP c = ir::lt(pos.parts()[d], ir::var(cx.code.f, dim));
        inside = inside ? ir::logical_and(inside, c) : c;
      }
      prologue.push_back({ir::If{inside, std::move(main), {}}, {}});
    } else {
      prologue.insert(prologue.end(), main.begin(), main.end());
    }
    cx.code.f.body = std::move(prologue);
    cx.code.f.params = std::move(params);
    resolve_shared_extents(cx, body.empty() ? Span{} : body.front().span);
  });
  result.has_barrier = cx.kernel.has_barrier;
  result.position_rank = rank;
  result.uses_position = cx.kernel.uses_position;
  result.guarded = guard;
  result.needs_dims = !cx.kernel.dims_vars.empty();
  result.sees_block = sees_block(cx.code.f, parameters);
  if (guard && may_fail(cx.code.f)) number_positions(cx);
  result.captured = cx.kernel.captured;
  result.captured.insert(result.captured.end(), cx.assumed.counted_items.begin(), cx.assumed.counted_items.end());
  if (cx.kernel.print_arrays) result.prints = {cx.kernel.prints, *cx.kernel.print_arrays};
  for (const KernelTotal& t : cx.kernel.totals) result.accumulators.push_back(t.what);
  for (const auto& o : outputs) result.outputs.push_back(o.name);
}

// Failures are those of the lowest position, row by row, whatever the blocks are.
static void number_positions(LowerContext& cx) {
  cx.code.f.order = cx.code.f.add_var("order", Elem::I64);
  const Value pos = *cx.names.outermost().names.at("pos").alias();
  ir::ExprP place = pos.parts()[0];
  for (std::size_t d = 1; d < cx.kernel.dims_vars.size(); ++d)
    place = ir::add(ir::mul(place, ir::var(cx.code.f, cx.kernel.dims_vars[d])), pos.parts()[d]);
  auto guard = std::find_if(cx.code.f.body.begin(), cx.code.f.body.end(),
                            [](const ir::Stmt& s) { return std::holds_alternative<ir::If>(s.node); });
  cx.code.f.body.insert(guard, ir::Stmt{ir::Assign{cx.code.f.order, place}, {}});
}

// A parameter of the source: an array, a number, or a fixed-size value in components named p_0, p_1, ..
static Binding& bind_kernel_parameter(LowerContext& cx, const ast::Parameter& p, const Type& type) {
  Binding b;
  b.key = p.name;
  b.assigned = true;
  b.type = type;
  if (type.is_array()) {
    ir::Array a;
    a.name = p.name;
    a.elem = type.elem;
    a.rank = type.rank + (type.complex ? 1 : 0);
    a.is_const = type.is_const;
    Value v = of_array(type, cx.code.f.add_array(std::move(a)));
    v.array().texture = texture_of(p);
    cx.code.array_params.push_back({ir::Param::Kind::Array, v.array().id});
    b.storage = Alias{v};
  } else if (type.is_number() || type.kind == Type::Kind::Fixed) {
    b.type.elem = value_elem(type.elem);
    cx.types.by_key.emplace(p.name, b.type);
    if (p.type) fix_type(b, type);
    b.type = cx.types.by_key.at(p.name);
    make_vars(cx, b, p.name, false);
    for (ir::VarId v : b.vars()) cx.code.scalar_params.push_back({ir::Param::Kind::Scalar, v});
    cx.kernel.parameters.insert(cx.kernel.parameters.end(), b.vars().begin(), b.vars().end());
    if (cx.types.local_arrays.count(b.key)) {
      cx.kernel.given_in_memory.push_back({p.name, read_binding(cx, b), p.span});
      place_variable(cx, b, p.name, b.type.elem);
    }
  } else if (type.kind == Type::Kind::Function || type.kind == Type::Kind::Object || type.kind == Type::Kind::Cell) {
    Value v;
    v.type = type;
    if (type.kind == Type::Kind::Function)
      v.node = Functions{cx.assumed.functions_of(p.name)};
    else
      v.node = OuterPath{p.name};
    b.storage = Alias{std::move(v)};
  } else {
    error("Q0503", p.span, fmt::format("a kernel cannot take {}", cx.a_type(type)));
  }
  return cx.names.frame().names.emplace(p.name, std::move(b)).first->second;
}

}  // namespace lowering

namespace {

// What a loop would be interpreted for, a kernel is refused for.
Diagnostic refusal(const NotLowered& why) {
  if (why.code == "R904") return {"Q0108", Severity::Error, why.span, why.message, "", {}};
  const auto says = [&](const char* words) { return why.message.find(words) != std::string::npos; };
  const bool of_host =
      says("for host code") || says("used as a whole") || says("whose length is computed") || says("put in order");
  const char* way_out =
      of_host ? "compute it before the launch and give the kernel the value, or write a loop over elements" : "";
  return {"Q0503", Severity::Error, why.span, why.message, way_out, {}};
}

LoweredKernel run(const std::string& name, const std::vector<ast::Parameter>& outputs,
                  const std::vector<ast::Parameter>& parameters, const std::vector<Type>& argument_types,
                  const ast::Block& body, bool captures, const Scope& scope, const LowerOptions& options) {
  lowering::LowerContext cx(scope, options, true);
  LoweredKernel result;
  try {
    kernel_body(cx, name, outputs, parameters, argument_types, body, captures, result);
  } catch (const lowering::Stop& s) {
    Diagnostic d = refusal(s.why);
    add_calls(cx, d);
    throw ProgramError(std::move(d));
  } catch (ProgramError& e) {
    add_calls(cx, e.diagnostics.front());
    throw;
  }
  result.function = without_unread_copies(std::move(cx.code.f));
  result.specialised = std::move(cx.assumed.specialised);
  return result;
}

}  // namespace

LoweredKernel lower_kernel(const ast::FunctionDef& kernel, const std::vector<Type>& argument_types, const Scope& scope,
                           const LowerOptions& options) {
  std::vector<std::optional<Type>> given;
  std::size_t next = 0;
  for (const auto& p : kernel.parameters)
    given.push_back(is_position_name(p.name) || next >= argument_types.size() ? std::nullopt
                                                                              : std::optional(argument_types[next++]));
  const auto generics = lowering::generic_types(kernel.generics, kernel.parameters, given);
  const TypeNames names([&](const std::string& n) {
    auto it = generics.find(n);
    return it == generics.end() ? std::nullopt : std::optional(it->second);
  });
  return run(kernel.name, kernel.outputs, kernel.parameters, argument_types, kernel.body, true, scope, options);
}

LoweredKernel lower_kernel(const ast::Lambda& kernel, Span span, const std::vector<Type>& argument_types,
                           const Scope& scope, const LowerOptions& options) {
  ast::Block body;
  if (kernel.assignment)
    body.push_back(*kernel.assignment);
  else if (!kernel.statements.empty())
    body = kernel.statements;
  else if (kernel.body)
    body.push_back(ast::Stmt{ast::ExprStmt{kernel.body}, kernel.body->span, false});
  (void)span;
  return run("kernel", {}, kernel.parameters, argument_types, body, true, scope, options);
}

}  // namespace qc
