#include "host/fourier.h"

#include <fftw3.h>

#include <mutex>

#include "support/diagnostic.h"

namespace qc::host {

namespace {

// FFTW's planner is not thread-safe; its execution is.
std::mutex& planner() {
  static std::mutex m;
  return m;
}

std::int64_t elements(const FourierShape& s) {
  std::int64_t n = 1;
  for (int e : s.extents) n *= e;
  return n;
}

template <class T>
void scale(T* data, const FourierShape& s) {
  const std::int64_t n = elements(s);
  for (std::int64_t b = 0; b < s.batch; ++b)
    for (std::int64_t e = 0; e < n; ++e) {
      T* p = data + 2 * (b * s.distance + e * s.stride);
      p[0] /= T(n);
      p[1] /= T(n);
    }
}

// FFTW's names for each precision.
struct Single {
  using Number = fftwf_complex;
  static constexpr auto plan = fftwf_plan_many_dft;
  static constexpr auto execute = fftwf_execute;
  static constexpr auto destroy = fftwf_destroy_plan;
};
struct Double {
  using Number = fftw_complex;
  static constexpr auto plan = fftw_plan_many_dft;
  static constexpr auto execute = fftw_execute;
  static constexpr auto destroy = fftw_destroy_plan;
};

template <class Library, class T>
void transform(T* data, const FourierShape& s, bool inverse) {
  auto* x = reinterpret_cast<typename Library::Number*>(data);
  std::unique_lock lock(planner());
  const auto plan = Library::plan(int(s.extents.size()), s.extents.data(), s.batch, x, nullptr, s.stride, s.distance, x, nullptr, s.stride, s.distance,
                                  inverse ? FFTW_BACKWARD : FFTW_FORWARD, FFTW_ESTIMATE | FFTW_UNALIGNED);
  if (!plan) internal_error("fourier", "a transform without a plan");
  lock.unlock();
  Library::execute(plan);
  lock.lock();
  Library::destroy(plan);
  lock.unlock();
  if (inverse) scale(data, s);
}

}  // namespace

void fourier(float* data, const FourierShape& s, bool inverse) { transform<Single>(data, s, inverse); }
void fourier(double* data, const FourierShape& s, bool inverse) { transform<Double>(data, s, inverse); }

}  // namespace qc::host
