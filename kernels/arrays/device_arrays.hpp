/// The arrays of grid functions in the memory of a device.
#pragma once

#include "kernels/device/device.hpp"

#include <compare>
#include <cstddef>
#include <map>

namespace chemora::arrays {

/// Identifies an array on the device and the corresponding array on the host.
struct ArrayName {
  int variable = 0;
  int refinement_level = 0;
  int time_level = 0;

  auto operator<=>(ArrayName const&) const = default;
};

/// Owns the device memory of grid functions. The contents of a new array are undefined.
class DeviceArrays {
public:
  explicit DeviceArrays(device::Device& device) : device_(device) {}
  ~DeviceArrays();
  DeviceArrays(DeviceArrays const&) = delete;
  DeviceArrays& operator=(DeviceArrays const&) = delete;

  /// Returns the memory of the array, and allocates it if the array has another shape or no memory. An array whose
  /// shape changes loses its contents. Throws device::DeviceError if the device has no memory left.
  void* get(ArrayName const& name, device::ArrayShape const& shape);

  /// Rotates the time levels of a variable: level i becomes level i + 1, and level n_time_levels - 1 becomes level 0.
  /// Only pointers change.
  void rotate(int variable, int refinement_level, int n_time_levels, device::ArrayShape const& shape);

  /// Exchanges the memory of two arrays of this shape. Only pointers change.
  void swap(ArrayName const& a, ArrayName const& b, device::ArrayShape const& shape);

  /// Copies time level 1 to level 0.
  void copy_from_past(int variable, int refinement_level, device::ArrayShape const& shape);

  /// Copies the points of a box between the arrays on the host and on the device. Returns the number of bytes copied.
  std::size_t copy_to_device(ArrayName const& name, device::ArrayShape const& shape, base::Box const& box,
                             void const* on_host);
  std::size_t copy_to_host(ArrayName const& name, device::ArrayShape const& shape, base::Box const& box, void* on_host);

  /// Describes a box of an array for device::Device::pack, unpack and copy_within.
  device::ArrayBox box_of(ArrayName const& name, device::ArrayShape const& shape, base::Box const& box) {
    return {get(name, shape), shape, box};
  }

  std::size_t bytes() const; ///< total size of all arrays

private:
  struct Array {
    void* memory = nullptr;
    device::ArrayShape shape;
  };

  device::Device& device_;
  std::map<ArrayName, Array> arrays_;
};

} // namespace chemora::arrays
