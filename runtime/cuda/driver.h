// The CUDA driver's interface, as far as it is used: declared here, so that no toolkit is needed, and looked up in
// libcuda.so.1 at run time. The functions are a table of pointers, so that tests can put a driver of their own there.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>

namespace qc::runtime::cuda {

using CUresult = int;
using CUdevice = int;
using CUdeviceptr = unsigned long long;
using CUcontext = struct CUctx_st*;
using CUmodule = struct CUmod_st*;
using CUfunction = struct CUfunc_st*;
using CUstream = struct CUstream_st*;
using CUevent = struct CUevent_st*;
using CUmemoryPool = struct CUmemPoolHandle_st*;

inline constexpr int kOldestDriver = 12000;  // as cuDriverGetVersion counts: 12.0

enum Result : CUresult {
  kSuccess = 0,
  kInvalidValue = 1,
  kOutOfMemory = 2,
  kNoDevice = 100,
  kInvalidPtx = 218,
  kUnsupportedPtxVersion = 222,
  kNotReady = 600,
  kIllegalAddress = 700,
  kLaunchTimeout = 702,
  kFirstSticky = 714,  // hardware stack error, illegal instruction, misaligned address, ..
  kLastSticky = 719,   // .. launch failed
};
enum DeviceAttribute : int {
  kMaxThreadsPerBlock = 1,
  kSharedPerBlock = 8,
  kMultiprocessorCount = 16,
  kComputeMajor = 75,
  kComputeMinor = 76,
  kSharedPerBlockOptin = 97,
  kMemoryPoolsSupported = 115,
};
enum FunctionAttribute : int { kStaticShared = 1, kMaxDynamicShared = 8 };
enum JitOption : int { kErrorLogBuffer = 5, kErrorLogBytes = 6, kOptimisationLevel = 7 };
enum PoolAttribute : int { kReleaseThreshold = 4 };
enum PointerAttribute : int { kPointerMemoryType = 2 };
inline constexpr unsigned kStreamNonBlocking = 1;
inline constexpr unsigned kHostAllocMapped = 2;
inline constexpr unsigned kHostAllocPortable = 1;
inline constexpr unsigned kEventDefault = 0;

struct CUmemPoolProps {   // laid out as the driver expects it
  int allocation = 1;     // pinned
  int handles = 0;        // not exportable
  int location_kind = 1;  // a device
  int location = 0;
  void* security = nullptr;
  unsigned char reserved[64] = {};
};
static_assert(sizeof(CUmemPoolProps) == 88);

struct CUlaunchAttribute {
  static constexpr int kTogether = 2;  // a cooperative launch: all blocks are on the device at once
  static constexpr int kEarly =
      6;  // programmatic stream serialization: the launch may start before the one before it has ended
  int id = kEarly;
  int padding = 0;
  int value[16] = {1};
};
static_assert(sizeof(CUlaunchAttribute) == 72);
struct CUlaunchConfig {
  unsigned grid[3], block[3];
  unsigned shared_bytes = 0;
  CUstream stream = nullptr;
  CUlaunchAttribute* attributes = nullptr;
  unsigned attribute_count = 0;
};
static_assert(sizeof(CUlaunchConfig) == 56);

// X(result, name, symbol in the library, arguments)
#define QC_CUDA_DRIVER_FUNCTIONS(X)                                                                                 \
  X(init, "cuInit", (unsigned flags))                                                                               \
  X(driver_version, "cuDriverGetVersion", (int* version))                                                           \
  X(device_count, "cuDeviceGetCount", (int* count))                                                                 \
  X(device_get, "cuDeviceGet", (CUdevice * device, int ordinal))                                                    \
  X(device_name, "cuDeviceGetName", (char* name, int bytes, CUdevice device))                                       \
  X(device_attribute, "cuDeviceGetAttribute", (int* value, int attribute, CUdevice device))                         \
  X(context_retain, "cuDevicePrimaryCtxRetain", (CUcontext * context, CUdevice device))                             \
  X(context_release, "cuDevicePrimaryCtxRelease_v2", (CUdevice device))                                             \
  X(context_set, "cuCtxSetCurrent", (CUcontext context))                                                            \
  X(context_device, "cuCtxGetDevice", (CUdevice * device))                                                          \
  X(stream_create, "cuStreamCreate", (CUstream * stream, unsigned flags))                                           \
  X(stream_destroy, "cuStreamDestroy_v2", (CUstream stream))                                                        \
  X(stream_synchronize, "cuStreamSynchronize", (CUstream stream))                                                   \
  X(stream_query, "cuStreamQuery", (CUstream stream))                                                               \
  X(memory_alloc, "cuMemAlloc_v2", (CUdeviceptr * address, std::size_t bytes))                                      \
  X(memory_free, "cuMemFree_v2", (CUdeviceptr address))                                                             \
  X(memory_alloc_pool, "cuMemAllocFromPoolAsync",                                                                   \
    (CUdeviceptr * address, std::size_t bytes, CUmemoryPool pool, CUstream stream))                                 \
  X(memory_free_async, "cuMemFreeAsync", (CUdeviceptr address, CUstream stream))                                    \
  X(pool_create, "cuMemPoolCreate", (CUmemoryPool * pool, const CUmemPoolProps* props))                             \
  X(pool_destroy, "cuMemPoolDestroy", (CUmemoryPool pool))                                                          \
  X(pool_set_attribute, "cuMemPoolSetAttribute", (CUmemoryPool pool, int attribute, void* value))                   \
  X(pool_trim, "cuMemPoolTrimTo", (CUmemoryPool pool, std::size_t keep))                                            \
  X(copy_to_device, "cuMemcpyHtoDAsync_v2", (CUdeviceptr to, const void* from, std::size_t bytes, CUstream stream)) \
  X(copy_to_host, "cuMemcpyDtoHAsync_v2", (void* to, CUdeviceptr from, std::size_t bytes, CUstream stream))         \
  X(copy_on_device, "cuMemcpyDtoDAsync_v2", (CUdeviceptr to, CUdeviceptr from, std::size_t bytes, CUstream stream)) \
  X(fill_bytes, "cuMemsetD8Async", (CUdeviceptr to, unsigned char value, std::size_t bytes, CUstream stream))       \
  X(pointer_attribute, "cuPointerGetAttribute", (void* value, int attribute, CUdeviceptr address))                  \
  X(host_alloc, "cuMemHostAlloc", (void** address, std::size_t bytes, unsigned flags))                              \
  X(host_free, "cuMemFreeHost", (void* address))                                                                    \
  X(host_device_pointer, "cuMemHostGetDevicePointer_v2", (CUdeviceptr * device, void* host, unsigned flags))        \
  X(module_load, "cuModuleLoadDataEx",                                                                              \
    (CUmodule * module, const void* image, unsigned options, int* names, void** values))                            \
  X(module_unload, "cuModuleUnload", (CUmodule module))                                                             \
  X(module_function, "cuModuleGetFunction", (CUfunction * function, CUmodule module, const char* name))             \
  X(function_get, "cuFuncGetAttribute", (int* value, int attribute, CUfunction function))                           \
  X(function_set, "cuFuncSetAttribute", (CUfunction function, int attribute, int value))                            \
  X(launch_kernel, "cuLaunchKernelEx",                                                                              \
    (const CUlaunchConfig* config, CUfunction function, void** params, void** extra))                               \
  X(occupancy, "cuOccupancyMaxActiveBlocksPerMultiprocessor",                                                       \
    (int* blocks, CUfunction function, int threads, std::size_t dynamic_shared))                                    \
  X(event_create, "cuEventCreate", (CUevent * event, unsigned flags))                                               \
  X(event_destroy, "cuEventDestroy_v2", (CUevent event))                                                            \
  X(event_record, "cuEventRecord", (CUevent event, CUstream stream))                                                \
  X(event_synchronize, "cuEventSynchronize", (CUevent event))                                                       \
  X(event_elapsed, "cuEventElapsedTime", (float* milliseconds, CUevent from, CUevent to))                           \
  X(error_string, "cuGetErrorString", (CUresult result, const char** text))                                         \
  X(error_name, "cuGetErrorName", (CUresult result, const char** text))

struct Driver {
#define QC_DECLARE(name, symbol, arguments) CUresult(*name) arguments = nullptr;
  QC_CUDA_DRIVER_FUNCTIONS(QC_DECLARE)
#undef QC_DECLARE
};

// Opens a library and looks every function up; the text says what was missing.
std::variant<Driver, std::string> open_driver(const char* library);
// libcuda.so.1, opened once: the table, or why there is none.
const std::variant<Driver, std::string>& system_driver();

// "an illegal memory access was encountered (CUDA_ERROR_ILLEGAL_ADDRESS)"
std::string describe(const Driver& driver, CUresult result);
// After such an error the context is lost for the process.
bool is_sticky(CUresult result);

// Initialises the driver and counts its devices; `why` is set when the count is 0.
int usable_devices(const Driver& driver, std::string& why);

}  // namespace qc::runtime::cuda
