// Texts to program binaries, and binaries to kernels that can be launched.
#pragma once

#include "kernels/device/device.hpp"
#include "kernels/device/opencl/session.hpp"

namespace chemora::device {

/// Options that keep the bits: nothing fast, quotients and roots correctly rounded.
std::vector<std::string> opencl_flags();

CompiledObject compile_opencl(OpenclSession const& session, CompileRequest const& request);

/// Throws DeviceError when the driver does not take the binary, or the kernel needs more than the device has.
std::unique_ptr<Module> load_opencl(std::shared_ptr<OpenclSession> session, std::string const& kernel,
                                    std::string const& object, LaunchShape const& shape);

} // namespace chemora::device
