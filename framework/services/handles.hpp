// Small integers that stand for objects in the C interface; a handle is used again after its object is gone.
#pragma once

#include <deque>
#include <optional>

namespace chemora::services {

/// References stay valid until their object is removed.
template <class T>
class Handles {
public:
  /// The smallest free handle.
  int add(T object) {
    for (std::size_t handle = 0; handle < objects_.size(); ++handle)
      if (!objects_[handle]) {
        objects_[handle] = std::move(object);
        return static_cast<int>(handle);
      }
    objects_.push_back(std::move(object));
    return static_cast<int>(objects_.size()) - 1;
  }

  /// Null for a handle that stands for nothing.
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

  /// One more than the largest handle ever used.
  int size() const { return static_cast<int>(objects_.size()); }

private:
  std::deque<std::optional<T>> objects_;
};

} // namespace chemora::services
