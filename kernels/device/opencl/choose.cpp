// Lists platforms and devices and picks by number or name.
#include "kernels/device/opencl/choose.hpp"

#include "framework/base/nearest_name.hpp"
#include "kernels/device/device.hpp"
#include "kernels/device/match_device.hpp"
#include "kernels/device/opencl/drivers.hpp"

#include <fmt/format.h>

#include <cctype>
#include <sstream>
#include <vector>

namespace chemora::device {

namespace {

constexpr cl_int no_platform = -1001; // CL_PLATFORM_NOT_FOUND_KHR of the loader

std::string trimmed(std::string text) {
  while (!text.empty() && (text.back() == '\0' || std::isspace(static_cast<unsigned char>(text.back()))))
    text.pop_back();
  return text;
}

std::vector<cl_platform_id> all_platforms() {
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
  cl_int code; ///< of asking for them: a platform without access to its hardware fails, and has none
};

std::vector<Platform> platforms() {
  std::vector<Platform> all;
  for (cl_platform_id const id : all_platforms()) {
    Platform platform{static_cast<int>(all.size()), id, opencl_text(id, CL_PLATFORM_NAME), {}, CL_SUCCESS};
    cl_uint count = 0;
    platform.code = opencl().get_devices(id, CL_DEVICE_TYPE_ALL, 0, nullptr, &count);
    if (platform.code == CL_SUCCESS && count > 0) {
      platform.devices.resize(count);
      platform.code = opencl().get_devices(id, CL_DEVICE_TYPE_ALL, count, platform.devices.data(), nullptr);
      if (platform.code != CL_SUCCESS) platform.devices.clear();
    }
    all.push_back(platform);
  }
  return all;
}

/// What a user may have meant to type: names and their words.
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

} // namespace

std::string opencl_text(cl_platform_id platform, cl_platform_info what) {
  std::size_t size = 0;
  check_opencl(opencl().get_platform_info(platform, what, 0, nullptr, &size), "clGetPlatformInfo", "OpenCL");
  std::string text(size, '\0');
  check_opencl(opencl().get_platform_info(platform, what, size, text.data(), nullptr), "clGetPlatformInfo", "OpenCL");
  return trimmed(text);
}

std::string opencl_text(cl_device_id device, cl_device_info what) {
  std::size_t size = 0;
  check_opencl(opencl().get_device_info(device, what, 0, nullptr, &size), "clGetDeviceInfo", "OpenCL");
  std::string text(size, '\0');
  check_opencl(opencl().get_device_info(device, what, size, text.data(), nullptr), "clGetDeviceInfo", "OpenCL");
  return trimmed(text);
}

std::string list_of_opencl() {
  std::string text;
  for (Platform const& platform : platforms()) {
    text += fmt::format("  platform {}: {}", platform.number, platform.name);
    if (platform.devices.empty())
      text += fmt::format(", which has no device (clGetDeviceIDs gave {})",
                          platform.code == CL_SUCCESS ? "none" : opencl_error_name(platform.code));
    text += "\n";
    for (int n = 0; cl_device_id const device : platform.devices)
      text += fmt::format("    device {}: {}\n", n++, opencl_text(device, CL_DEVICE_NAME));
  }
  return text.empty() ? "  (none)\n" + list_of_opencl_drivers() : text;
}

ChosenOpencl choose_opencl(OpenclChoice const& choice) {
  std::vector<ChosenOpencl> meant;
  for (Platform const& platform : platforms()) {
    if (!is_meant(choice.platform, platform.number, platform.name)) continue;
    for (int n = 0; cl_device_id const device : platform.devices) {
      ChosenOpencl const found{platform.id, device, platform.name, opencl_text(device, CL_DEVICE_NAME), n++};
      if (is_meant(choice.device, found.number, found.device_name)) meant.push_back(found);
    }
  }
  if (!meant.empty()) return meant[static_cast<std::size_t>(choice.share) % meant.size()];
  auto const quoted = [](std::string const& text) { return text.empty() ? "any" : "`" + text + "`"; };
  throw DeviceError(
      fmt::format("No OpenCL device is platform {}, device {}.{} There are:\n{}Name one by number or by a "
                  "part of its name.",
                  quoted(choice.platform), quoted(choice.device), hint(choice), list_of_opencl()));
}

} // namespace chemora::device
