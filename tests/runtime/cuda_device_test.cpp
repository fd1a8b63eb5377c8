#include "runtime/cuda/cuda_device.h"

#include <doctest/doctest.h>

#include <cstdio>

#include "mock_driver.h"
#include "support/diagnostic.h"
#include "support/shared_library.h"
#include "support/stop.h"

using namespace qc::runtime;

namespace {

std::unique_ptr<Device> make(const cuda::Driver& driver, int index = 0) {
  auto made = cuda::make_device(driver, index);
  REQUIRE(made.index() == 0);
  return std::move(std::get<0>(made));
}

Failure refused(const cuda::Driver& driver, int index = 0) {
  auto made = cuda::make_device(driver, index);
  REQUIRE(made.index() == 1);
  return std::get<1>(made);
}

template <class Act>
Failure failure_of(Act act) {
  try {
    act();
  } catch (const FailureError& e) {
    return e.failure;
  }
  FAIL("no failure");
  return {};
}

void check_nothing_left() {
  CHECK(mock::state.contexts == 0);
  CHECK(mock::state.streams == 0);
  CHECK(mock::state.modules == 0);
  CHECK(mock::state.events == 0);
  CHECK(mock::state.pinned == 0);
  CHECK(mock::state.live_pools == 0);
  CHECK(mock::state.blocks.empty());
}

}  // namespace

TEST_CASE("a device describes itself") {
  auto device = make(mock::fresh());
  const DeviceInfo& info = device->info();
  CHECK(info.name == "cuda:0 Mock 3000");
  CHECK(info.is_cuda);
  CHECK(info.sm == "sm_90");
  CHECK(info.multiprocessors == 132);
  CHECK(info.max_threads == 1024);
  CHECK(info.shared_bytes == 49152);
  CHECK(info.max_dynamic_shared_bytes == 232448);
  device.reset();
  check_nothing_left();
}

TEST_CASE("why there is no device") {
  auto driver = mock::fresh();
  mock::state.devices = 0;
  CHECK(refused(driver).message == "the driver reports no device (cuDeviceGetCount gave 0)");
  mock::state.devices = 2;
  CHECK(refused(driver, 2).message == "there is no device cuda:2, the driver reports 2 devices");
  CHECK(refused(driver, -1).message == "there is no device cuda:-1, the driver reports 2 devices");
  mock::state.version = 11080;
  CHECK(refused(driver).message == "the driver is too old (it is 11.8, needs 12.0)");
  mock::state.init = 999;
  CHECK(refused(driver).message == "the driver could not be initialised: something mocked (CUDA_ERROR_MOCK)");
  driver = mock::fresh();
  mock::state.fail["context_retain"] = cuda::kOutOfMemory;
  CHECK(refused(driver).kind == Failure::Kind::OutOfMemory);
  driver = mock::fresh();
  mock::state.fail["stream_create"] = 999;
  CHECK(refused(driver).message == "cuda:0 failed: creating a stream: something mocked (CUDA_ERROR_MOCK)");
  check_nothing_left();
}

TEST_CASE("a context and a stream that are lent are worked in, and left to the lender") {
  auto driver = mock::fresh();
  mock::state.devices = 2;
  mock::state.context_device = 1;
  int context = 0, stream = 0;
  for (const bool with_stream : {false, true}) {
    const CudaHandles lent{&context, with_stream ? &stream : nullptr};
    auto made = cuda::make_device(driver, {}, lent);
    REQUIRE(made.index() == 0);
    auto device = std::move(std::get<0>(made));
    CHECK(device->info().name == "cuda:1 Mock 3000");
    CHECK(device->info().cuda_index == 1);
    mock::state.context = nullptr;  // another library's
    auto kernel = device->load(CudaImage{"", "k"});
    device->launch(*kernel, {{1, 1, 1}, {1, 1, 1}}, nullptr, 0);
    CHECK(static_cast<void*>(mock::state.context) == &context);
    CHECK(mock::state.launched_on == reinterpret_cast<cuda::CUstream>(device->stream()));
    CHECK((device->stream() == reinterpret_cast<std::uintptr_t>(&stream)) == with_stream);
    CHECK(mock::state.calls["context_retain"] == 0);
    CHECK(mock::state.streams == (with_stream ? 0 : 1));
    kernel.reset();
    device.reset();
    check_nothing_left();
  }
}

