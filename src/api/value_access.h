// How the library reaches what a qc::Value holds.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "api/callers_memory.h"
#include "qc/qc.h"
#include "value/value.h"

namespace qc {

// The inside of a qc::Value.
struct HeldValue {
  host::Value value;
  std::shared_ptr<const CallersMemory> memory;  // of a view
  std::string problem;                          // why there is no value: a view that cannot be
};

// What the library does with it; hidden, since libqc.so shows the names that begin with qc::Value.
struct __attribute__((visibility("hidden"))) Value::Access {
  static Value wrap(host::Value value, std::shared_ptr<const CallersMemory> memory = nullptr) {
    return Value(std::static_pointer_cast<void>(
        std::make_shared<HeldValue>(HeldValue{std::move(value), std::move(memory), {}})));
  }
  static Value none(std::string problem) {
    return Value(std::static_pointer_cast<void>(std::make_shared<HeldValue>(HeldValue{{}, {}, std::move(problem)})));
  }
  static const HeldValue& held(const Value& value) {
    static const HeldValue nothing;
    return value.inner_ ? *static_cast<const HeldValue*>(value.inner_.get()) : nothing;
  }
};

// The element type of the language, and the other way round; nothing: the number is none of the enumerators.
std::optional<Elem> elem_of(ElementType type);
ElementType type_of_elem(Elem elem);

}  // namespace qc
