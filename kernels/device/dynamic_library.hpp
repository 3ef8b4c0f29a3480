/// Shared libraries that are opened at run time, so that neither the build nor other runs need them.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace chemora::device {

/// The name of a library function, and the address of the function pointer that DynamicLibrary::find sets.
struct LibraryFunction {
  char const* name;
  void* pointer; ///< address of a function pointer of the function's type

  template <typename Function>
  LibraryFunction(char const* its_name, Function** its_pointer) : name(its_name), pointer(its_pointer) {}
};

/// A shared library that stays open until the program ends.
class DynamicLibrary {
public:
  /// Opens the first of `names` that exists. Otherwise throws DeviceError: "`what` cannot be used: ...", the loader's
  /// reason for each name, and `advice`.
  DynamicLibrary(std::string const& what, std::vector<std::string> const& names, std::string const& advice);

  /// Returns the file name with which the library was opened.
  std::string const& name() const { return name_; }

  /// Sets the function pointers. Throws DeviceError if the library is too old to contain all functions.
  void find(std::span<LibraryFunction const> functions) const;
  template <typename Function>
  void find(char const* name, Function*& function) const {
    LibraryFunction const entry(name, &function);
    find({&entry, 1});
  }

private:
  std::string what_, name_;
  void* handle_ = nullptr;
};

} // namespace chemora::device
