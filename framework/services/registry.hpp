/// Containers for the objects that thorns register: by handle, by name, or in place of a default function.
#pragma once

#include "framework/ccl/expression.hpp"

#include <deque>
#include <optional>
#include <string>

namespace chemora::services {

/// Container that maps handles (small integers) to objects. A handle is reused after its object was removed. References
/// stay valid until their object is removed.
template <class T>
class Handles {
public:
  /// Returns the smallest free handle.
  int add(T object) {
    for (std::size_t handle = 0; handle < objects_.size(); ++handle)
      if (!objects_[handle]) {
        objects_[handle] = std::move(object);
        return static_cast<int>(handle);
      }
    objects_.push_back(std::move(object));
    return static_cast<int>(objects_.size()) - 1;
  }

  /// nullptr for a handle without object.
  T* find(int handle) {
    if (handle < 0 || handle >= size()) return nullptr;
    auto& object = objects_[static_cast<std::size_t>(handle)];
    return object ? &*object : nullptr;
  }

  bool remove(int handle) {
    if (!find(handle)) return false;
    objects_[static_cast<std::size_t>(handle)].reset();
    return true;
  }

  /// Returns the largest handle ever used plus 1.
  int size() const { return static_cast<int>(objects_.size()); }

private:
  std::deque<std::optional<T>> objects_;
};

/// Container of entries with look-up by handle and by name, ignoring case. The type Entry has members `name` and
/// `thorn`. References to entries stay valid.
template <class Entry>
class NamedRegistry {
public:
  /// Returns the new handle, or -1 if the name exists.
  int add(Entry entry) {
    if (handle(entry.name.c_str()) >= 0) return -1;
    entries_.push_back(std::move(entry));
    return size() - 1;
  }

  /// -1 for an unknown name.
  int handle(char const* name) const {
    for (int handle = 0; handle < size(); ++handle)
      if (name && ccl::same_name(entries_[static_cast<std::size_t>(handle)].name, name)) return handle;
    return -1;
  }

  Entry* find(int handle) {
    return handle >= 0 && handle < size() ? &entries_[static_cast<std::size_t>(handle)] : nullptr;
  }

  int size() const { return static_cast<int>(entries_.size()); }

  char const* name(int handle) {
    Entry const* const entry = find(handle);
    return entry ? entry->name.c_str() : nullptr;
  }

private:
  std::deque<Entry> entries_;
};

/// A function of the C interface that a driver may replace.
template <class Function>
struct Overloadable {
  Function* current;
  int n_registrations = 1; ///< number of registered functions, including the default

  /// Returns the number of registrations afterwards. A null pointer changes nothing.
  int replace(Function* function) {
    if (!function) return n_registrations;
    current = function;
    return ++n_registrations;
  }
};

} // namespace chemora::services

/// CHEMORA_OVERLOADABLE(type, Name, (parameters), (arguments), function) defines CCTK_Name, which calls `function`
/// until CCTK_OverloadName registers another one.
#define CHEMORA_OVERLOADABLE(type, Name, parameters, arguments, ...)                                                   \
  static chemora::services::Overloadable<type parameters> overloadable_##Name{__VA_ARGS__};                            \
  extern "C" type CCTK_##Name parameters { return overloadable_##Name.current arguments; }                             \
  extern "C" int CCTK_Overload##Name(type(*function) parameters) { return overloadable_##Name.replace(function); }
