// Opens the driver; codes in words.
#include "kernels/device/cuda/driver.hpp"

#include "kernels/device/device.hpp"
#include "kernels/device/dynamic_library.hpp"

#include <fmt/format.h>

namespace chemora::device {

namespace {

constexpr char const* advice = "Run on a machine with an NVIDIA device and its driver, or choose another kind of device.";

std::string in_words(CudaDriver const& driver, CudaResult code) {
  char const *name = nullptr, *text = nullptr;
  driver.error_name(code, &name);
  driver.error_text(code, &text);
  return fmt::format("{} ({})", name ? name : fmt::format("error {}", code), text ? text : "unknown to the driver");
}

CudaDriver open_driver() {
  static DynamicLibrary const library("CUDA", {"libcuda.so.1", "libcuda.so"}, advice);
  CudaDriver driver{};
  driver.library = library.name();
  library.find("cuInit", driver.init);
  library.find("cuDriverGetVersion", driver.driver_version);
  library.find("cuGetErrorName", driver.error_name);
  library.find("cuGetErrorString", driver.error_text);
  library.find("cuDeviceGetCount", driver.device_count);
  library.find("cuDeviceGetName", driver.device_name);
  library.find("cuDeviceGetAttribute", driver.device_fact);
  library.find("cuDevicePrimaryCtxRetain", driver.retain_context);
  library.find("cuDevicePrimaryCtxRelease_v2", driver.release_context);
  library.find("cuCtxSetCurrent", driver.use_context);
  library.find("cuStreamCreate", driver.create_stream);
  library.find("cuStreamDestroy_v2", driver.destroy_stream);
  library.find("cuStreamSynchronize", driver.finish_stream);
  library.find("cuStreamWaitEvent", driver.let_stream_wait);
  library.find("cuEventCreate", driver.create_event);
  library.find("cuEventDestroy_v2", driver.destroy_event);
  library.find("cuEventRecord", driver.record_event);
  library.find("cuEventSynchronize", driver.wait_for_event);
  library.find("cuEventElapsedTime", driver.milliseconds_between);
  library.find("cuMemAlloc_v2", driver.allocate);
  library.find("cuMemFree_v2", driver.release);
  library.find("cuMemHostAlloc", driver.allocate_pinned);
  library.find("cuMemFreeHost", driver.release_pinned);
  library.find("cuMemcpy3DAsync_v2", driver.copy_box);
  library.find("cuModuleLoadData", driver.load_module);
  library.find("cuModuleUnload", driver.unload_module);
  library.find("cuModuleGetFunction", driver.find_function);
  library.find("cuFuncGetAttribute", driver.function_fact);
  library.find("cuFuncSetAttribute", driver.set_function);
  library.find("cuOccupancyMaxActiveBlocksPerMultiprocessor", driver.blocks_per_multiprocessor);
  library.find("cuLaunchKernel", driver.launch);
  CudaResult const code = driver.init(0);
  if (code != 0)
    throw DeviceError(fmt::format("CUDA cannot be used: cuInit gave {}. {}", in_words(driver, code), advice));
  return driver;
}

} // namespace

CudaDriver const& cuda() {
  static CudaDriver const driver = open_driver();
  return driver;
}

void check_cuda(CudaResult code, char const* call, std::string const& where) {
  if (code != 0) throw DeviceError(fmt::format("{}: {} gave {}.", where, call, in_words(cuda(), code)));
}

} // namespace chemora::device
