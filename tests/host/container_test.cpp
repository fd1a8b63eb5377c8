// Saved values: what comes back, and what is broken.
#include <doctest/doctest.h>

#include <cstring>

#include "host/builtins/texts_and_files/save_load.h"
#include "support/diagnostic.h"

using namespace qc;
using namespace qc::host;

namespace {

std::vector<Value> examples() {
  ArrayP a = make_array(Elem::F32, {2, 3}, false, true);
  auto* data = static_cast<float*>(a->buffer->host_overwrite());
  for (int i = 0; i < 12; ++i) data[i] = float(i) / 3;
  ArrayP bytes = make_array(Elem::U8, {5});
  auto record = std::make_shared<Record>();
  record->type_name = "settings";
  record->fields.emplace_back("gain", Value(Number::real(0.1, Elem::F32)));
  auto cell = std::make_shared<Cell>();
  cell->items = {Value(a), Value(std::string("text")), Value(record), Value{}};
  cell->dims = {2, 2};
  Number z = Number::real(1, Elem::F64);
  z.complex = true;
  z.im = -2;
  return {Value(Number::integer(-7)), Value(Number::boolean(true)), Value(z), Value(bytes), Value(cell)};
}

std::string text_of(const std::vector<Value>& values) {
  std::string s;
  for (const Value& v : values) s += type_name(type_of(v), Elem::F32) + " " + format_value(v) + "\n";
  return s;
}

}  // namespace

TEST_CASE("values come back as they were saved") {
  const auto bytes = encode_values(examples(), {});
  CHECK(is_container(bytes));
  CHECK(text_of(decode_values("f", bytes)) == text_of(examples()));
  CHECK(encode_values(decode_values("f", bytes), {}) == bytes);
}

TEST_CASE("every truncated file is an error, and no damaged one a crash") {
  const auto whole = encode_values(examples(), {});
  for (std::size_t n = 8; n < whole.size(); ++n) {
    const std::vector<unsigned char> part(whole.begin(), whole.begin() + std::ptrdiff_t(n));
    CHECK_THROWS_AS(decode_values("f", part), ProgramError);
  }
  for (std::size_t at = 8; at < whole.size(); ++at)
    for (const unsigned char change : {0x01, 0x80, 0xff}) {
      auto damaged = whole;
      damaged[at] ^= change;
      try {
        decode_values("f", damaged);
      } catch (const ProgramError& e) {
        CHECK(e.diagnostics[0].code.text() == std::string("Q0602"));
      }
    }
  auto longer = whole;
  longer.push_back(0);
  CHECK_THROWS_AS(decode_values("f", longer), ProgramError);
}

TEST_CASE("functions and rings cannot be saved") {
  CHECK_THROWS_AS(encode_values({Value(std::make_shared<Closure>())}, {}), ProgramError);
  auto ring = std::make_shared<Cell>();
  ring->dims = {1};
  ring->items.push_back(Value(ring));
  CHECK_THROWS_AS(encode_values({Value(ring)}, {}), ProgramError);
  ring->items.clear();
}
