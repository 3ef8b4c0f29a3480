// What kernels get besides their arrays, and how functions of the C library are named: shared by the dialects.
#pragma once

#include "codegen/emit/dialect.hpp"

namespace chemora::emit {

/// Declares `struct chemora_kernel_arguments` as kernels/device/kernel_arguments.hpp has it.
std::string host_arguments_struct();

/// Declares `struct chemora_device_arguments`: the members of kernels/device/kernel_arguments.hpp, with the values of
/// the parameters in place of the pointer to them.
std::string device_arguments_struct(ir::Loops const& loops);

/// Threads of a block along an axis, as the nest says.
int threads_along(ir::Loops const& loops, int axis);

/// `float library_sin(float a) { return (float)sin((double)a); }` for each transcendental of 32-bit reals: within one
/// ulp on every device. `qualifiers` stand before it.
std::string single_precision_functions(std::set<NeededFunction> const& functions, std::string const& qualifiers);

} // namespace chemora::emit
