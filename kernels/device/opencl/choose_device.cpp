/// Finds the OpenCL device that the user chose among all platforms, and lists the devices if none matches.
#include "kernels/device/opencl/opencl_device.hpp"

#include "framework/base/text.hpp"
#include "kernels/device/block_device.hpp"

#include <fmt/format.h>

#include <cctype>
#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <vector>

namespace chemora::device {

namespace {

namespace fs = std::filesystem;

constexpr cl_int no_platform = -1001; // CL_PLATFORM_NOT_FOUND_KHR of the loader

/// Returns the text without trailing white space and null characters.
std::string trimmed(std::string text) {
  while (!text.empty() && (text.back() == '\0' || std::isspace(static_cast<unsigned char>(text.back()))))
    text.pop_back();
  return text;
}

template <typename Query, typename Object>
std::string text_of(Query const& query, Object object, cl_uint property, char const* call) {
  std::size_t size = 0;
  check_opencl(query(object, property, 0, nullptr, &size), call, "OpenCL");
  std::string text(size, '\0');
  check_opencl(query(object, property, size, text.data(), nullptr), call, "OpenCL");
  return trimmed(text);
}

std::vector<cl_platform_id> platform_ids() {
  cl_uint count = 0;
  cl_int const code = opencl().get_platforms(0, nullptr, &count);
  if (code == no_platform || count == 0) return {};
  check_opencl(code, "clGetPlatformIDs", "OpenCL");
  std::vector<cl_platform_id> platforms(count);
  check_opencl(opencl().get_platforms(count, platforms.data(), nullptr), "clGetPlatformIDs", "OpenCL");
  return platforms;
}

struct Platform {
  int number;
  cl_platform_id id;
  std::string name;
  std::vector<cl_device_id> devices;
  cl_int code; ///< result of clGetDeviceIDs, which fails if the platform has no access to its hardware
};

/// Returns all platforms with their devices.
std::vector<Platform> platforms() {
  std::vector<Platform> found;
  for (cl_platform_id const id : platform_ids()) {
    Platform platform{static_cast<int>(found.size()), id, opencl_text(id, CL_PLATFORM_NAME), {}, CL_SUCCESS};
    cl_uint count = 0;
    platform.code = opencl().get_devices(id, CL_DEVICE_TYPE_ALL, 0, nullptr, &count);
    if (platform.code == CL_SUCCESS && count > 0) {
      platform.devices.resize(count);
      platform.code = opencl().get_devices(id, CL_DEVICE_TYPE_ALL, count, platform.devices.data(), nullptr);
      if (platform.code != CL_SUCCESS) platform.devices.clear();
    }
    found.push_back(platform);
  }
  return found;
}

/// Returns the names and the single words of the names, as suggestions for a mistyped name.
std::vector<std::string> words_of(std::vector<std::string> const& names) {
  std::vector<std::string> words = names;
  for (std::string const& name : names) {
    std::istringstream parts(name);
    for (std::string part; parts >> part;) words.push_back(part);
  }
  return words;
}

std::string hint(OpenclChoice const& choice) {
  std::vector<std::string> platform_names, device_names;
  for (Platform const& platform : platforms()) {
    platform_names.push_back(platform.name);
    for (cl_device_id const device : platform.devices) device_names.push_back(opencl_text(device, CL_DEVICE_NAME));
  }
  std::string const of_platform = base::did_you_mean(choice.platform, words_of(platform_names));
  return of_platform.empty() ? base::did_you_mean(choice.device, words_of(device_names)) : of_platform;
}

/// Returns the files *.icd if `path` is a folder, otherwise `path` itself.
std::set<fs::path> driver_files(fs::path const& path) {
  std::error_code ignored;
  if (path.extension() == ".icd") return {path};
  std::set<fs::path> files;
  for (auto const& entry : fs::directory_iterator(path, ignored))
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

/// Returns a line for each driver that the OpenCL loader would open, with the reason why the driver cannot be used.
std::string list_of_drivers() {
  char const* const given = std::getenv("OCL_ICD_VENDORS");
  fs::path const path = given && *given ? given : "/etc/OpenCL/vendors";
  std::string text;
  for (fs::path const& file : driver_files(path)) {
    std::ifstream lines(file);
    std::string library;
    std::getline(lines, library);
    text += fmt::format("  {} {}\n", file.string(), state_of(library));
  }
  if (text.empty()) return fmt::format("  no driver is installed: {} has no file *.icd\n", path.string());
  return text;
}

} // namespace

std::string opencl_text(cl_platform_id platform, cl_platform_info property) {
  return text_of(opencl().get_platform_info, platform, property, "clGetPlatformInfo");
}

std::string opencl_text(cl_device_id device, cl_device_info property) {
  return text_of(opencl().get_device_info, device, property, "clGetDeviceInfo");
}

std::string list_of_opencl() {
  std::string text;
  for (Platform const& platform : platforms()) {
    text += fmt::format("  platform {}: {}", platform.number, platform.name);
    if (platform.devices.empty())
      text += fmt::format(", which has no device (clGetDeviceIDs returned {})",
                          platform.code == CL_SUCCESS ? "none" : opencl_error_name(platform.code));
    text += "\n";
    for (int n = 0; cl_device_id const device : platform.devices)
      text += fmt::format("    device {}: {}\n", n++, opencl_text(device, CL_DEVICE_NAME));
  }
  return text.empty() ? "  (none)\n" + list_of_drivers() : text;
}

ChosenOpencl choose_opencl(OpenclChoice const& choice) {
  std::vector<ChosenOpencl> matching;
  for (Platform const& platform : platforms()) {
    if (!matches(choice.platform, platform.number, platform.name)) continue;
    for (int n = 0; cl_device_id const device : platform.devices) {
      ChosenOpencl const candidate{platform.id, device, platform.name, opencl_text(device, CL_DEVICE_NAME), n++};
      if (matches(choice.device, candidate.number, candidate.device_name)) matching.push_back(candidate);
    }
  }
  if (!matching.empty()) return matching[static_cast<std::size_t>(choice.share) % matching.size()];
  auto const quoted = [](std::string const& text) { return text.empty() ? "any" : "`" + text + "`"; };
  throw DeviceError(fmt::format(
      "No OpenCL device is platform {}, device {}.{} There are:\n{}Name one by number or by a part of its name.",
      quoted(choice.platform), quoted(choice.device), hint(choice), list_of_opencl()));
}

} // namespace chemora::device
