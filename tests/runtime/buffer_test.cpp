#include <doctest/doctest.h>
#include <sys/resource.h>

#include <cstring>
#include <map>

#include "runtime/device.h"
#include "runtime/host/memory.h"
#include "runtime/host/parallel_copy.h"

using namespace qc::runtime;

namespace {

// A device whose memory is the host's, which counts what it is asked to do.
class FakeDevice : public Device {
 public:
  explicit FakeDevice(bool evicts = true) : evicts_(evicts) { info_.is_cuda = info_.gpu_like = true; }
  ~FakeDevice() override {
    if (evicts_) evict_buffers();
    CHECK((memory.empty() || !evicts_));
  }
  const DeviceInfo& info() const override { return info_; }
  void launch(Kernel&, const Dims&, void* const*, std::size_t) override {}
  std::shared_ptr<Slot> make_slot() override { return nullptr; }
  void synchronize() override {}
  std::uintptr_t allocate(std::size_t bytes) override {
    if (refuse) throw FailureError({Failure::Kind::OutOfMemory, "full"});
    std::vector<char> block(bytes + 1, '\x77');
    const auto address = reinterpret_cast<std::uintptr_t>(block.data());
    memory.emplace(address, std::move(block));
    return address;
  }
  void release(std::uintptr_t address) override { CHECK(memory.erase(address) == 1); }
  void copy_in(std::uintptr_t to, const void* from, std::size_t bytes) override {
    ++ins;
    std::memcpy(reinterpret_cast<void*>(to), from, bytes);
  }
  void copy_out(void* to, std::uintptr_t from, std::size_t bytes) override {
    ++outs;
    if (lost) throw FailureError({Failure::Kind::Device, "lost"});
    std::memcpy(to, reinterpret_cast<const void*>(from), bytes);
  }
  void copy_within(std::uintptr_t to, std::uintptr_t from, std::size_t bytes) override {
    ++withins;
    std::memmove(reinterpret_cast<void*>(to), reinterpret_cast<const void*>(from), bytes);
  }
  void fill_zero(std::uintptr_t to, std::size_t bytes) override {
    ++fills;
    std::memset(reinterpret_cast<void*>(to), 0, bytes);
  }
  std::map<std::uintptr_t, std::vector<char>> memory;
  int ins = 0, outs = 0, fills = 0, withins = 0;
  bool refuse = false, lost = false;

 private:
  DeviceInfo info_;
  bool evicts_;
};

int* ints(std::uintptr_t address) { return reinterpret_cast<int*>(address); }
const int* ints(const void* data) { return static_cast<const int*>(data); }
int* ints(void* data) { return static_cast<int*>(data); }

}  // namespace

TEST_CASE("a fresh buffer is zero on the host, also a large one and a second time") {
  for (int round = 0; round < 2; ++round)
    for (std::size_t n : {std::size_t{1}, std::size_t{1000}, std::size_t{50000}, std::size_t{3} << 20}) {
      auto buffer = Buffer::create(n * 4);
      const int* data = ints(buffer->host_read());
      CHECK(reinterpret_cast<std::uintptr_t>(data) % 64 == 0);
      bool zero = true;
      for (std::size_t i = 0; i < n; ++i) zero &= data[i] == 0;
      CHECK(zero);
      std::memset(buffer->host_write(), 0x55, n * 4);  // what the next buffer must not see
    }
}

TEST_CASE("memory of the heap's larger blocks is used again") {
  const auto faults = [] {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_minflt;
  };
  constexpr std::size_t kBytes = std::size_t{3900} << 10, kPages = kBytes / 4096;
  const auto round = [] {
    std::shared_ptr<Buffer> buffers[3];
    for (auto& buffer : buffers) {
      buffer = Buffer::create(kBytes, false);
      std::memset(buffer->host_overwrite(), 1, kBytes);
    }
  };
  round();
  const auto before = faults();
  for (int k = 0; k < 20; ++k) round();
  CHECK(faults() - before < 3 * long(kPages));  // as a single round of fresh pages takes
}

