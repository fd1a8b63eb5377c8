#include "value/argument_help.h"

#include <fmt/format.h>

namespace qc::host {

std::string help_to_fit(const Type& declared, const Value& given) {
  auto* a = std::get_if<ArrayP>(&given.v);
  if (std::holds_alternative<std::string>(given.v) && declared.is_number())
    return "str2num(s) is the number that a text spells, cast(s, vec[uint8])[0] the code of its first character";
  if (!a) return {};
  const std::size_t rank = (*a)->dims.size();
  if (declared.is_array() && declared.rank == 2 && rank == 3)
    return "x[:,:,k] of an image x with channels is one of them";
  if (declared.kind != Type::Kind::Fixed || declared.dims.size() != 1) return {};
  if (rank == 3 && (*a)->dims[2] == declared.dims[0])
    return fmt::format("a loop or a kernel calls it for each place of an image x: x[m,n,0..{}]", declared.dims[0] - 1);
  return {};
}

}  // namespace qc::host
