/// Kernels for machines without a compiler. Everything that a run determines is an argument of these kernels, so their
/// sources follow from the graph alone and can be compiled with the thorn.
///
///     graph Wave_RHS { ... store urhs %7 interior store urhs %9 boundary }      becomes
///     two parts, each with a plan for any box: tile 512 8 8; vector x 4; threads tiles
#pragma once

#include "codegen/plan/fission.hpp"

#include <string>
#include <vector>

namespace chemora::ahead {

/// The instruction set for which a kernel is compiled. The first one runs on every processor and has no conditions.
struct InstructionSet {
  std::string name;      ///< part of identifiers
  int vector_bytes;      ///< size of the vectors
  std::string condition; ///< preprocessor condition: the compiler supports it
  std::string target;    ///< of #pragma GCC target
  std::string is_there;  ///< C++ expression: the processor supports it
};
std::vector<InstructionSet> const& instruction_sets();

/// Limits that bound the compile time.
struct BuiltInLimits {
  int operations = 4000; ///< at a point; a larger graph is split into several kernels
  /// At a point; a larger kernel computes single points, because explicit vectors increase its compile time.
  int operations_in_vectors = 300;
};

struct BuiltInKernel {
  ir::Graph graph;
  std::vector<plan::KernelPlan> plans; ///< one for each instruction set, with its vector width
  std::vector<std::string> sources;    ///< C++ from emit_cpp(), one for each instruction set
  std::string identity;                ///< digest of the sources
};

/// The kernels that compute one region.
struct BuiltInPart {
  ir::Region region = ir::Region::interior;
  ir::Graph graph;
  plan::Plan plan;                    ///< for the first instruction set
  std::vector<BuiltInKernel> kernels; ///< run in this order on the same points
  std::vector<plan::Temporary> temporaries;
  int n_slots = 0; ///< arrays needed for the temporaries
};

/// One part for each region to which `graph` stores. The results have the bits of `graph`, and thus of kernels that are
/// compiled during a run. edlc, which writes a thorn, and the run, which looks for its kernels, both call this
/// function. An identity therefore never selects a kernel of other equations, another plan or other arguments.
std::vector<BuiltInPart> built_in_parts(ir::Graph const& graph, BuiltInLimits const& limits = {});

/// The kernels of all `graphs` in `n_sources` C++ texts with similar compile times. Text n, counted from 1, needs no
/// headers and defines
///
///     extern "C" void <prefix>_<n>(void (*add)(char const* identity, char const* instructions, void const* function));
///
/// which calls `add` for each of its kernels with the function for the present processor and the name of its
/// instruction set. The texts contain the flags of GCC that affect bits, so they compute the bits of kernels that are
/// compiled during a run, with any flags of the build.
std::vector<std::string> built_in_sources(std::string const& prefix, std::vector<ir::Graph> const& graphs,
                                          int n_sources, BuiltInLimits const& limits = {});

} // namespace chemora::ahead
