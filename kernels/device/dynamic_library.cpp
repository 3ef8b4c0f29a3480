#include "kernels/device/dynamic_library.hpp"

#include "kernels/device/device.hpp"

#include <fmt/format.h>

#include <cstring>
#include <dlfcn.h>

namespace chemora::device {

DynamicLibrary::DynamicLibrary(std::string const& what, std::vector<std::string> const& names,
                               std::string const& advice)
    : what_(what) {
  std::string reasons;
  for (std::string const& name : names) {
    handle_ = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle_) {
      name_ = name;
      return;
    }
    char const* const reason = dlerror();
    reasons += fmt::format("{}{}", reasons.empty() ? "" : "; ", reason ? reason : name);
  }
  throw DeviceError(fmt::format("{} cannot be used: {}. {}", what, reasons, advice));
}

void DynamicLibrary::find(std::span<LibraryFunction const> functions) const {
  for (LibraryFunction const& function : functions) {
    void* const address = dlsym(handle_, function.name);
    if (!address)
      throw DeviceError(
          fmt::format("{} cannot be used: {} has no function {}; it is too old.", what_, name_, function.name));
    std::memcpy(function.pointer, &address, sizeof address);
  }
}

} // namespace chemora::device