TEST_CASE("a fresh buffer is zero on a device, without a copy") {
  FakeDevice device;
  auto zeroed = Buffer::create(40), raw = Buffer::create(40, false);
  CHECK(ints(zeroed->on(device, false))[9] == 0);
  CHECK(device.fills == 1);
  raw->on(device, true);
  CHECK(device.fills == 1);
  CHECK(device.ins == 0);
}

TEST_CASE("bytes move only when they are newer elsewhere") {
  FakeDevice device;
  auto buffer = Buffer::create(40);
  ints(buffer->host_write())[3] = 7;
  CHECK(ints(buffer->on(device, false))[3] == 7);
  buffer->on(device, false);
  CHECK(device.ins == 1);
  CHECK(ints(buffer->host_read())[3] == 7);
  CHECK(device.outs == 0);  // both copies are valid
  ints(buffer->on(device, true))[3] = 8;
  CHECK(ints(buffer->host_read())[3] == 8);
  CHECK(ints(buffer->host_read())[3] == 8);
  CHECK(device.outs == 1);
  ints(buffer->host_write())[3] = 9;
  CHECK(ints(buffer->on(device, false))[3] == 9);
  CHECK(device.ins == 2);
  CHECK(device.outs == 1);
}

TEST_CASE("a few elements come from a device one by one, many as a whole") {
  constexpr std::size_t kElements = 100000;  // what takes as long as six parts
  FakeDevice device;
  auto buffer = Buffer::create(kElements * sizeof(int));
  int room = 0;
  const auto part = [&](std::size_t k) {
    return *static_cast<const int*>(buffer->host_read_part(k * sizeof(int), sizeof(int), &room));
  };
  int* there = ints(buffer->on(device, true));
  for (std::size_t k = 0; k < kElements; ++k) there[k] = int(k);
  CHECK(part(77777) == 77777);
  there[77777] = 5;  // what a part did not bring is not there, and a part is not remembered
  CHECK(part(77777) == 5);
  CHECK(device.outs == 2);
  for (std::size_t k = 0; k < 100; ++k) CHECK(part(k * 997) == (k * 997 == 77777 ? 5 : int(k * 997)));
  CHECK(device.outs == 7);
  CHECK(ints(buffer->host_read())[99999] == 99999);
  CHECK(device.outs == 7);
  ints(buffer->on(device, true))[1] = -1;
  CHECK(part(1) == -1);
  CHECK(device.outs == 8);
  ints(buffer->host_write())[2] = -2;  // the rest had to come first
  CHECK(device.outs == 9);
  CHECK(part(2) == -2);
  CHECK(part(99999) == 99999);
  CHECK(ints(buffer->on(device, false))[2] == -2);
  auto small = Buffer::create(40);
  ints(small->on(device, true))[3] = 8;
  CHECK(*static_cast<const int*>(small->host_read_part(12, 4, &room)) == 8);
  CHECK(ints(small->host_read())[3] == 8);
  CHECK(device.outs == 10);
}

TEST_CASE("overwriting on the host fetches nothing") {
  FakeDevice device;
  auto buffer = Buffer::create(4);
  *ints(buffer->on(device, true)) = 5;
  *ints(buffer->host_overwrite()) = 6;
  CHECK(device.outs == 0);
  CHECK(*ints(buffer->on(device, false)) == 6);
}

TEST_CASE("two devices see each other's writes") {
  FakeDevice a, b;
  auto buffer = Buffer::create(4);
  *ints(buffer->on(a, true)) = 1;
  CHECK(*ints(buffer->on(b, false)) == 1);
  *ints(buffer->on(b, true)) = 2;
  CHECK(*ints(buffer->on(a, true)) == 2);
  CHECK(*ints(buffer->host_read()) == 2);
}

