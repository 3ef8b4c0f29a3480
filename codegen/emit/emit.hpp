// Loops to source text, one dialect per device.
#pragma once

#include "codegen/ir/loops.hpp"

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

} // namespace chemora::emit
