#include "runtime/cuda/driver.h"

#include "support/shared_library.h"

namespace qc::runtime::cuda {
namespace {

std::string version_text(int version) {
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

}  // namespace

std::variant<Driver, std::string> open_driver(const char* library) {
  SharedLibrary handle(library);
  if (!handle.open()) return handle.problem();
  Driver driver;
#define QC_FIND(name, symbol, arguments) handle.find(symbol, driver.name);
  QC_CUDA_DRIVER_FUNCTIONS(QC_FIND)
#undef QC_FIND
  if (handle.problem().empty()) return driver;
  int version = 0;
  if (driver.driver_version && driver.driver_version(&version) == kSuccess && version < kOldestDriver)
    return "the driver is too old (it is " + version_text(version) + ", needs " + version_text(kOldestDriver) + ")";
  return handle.problem();
}

const std::variant<Driver, std::string>& system_driver() {
  static const std::variant<Driver, std::string> driver = open_driver("libcuda.so.1");
  return driver;
}

std::string describe(const Driver& driver, CUresult result) {
  const char *text = nullptr, *name = nullptr;
  if (driver.error_string(result, &text) != kSuccess || !text) text = "unknown error";
  if (driver.error_name(result, &name) != kSuccess || !name)
    return std::string(text) + " (" + std::to_string(result) + ")";
  return std::string(text) + " (" + name + ")";
}

bool is_sticky(CUresult result) {
  return result == kIllegalAddress || result == kLaunchTimeout || (result >= kFirstSticky && result <= kLastSticky);
}

int usable_devices(const Driver& driver, std::string& why) {
  int version = 0, count = 0;
  if (const CUresult r = driver.init(0); r != kSuccess && r != kNoDevice) {
    why = "the driver could not be initialised: " + describe(driver, r);
    return 0;
  }
  if (driver.driver_version(&version) == kSuccess && version < kOldestDriver) {
    why = "the driver is too old (it is " + version_text(version) + ", needs " + version_text(kOldestDriver) + ")";
    return 0;
  }
  const CUresult r = driver.device_count(&count);
  if (r == kSuccess && count > 0) return count;
  why = "the driver reports no device (" + (r == kSuccess ? "cuDeviceGetCount gave 0" : describe(driver, r)) + ")";
  return 0;
}

}  // namespace qc::runtime::cuda
