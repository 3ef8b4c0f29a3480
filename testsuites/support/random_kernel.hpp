// Generates random loop kernels and random arguments, with which schedules, transformations, emitters and devices are
// tested.
#pragma once

#include "codegen/loops/loop_kernel.hpp"

#include <cstdint>

namespace chemora::testing_support {

struct RandomKernelOptions {
  std::uint64_t seed = 1;
  ir::Type real = ir::Type::real64;
  int max_depth = 3; ///< of the loops
  int max_instructions = 12;
  bool has_conditions = true; ///< whether instructions have conditions on loop variables and on elements
  bool has_tile_temporaries = true;
  bool has_reductions = false; ///< whether expressions contain reductions
};

/// Returns a random kernel with imperfect nests, triangular ranges, updates, scalars with copies, and rules. It depends
/// only on the options. Every element of a temporary is written before it is read, and subscripts are inside the arrays
/// for n >= 3. All operations have the same bits on all devices.
loops::LoopKernel random_kernel(RandomKernelOptions const& options);

/// The arguments of a launch: values of all parameters, and elements of all arguments.
struct KernelArguments {
  std::map<std::string, double> parameters;
  std::map<std::string, std::vector<double>> arrays;
};

/// Returns random arguments for any kernel. `sizes` are the values of the int32 parameters. Elements are exact in
/// real32.
KernelArguments random_arguments(loops::LoopKernel const& kernel, std::map<std::string, long> const& sizes,
                                 std::uint64_t seed);

/// Returns random arguments for a kernel of random_kernel.
KernelArguments random_arguments(loops::LoopKernel const& kernel, std::uint64_t seed);

} // namespace chemora::testing_support
