// A replacement for CUDA's driver with the same library and function names. It provides two devices, whose memory is
// host memory.
//
// The driver executes the operations of a stream as late as possible, when the program synchronises. Code that does not
// synchronise therefore reads wrong data. If the environment variable FAKE_CUDA_HASTE is set, the driver executes
// copies from the host immediately. A module is a text such as `registers=40 most=512 spilled=0`, and its kernel writes
// the launch arguments to the array that it receives.
#include "kernels/device/cuda/driver.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <string>
#include <vector>

namespace chemora::device {
struct CudaContextOfDriver {};
struct CudaStreamOfDriver {
  std::deque<std::function<void()>> pending;
  long n_done = 0;
};
struct CudaEventOfDriver {
  CudaStream stream = nullptr;
  long after = 0; ///< number of operations in the stream before this event
};
struct CudaModuleOfDriver {
  int registers = 0, max_threads = 0, spilled_bytes = 0;
  int preferred_bytes = 228 << 10; ///< shared memory of a multiprocessor
};
struct CudaFunctionOfDriver {};
} // namespace chemora::device

using namespace chemora::device;

namespace {

constexpr CudaResult invalid_value = 1, out_of_memory = 2, no_context = 201, not_found = 500;
constexpr unsigned of_host = 1;
constexpr int n_devices = 2;
constexpr int multiprocessor_bytes = 228 << 10, reserved_bytes = 1 << 10; ///< of shared memory; reserved per block
CudaContextOfDriver context;
CudaContext current = nullptr;

void work_until(CudaStream stream, long n) {
  while (stream->n_done < n) {
    stream->pending.front()();
    stream->pending.pop_front();
    ++stream->n_done;
  }
}

long all_of(CudaStream stream) { return stream->n_done + static_cast<long>(stream->pending.size()); }

char* address(CudaCopySide const& side, std::size_t y, std::size_t z) {
  char* const base = side.kind == of_host ? static_cast<char*>(side.host) : reinterpret_cast<char*>(side.device);
  return base + side.x_bytes + side.pitch * ((side.y + y) + side.height * (side.z + z));
}

int number_after(std::string const& text, std::string const& word) {
  auto const at = text.find(word);
  return at == std::string::npos ? 0 : std::atoi(text.c_str() + at + word.size());
}

} // namespace

