// Discrete Fourier transforms: the only door to FFTW.
#pragma once
#include <cstdint>
#include <vector>

namespace qc::host {

// Transforms `batch` complex arrays of the given extents (row-major, last fastest) in place. Element e of array b starts at
// data[2 * (b * distance + e * stride)]: real and imaginary part. X[k] = sum x[n] exp(-2 pi i k n / N); the inverse has the
// other sign and divides by the number of elements. Plans are estimated, not measured: the same bits in every run.
struct FourierShape {
  std::vector<int> extents;
  int batch = 1;
  int stride = 1;
  int distance = 0;
};
void fourier(float* data, const FourierShape& shape, bool inverse);
void fourier(double* data, const FourierShape& shape, bool inverse);

}  // namespace qc::host
