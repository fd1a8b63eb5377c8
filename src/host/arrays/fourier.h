// Discrete Fourier transforms: the only door to FFTW.
#pragma once
#include <cstdint>
#include <vector>

namespace qc::runtime {
class Device;
}

namespace qc::host {

// Transforms `batch` complex arrays of the given extents (row-major, last fastest), which together fill their memory.
// Element e of array b starts at from[2 * (b * distance + e * stride)] and goes to that place of another array: real
// and imaginary part. X[k] = sum x[n] exp(-2 pi i k n / N); the inverse has the other sign and divides by the number of
// elements. Plans are estimated, not measured: the same bits in every run.
struct FourierShape {
  std::vector<int> extents;
  int batch = 1;
  int stride = 1;
  int distance = 0;
};
void fourier(const float* from, float* to, const FourierShape& shape, bool inverse);
void fourier(const double* from, double* to, const FourierShape& shape, bool inverse);
// Forward, of real numbers that lie as the complex ones of `to` do.
void fourier(const float* from, float* to, const FourierShape& shape);
void fourier(const double* from, double* to, const FourierShape& shape);

// The same for large arrays of complex numbers that lie side by side (stride = batch, distance 1): one dimension after
// another, each transposed into rows for it. Threads of the host take some rows each, always as many.
void fourier_by_lines(const float* from, float* to, const FourierShape& shape, bool inverse, runtime::Device& host);
void fourier_by_lines(const double* from, double* to, const FourierShape& shape, bool inverse, runtime::Device& host);
// Of a large matrix of real numbers.
void fourier_plane(const float* from, float* to, std::int64_t rows, std::int64_t columns, runtime::Device& host);
void fourier_plane(const double* from, double* to, std::int64_t rows, std::int64_t columns, runtime::Device& host);

}  // namespace qc::host
