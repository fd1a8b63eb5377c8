// What the threads of a kernel print: the buffer of one launch, and its lines in the order of positions.
#pragma once
#include <array>
#include <functional>
#include <string>
#include <string_view>

#include "lower/lower.h"
#include "value/value.h"

namespace qc::host {

class KernelPrints {
 public:
  explicit KernelPrints(const LoweredKernel& kernel);
  // The array behind a parameter of the kernel; null when it is another kind of parameter.
  ArrayP room(ir::ArrayId id) const;
  // After the launch. out: takes the text; log: takes a line when the buffer was too small.
  void write(const std::function<void(std::string_view)>& out, const std::function<void(std::string_view)>& log) const;

 private:
  std::string line(const LoweredKernel::Prints::Line& l, const std::int64_t* ints, const double* floats) const;
  const LoweredKernel::Prints& prints_;
  std::array<ArrayP, 3> rooms_;  // count, ints, floats
};

}  // namespace qc::host
