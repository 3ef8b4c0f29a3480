#include "kernels/device/cuda/driver.hpp"

#include "kernels/device/device.hpp"
#include "kernels/device/dynamic_library.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <initializer_list>

namespace chemora::device {

namespace {

constexpr char const* advice =
    "Run on a machine with an NVIDIA device and its driver, or choose another kind of device.";

/// Returns the name and the description of a result code of the driver.
std::string to_text(CudaDriver const& driver, CudaResult code) {
  char const *name = nullptr, *text = nullptr;
  driver.error_name(code, &name);
  driver.error_text(code, &text);
  return fmt::format("{} ({})", name ? name : fmt::format("error {}", code), text ? text : "unknown to the driver");
}

CudaDriver open_driver() {
  static DynamicLibrary const library("CUDA", {"libcuda.so.1", "libcuda.so"}, advice);
  CudaDriver driver{};
  driver.library = library.name();
  library.find(std::initializer_list<LibraryFunction>{
      {"cuInit", &driver.init},
      {"cuDriverGetVersion", &driver.driver_version},
      {"cuGetErrorName", &driver.error_name},
      {"cuGetErrorString", &driver.error_text},
      {"cuDeviceGetCount", &driver.device_count},
      {"cuDeviceGetName", &driver.device_name},
      {"cuDeviceGetAttribute", &driver.device_fact},
      {"cuDevicePrimaryCtxRetain", &driver.retain_context},
      {"cuDevicePrimaryCtxRelease_v2", &driver.release_context},
      {"cuCtxSetCurrent", &driver.use_context},
      {"cuStreamCreate", &driver.create_stream},
      {"cuStreamDestroy_v2", &driver.destroy_stream},
      {"cuStreamSynchronize", &driver.finish_stream},
      {"cuStreamWaitEvent", &driver.let_stream_wait},
      {"cuEventCreate", &driver.create_event},
      {"cuEventDestroy_v2", &driver.destroy_event},
      {"cuEventRecord", &driver.record_event},
      {"cuEventSynchronize", &driver.wait_for_event},
      {"cuEventElapsedTime", &driver.milliseconds_between},
      {"cuMemAlloc_v2", &driver.allocate},
      {"cuMemFree_v2", &driver.release},
      {"cuMemHostAlloc", &driver.allocate_pinned},
      {"cuMemFreeHost", &driver.release_pinned},
      {"cuMemcpy3DAsync_v2", &driver.copy_box},
      {"cuModuleLoadData", &driver.load_module},
      {"cuModuleUnload", &driver.unload_module},
      {"cuModuleGetFunction", &driver.find_function},
      {"cuFuncGetAttribute", &driver.function_fact},
      {"cuFuncSetAttribute", &driver.set_function},
      {"cuOccupancyMaxActiveBlocksPerMultiprocessor", &driver.blocks_per_multiprocessor},
      {"cuLaunchKernel", &driver.launch}});
  CudaResult const code = driver.init(0);
  if (code != 0)
    throw DeviceError(fmt::format("CUDA cannot be used: cuInit returned {}. {}", to_text(driver, code), advice));
  return driver;
}

} // namespace

CudaDriver const& cuda() {
  static CudaDriver const driver = open_driver();
  return driver;
}

std::vector<std::string> toolkit_libraries(std::vector<std::string> const& names,
                                           std::vector<std::string> const& folders) {
  std::vector<std::string> homes, paths = names;
  if (char const* const home = std::getenv("CUDA_HOME"); home && *home == '/') homes.emplace_back(home);
  homes.emplace_back("/usr/local/cuda");
  for (std::string const& home : homes)
    for (std::string const& folder : folders)
      for (std::string const& name : names) paths.push_back(home + "/" + folder + "/" + name);
  return paths;
}

void check_cuda(CudaResult code, char const* call, std::string const& where) {
  if (code == 0) return;
  std::string const message = fmt::format("{}: {} returned {}.", where, call, to_text(cuda(), code));
  if (code == cuda_out_of_memory) throw DeviceMemoryError(message);
  throw DeviceError(message);
}

} // namespace chemora::device
