#include "host/desugar/loop_paths.h"

#include <algorithm>
#include <optional>

#include "analysis/dataflow/name_facts.h"
#include "ast/print_ast.h"
#include "desugar/replace_paths.h"
#include "host/access/cells.h"
#include "host/access/indexing.h"
#include "support/stop.h"

namespace qc::host {

namespace {

using Values = std::map<std::string, Value, std::less<>>;
using Changed = std::map<std::string, const ast::Expr*, std::less<>>;

bool holds_parts(const Value& v) {
  return std::holds_alternative<std::shared_ptr<Record>>(v.v) || std::holds_alternative<std::shared_ptr<Cell>>(v.v);
}
bool is_complex_array(const Value& v) {
  auto* a = std::get_if<ArrayP>(&v.v);
  return a && *a && (*a)->complex;
}

// Paths as they are when the loop is reached.
class ValueSource : public PathSource {
 public:
  ValueSource(LoopEnvironment& evaluator, EnvironmentP env, Values& values, Changed& changed)
      : evaluator_(evaluator), env_(std::move(env)), values_(values), changed_(changed) {}
  std::optional<Type> type_of(const ast::Expr& path) override {
    const auto v = value(path);
    return v ? std::optional(host::type_of(*v)) : std::nullopt;
  }
  void use(const std::string& name, const ast::Expr& path) override {
    values_[name] = *value(path);
    auto* f = std::get_if<ast::Field>(&path.node);
    const auto base = f ? value(*f->base) : std::nullopt;
    if (auto* r = base ? std::get_if<std::shared_ptr<Record>>(&base->v) : nullptr) records_[name] = r->get();
  }
  bool change(const std::string& name, const ast::Expr& path) override {
    changed_[name] = &path;
    return true;
  }
  bool one_field(const std::string& a, const std::string& b) override {
    const auto x = records_.find(a), y = records_.find(b);
    return x != records_.end() && y != records_.end() && x->second == y->second;
  }
  bool may_hold(const std::string& array, const std::string& other) override {
    const Value *v = env_->find(array), *w = env_->find(other);
    if (!w) return false;
    auto *a = v ? std::get_if<ArrayP>(&v->v) : nullptr, *b = std::get_if<ArrayP>(&w->v);
    return holds_parts(*w) || (a && b && (*a)->buffer == (*b)->buffer);
  }
  void restart() override {
    values_.clear();
    changed_.clear();
    records_.clear();
  }

 private:
  std::optional<Value> value(const ast::Expr& e) {
    if (auto* n = std::get_if<ast::Name>(&e.node)) {
      const Value* v = env_->find(n->name);
      return v ? std::optional(*v) : std::nullopt;
    }
    if (auto* f = std::get_if<ast::Field>(&e.node)) {
      const auto base = value(*f->base);
      auto* r = base ? std::get_if<std::shared_ptr<Record>>(&base->v) : nullptr;
      const Value* v = r ? (*r)->find(f->name) : nullptr;
      return v ? std::optional(*v) : std::nullopt;
    }
    auto* i = std::get_if<ast::Index>(&e.node);
    const auto base = i ? value(*i->base) : std::nullopt;
    if (base && std::holds_alternative<ArrayP>(base->v)) return element(e);
    auto* c = base ? std::get_if<std::shared_ptr<Cell>>(&base->v) : nullptr;
    if (!c) return {};
    try {
      std::vector<Value> indices;
      for (const auto& x : i->indices) indices.push_back(evaluator_.eval(*x, env_));
      return read_cell(**c, indices, "the cell", e.span);
    } catch (const ProgramError& e) {
      if (is_stop(e)) throw;
      return {};  // the loop may never get there
    }
  }

  // Of an array, if it is inside.
  std::optional<Value> element(const ast::Expr& e) {
    try {
      return evaluator_.eval(e, env_);
    } catch (const ProgramError& error) {
      if (is_stop(error)) throw;
      return {};
    }
  }

  LoopEnvironment& evaluator_;
  EnvironmentP env_;
  Values& values_;
  Changed& changed_;
  std::map<std::string, const Record*> records_;  // of the fields, by their names
};

// Writes down what is asked of a source; what was asked before it answers the same and is not written again.
class TracedSource : public PathSource {
 public:
  TracedSource(PathSource& source, std::vector<PathStep>& steps) : source_(source), steps_(steps) {}
  std::optional<Type> type_of(const ast::Expr& path) override {
    const auto type = source_.type_of(path);
    if (std::string name = ast::print(path); asked_.insert(name).second)
      steps_.push_back({PathStep::Kind::Type, std::move(name), {}, path, type});
    return type;
  }
  void use(const std::string& name, const ast::Expr& path) override {
    source_.use(name, path);
    if (used_.insert(name).second) steps_.push_back({PathStep::Kind::Use, name, {}, path, {}});
  }
  bool change(const std::string& name, const ast::Expr& path) override {
    const bool answer = source_.change(name, path);
    steps_.push_back({PathStep::Kind::Change, name, {}, path, {}, answer});
    return answer;
  }
  bool one_field(const std::string& a, const std::string& b) override {
    const bool answer = source_.one_field(a, b);
    steps_.push_back({PathStep::Kind::OneField, a, b, {}, {}, answer});
    return answer;
  }
  bool may_hold(const std::string& array, const std::string& other) override {
    const bool answer = source_.may_hold(array, other);
    steps_.push_back({PathStep::Kind::MayHold, array, other, {}, {}, answer});
    return answer;
  }
  void restart() override {
    source_.restart();
    used_.clear();
    steps_.push_back({PathStep::Kind::Restart, {}, {}, {}, {}});
  }

