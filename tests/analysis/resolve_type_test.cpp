// Types as written: what they mean, or what is said of them.
#include <doctest/doctest.h>

#include "lowering.h"

using namespace qc_test;
using namespace qc;

namespace {

// The type's name, and what the name leaves out.
std::string described(const Type& t) {
  static const char* boundaries[] = {"", "'checked", "'safe", "'circular", "'mirror", "'clamped", "'unchecked"};
  return type_name(t) + boundaries[std::size_t(t.boundary)] + (t.is_const ? "'const" : "") +
         (t.kind == Type::Kind::Fixed ? ", fixed" : "");
}

std::string resolved(const std::string& written) {
  const Text t("q : " + written + "\n");
  const auto& declared = std::get<ast::Assign>(t.program.statements.at(0).node).targets.at(0).type;
  REQUIRE(declared);
  try {
    return described(resolve_type(*declared, Elem::F32));
  } catch (const ProgramError& e) {
    const Diagnostic& d = e.diagnostics[0];
    return std::string(d.code.text()) + ": " + d.message + (d.help.empty() ? "" : "; " + d.help);
  }
}

struct Case {
  const char* written;
  const char* means;
};

const Case cases[] = {
    {"scalar", "scalar"},
    {"cscalar", "cscalar"},
    {"cscalar[double]", "cscalar[double]"},
    {"scalar[string]", "Q0301: scalar takes a number type"},
    {"int", "int"},
    {"half", "half"},
    {"uint8", "uint8"},
    {"vec", "vec"},
    {"ivec", "vec[int]"},
    {"cvec", "cvec"},
    {"cube", "cube"},
    {"icube", "cube[int]"},
    {"ccube", "ccube"},
    {"ic", "Q0201: unknown type 'ic'"},
    {"ivc", "Q0201: unknown type 'ivc'; did you mean 'ivec'?"},
    {"cat", "Q0201: unknown type 'cat'; did you mean 'cmat'?"},
    {"ima", "Q0201: unknown type 'ima'; did you mean 'imat'?"},
    {"vec3", "vec3, fixed"},
    {"ivec3", "ivec3, fixed"},
    {"cvec12", "cvec(12), fixed"},
    {"vec100", "Q0201: unknown type 'vec100'"},
    {"vec0", "Q0201: unknown type 'vec0'; did you mean 'vec'?"},
    {"vec3a", "Q0201: unknown type 'vec3a'"},
    {"vecb", "Q0201: unknown type 'vecb'; did you mean 'vec'?"},
    {"mat3", "Q0201: unknown type 'mat3'; did you mean 'mat'?"},
    {"cube2", "Q0201: unknown type 'cube2'; did you mean 'cube'?"},
    {"vec[int8]", "vec[int8]"},
    {"vec[cscalar]", "cvec"},
    {"cvec[double]", "cvec[double]"},
    {"vec[string]", "cell"},
    {"vec[cube]", "cell"},
    {"vec[??]", "??"},
    {"vec[int,int]", "Q0301: vec takes one element type"},
    {"vec(3)", "vec3, fixed"},
    {"vec(1024)", "vec(1024), fixed"},
    {"vec(1025)", "vec(1025)"},
    {"mat(2,3)", "mat(2,3), fixed"},
    {"mat(32,32)", "mat(32,32), fixed"},
    {"mat(32,33)", "mat(32,33)"},
    {"mat(33,32)", "mat(33,32)"},
    {"mat(1,1024)", "mat(1,1024), fixed"},
    {"mat(2000,0)", "mat(2000,0)"},
    {"mat(n,3)", "Q0301: the extents of a fixed-size mat must be integer constants"},
    {"mat(-1,3)", "Q0301: the extents of a fixed-size mat must be integer constants"},
    {"cube{4}", "cube{4}"},
    {"cube{:}", "cube{:}"},
    {"cube{16}", "cube{16}"},
    {"scala", "Q0201: unknown type 'scala'; did you mean 'scalar'?"},
    {"nothing", "Q0201: unknown type 'nothing'"},
    {"nothing{2}",
     "Q0201: unknown type 'nothing'; cube{2} is a type with 2 dimensions; an element or item is nothing[2]"},
    {"nothing{:}", "Q0201: unknown type 'nothing'"},
    {"qplot", "object"},
    {"string", "string"},
    {"cell", "cell"},
    {"object", "object"},
    {"??", "??"},
    {"vec'mirror", "vec'mirror"},
    {"vec'const", "vec'const"},
    {"vec'mirror'const", "vec'mirror'const"},
    {"vec'mirror'circular", "vec'circular"},
    {"vec'checked", "vec'checked"},
    {"vec'periodic", "Q0301: unknown type modifier 'periodic; indices that wrap around are 'circular"},
    {"vec'wrap", "Q0301: unknown type modifier 'wrap; indices that wrap around are 'circular"},
    {"vec'symmetric", "Q0301: unknown type modifier 'symmetric; mirrored indices are 'mirror"},
    {"vec'reflect", "Q0301: unknown type modifier 'reflect; mirrored indices are 'mirror"},
    {"vec'replicate", "Q0301: unknown type modifier 'replicate; indices that stay at the edge are 'clamped"},
    {"vec'nearest", "Q0301: unknown type modifier 'nearest; indices that stay at the edge are 'clamped"},
    {"vec'edge", "Q0301: unknown type modifier 'edge; indices that stay at the edge are 'clamped"},
    {"vec'zero", "Q0301: unknown type modifier 'zero; what lies outside is 0 with 'safe"},
    {"vec'zeros", "Q0301: unknown type modifier 'zeros; what lies outside is 0 with 'safe"},
    {"vec'zeropad", "Q0301: unknown type modifier 'zeropad; what lies outside is 0 with 'safe"},
    {"uint8'sat",
     "Q0301: unknown type modifier 'sat; a float that is given to a sized int saturates by itself; an int is limited "
     "by clamp(x, lo, hi)"},
    {"uint8'mirror", "uint8'mirror"},
    {"vec3'mirror", "vec3'mirror, fixed"},
    {"string'mirror", "string'mirror"},
    {"vec'unknown",
     "Q0301: unknown type modifier 'unknown; the modifiers are 'checked, 'safe, 'circular, 'mirror, 'clamped, "
     "'unchecked and 'const"},
};

}  // namespace

TEST_CASE("types as written") {
  for (const Case& c : cases) {
    INFO(std::string(c.written));
    CHECK(resolved(c.written) == std::string(c.means));
  }
}
