// Files that are read and written piece by piece: fopen and what goes with it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>

#include "host/arrays/arith.h"
#include "host/builtins/families.h"
#include "host/context/builtin_state.h"
#include "host/text/scanf.h"
#include "io/bytes.h"

namespace qc::host {

namespace {

constexpr std::int64_t kAll = std::numeric_limits<std::int64_t>::max();

Value integer(std::int64_t n) { return Value(Number::integer(n)); }
Value boolean(bool b) { return Value(Number::boolean(b)); }

// ---- opening and closing ------------------------------------------------------------------------------------------

bool big_endian_of(const CallContext& c, const Value& v) {
  const std::string& word = text_of(c, v, "the order of bytes");
  if (word == "b" || word == "be" || word == "ieee-be") return true;
  if (word == "l" || word == "le" || word == "ieee-le" || word == "n" || word == "native") return false;
  fail("Q0404", c.span, fmt::format("'{}' is no order of bytes", word),
       "\"ieee-le\", the least significant one first, or \"ieee-be\"");
}

// [f, message] = fopen(name, mode = "r", order of bytes = "ieee-le"): a number, or -1 and why.
Results fopen_(CallContext& c, Args& a) {
  want_arguments(c, a, "fopen", 1, 3);
  const std::string& path = text_of(c, a[0], "a file name");
  const std::string mode = a.size() > 1 ? text_of(c, a[1], "how a file is opened") : "r";
  io::OpenFiles& files = c.session.builtin_state().files;
  bool known = true;
  const int number = files.open(path, mode, a.size() > 2 && big_endian_of(c, a[2]), known);
  if (!known)
    fail("Q0404", c.span, fmt::format("'{}' is no way to open a file", mode),
         "\"r\" reads, \"w\" writes anew, \"a\" writes behind the end; \"r+\", \"w+\" and \"a+\" do both");
  return {integer(number), Value(number < 0 ? files.last_failure() : std::string())};
}

io::OpenFile& file_of(CallContext& c, const Value& v) {
  const std::int64_t number = to_index(v, c.span);
  io::OpenFiles& files = c.session.builtin_state().files;
  if (io::OpenFile* file = files.find(number)) return *file;
  if (number == -1 && !files.last_failure().empty())
    fail("Q0601", c.span, "the file could not be opened: " + files.last_failure(),
         "fopen gives -1 then: look at it before the file is used");
  fail("Q0404", c.span, fmt::format("file {} is not open", number),
       "fopen(name) opens a file to read it, fopen(name, \"w\") to write it");
}

// fclose(f), fclose("all"): 0, as in C
Results fclose_(CallContext& c, Args& a) {
  want_arguments(c, a, "fclose", 1, 1);
  auto* word = if_text(a[0]);
  if (word && *word != "all")
    fail("Q0404", c.span, fmt::format("'fclose' takes what fopen gave, or \"all\", not \"{}\"", *word));
  if (!word) file_of(c, a[0]);
  io::OpenFiles& files = c.session.builtin_state().files;
  at_call(c, [&] {
    word ? files.close_all() : files.close(to_index(a[0], c.span));
    return 0;
  });
  return {integer(0)};
}

Results fflush_(CallContext& c, Args& a) {
  want_arguments(c, a, "fflush", 1, 1);
  const std::int64_t number = to_index(a[0], c.span);
  if (number != 1 && number != 2)
    at_call(c, [&] {
      file_of(c, a[0]).flush();
      return 0;
    });
  return {};
}

// ---- the place in a file ------------------------------------------------------------------------------------------

Results feof_(CallContext& c, Args& a) {
  want_arguments(c, a, "feof", 1, 1);
  return {boolean(at_call(c, [&] { return file_of(c, a[0]).at_end(); }))};
}
Results ftell_(CallContext& c, Args& a) {
  want_arguments(c, a, "ftell", 1, 1);
  return {integer(file_of(c, a[0]).tell())};
}
Results frewind(CallContext& c, Args& a) {
  want_arguments(c, a, "frewind", 1, 1);
  file_of(c, a[0]).seek(0, 0);
  return {};
}
int origin_of(const CallContext& c, const Value& v) {
  auto* word = if_text(v);
  if (!word) {
    const std::int64_t n = to_index(v, c.span);  // MATLAB's -1, 0, 1
    if (n >= -1 && n <= 1) return int(n + 1);
  } else if (*word == "bof" || *word == "cof" || *word == "eof") {
    return *word == "bof" ? 0 : *word == "cof" ? 1 : 2;
  }
  fail("Q0404", c.span, "a place is seen from \"bof\", the start, \"cof\", the present place, or \"eof\", the end");
}
// fseek(f, offset, from = "bof"): 0, or -1 when there is no such place
Results fseek_(CallContext& c, Args& a) {
  want_arguments(c, a, "fseek", 2, 3);
  return {integer(file_of(c, a[0]).seek(to_index(a[1], c.span), a.size() > 2 ? origin_of(c, a[2]) : 0) ? 0 : -1)};
}

// ---- text ---------------------------------------------------------------------------------------------------------

// fprintf(format, ...); a file may come first: 1 is what is printed, 2 the log
Results fprintf_(CallContext& c, Args& a) {
  std::optional<Value> file;
  if (!a.empty() && !if_text(a[0])) {
    file = a[0];
    a.erase(a.begin());
  }
  const std::string text = formatted_text(c, a, "fprintf");
  const std::int64_t number = file ? to_index(*file, c.span) : 1;
  const auto& sinks = c.session.sinks();
  if (number == 1 || number == 2) {
    if (const auto& sink = number == 1 ? sinks.out : sinks.log) sink(text);
  } else {
    at_call(c, [&] {
      file_of(c, *file).write(text.data(), text.size());
      return 0;
    });
  }
  return {};
}
Results fputs_(CallContext& c, Args& a) {
  want_arguments(c, a, "fputs", 2, 2);
  const std::string& text = text_of(c, a[1], "what is written");
  at_call(c, [&] {
    file_of(c, a[0]).write(text.data(), text.size());
    return 0;
  });
  return {};
}

std::optional<std::string> line_of(CallContext& c, Args& a, const char* name) {
  want_arguments(c, a, name, 1, 1);
  std::string line = at_call(c, [&] { return file_of(c, a[0]).read_line(); });
  if (line.empty()) return {};
  return line;
}
// The next line without its end, or -1
Results fgetl(CallContext& c, Args& a) {
  std::optional<std::string> line = line_of(c, a, "fgetl");
  if (!line) return {integer(-1)};
  if (line->ends_with('\n')) line->pop_back();
  if (line->ends_with('\r')) line->pop_back();
  return {Value(*line)};
}
Results fgets_(CallContext& c, Args& a) {
  std::optional<std::string> line = line_of(c, a, "fgets");
  return {line ? Value(*line) : integer(-1)};
}
Results fileread(CallContext& c, Args& a) {
  want_arguments(c, a, "fileread", 1, 1);
  const auto bytes = at_call(c, [&] { return io::read_whole_file(text_of(c, a[0], "a file name")); });
  return {Value(std::string(bytes.begin(), bytes.end()))};
}

// ---- how many -----------------------------------------------------------------------------------------------------

// What the last arguments of fread and fscanf say of the amount: inf, n, [rows, columns], or [inf, columns].
struct Amount {
  std::int64_t most = kAll;
  std::int64_t columns = 0;  // 0: a vec
};
Amount amount_of(const CallContext& c, const Value& v) {
  const std::vector<double> extents = doubles_of(c, v);
  if (extents.empty() || extents.size() > 2)
    fail("Q0404", c.span, "how much is read: a number, [rows, columns] or [inf, columns]");
  const auto whole = [&](double n) {
    if (!(n >= 0) || n != std::floor(n) || n > 1e15)
      fail("Q0404", c.span, fmt::format("{} is no number of elements", n));
    return std::int64_t(n);
  };
  if (extents.size() == 1) return {std::isinf(extents[0]) ? kAll : whole(extents[0]), 0};
  if (std::isinf(extents[1]))
    fail("Q0404", c.span, "only the number of rows may be inf: what is read fills one row after another",
         "[inf, 3] reads rows of 3; transpose(...) turns them into columns");
  const std::int64_t columns = whole(extents[1]);
  if (columns == 0) return {0, 0};
  if (std::isinf(extents[0])) return {kAll, columns};
  std::int64_t most = 0;
  if (__builtin_mul_overflow(whole(extents[0]), columns, &most)) most = kAll;
  return {most, columns};
}
// A vec, or the rows that there is something for, the rest of the last one zero.
std::vector<std::int64_t> dims_for(const Amount& amount, std::int64_t count) {
  if (amount.columns == 0) return {count};
  return {(count + amount.columns - 1) / amount.columns, amount.columns};
}

// ---- numbers in text ----------------------------------------------------------------------------------------------

Value scanned_value(const CallContext& c, const Scanned& s, const Amount& amount) {
  if (s.texts) return Value(s.text);
  const bool ints = !s.numbers.empty() &&
                    std::all_of(s.numbers.begin(), s.numbers.end(), [](const Number& n) { return is_int(n.type); });
  const Elem elem = ints ? Elem::I64 : c.session.options().scalar;
  if (s.numbers.size() == 1 && amount.columns == 0)
    return Value(ints ? s.numbers[0] : Number::real(s.numbers[0].as_double(), elem));
  const ArrayP x = make_array(elem, dims_for(amount, std::int64_t(s.numbers.size())));
  void* data = x->buffer->host_overwrite();
  std::memset(data, 0, x->buffer->bytes());
  for (std::size_t i = 0; i < s.numbers.size(); ++i) set_element(*x, data, std::int64_t(i), s.numbers[i]);
  return Value(x);
}
// [x, count] = sscanf(text, format, amount = inf)
Results sscanf_(CallContext& c, Args& a) {
  want_arguments(c, a, "sscanf", 2, 3);
  const Amount amount = a.size() > 2 ? amount_of(c, a[2]) : Amount{};
  const Scanned s = scan_text(text_of(c, a[0], "the text"), text_of(c, a[1], "a format"), amount.most, c.span);
  return {scanned_value(c, s, amount), integer(s.count)};
}
// [x, count] = fscanf(f, format, amount = inf)
Results fscanf_(CallContext& c, Args& a) {
  want_arguments(c, a, "fscanf", 2, 3);
  const Amount amount = a.size() > 2 ? amount_of(c, a[2]) : Amount{};
  io::OpenFile& file = file_of(c, a[0]);
  const std::int64_t start = file.tell();
  const std::string rest = at_call(c, [&] { return file.read(std::size_t(kAll)); });
  const Scanned s = scan_text(rest, text_of(c, a[1], "a format"), amount.most, c.span);
  file.seek(start + std::int64_t(s.used), 0);
  return {scanned_value(c, s, amount), integer(s.count)};
}

// ---- bytes --------------------------------------------------------------------------------------------------------

struct FileType {
  Elem elem;
  bool characters = false;
};
FileType file_type(const CallContext& c, std::string_view word) {
  static const std::unordered_map<std::string_view, FileType> words = {
      {"uint8", {Elem::U8}},        {"uchar", {Elem::U8}},   {"unsigned char", {Elem::U8}}, {"char", {Elem::U8, true}},
      {"char*1", {Elem::U8, true}}, {"int8", {Elem::I8}},    {"schar", {Elem::I8}},         {"signed char", {Elem::I8}},
      {"int16", {Elem::I16}},       {"short", {Elem::I16}},  {"uint16", {Elem::U16}},       {"ushort", {Elem::U16}},
      {"int32", {Elem::I32}},       {"int", {Elem::I32}},    {"uint32", {Elem::U32}},       {"uint", {Elem::U32}},
      {"int64", {Elem::I64}},       {"long", {Elem::I64}},   {"uint64", {Elem::U64}},       {"ulong", {Elem::U64}},
      {"half", {Elem::F16}},        {"single", {Elem::F32}}, {"float", {Elem::F32}},        {"float32", {Elem::F32}},
      {"real*4", {Elem::F32}},      {"double", {Elem::F64}}, {"float64", {Elem::F64}},      {"real*8", {Elem::F64}}};
  if (auto it = words.find(word); it != words.end()) return it->second;
  fail("Q0404", c.span, fmt::format("'{}' is no type of the elements of a file", word),
       "uint8 int8 uint16 int16 uint32 int32 uint64 int64 half single double char; \"*uint8\" keeps the type in the "
       "program");
}

void swap_bytes(void* data, std::size_t bytes, std::size_t size) {
  auto* p = static_cast<unsigned char*>(data);
  for (std::size_t at = 0; at + size <= bytes; at += size) std::reverse(p + at, p + at + size);
}

// "uint8": as scalars where these hold every value, otherwise as ints; "*uint8" and "uint8=>uint8": as they are;
// "char=>char": a string.
struct ReadType {
  FileType in_file;
  Elem in_program;
  bool text = false;
};
ReadType read_type(const CallContext& c, std::string word) {
  const auto arrow = word.find("=>");
  if (word.starts_with('*'))
    word = word.substr(1) + "=>" + word.substr(1);
  else if (arrow == std::string::npos) {
    const FileType t = file_type(c, word);
    const bool wide = is_int(t.elem) && byte_size(t.elem) > 2;
    return {t, wide ? Elem::I64 : c.session.options().scalar};
  }
  const auto at = word.find("=>");
  const FileType from = file_type(c, std::string_view(word).substr(0, at)),
                 to = file_type(c, std::string_view(word).substr(at + 2));
  return {from, to.elem, to.characters};
}

// One number where one is asked for.
// [x, count] = fread(f, amount = inf, type = "uint8", skip = 0, order of bytes)
Results fread_(CallContext& c, Args& a) {
  want_arguments(c, a, "fread", 1, 5);
  io::OpenFile& file = file_of(c, a[0]);
  const Amount amount = a.size() > 1 && !left_out(a[1]) ? amount_of(c, a[1]) : Amount{};
  const ReadType type = read_type(c, a.size() > 2 ? text_of(c, a[2], "a type") : "uint8");
  if (a.size() > 3 && !left_out(a[3]) && to_index(a[3], c.span) != 0)
    fail("Q0404", c.span, "'fread' passes over nothing between the elements",
         "read all of them and take x[0..2..numel(x)-1]");
  const bool swapped = a.size() > 4 ? big_endian_of(c, a[4]) : file.big_endian();
  const std::size_t size = std::size_t(byte_size(type.in_file.elem));
  std::string bytes = at_call(
      c, [&] { return file.read(amount.most > kAll / 8 ? std::size_t(kAll) : std::size_t(amount.most) * size); });
  const std::int64_t count = std::int64_t(bytes.size() / size);
  if (swapped) swap_bytes(bytes.data(), bytes.size(), size);
  if (type.text) return {Value(bytes), integer(count)};
  const ArrayP x = make_array(type.in_file.elem, dims_for(amount, count));
  if (count) std::memcpy(x->buffer->host_write(), bytes.data(), std::size_t(count) * size);
  const ArrayP y = as_elem(x, type.in_program);
  if (amount.most == 1 && count == 1 && amount.columns == 0)
    return {Value(get_element(*y, y->buffer->host_read(), 0)), integer(count)};
  return {Value(y), integer(count)};
}

// count = fwrite(f, x, type = "uint8", skip = 0, order of bytes): elements as a store into that type converts them, row
// after row
Results fwrite_(CallContext& c, Args& a) {
  want_arguments(c, a, "fwrite", 2, 5);
  io::OpenFile& file = file_of(c, a[0]);
  if (auto* text = if_text(a[1])) {
    at_call(c, [&] {
      file.write(text->data(), text->size());
      return 0;
    });
    return {integer(std::int64_t(text->size()))};
  }
  const FileType type = file_type(c, a.size() > 2 ? text_of(c, a[2], "a type") : "uint8");
  if (a.size() > 3 && !left_out(a[3]) && to_index(a[3], c.span) != 0)
    fail("Q0404", c.span, "'fwrite' passes over nothing between the elements");
  const ArrayP given = array_of(c, a[1]);
  if (given->complex) fail("Q0301", c.span, "'fwrite' writes no complex numbers", "write real(x) and imag(x)");
  const ArrayP x = as_elem(given, type.elem);
  const auto* data = static_cast<const char*>(x->buffer->host_read());
  const auto size = std::size_t(byte_size(type.elem));
  const bool swaps = a.size() > 4 ? big_endian_of(c, a[4]) : file.big_endian();
  std::string bytes;
  at_call(c, [&] {
    in_stoppable_parts(x->count(), [&](std::int64_t begin, std::int64_t end) {
      bytes.assign(data + std::size_t(begin) * size, std::size_t(end - begin) * size);
      if (swaps) swap_bytes(bytes.data(), bytes.size(), size);
      file.write(bytes.data(), bytes.size());
    });
    return 0;
  });
  return {integer(x->count())};
}

}  // namespace

const BuiltinTable& open_file_builtins() {
  static const BuiltinTable table = {
      {"fopen", fopen_},   {"fclose", fclose_}, {"fflush", fflush_},  {"feof", feof_},
      {"ftell", ftell_},   {"fseek", fseek_},   {"frewind", frewind}, {"fprintf", fprintf_},
      {"fputs", fputs_},   {"fgetl", fgetl},    {"fgets", fgets_},    {"fileread", fileread},
      {"fscanf", fscanf_}, {"sscanf", sscanf_}, {"fread", fread_},    {"fwrite", fwrite_}};
  return table;
}

}  // namespace qc::host
