// Arrays of a device in which the kernels of a plan leave values for the next ones.
#pragma once

#include "kernels/device/device.hpp"

#include <vector>

namespace chemora::launch {

/// Kernels run one after the other, so all plans of a process use the same arrays: as many and as large as the most
/// demanding of them needs. Their contents do not outlive a launch.
class Scratch {
public:
  /// `device` must outlive this.
  explicit Scratch(device::Device& device) : device_(device) {}
  ~Scratch();
  Scratch(Scratch const&) = delete;
  Scratch& operator=(Scratch const&) = delete;

  /// At least `n_arrays` of at least `bytes` each. Arrays that are too small are given back once nothing uses them.
  /// Throws DeviceError when there is no memory.
  void reserve(int n_arrays, std::size_t bytes);

  void* array(int slot) const { return arrays_.at(static_cast<std::size_t>(slot)).memory; }
  int n_arrays() const { return static_cast<int>(arrays_.size()); }
  /// Of all arrays together.
  std::size_t bytes() const;

private:
  struct Array {
    void* memory = nullptr;
    std::size_t bytes = 0;
  };

  device::Device& device_;
  std::vector<Array> arrays_;
};

} // namespace chemora::launch