// Of the driver itself, where there is one: a context of its own has the memory, the module and the launch.
TEST_CASE("a device works in a context that is lent on a GPU") {
  if (!cuda_available()) {
    std::puts("[skipped] 1 test cases: there is no CUDA device");
    return;
  }
  qc::SharedLibrary library("libcuda.so.1");
  cuda::CUresult (*create)(void** context, unsigned flags, cuda::CUdevice device) = nullptr;
  cuda::CUresult (*destroy)(void* context) = nullptr;
  cuda::CUresult (*current)(void** context) = nullptr;
  library.find("cuCtxCreate_v2", create);
  library.find("cuCtxDestroy_v2", destroy);
  library.find("cuCtxGetCurrent", current);
  REQUIRE((create && destroy && current));
  void *context = nullptr, *now = nullptr;
  REQUIRE(create(&context, 0, 0) == cuda::kSuccess);
  auto made = make_cuda_device({}, {context, nullptr});
  REQUIRE(made.index() == 0);
  auto device = std::move(std::get<0>(made));
  const auto kernel = device->load(
      CudaImage{".version 7.8\n.target sm_70\n.address_size 64\n.visible .entry k(.param .u64 p)\n{\n.reg .b64 %a;\n"
                "ld.param.u64 %a, [p];\ncvta.to.global.u64 %a, %a;\nst.global.u32 [%a], 7;\nret;\n}\n",
                "k"});
  auto slot = device->make_slot();
  auto buffer = Buffer::create(4096);
  std::uint64_t address = buffer->on(*device, true);
  void* params[] = {&address};
  device->launch(*kernel, {}, params, 1);
  CHECK(*static_cast<const int*>(buffer->host_read()) == 7);
  REQUIRE(current(&now) == cuda::kSuccess);
  CHECK(now == context);
  slot.reset();
  device.reset();
  CHECK(destroy(context) == cuda::kSuccess);  // which is still the lender's
}

TEST_CASE("a stream alone is one of the primary context") {
  int stream = 0;
  auto made = cuda::make_device(mock::fresh(), 0, {nullptr, &stream});
  REQUIRE(made.index() == 0);
  CHECK(mock::state.contexts == 1);
  CHECK(std::get<0>(made)->stream() == reinterpret_cast<std::uintptr_t>(&stream));
  std::get<0>(made).reset();
  check_nothing_left();
}

TEST_CASE("a context of another device, or of none, is refused") {
  int context = 0;
  auto driver = mock::fresh();
  mock::state.devices = 2;
  mock::state.context_device = 1;
  const auto why = [&](std::optional<int> index) {
    auto made = cuda::make_device(driver, index, {&context, nullptr});
    REQUIRE(made.index() == 1);
    CHECK(std::get<1>(made).kind == Failure::Kind::NoDevice);
    return std::get<1>(made).message;
  };
  CHECK(why(0) == "the given context is of cuda:1, not of cuda:0");
  mock::state.context_device = 7;
  CHECK(why({}) == "the given context cannot be used: it is of none of the driver's devices");
  mock::state.fail["context_set"] = 201;
  CHECK(why({}) == "the given context cannot be used: something mocked (CUDA_ERROR_MOCK)");
  check_nothing_left();
}

TEST_CASE("a library that is missing or is not the driver") {
  auto missing = cuda::open_driver("libdoes-not-exist.so.1");
  REQUIRE(missing.index() == 1);
  CHECK(std::get<1>(missing).starts_with("libdoes-not-exist.so.1 could not be opened ("));
  auto other = cuda::open_driver("libm.so.6");
  REQUIRE(other.index() == 1);
  CHECK(std::get<1>(other) == "libm.so.6 has no function cuInit");
}

