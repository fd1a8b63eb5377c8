#include "host/loops/undecided_kinds.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>

#include "host/arrays/arith.h"
#include "host/device/launch.h"
#include "host/loops/loop_runner_impl.h"
#include "sema/short_names.h"

namespace qc::host {

namespace {

// The scope in which kinds are found: variables are what they were before the loop.
class BeforeScope : public LoopScope, public ShortNames {
 public:
  BeforeScope(LoopScope& now, std::map<std::string, Value, std::less<>> values)
      : now_(now), short_(dynamic_cast<const ShortNames*>(&now)), values_(std::move(values)) {}
  std::optional<Type> type_of(std::string_view name) const override {
    const auto it = values_.find(name);
    return it == values_.end() ? now_.type_of(name) : host::type_of(it->second);
  }
  bool is_short_array(std::string_view name) const override { return short_ && short_->is_short_array(name); }
  std::optional<Elem> elem_before(std::string_view name) const override { return short_->elem_before(name); }
  std::optional<double> constant_of(std::string_view) const override { return {}; }
  std::vector<FunctionRef> functions(std::string_view name) const override { return now_.functions(name); }
  bool live_after(std::string_view) const override { return true; }
  std::vector<std::string> names() const override { return now_.names(); }
  Value* find(std::string_view name) override {
    const auto it = values_.find(name);
    return it == values_.end() ? now_.find(name) : &it->second;
  }
  void assign(const std::string& name, Value value) override { values_[name] = std::move(value); }

