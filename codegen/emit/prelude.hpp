// Definitions that emitted sources contain before the kernel, in all languages of the C family.
#pragma once

#include "codegen/emit/dialect.hpp"

#include <set>
#include <string>

namespace chemora::emit {

/// Declares `struct chemora_kernel_arguments` with the members in kernels/device/kernel_arguments.hpp.
std::string host_arguments_struct();

/// Declares `struct chemora_device_arguments`: the members of kernels/device/kernel_arguments.hpp, with the values of
/// the parameters in place of the pointer to them.
std::string device_arguments_struct(ir::Loops const& loops);

/// Threads of a block along an axis.
int threads_along(ir::Loops const& loops, int axis);

/// Defines `float library_sin(float a) { return (float)sin((double)a); }` for each transcendental function of 32-bit
/// reals, which is accurate to one unit in the last place on every device. `qualifiers` precede each definition.
std::string single_precision_functions(std::set<NeededFunction> const& functions, std::string const& qualifiers);

/// The spelling of the operations of the cube root in a language.
struct CubeRootSpelling {
  std::string qualifiers{};    ///< before the function's type
  std::string real = "double"; ///< of the argument and the result
  std::string fused = "fma";   ///< multiply and add, rounded once
  std::string wide{};          ///< converts a number to that type
  std::string bits_of_s{};     ///< of the variable s as unsigned 64-bit numbers
  std::string real_of_bits{};  ///< of the bits that follow, up to a closing parenthesis
};

/// Defines `double cube_root(double x)` with the bits of ir::cube_root. Reals of 32 bits are converted at the call.
std::string cube_root(CubeRootSpelling const& spelling);

/// cube_root(spelling) if the functions include a cube root, else an empty text.
std::string cube_root_if_needed(std::set<NeededFunction> const& functions, CubeRootSpelling const& spelling);

} // namespace chemora::emit
