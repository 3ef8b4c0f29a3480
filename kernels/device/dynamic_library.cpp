// dlopen with messages.
#include "kernels/device/dynamic_library.hpp"

#include "kernels/device/device.hpp"

#include <fmt/format.h>

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

void* DynamicLibrary::symbol(char const* name) const {
  if (void* const found = dlsym(handle_, name)) return found;
  throw DeviceError(fmt::format("{} cannot be used: {} has no function {}; it is too old.", what_, name_, name));
}

} // namespace chemora::device
