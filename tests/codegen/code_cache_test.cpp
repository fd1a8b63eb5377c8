// Code that is found again: in the process, in a folder, and not when the folder's file is damaged or not ours.
#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "codegen/code_folder.h"
#include "codegen/kernel_key.h"
#include "kernels.h"

namespace fs = std::filesystem;
using qc::codegen::CodeFolder;
using qc::codegen::Digest;

namespace {

struct TemporaryFolder {
  TemporaryFolder() {
    std::string name = (fs::temp_directory_path() / "qc-code-XXXXXX").string();
    REQUIRE(mkdtemp(name.data()) != nullptr);
    path = name;
  }
  ~TemporaryFolder() { fs::remove_all(path); }
  fs::path path;
};

Digest digest_with(std::uint8_t first) {
  Digest d{};
  d[0] = first;
  return d;
}

qc::ir::Function store_constant(std::int64_t value) {
  kernels::Maker m("store_constant");
  const auto y = m.global("y", qc::Elem::I64);
  m.f.body = {kernels::put(kernels::at(y, {kernels::tid()}), kernels::num(value))};
  return m.f;
}

fs::path only_file(const fs::path& folder) {
  REQUIRE(std::distance(fs::directory_iterator(folder), fs::directory_iterator()) == 1);
  return fs::directory_iterator(folder)->path();
}

}  // namespace

TEST_CASE("a folder gives back what was kept under the same digest") {
  const TemporaryFolder temporary;
  std::string error;
  auto folder = CodeFolder::open(temporary.path / "code", &error);
  REQUIRE_MESSAGE(folder, error);
  CHECK(!folder->find(digest_with(1)));
  const std::string code("\0machine\0code", 13);
  folder->keep(digest_with(1), code);
  CHECK(folder->find(digest_with(1)) == code);
  CHECK(!folder->find(digest_with(2)));
  const auto another = CodeFolder::open(temporary.path / "code", &error);
  REQUIRE(another);
  CHECK(another->find(digest_with(1)) == code);
}

TEST_CASE("what is installed is read, whoever owns it, and stays as it is") {
  const TemporaryFolder temporary;
  const fs::path path = temporary.path / "code";
  CHECK(!CodeFolder::open_installed(path));
  std::string error;
  CodeFolder::open(path, &error)->keep(digest_with(1), "code");
  const fs::path file = only_file(path);
  const auto long_ago = fs::file_time_type::clock::now() - std::chrono::hours(1000);
  fs::last_write_time(file, long_ago);
  const auto installed = CodeFolder::open_installed(path);
  REQUIRE(installed);
  CHECK(installed->find(digest_with(1)) == "code");
  CHECK(fs::last_write_time(file) == long_ago);
  CHECK(!installed->find(digest_with(2)));
  fs::permissions(path, fs::perms::others_write, fs::perm_options::add);
  CHECK(!CodeFolder::open_installed(path));
}

TEST_CASE("code is prepared for processors that many machines can stand in for") {
  const TemporaryFolder temporary;
  const auto files = [&](const char* processor) {
    return std::distance(fs::directory_iterator(temporary.path / processor), fs::directory_iterator());
  };
  REQUIRE(!qc::codegen::prepare_code_in(temporary.path));
  const auto compiled = [](std::int64_t value) {
    return std::get<qc::HostKernel>(qc::compile_host(store_constant(value))).entry;
  };
  CHECK((compiled(104) != nullptr));
  for (const char* processor : {"x86-64-v3", "x86-64-v4"}) CHECK(files(processor) == 1);
  CHECK((compiled(104) != nullptr));
  for (const char* processor : {"x86-64-v3", "x86-64-v4"}) CHECK(files(processor) == 1);
  CHECK((compiled(105) != nullptr));
  for (const char* processor : {"x86-64-v3", "x86-64-v4"}) CHECK(files(processor) == 2);
  REQUIRE(!qc::codegen::prepare_code_in(""));
  CHECK((compiled(106) != nullptr));
  CHECK(files("x86-64-v3") == 2);
  std::ofstream(temporary.path / "file") << "no folder";
  CHECK(qc::codegen::prepare_code_in(temporary.path / "file"));
  REQUIRE(!qc::codegen::prepare_code_in(""));
}

