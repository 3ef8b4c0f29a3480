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

/// Owns the memory of the arrays. The contents of a new array are undefined.
class DeviceArrays {
public:
  explicit DeviceArrays(device::Device& device) : device_(device) {}
  ~DeviceArrays();
  DeviceArrays(DeviceArrays const&) = delete;
  DeviceArrays& operator=(DeviceArrays const&) = delete;

  /// The memory of the array, allocated now if there is none of this shape. An array whose shape changes loses its
  /// contents. Throws device::DeviceError if the device has no memory left.
  void* get(ArrayName const& name, device::ArrayShape const& shape);

  /// Time level i becomes i + 1, the last of the levels 0 .. n_time_levels - 1 becomes 0. Nothing is copied.
  void rotate(int variable, int refinement_level, int n_time_levels, device::ArrayShape const& shape);

  /// Exchanges two arrays of this shape. Nothing is copied.
  void swap(ArrayName const& a, ArrayName const& b, device::ArrayShape const& shape);

  /// Copies time level 1 to level 0.
  void copy_from_past(int variable, int refinement_level, device::ArrayShape const& shape);

  /// Copies the points of a box from or to the host.s array. Returns the bytes copied.
  std::size_t copy_to_device(ArrayName const& name, device::ArrayShape const& shape, base::Box const& box,
                             void const* on_host);
  std::size_t copy_to_host(ArrayName const& name, device::ArrayShape const& shape, base::Box const& box, void* on_host);

  /// A box of an array, for device::Device::pack, unpack and copy_within.
  device::ArrayBox box_of(ArrayName const& name, device::ArrayShape const& shape, base::Box const& box) {
    return {get(name, shape), shape, box};
  }

  std::size_t bytes() const; ///< of all arrays

private:
  struct Array {
    void* memory = nullptr;
    device::ArrayShape shape;
  };

  device::Device& device_;
  std::map<ArrayName, Array> arrays_;
};

} // namespace chemora::arrays
