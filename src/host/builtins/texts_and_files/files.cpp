// Images, tables and saved values in files.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <filesystem>

#include "host/arrays/arith.h"
#include "host/builtins/families.h"
#include "host/builtins/texts_and_files/save_load.h"
#include "host/context/builtin_state.h"
#include "io/array_file.h"
#include "io/bytes.h"
#include "io/drive_paths.h"
#include "support/stop.h"

namespace qc::host {

namespace {

namespace fs = std::filesystem;

const std::string& path_of(const CallContext& c, const Value& v) { return text_of(c, v, "a file name"); }

ArrayP from_file(const io::ArrayData& d) {
  ArrayP x = make_array(d.elem, d.dims, false, d.complex);
  if (!d.bytes.empty()) std::memcpy(x->buffer->host_overwrite(), d.bytes.data(), d.bytes.size());
  return x;
}
io::ArrayData contents_of(const Array& a) {
  io::ArrayData d{a.dims, a.elem, {}, a.complex};
  d.bytes.reserve(a.buffer->bytes());
  in_stoppable_parts(std::int64_t(a.buffer->bytes()), [&](std::int64_t begin, std::int64_t end) {
    const auto* from = static_cast<const std::byte*>(a.buffer->host_read());
    d.bytes.insert(d.bytes.end(), from + begin, from + end);
  });
  return d;
}
// Of real numbers.
io::ArrayData to_file(const CallContext& c, const Array& a) {
  if (a.complex)
    fail("Q0301", c.span, "this kind of file holds no complex numbers",
         "write real(x) and imag(x), or save(\"name.npy\", x)");
  return contents_of(a);
}

// A height x width x channels cube of the precision's float.
Results imread(CallContext& c, Args& a) {
  want_arguments(c, a, "imread", 1, 2);
  const ArrayP x = at_call(c, [&] { return from_file(io::read_array_file(path_of(c, a[0]))); });
  return {Value(as_elem(x, c.session.options().scalar))};
}

// imwrite(file, x) or imwrite(x, file), with a quality (JPEG) or a number of bits, 8 or 16, or "float" (TIFF) behind.
// Arrays of uint16 are written with 16 bits, masks as 0 and 255.
Results imwrite(CallContext& c, Args& a) {
  want_arguments(c, a, "imwrite", 2, 4);
  const bool name_first = if_text(a[0]) != nullptr;
  const std::string& path = path_of(c, a[name_first ? 0 : 1]);
  ArrayP x = array_of(c, a[name_first ? 1 : 0]);
  if (x->dims.size() == 1) {
    x = std::make_shared<Array>(*x);
    x->dims.insert(x->dims.begin(), 1);
  }
  int maximum = x->elem == Elem::U16 ? 65535 : 255, quality = 92;
  if (a.size() > 2) {
    const bool jpeg = path.ends_with("jpg") || path.ends_with("jpeg") || path.ends_with("JPG");
    if (auto* word = if_text(a[2]); word && *word == "float")
      maximum = 0;
    else if (!word && jpeg)
      quality = int(std::clamp<std::int64_t>(to_index(a[2], c.span), 1, 100));
    else if (!word && to_index(a[2], c.span) == 16)
      maximum = 65535;
    else if (word || to_index(a[2], c.span) != 8)
      fail("Q0404", c.span, "an image has 8 or 16 bits, or \"float\" in a TIFF; a JPEG has a quality");
  }
  io::ArrayData d = to_file(c, *x);
  if (x->elem == Elem::Bool)
    for (std::byte& b : d.bytes) b = b == std::byte(0) ? b : std::byte(255);
  if (x->elem == Elem::Bool) d.elem = Elem::U8;
  at_call(c, [&] {
    io::write_image(path, d, maximum, quality);
    if (const auto& wrote = c.session.builtin_state().wrote) wrote(path);
    return 0;
  });
  return {};
}

// exrread(file): a record with the picture in its field data, the values as they stand.
Results exrread(CallContext& c, Args& a) {
  want_arguments(c, a, "exrread", 1, 1);
  auto r = std::make_shared<Record>();
  r->fields.emplace_back("data", imread(c, a)[0]);
  return {Value(r)};
}
Results exrwrite(CallContext& c, Args& a) {
  want_arguments(c, a, "exrwrite", 2, 2);
  const bool name_first = if_text(a[0]) != nullptr;
  const std::string& path = path_of(c, a[name_first ? 0 : 1]);
  const io::ArrayData d = to_file(c, *array_of(c, a[name_first ? 1 : 0]));
  at_call(c, [&] {
    io::write_whole_file(path, io::encode_exr(path, d));
    if (const auto& wrote = c.session.builtin_state().wrote) wrote(path);
    return 0;
  });
  return {};
}

// csvread(file), csvread(file, rows, columns): without the first rows and columns.
Results csvread(CallContext& c, Args& a) {
  want_arguments(c, a, "csvread", 1, 3);
  const std::int64_t rows = a.size() > 1 ? to_index(a[1], c.span) : 0,
                     columns = a.size() > 2 ? to_index(a[2], c.span) : 0;
  const ArrayP x = at_call(c, [&] { return from_file(io::read_csv(path_of(c, a[0]), rows, columns)); });
  return {Value(as_elem(x, c.session.options().scalar))};
}
// csvwrite(file, x), csvwrite(file, x, significant digits)
Results csvwrite(CallContext& c, Args& a) {
  want_arguments(c, a, "csvwrite", 2, 3);
  const bool name_first = if_text(a[0]) != nullptr;
  const ArrayP x = array_of(c, a[name_first ? 1 : 0]);
  const int digits = a.size() == 3 ? int(std::clamp<std::int64_t>(to_index(a[2], c.span), 0, 40)) : 0;
  const io::ArrayData d = to_file(c, *x);
  at_call(c, [&] {
    io::write_csv(path_of(c, a[name_first ? 0 : 1]), d, digits);
    return 0;
  });
  return {};
}

bool is_npy_path(const std::string& path) { return path.ends_with(".npy"); }

// save(file, a, b, ...): one array in a .npy file, anything in another (save_load.h).
Results save(CallContext& c, Args& a) {
  if (a.size() < 2) want_arguments(c, a, "save", 2, 64);
  const std::string& path = path_of(c, a[0]);
  at_call(c, [&] {
    if (is_npy_path(path)) {
      if (a.size() != 2) fail("Q0204", c.span, "a .npy file holds one array", "save several values as .qd");
      io::write_npy(path, contents_of(*array_of(c, a[1])));
    } else
      io::write_whole_file(path, encode_values({a.begin() + 1, a.end()}, c.span));
    return 0;
  });
  return {};
}
Results load(CallContext& c, Args& a) {
  want_arguments(c, a, "load", 1, 1);
  const std::string& path = path_of(c, a[0]);
  return at_call(c, [&]() -> Results {
    const std::vector<unsigned char> bytes = io::read_whole_file(path);
    if (io::is_npy(bytes)) return {Value(from_file(io::decode_npy(path, bytes)))};
    if (!is_container(bytes))
      io::broken_file(path, "neither a .npy file nor one that 'save' wrote", "imread reads images, csvread tables");
    return decode_values(path, bytes);
  });
}

// ---- the file system ----------------------------------------------------------------------------------------------

Results fileexists(CallContext& c, Args& a) {
  want_arguments(c, a, "fileexists", 1, 1);
  std::error_code error;
  return {Value(Number::boolean(fs::exists(io::path_to_read(path_of(c, a[0])), error)))};
}
// 2 for a file, 7 for a folder, 5 for a built-in function, otherwise 0
Results exist(CallContext& c, Args& a) {
  want_arguments(c, a, "exist", 1, 2);
  const std::string name = io::path_to_read(path_of(c, a[0]));
  std::error_code error;
  if (fs::is_directory(name, error)) return {Value(Number::integer(7))};
  if (fs::exists(name, error)) return {Value(Number::integer(2))};
  return {Value(Number::integer(find_builtin(name) ? 5 : 0))};
}
Results delete_file(CallContext& c, Args& a) {
  want_arguments(c, a, "delete", 1, 1);
  const std::string& path = path_of(c, a[0]);
  std::error_code error;
  if (!fs::is_regular_file(path, error)) at_call(c, [&] { io::file_error(path, "cannot delete", "not a file"); });
  if (!fs::remove(path, error)) at_call(c, [&] { io::file_error(path, "cannot delete", error.message()); });
  return {};
}
Results mkdir(CallContext& c, Args& a) {
  want_arguments(c, a, "mkdir", 1, 1);
  const std::string& path = path_of(c, a[0]);
  std::error_code error;
  fs::create_directories(path, error);
  if (error) at_call(c, [&] { io::file_error(path, "cannot make the folder", error.message()); });
  return {};
}
std::string temporary_folder() {
  std::error_code error;
  const fs::path p = fs::temp_directory_path(error);
  return error ? "." : p.string();
}
Results tempdir(CallContext&, Args&) { return {Value(temporary_folder())}; }
// A path in the folder for temporary files that nothing has yet.
Results tempname(CallContext&, Args&) {
  static int count = 0;
  std::string path;
  std::error_code error;
  do path = fmt::format("{}/qc_{}_{}", temporary_folder(), getpid(), count++);
  while (fs::exists(path, error));
  return {Value(path)};
}
Results fullfile(CallContext& c, Args& a) {
  fs::path p;
  for (const Value& v : a) p /= text_of(c, v, "a part of a path");
  return {Value(p.string())};
}
// [folder, name, ending] = fileparts(path)
Results fileparts(CallContext& c, Args& a) {
  want_arguments(c, a, "fileparts", 1, 1);
  const fs::path p = path_of(c, a[0]);
  return {Value(p.parent_path().string()), Value(p.stem().string()), Value(p.extension().string())};
}

}  // namespace

const BuiltinTable& file_builtins() {
  static const BuiltinTable table = {{"imread", imread},      {"imwrite", imwrite},       {"exrread", exrread},
                                     {"exrwrite", exrwrite},  {"hdrread", imread},        {"hdrwrite", imwrite},
                                     {"csvread", csvread},    {"csvwrite", csvwrite},     {"load", load},
                                     {"save", save},          {"fileexists", fileexists}, {"exist", exist},
                                     {"delete", delete_file}, {"mkdir", mkdir},           {"tempdir", tempdir},
                                     {"tempname", tempname},  {"fullfile", fullfile},     {"fileparts", fileparts}};
  return table;
}

}  // namespace qc::host
