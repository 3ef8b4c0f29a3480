// Libraries that need not be there: opened while the program runs.
#pragma once

#include <string>
#include <vector>

namespace chemora::device {

/// A shared library that stays open for the rest of the run.
class DynamicLibrary {
public:
  /// Opens the first of `names` that there is. Throws DeviceError otherwise: "`what` cannot be used: ...", what was
  /// said of each name, and `advice`.
  DynamicLibrary(std::string const& what, std::vector<std::string> const& names, std::string const& advice);

  /// The name it was opened by.
  std::string const& name() const { return name_; }

  /// Sets `function` to the library's function of that name. Throws DeviceError when it has none: it is too old.
  template <typename Function>
  void find(char const* name, Function*& function) const {
    function = reinterpret_cast<Function*>(symbol(name));
  }

private:
  void* symbol(char const* name) const;

  std::string what_, name_;
  void* handle_ = nullptr;
};

} // namespace chemora::device
