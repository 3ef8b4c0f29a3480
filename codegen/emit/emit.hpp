/// Emits source text for loops, with one dialect per language.
#pragma once

#include "codegen/ir/loop_tree.hpp"
#include "codegen/plan/device_kind.hpp"

#include <string>

namespace chemora::emit {

/// Emits C++ for the host, with OpenMP over tiles and vectors along x. The source defines the C function
///
///     extern "C" void chemora_kernel(Real const* const* inputs, Real* const* outputs,
///                                    chemora_kernel_arguments const* arguments);
///
/// The inputs and outputs are in the order of the graph. The struct is the one in kernels/device/device.hpp, which the
/// emitted text repeats so that it needs no include path. The compiler must not contract or reassociate operations.
std::string emit_cpp(ir::Loops const& loops);

/// Emit OpenCL C and CUDA C++ for devices that run blocks of threads. The source defines the kernel `chemora_kernel`.
/// Its arguments are pointers to the inputs and outputs in the order of the graph, and by value
///
///     struct chemora_device_arguments   // chemora_kernel_arguments with the values of the parameters
///
/// device::LaunchShape returns the number of blocks that cover the box. The compiler must not contract operations. The
/// compiler must use IEEE division, square root and denormal numbers.
std::string emit_opencl(ir::Loops const& loops);
std::string emit_cuda(ir::Loops const& loops);

/// Returns the source in the given language.
std::string emit(ir::Loops const& loops, plan::Language language);

/// Emit a loop tree with the same interface. The elements of arguments have the types that the tree declares, so that
/// the C++ function receives lists of pointers to void. The inputs and outputs are those of ir::arguments_of(). The
/// outputs are followed by the temporaries of scope grid, in the order of LoopTree::arrays, for which the caller
/// provides memory. The parameters are those of the tree. If the tree has barriers of scope grid, one more parameter is
/// the number of the phase, and the phases are launched one after another.
///
/// On devices, the size of a block is ir::threads_of(). The host ignores the box of the launch. Every operand of an
/// operation is evaluated, including both values of a `select`.
std::string emit_cpp(ir::LoopTree const& tree);
std::string emit_opencl(ir::LoopTree const& tree);
std::string emit_cuda(ir::LoopTree const& tree);
std::string emit(ir::LoopTree const& tree, plan::Language language);

} // namespace chemora::emit
