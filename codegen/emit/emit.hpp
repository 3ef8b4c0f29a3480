/// Emits source text for loops, with one dialect per language.
#pragma once

#include "codegen/ir/loops.hpp"
#include "codegen/plan/device_kind.hpp"

#include <string>

namespace chemora::emit {

/// C++ for the host, with OpenMP over tiles and vectors along x. Defines the C function
///
///     extern "C" void chemora_kernel(Real const* const* inputs, Real* const* outputs,
///                                    chemora_kernel_arguments const* arguments);
///
/// with inputs and outputs in the order of the graph. The struct is that of kernels/device/device.hpp; the
/// text repeats it and so needs no include path. The compiler must not contract or reassociate operations.
std::string emit_cpp(ir::Loops const& loops);

/// OpenCL C and CUDA C++ for devices that run blocks of threads. Defines the kernel `chemora_kernel`. Its arguments are
/// pointers to the inputs and outputs in the order of the graph, and by value
///
///     struct chemora_device_arguments   // chemora_kernel_arguments with the values of the parameters
///
/// device::LaunchShape gives the blocks that cover the box. The compiler must not contract operations and must use IEEE
/// division, square root and denormal numbers.
std::string emit_opencl(ir::Loops const& loops);
std::string emit_cuda(ir::Loops const& loops);

/// The source in the given language.
std::string emit(ir::Loops const& loops, plan::Language language);

} // namespace chemora::emit
