#include "ir/type.h"

#include <fmt/format.h>

namespace qc {

const char* elem_name(Elem e) {
  switch (e) {
    case Elem::Bool:
      return "bool";
    case Elem::I8:
      return "int8";
    case Elem::I16:
      return "int16";
    case Elem::I32:
      return "int32";
    case Elem::I64:
      return "int";
    case Elem::U8:
      return "uint8";
    case Elem::U16:
      return "uint16";
    case Elem::U32:
      return "uint32";
    case Elem::U64:
      return "uint64";
    case Elem::F16:
      return "half";
    case Elem::F32:
      return "float";
    case Elem::F64:
      return "double";
  }
  return "";
}

namespace {

std::string number_name(Elem e, bool complex, Elem scalar) {
  const std::string plain = e == scalar ? "scalar" : elem_name(e);
  if (!complex) return plain;
  return e == scalar ? "cscalar" : fmt::format("cscalar[{}]", plain);
}

// "vec", "cmat", "ivec2"-like words: the shape's name with its element.
std::string shaped(const char* shape, Elem e, bool complex, Elem scalar) {
  if (complex) return e == scalar ? fmt::format("c{}", shape) : fmt::format("c{}[{}]", shape, elem_name(e));
  return e == scalar ? std::string(shape) : fmt::format("{}[{}]", shape, elem_name(e));
}

std::string fixed_name(const Type& t, Elem scalar) {
  const char* shapes[] = {"vec", "mat", "cube"};
  const std::size_t rank = t.dims.size();
  if (rank == 1 && t.dims[0] >= 2 && t.dims[0] <= 4) {
    if (t.elem == scalar) return fmt::format("{}vec{}", t.complex ? "c" : "", t.dims[0]);
    if (t.elem == Elem::I64) return fmt::format("ivec{}", t.dims[0]);
  }
  std::string dims;
  for (auto d : t.dims) dims += fmt::format("{}{}", dims.empty() ? "" : ",", d);
  return fmt::format(
      "{}({})", shaped(shapes[rank == 0 ? 0 : std::min<std::size_t>(rank, 3) - 1], t.elem, t.complex, scalar), dims);
}

std::string array_name(const Type& t, Elem scalar) {
  if (!t.dims.empty()) return fixed_name(t, scalar);
  if (t.rank == 1) return shaped("vec", t.elem, t.complex, scalar);
  if (t.rank == 2) return shaped("mat", t.elem, t.complex, scalar);
  const std::string cube = shaped("cube", t.elem, t.complex, scalar);
  if (t.rank == 3) return cube;
  return t.rank == 0 ? cube + "{:}" : fmt::format("{}{{{}}}", cube, t.rank);
}

}  // namespace

std::string type_name(const Type& type, Elem scalar) {
  switch (type.kind) {
    case Type::Kind::Unknown:
      return "??";
    case Type::Kind::Void:
      return "nothing";
    case Type::Kind::Number:
      return number_name(type.elem, type.complex, scalar);
    case Type::Kind::String:
      return "string";
    case Type::Kind::Array:
      return array_name(type, scalar);
    case Type::Kind::Fixed:
      return fixed_name(type, scalar);
    case Type::Kind::Range:
      return "range";
    case Type::Kind::Function:
      return "function";
    case Type::Kind::Cell:
      return "cell";
    case Type::Kind::Object:
      return "object";
    case Type::Kind::TypeValue:
      return "type";
  }
  return "??";
}

}  // namespace qc
