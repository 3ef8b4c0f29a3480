// Reads what the loader reads, and tries what it tries.
#include "kernels/device/opencl/drivers.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>
#include <fstream>
#include <set>

namespace chemora::device {

namespace {

namespace fs = std::filesystem;

std::set<fs::path> driver_files(fs::path const& place) {
  std::error_code ignored;
  if (place.extension() == ".icd") return {place};
  std::set<fs::path> files;
  for (auto const& entry : fs::directory_iterator(place, ignored))
    if (entry.path().extension() == ".icd") files.insert(entry.path());
  return files;
}

std::string state_of(std::string const& library) {
  if (library.empty()) return "names no library";
  void* const handle = dlopen(library.c_str(), RTLD_LAZY | RTLD_LOCAL);
  if (!handle) {
    char const* const reason = dlerror();
    return fmt::format("names {}, which cannot be opened: {}", library, reason ? reason : "unknown reason");
  }
  bool const is_driver = dlsym(handle, "clIcdGetPlatformIDsKHR") || dlsym(handle, "clGetExtensionFunctionAddress");
  dlclose(handle);
  return fmt::format("names {}, {}", library, is_driver ? "which has no platform" : "which is no OpenCL driver");
}

} // namespace

std::string list_of_opencl_drivers() {
  char const* const given = std::getenv("OCL_ICD_VENDORS");
  fs::path const place = given && *given ? given : "/etc/OpenCL/vendors";
  std::string text;
  for (fs::path const& file : driver_files(place)) {
    std::ifstream lines(file);
    std::string library;
    std::getline(lines, library);
    text += fmt::format("  {} {}\n", file.string(), state_of(library));
  }
  if (text.empty()) return fmt::format("  no driver is installed: {} has no file *.icd\n", place.string());
  return text;
}

} // namespace chemora::device
