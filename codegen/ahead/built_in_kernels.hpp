// Kernels for machines without a compiler: all that a run knows is an argument of theirs, so their texts follow from
// the graph alone and can be compiled when the thorn is built.
//
//     graph Wave_RHS { ... store urhs %7 interior store urhs %9 boundary }      becomes
//     two parts, each with a plan that suits any box: tile 512 8 8; vector x 4; threads tiles
#pragma once

#include "codegen/plan/split.hpp"

#include <string>
#include <vector>

namespace chemora::ahead {

/// What a kernel is compiled for. The first runs wherever the program does and has neither of the conditions.
struct InstructionSet {
  std::string name;      ///< part of identifiers
  int vector_bytes;      ///< of the vectors that are used
  std::string condition; ///< of the preprocessor: whether the compiler can compile for it
  std::string target;    ///< of #pragma GCC target
  std::string is_there;  ///< expression: whether the processor has it
};
std::vector<InstructionSet> const& instruction_sets();

/// What bounds the time to compile them.
struct BuiltInLimits {
  int operations = 4000; ///< per point: a larger graph is parted in several kernels
  /// A larger kernel goes point by point: explicit vectors take a compiler eight times as long.
  int operations_in_vectors = 300;
};

struct BuiltInKernel {
  ir::Graph graph;                     ///< all that this kernel does
  std::vector<plan::KernelPlan> plans; ///< by instruction set: their lanes differ
  std::vector<std::string> sources;    ///< C++ by instruction set, as emit_cpp says
  std::string identity;                ///< digest of the sources: equal for those that do the same in the same way
};

/// What is done in one region.
struct BuiltInPart {
  ir::Region region = ir::Region::interior;
  ir::Graph graph;
  plan::Plan plan;                    ///< for the first instruction set
  std::vector<BuiltInKernel> kernels; ///< to be run in this order on the same points
  std::vector<plan::Temporary> temporaries;
  int n_slots = 0; ///< arrays needed for the temporaries
};

/// One part per region that `graph` stores to. Same bits as `graph`, and so as what is compiled during a run. The
/// edlc that writes a thorn and the run that looks for its kernels call this same function: a kernel whose identity it
/// gives cannot be one of other equations, another plan or other arguments.
std::vector<BuiltInPart> built_in_parts(ir::Graph const& graph, BuiltInLimits const& limits = {});

} // namespace chemora::ahead
