// How the library reaches what a qc::Value holds.
#pragma once
#include <memory>
#include <string>
#include <utility>

#include "qc/qc.h"
#include "value/value.h"

namespace qc {

// The inside of a qc::Value.
struct HeldValue {
  host::Value value;
  bool caller_owns = false;  // a view of the caller's memory, into which results are brought back
  std::string problem;       // why there is no value: a view that cannot be
};

// What the library does with it; hidden, since libqc.so shows the names that begin with qc::Value.
struct __attribute__((visibility("hidden"))) Value::Access {
  static Value wrap(host::Value value, bool caller_owns = false) {
    return Value(
        std::static_pointer_cast<void>(std::make_shared<HeldValue>(HeldValue{std::move(value), caller_owns, {}})));
  }
  static Value none(std::string problem) {
    return Value(std::static_pointer_cast<void>(std::make_shared<HeldValue>(HeldValue{{}, false, std::move(problem)})));
  }
  static const HeldValue& held(const Value& value) {
    static const HeldValue nothing;
    return value.inner_ ? *static_cast<const HeldValue*>(value.inner_.get()) : nothing;
  }
};

}  // namespace qc
