/// Declares the functions of the CUDA driver, which are found at run time, so building Chemora needs neither CUDA nor
/// its headers. Types, values and layouts are those of the driver's binary interface.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace chemora::device {

using CudaResult = int; ///< 0: success
constexpr CudaResult cuda_out_of_memory = 2;
using CudaDevice = int;
using CudaPointer = unsigned long long; ///< an address in the device's memory
using CudaContext = struct CudaContextOfDriver*;
using CudaModule = struct CudaModuleOfDriver*;
using CudaFunction = struct CudaFunctionOfDriver*;
using CudaStream = struct CudaStreamOfDriver*;
using CudaEvent = struct CudaEventOfDriver*;

/// CUdevice_attribute.
enum class CudaDeviceFact : int {
  max_threads_per_block = 1,
  max_threads_x = 2,
  max_threads_y = 3,
  max_threads_z = 4,
  warp_size = 10,
  multiprocessors = 16,
  max_threads_per_multiprocessor = 39,
  registers_per_multiprocessor = 82,
  shared_bytes_per_multiprocessor = 81,
  shared_bytes_per_block = 8,
  reserved_shared_bytes_per_block = 111,
  major_version = 75,
  minor_version = 76
};

/// CUfunction_attribute.
enum class CudaFunctionFact : int {
  max_threads = 0,
  shared_bytes = 1,
  local_bytes = 3, ///< stack size per thread, mostly spilled registers
  registers = 4,
  preferred_shared_percent = 9 ///< percentage of the memory common to the first-level cache and shared memory that is
                               ///< used as shared memory
};

/// One side of a copy: a box in memory with rows of `pitch` bytes and planes of `height` rows (CUDA_MEMCPY3D).
struct CudaCopySide {
  std::size_t x_bytes = 0, y = 0, z = 0, level = 0;
  unsigned kind = 0; ///< 1: the host's memory, 2: the device's
  void* host = nullptr;
  CudaPointer device = 0;
  void* array = nullptr;
  void* reserved = nullptr;
  std::size_t pitch = 0, height = 0;
};

struct CudaCopy {
  CudaCopySide from, to;
  std::size_t width_bytes = 0, height = 0, depth = 0;
};

struct CudaDriver {
  std::string library;

  CudaResult (*init)(unsigned flags);
  CudaResult (*driver_version)(int* version);
  CudaResult (*error_name)(CudaResult, char const** name);
  CudaResult (*error_text)(CudaResult, char const** text);
  CudaResult (*device_count)(int* count);
  CudaResult (*device_name)(char* name, int length, CudaDevice);
  CudaResult (*device_fact)(int* value, CudaDeviceFact, CudaDevice);
  CudaResult (*retain_context)(CudaContext*, CudaDevice);
  CudaResult (*release_context)(CudaDevice);
  CudaResult (*use_context)(CudaContext);
  CudaResult (*create_stream)(CudaStream*, unsigned flags);
  CudaResult (*destroy_stream)(CudaStream);
  CudaResult (*finish_stream)(CudaStream);
  CudaResult (*let_stream_wait)(CudaStream, CudaEvent, unsigned flags);
  CudaResult (*create_event)(CudaEvent*, unsigned flags);
  CudaResult (*destroy_event)(CudaEvent);
  CudaResult (*record_event)(CudaEvent, CudaStream);
  CudaResult (*wait_for_event)(CudaEvent);
  CudaResult (*milliseconds_between)(float*, CudaEvent from, CudaEvent to);
  CudaResult (*allocate)(CudaPointer*, std::size_t bytes);
  CudaResult (*release)(CudaPointer);
  CudaResult (*allocate_pinned)(void**, std::size_t bytes, unsigned flags);
  CudaResult (*release_pinned)(void*);
  CudaResult (*copy_box)(CudaCopy const*, CudaStream);
  CudaResult (*load_module)(CudaModule*, void const* image);
  CudaResult (*unload_module)(CudaModule);
  CudaResult (*find_function)(CudaFunction*, CudaModule, char const* name);
  CudaResult (*function_fact)(int* value, CudaFunctionFact, CudaFunction);
  CudaResult (*set_function)(CudaFunction, CudaFunctionFact, int value);
  CudaResult (*blocks_per_multiprocessor)(int* blocks, CudaFunction, int threads, std::size_t shared_bytes);
  CudaResult (*launch)(CudaFunction, unsigned blocks_x, unsigned blocks_y, unsigned blocks_z, unsigned threads_x,
                       unsigned threads_y, unsigned threads_z, unsigned shared_bytes, CudaStream, void** arguments,
                       void** extra);
};

/// Returns the driver, which the first call opens and initialises. Throws DeviceError if there is no driver or no
/// device.
CudaDriver const& cuda();

/// Returns the paths at which to look for a library of the CUDA toolkit. The first paths are the names without a
/// folder, for which the loader searches. The others are in `folders` below $CUDA_HOME and /usr/local/cuda.
std::vector<std::string> toolkit_libraries(std::vector<std::string> const& names,
                                           std::vector<std::string> const& folders = {"lib64", "lib"});

/// Throws DeviceMemoryError if the device has too little memory, and DeviceError for other errors. The message starts
/// with `where` and names the call and the error.
void check_cuda(CudaResult code, char const* call, std::string const& where);

} // namespace chemora::device
