// A CUDA driver for tests: its device memory is host memory, its kernels are recorded, its failures are chosen.
#pragma once
#include <cstdlib>
#include <cstring>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "runtime/cuda/driver.h"

namespace mock {

using namespace qc::runtime::cuda;

struct LaunchRecord {
  unsigned grid[3], block[3], shared;
  std::vector<std::uint64_t> values;  // what the first `read_params` params pointed at
  bool early = false;                 // may start before the launch before it has ended
  bool together = false;              // all blocks at once
};

struct State {
  int init = 0, version = 12040, devices = 1, pools = 1;
  std::size_t memory_limit = std::size_t{1} << 30, used = 0;
  std::map<CUdeviceptr, std::size_t> blocks;
  std::map<std::string, int> calls;
  std::map<std::string, CUresult> fail;  // what a function returns instead of working
  std::string load_log;
  std::string refused, loaded;   // a text or code that the driver does not take, and the last one that it took
  bool fails_optimised = false;  // the driver's compiler takes kernels without optimisation only
  std::size_t read_params = 0;
  std::vector<LaunchRecord> launches;
  std::uint64_t* write_to = nullptr;  // a launch writes `write_value` here, as if at the next synchronisation
  std::uint64_t write_value = 0;
  bool pending = false;
  bool endless = false;  // what is launched does not end before this is false again
  int contexts = 0, modules = 0, streams = 0, events = 0, pinned = 0, live_pools = 0, trims = 0;
  int shared_set = 0, host_pointer_type = 0;
  CUcontext context = nullptr;  // the current one
  CUdevice context_device = 0;  // of which it is
  CUstream launched_on = nullptr;
  std::set<void*> pinned_blocks;
};
inline State state;

// Counts a call; a chosen failure ends the function.
#define MOCK_ENTER(name) \
  ++state.calls[name];   \
  if (auto f = state.fail.find(name); f != state.fail.end()) return f->second

inline CUresult allocate(CUdeviceptr* address, std::size_t bytes) {
  if (state.used + bytes > state.memory_limit) return kOutOfMemory;
  *address = reinterpret_cast<CUdeviceptr>(new char[bytes]);
  state.blocks[*address] = bytes;
  state.used += bytes;
  return kSuccess;
}
inline CUresult release(CUdeviceptr address) {
  auto block = state.blocks.find(address);
  if (block == state.blocks.end()) return kInvalidValue;
  state.used -= block->second;
  state.blocks.erase(block);
  delete[] reinterpret_cast<char*>(address);
  return kSuccess;
}

inline void fill_setup(Driver& d) {
  d.init = [](unsigned) -> CUresult {
    MOCK_ENTER("init");
    return state.init;
  };
  d.driver_version = [](int* v) -> CUresult {
    *v = state.version;
    return kSuccess;
  };
  d.device_count = [](int* n) -> CUresult {
    MOCK_ENTER("device_count");
    *n = state.devices;
    return kSuccess;
  };
  d.device_get = [](CUdevice* out, int i) -> CUresult {
    *out = i;
    return kSuccess;
  };
  d.device_name = [](char* name, int, CUdevice) -> CUresult {
    std::strcpy(name, "Mock 3000");
    return kSuccess;
  };
  d.device_attribute = [](int* v, int which, CUdevice) -> CUresult {
    *v = which == kComputeMajor           ? 9
         : which == kComputeMinor         ? 0
         : which == kMultiprocessorCount  ? 132
         : which == kMaxThreadsPerBlock   ? 1024
         : which == kSharedPerBlock       ? 49152
         : which == kSharedPerBlockOptin  ? 232448
         : which == kMemoryPoolsSupported ? state.pools
                                          : 0;
    return kSuccess;
  };
  d.context_retain = [](CUcontext* c, CUdevice) -> CUresult {
    MOCK_ENTER("context_retain");
    ++state.contexts;
    *c = reinterpret_cast<CUcontext>(8);
    return kSuccess;
  };
  d.context_release = [](CUdevice) -> CUresult {
    --state.contexts;
    return kSuccess;
  };
  d.context_set = [](CUcontext c) -> CUresult {
    MOCK_ENTER("context_set");
    state.context = c;
    return kSuccess;
  };
  d.context_device = [](CUdevice* device) -> CUresult {
    *device = state.context_device;
    return kSuccess;
  };
  d.stream_create = [](CUstream* s, unsigned) -> CUresult {
    MOCK_ENTER("stream_create");
    ++state.streams;
    *s = reinterpret_cast<CUstream>(16);
    return kSuccess;
  };
  d.stream_destroy = [](CUstream) -> CUresult {
    --state.streams;
    return kSuccess;
  };
  d.stream_synchronize = [](CUstream) -> CUresult {
    MOCK_ENTER("stream_synchronize");
    if (state.pending && state.write_to) *state.write_to = state.write_value;
    state.pending = false;
    return kSuccess;
  };
  d.stream_query = [](CUstream) -> CUresult {
    MOCK_ENTER("stream_query");
    return state.pending && state.endless ? kNotReady : kSuccess;
  };
  d.error_string = [](CUresult r, const char** t) -> CUresult {
    *t = r == kIllegalAddress ? "an illegal memory access was encountered" : "something mocked";
    return kSuccess;
  };
  d.error_name = [](CUresult r, const char** t) -> CUresult {
    *t = r == kIllegalAddress ? "CUDA_ERROR_ILLEGAL_ADDRESS" : "CUDA_ERROR_MOCK";
    return kSuccess;
  };
}

inline void fill_memory(Driver& d) {
  d.memory_alloc = [](CUdeviceptr* a, std::size_t n) -> CUresult {
    MOCK_ENTER("memory_alloc");
    return allocate(a, n);
  };
  d.memory_free = [](CUdeviceptr a) -> CUresult {
    MOCK_ENTER("memory_free");
    return release(a);
  };
  d.memory_alloc_pool = [](CUdeviceptr* a, std::size_t n, CUmemoryPool, CUstream) -> CUresult {
    MOCK_ENTER("memory_alloc_pool");
    return allocate(a, n);
  };
  d.memory_free_async = [](CUdeviceptr a, CUstream) -> CUresult {
    MOCK_ENTER("memory_free_async");
    return release(a);
  };
  d.pool_create = [](CUmemoryPool* p, const CUmemPoolProps*) -> CUresult {
    ++state.live_pools;
    *p = reinterpret_cast<CUmemoryPool>(24);
    return kSuccess;
  };
  d.pool_destroy = [](CUmemoryPool) -> CUresult {
    --state.live_pools;
    return kSuccess;
  };
  d.pool_set_attribute = [](CUmemoryPool, int, void*) -> CUresult { return kSuccess; };
  d.pool_trim = [](CUmemoryPool, std::size_t) -> CUresult {
    ++state.trims;
    return kSuccess;
  };
  d.copy_to_device = [](CUdeviceptr to, const void* from, std::size_t n, CUstream) -> CUresult {
    MOCK_ENTER("copy_to_device");
    std::memcpy(reinterpret_cast<void*>(to), from, n);
    return kSuccess;
  };
  d.copy_to_host = [](void* to, CUdeviceptr from, std::size_t n, CUstream) -> CUresult {
    MOCK_ENTER("copy_to_host");
    std::memcpy(to, reinterpret_cast<void*>(from), n);
    return kSuccess;
  };
  d.fill_bytes = [](CUdeviceptr to, unsigned char v, std::size_t n, CUstream) -> CUresult {
    std::memset(reinterpret_cast<void*>(to), v, n);
    return kSuccess;
  };
  d.pointer_attribute = [](void* v, int, CUdeviceptr) -> CUresult {
    *static_cast<unsigned*>(v) = unsigned(state.host_pointer_type);
    return state.host_pointer_type ? kSuccess : kInvalidValue;
  };
  d.host_alloc = [](void** a, std::size_t n, unsigned) -> CUresult {
    MOCK_ENTER("host_alloc");
    ++state.pinned;
    *a = std::calloc(1, n);
    state.pinned_blocks.insert(*a);
    return kSuccess;
  };
  d.host_free = [](void* a) -> CUresult {
    --state.pinned;
    state.pinned_blocks.erase(a);
    std::free(a);
    return kSuccess;
  };
  d.host_device_pointer = [](CUdeviceptr* p, void* host, unsigned) -> CUresult {
    *p = reinterpret_cast<CUdeviceptr>(host);
    return kSuccess;
  };
}

inline void fill_kernels(Driver& d) {
  d.module_load = [](CUmodule* m, const void* image, unsigned n, int* names, void** values) -> CUresult {
    bool optimises = true;
    for (unsigned i = 0; i < n; ++i) {
      if (names[i] == kErrorLogBuffer) std::strcpy(static_cast<char*>(values[i]), state.load_log.c_str());
      if (names[i] == kOptimisationLevel) optimises = values[i] != nullptr;
    }
    MOCK_ENTER("module_load");
    if (optimises && state.fails_optimised) return kInvalidPtx;
    if (const char* text = static_cast<const char*>(image); !state.refused.empty() && text == state.refused)
      return kInvalidPtx;
    else
      state.loaded = text;
    ++state.modules;
    *m = reinterpret_cast<CUmodule>(32);
    return kSuccess;
  };
  d.module_unload = [](CUmodule) -> CUresult {
    --state.modules;
    return kSuccess;
  };
  d.module_function = [](CUfunction* f, CUmodule, const char*) -> CUresult {
    MOCK_ENTER("module_function");
    *f = reinterpret_cast<CUfunction>(40);
    return kSuccess;
  };
  d.function_get = [](int* v, int, CUfunction) -> CUresult {
    *v = 1000;
    return kSuccess;
  };
  d.function_set = [](CUfunction, int, int v) -> CUresult {
    state.shared_set = v;
    return kSuccess;
  };
  d.launch_kernel = [](const CUlaunchConfig* c, CUfunction, void** params, void**) -> CUresult {
    MOCK_ENTER("launch_kernel");
    LaunchRecord record{
        {c->grid[0], c->grid[1], c->grid[2]}, {c->block[0], c->block[1], c->block[2]}, c->shared_bytes, {}};
    record.early = c->attribute_count == 1 && c->attributes->id == 6 && c->attributes->value[0] == 1;
    record.together = c->attribute_count == 1 && c->attributes->id == 2 && c->attributes->value[0] == 1;
    for (std::size_t i = 0; i < state.read_params; ++i)
      record.values.push_back(*static_cast<std::uint64_t*>(params[i]));
    state.launches.push_back(record);
    state.launched_on = c->stream;
    state.pending = true;
    return kSuccess;
  };
  d.occupancy = [](int* blocks, CUfunction, int threads, std::size_t) -> CUresult {
    *blocks = 2048 / threads;
    return kSuccess;
  };
  d.event_create = [](CUevent* e, unsigned) -> CUresult {
    *e = reinterpret_cast<CUevent>(std::size_t(++state.events));
    return kSuccess;
  };
  d.event_destroy = [](CUevent) -> CUresult {
    --state.events;
    return kSuccess;
  };
  d.event_record = [](CUevent, CUstream) -> CUresult { return kSuccess; };
  d.event_synchronize = [](CUevent) -> CUresult { return kSuccess; };
  d.event_elapsed = [](float* ms, CUevent, CUevent) -> CUresult {
    *ms = 0.25f;
    return kSuccess;
  };
}

// What a failed device could not give back, as the end of a process would.
inline void end_process() {
  while (!state.blocks.empty()) release(state.blocks.begin()->first);
  for (void* block : state.pinned_blocks) std::free(block);
  state.pinned_blocks.clear();
}

// A driver in its first state; one test at a time.
inline Driver fresh() {
  state = State{};
  Driver d;
  fill_setup(d);
  fill_memory(d);
  fill_kernels(d);
  return d;
}

}  // namespace mock