TEST_CASE("the system's driver says why it is not there") {
  std::string why;
  if (!cuda_available(&why)) {
    CHECK_FALSE(why.empty());
    auto made = make_cuda_device();
    REQUIRE(made.index() == 1);
    CHECK(std::get<1>(made).kind == Failure::Kind::NoDevice);
    CHECK(std::get<1>(made).message == why);
  }
}

TEST_CASE("memory is allocated, copied, filled and released, with and without pools") {
  for (int pools : {0, 1}) {
    auto driver = mock::fresh();
    mock::state.pools = pools;
    auto device = make(driver);
    const auto address = device->allocate(64);
    int in[16], out[16] = {};
    for (int i = 0; i < 16; ++i) in[i] = i;
    device->copy_in(address, in, sizeof in);
    device->copy_out(out, address, sizeof out);
    CHECK(std::memcmp(in, out, sizeof in) == 0);
    device->fill_zero(address, 32);
    device->copy_out(out, address, sizeof out);
    CHECK(out[7] == 0);
    CHECK(out[8] == 8);
    device->release(address);
    device->release(device->allocate(0));
    CHECK(mock::state.calls[pools ? "memory_free_async" : "memory_free"] == 2);
    device.reset();
    check_nothing_left();
  }
}

TEST_CASE("copies of nothing call nothing; copies from pinned memory wait") {
  auto device = make(mock::fresh());
  device->copy_in(0, nullptr, 0);
  device->copy_out(nullptr, 0, 0);
  device->fill_zero(0, 0);
  CHECK(mock::state.calls["copy_to_device"] == 0);
  const auto address = device->allocate(4);
  const int before = mock::state.calls["stream_synchronize"], value = 1;
  device->copy_in(address, &value, 4);
  CHECK(mock::state.calls["stream_synchronize"] == before);
  mock::state.host_pointer_type = 1;
  device->copy_in(address, &value, 4);
  CHECK(mock::state.calls["stream_synchronize"] == before + 1);
  device->release(address);
}

TEST_CASE("out of memory is tried again after a trim, then said with the size") {
  auto device = make(mock::fresh());
  mock::state.memory_limit = 1000;
  const Failure failure = failure_of([&] { device->allocate(4096); });
  CHECK(failure.kind == Failure::Kind::OutOfMemory);
  CHECK(failure.message == "cuda:0 Mock 3000 has no memory for 4096 bytes");
  CHECK(mock::state.trims == 1);
  CHECK(mock::state.calls["memory_alloc_pool"] == 2);
  device->release(device->allocate(100));  // and it goes on
}

TEST_CASE("a launch passes dimensions and parameters straight on") {
  auto device = make(mock::fresh());
  auto kernel = device->load(CudaImage{"ptx", "k", 60000, false});
  CHECK(mock::state.shared_set == 60000);
  std::uint64_t a = 11, b = 22;
  void* params[] = {&a, &b};
  mock::state.read_params = 2;
  device->launch(*kernel, {{100000, 3, 2}, {32, 8, 1}}, params, 2);
  REQUIRE(mock::state.launches.size() == 1);
  const auto& launch = mock::state.launches[0];
  CHECK(launch.grid[0] == 100000);
  CHECK(launch.grid[1] == 3);
  CHECK(launch.grid[2] == 2);
  CHECK(launch.block[0] == 32);
  CHECK(launch.block[1] == 8);
  CHECK(launch.shared == 60000);
  CHECK(launch.values == std::vector<std::uint64_t>{11, 22});
  CHECK_FALSE(launch.early);
  device->launch(*kernel, {{0, 1, 1}, {1, 1, 1}}, params, 2);
  CHECK(mock::state.launches.size() == 1);
  CHECK(device->blocks_per_multiprocessor(*kernel, 512) == 4);
  CHECK(device->blocks_per_multiprocessor(*kernel, 4096) == 1);
}

TEST_CASE("a kernel that waits for the one before it may be started early") {
  auto device = make(mock::fresh());
  auto kernel = device->load(CudaImage{"ptx", "k", 0, true});
  device->launch(*kernel, {{1, 1, 1}, {32, 1, 1}}, nullptr, 0);
  REQUIRE(mock::state.launches.size() == 1);
  CHECK(mock::state.launches[0].early);
}

