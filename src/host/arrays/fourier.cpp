#include "host/arrays/fourier.h"

#include <fftw3.h>

#include <algorithm>
#include <complex>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <tuple>
#include <type_traits>

#include "host/arrays/transpose.h"
#include "host/context/parallel_chunks.h"
#include "runtime/host/memory.h"
#include "support/diagnostic.h"
#include "support/shared_library.h"

namespace qc::host {

namespace {

std::int64_t elements(const FourierShape& s) {
  std::int64_t n = 1;
  for (int e : s.extents) n *= e;
  return n;
}

// FFTW's functions are those of libraries that are opened for the first transform: with them inside every process would
// begin later.
template <class Library>
void find_functions(Library& f, const char* file, const std::string& prefix) {
  SharedLibrary library(file);
  const auto find = [&](const char* name, auto*& function) { library.find((prefix + name).c_str(), function); };
  find("plan_many_dft", f.plan);
  find("plan_many_dft_r2c", f.plan_real);
  find("execute_dft", f.execute);
  find("execute_dft_r2c", f.execute_real);
  find("destroy_plan", f.destroy);
  find("alignment_of", f.alignment);
  if (const std::string& problem = library.problem(); !problem.empty())
    throw ProgramError(Diagnostic{"Q0601",
                                  Severity::Error,
                                  {},
                                  "there is no Fourier transform on this machine: " + problem,
                                  "install libfftw3-single3 and libfftw3-double3 (Debian's names of it)",
                                  {}});
}
struct Single {
  using Real = float;
  using Complex = fftwf_complex;
  using Plan = fftwf_plan;
  decltype(fftwf_plan_many_dft)* plan;
  decltype(fftwf_plan_many_dft_r2c)* plan_real;
  decltype(fftwf_execute_dft)* execute;
  decltype(fftwf_execute_dft_r2c)* execute_real;
  decltype(fftwf_destroy_plan)* destroy;
  decltype(fftwf_alignment_of)* alignment;
  Single() { find_functions(*this, "libfftw3f.so.3", "fftwf_"); }
};
struct Double {
  using Real = double;
  using Complex = fftw_complex;
  using Plan = fftw_plan;
  decltype(fftw_plan_many_dft)* plan;
  decltype(fftw_plan_many_dft_r2c)* plan_real;
  decltype(fftw_execute_dft)* execute;
  decltype(fftw_execute_dft_r2c)* execute_real;
  decltype(fftw_destroy_plan)* destroy;
  decltype(fftw_alignment_of)* alignment;
  Double() { find_functions(*this, "libfftw3.so.3", "fftw_"); }
};
template <class T>
using LibraryOf = std::conditional_t<std::is_same_v<T, float>, Single, Double>;

// OfReal: half of the spectrum is written, where it lies in the whole. Packed: that half alone, of one transform, its
// numbers one after another.
enum class Direction { Forward, Inverse, OfReal, Packed };
bool is_real(Direction d) { return d == Direction::OfReal || d == Direction::Packed; }

// Plans of the shapes that a program uses, kept: making one takes as long as a small transform. FFTW's planner is not
// thread-safe, its execution is. A plan serves all arrays that are aligned as the one it was made for.
template <class Library>
class Plans {
  using Real = typename Library::Real;
  using Complex = typename Library::Complex;

 public:
  void execute(const Real* from, Real* to, const FourierShape& s, Direction d) {
    const PlanP plan = find(from, to, s, d);
    auto* out = reinterpret_cast<Complex*>(to);
    if (is_real(d))
      f_.execute_real(plan.get(), const_cast<Real*>(from), out);  // which FFTW leaves as it is
    else
      f_.execute(plan.get(), reinterpret_cast<Complex*>(const_cast<Real*>(from)), out);
  }

 private:
  using PlanP = std::shared_ptr<std::remove_pointer_t<typename Library::Plan>>;
  using Key = std::tuple<std::vector<int>, int, int, int, Direction, bool, int, int>;
  static constexpr std::size_t kMost = 64;

  PlanP find(const Real* from, Real* to, const FourierShape& s, Direction d) {
    const Key key{s.extents,       s.batch, s.stride, s.distance, d, from == to, f_.alignment(const_cast<Real*>(from)),
                  f_.alignment(to)};
    std::map<Key, PlanP> dropped;  // after the lock, which destroying a plan takes
    const std::lock_guard lock(mutex_);
    if (auto it = plans_.find(key); it != plans_.end()) return it->second;
    if (plans_.size() == kMost) dropped.swap(plans_);
    return plans_[key] = PlanP(make(const_cast<Real*>(from), reinterpret_cast<Complex*>(to), s, d), [this](auto* plan) {
             const std::lock_guard one(mutex_);
             f_.destroy(plan);
           });
  }

