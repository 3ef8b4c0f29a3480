// The base class of emulated devices that run on the host. The device memory is host memory, separate from the arrays
// of the test.
#pragma once

#include "kernels/device/device.hpp"

#include <memory>

namespace chemora::testing_support {

/// The derived class compiles and loads kernels.
class DeviceOnHost : public device::Device {
public:
  DeviceOnHost();

  device::Properties const& properties() const override { return properties_; }
  void* allocate(std::size_t bytes) override { return host_->allocate(bytes); }
  void release(void* memory) noexcept override { host_->release(memory); }
  std::size_t copy_to_device(void* here, void const* on_host, device::ArrayShape const& shape,
                             base::Box const& box) override {
    return host_->copy_to_device(here, on_host, shape, box);
  }
  std::size_t copy_to_host(void* on_host, void const* here, device::ArrayShape const& shape,
                           base::Box const& box) override {
    return host_->copy_to_host(on_host, here, shape, box);
  }
  void pack(void* packed, std::span<device::ArrayBox const> boxes) override { host_->pack(packed, boxes); }
  void unpack(std::span<device::ArrayBox const> boxes, void const* packed) override { host_->unpack(boxes, packed); }
  void copy_within(std::span<device::ArrayBox const> from, std::span<device::ArrayBox const> to) override {
    host_->copy_within(from, to);
  }
  void finish() override {}

protected:
  std::unique_ptr<device::Device> host_;
  device::Properties properties_; ///< the host's properties, except that its memory is separate
};

} // namespace chemora::testing_support
