/// Arrays whose values are restored before each launch of a measurement.
#pragma once

#include "kernels/device/device.hpp"
#include "kernels/runtime/loop_size_search.hpp"

#include <memory>
#include <vector>

namespace chemora::runtime {

class SavedArrays {
public:
  /// Copies the values of the arrays on the device. Throws device::DeviceError if the device has too little memory.
  /// `device` must outlive the object, and so must the arrays.
  SavedArrays(device::Device& device, std::vector<WrittenArray> const& arrays);

  /// Restores the values that the arrays had at construction. Returns after the copies are done.
  void restore();
  /// Stores the current values for have_saved_results().
  void save_results() { results_ = values(); }
  /// Returns whether the arrays have the same bits as at the call of save_results().
  bool have_saved_results() const { return values() == results_; }

private:
  struct Release {
    device::Device* device;
    void operator()(void* memory) const { device->release(memory); }
  };

  std::vector<char> values() const;

  device::Device& device_;
  std::vector<std::unique_ptr<void, Release>> memory_;
  std::vector<device::ArrayBox> arrays_, copies_;
  std::vector<char> results_;
};

} // namespace chemora::runtime