TEST_CASE("a kernel whose blocks wait for each other is launched with all of them, and not early") {
  auto device = make(mock::fresh());
  CudaImage image{"ptx", "k", 0, true};
  image.together = true;
  auto kernel = device->load(image);
  device->launch(*kernel, {{4, 1, 1}, {32, 1, 1}}, nullptr, 0);
  REQUIRE(mock::state.launches.size() == 1);
  CHECK(mock::state.launches[0].together);
  CHECK_FALSE(mock::state.launches[0].early);
}

TEST_CASE("a wait for a kernel that runs on is given up when the program is to stop") {
  auto device = make(mock::fresh());
  auto kernel = device->load(CudaImage{"ptx", "k", 0, false});
  const auto launch = [&] { device->launch(*kernel, {{1, 1, 1}, {32, 1, 1}}, nullptr, 0); };
  const std::uintptr_t memory = device->allocate(sizeof(float));
  std::atomic<bool> stop = true;
  {
    const qc::StopScope scope(stop);
    launch();
    device->synchronize();  // it ends soon
    mock::state.endless = true;
    launch();
    CHECK_THROWS_AS(device->synchronize(), qc::ProgramError);
    CHECK(mock::state.pending);
    float value = 0;
    CHECK_THROWS_AS(device->copy_out(&value, memory, sizeof value), qc::ProgramError);  // the copy would wait as well
  }
  SUBCASE("the device goes on once the kernel has ended") {
    mock::state.endless = false;
    device->synchronize();
    launch();
    device->synchronize();
    kernel.reset();
    device.reset();
    CHECK(mock::state.streams == 0);
    CHECK(mock::state.contexts == 0);
  }
  SUBCASE("what still runs is left to the end of the process") {
    const int waits = mock::state.calls["stream_synchronize"];
    kernel.reset();
    CHECK(mock::state.modules == 1);
    device.reset();
    CHECK(mock::state.calls["stream_synchronize"] == waits);
    CHECK(mock::state.contexts == 1);
  }
}

TEST_CASE("launches that the device cannot do") {
  auto device = make(mock::fresh());
  auto kernel = device->load(CudaImage{"ptx", "k", 0, false});
  CHECK(failure_of([&] {
          device->launch(*kernel, {{1, 70000, 1}, {64, 1, 1}}, nullptr, 0);
        }).message ==
        "cuda:0 Mock 3000: a launch of 1 x 70000 x 1 blocks of 64 x 1 x 1 threads failed: more blocks than the device "
        "can number");
  mock::state.fail["launch_kernel"] = 701;
  CHECK(failure_of([&] {
          device->launch(*kernel, {{1, 1, 1}, {64, 1, 1}}, nullptr, 0);
        }).message ==
        "cuda:0 Mock 3000: a launch of 1 x 1 x 1 blocks of 64 x 1 x 1 threads failed: something mocked "
        "(CUDA_ERROR_MOCK)");
  CHECK(failure_of([&] {
          device->load(CudaImage{"ptx", "k", 240000, false});
        }).message == "cuda:0 Mock 3000: a kernel needs 241000 bytes of shared memory, a block has 232448");
}

TEST_CASE("a kernel that the driver refuses: its words, on one line") {
  auto device = make(mock::fresh());
  mock::state.fail["module_load"] = cuda::kInvalidPtx;
  mock::state.load_log = "ptxas error : line 3\nptxas fatal\n";
  const Failure failure = failure_of([&] { device->load(CudaImage{"x", "k", 0}); });
  CHECK(failure.kind == Failure::Kind::Device);
  CHECK(failure.message ==
        "cuda:0 Mock 3000: the driver does not accept a kernel: something mocked (CUDA_ERROR_MOCK): ptxas error : line "
        "3; ptxas fatal");
  mock::state.fail.clear();
  mock::state.fail["module_function"] = 500;
  CHECK(failure_of([&] {
          device->load(CudaImage{"x", "entry", 0});
        }).message == "cuda:0 failed: finding the entry entry: something mocked (CUDA_ERROR_MOCK)");
  CHECK(mock::state.modules == 0);
}

