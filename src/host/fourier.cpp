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

}  // namespace

void fourier(float* data, const FourierShape& s, bool inverse) {
  auto* x = reinterpret_cast<fftwf_complex*>(data);
  std::unique_lock lock(planner());
  fftwf_plan plan = fftwf_plan_many_dft(int(s.extents.size()), s.extents.data(), s.batch, x, nullptr, s.stride, s.distance, x, nullptr, s.stride,
                                        s.distance, inverse ? FFTW_BACKWARD : FFTW_FORWARD, FFTW_ESTIMATE | FFTW_UNALIGNED);
  if (!plan) internal_error("fourier", "a transform without a plan");
  lock.unlock();
  fftwf_execute(plan);
  lock.lock();
  fftwf_destroy_plan(plan);
  lock.unlock();
  if (inverse) scale(data, s);
}

void fourier(double* data, const FourierShape& s, bool inverse) {
  auto* x = reinterpret_cast<fftw_complex*>(data);
  std::unique_lock lock(planner());
  fftw_plan plan = fftw_plan_many_dft(int(s.extents.size()), s.extents.data(), s.batch, x, nullptr, s.stride, s.distance, x, nullptr, s.stride,
                                      s.distance, inverse ? FFTW_BACKWARD : FFTW_FORWARD, FFTW_ESTIMATE | FFTW_UNALIGNED);
  if (!plan) internal_error("fourier", "a transform without a plan");
  lock.unlock();
  fftw_execute(plan);
  lock.lock();
  fftw_destroy_plan(plan);
  lock.unlock();
  if (inverse) scale(data, s);
}

}  // namespace qc::host
