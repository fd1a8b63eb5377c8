#include "host/desugar/dense_cell_arrays.h"

#include <algorithm>
#include <cstring>

#include "analysis/dataflow/name_facts.h"
#include "sema/kernel_position_names.h"

namespace qc::host {

namespace {

// What the items of a cell are that was made for fixed-size values, vec[vec3](n), and holds them; nothing: it is
// another value.
std::optional<DenseCell> dense_form(const Value& v, Elem scalar) {
  auto* cell = std::get_if<std::shared_ptr<Cell>>(&v.v);
  if (!cell || !*cell || !(*cell)->holds || (*cell)->items.empty()) return {};
  const Type& type = (*cell)->holds->type;
  if (type.kind != Type::Kind::Fixed || type.complex || type.elem != value_elem(type.elem) || type.elem == Elem::Bool)
    return {};
  DenseCell form{int((*cell)->dims.size()), type.dims, type.elem == Elem::I64, {}};
  if (form.rank + int(form.item.size()) > 3) return {};  // loops and kernels have cubes
  const auto is_one = [&](const Value& item) {
    auto* a = std::get_if<ArrayP>(&item.v);
    return a && (*a)->fixed && !(*a)->complex && (*a)->elem == type.elem && (*a)->dims == type.dims;
  };
  if (!std::all_of((*cell)->items.begin(), (*cell)->items.end(), is_one)) return {};
  form.type = item_type(type.dims, type.elem, scalar);
  return form;
}

// The same of a cell of short arrays, none of which is a value of a fixed size.
std::optional<DenseCell> form_of_arrays(const Value& v) {
  constexpr std::int64_t kShortest = 17, kLongest = 64,
                         kMost = 4096;  // elements of an item (fewer are read as they stand), items
  auto* cell = std::get_if<std::shared_ptr<Cell>>(&v.v);
  if (!cell || !*cell || (*cell)->items.empty() || std::int64_t((*cell)->items.size()) > kMost) return {};
  auto* first = std::get_if<ArrayP>(&(*cell)->items[0].v);
  if (!first || (*first)->count() < kShortest || (*first)->count() > kLongest) return {};
  DenseCell form{int((*cell)->dims.size()), (*first)->dims, (*first)->elem == Elem::I64, {}};
  if (form.rank + int(form.item.size()) > 3 || (*first)->elem != value_elem((*first)->elem) ||
      (*first)->elem == Elem::Bool)
    return {};
  const auto is_one = [&](const Value& item) {
    auto* a = std::get_if<ArrayP>(&item.v);
    return a && !(*a)->complex && (*a)->elem == (*first)->elem && (*a)->dims == (*first)->dims &&
           (*a)->boundary == Boundary::Default;
  };
  return std::all_of((*cell)->items.begin(), (*cell)->items.end(), is_one) ? std::optional(form) : std::nullopt;
}

bool holds_values(const Value& v) {
  auto* cell = std::get_if<std::shared_ptr<Cell>>(&v.v);
  return cell && *cell && (*cell)->holds;
}

// Whether a value, or a part of a record or cell, is the one that is looked for; also where they are nested so deep
// that it is not known.
bool any_part(const Value& v, const std::function<bool(const Value&)>& is_it, int depth = 0) {
  constexpr int kDeepest = 3;
  if (is_it(v)) return true;
  const auto inside = [&](const Value& part) { return any_part(part, is_it, depth + 1); };
  if (auto* r = std::get_if<std::shared_ptr<Record>>(&v.v); r && *r)
    return depth == kDeepest || std::any_of((*r)->fields.begin(), (*r)->fields.end(),
                                            [&](const auto& field) { return inside(field.second); });
  auto* c = std::get_if<std::shared_ptr<Cell>>(&v.v);
  if (!c || !*c || holds_values(v)) return false;
  return depth == kDeepest || std::any_of((*c)->items.begin(), (*c)->items.end(), inside);
}

// A function value that may have captured variables.
bool sees_variables(const Value& v, const EnvironmentP& env) {
  return any_part(v, [&](const Value& part) {
    auto* f = std::get_if<std::shared_ptr<Closure>>(&part.v);
    return f && *f && ((*f)->lambda || ((*f)->def && (*f)->captured && (*f)->captured != env));
  });
}

std::size_t bytes_of(const Array& a) { return std::size_t(a.count()) * std::size_t(byte_size(a.elem)); }

}  // namespace

ItemsAsArray::ItemsAsArray(std::shared_ptr<Cell> cell, const DenseCell& form) : cell_(std::move(cell)) {
  std::vector<std::int64_t> dims = cell_->dims;
  dims.insert(dims.end(), form.item.begin(), form.item.end());
  array_ = make_array(std::get<ArrayP>(cell_->items[0].v)->elem, dims, false);
  auto* to = static_cast<unsigned char*>(array_->buffer->host_overwrite());
  const std::size_t bytes = bytes_of(*std::get<ArrayP>(cell_->items[0].v));
  for (const Value& item : cell_->items) {
    runtime::Buffer& from = *std::get<ArrayP>(item.v)->buffer;
    std::memcpy(to, from.only_here() ? from.only_here() : from.host_read(), bytes);
    to += bytes;
  }
}

// A value that another variable has as well is another one from here on.
ItemsAsArray::~ItemsAsArray() {
  if (!written_) return;
  auto* from = static_cast<const unsigned char*>(array_->buffer->host_read());
  const std::size_t bytes = bytes_of(*std::get<ArrayP>(cell_->items[0].v));
  for (Value& item : cell_->items) {
    ArrayP& a = std::get<ArrayP>(item.v);
    if (a.use_count() > 1) {
      a = make_array(a->elem, a->dims, false);
      a->fixed = true;
    }
    std::memcpy(a->buffer->only_here() ? a->buffer->only_here() : a->buffer->host_overwrite(), from, bytes);
    from += bytes;
  }
}

ItemsAsArray& VariablesAsArrays::array_for(const std::shared_ptr<Cell>& cell, const DenseCell& form) {
  for (auto& a : arrays_)
    if (a->cell() == cell.get()) return *a;
  return *arrays_.emplace_back(std::make_unique<ItemsAsArray>(cell, form));
}

void VariablesAsArrays::replace(const std::string& name, const DenseCell& form, bool written) {
  Value& v = *env_->find(name);
  ItemsAsArray& as_array = array_for(std::get<std::shared_ptr<Cell>>(v.v), form);
  if (written) as_array.is_written();
  before_.emplace_back(name, std::exchange(v, Value(as_array.array())));
  mark(name, form);
}

void VariablesAsArrays::mark(const std::string& name, const DenseCell& form) {
  std::vector<std::int64_t> shape{form.rank};
  shape.insert(shape.end(), form.item.begin(), form.item.end());
  ArrayP says = make_array(Elem::I64, shape, true);
  says->fixed = true;
  marks_.push_back(items_name(name));
  env_->variables[marks_.back()] = Value(says);
}

VariablesAsArrays::~VariablesAsArrays() {
  for (auto& [name, value] : before_) *env_->find(name) = std::move(value);
  for (const std::string& mark : marks_) env_->variables.erase(mark);
}

const ast::Stmt* DenseCellArrays::Known::text_for(const ast::Stmt& given, const DenseCells& cells,
                                                  const IsOwnFunction& is_own, bool references) {
  auto [at, fresh] = texts.try_emplace(cells);
  if (fresh)
    at->second = references ? with_dense_cells_of_arrays(given, cells, is_own) : with_dense_cells(given, cells, is_own);
  return at->second ? &*at->second : nullptr;
}

// Whether a record or cell holds one of the cells.
static bool holds_cell(const Value& v, const DenseCells& cells, Environment& env) {
  return any_part(v, [&](const Value& part) {
    auto* c = std::get_if<std::shared_ptr<Cell>>(&part.v);
    return c && *c && std::any_of(cells.begin(), cells.end(), [&](const auto& cell) {
             return std::get<std::shared_ptr<Cell>>(env.find(cell.first)->v) == *c;
           });
  });
}

static IsOwnFunction own_functions(const EnvironmentP& env, const LoopEnvironment& evaluator) {
  return
      [env, &evaluator](const std::string& name) { return evaluator.is_function(name) || env->find(name) != nullptr; };
}

std::unique_ptr<LoopOverItems> DenseCellArrays::loop(const ast::Stmt& loop, const EnvironmentP& env,
                                                     const LoopEnvironment& evaluator,
                                                     const std::function<std::int64_t()>& most) {
  auto [at, fresh] = loops_.try_emplace(&loop);
  Known& known = at->second;
  if (fresh) {
    known.written = index_targets(loop);
    NameCounts counts;
    count_names(loop, counts);
    for (const auto& [name, n] : counts) known.names.insert(name);
  }
  const auto of_values = [&](const std::string& name) {
    const Value* v = env->find(name);
    return v && holds_values(*v);
  };
  if (known.declined || std::none_of(known.names.begin(), known.names.end(), of_values)) return nullptr;
  // A function of the program may write to what it is given.
  const bool calls = std::any_of(known.names.begin(), known.names.end(),
                                 [&](const std::string& name) { return evaluator.is_function(name); });
  if (!calls && std::none_of(known.written.begin(), known.written.end(), of_values)) return nullptr;
  DenseCells cells;
  for (const std::string& name : known.names) {
    const Value* v = env->find(name);
    if (v && sees_variables(*v, env)) return nullptr;  // a function that is called has the cells that it captured
    if (!v || !holds_values(*v)) continue;
    if (std::int64_t(std::get<std::shared_ptr<Cell>>(v->v)->items.size()) > most()) return nullptr;
    const auto form = dense_form(*v, evaluator.scalar());
    if (form) cells.emplace(name, *form);
  }
  for (const std::string& name : known.names) {
    const Value* v = cells.count(name) ? nullptr : env->find(name);
    if (v && holds_cell(*v, cells, *env)) return nullptr;  // another way to the items, o.p[i]
  }
  const ast::Stmt* text = cells.empty() ? nullptr : known.text_for(loop, cells, own_functions(env, evaluator), false);
  if (!text) return nullptr;
  auto out = std::unique_ptr<LoopOverItems>(new LoopOverItems{*text, VariablesAsArrays(env)});
  for (const auto& [name, form] : cells) out->variables.replace(name, form, calls || known.written.count(name) > 0);
  return out;
}

// Whether a value is, or holds, an array that is an item of one of the cells.
static bool shares_items(const Value& v, const DenseCells& cells, Environment& env) {
  return any_part(v, [&](const Value& part) {
    auto* a = std::get_if<ArrayP>(&part.v);
    return a && std::any_of(cells.begin(), cells.end(), [&](const auto& c) {
             const Cell& cell = *std::get<std::shared_ptr<Cell>>(env.find(c.first)->v);
             return std::any_of(cell.items.begin(), cell.items.end(),
                                [&](const Value& item) { return std::get<ArrayP>(item.v)->buffer == (*a)->buffer; });
           });
  });
}

std::unique_ptr<LoopOverItems> DenseCellArrays::loop_of_arrays(const ast::Stmt& loop, const EnvironmentP& env,
                                                               const LoopEnvironment& evaluator,
                                                               const std::function<std::int64_t()>& most) {
  auto [at, fresh] = readers_.try_emplace(&loop);
  Known& known = at->second;
  if (fresh) {
    NameCounts counts;
    count_names(loop, counts);
    for (const auto& [name, n] : counts) known.names.insert(name);
  }
  if (known.declined) return nullptr;
  DenseCells cells;
  std::int64_t items = 0;
  for (const std::string& name : known.names) {
    const Value* v = env->find(name);
    const auto form = v ? form_of_arrays(*v) : std::nullopt;
    if (!form) continue;
    cells.emplace(name, *form);
    items += std::int64_t(std::get<std::shared_ptr<Cell>>(v->v)->items.size());
  }
  if (cells.empty() || items > most()) return nullptr;
  for (const std::string& name : known.names) {  // an alias of an item, which the loop may write to
    const Value* v = env->find(name);
    if (!v || cells.count(name)) continue;
    if (sees_variables(*v, env) || shares_items(*v, cells, *env)) return nullptr;
  }
  const ast::Stmt* text = known.text_for(loop, cells, own_functions(env, evaluator), true);
  if (!text) return nullptr;
  auto out = std::unique_ptr<LoopOverItems>(new LoopOverItems{*text, VariablesAsArrays(env)});
  for (const auto& [name, form] : cells) out->variables.replace(name, form, false);
  return out;
}

std::unique_ptr<KernelOverItems> DenseCellArrays::launch(const Closure& kernel, std::vector<Value>& given,
                                                         const EnvironmentP& around, const LoopEnvironment& evaluator) {
  const Elem scalar = evaluator.scalar();
  const bool sees_around = kernel.lambda || (kernel.def && kernel.captured);
  const void* key = kernel.def ? static_cast<const void*>(kernel.def) : kernel.lambda;
  if (!key || (!sees_around && std::none_of(given.begin(), given.end(), holds_values))) return nullptr;
  const auto [known, fresh] = kernels_.try_emplace(key);
  ast::Stmt text;
  const auto make_text = [&] {
    if (kernel.def)
      text.node = Box<ast::FunctionDef>(*kernel.def);
    else
      text.node = ast::ExprStmt{ast::ExprP(ast::Expr{*kernel.lambda, {}})};
  };
  if (fresh) {
    make_text();
    known->second.written = index_targets(text);
    NameCounts counts;
    count_names(text, counts);
    for (const auto& [name, n] : counts) known->second.names.insert(name);
  }
  const auto& parameters = kernel.def ? kernel.def->parameters : kernel.lambda->parameters;
  DenseCells cells;
  std::vector<std::pair<std::size_t, std::string>> places;
  std::set<std::string> own;
  std::size_t k = 0;
  for (const ast::Parameter& p : parameters) {
    own.insert(p.name);
    if (is_position_name(p.name) || k == given.size()) continue;
    if (const auto form = dense_form(given[k], scalar)) {
      cells.emplace(p.name, *form);
      places.emplace_back(k, p.name);
    }
    ++k;
  }
  std::vector<std::string> captured;
  for (const std::string& name : known->second.names) {
    const Value* v = sees_around && !own.count(name) ? around->find(name) : nullptr;
    const auto form = v ? dense_form(*v, scalar) : std::nullopt;
    if (!form) continue;
    cells.emplace(name, *form);
    captured.push_back(name);
  }
  if (cells.empty()) return nullptr;
  make_text();
  const ast::Stmt* made = known->second.text_for(text, cells, own_functions(around, evaluator), false);
  if (!made) return nullptr;
  auto out = std::unique_ptr<KernelOverItems>(
      new KernelOverItems{std::make_shared<Closure>(kernel), VariablesAsArrays(around)});
  if (kernel.def)
    out->kernel->def = std::get<Box<ast::FunctionDef>>(made->node).get();
  else
    out->kernel->lambda = &std::get<ast::Lambda>(std::get<ast::ExprStmt>(made->node).value->node);
  const bool calls = std::any_of(known->second.names.begin(), known->second.names.end(),
                                 [&](const std::string& name) { return evaluator.is_function(name); });
  const auto is_written = [&](const std::string& name) { return calls || known->second.written.count(name) > 0; };
  for (const auto& [at, name] : places) {
    ItemsAsArray& as_array = out->variables.array_for(std::get<std::shared_ptr<Cell>>(given[at].v), cells.at(name));
    if (is_written(name)) as_array.is_written();
    given[at] = Value(as_array.array());
    out->variables.mark(name, cells.at(name));
  }
  for (const std::string& name : captured) out->variables.replace(name, cells.at(name), is_written(name));
  return out;
}

}  // namespace qc::host