TEST_CASE("a kernel that the driver's compiler takes without optimisation only") {
  auto device = make(mock::fresh());
  CHECK_FALSE(device->load(CudaImage{"x", "k", 0})->unoptimised);
  mock::state.fails_optimised = true;
  CHECK(device->load(CudaImage{"x", "k", 0})->unoptimised);
}

TEST_CASE("machine code is loaded before PTX, which is loaded where the driver refuses it") {
  auto device = make(mock::fresh());
  const CudaImage image{"ptx", "k", 0, false, false, "code"};
  CHECK_FALSE(device->load(image)->unoptimised);
  CHECK(mock::state.loaded == "code");
  mock::state.refused = "code";
  CHECK_FALSE(device->load(image)->unoptimised);
  CHECK(mock::state.loaded == "ptx");
  mock::state.fail["module_load"] = cuda::kOutOfMemory;
  CHECK(failure_of([&] { device->load(image); }).message.find("loading a kernel") != std::string::npos);
}

TEST_CASE("reading a slot waits for the launch, once") {
  auto device = make(mock::fresh());
  auto kernel = device->load(CudaImage{"ptx", "k", 0, false});
  auto slot = device->make_slot();
  CHECK(slot->read() == 0);
  mock::state.write_to = static_cast<std::uint64_t*>(slot->address());
  mock::state.write_value = 99;
  const int before = mock::state.calls["stream_synchronize"];
  device->launch(*kernel, {}, nullptr, 0);
  CHECK(slot->read() == 99);
  CHECK(slot->read() == 99);
  CHECK(mock::state.calls["stream_synchronize"] == before + 1);
}

TEST_CASE("a freed slot comes back only after the stream passed it") {
  auto device = make(mock::fresh());
  auto kernel = device->load(CudaImage{"ptx", "k", 0, false});
  auto first = device->make_slot();
  void* address = first->address();
  device->launch(*kernel, {}, nullptr, 0);
  first.reset();
  CHECK(device->make_slot()->address() != address);
  device->synchronize();
  auto again = device->make_slot();
  CHECK(again->address() == address);
  CHECK(again->read() == 0);
}

TEST_CASE("more slots than one block of pinned memory holds") {
  auto device = make(mock::fresh());
  auto kernel = device->load(CudaImage{"ptx", "k", 0, false});
  std::vector<std::shared_ptr<Slot>> slots;
  for (std::uint64_t i = 0; i < 10000; ++i) {
    slots.push_back(device->make_slot());
    *static_cast<std::uint64_t*>(slots.back()->address()) = i;
  }
  for (std::uint64_t i = 0; i < 10000; ++i) REQUIRE(slots[i]->read() == i);
  slots.clear();
  for (int i = 0; i < 200000; ++i) {  // launches that nobody waits for: pinned memory stays bounded
    device->launch(*kernel, {}, nullptr, 0);
    device->make_slot();
  }
  CHECK(mock::state.pinned <= 16);
}

TEST_CASE("slots, arrays, kernels and marks outlive the device") {
  auto device = make(mock::fresh());
  auto kernel = device->load(CudaImage{"ptx", "k", 0, false});
  auto slot = device->make_slot();
  auto buffer = Buffer::create(8);
  auto mark = device->mark();
  *reinterpret_cast<std::uint64_t*>(buffer->on(*device, true)) = 5;
  *static_cast<std::uint64_t*>(slot->address()) = 6;
  device.reset();
  CHECK(*static_cast<const std::uint64_t*>(buffer->host_read()) == 5);
  CHECK(slot->read() == 6);
  CHECK(mock::state.contexts == 0);
  CHECK(mock::state.pinned == 0);
  CHECK(mock::state.blocks.empty());
}

TEST_CASE("marks measure with the device's clock") {
  auto device = make(mock::fresh());
  auto from = device->mark(), to = device->mark();
  CHECK(device->microseconds(*from, *to) == doctest::Approx(250));
  from.reset();
  to.reset();
  CHECK(mock::state.events == 0);
}