extern "C" {

void (*fake_cuda_on_launch)() = nullptr; // the replacements of CUPTI set these function pointers
void (*fake_cuda_on_range)() = nullptr;

CudaResult cuInit(unsigned) { return 0; }
/// Returns the value of FAKE_CUDA_VERSION, or a version that is new enough for every compiler.
CudaResult cuDriverGetVersion(int* version) {
  char const* const wanted = std::getenv("FAKE_CUDA_VERSION");
  return *version = wanted ? std::atoi(wanted) : 99000, 0;
}
CudaResult cuGetErrorName(CudaResult code, char const** name) {
  *name = code == invalid_value   ? "CUDA_ERROR_INVALID_VALUE"
          : code == no_context    ? "CUDA_ERROR_INVALID_CONTEXT"
          : code == out_of_memory ? "CUDA_ERROR_OUT_OF_MEMORY"
                                  : "CUDA_ERROR_NOT_FOUND";
  return 0;
}
CudaResult cuGetErrorString(CudaResult, char const** text) { return *text = "reported by the stand-in", 0; }
CudaResult cuDeviceGetCount(int* count) { return *count = n_devices, 0; }
CudaResult cuDeviceGetName(char* name, int length, CudaDevice device) {
  return std::strncpy(name, device == 0 ? "Stand-in One" : "Stand-in Two", static_cast<std::size_t>(length)), 0;
}
CudaResult cuDeviceGetAttribute(int* value, CudaDeviceFact fact, CudaDevice) {
  *value = fact == CudaDeviceFact::registers_per_multiprocessor      ? 65536
           : fact == CudaDeviceFact::warp_size                       ? 32
           : fact == CudaDeviceFact::major_version                   ? 9
           : fact == CudaDeviceFact::minor_version                   ? 0
           : fact == CudaDeviceFact::max_threads_per_multiprocessor  ? 2048
           : fact == CudaDeviceFact::shared_bytes_per_multiprocessor ? multiprocessor_bytes
           : fact == CudaDeviceFact::shared_bytes_per_block          ? multiprocessor_bytes - reserved_bytes
                                                                     : 1024;
  return 0;
}
CudaResult cuDevicePrimaryCtxRetain(CudaContext* result, CudaDevice) { return *result = &context, 0; }
CudaResult cuDevicePrimaryCtxRelease_v2(CudaDevice) { return 0; }
CudaResult cuCtxSetCurrent(CudaContext wanted) { return current = wanted, 0; }
CudaResult cuStreamCreate(CudaStream* stream, unsigned) {
  if (!current) return no_context;
  return *stream = new CudaStreamOfDriver, 0;
}
CudaResult cuStreamDestroy_v2(CudaStream stream) { return delete stream, 0; }
CudaResult cuStreamSynchronize(CudaStream stream) { return work_until(stream, all_of(stream)), 0; }
CudaResult cuStreamWaitEvent(CudaStream stream, CudaEvent given, unsigned) {
  CudaEventOfDriver const event = *given; // copied, because recording the event again must not change this wait
  if (event.stream) stream->pending.push_back([event] { work_until(event.stream, event.after); });
  return 0;
}
CudaResult cuEventCreate(CudaEvent* event, unsigned) { return *event = new CudaEventOfDriver, 0; }
CudaResult cuEventDestroy_v2(CudaEvent event) { return delete event, 0; }
CudaResult cuEventRecord(CudaEvent event, CudaStream stream) {
  *event = {stream, all_of(stream)};
  return 0;
}
CudaResult cuEventSynchronize(CudaEvent event) {
  if (event->stream) work_until(event->stream, event->after);
  return 0;
}
/// Each operation takes a millisecond.
CudaResult cuEventElapsedTime(float* milliseconds, CudaEvent from, CudaEvent to) {
  if (!from->stream || from->stream->n_done < to->after) return invalid_value;
  return *milliseconds = static_cast<float>(to->after - from->after), 0;
}
CudaResult cuMemAlloc_v2(CudaPointer* memory, std::size_t bytes) {
  if (!current) return no_context;
  *memory = reinterpret_cast<CudaPointer>(std::malloc(bytes));
  return *memory ? 0 : out_of_memory;
}
CudaResult cuMemFree_v2(CudaPointer memory) { return std::free(reinterpret_cast<void*>(memory)), 0; }
CudaResult cuMemHostAlloc(void** memory, std::size_t bytes, unsigned) { return *memory = std::malloc(bytes), 0; }
CudaResult cuMemFreeHost(void* memory) { return std::free(memory), 0; }

CudaResult cuMemcpy3DAsync_v2(CudaCopy const* given, CudaStream stream) {
  CudaCopy const copy = *given;
  for (CudaCopySide const& side : {copy.from, copy.to})
    if (side.x_bytes + copy.width_bytes > side.pitch || side.y + copy.height > side.height) return invalid_value;
  stream->pending.push_back([copy] {
    for (std::size_t z = 0; z < copy.depth; ++z)
      for (std::size_t y = 0; y < copy.height; ++y)
        std::memcpy(address(copy.to, y, z), address(copy.from, y, z), copy.width_bytes);
  });
  if (copy.from.kind == of_host && std::getenv("FAKE_CUDA_HASTE")) work_until(stream, all_of(stream));
  return 0;
}

CudaResult cuModuleLoadData(CudaModule* module, void const* image) {
  std::string const text = static_cast<char const*>(image);
  if (text.find("registers=") == std::string::npos) return invalid_value;
  *module = new CudaModuleOfDriver{number_after(text, "registers="), number_after(text, "most="),
                                   number_after(text, "spilled=")};
  return 0;
}
CudaResult cuModuleUnload(CudaModule module) { return delete module, 0; }
CudaResult cuModuleGetFunction(CudaFunction* function, CudaModule module, char const* name) {
  if (std::string(name) != "chemora_kernel") return not_found;
  return *function = reinterpret_cast<CudaFunction>(module), 0;
}
CudaResult cuFuncGetAttribute(int* value, CudaFunctionFact fact, CudaFunction function) {
  auto const* const module = reinterpret_cast<CudaModule>(function);
  *value = fact == CudaFunctionFact::registers     ? module->registers
           : fact == CudaFunctionFact::max_threads ? module->max_threads
           : fact == CudaFunctionFact::local_bytes ? module->spilled_bytes
                                                   : 0;
  return 0;
}
/// Returns the smaller of two limits on resident blocks. One follows from the registers, the other from the shared
/// memory that the last cuFuncSetAttribute requested.
CudaResult cuOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, CudaFunction function, int threads,
                                                       std::size_t dynamic_bytes) {
  auto const* const module = reinterpret_cast<CudaModule>(function);
  int const by_registers = 65536 / (module->registers * threads);
  int const by_memory = module->preferred_bytes / (static_cast<int>(dynamic_bytes) + reserved_bytes);
  return *blocks = std::min(by_registers, by_memory), 0;
}
CudaResult cuFuncSetAttribute(CudaFunction function, CudaFunctionFact fact, int value) {
  if (fact == CudaFunctionFact::preferred_shared_percent) {
    // The driver selects the smallest supported size that is not below the requested percentage.
    int const wanted = multiprocessor_bytes / 100 * value;
    for (int const division : {228 << 10, 132 << 10, 100 << 10, 64 << 10, 32 << 10, 16 << 10, 8 << 10})
      if (wanted <= division) reinterpret_cast<CudaModule>(function)->preferred_bytes = division;
  }
  return 0;
}

/// Copies the launch arguments during the call, as CUDA's driver does. The arguments are the address of an array, 128
/// bytes by value and one parameter.
CudaResult cuLaunchKernel(CudaFunction, unsigned bx, unsigned by, unsigned bz, unsigned tx, unsigned ty, unsigned tz,
                          unsigned, CudaStream stream, void** arguments, void**) {
  if (fake_cuda_on_launch) fake_cuda_on_launch();
  if (fake_cuda_on_range) fake_cuda_on_range();
  double* array;
  std::memcpy(&array, arguments[0], sizeof array);
  std::vector<char> values(136);
  std::memcpy(values.data(), arguments[1], values.size());
  stream->pending.push_back([=] {
    double numbers[2]; // time, the parameter
    std::memcpy(&numbers[0], values.data() + 96, sizeof(double));
    std::memcpy(&numbers[1], values.data() + 128, sizeof(double));
    double const written[]{numbers[0], numbers[1], double(bx), double(by),
                           double(bz), double(tx), double(ty), double(tz)};
    std::memcpy(array, written, sizeof written);
  });
  return 0;
}

} // extern "C"