 private:
  LoopScope& now_;
  const ShortNames* short_;  // what it knows of them; null: nothing
  std::map<std::string, Value, std::less<>> values_;
};

// The numbers of a value.
std::vector<Number> numbers_of(const Value& v) {
  if (auto* a = std::get_if<ArrayP>(&v.v)) {
    std::vector<Number> out;
    const void* data = (*a)->buffer->host_read();
    for (std::int64_t k = 0; k < (*a)->count(); ++k) out.push_back(get_element(**a, data, k));
    return out;
  }
  if (auto* p = std::get_if<Pending>(&v.v)) return {resolve(*p)};
  auto* n = std::get_if<Number>(&v.v);
  return n ? std::vector<Number>{*n} : std::vector<Number>();
}

// Whether a number of this kind can be that.
bool may_be(const Number& n, std::int64_t kind) {
  if (n.complex && !ir::is_complex_kind(kind) && n.im != 0) return false;
  Number real = n;
  real.complex = false;
  real.im = 0;
  const Number back = convert_number(convert_number(real, ir::elem_of_kind(kind)), n.type);
  return is_float(n.type) ? back.re == n.re || (std::isnan(back.re) && std::isnan(n.re)) : back.i == n.i;
}

bool is_changed(const Number& now, Number before) {
  before = convert_number(before, now.type);
  const auto bits = [](double x) { return std::bit_cast<std::uint64_t>(x); };
  return now.i != before.i || bits(now.re) != bits(before.re) || bits(now.im) != bits(before.im);
}

}  // namespace

UndecidedKinds::UndecidedKinds(CompiledLoop& loop, LoopScope& scope, runtime::Device& device)
    : loop_(loop), scope_(scope) {
  const auto keep = [&](const std::string& name) {
    Value* v = before_.contains(name) ? nullptr : scope_.find(name);
    if (!v) return;
    auto* a = std::get_if<ArrayP>(&v->v);
    before_.emplace(name, a ? Value(copy_of(**a)) : *v);
    if (a) std::get<ArrayP>(before_.find(name)->second.v)->fixed = (*a)->fixed;
  };
  const LoopNest& nest = loop_.as_lowered();
  for (const ir::UndecidedKind& name : nest.undecided) keep(name.name);
  const ir::Function& finds = *nest.finds_kinds;
  for (const ir::Param& p : finds.params) {
    if (p.kind != ir::Param::Kind::Scalar) continue;
    const ir::Var& var = finds.vars[p.id];
    const std::string& name = var.set_of.empty() ? var.name : var.set_of;
    const auto whole = std::find_if(nest.wholes.begin(), nest.wholes.end(), [&](const LoopNest::Whole& w) {
      return std::find(w.parts.begin(), w.parts.end(), p.id) != w.parts.end();
    });
    if (whole != nest.wholes.end())
      keep(whole->name);
    else if (scope_.find(name))
      keep(name);
    else if (const auto c = component_of(name))
      keep(c->first);
  }
  keep_arrays(device);
}

void UndecidedKinds::keep_arrays(runtime::Device& device) {
  const ir::Function& all = loop_.as_lowered().function;
  const ir::Function& finds = *loop_.as_lowered().finds_kinds;
  const auto array_of = [&](ir::ArrayId id) {
    Value* v = scope_.find(all.arrays[id].name);
    auto* a = v ? std::get_if<ArrayP>(&v->v) : nullptr;
    return a ? *a : nullptr;
  };
  const std::vector<bool> written = written_arrays(all);
  std::set<ir::ArrayId> asked;
  for (const ir::Param& p : finds.params)
    if (p.kind == ir::Param::Kind::Array) asked.insert(p.id);
  std::map<const runtime::Buffer*, std::shared_ptr<runtime::Buffer>> copies;
  for (const ir::Param& p : all.params) {
    if (p.kind != ir::Param::Kind::Array || !written[p.id]) continue;
    const ArrayP a = array_of(p.id);
    if (!a) continue;
    const auto shares = [&](ir::ArrayId id) {
      const ArrayP other = array_of(id);
      return other && other->buffer == a->buffer;
    };
    if (asked.count(p.id))
      copies.emplace(a->buffer.get(), nullptr);
    else if (std::any_of(asked.begin(), asked.end(), shares))
      knows_arrays_ = false;
  }
  if (!knows_arrays_) return;
  for (const ir::ArrayId id : asked) {
    const ArrayP a = array_of(id);
    const auto copy = a ? copies.find(a->buffer.get()) : copies.end();
    if (copy == copies.end()) continue;
    auto made = std::make_shared<Array>(*a);
    if (!copy->second) copy->second = copy_of_buffer(*a->buffer, device);
    made->buffer = copy->second;
    arrays_.emplace_back(all.arrays[id].name, std::move(made));
  }
}

std::int64_t UndecidedKinds::kind_of_value(const ir::UndecidedKind& name, const Value& now) const {
  const std::vector<Number> numbers = numbers_of(now);
  const auto before = before_.find(name.name);
  if (name.changed != 0 && numbers.size() == 1 && before != before_.end()) {
    const std::vector<Number> was = numbers_of(before->second);
    if (was.size() == 1 && is_changed(numbers[0], was[0])) return name.changed;
  }
  std::int64_t found = 0;
  for (const std::int64_t kind : name.kinds) {
    if (!std::all_of(numbers.begin(), numbers.end(), [&](const Number& n) { return may_be(n, kind); })) continue;
    if (found != 0) return 0;
    found = kind;
  }
  return found;
}

void UndecidedKinds::settle(const Run& run) {
  std::map<std::string, std::int64_t> kinds;
  std::vector<const ir::UndecidedKind*> asked;
  for (const ir::UndecidedKind& name : loop_.as_lowered().undecided) {
    const Value* now = scope_.find(name.name);
    if (!now) continue;
    if (const std::int64_t kind = kind_of_value(name, *now))
      kinds[name.name] = kind;
    else
      asked.push_back(&name);
  }
  if (!asked.empty() && knows_arrays_) {
    BeforeScope scope(scope_, before_);
    const auto found = run(loop_.finds_kinds(), scope, arrays_);
    for (const ir::UndecidedKind* name : asked)
      if (const auto kind = found.find(name->name); kind != found.end()) kinds[name->name] = kind->second;
  }
  for (const auto& [name, kind] : kinds) scope_.assign(name, of_kind(*scope_.find(name), kind));
}

}  // namespace qc::host
