// Loops to source text, one dialect per device.
#pragma once

#include "codegen/ir/loops.hpp"
#include "codegen/plan/device_kind.hpp"

#include <string>

namespace chemora::emit {

/// C++ for the host: OpenMP over tiles, the x loop vectorised. Defines one C function
///
///     extern "C" void chemora_kernel(Real const* const* inputs, Real* const* outputs,
///                                    chemora_kernel_arguments const* arguments);
///
/// inputs and outputs in the graph's order; the struct is that of kernels/device/kernel_arguments.hpp, which the text
/// repeats so that it needs no include path. Compile with contraction and reassociation off.
std::string emit_cpp(ir::Loops const& loops);

/// OpenCL C and CUDA C++ for devices that run blocks of threads. Define a kernel `chemora_kernel`; its arguments are
/// the inputs and outputs in the graph's order, each a pointer, and by value
///
///     struct chemora_device_arguments   // chemora_kernel_arguments up to `iteration`, then the parameters' values
///
/// The box is covered by blocks as device::LaunchShape says. Compile with contraction off, IEEE division and square
/// root, and denormal numbers.
std::string emit_opencl(ir::Loops const& loops);
std::string emit_cuda(ir::Loops const& loops);

/// One of these.
std::string emit(ir::Loops const& loops, plan::Language language);

} // namespace chemora::emit
