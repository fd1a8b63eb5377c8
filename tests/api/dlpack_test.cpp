// Tensors of other libraries (qc/dlpack.h), in both directions; those of a GPU where there is one.
#include "qc/dlpack.h"

#include <doctest/doctest.h>

#include <complex>
#include <cstdio>
#include <string>
#include <vector>

#include "qc/qc.h"
#include "qc/qc_c.h"
#include "tests/api/on_cpu.h"

using qc::test::text_of;

namespace {

qc::Options on(const char* device) {
  qc::Options options;
  options.device = device;
  options.threads = 2;
  return options;
}

constexpr const char* kDoubling = R"(
function s = total(x)
  s = 0
  for k = 0..numel(x)-1
    s += x[k]
  end
end
function [] = twice(x)
  for k = 0..numel(x)-1
    x[k] = 2*x[k]
  end
end
function y = ramp(n : int)
  y = zeros(n)
  for k = 0..n-1
    y[k] = k
  end
end
function y = same(x)
  y = x
end
)";

// A tensor as another library would hand it over, which counts how often it is deleted.
struct Given {
  std::vector<std::int64_t> shape, strides;
  DLManagedTensorVersioned versioned{};
  DLManagedTensor unversioned{};
  int deleted = 0;
  Given(void* data, DLDataType type, std::vector<std::int64_t> extents, std::vector<std::int64_t> steps = {})
      : shape(std::move(extents)), strides(std::move(steps)) {
    DLTensor t{};
    t.data = data;
    t.device = {kDLCPU, 0};
    t.ndim = std::int32_t(shape.size());
    t.dtype = type;
    t.shape = shape.data();
    t.strides = strides.empty() ? nullptr : strides.data();
    versioned = {
        {1, 0}, this, [](DLManagedTensorVersioned* self) { ++static_cast<Given*>(self->manager_ctx)->deleted; }, 0, t};
    unversioned = {t, this, [](DLManagedTensor* self) { ++static_cast<Given*>(self->manager_ctx)->deleted; }};
  }
  Given(const Given&) = delete;
  Given& operator=(const Given&) = delete;
};

constexpr DLDataType kFloat32{kDLFloat, 32, 1};

template <class T>
void check_type(qc::Engine& engine, DLDataTypeCode code, qc::ElementType type) {
  CAPTURE(int(type));
  T x[5] = {T(1), T(2), T(3), T(4), T(5)};
  Given given(x, {std::uint8_t(code), 8 * sizeof(T), 1}, {5});
  {
    auto taken = engine.from_dlpack(&given.versioned);
    REQUIRE_MESSAGE(taken, taken.error().to_string());
    CHECK(taken.value().element_type() == type);
    CHECK(taken.value().data() == x);
    CHECK(engine.call("total", {taken.value()}).value().number() == 15);
    REQUIRE(engine.call("twice", {taken.value()}));
    CHECK(x[4] == T(10));
    auto back = engine.to_dlpack(taken.value());
    REQUIRE(back);
    const DLTensor& t = back.value()->dl_tensor;
    CHECK(t.data == x);
    CHECK(t.dtype.code == code);
    CHECK(t.dtype.bits == 8 * sizeof(T));
    CHECK(t.dtype.lanes == 1);
    CHECK(t.device.device_type == kDLCPU);
    CHECK(t.ndim == 1);
    CHECK(t.shape[0] == 5);
    CHECK(t.strides[0] == 1);
    CHECK(back.value()->version.major == 1);
    CHECK(back.value()->flags == 0);
    taken = qc::Value();
    CHECK(given.deleted == 0);
    back.value()->deleter(back.value());
  }
  CHECK(given.deleted == 1);
}

}  // namespace

TEST_CASE("tensors of every element type are taken and given without a copy") {
  qc::Engine engine(on("cpu"));
  REQUIRE(engine.load(kDoubling));
  check_type<std::int8_t>(engine, kDLInt, qc::ElementType::Int8);
  check_type<std::int16_t>(engine, kDLInt, qc::ElementType::Int16);
  check_type<std::int32_t>(engine, kDLInt, qc::ElementType::Int32);
  check_type<std::int64_t>(engine, kDLInt, qc::ElementType::Int64);
  check_type<std::uint8_t>(engine, kDLUInt, qc::ElementType::UInt8);
  check_type<std::uint16_t>(engine, kDLUInt, qc::ElementType::UInt16);
  check_type<std::uint32_t>(engine, kDLUInt, qc::ElementType::UInt32);
  check_type<std::uint64_t>(engine, kDLUInt, qc::ElementType::UInt64);
  check_type<float>(engine, kDLFloat, qc::ElementType::Float);
  check_type<double>(engine, kDLFloat, qc::ElementType::Double);
}