TEST_CASE("after a sticky error every use says the same, and nothing crashes") {
  auto device = make(mock::fresh());
  auto kernel = device->load(CudaImage{"ptx", "k", 0, false});
  auto buffer = Buffer::create(8);
  auto slot = device->make_slot();
  buffer->on(*device, true);
  device->launch(*kernel, {}, nullptr, 0);
  mock::state.fail["stream_synchronize"] = cuda::kIllegalAddress;
  const std::string expected =
      "cuda:0 failed: an illegal memory access was encountered (CUDA_ERROR_ILLEGAL_ADDRESS); this process cannot use "
      "it any more";
  CHECK(failure_of([&] { device->synchronize(); }).message == expected);
  CHECK(failure_of([&] { slot->read(); }).message == expected);
  CHECK(failure_of([&] { buffer->host_read(); }).message == expected);
  CHECK(failure_of([&] { device->launch(*kernel, {}, nullptr, 0); }).message == expected);
  CHECK(failure_of([&] { device->allocate(8); }).message == expected);
  device.reset();
  slot.reset();
  mock::end_process();
}

// Only where there is a driver and a device.
TEST_CASE("a real device runs a kernel") {
  if (!cuda_available()) return;
  auto made = make_cuda_device();
  REQUIRE(made.index() == 0);
  auto device = std::move(std::get<0>(made));
  const char* ptx = R"(.version 6.0
.target sm_70
.address_size 64
.visible .entry add(.param .u64 data, .param .u64 slot, .param .u32 value) {
  .reg .u64 %d<5>; .reg .u32 %r<6>; .reg .pred %p;
  ld.param.u64 %d1, [data]; ld.param.u64 %d2, [slot]; ld.param.u32 %r1, [value];
  cvta.to.global.u64 %d1, %d1; cvta.to.global.u64 %d2, %d2;
  mov.u32 %r2, %tid.x; mov.u32 %r3, %ctaid.x; mov.u32 %r4, %ntid.x;
  mad.lo.u32 %r2, %r3, %r4, %r2;
  mul.wide.u32 %d3, %r2, 4; add.u64 %d3, %d1, %d3;
  ld.global.u32 %r5, [%d3]; add.u32 %r5, %r5, %r1; st.global.u32 [%d3], %r5;
  setp.ne.u32 %p, %r2, 0;
  @%p bra DONE;
  cvt.u64.u32 %d4, %r5; st.global.u64 [%d2], %d4;
DONE: ret; })";
  auto kernel = device->load(CudaImage{ptx, "add", 0});
  auto buffer = Buffer::create(1000 * 256 * 4);
  auto* data = static_cast<std::uint32_t*>(buffer->host_write());
  for (std::uint32_t i = 0; i < 256000; ++i) data[i] = i;
  auto slot = device->make_slot();
  std::uintptr_t address = buffer->on(*device, true);
  void* slot_address = slot->address();
  std::uint32_t value = 7;
  void* params[] = {&address, &slot_address, &value};
  auto from = device->mark();
  for (int i = 0; i < 1000; ++i) device->launch(*kernel, {{1000, 1, 1}, {256, 1, 1}}, params, 3);
  auto to = device->mark();
  CHECK(slot->read() == 7000);
  MESSAGE(device->info().name << ": " << device->microseconds(*from, *to) / 1000 << " us a launch");
  const auto* result = static_cast<const std::uint32_t*>(buffer->host_read());
  bool right = true;
  for (std::uint32_t i = 0; i < 256000; ++i) right &= result[i] == i + 7000;
  CHECK(right);
  CHECK(device->blocks_per_multiprocessor(*kernel, 256) >= 1);
  CHECK(failure_of([&] {
          device->load(CudaImage{".version 6.0\n.target sm_70\nnonsense", "k", 0});
        }).message.find("does not accept") != std::string::npos);
  CHECK(failure_of([&] { device->allocate(std::size_t{1} << 45); }).kind == Failure::Kind::OutOfMemory);
  device.reset();
}
