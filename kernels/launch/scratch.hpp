/// Device arrays in which the kernels of a plan store values for later kernels.
#pragma once

#include "kernels/device/device.hpp"

#include <vector>

namespace chemora::launch {

/// Allocates scratch arrays on a device. All plans of a process share these arrays, because kernels run sequentially.
/// The number and size of the arrays never decrease. Their contents are undefined after a launch.
class Scratch {
public:
  /// `device` must outlive this object.
  explicit Scratch(device::Device& device) : device_(device) {}
  ~Scratch();
  Scratch(Scratch const&) = delete;
  Scratch& operator=(Scratch const&) = delete;

  /// Allocates at least `n_arrays` arrays of at least `bytes` bytes each. Before the function releases an array that is
  /// too small, it waits for running launches. It throws DeviceError if the device has too little memory.
  void reserve(int n_arrays, std::size_t bytes);

  void* array(int slot) const { return arrays_.at(static_cast<std::size_t>(slot)).memory; }
  int n_arrays() const { return static_cast<int>(arrays_.size()); }
  /// Returns the total size of all arrays in bytes.
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