TEST_CASE("tensors of bools, halves and complex numbers") {
  qc::Engine engine(on("cpu"));
  REQUIRE(engine.load(kDoubling));
  bool truths[3] = {true, false, true};
  Given of_truths(truths, {kDLBool, 8, 1}, {3});
  CHECK(engine.call("total", {engine.from_dlpack(&of_truths.versioned).value()}).value().number() == 2);
  qc::Half halves[2] = {{0x3c00}, {0x4000}};
  Given of_halves(halves, {kDLFloat, 16, 1}, {2});
  CHECK(engine.call("total", {engine.from_dlpack(&of_halves.versioned).value()}).value().number() == 3);
  std::complex<double> z[2] = {{1, 2}, {3, 4}};
  Given of_complex(z, {kDLComplex, 128, 1}, {2});
  const auto value = engine.from_dlpack(&of_complex.versioned);
  REQUIRE(value);
  CHECK(value.value().is_complex());
  CHECK(engine.call("total", {value.value()}).value().imaginary() == 6);
  auto back = engine.to_dlpack(value.value());
  CHECK(back.value()->dl_tensor.dtype.code == kDLComplex);
  CHECK(back.value()->dl_tensor.dtype.bits == 128);
  back.value()->deleter(back.value());
}

TEST_CASE("tensors with strides, an offset, no elements, and read-only ones") {
  for (const char* device : {"cpu", "simt"}) {
    qc::Engine engine(on(device));
    REQUIRE(engine.load(kDoubling));
    float x[6] = {1, 2, 3, 4, 5, 6};
    Given backwards(x, kFloat32, {3}, {-2});
    backwards.versioned.dl_tensor.byte_offset = 20;  // 6, 4, 2
    const auto taken = engine.from_dlpack(&backwards.versioned);
    REQUIRE(taken);
    CHECK(engine.call("total", {taken.value()}).value().number() == 12);
    REQUIRE(engine.call("twice", {taken.value()}));
    CHECK(x[5] == 12);
    CHECK(x[4] == 5);
    Given none(nullptr, kFloat32, {0, 3}, {3, 1});
    const auto empty = engine.from_dlpack(&none.versioned);
    REQUIRE(empty);
    CHECK(engine.call("total", {empty.value()}).value().number() == 0);
    Given constant(x, kFloat32, {6});
    constant.versioned.flags = DLPACK_FLAG_BITMASK_READ_ONLY;
    const auto read_only = engine.from_dlpack(&constant.versioned);
    REQUIRE(read_only);
    CHECK_FALSE(engine.call("twice", {read_only.value()}));
    CHECK(x[0] == 1);
    auto given = engine.to_dlpack(read_only.value());
    REQUIRE(given);
    CHECK(given.value()->flags == DLPACK_FLAG_BITMASK_READ_ONLY);
    given.value()->deleter(given.value());
    // One that is given is dense, also where what was taken is not.
    given = engine.to_dlpack(taken.value());
    REQUIRE(given);
    CHECK(given.value()->dl_tensor.strides[0] == 1);
    CHECK(static_cast<const float*>(given.value()->dl_tensor.data)[0] == 12);
    given.value()->deleter(given.value());
  }
}

