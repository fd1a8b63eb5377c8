#include "host/desugar/loop_invariants.h"

#include <algorithm>
#include <optional>

#include "host/context/session_context.h"
#include "host/library/library.h"
#include "sema/builtins.h"
#include "support/stop.h"

namespace qc::host {

namespace {

// Of fewer elements, the loop reads them itself: it is compiled once for all values then.
constexpr std::int64_t kLarge = 64;
constexpr int kMostParts = 256, kMostDepth = 4;  // of a record or cell that are looked into

class Around {
 public:
  using Functions = std::map<const void*, FunctionWrites>;
  Around(LoopEnvironment& evaluator, const EnvironmentP& env, const Scope& scope, const InvariantCalls& found,
         Functions& functions)
      : evaluator_(evaluator), env_(env), scope_(scope), found_(found), functions_(functions) {}

  // Whether no function that the loop names writes to what it did not make.
  bool functions_write_nothing() { return write_nothing(found_.names, ""); }

  // Whether a call is worth it, as its arrays are now, and gives the same in every iteration.
  bool stays(const InvariantCalls::Call& call) const {
    bool large = false;
    for (const auto& [name, n] : call.names)
      if (const Value* v = env_->find(name); v && !stays(*v, large)) return false;
    return (large || call.bound) && std::all_of(call.names.begin(), call.names.end(), [&](const auto& n) {
             return env_->find(n.first) || is_standard(n.first);
           });
  }

  // Whether nothing that is written to could change it.
  bool of_numbers(const InvariantCalls::Call& call) const {
    return call.bound && std::all_of(call.names.begin(), call.names.end(), [&](const auto& n) {
             const Value* v = env_->find(n.first);
             return v && std::holds_alternative<Number>(v->v);
           });
  }

  // The value of a call; nothing where it stays in the loop.
  std::optional<Value> value(const InvariantCalls::Call& call) const {
    try {
      Value v = evaluator_.eval(*call.text, env_);
      if (auto* p = std::get_if<Pending>(&v.v)) v = Value(resolve(*p));
      if (std::holds_alternative<Number>(v.v) || (call.array && std::holds_alternative<ArrayP>(v.v))) return v;
    } catch (const ProgramError& e) {  // the loop may never get there
      if (is_stop(e)) throw;
    }
    return {};
  }

 private:
  bool is_library(const ast::FunctionDef& f) const {
    return is_library_text(evaluator_.session().sources(), f.name_span.file);
  }

  // captured: where the variables are that a function value captured, with the point; a function of the program sees
  // others of it besides.
  bool write_nothing(const NameCounts& names, const std::string& captured) {
    return std::all_of(names.begin(), names.end(), [&](const auto& n) {
      const std::string& name = n.first;
      return write_nothing(scope_.functions(name)) && write_nothing(scope_.functions("::" + name)) &&
             (captured.empty() || write_nothing(scope_.functions(captured + name)));
    });
  }
  bool write_nothing(const std::vector<FunctionRef>& functions) {
    return std::all_of(functions.begin(), functions.end(), [&](const FunctionRef& f) {
      const void* syntax = f.def ? static_cast<const void*>(f.def) : f.lambda;
      if (!syntax || (f.def && is_library(*f.def)) || !seen_.insert({syntax, f.captured}).second) return true;
      const auto [at, fresh] = functions_.try_emplace(syntax);
      if (fresh) at->second = f.def ? function_writes(*f.def) : function_writes(*f.lambda);
      return !at->second.to_others && write_nothing(at->second.names, f.captured);
    });
  }

  bool is_standard(const std::string& name) const {
    const auto all = scope_.functions(name);
    if (all.empty()) return is_builtin(name);
    return std::all_of(all.begin(), all.end(), [&](const FunctionRef& f) { return f.def && is_library(*f.def); });
  }

  // Whether the loop writes to none of the arrays of a value; whether one of them is large.
  bool stays(const Value& v, bool& large, int depth = 0) const {
    if (std::holds_alternative<Number>(v.v) || std::holds_alternative<Pending>(v.v) ||
        std::holds_alternative<std::string>(v.v))
      return true;
    if (auto* a = std::get_if<ArrayP>(&v.v)) {
      large = large || (*a)->count() >= kLarge;
      return std::none_of(found_.written.begin(), found_.written.end(),
                          [&](const ast::Expr* e) { return may_be(*e, **a); });
    }
    if (depth == kMostDepth) return false;
    if (auto* c = std::get_if<std::shared_ptr<Cell>>(&v.v))
      return (*c)->items.size() <= kMostParts &&
             std::all_of((*c)->items.begin(), (*c)->items.end(),
                         [&](const Value& item) { return stays(item, large, depth + 1); });
    auto* r = std::get_if<std::shared_ptr<Record>>(&v.v);
    return r && std::all_of((*r)->fields.begin(), (*r)->fields.end(),
                            [&](const auto& f) { return stays(f.second, large, depth + 1); });
  }

  // Whether a text whose elements the loop writes to may stand for an array.
  bool may_be(const ast::Expr& written, const Array& a) const {
    auto* n = std::get_if<ast::Name>(&written.node);
    if (!n) return true;
    const Value* v = env_->find(n->name);
    if (!v || std::holds_alternative<Number>(v->v) || std::holds_alternative<Pending>(v->v))
      return false;  // the loop makes it
    auto* w = std::get_if<ArrayP>(&v->v);
    return !w || (*w)->buffer == a.buffer;
  }

  LoopEnvironment& evaluator_;
  const EnvironmentP& env_;
  const Scope& scope_;
  const InvariantCalls& found_;
  Functions& functions_;
  std::set<std::pair<const void*, std::string>> seen_;
};

}  // namespace

LoopInvariants::Known& LoopInvariants::known(const ast::Stmt& loop) {
  auto [it, fresh] = known_.try_emplace(&loop);
  if (fresh) it->second.found = invariant_calls(loop);
  return it->second;
}

const ast::Stmt* LoopInvariants::replace(const ast::Stmt& loop, LoopEnvironment& evaluator, const EnvironmentP& env,
                                         const Scope& scope, Values& values) {
  Known& known = this->known(loop);
  if (known.found.calls.empty()) return nullptr;
  Around around(evaluator, env, scope, known.found, functions_);
  std::vector<const InvariantCalls::Call*> staying;
  for (const InvariantCalls::Call& call : known.found.calls)
    if (!call.unfit && around.stays(call)) staying.push_back(&call);
  if (staying.empty()) return nullptr;
  if (!around.functions_write_nothing())
    std::erase_if(staying, [&](const auto* call) { return !around.of_numbers(*call); });
  std::set<std::string> names;
  for (const InvariantCalls::Call* call : staying)
    if (auto v = around.value(*call)) {
      values.insert_or_assign(call->name, std::move(*v));
      names.insert(call->name);
    } else {
      call->unfit = true;
    }
  if (names.empty()) return nullptr;
  for (const Variant& variant : known.variants)
    if (variant.names == names) return variant.text.get();
  auto text = std::make_unique<const ast::Stmt>(hoist_invariant_calls(loop, names));
  known.variants.push_back({std::move(names), std::move(text)});
  return known.variants.back().text.get();
}

}  // namespace qc::host
