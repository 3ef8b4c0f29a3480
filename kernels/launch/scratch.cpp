// Grows, never shrinks.
#include "kernels/launch/scratch.hpp"

namespace chemora::launch {

Scratch::~Scratch() {
  for (Array const& array : arrays_) device_.release(array.memory);
}

void Scratch::reserve(int n_arrays, std::size_t bytes) {
  if (static_cast<std::size_t>(n_arrays) > arrays_.size()) arrays_.resize(static_cast<std::size_t>(n_arrays));
  bool has_waited = false;
  for (std::size_t slot = 0; slot < static_cast<std::size_t>(n_arrays); ++slot) {
    Array& array = arrays_[slot];
    if (array.bytes >= bytes) continue;
    if (array.memory && !has_waited) device_.finish();
    has_waited = has_waited || array.memory != nullptr;
    device_.release(array.memory);
    array = {};
    array = {device_.allocate(bytes), bytes};
  }
}

std::size_t Scratch::bytes() const {
  std::size_t sum = 0;
  for (Array const& array : arrays_) sum += array.bytes;
  return sum;
}

} // namespace chemora::launch
