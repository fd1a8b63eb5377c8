// NumPy's array files (numpy.lib.format): a magic word, a header that is the text of a Python dictionary, the elements.
#include <algorithm>
#include <cctype>
#include <cstring>
#include <optional>

#include "io/bytes.h"

namespace qc::io {
namespace {

constexpr unsigned char kMagic[] = {0x93, 'N', 'U', 'M', 'P', 'Y'};
constexpr std::size_t kMostDims = 16;

struct ElemName {
  Elem elem;
  const char* name;
  bool complex = false;
};
constexpr ElemName kElems[] = {{Elem::Bool, "b1"},      {Elem::I8, "i1"},        {Elem::I16, "i2"}, {Elem::I32, "i4"},
                               {Elem::I64, "i8"},       {Elem::U8, "u1"},        {Elem::U16, "u2"}, {Elem::U32, "u4"},
                               {Elem::U64, "u8"},       {Elem::F16, "f2"},       {Elem::F32, "f4"}, {Elem::F64, "f8"},
                               {Elem::F32, "c8", true}, {Elem::F64, "c16", true}};

struct Header {
  Elem elem = Elem::F32;
  bool complex = false;
  bool swap = false;
  bool fortran = false;
  std::vector<std::int64_t> dims;
};

// A reader of the one dictionary that the format allows.
class HeaderReader {
 public:
  HeaderReader(const std::string& path, std::string text) : path_(path), text_(std::move(text)) {}

  Header read() {
    bool descr = false, order = false, shape = false;
    expect('{');
    while (!take('}')) {
      const std::string key = quoted();
      expect(':');
      if (key == "descr")
        read_descr(), descr = true;
      else if (key == "fortran_order")
        header_.fortran = truth(), order = true;
      else if (key == "shape")
        read_shape(), shape = true;
      else
        broken("has the unknown key '" + key + "'");
      if (!take(',')) {
        expect('}');
        break;
      }
    }
    if (!descr || !order || !shape) broken("lacks descr, fortran_order or shape");
    return header_;
  }

 private:
  [[noreturn]] void broken(const std::string& what) { broken_file(path_, "the .npy header " + what); }
  void skip() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
  }
  bool take(char c) {
    skip();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  void expect(char c) {
    if (!take(c)) broken(std::string("is not as the format wants it: no '") + c + "' where one is needed");
  }
  std::string quoted() {
    skip();
    const char quote = at_ < text_.size() ? text_[at_] : ' ';
    const std::size_t end = quote == '\'' || quote == '"' ? text_.find(quote, at_ + 1) : std::string::npos;
    if (end == std::string::npos) broken("is not as the format wants it: no text where one is needed");
    std::string word = text_.substr(at_ + 1, end - at_ - 1);
    at_ = end + 1;
    for (char& c : word)
      if (c < ' ' || c > '~') c = '?';
    return word;
  }
  bool truth() {
    skip();
    if (text_.compare(at_, 4, "True") == 0) return at_ += 4, true;
    if (text_.compare(at_, 5, "False") == 0) return at_ += 5, false;
    broken("has a fortran_order that is neither True nor False");
  }
  void read_descr() {
    skip();
    if (at_ < text_.size() && text_[at_] == '[') broken_file(path_, "arrays of records cannot be read");
    const std::string descr = quoted();
    if (descr.size() >= 2 && std::strchr("<>|=", descr[0]))
      for (const ElemName& e : kElems)
        if (descr.substr(1) == e.name) {
          header_.elem = e.elem;
          header_.complex = e.complex;
          header_.swap = descr[0] == '>' && byte_size(e.elem) > 1;
          return;
        }
    broken_file(path_, "elements of type '" + descr + "' cannot be read",
                "bool, int8 to int64, uint8 to uint64, float16, float32, float64, complex64 and complex128 can");
  }
  void read_shape() {
    expect('(');
    while (!take(')')) {
      header_.dims.push_back(extent());
      if (header_.dims.size() > kMostDims) broken("has more than 16 dimensions");
      if (!take(',')) {
        expect(')');
        break;
      }
    }
  }
  std::int64_t extent() {
    skip();
    std::int64_t value = 0;
    const std::size_t begin = at_;
    while (at_ < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at_]))) {
      if (at_ - begin > 17) broken("has an extent beyond 64 bits");
      value = value * 10 + (text_[at_++] - '0');
    }
    if (at_ == begin) broken("has a shape that is not a list of extents");
    take('L');  // as Python 2 wrote long integers
    return value;
  }

  const std::string& path_;
  const std::string text_;
  std::size_t at_ = 0;
  Header header_;
};