TEST_CASE("the host device works on the host's copy") {
  FakeDevice device;
  auto host = make_host_device(1);
  auto buffer = Buffer::create(4);
  *ints(buffer->on(device, true)) = 3;
  CHECK(*ints(buffer->on(*host, false)) == 3);
  *ints(buffer->on(*host, true)) = 4;
  CHECK(*ints(buffer->on(device, false)) == 4);
}

TEST_CASE("a view's memory gets what a device wrote on read, on sync and at its end") {
  FakeDevice device;
  int memory[4] = {1, 2, 3, 4};
  {
    auto view = Buffer::view(memory, sizeof memory);
    CHECK(view->host_read() == memory);
    ints(view->on(device, true))[0] = 10;
    CHECK(memory[0] == 1);
    view->sync();
    CHECK(memory[0] == 10);
    CHECK(memory[3] == 4);
    view->sync();
    CHECK(device.outs == 1);
    memory[1] = 20;  // the caller's change, announced
    view->host_write();
    CHECK(ints(view->on(device, true))[1] == 20);
    ints(view->on(device, true))[2] = 30;
  }
  CHECK(memory[2] == 30);
  CHECK(device.memory.empty());
}

TEST_CASE("buffers without bytes have addresses") {
  FakeDevice device;
  auto buffer = Buffer::create(0);
  CHECK(buffer->host_read() != nullptr);
  CHECK(buffer->on(device, true) != 0);
  CHECK(buffer->host_write() != nullptr);
  CHECK(Buffer::view(nullptr, 0)->host_read() != nullptr);
}

TEST_CASE("arrays outlive the device that computed them") {
  auto device = std::make_unique<FakeDevice>();
  auto computed = Buffer::create(4), untouched = Buffer::create(4);
  *ints(computed->on(*device, true)) = 12;
  untouched->on(*device, false);
  device.reset();
  CHECK(*ints(computed->host_read()) == 12);
  CHECK(*ints(untouched->host_read()) == 0);
}

TEST_CASE("a device that vanishes leaves buffers that can be used") {
  auto device = std::make_unique<FakeDevice>(false);
  auto buffer = Buffer::create(4);
  *ints(buffer->on(*device, true)) = 12;
  device.reset();
  CHECK(*ints(buffer->host_read()) == 0);
}

TEST_CASE("failures of a device leave a buffer whole") {
  FakeDevice device;
  int memory = 1;
  {
    auto view = Buffer::view(&memory, 4);
    device.refuse = true;
    CHECK_THROWS_AS(view->on(device, true), FailureError);
    device.refuse = false;
    CHECK(*ints(view->on(device, true)) == 1);
    *ints(view->on(device, true)) = 2;
    device.lost = true;
    CHECK_THROWS_AS(view->host_read(), FailureError);
  }  // the destructor must not throw
  CHECK(memory == 1);
}

TEST_CASE("memory that cannot exist is an out of memory failure") {
  auto buffer = Buffer::create(SIZE_MAX - 10);
  try {
    buffer->host_read();
    FAIL("no failure");
  } catch (const FailureError& e) {
    CHECK(e.failure.kind == Failure::Kind::OutOfMemory);
    CHECK(e.failure.message == "the host has no memory for 18446744073709551605 bytes");
  }
}

TEST_CASE("a view of a device's memory is used where it lies, and not released") {
  FakeDevice device;
  std::vector<int> memory{1, 2, 3};
  const auto address = reinterpret_cast<std::uintptr_t>(memory.data());
  auto buffer = Buffer::view_on(device, address, 12);
  CHECK(buffer->newest_on() == &device);
  CHECK(buffer->on(device, false) == address);
  CHECK(ints(buffer->host_read())[2] == 3);
  CHECK(device.outs == 1);
  ints(buffer->host_write())[0] = 7;
  CHECK(memory[0] == 1);
  CHECK(buffer->on(device, false) == address);
  CHECK(memory[0] == 7);
  CHECK(buffer->host_extend(24) == nullptr);
  // What only the host has when it goes is brought there.
  ints(buffer->host_write())[1] = 8;
  buffer.reset();
  CHECK(memory == std::vector<int>{7, 8, 3});
  CHECK(device.memory.empty());
}

