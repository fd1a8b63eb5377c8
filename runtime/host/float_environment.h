// Gives code the floats of the language while it lives: rounding to nearest, subnormals kept, no traps, whatever the
// thread was set to.
#pragma once
#include <cfenv>

namespace qc::runtime {

class StandardFloats {
 public:
  StandardFloats() : differs_(!is_standard()) {
    if (!differs_) return;
    std::fegetenv(&before_);
    std::fesetenv(FE_DFL_ENV);
  }
  ~StandardFloats() {
    if (differs_) std::fesetenv(&before_);
  }
  StandardFloats(const StandardFloats&) = delete;
  StandardFloats& operator=(const StandardFloats&) = delete;

 private:
  // What nearly every thread is; asking is cheaper than saving.
  static bool is_standard() {
#if defined(__x86_64__)
    // Of MXCSR: what has happened; everything masked, nothing flushed.
    constexpr unsigned kFlags = 0x3f, kStandard = 0x1f80;
    unsigned short x87 = 0;
    asm volatile("fnstcw %0" : "=m"(x87));
    return (__builtin_ia32_stmxcsr() & ~kFlags) == kStandard && x87 == 0x37f;
#else
    return false;
#endif
  }

  bool differs_;
  std::fenv_t before_{};
};

}  // namespace qc::runtime