// The header's text and where the elements begin.
std::pair<std::string, std::size_t> header_text(const std::string& path, const std::vector<unsigned char>& bytes) {
  if (bytes.size() < 10) broken_file(path, "the file ends inside the .npy header");
  const int version = bytes[6];
  if (version < 1 || version > 3) broken_file(path, "version " + std::to_string(version) + " of .npy is not known");
  std::size_t begin = 10, length = bytes[8] | std::size_t(bytes[9]) << 8;
  if (version >= 2) {
    begin = 12;
    if (bytes.size() < begin) broken_file(path, "the file ends inside the .npy header");
    length |= std::size_t(bytes[10]) << 16 | std::size_t(bytes[11]) << 24;
  }
  if (length > bytes.size() - begin) broken_file(path, "the file ends inside the .npy header");
  const auto first = bytes.begin() + std::ptrdiff_t(begin);
  return {std::string(first, first + std::ptrdiff_t(length)), begin + length};
}

// Column-major elements into row-major order: walk the target in order and follow in the source.
void reorder(const unsigned char* from, std::byte* to, const std::vector<std::int64_t>& dims, std::size_t size) {
  const std::size_t rank = dims.size();
  std::vector<std::size_t> stride(rank), index(rank, 0);
  std::size_t total = 1;
  for (std::size_t d = 0; d < rank; ++d) {
    stride[d] = total;
    total *= std::size_t(dims[d]);
  }
  std::size_t source = 0;
  for (std::size_t i = 0; i < total; ++i) {
    std::memcpy(to + i * size, from + source * size, size);
    for (std::size_t d = rank; d-- > 0;) {
      source += stride[d];
      if (++index[d] < std::size_t(dims[d])) break;
      source -= stride[d] * std::size_t(dims[d]);
      index[d] = 0;
    }
  }
}

void swap_bytes(std::vector<std::byte>& bytes, std::size_t size) {
  for (std::size_t i = 0; i + size <= bytes.size(); i += size)
    std::reverse(bytes.begin() + std::ptrdiff_t(i), bytes.begin() + std::ptrdiff_t(i + size));
}

const char* npy_name(const ArrayData& array) {
  for (const ElemName& e : kElems)
    if (e.elem == array.elem && e.complex == array.complex) return e.name;
  return "?";
}

}  // namespace

bool is_npy(const std::vector<unsigned char>& bytes) {
  return bytes.size() >= sizeof kMagic && std::equal(kMagic, kMagic + sizeof kMagic, bytes.begin());
}

ArrayData decode_npy(const std::string& path, const std::vector<unsigned char>& bytes) {
  const auto [text, begin] = header_text(path, bytes);
  Header header = HeaderReader(path, text).read();
  if (header.dims.empty()) header.dims = {1};
  ArrayData array{header.dims, header.elem, {}, header.complex};
  const std::size_t size = array.element_size(), total = checked_size(path, header.dims, size);
  if (bytes.size() - begin < total)
    broken_file(path, "the file ends too early: " + std::to_string(total) + " bytes of elements expected, " +
                          std::to_string(bytes.size() - begin) + " there");
  array.bytes.resize(total);
  if (total == 0) return array;
  if (header.fortran && header.dims.size() > 1)
    reorder(bytes.data() + begin, array.bytes.data(), header.dims, size);
  else
    std::memcpy(array.bytes.data(), bytes.data() + begin, total);
  if (header.swap) swap_bytes(array.bytes, std::size_t(byte_size(header.elem)));
  if (header.elem == Elem::Bool)  // any other byte is no bool to the code that will read it
    for (std::byte& b : array.bytes) b = b == std::byte{0} ? b : std::byte{1};
  return array;
}

std::vector<unsigned char> encode_npy(const std::string& path, const ArrayData& array) {
  if (array.dims.empty() || array.dims.size() > kMostDims)
    broken_file(path, "an array of 1 to 16 dimensions can be written");
  const char order = byte_size(array.elem) == 1 ? '|' : '<';
  std::string text = std::string("{'descr': '") + order + npy_name(array) + "', 'fortran_order': False, 'shape': (";
  for (std::int64_t extent : array.dims) text += std::to_string(extent) + ", ";
  text.pop_back();
  if (array.dims.size() > 1) text.pop_back();  // one extent keeps its comma: it is a tuple
  text += "), }";
  text.append(63 - (10 + text.size()) % 64, ' ');  // the elements begin at a multiple of 64
  text += '\n';
  std::vector<unsigned char> out(kMagic, kMagic + sizeof kMagic);
  const unsigned char rest[] = {1, 0, static_cast<unsigned char>(text.size()),
                                static_cast<unsigned char>(text.size() >> 8)};
  out.insert(out.end(), rest, rest + 4);
  out.insert(out.end(), text.begin(), text.end());
  const auto* data = reinterpret_cast<const unsigned char*>(array.bytes.data());
  out.insert(out.end(), data, data + array.bytes.size());
  return out;
}

}  // namespace qc::io
