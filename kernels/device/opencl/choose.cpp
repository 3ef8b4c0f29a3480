// Lists platforms and devices and picks by number or name.
#include "kernels/device/opencl/choose.hpp"

#include "kernels/device/device.hpp"
#include "kernels/device/match_device.hpp"

#include <fmt/format.h>

#include <cctype>
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

/// A platform that fails, as one without access to its hardware does, has none.
std::vector<cl_device_id> devices_of(cl_platform_id platform) {
  cl_uint count = 0;
  if (opencl().get_devices(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &count) != CL_SUCCESS || count == 0) return {};
  std::vector<cl_device_id> devices(count);
  if (opencl().get_devices(platform, CL_DEVICE_TYPE_ALL, count, devices.data(), nullptr) != CL_SUCCESS) return {};
  return devices;
}

template <typename Visit>
void for_all(Visit const& visit) {
  for (int p = 0; cl_platform_id const platform : all_platforms()) {
    std::string const name = opencl_text(platform, CL_PLATFORM_NAME);
    for (int d = 0; cl_device_id const device : devices_of(platform))
      visit(p, d++, ChosenOpencl{platform, device, name, opencl_text(device, CL_DEVICE_NAME)});
    ++p;
  }
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
  for_all([&](int p, int d, ChosenOpencl const& found) {
    if (d == 0) text += fmt::format("  platform {}: {}\n", p, found.platform_name);
    text += fmt::format("    device {}: {}\n", d, found.device_name);
  });
  return text.empty() ? "  (none)\n" : text;
}

ChosenOpencl choose_opencl(OpenclChoice const& choice) {
  std::vector<ChosenOpencl> meant;
  for_all([&](int p, int d, ChosenOpencl const& found) {
    if (is_meant(choice.platform, p, found.platform_name) && is_meant(choice.device, d, found.device_name))
      meant.push_back(found);
  });
  if (!meant.empty()) return meant[static_cast<std::size_t>(choice.share) % meant.size()];
  auto const quoted = [](std::string const& text) { return text.empty() ? "any" : "`" + text + "`"; };
  throw DeviceError(fmt::format("No OpenCL device is platform {}, device {}. There are:\n{}Name one by number or by a "
                                "part of its name.",
                                quoted(choice.platform), quoted(choice.device), list_of_opencl()));
}

} // namespace chemora::device