TEST_CASE("PTX is prepared for generations of GPUs, with what an assembler makes of it") {
  const TemporaryFolder temporary;
  const auto files = [&](const char* sm) {
    return std::distance(fs::directory_iterator(temporary.path / sm), fs::directory_iterator());
  };
  REQUIRE(!qc::codegen::prepare_code_in(temporary.path));
  qc::codegen::prepare_for_gpus(store_constant(107), 0);
  for (const char* sm : {"sm_70", "sm_90"}) CHECK(files(sm) == 1);
  qc::codegen::prepare_for_gpus(store_constant(107), 0);
  for (const char* sm : {"sm_70", "sm_90"}) CHECK(files(sm) == 1);
  qc::codegen::prepare_for_gpus(store_constant(107), 512);
  for (const char* sm : {"sm_70", "sm_90"}) CHECK(files(sm) == 2);
  CHECK(files("x86-64-v3") == 0);
  // An assembler that takes the text for its code; and one that fails, with which PTX is there alone.
  const fs::path assembler = temporary.path / "assembler";
  std::ofstream(assembler) << "#!/bin/sh\ncp \"$2\" \"$4\"\n";
  fs::permissions(assembler, fs::perms::owner_all);
  REQUIRE(!qc::codegen::prepare_code_in(temporary.path, assembler));
  qc::codegen::prepare_for_gpus(store_constant(108), 0);
  for (const char* sm : {"sm_70", "sm_90"}) CHECK(files(sm) == 4);
  REQUIRE(!qc::codegen::prepare_code_in(temporary.path, "/bin/false"));
  qc::codegen::prepare_for_gpus(store_constant(109), 0);
  for (const char* sm : {"sm_70", "sm_90"}) CHECK(files(sm) == 5);
  REQUIRE(!qc::codegen::prepare_code_in(""));
}

TEST_CASE("a damaged file is as good as none") {
  const TemporaryFolder temporary;
  std::string error;
  auto folder = CodeFolder::open(temporary.path / "code", &error);
  REQUIRE(folder);
  folder->keep(digest_with(1), "machine code");
  const fs::path file = only_file(temporary.path / "code");
  SUBCASE("cut off") { fs::resize_file(file, fs::file_size(file) - 1); }
  SUBCASE("empty") { fs::resize_file(file, 0); }
  SUBCASE("another byte") {
    std::fstream f(file, std::ios::in | std::ios::out | std::ios::binary);
    f.seekp(-1, std::ios::end);
    f.put('x');
  }
  CHECK(!folder->find(digest_with(1)));
  folder->keep(digest_with(1), "machine code");
  CHECK(folder->find(digest_with(1)) == "machine code");
}

TEST_CASE("what cannot be read where code was kept is as good as none") {
  const TemporaryFolder temporary;
  std::string error;
  auto folder = CodeFolder::open(temporary.path / "code", &error);
  REQUIRE(folder);
  folder->keep(digest_with(1), "machine code");
  const fs::path file = only_file(temporary.path / "code");
  fs::remove(file);
  SUBCASE("a folder") { fs::create_directory(file); }
  SUBCASE("a pipe") { REQUIRE(mkfifo(file.c_str(), 0600) == 0); }
  SUBCASE("a link to itself") { fs::create_symlink(file.filename(), file); }
  SUBCASE("a file without end") { fs::create_symlink("/dev/zero", file); }
  SUBCASE("more than a folder keeps") {
    std::ofstream(file).close();
    fs::resize_file(file, CodeFolder::kMostBytes + 1);
  }
  CHECK(!folder->find(digest_with(1)));
  folder->keep(digest_with(64), "machine code");  // which looks through the folder
  CHECK(folder->find(digest_with(64)) == "machine code");
}

TEST_CASE("one digest of 64 has the folder looked through, whose oldest files go") {
  const TemporaryFolder temporary;
  std::string error;
  auto folder = CodeFolder::open(temporary.path / "code", &error);
  REQUIRE(folder);
  const fs::path large = temporary.path / "code" / "large";
  std::ofstream(large).close();
  fs::resize_file(large, CodeFolder::kMostBytes + 1);  // takes no room on the disk
  fs::last_write_time(large, fs::file_time_type::clock::now() - std::chrono::hours(1));
  folder->keep(digest_with(1), "machine code");
  CHECK(fs::exists(large));
  folder->keep(digest_with(64), "machine code");
  CHECK(!fs::exists(large));
  CHECK(folder->find(digest_with(1)));
  CHECK(folder->find(digest_with(64)));
}

TEST_CASE("a folder that others may write to, or that is none, is not used") {
  const TemporaryFolder temporary;
  std::string error;
  REQUIRE(chmod(temporary.path.c_str(), 0777) == 0);
  CHECK(!CodeFolder::open(temporary.path, &error));
  CHECK(error == "other users may write to it");
  std::ofstream(temporary.path / "file") << "text";
  CHECK(!CodeFolder::open(temporary.path / "file", &error));
  CHECK(qc::codegen::use_code_folder((temporary.path / "file").string()) == error);
}

TEST_CASE("the same kernel has one code in a process, another kernel another") {
  const auto first = kernels::compiled(store_constant(1)), again = kernels::compiled(store_constant(1)),
             other = kernels::compiled(store_constant(2));
  CHECK((first.entry == again.entry));
  CHECK((first.entry != other.entry));
}

