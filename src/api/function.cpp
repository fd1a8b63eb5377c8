// Typed handles of functions (qc::Function).
#include <algorithm>
#include <cstdint>
#include <span>

#include "api/engine_impl.h"

namespace qc {

// The view that an argument of a prepared call was, for the next call: to make one takes longer than a short call.
// Between calls nobody else has it, so that the memory may go which it is of.
class SpareView {
 public:
  // The argument of a call that begins.
  host::Value take(Engine::Access::Impl& engine, const detail::Memory& m) {
    if (!views_again(m)) return made(engine, m);
    if (engine.remember(memory_)) memory_->take_in();
    return host::Value(array_);
  }
  // The call has ended.
  void give_back(Engine::Access::Impl& engine) {
    const bool is_ours = array_ && array_.use_count() == 1 && array_->buffer == buffer_ && buffer_.use_count() == 2;
    if (is_ours && buffer_->only_here()) return engine.forget(memory_);
    release();
  }

 private:
  void release() {
    array_ = nullptr;
    buffer_ = nullptr;
    memory_ = nullptr;
  }
  static std::span<const std::int64_t> extents_of(const detail::Memory& m) {
    return {m.extents ? m.extents : &m.length, m.rank};
  }

  bool views_again(const detail::Memory& m) {
    if (!array_ || m.strides || m.type != type_ || m.is_complex != array_->complex || m.read_only != layout_.read_only)
      return false;
    const auto extents = extents_of(m);
    if (m.data != layout_.data ||
        !std::equal(extents.begin(), extents.end(), layout_.extents.begin(), layout_.extents.end())) {
      layout_.data = const_cast<void*>(m.data);
      layout_.extents.assign(extents.begin(), extents.end());
      array_->dims = layout_.extents;
      const std::size_t part = layout_.element / (m.is_complex ? 2 : 1);
      if (!problem_of(layout_, part).empty() ||
          !buffer_->view_again(layout_.data, std::size_t(array_->count()) * layout_.element))
        return false;
    }
    array_->dims = layout_.extents;  // the variable that held it may have been given other traits
    array_->fixed = false;
    array_->boundary = Boundary::Default;
    array_->is_const = layout_.read_only;
    return true;
  }

  host::Value made(Engine::Access::Impl& engine, const detail::Memory& m) {
    release();
    const auto extents = extents_of(m);
    ViewLayout how;
    how.is_complex = m.is_complex;
    how.read_only = m.read_only;
    const std::int64_t part = byte_size(*elem_of(m.type)), bytes = m.is_complex ? 2 * part : part;
    if (m.strides) how.strides.assign(m.strides, m.strides + m.rank);
    for (std::int64_t& stride : how.strides)
      if (__builtin_mul_overflow(stride, bytes, &stride)) stride = INT64_MIN;
    const Value view = view_of(const_cast<void*>(m.data), m.type, {extents.begin(), extents.end()}, std::move(how));
    host::Value value = engine.take(view);
    if (m.strides) return value;
    array_ = std::get<host::ArrayP>(value.v);
    buffer_ = array_->buffer;
    memory_ = Value::Access::held(view).memory;
    type_ = m.type;
    layout_ = {const_cast<void*>(m.data), std::size_t(bytes), array_->dims, {}, m.read_only};
    return value;
  }

  host::ArrayP array_;  // null: there is none that can be used again
  std::shared_ptr<runtime::Buffer> buffer_;
  std::shared_ptr<const CallersMemory> memory_;
  CallersMemory::Layout layout_;
  ElementType type_{};
};

// Not hidden, as what the engine has inside is: the functions that take one are shown.
struct Engine::Prepared {
  std::weak_ptr<void> engine;
  std::string name;
  std::shared_ptr<host::PreparedCall> call;
  std::vector<SpareView> views;  // by argument; the engine's, while it is in use
};

Result<std::shared_ptr<Engine::Prepared>> Engine::prepare(std::string_view name, std::vector<Value> samples,
                                                          std::size_t outputs) {
  using Handle = std::shared_ptr<Prepared>;
  return impl_->guarded<Handle>([&] {
    std::vector<host::Value> inner;
    for (const Value& v : samples) inner.push_back(Value::Access::held(v).value);
    auto prepared = std::make_shared<Prepared>(Prepared{impl_, std::string(name), nullptr, {}});
    prepared->call = impl_->session->prepare(prepared->name, std::move(inner), int(outputs));
    return prepared;
  });
}

Result<std::vector<Value>> Engine::call_prepared(Prepared& prepared, const Value* arguments, std::size_t count) {
  const auto impl = std::static_pointer_cast<Impl>(prepared.engine.lock());
  if (!impl) return one_error("Q0901", "the engine of '" + prepared.name + "' is gone");
  return impl->called({arguments, count}, [&](std::vector<host::Value> inner) {
    return impl->session->call(*prepared.call, std::move(inner));
  });
}

Result<std::vector<Value>> Engine::call_prepared(Prepared& prepared, const detail::Argument* arguments,
                                                 std::size_t count) {
  const auto impl = std::static_pointer_cast<Impl>(prepared.engine.lock());
  if (!impl) return one_error("Q0901", "the engine of '" + prepared.name + "' is gone");
  const auto argument = [&](std::size_t k) {
    const detail::Argument& a = arguments[k];
    return a.memory.rank > 0 ? prepared.views[k].take(*impl, a.memory) : impl->take(a.value);
  };
  return impl->guarded<std::vector<Value>>(
      [&] {
        if (prepared.views.size() < count) prepared.views.resize(count);
        return Impl::called(count, argument, [&](std::vector<host::Value> inner) {
          return impl->session->call(*prepared.call, std::move(inner));
        });
      },
      [&] {
        for (SpareView& view : prepared.views) view.give_back(*impl);
      });
}

Error Engine::wrong_result(const Prepared& prepared, const Value& result, const char* wanted) {
  const char* const have = result.is_string()    ? "a string"
                           : result.is_array()   ? "an array"
                           : result.is_nothing() ? "nothing"
                           : result.is_complex() ? "a complex number"
                           : result.is_number()  ? nullptr
                                                 : "another value";
  return one_error(
      "Q0301", "the result of '" + prepared.name + "' is " + (have ? have : result.to_string()) + ", not " + wanted);
}

}  // namespace qc
