/// Kernels that compute values of patterns, and the functions that load and run them.
#pragma once

#include "codegen/patterns/lower_selection.hpp"
#include "codegen/patterns/nest.hpp"
#include "codegen/patterns/nodes.hpp"
#include "kernels/patterns/kernel_memory.hpp"

#include <functional>

namespace chemora::patterns {

/// The kernel of a filter, of a groupBy with a number of groups, or of a nest of other patterns.
struct ValueKernel {
  static constexpr char const* result = kernel_result; ///< the argument with the value

  std::unique_ptr<LoadedKernel> loaded{};
  loops::LoopKernel kernel{};
  std::vector<std::string> inputs{};
  std::vector<ChunkCount> chunk_counts{}; ///< parameters that follow from the others
  LoweredSelection selection{};           ///< of a filter or groupBy
  bool is_selection = false;
};

/// Returns the options of kernels for a place. Kernels are used for no other sizes than these; unnamed sizes may have
/// any value.
NestOptions nest_options(KernelPlace const& place, std::map<std::string, double> const& sizes = {});

struct ValueOptions {
  NestOptions nest{};
  std::map<std::string, double> sizes{}; ///< known sizes, from which the mapping follows
  /// Returns the mapping of a nest. Filters and groups have a fixed mapping.
  std::function<Mapping(Nest const&)> mapping{};
};

/// Lowers and loads the kernel of a value. Throws as lower_nest(), lower_selection() and KernelPlace::load().
void load_value(ValueKernel& kernel, KernelPlace& place, Program const& declarations, NodePtr const& value,
                std::string const& name, ValueOptions const& options);

/// Allocates an array argument of a kernel; `parameters` determine its extents.
std::shared_ptr<KernelArray> allocate_argument(KernelPlace& place, loops::LoopKernel const& kernel,
                                               std::string const& name, KernelParameters const& parameters);

/// Adds the values of the kernel's `chunk_counts`, which follow from the other parameters.
void add_chunk_counts(ValueKernel const& kernel, KernelParameters& parameters);

/// Runs a kernel that is neither a filter nor a groupBy, and returns its result. The caller provides all parameters
/// except the numbers of chunks, and the arrays `inputs`.
std::shared_ptr<KernelArray> run_nest(ValueKernel& kernel, KernelPlace& place, KernelParameters parameters,
                                      KernelArguments arguments);

/// The result of a filter or groupBy.
struct Selected {
  std::shared_ptr<KernelArray> members{}; ///< has as many elements as the pattern; those of all groups are set
  std::shared_ptr<KernelArray> first{};   ///< position of the first member of each group, and number of all members
};

/// Runs the kernel of a filter (with one group) or groupBy of `n_elements` elements. The caller provides the parameters
/// of the program and the arrays `inputs`.
Selected run_selection(ValueKernel& kernel, KernelPlace& place, KernelParameters parameters, KernelArguments arguments,
                       long n_elements, long n_groups);

} // namespace chemora::patterns