TEST_CASE("the key of a kernel is all that it computes, and not where it stands") {
  using qc::codegen::kernel_key;
  const qc::ir::Function kernel = store_constant(1);
  const auto changed = [&](const auto& change) {
    qc::ir::Function other = kernel;
    change(other);
    return kernel_key(other) != kernel_key(kernel);
  };
  CHECK(kernel_key(store_constant(1)) == kernel_key(kernel));
  CHECK(kernel_key(store_constant(2)) != kernel_key(kernel));
  CHECK(!changed([](auto& f) { f.body[0].span = {0, 3, 7}; }));
  CHECK(!changed([](auto& f) { f.note = "for loop on line 7"; }));
  CHECK(changed([](auto& f) { f.name = "another_entry"; }));
  CHECK(changed([](auto& f) { f.threads = 32; }));
  CHECK(changed([](auto& f) { f.arrays[0].elem = qc::Elem::I32; }));
  CHECK(changed([](auto& f) { f.arrays[0].multiples = {2}; }));
  CHECK(changed([](auto& f) { std::get<qc::ir::Store>(f.body[0].node).access.boundary = qc::Boundary::Safe; }));
  CHECK(changed([](auto& f) { f.body.push_back(f.body[0]); }));
  CHECK(changed([](auto& f) { f.body = {{qc::ir::If{kernels::num(1), f.body, {}}, {}}}; }));
  CHECK(changed([](auto& f) { f.body.push_back({qc::ir::Return{}, {}}); }));
}

TEST_CASE("code that is found again knows the memory that its blocks need") {
  kernels::Maker m("with_shared");
  const auto y = m.global("y", qc::Elem::I64);
  const auto s = m.shared("s", qc::Elem::I64, {100});
  m.f.body = {kernels::put(kernels::at(s, {kernels::tid()}), kernels::num(6)),
              kernels::put(kernels::at(y, {kernels::tid()}), m.get(kernels::at(s, {kernels::tid()})))};
  const auto first = kernels::compiled(m.f), again = kernels::compiled(m.f);
  CHECK(first.shared_bytes >= 800);
  CHECK(again.shared_bytes == first.shared_bytes);
  CHECK(again.bytes_per_thread == first.bytes_per_thread);
}

TEST_CASE("what is compiled is kept in the folder, PTX too") {
  const TemporaryFolder temporary;
  const auto files = [&] { return std::distance(fs::directory_iterator(temporary.path), fs::directory_iterator()); };
  REQUIRE(!qc::codegen::use_code_folder(temporary.path.string()));
  CHECK(std::holds_alternative<qc::HostKernel>(qc::compile_host(store_constant(3))));
  CHECK(files() == 1);
  CHECK(std::holds_alternative<qc::HostKernel>(qc::compile_host(store_constant(3))));
  CHECK(files() == 1);
  CHECK(std::holds_alternative<qc::PtxKernel>(qc::compile_ptx(store_constant(3))));
  CHECK(files() == 2);
  REQUIRE(!qc::codegen::use_code_folder(""));
  CHECK(std::holds_alternative<qc::HostKernel>(qc::compile_host(store_constant(4))));
  CHECK(files() == 2);
}

TEST_CASE("little effort is spent where full effort has not been") {
  using qc::codegen::Effort;
  const auto effort = [](Effort wanted) {
    return std::get<qc::HostKernel>(qc::compile_host(store_constant(5), wanted)).effort;
  };
  CHECK((effort(Effort::Little) == Effort::Little));
  CHECK((effort(Effort::Full) == Effort::Full));
  CHECK((effort(Effort::Little) == Effort::Full));
}

TEST_CASE("full effort behind little effort is that of the whole code generator") {
  kernels::Maker m("difference", 1);
  const auto x = m.global("x", qc::Elem::F32), y = m.global("y", qc::Elem::F32);
  const auto first = m.get(kernels::at(x, {kernels::num(0)})), second = m.get(kernels::at(x, {kernels::num(1)}));
  const auto minus = qc::ir::unary(qc::ir::UnaryOp::Neg, first);
  m.f.body = {kernels::put(kernels::at(y, {kernels::num(0)}), qc::ir::fma(minus, second, second))};
  REQUIRE(std::holds_alternative<qc::HostKernel>(qc::compile_host(m.f, qc::codegen::Effort::Little)));
  const auto text = qc::emit_text(m.f, qc::EmitStage::Asm);
  REQUIRE(std::holds_alternative<std::string>(text));
  CAPTURE(std::get<std::string>(text));
  if (__builtin_cpu_supports("fma")) CHECK(std::get<std::string>(text).find("fnm") != std::string::npos);
}
