/// Arrays of a device in which the kernels of a plan store values for later ones.
#pragma once

#include "kernels/device/device.hpp"

#include <vector>

namespace chemora::launch {

/// Kernels run one after the other, so that all plans of a process share these arrays. Their number and size only grow.
/// Their contents are undefined after a launch.
class Scratch {
public:
  /// `device` must outlive this object.
  explicit Scratch(device::Device& device) : device_(device) {}
  ~Scratch();
  Scratch(Scratch const&) = delete;
  Scratch& operator=(Scratch const&) = delete;

  /// Provides at least `n_arrays` of at least `bytes` each. Arrays that are too small are released after running
  /// launches. Throws DeviceError when there is no memory.
  void reserve(int n_arrays, std::size_t bytes);

  void* array(int slot) const { return arrays_.at(static_cast<std::size_t>(slot)).memory; }
  int n_arrays() const { return static_cast<int>(arrays_.size()); }
  /// Size of all arrays together.
  std::size_t bytes() const;

private:
  struct Array {
    void* memory = nullptr;
    std::size_t bytes = 0;
  };

  device::Device& device_;
  std::vector<Array> arrays_;
};

inline Scratch::~Scratch() {
  for (Array const& array : arrays_) device_.release(array.memory);
}

inline void Scratch::reserve(int n_arrays, std::size_t bytes) {
  if (static_cast<std::size_t>(n_arrays) > arrays_.size()) arrays_.resize(static_cast<std::size_t>(n_arrays));
  bool is_finished = false;
  for (std::size_t slot = 0; slot < static_cast<std::size_t>(n_arrays); ++slot) {
    Array& array = arrays_[slot];
    if (array.bytes >= bytes) continue;
    if (array.memory && !is_finished) device_.finish();
    is_finished = is_finished || array.memory != nullptr;
    device_.release(array.memory);
    array = {};
    array = {device_.allocate(bytes), bytes};
  }
}

inline std::size_t Scratch::bytes() const {
  std::size_t sum = 0;
  for (Array const& array : arrays_) sum += array.bytes;
  return sum;
}

} // namespace chemora::launch