TEST_CASE("a view of a device's memory outlives the device as a copy") {
  std::vector<int> memory{1, 2, 3};
  std::shared_ptr<Buffer> newest_here, newest_there;
  {
    FakeDevice device;
    newest_here = Buffer::view_on(device, reinterpret_cast<std::uintptr_t>(memory.data()), 4);
    newest_there = Buffer::view_on(device, reinterpret_cast<std::uintptr_t>(memory.data() + 1), 8);
    ints(newest_here->host_write())[0] = 5;
  }
  CHECK(memory == std::vector<int>{5, 2, 3});
  memory.assign(3, 0);
  CHECK(ints(newest_here->host_read())[0] == 5);
  CHECK(ints(newest_there->host_read())[1] == 3);
}

TEST_CASE("an owner is there as long as the buffer, and what is pinned stays where it is") {
  auto owner = std::make_shared<int>(1);
  auto buffer = Buffer::view(owner.get(), 4);
  buffer->keep(owner);
  const std::weak_ptr<int> seen = owner;
  owner.reset();
  CHECK(ints(buffer->host_read())[0] == 1);
  CHECK_FALSE(seen.expired());
  buffer.reset();
  CHECK(seen.expired());
  auto own = Buffer::create(1000);
  const void* const at = own->host_read();
  CHECK(own->host_extend(1000) == at);
  own->pin();
  CHECK(own->host_extend(2000) == nullptr);
  CHECK(own->host_read() == at);
}

namespace {

constexpr std::size_t kMany = std::size_t{64} << 10;

std::shared_ptr<Buffer> many(int first) {
  auto buffer = Buffer::create(kMany);
  *ints(buffer->host_write()) = first;
  return buffer;
}

}  // namespace

TEST_CASE("a duplicate has its original's memory until one of them is written") {
  auto a = many(1);
  auto b = a->duplicate();
  CHECK(a->host_read() == b->host_read());
  CHECK(a->only_here() == nullptr);
  SUBCASE("the duplicate") { *ints(b->host_write()) = 2; }
  SUBCASE("the duplicate, as a whole") {
    std::memset(b->host_overwrite(), 0, kMany);
    *ints(b->host_write()) = 2;
  }
  SUBCASE("the duplicate, which grows") { *ints(b->host_extend(2 * kMany)) = 2; }
  SUBCASE("the original") {
    std::swap(a, b);
    *ints(b->host_write()) = 2;
  }
  SUBCASE("what is pinned") {
    b->pin();
    const void* const there = b->host_read();
    *ints(b->host_write()) = 2;
    CHECK(b->host_read() == there);
    auto c = b->duplicate();  // who knows the address may write there
    CHECK(c->host_read() != there);
  }
  CHECK(*ints(a->host_read()) == 1);
  CHECK(*ints(b->host_read()) == 2);
  CHECK(a->only_here() == a->host_read());
}

TEST_CASE("a duplicate whose original goes is never copied") {
  auto a = many(1);
  const void* const there = a->host_read();
  auto b = a->duplicate();
  a.reset();
  CHECK(b->host_write() == there);
}

TEST_CASE("a duplicate of what nobody touched is zero") {
  auto a = Buffer::create(kMany), b = a->duplicate();
  *ints(b->host_write()) = 1;
  CHECK(ints(b->host_read())[1] == 0);
  CHECK(*ints(a->host_read()) == 0);
}

TEST_CASE("duplicates have one copy on a device until one of them is written there") {
  FakeDevice device;
  auto a = many(1);
  auto b = a->duplicate();
  const std::uintptr_t there = a->on(device, false);
  CHECK(b->on(device, false) == there);
  CHECK(device.ins == 1);
  *ints(b->on(device, true)) = 2;
  CHECK(*ints(a->on(device, false)) == 1);
  CHECK(device.ins == 1);
  CHECK(*ints(b->host_read()) == 2);
  CHECK(*ints(a->host_read()) == 1);
}

