// A shared, immutable value on the heap, compared by what it holds.
#pragma once
#include <memory>
#include <utility>

namespace qc {

template <class T>
class Box {
 public:
  Box() = default;
  Box(T value) : p_(std::make_shared<const T>(std::move(value))) {}
  const T& operator*() const { return *p_; }
  const T* operator->() const { return p_.get(); }
  const T* get() const { return p_.get(); }
  explicit operator bool() const { return p_ != nullptr; }
  friend bool operator==(const Box& a, const Box& b) { return a.p_ == b.p_ || (a.p_ && b.p_ && *a.p_ == *b.p_); }

 private:
  std::shared_ptr<const T> p_;
};

}  // namespace qc