TEST_CASE("a tensor that cannot be is an error and still the caller's") {
  qc::Engine engine(on("cpu"));
  float x[4] = {};
  const auto problem = [&](auto change) {
    Given given(x, kFloat32, {4}, {1});
    change(given.versioned);
    const auto taken = engine.from_dlpack(&given.versioned);
    REQUIRE_FALSE(taken);
    CHECK(given.deleted == 0);
    return text_of(taken.error());
  };
  using Tensor = DLManagedTensorVersioned;
  CHECK(problem([](Tensor& t) { t.version.major = 2; }) == "a tensor of version 2 of DLPack: 1 is what is understood");
  CHECK(problem([](Tensor& t) {
          t.dl_tensor.dtype = {kDLBfloat, 16, 1};
        }) == "a tensor of bfloat16, which is no element type of the language");
  CHECK(problem([](Tensor& t) { t.dl_tensor.dtype.lanes = 4; }) ==
        "a tensor of float32x4, which is no element type of the language");
  CHECK(problem([](Tensor& t) { t.dl_tensor.dtype.bits = 8; }) ==
        "a tensor of float8, which is no element type of the language");
  CHECK(problem([](Tensor& t) {
          t.dl_tensor.dtype = {kDLInt, 4, 1};
        }) == "a tensor of int4, which is no element type of the language");
  CHECK(problem([](Tensor& t) {
          t.dl_tensor.dtype = {kDLBool, 1, 1};
        }) == "a tensor of bool1, which is no element type of the language");
  CHECK(problem([](Tensor& t) {
          t.dl_tensor.dtype = {42, 32, 1};
        }) == "a tensor of type 42 of 32, which is no element type of the language");
  CHECK(problem([](Tensor& t) { t.dl_tensor.ndim = 0; }) == "a view has 1 to 16 dimensions, not 0");
  CHECK(problem([](Tensor& t) { t.dl_tensor.shape = nullptr; }) == "a tensor without a shape (a null pointer)");
  CHECK(problem([](Tensor& t) { t.dl_tensor.shape[0] = -1; }) == "a view of the extent -1");
  CHECK(problem([](Tensor& t) { t.dl_tensor.data = nullptr; }) == "a view of no memory (a null pointer)");
  CHECK(problem([](Tensor& t) { t.dl_tensor.byte_offset = 2; }) ==
        "a view of an address that is no multiple of its elements' 4 bytes");
  CHECK(problem([](Tensor& t) { t.dl_tensor.strides[0] = 0; }) == "a view whose elements overlap may be read only");
  CHECK(problem([](Tensor& t) { t.dl_tensor.strides[0] = INT64_MAX; }) == "a view of more memory than there can be");
  CHECK(problem([](Tensor& t) {
          t.dl_tensor.device = {DLDeviceType(7), 0};
        }) == "a tensor of a device of type 7: only those of the host and of CUDA are taken");
  CHECK(problem([](Tensor& t) {
          t.dl_tensor.device = {kDLCUDA, 0};
        }) == "a tensor of a GPU, but the engine runs on cpu (2 threads)");
  CHECK(engine.from_dlpack(nullptr).error().messages[0].code == "Q0901");
  CHECK(text_of(engine.to_dlpack(qc::Value(7)).error()) == "only an array is a tensor");
  CHECK(text_of(engine.to_dlpack(qc::Value()).error()) == "only an array is a tensor");
}

TEST_CASE("an array that was given outlives its engine, and what its new owner writes counts") {
  for (const char* device : {"cpu", "simt"}) {
    CAPTURE(device);
    DLManagedTensorVersioned* tensor = nullptr;
    {
      qc::Engine engine(on(device));
      REQUIRE(engine.load(kDoubling));
      REQUIRE(engine.load("y = ramp(5000)"));
      tensor = engine.to_dlpack(engine.get("y").value()).value();
      float* const y = static_cast<float*>(tensor->dl_tensor.data);
      CHECK(y[4999] == 4999);
      const double before = engine.call("total", {engine.get("y").value()}).value().number();
      y[0] = 1000;
      CHECK(engine.call("total", {engine.get("y").value()}).value().number() == before + 1000);
      REQUIRE(engine.load("y[1] = -1"));
      CHECK(y[1] == -1);
      REQUIRE(engine.load("y = [y, 5]"));  // which would move the elements of an array that nobody else has
      CHECK(y[1] == -1);
    }
    CHECK(static_cast<const float*>(tensor->dl_tensor.data)[4999] == 4999);
    tensor->deleter(tensor);
  }
}

