#include "value/convert_number.h"

#include <cmath>
#include <limits>

namespace qc::host {

Number convert_number(const Number& n, Elem type) {
  Number out;
  out.type = type;
  if (is_float(type)) {
    const double v = n.as_double();
    out.re = type == Elem::F32 ? double(float(v)) : v;
  } else if (is_float(n.type)) {  // as int(x): truncate, saturate, NaN gives 0
    if (std::isnan(n.re))
      out.i = 0;
    else if (n.re >= 9223372036854775808.0)
      out.i = std::numeric_limits<std::int64_t>::max();
    else if (n.re < -9223372036854775808.0)
      out.i = std::numeric_limits<std::int64_t>::min();
    else
      out.i = std::int64_t(n.re);
    if (type == Elem::Bool) out.i = n.re != 0;
  } else {
    out.i = type == Elem::Bool ? n.i != 0 : n.i;
  }
  return out;
}

}  // namespace qc::host
