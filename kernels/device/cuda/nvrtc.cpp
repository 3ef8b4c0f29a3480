#include "kernels/device/cuda/nvrtc.hpp"

#include "kernels/device/block_device.hpp"
#include "kernels/device/cuda/cuda_device.hpp"
#include "kernels/device/dynamic_library.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <chrono>
#include <initializer_list>

namespace chemora::device {

namespace {

using Program = struct ProgramOfNvrtc*;
using Result = int; // 0: success

struct Nvrtc {
  std::string library;
  int major = 0, minor = 0;
  std::vector<int> architectures; ///< 75, 80, ...

  char const* (*error_text)(Result);
  Result (*version)(int* major, int* minor);
  Result (*n_architectures)(int* count);
  Result (*list_architectures)(int* values);
  Result (*create)(Program*, char const* source, char const* name, int n_headers, char const* const* headers,
                   char const* const* include_names);
  Result (*destroy)(Program*);
  Result (*compile)(Program, int n_options, char const* const* options);
  Result (*log_size)(Program, std::size_t*);
  Result (*log)(Program, char*);
  Result (*cubin_size)(Program, std::size_t*);
  Result (*cubin)(Program, char*);
  Result (*ptx_size)(Program, std::size_t*);
  Result (*ptx)(Program, char*);
};

void check(Nvrtc const& nvrtc, Result code, char const* call, std::string const& where) {
  if (code != 0) throw DeviceError(fmt::format("{}: {} returned {}.", where, call, nvrtc.error_text(code)));
}

Nvrtc open_nvrtc() {
  static DynamicLibrary const library(
      "CUDA's run-time compiler NVRTC", toolkit_libraries({"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2"}),
      "Install the CUDA toolkit's NVRTC (libnvrtc) of version 11.2 or later, or name CUDA's folder in CUDA_HOME.");
  Nvrtc nvrtc{};
  nvrtc.library = library.name();
  library.find(std::initializer_list<LibraryFunction>{{"nvrtcGetErrorString", &nvrtc.error_text},
                                                      {"nvrtcVersion", &nvrtc.version},
                                                      {"nvrtcGetNumSupportedArchs", &nvrtc.n_architectures},
                                                      {"nvrtcGetSupportedArchs", &nvrtc.list_architectures},
                                                      {"nvrtcCreateProgram", &nvrtc.create},
                                                      {"nvrtcDestroyProgram", &nvrtc.destroy},
                                                      {"nvrtcCompileProgram", &nvrtc.compile},
                                                      {"nvrtcGetProgramLogSize", &nvrtc.log_size},
                                                      {"nvrtcGetProgramLog", &nvrtc.log},
                                                      {"nvrtcGetCUBINSize", &nvrtc.cubin_size},
                                                      {"nvrtcGetCUBIN", &nvrtc.cubin},
                                                      {"nvrtcGetPTXSize", &nvrtc.ptx_size},
                                                      {"nvrtcGetPTX", &nvrtc.ptx}});
  check(nvrtc, nvrtc.version(&nvrtc.major, &nvrtc.minor), "nvrtcVersion", "NVRTC");
  int count = 0;
  check(nvrtc, nvrtc.n_architectures(&count), "nvrtcGetNumSupportedArchs", "NVRTC");
  nvrtc.architectures.resize(static_cast<std::size_t>(count));
  check(nvrtc, nvrtc.list_architectures(nvrtc.architectures.data()), "nvrtcGetSupportedArchs", "NVRTC");
  return nvrtc;
}

Nvrtc const& the_nvrtc() {
  static Nvrtc const nvrtc = open_nvrtc();
  return nvrtc;
}

/// Returns a result of the compiler as text. `size_of` returns the size of the result and `bytes_of` its bytes.
std::string text_of(Program program, Result (*size_of)(Program, std::size_t*), Result (*bytes_of)(Program, char*),
                    char const* call, std::string const& where) {
  std::size_t size = 0;
  check(the_nvrtc(), size_of(program, &size), call, where);
  std::string bytes(size, '\0');
  if (size > 0) check(the_nvrtc(), bytes_of(program, bytes.data()), call, where);
  return bytes;
}

/// A program of NVRTC; the destructor releases it.
class OwnedProgram {
public:
  OwnedProgram(CompileRequest const& request, std::string const& where) {
    check(the_nvrtc(), the_nvrtc().create(&program_, request.source.c_str(), "kernel.cu", 0, nullptr, nullptr),
          "nvrtcCreateProgram", where);
  }
  ~OwnedProgram() { the_nvrtc().destroy(&program_); }
  OwnedProgram(OwnedProgram const&) = delete;
  OwnedProgram& operator=(OwnedProgram const&) = delete;
  Program get() const { return program_; }

private:
  Program program_ = nullptr;
};

} // namespace

std::vector<std::string> const& nvrtc_flags() {
  static std::vector<std::string> const flags{"--std=c++17", "--fmad=false", "--ftz=false", "--prec-div=true",
                                              "--prec-sqrt=true"};
  return flags;
}

std::string nvrtc_version() {
  return fmt::format("NVRTC {}.{} ({})", the_nvrtc().major, the_nvrtc().minor, the_nvrtc().library);
}

int nvrtc_major() { return the_nvrtc().major; }

std::string nvrtc_target(std::string const& architecture) {
  int requested = 0; // the number after `sm_`
  std::from_chars(architecture.data() + 3, architecture.data() + architecture.size(), requested);
  auto const& supported = the_nvrtc().architectures;
  if (std::find(supported.begin(), supported.end(), requested) != supported.end())
    return fmt::format("sm_{}", requested);
  int best = 0;
  for (int const candidate : supported)
    if (candidate < requested) best = std::max(best, candidate);
  if (best == 0)
    throw DeviceError(
        fmt::format("{} cannot compile for {}: the oldest architecture it supports is sm_{}. Use an older compiler.",
                    nvrtc_version(), architecture, supported.empty() ? 0 : supported.front()));
  return fmt::format("compute_{}", best);
}

namespace {

struct Compiled {
  CompiledObject result;
  std::string log; ///< log of the compiler
};

Compiled compile(CompileRequest const& request, std::string const& target, std::vector<std::string> const& flags) {
  auto const start = std::chrono::steady_clock::now();
  std::string const where = "Kernel " + request.kernel;
  OwnedProgram const program(request, where);
  std::string const architecture = "--gpu-architecture=" + target;
  std::vector<char const*> options{architecture.c_str()};
  for (std::string const& flag : flags) options.push_back(flag.c_str());
  Nvrtc const& nvrtc = the_nvrtc();
  Result const code = nvrtc.compile(program.get(), static_cast<int>(options.size()), options.data());
  std::string const log = text_of(program.get(), nvrtc.log_size, nvrtc.log, "nvrtcGetProgramLog", where).c_str();
  CompiledObject result;
  if (code != 0)
    result.error =
        fmt::format("{}: nvrtcCompileProgram returned {} for {}. The source is in {}. The compiler's log:\n{}", where,
                    nvrtc.error_text(code), target, save_failed_source(request, ".cu"), log);
  else if (target.compare(0, 3, "sm_") == 0)
    result.object = text_of(program.get(), nvrtc.cubin_size, nvrtc.cubin, "nvrtcGetCUBIN", where);
  else // the text from NVRTC ends with a null character
    result.object = text_of(program.get(), nvrtc.ptx_size, nvrtc.ptx, "nvrtcGetPTX", where);
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return {result, log};
}

/// Returns the integer that precedes `words` in the compiler's log.
int number_before(std::string const& log, std::string const& words) {
  auto const at = log.find(" " + words);
  if (at == std::string::npos) throw DeviceError("The compiler's log does not contain `" + words + "`:\n" + log);
  auto begin = at;
  while (begin > 0 && std::isdigit(static_cast<unsigned char>(log[begin - 1]))) --begin;
  int number = 0;
  std::from_chars(log.data() + begin, log.data() + at, number);
  return number;
}

} // namespace

CompiledObject compile_cuda(CompileRequest const& request, std::string const& target) {
  return compile(request, target, nvrtc_flags()).result;
}

CudaResources cuda_resources(CompileRequest const& request, std::string const& architecture) {
  auto flags = nvrtc_flags();
  flags.emplace_back("--ptxas-options=-v");
  auto const [result, log] = compile(request, architecture, flags);
  if (!result.error.empty()) throw DeviceError(result.error);
  return {number_before(log, "registers"), number_before(log, "bytes stack frame"),
          number_before(log, "bytes spill stores"), number_before(log, "bytes spill loads"), result.seconds};
}

} // namespace chemora::device