  typename Library::Plan make(Real* from, Complex* to, const FourierShape& s, Direction d) {
    const int rank = int(s.extents.size());
    const int* n = s.extents.data();
    std::vector<int> half = s.extents;
    half.back() = half.back() / 2 + 1;
    const auto plan =
        d == Direction::Packed ? f_.plan_real(rank, n, 1, from, n, s.stride, 0, to, half.data(), 1, 0, FFTW_ESTIMATE)
        : d == Direction::OfReal
            ? f_.plan_real(rank, n, s.batch, from, n, s.stride, s.distance, to, n, s.stride, s.distance, FFTW_ESTIMATE)
            : f_.plan(rank, n, s.batch, reinterpret_cast<Complex*>(from), n, s.stride, s.distance, to, n, s.stride,
                      s.distance, d == Direction::Inverse ? FFTW_BACKWARD : FFTW_FORWARD, FFTW_ESTIMATE);
    if (!plan) internal_error("fourier", "a transform without a plan");
    return plan;
  }

  const Library f_;
  std::mutex mutex_;
  std::map<Key, PlanP> plans_;
};

template <class T>
void execute(const T* from, T* to, const FourierShape& s, Direction d) {
  static auto* plans = new Plans<LibraryOf<T>>;  // never destroyed: threads may run while the process ends
  plans->execute(from, to, s, d);
}

template <class T>
void divide(T* data, std::int64_t numbers, T n) {
  for (std::int64_t i = 0; i < numbers; ++i) data[i] /= n;
}

template <class T>
void transform(const T* from, T* to, const FourierShape& s, bool inverse) {
  execute<T>(from, to, s, inverse ? Direction::Inverse : Direction::Forward);
  const std::int64_t n = elements(s);
  if (inverse) divide(to, 2 * n * s.batch, T(n));
}

// Calls `row(r, opposite)` for each row r of the last dimension and the one of the negative frequencies along the
// others.
template <class F>
void for_each_row(const FourierShape& s, const F& row) {
  const std::int64_t n = s.extents.back(), rows = elements(s) / std::max<std::int64_t>(1, n);
  std::vector<int> at(s.extents.size(), 0);
  for (std::int64_t r = 0; r < rows; ++r) {
    std::int64_t opposite = 0;
    for (std::size_t d = 0; d + 1 < at.size(); ++d)
      opposite = opposite * s.extents[d] + (at[d] ? s.extents[d] - at[d] : 0);
    row(r, opposite);
    for (std::size_t d = at.size() - 1; d-- > 0;) {
      if (++at[d] < s.extents[d]) break;
      at[d] = 0;
    }
  }
}

// The other half of the spectrum of real numbers: X[-k] is the conjugate of X[k], along all dimensions at once.
template <class T>
void complete(std::complex<T>* x, const FourierShape& s) {
  const std::int64_t n = s.extents.back();
  for_each_row(s, [&](std::int64_t r, std::int64_t opposite) {
    for (std::int64_t b = 0; b < s.batch; ++b) {
      std::complex<T>* to = x + b * s.distance + r * n * s.stride;
      const std::complex<T>* from = x + b * s.distance + opposite * n * s.stride;
      for (std::int64_t k = n / 2 + 1; k < n; ++k) to[k * s.stride] = std::conj(from[(n - k) * s.stride]);
    }
  });
}

template <class T>
runtime::HostMemory room_for(std::int64_t complex_numbers) {
  return runtime::HostMemory(std::size_t(complex_numbers) * 2 * sizeof(T));
}

// The half that is computed lies together first: rows of the whole are often a power of two apart, and then the numbers
// of a column all want the same places of a cache (256 x 256 doubles 0.9 ms, 0.45).
template <class T>
void transform_real(const T* from, T* to, const FourierShape& s) {
  if (s.extents.size() == 1) {
    execute<T>(from, to, s, Direction::OfReal);
    return complete(reinterpret_cast<std::complex<T>*>(to), s);
  }
  const std::int64_t n = s.extents.back(), half = n / 2 + 1;
  const runtime::HostMemory room = room_for<T>(elements(s) / n * half);
  T* packed = static_cast<T*>(room.data());
  const auto* x = reinterpret_cast<const std::complex<T>*>(packed);
  for (std::int64_t b = 0; b < s.batch; ++b) {
    execute<T>(from + b * s.distance, packed, s, Direction::Packed);
    std::complex<T>* out = reinterpret_cast<std::complex<T>*>(to) + b * s.distance;
    for_each_row(s, [&](std::int64_t r, std::int64_t opposite) {
      std::complex<T>* row = out + r * n * s.stride;
      for (std::int64_t k = 0; k < half; ++k) row[k * s.stride] = x[r * half + k];
      for (std::int64_t k = half; k < n; ++k) row[k * s.stride] = std::conj(x[opposite * half + n - k]);
    });
  }
}

// ---- large matrices ----------------------------------------------------------------------------------------------

// Rows of n numbers that a thread takes at a time. 16 of them begin at lines of memory whatever n is.
std::int64_t rows_together(std::int64_t n) { return std::max<std::int64_t>(16, (std::int64_t(1) << 15) / n / 16 * 16); }

FourierShape rows_of(std::int64_t n, std::int64_t count) {
  FourierShape s;
  s.extents = {int(n)};
  s.batch = int(count);
  s.distance = int(n);
  return s;
}

template <class T>
void transform_rows(const T* from, T* to, std::int64_t count, std::int64_t n, bool inverse, runtime::Device& host) {
  in_chunks(host, count, rows_together(n), [&](std::int64_t begin, std::int64_t end) {
    transform(from + 2 * begin * n, to + 2 * begin * n, rows_of(n, end - begin), inverse);
  });
}

// Lines of n numbers whose neighbours are `inner` numbers apart, `inner` of them in each of `outer` blocks. Few side by
// side, channels, are transformed as they lie, many as rows of the block that is transposed.
template <class T>
void transform_lines(const T* from, T* to, std::int64_t outer, std::int64_t n, std::int64_t inner, bool inverse,
                     runtime::Device& host) {
  constexpr std::int64_t kFew = 16;
  if (inner == 1) return transform_rows(from, to, outer, n, inverse, host);
  const std::int64_t block = 2 * n * inner;
  if (inner <= kFew) {
    FourierShape s;
    s.extents = {int(n)};
    s.batch = s.stride = int(inner);
    s.distance = 1;
    return in_chunks(host, outer, rows_together(n * inner), [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t o = begin; o < end; ++o) transform(from + o * block, to + o * block, s, inverse);
    });
  }
  const runtime::HostMemory room = room_for<T>(n * inner);
  T* transposed = static_cast<T*>(room.data());
  for (std::int64_t o = 0; o < outer; ++o) {
    transpose_matrix(transposed, from + o * block, n, inner, 2 * sizeof(T), host);
    transform_rows(transposed, transposed, inner, n, inverse, host);
    transpose_matrix(to + o * block, transposed, inner, n, 2 * sizeof(T), host);
  }
}

// One dimension after another, the last first.
template <class T>
void transform_all(const T* from, T* to, const FourierShape& s, bool inverse, runtime::Device& host) {
  std::int64_t inner = s.batch, outer = elements(s);
  for (std::size_t d = s.extents.size(); d-- > 0; from = to) {
    const std::int64_t n = s.extents[d];
    outer /= n;
    transform_lines(from, to, outer, n, inner, inverse, host);
    inner *= n;
  }
}

// Half of the columns tell the others.
template <class T>
void plane_of_real(const T* from, T* to, std::int64_t rows, std::int64_t columns, runtime::Device& host) {
  const std::int64_t half = columns / 2 + 1;
  const runtime::HostMemory room = room_for<T>(rows * half);
  T* transposed = static_cast<T*>(room.data());
  in_chunks(host, rows, rows_together(columns), [&](std::int64_t begin, std::int64_t end) {
    execute<T>(from + begin * columns, to + 2 * begin * columns, rows_of(columns, end - begin), Direction::OfReal);
  });
  transpose_matrix({transposed, to, rows, half, 2 * sizeof(T), rows, columns}, host);
  transform_rows(transposed, transposed, half, rows, false, host);
  transpose_matrix({to, transposed, half, rows, 2 * sizeof(T), columns, rows}, host);
  FourierShape s;
  s.extents = {int(rows), int(columns)};
  complete(reinterpret_cast<std::complex<T>*>(to), s);
}

}  // namespace

void fourier(const float* from, float* to, const FourierShape& s, bool inverse) { transform(from, to, s, inverse); }
void fourier(const double* from, double* to, const FourierShape& s, bool inverse) { transform(from, to, s, inverse); }
void fourier(const float* from, float* to, const FourierShape& s) { transform_real(from, to, s); }
void fourier(const double* from, double* to, const FourierShape& s) { transform_real(from, to, s); }
void fourier_by_lines(const float* from, float* to, const FourierShape& s, bool inverse, runtime::Device& host) {
  transform_all(from, to, s, inverse, host);
}
void fourier_by_lines(const double* from, double* to, const FourierShape& s, bool inverse, runtime::Device& host) {
  transform_all(from, to, s, inverse, host);
}
void fourier_plane(const float* from, float* to, std::int64_t rows, std::int64_t columns, runtime::Device& host) {
  plane_of_real(from, to, rows, columns, host);
}
void fourier_plane(const double* from, double* to, std::int64_t rows, std::int64_t columns, runtime::Device& host) {
  plane_of_real(from, to, rows, columns, host);
}

}  // namespace qc::host