TEST_CASE("C: tensors of both forms, with an engine and without") {
  qc_options options{};
  options.size = sizeof options;
  options.device = "cpu";
  qc_engine* const engine = qc_engine_new(&options);
  REQUIRE(qc_load(engine, kDoubling, nullptr) == QC_OK);
  float x[4] = {1, 2, 3, 4};
  Given given(x, kFloat32, {2, 2});
  for (qc_engine* const with : {engine, static_cast<qc_engine*>(nullptr)}) {
    qc_value* values[] = {qc_from_dlpack(with, &given.versioned), qc_from_dlpack_unversioned(with, &given.unversioned)};
    for (qc_value* value : values) {
      REQUIRE(value);
      CHECK(qc_data(value) == x);
      CHECK(qc_gpu_of(with, value) == -1);
      DLManagedTensorVersioned* const versioned = qc_to_dlpack(with, value);
      DLManagedTensor* const unversioned = qc_to_dlpack_unversioned(with, value);
      REQUIRE(versioned);
      REQUIRE(unversioned);
      qc_value_free(value);
      CHECK(unversioned->dl_tensor.data == x);
      CHECK(unversioned->dl_tensor.shape[1] == 2);
      CHECK(unversioned->dl_tensor.strides[0] == 2);
      versioned->deleter(versioned);
      unversioned->deleter(unversioned);
    }
  }
  CHECK(given.deleted == 4);
  const std::int64_t four = 4;
  qc_value* const constant = qc_view_const(x, QC_FLOAT, 1, &four, nullptr);
  CHECK(qc_to_dlpack_unversioned(engine, constant) == nullptr);
  CHECK(std::string(qc_error_message(0)->text) ==
        "a tensor of DLPack before version 1.0 cannot say that an array is read-only");
  qc_value_free(constant);
  CHECK(qc_from_dlpack(engine, nullptr) == nullptr);
  CHECK(qc_from_dlpack_unversioned(nullptr, nullptr) == nullptr);
  CHECK(qc_to_dlpack(engine, nullptr) == nullptr);
  CHECK(qc_to_dlpack_unversioned(engine, nullptr) == nullptr);
  CHECK(std::string(qc_error_message(0)->code) == "Q0901");
  CHECK(qc_stream(engine) == 0);
  CHECK(qc_stream(nullptr) == 0);
  CHECK(qc_gpu_of(nullptr, nullptr) == -1);
  qc_engine_free(engine);
}

// One engine gives arrays of the GPU to another, as two libraries do.
TEST_CASE("arrays of a GPU stay there") {
  qc::Engine engine(on("cuda")), other(on("cuda"));
  if (!engine.load(kDoubling)) {
    std::puts("[skipped] 1 test cases: there is no CUDA device");
    return;
  }
  REQUIRE(other.load(kDoubling));
  CHECK(engine.stream() != 0);
  for (const std::size_t offset :
       {0, 1}) {  // kernels do not take an array that begins at the second element as it lies
    CAPTURE(offset);
    REQUIRE(engine.load("y = ramp(100001)"));
    auto given = engine.to_dlpack(engine.get("y").value());
    REQUIRE_MESSAGE(given, given.error().to_string());
    DLTensor& t = given.value()->dl_tensor;
    REQUIRE(t.device.device_type == kDLCUDA);
    t.shape[0] -= std::int64_t(offset);
    t.byte_offset = 4 * offset;
    const auto taken = other.from_dlpack(given.value());
    REQUIRE_MESSAGE(taken, taken.error().to_string());
    const double sum = engine.call("total", {engine.get("y").value()}).value().number();
    CHECK(other.call("total", {taken.value()}).value().number() == sum);
    REQUIRE(other.call("twice", {taken.value()}));
    CHECK(engine.call("total", {engine.get("y").value()}).value().number() == 2 * sum);
    REQUIRE(other.set("x", taken.value()));
    REQUIRE(other.load("x[7] = -5\nprint x[7]"));  // written by the host
    CHECK(static_cast<const float*>(engine.call("same", {engine.get("y").value()}).value().data())[7 + offset] == -5);
    REQUIRE(engine.load("y[9] = 77"));
    CHECK(static_cast<const float*>(taken.value().data())[9 - offset] == 77);
  }
  // Strides of a GPU, and another GPU.
  auto given = engine.to_dlpack(engine.get("y").value());
  given.value()->dl_tensor.strides[0] = 2;
  CHECK(text_of(other.from_dlpack(given.value()).error()) ==
        "a tensor of a GPU must be dense: copy its elements first");
  given.value()->dl_tensor.strides[0] = 1;
  given.value()->dl_tensor.device.device_id = 99;
  CHECK(text_of(other.from_dlpack(given.value()).error()).find("a tensor of the GPU 99, but") == 0);
  given.value()->deleter(given.value());
}

TEST_CASE("a tensor of a GPU outlives the engine that took it") {
  qc::Engine engine(on("cuda"));
  if (!engine.load(kDoubling)) {
    std::puts("[skipped] 1 test cases: there is no CUDA device");
    return;
  }
  REQUIRE(engine.load("y = ramp(5000)"));
  auto given = engine.to_dlpack(engine.get("y").value());
  REQUIRE(given);
  qc::Value kept;
  {
    qc::Engine other(on("cuda"));
    REQUIRE(other.load(kDoubling));
    kept = other.from_dlpack(given.value()).value();
    REQUIRE(other.call("twice", {kept}));
  }
  CHECK(static_cast<const float*>(kept.data())[4999] == 9998);
  CHECK(engine.call("total", {engine.get("y").value()}).value().number() == doctest::Approx(2.0 * 4999 * 2500));
}
