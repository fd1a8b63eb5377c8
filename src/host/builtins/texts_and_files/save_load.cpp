#include "host/builtins/texts_and_files/save_load.h"

#include <fmt/format.h>

#include <bit>
#include <cstring>

#include "host/arrays/arith.h"
#include "io/bytes.h"

namespace qc::host {

namespace {

constexpr char kMagic[] = "qcdata1\n";
constexpr int kDeepest = 64;
constexpr Elem kElems[] = {Elem::Bool, Elem::I8,  Elem::I16, Elem::I32, Elem::I64, Elem::U8,
                           Elem::U16,  Elem::U32, Elem::U64, Elem::F16, Elem::F32, Elem::F64};
static_assert(std::endian::native == std::endian::little);

std::uint8_t code_of(Elem e) {
  return std::uint8_t(std::find(std::begin(kElems), std::end(kElems), e) - std::begin(kElems));
}

class Encoder {
 public:
  explicit Encoder(Span span) : span_(span) {}
  std::vector<unsigned char> out;

  template <class T>
  void put(T v) {
    put_bytes(&v, sizeof v);
  }
  void put_bytes(const void* data, std::size_t n) {
    const auto* p = static_cast<const unsigned char*>(data);
    out.insert(out.end(), p, p + n);
  }
  void text(const std::string& s) {
    put(std::uint64_t(s.size()));
    put_bytes(s.data(), s.size());
  }
  void extents(const std::vector<std::int64_t>& dims) {
    put(std::uint8_t(dims.size()));
    for (const std::int64_t d : dims) put(d);
  }

  void value(const Value& v, int depth) {
    if (depth > kDeepest)
      fail("Q0301", span_, fmt::format("values nested more than {} deep cannot be saved", kDeepest));
    if (std::holds_alternative<Nothing>(v.v)) return put(std::uint8_t(0));
    if (auto* n = std::get_if<Number>(&v.v)) return number(*n);
    if (auto* p = std::get_if<Pending>(&v.v)) return number(resolve(*p));
    if (auto* s = std::get_if<std::string>(&v.v)) return put(std::uint8_t(2)), text(*s);
    if (auto* a = std::get_if<ArrayP>(&v.v)) return array(**a);
    if (auto* c = std::get_if<std::shared_ptr<Cell>>(&v.v)) {
      put(std::uint8_t(4));
      extents((*c)->dims);
      for (const Value& item : (*c)->items) value(item, depth + 1);
      return;
    }
    if (auto* r = std::get_if<std::shared_ptr<Record>>(&v.v)) {
      put(std::uint8_t(5));
      text((*r)->type_name);
      put(std::uint64_t((*r)->fields.size()));
      for (const auto& [name, field] : (*r)->fields) text(name), value(field, depth + 1);
      return;
    }
    fail("Q0301", span_, "functions and types cannot be saved");
  }

 private:
  void number(const Number& n) {
    put(std::uint8_t(1));
    put(code_of(n.type));
    put(std::uint8_t(n.complex));
    if (is_float(n.type))
      put(n.re);
    else
      put(n.i);
    if (n.complex) put(n.im);
  }
  void array(const Array& a) {
    put(std::uint8_t(3));
    put(code_of(a.elem));
    put(std::uint8_t(a.complex));
    put(std::uint8_t(a.fixed));
    extents(a.dims);
    if (a.count()) put_bytes(a.buffer->host_read(), a.buffer->bytes());
  }
  Span span_;
};

class Decoder {
 public:
  Decoder(const std::string& path, const std::vector<unsigned char>& bytes) : path_(path), bytes_(bytes) {}

  std::vector<Value> all() {
    at_ = sizeof kMagic - 1;
    const auto n = get<std::uint64_t>();
    std::vector<Value> out;
    for (std::uint64_t k = 0; k < n; ++k) out.push_back(value(0));
    if (at_ != bytes_.size()) broken("bytes are left after the last value");
    return out;
  }

