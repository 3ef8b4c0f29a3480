/// Compilation of functions with loops (docs/loops.md) with the values of a run, and launches.
#pragma once

#include "codegen/ir/loop_tree.hpp"
#include "codegen/loop_functions/extents.hpp"
#include "kernels/launch/scratch.hpp"
#include "kernels/runtime/kernel_cache.hpp"
#include "kernels/runtime/loop_registry.hpp"
#include "kernels/runtime/loop_sizes.hpp"
#include "kernels/runtime/tuned_plans.hpp"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace chemora::runtime {

/// The arguments of a launch on this process, by name in the Fortran text.
struct LoopArguments {
  std::map<std::string, double> scalars;
  std::map<std::string, void*> arrays;  ///< addresses on the device of the kernels
  std::map<std::string, long> integers; ///< the integer scalars
  /// Arrays without elements on this process. Kernels that access one of them are not launched.
  std::set<std::string> empty_arrays{};
};

/// A compiled kernel of a function.
struct CompiledLoopKernel {
  loops::LoopKernel kernel;
  ir::LoopTree tree;
  ir::TreeArguments arguments;
  int n_phases = 1;
  std::optional<std::map<std::string, long>> checked{}; ///< the integers of the last check()
  std::unique_ptr<device::Module> module{};
  MeasuredKernel* measured = nullptr;
};

/// The kernels of a function with loops, compiled for the values of a run.
struct CompiledLoops {
  std::vector<CompiledLoopKernel> kernels{};
  loop_functions::ScriptVariables variables{}; ///< of the script
  /// The free sizes of the script, if search() may still search for their values. Equal on all processes.
  std::optional<LoopSizes> untuned{};
};

/// Compiles and launches functions with loops.
class LoopKernels {
public:
  /// `tuned` provides the sizes that earlier searches have measured; it may be null. The arguments must outlive this
  /// object.
  LoopKernels(KernelCache& cache, PinnedPlans const& pinned, TunedPlans const* tuned = nullptr)
      : cache_(cache), pinned_(pinned), tuned_(tuned), temporaries_(cache.device()) {}

  /// Returns the kernels of the function for these values of the parameters of its script. `integers` are the integer
  /// arguments on this process, for the counts in the report. The first call with such values is collective. Throws
  /// base::UserError for errors in the script.
  CompiledLoops& find_or_compile(RegisteredLoops const& loops, loop_functions::ScriptVariables variables,
                                 std::map<std::string, long> const& integers);

  /// If the script has free sizes without a pinned or measured value, and Settings::loop_search_seconds is positive,
  /// searches for the fastest sizes with these arguments, and replaces the kernels. The arrays have the same values
  /// afterwards. If process 0 has no elements of an array, a later call searches. The call is collective.
  void search(RegisteredLoops const& loops, CompiledLoops& compiled, LoopArguments const& arguments);

  /// Throws base::UserError if an integer violates an assumption of a kernel, or a kernel would access memory outside
  /// of an array.
  static void check(CompiledLoops& kernels, LoopArguments const& arguments);

  /// Checks the kernels and executes them in order. The call may return before they have run. Throws base::UserError as
  /// check(), and if an array has no address.
  void run(CompiledLoops& kernels, LoopArguments const& arguments);

  /// Returns lines with the transformations and the counts of each kernel, for the report.
  std::string notes() const;

private:
  struct Version;
  struct Drafts;

  CompiledLoops compile(RegisteredLoops const& loops, loop_functions::ScriptVariables const& variables,
                        std::map<std::string, long> const& integers);
  std::optional<LoopSizes> find_free_sizes(RegisteredLoops const& loops,
                                           loop_functions::ScriptVariables const& variables,
                                           std::vector<script::FreeSize> const& free,
                                           std::map<std::string, long> const& integers);
  bool try_sizes(RegisteredLoops const& loops, Version const& version, TunedSizes const& tuned, std::string const& key,
                 std::map<std::string, long> const& integers, std::vector<CompiledLoopKernel>& kernels);
  std::vector<loops::LoopKernel> transform(RegisteredLoops const& loops, Version const& version,
                                           std::vector<script::FreeSize>* free = nullptr);
  Drafts draft(RegisteredLoops const& loops, std::vector<loops::LoopKernel> kernels);
  std::vector<CompiledLoopKernel> load(Drafts drafts);
  std::vector<CompiledLoopKernel> build(RegisteredLoops const& loops, Version const& version,
                                        std::vector<loops::LoopKernel> kernels, std::string const& key,
                                        std::map<std::string, long> const& integers);
  tuning::Origin origin() const;
  bool can_search() const;
  static void check(CompiledLoopKernel& compiled, LoopArguments const& arguments);
  void run(std::vector<CompiledLoopKernel>& kernels, LoopArguments const& arguments);
  void run(CompiledLoopKernel& compiled, LoopArguments const& arguments);

  KernelCache& cache_;
  PinnedPlans const& pinned_;
  TunedPlans const* tuned_;
  std::map<std::string, CompiledLoops> compiled_; ///< by function and values
  launch::Scratch temporaries_;                   ///< temporaries of scope grid; all kernels share them
  std::map<std::string, std::string> notes_;      ///< by function and values
};

} // namespace chemora::runtime
