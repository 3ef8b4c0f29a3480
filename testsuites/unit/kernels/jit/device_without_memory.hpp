// Base class of the test devices. It allocates no memory and runs no kernels.
#pragma once

#include "kernels/device/device.hpp"

namespace chemora::jit {

class DeviceWithoutMemory : public device::Device {
public:
  void* allocate(std::size_t) override { return nullptr; }
  void release(void*) noexcept override {}
  std::size_t copy_to_device(void*, void const*, device::ArrayShape const&, base::Box const&) override { return 0; }
  std::size_t copy_to_host(void*, void const*, device::ArrayShape const&, base::Box const&) override { return 0; }
  void pack(void*, std::span<device::ArrayBox const>) override {}
  void unpack(std::span<device::ArrayBox const>, void const*) override {}
  void copy_within(std::span<device::ArrayBox const>, std::span<device::ArrayBox const>) override {}
  void finish() override {}
};

} // namespace chemora::jit