 private:
  PathSource& source_;
  std::vector<PathStep>& steps_;
  std::set<std::string> asked_, used_;
};

// Whether the source answers as it did, after which it knows what is used and changed.
bool answers_as_before(const std::vector<PathStep>& steps, PathSource& source) {
  for (const PathStep& s : steps) {
    switch (s.kind) {
      case PathStep::Kind::Type:
        if (source.type_of(s.path) != s.type) return false;
        break;
      case PathStep::Kind::Use:
        source.use(s.name, s.path);
        break;
      case PathStep::Kind::Change:
        if (source.change(s.name, s.path) != s.answer) return false;
        break;
      case PathStep::Kind::OneField:
        if (source.one_field(s.name, s.other) != s.answer) return false;
        break;
      case PathStep::Kind::MayHold:
        if (source.may_hold(s.name, s.other) != s.answer) return false;
        break;
      case PathStep::Kind::Restart:
        source.restart();
        break;
    }
  }
  return true;
}

// Whether it is so of none of the variables that there are, which are no more than `most`.
template <class Is>
bool is_so_of_no_variable(const Environment& env, std::size_t most, const Is& is) {
  if (env.outer) return false;
  for (const auto& [name, v] : env.variables)
    if (most-- == 0 || is(v)) return false;
  return true;
}

// Of a variable with one of the names. A name takes longer to be looked up than a variable to be looked at.
template <class Is>
bool any_named(const std::set<std::string, std::less<>>& names, const EnvironmentP& env, const Is& is) {
  if (names.empty() || is_so_of_no_variable(*env, 2 * names.size(), is)) return false;
  return std::any_of(names.begin(), names.end(), [&](const auto& name) {
    const Value* v = env->find(name);
    return v && is(*v);
  });
}

bool any_with_parts(const std::set<std::string, std::less<>>& names, const EnvironmentP& env) {
  return any_named(names, env, [](const Value& v) { return holds_parts(v) || is_complex_array(v); });
}

bool any_array(const std::set<std::string, std::less<>>& names, const EnvironmentP& env) {
  return any_named(names, env, [](const Value& v) { return std::holds_alternative<ArrayP>(v.v); });
}

}  // namespace

LoopPaths::Known& LoopPaths::known_of(const void* key, const std::function<const ast::Stmt&()>& text) {
  auto [it, fresh] = known_.try_emplace(key);
  Known& known = it->second;
  if (!fresh) return known;
  const ast::Stmt& given = text();
  NameCounts counts;
  count_names(given, counts);
  for (const auto& [name, n] : counts) known.names.insert(name);
  if (std::holds_alternative<ast::For>(given.node)) arrays_in_bounds(given, known.in_bounds);
  return known;
}

LoopPaths::Glance LoopPaths::glance(const ast::Stmt& loop, const EnvironmentP& env) {
  const Known& known = known_of(loop);
  return {any_with_parts(known.names, env), any_array(known.in_bounds, env)};
}

const ast::Stmt* LoopPaths::replace(const ast::Stmt& loop, LoopEnvironment& evaluator, const EnvironmentP& env,
                                    Values& values, Changed& changed) {
  return replace(
      &loop, [&]() -> const ast::Stmt& { return loop; }, evaluator, env, values, changed);
}

std::shared_ptr<Closure> LoopPaths::replace(const Closure& kernel, LoopEnvironment& evaluator, const EnvironmentP& env,
                                            Values& values) {
  const void* key = kernel.def ? static_cast<const void*>(kernel.def) : kernel.lambda;
  if (!key) return nullptr;
  Changed none;
  ast::Stmt s;
  const auto text = [&]() -> const ast::Stmt& {
    if (kernel.def)
      s.node = Box<ast::FunctionDef>(*kernel.def);
    else
      s.node = ast::ExprStmt{ast::ExprP(ast::Expr{*kernel.lambda, {}})};
    return s;
  };
  const ast::Stmt* made = replace(key, text, evaluator, env, values, none);
  if (!made) return nullptr;
  auto out = std::make_shared<Closure>(kernel);
  if (kernel.def)
    out->def = std::get<Box<ast::FunctionDef>>(made->node).get();
  else
    out->lambda = &std::get<ast::Lambda>(std::get<ast::ExprStmt>(made->node).value->node);
  return out;
}

const ast::Stmt* LoopPaths::replace(const void* key, const std::function<const ast::Stmt&()>& text,
                                    LoopEnvironment& evaluator, const EnvironmentP& env, Values& values,
                                    Changed& changed) {
  Known& known = known_of(key, text);
  if (!any_with_parts(known.names, env) && !any_array(known.in_bounds, env)) return nullptr;
  ValueSource source(evaluator, env, values, changed);
  for (const PathTrace& t : known.traces) {
    if (answers_as_before(t.steps, source)) return t.text;
    source.restart();
  }
  constexpr std::size_t kMostTraces = 4;
  if (known.traces.size() == kMostTraces) known.traces.erase(known.traces.begin());
  std::vector<PathStep> steps;
  TracedSource traced(source, steps);
  ast::Stmt made = replace_paths(text(), traced);
  known.traces.push_back({std::move(steps), values.empty() ? nullptr : known.kept(values, std::move(made))});
  return known.traces.back().text;
}

// The text, or one that is the same.
const ast::Stmt* LoopPaths::Known::kept(const Values& values, ast::Stmt text) {
  std::set<std::string> paths;
  for (const auto& [name, v] : values) paths.insert(name);
  for (const PathVariant& variant : variants)
    if (variant.paths == paths && *variant.text == text) return variant.text.get();
  variants.push_back({std::move(paths), std::make_unique<const ast::Stmt>(std::move(text))});
  return variants.back().text.get();
}

}  // namespace qc::host
