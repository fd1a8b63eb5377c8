// Typed handles of functions (qc::Function).
#include "api/engine_impl.h"

namespace qc {

// Not hidden, as what the engine has inside is: the functions that take one are shown.
struct Engine::Prepared {
  std::weak_ptr<void> engine;
  std::string name;
  std::shared_ptr<host::PreparedCall> call;
};

Result<std::shared_ptr<Engine::Prepared>> Engine::prepare(std::string_view name, std::vector<Value> samples,
                                                          std::size_t outputs) {
  using Handle = std::shared_ptr<Prepared>;
  return impl_->guarded<Handle>([&] {
    std::vector<host::Value> inner;
    for (const Value& v : samples) inner.push_back(Value::Access::held(v).value);
    auto prepared = std::make_shared<Prepared>(Prepared{impl_, std::string(name), nullptr});
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