 private:
  [[noreturn]] void broken(const std::string& what) const { io::broken_file(path_, "broken data file: " + what); }
  const unsigned char* take(std::uint64_t n) {
    if (n > bytes_.size() - at_) broken("it ends too early");
    const unsigned char* p = bytes_.data() + at_;
    at_ += std::size_t(n);
    return p;
  }
  template <class T>
  T get() {
    T v;
    std::memcpy(&v, take(sizeof v), sizeof v);
    return v;
  }
  std::string text() {
    const auto n = get<std::uint64_t>();
    const unsigned char* p = take(n);
    return {p, p + n};
  }
  Elem elem() {
    const auto code = get<std::uint8_t>();
    if (code >= std::size(kElems)) broken("an unknown element type");
    return kElems[code];
  }
  bool flag() {
    const auto v = get<std::uint8_t>();
    if (v > 1) broken("a flag that is neither 0 nor 1");
    return v;
  }
  // The extents, whose product in `size` bytes each lies in the file.
  std::vector<std::int64_t> extents(std::uint64_t size) {
    const auto rank = get<std::uint8_t>();
    if (rank < 1 || rank > 16) broken("an array has 1 to 16 dimensions");
    std::vector<std::int64_t> dims;
    std::uint64_t total = size;
    bool empty = false;
    for (int k = 0; k < rank; ++k) {
      dims.push_back(get<std::int64_t>());
      if (dims.back() < 0) broken("a negative extent");
      empty = empty || dims.back() == 0;
      if (!empty && __builtin_mul_overflow(total, std::uint64_t(dims.back()), &total))
        broken("extents beyond all measure");
    }
    if (!empty && total > bytes_.size() - at_) broken("it ends too early");
    return dims;
  }

  Value value(int depth) {
    if (depth > kDeepest) broken("values nested too deeply");
    switch (get<std::uint8_t>()) {
      case 0:
        return {};
      case 1:
        return number();
      case 2:
        return Value(text());
      case 3:
        return array();
      case 4: {
        auto cell = std::make_shared<Cell>();
        cell->dims = extents(1);
        std::int64_t n = 1;
        for (const std::int64_t d : cell->dims) n *= d;
        for (std::int64_t k = 0; k < n; ++k) cell->items.push_back(value(depth + 1));
        return Value(cell);
      }
      case 5: {
        auto record = std::make_shared<Record>();
        record->type_name = text();
        const auto n = get<std::uint64_t>();
        for (std::uint64_t k = 0; k < n; ++k) {
          std::string name = text();
          record->fields.emplace_back(std::move(name), value(depth + 1));
        }
        return Value(record);
      }
      default:
        broken("an unknown kind of value");
    }
  }
  Value number() {
    const Elem type = elem();
    const bool complex = flag();
    if (complex && !is_float(type)) broken("a complex number of ints");
    Number n = Number::real(0, type);
    if (is_float(type))
      n = Number::real(get<double>(), value_elem(type));
    else
      n.i = get<std::int64_t>();
    n.complex = complex;
    if (complex) n.im = get<double>();
    return Value(n);
  }
  Value array() {
    const Elem e = elem();
    const bool complex = flag(), fixed = flag();
    if (complex && e != Elem::F32 && e != Elem::F64) broken("complex elements that are no floats");
    const auto dims = extents(std::uint64_t(byte_size(e)) * (complex ? 2 : 1));
    ArrayP a = make_array(e, dims, false, complex);
    a->fixed = fixed;
    if (a->count()) {
      const std::size_t n = a->buffer->bytes();
      std::memcpy(a->buffer->host_overwrite(), take(n), n);
    }
    return Value(a);
  }

  const std::string& path_;
  const std::vector<unsigned char>& bytes_;
  std::size_t at_ = 0;
};

}  // namespace

bool is_container(const std::vector<unsigned char>& bytes) {
  return bytes.size() >= 8 && std::memcmp(bytes.data(), kMagic, 8) == 0;
}

std::vector<Value> decode_values(const std::string& path, const std::vector<unsigned char>& bytes) {
  return Decoder(path, bytes).all();
}

std::vector<unsigned char> encode_values(const std::vector<Value>& values, Span span) {
  Encoder e(span);
  e.put_bytes(kMagic, 8);
  e.put(std::uint64_t(values.size()));
  for (const Value& v : values) e.value(v, 0);
  return std::move(e.out);
}

}  // namespace qc::host
