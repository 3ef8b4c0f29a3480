#include "kernels/arrays/device_arrays.hpp"

#include <array>
#include <utility>

namespace chemora::arrays {

using device::ArrayShape;

namespace {

bool are_equal(ArrayShape const& a, ArrayShape const& b) {
  return a.extent == b.extent && a.element_size == b.element_size;
}

} // namespace

DeviceArrays::~DeviceArrays() {
  for (auto& [name, array] : arrays_) device_.release(array.memory);
}

void* DeviceArrays::get(ArrayName const& name, ArrayShape const& shape) {
  Array& array = arrays_[name];
  if (array.memory && are_equal(array.shape, shape)) return array.memory;
  if (array.memory) device_.release(std::exchange(array.memory, nullptr));
  array.memory = device_.allocate(shape.bytes());
  array.shape = shape;
  return array.memory;
}

void DeviceArrays::rotate(int variable, int refinement_level, int n_time_levels, ArrayShape const& shape) {
  for (int level = n_time_levels - 1; level > 0; --level)
    swap({variable, refinement_level, level - 1}, {variable, refinement_level, level}, shape);
}

void DeviceArrays::swap(ArrayName const& a, ArrayName const& b, ArrayShape const& shape) {
  get(a, shape);
  get(b, shape);
  std::swap(arrays_[a], arrays_[b]);
}

void DeviceArrays::copy_from_past(int variable, int refinement_level, ArrayShape const& shape) {
  base::Box const whole{{0, 0, 0}, shape.extent};
  std::array const from{box_of({variable, refinement_level, 1}, shape, whole)},
      to{box_of({variable, refinement_level, 0}, shape, whole)};
  device_.copy_within(from, to);
}

std::size_t DeviceArrays::copy_to_device(ArrayName const& name, ArrayShape const& shape, base::Box const& box,
                                         void const* on_host) {
  return device_.copy_to_device(get(name, shape), on_host, shape, box);
}

std::size_t DeviceArrays::copy_to_host(ArrayName const& name, ArrayShape const& shape, base::Box const& box,
                                       void* on_host) {
  return device_.copy_to_host(on_host, get(name, shape), shape, box);
}

std::size_t DeviceArrays::bytes() const {
  std::size_t bytes = 0;
  for (auto const& [name, array] : arrays_) bytes += array.shape.bytes();
  return bytes;
}

} // namespace chemora::arrays