TEST_CASE("duplicates outlive the device that has their bytes") {
  auto device = std::make_unique<FakeDevice>();
  auto a = Buffer::create(kMany);
  *ints(a->on(*device, true)) = 5;
  auto b = a->duplicate();
  device.reset();
  *ints(a->host_write()) = 6;
  CHECK(*ints(b->host_read()) == 5);
}

TEST_CASE("where there is no memory for bytes of its own a duplicate stays as it was") {
  FakeDevice device;
  auto a = Buffer::create(kMany);
  *ints(a->on(device, true)) = 5;
  auto b = a->duplicate();
  device.refuse = true;
  CHECK_THROWS_AS(b->on(device, true), FailureError);
  device.refuse = false;
  CHECK(*ints(b->host_read()) == 5);
  *ints(b->on(device, true)) = 6;
  CHECK(*ints(a->host_read()) == 5);
}

TEST_CASE("a duplicate is on the account of who writes it, from then on") {
  const auto account = std::make_shared<MemoryAccount>();
  const MemoryAccountScope scope(account);
  auto a = many(1);
  const std::size_t one = account->used;
  auto b = a->duplicate();
  CHECK(account->used == one);
  b->host_write();
  CHECK(account->used == 2 * one);
}

TEST_CASE("a duplicate of a view is a copy: the caller may write there at any time") {
  std::vector<int> memory(kMany / sizeof(int), 1);
  auto view = Buffer::view(memory.data(), kMany);
  auto b = view->duplicate();
  memory[0] = 2;
  CHECK(*ints(b->host_read()) == 1);
}

TEST_CASE("a view becomes one of other memory while no device has a copy of it") {
  int first[2] = {1, 2}, second[3] = {3, 4, 5};
  auto view = Buffer::view(first, sizeof first);
  CHECK(ints(view->host_write())[1] == 2);
  REQUIRE(view->view_again(second, sizeof second));
  CHECK(view->bytes() == sizeof second);
  CHECK(view->only_here() == nullptr);
  CHECK(view->host_read() == second);
  FakeDevice device;
  view->on(device, false);
  CHECK_FALSE(view->view_again(first, sizeof first));
  CHECK(view->host_read() == second);
  CHECK_FALSE(Buffer::create(8)->view_again(first, sizeof first));
  auto owned = Buffer::view(first, sizeof first);
  owned->keep(std::make_shared<int>(1));
  CHECK_FALSE(owned->view_again(second, sizeof second));
}

TEST_CASE("large copies on the host are the host device's work, those of a few bytes are not") {
  FakeDevice host;
  const std::function<Device&()> asked = [&]() -> Device& { return host; };
  std::vector<char> memory(kParallelCopyFrom, 'a');
  const auto view = Buffer::view(memory.data(), memory.size());
  CHECK(static_cast<const char*>(view->duplicate()->host_read())[memory.size() - 1] == 'a');
  CHECK(host.withins == 0);  // nobody said whose
  const ParallelCopyScope scope(asked);
  memory.back() = 'b';
  CHECK(static_cast<const char*>(view->duplicate()->host_read())[memory.size() - 1] == 'b');
  CHECK(host.withins == 1);
  const auto own = Buffer::create(memory.size());
  own->host_write();
  const auto twin = own->duplicate();
  CHECK(host.withins == 1);
  *static_cast<char*>(twin->host_write()) = 'c';  // now they are two
  CHECK(*static_cast<const char*>(own->host_read()) == 0);
  CHECK(host.withins == 2);
  CHECK(*static_cast<const char*>(Buffer::view(memory.data(), memory.size() - 1)->duplicate()->host_read()) == 'a');
  CHECK(host.withins == 2);
}
