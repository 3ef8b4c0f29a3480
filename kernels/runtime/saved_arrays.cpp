#include "kernels/runtime/saved_arrays.hpp"

#include "framework/base/errors.hpp"

#include <algorithm>
#include <climits>

namespace chemora::runtime {

namespace {

/// Returns the array as rows, because extents are integers of 32 bits.
device::ArrayShape shape_of(WrittenArray const& array) {
  long row = array.n_elements, n_rows = 1;
  for (; row > INT_MAX; row /= 2, n_rows *= 2)
    if (row % 2 != 0)
      throw base::UserError("An array with an odd number of more than 2147483647 elements cannot be saved.");
  return {{static_cast<int>(row), static_cast<int>(n_rows), 1}, array.element_size};
}

} // namespace

SavedArrays::SavedArrays(device::Device& device, std::vector<WrittenArray> const& arrays) : device_(device) {
  device_.finish();
  for (WrittenArray const& array : arrays) {
    if (array.n_elements == 0) continue;
    device::ArrayShape const shape = shape_of(array);
    base::Box const box{{0, 0, 0}, shape.extent};
    memory_.emplace_back(device_.allocate(shape.bytes()), Release{&device_});
    arrays_.push_back({array.address, shape, box});
    copies_.push_back({memory_.back().get(), shape, box});
  }
  device_.copy_within(arrays_, copies_);
  device_.finish();
}

void SavedArrays::restore() {
  device_.copy_within(copies_, arrays_);
  device_.finish();
}

std::vector<char> SavedArrays::values() const {
  std::vector<char> bytes(device::bytes_of(arrays_));
  device_.pack(bytes.data(), arrays_);
  return bytes;
}

} // namespace chemora::runtime
