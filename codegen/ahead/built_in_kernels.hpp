/// Kernels for machines without a compiler. Every value that is known only in a run is an argument of these kernels.
/// The sources of the kernels therefore depend on the graph alone and are compiled with the thorn.
///
///     graph Wave_RHS { ... store urhs %7 interior store urhs %9 boundary }      becomes
///     two parts, each with a plan for any box: tile 512 8 8; vector x 4; threads tiles
#pragma once

#include "codegen/plan/fission.hpp"

#include <string>
#include <vector>

namespace chemora::ahead {

/// The instruction set for which a kernel is compiled. The first instruction set is available on every processor and
/// has no conditions.
struct InstructionSet {
  std::string name;      ///< name, which is a part of identifiers
  int vector_bytes;      ///< size of the vectors in bytes
  std::string condition; ///< preprocessor condition that is true if the compiler supports the instruction set
  std::string target;    ///< argument of #pragma GCC target
  std::string is_there;  ///< C++ expression that is true if the processor supports the instruction set
};
std::vector<InstructionSet> const& instruction_sets();

/// Limits on the size of kernels, which bound the compile time.
struct BuiltInLimits {
  int operations = 4000; ///< operations at a point; a larger graph is split into several kernels
  /// Operations at a point. A larger kernel computes single points, because explicit vectors increase its compile time.
  int operations_in_vectors = 300;
};

struct BuiltInKernel {
  ir::Graph graph;
  std::vector<plan::KernelPlan> plans; ///< one plan for each instruction set, with its vector width
  std::vector<std::string> sources;    ///< C++ sources from emit_cpp(), one for each instruction set
  std::string identity;                ///< digest of the sources, which identifies the kernel
};

/// The kernels that compute one region.
struct BuiltInPart {
  ir::Region region = ir::Region::interior;
  ir::Graph graph;
  plan::Plan plan;                    ///< plan for the first instruction set
  std::vector<BuiltInKernel> kernels; ///< the kernels in the order in which they run, all on the same points
  std::vector<plan::Temporary> temporaries;
  int n_slots = 0; ///< number of arrays that hold the temporaries
};

/// Returns one part for each region to which `graph` stores. The results are bitwise equal to those of `graph`, and
/// therefore to those of kernels that are compiled during a run. Both edlc, which writes a thorn, and the run, which
/// searches for its kernels, call this function. An identity therefore never selects a kernel of other equations,
/// another plan or other arguments.
std::vector<BuiltInPart> built_in_parts(ir::Graph const& graph, BuiltInLimits const& limits = {});

/// Returns the kernels of all `graphs` in `n_sources` C++ texts with similar compile times. Text n, counted from 1,
/// needs no headers and defines the function
///
///     extern "C" void <prefix>_<n>(void (*add)(char const* identity, char const* instructions, void const* function));
///
/// This function calls `add` for each of its kernels. The arguments are the identity, the name of the best instruction
/// set of the present processor, and the function for this instruction set. The texts contain the flags of GCC that
/// affect the bits of results. With any flags of the build, results are therefore bitwise equal to those of kernels
/// that are compiled during a run.
std::vector<std::string> built_in_sources(std::string const& prefix, std::vector<ir::Graph> const& graphs,
                                          int n_sources, BuiltInLimits const& limits = {});

} // namespace chemora::ahead
