// What thorns register under a name: found again by handle or by name, case ignored.
#pragma once

#include "framework/ccl/name.hpp"

#include <deque>
#include <string>

namespace chemora::services {

/// Entries have members `name` and `thorn`. References stay valid.
template <class Entry>
class NamedRegistry {
public:
  /// The new handle, or -1 if the name is taken.
  int add(Entry entry) {
    if (handle(entry.name.c_str()) >= 0) return -1;
    entries_.push_back(std::move(entry));
    return size() - 1;
  }

  /// -1 if unknown.
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

} // namespace chemora::services
