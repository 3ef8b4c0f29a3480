/// Functions with loops (docs/loops.md): registry, compilation with the values of a run, and launches.
#pragma once

#include "codegen/ir/loop_tree.hpp"
#include "codegen/loop_functions/extents.hpp"
#include "codegen/loop_functions/loop_function.hpp"
#include "kernels/launch/scratch.hpp"
#include "kernels/runtime/kernel_cache.hpp"

#include <list>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace chemora::runtime {

/// A registered function with loops. KernelName::name is the name of the scheduled function.
struct RegisteredLoops : KernelName {
  loop_functions::LoopFunction function;
};

class LoopRegistry {
public:
  /// Adds a file. Errors in the text are added to errors().
  void add(std::string const& thorn, std::string const& file, std::string const& text);

  /// Returns null if the thorn has no such function.
  RegisteredLoops const* find(std::string const& thorn, std::string const& function) const;
  std::list<RegisteredLoops> const& functions() const { return functions_; }
  std::vector<std::string> const& errors() const { return errors_; }
  /// Full names of all functions.
  std::vector<std::string> names() const;

private:
  std::list<RegisteredLoops> functions_; ///< a list, because elements are referred to
  std::vector<std::string> errors_;
};

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
  std::unique_ptr<device::Module> module{};
  MeasuredKernel* measured = nullptr;
};

using CompiledLoops = std::vector<CompiledLoopKernel>;

/// Compiles and launches functions with loops.
class LoopKernels {
public:
  /// `cache` and `pinned` must outlive this object.
  LoopKernels(KernelCache& cache, PinnedPlans const& pinned)
      : cache_(cache), pinned_(pinned), temporaries_(cache.device()) {}

  /// Returns the kernels of the function for these values of the parameters of its script. `integers` are the integer
  /// arguments on this process, for the counts in the report. The first call with such values is collective. Throws
  /// base::UserError for errors in the script.
  CompiledLoops& find_or_compile(RegisteredLoops const& loops, loop_functions::ScriptVariables variables,
                                 std::map<std::string, long> const& integers);

  /// Executes the kernels in order. The call may return before they have run. Throws base::UserError if an integer
  /// violates an assumption of a kernel, or an array has no address.
  void run(CompiledLoops& kernels, LoopArguments const& arguments);

  /// Returns lines with the transformations and the counts of each kernel, for the report.
  std::string notes() const { return notes_; }

private:
  CompiledLoops compile(RegisteredLoops const& loops, loop_functions::ScriptVariables const& variables,
                        std::map<std::string, long> const& integers);
  void run(CompiledLoopKernel& compiled, LoopArguments const& arguments);

  KernelCache& cache_;
  PinnedPlans const& pinned_;
  std::map<std::string, CompiledLoops> compiled_; ///< by function and values
  launch::Scratch temporaries_;                   ///< temporaries of scope grid; all kernels share them
  std::string notes_;
};

} // namespace chemora::runtime
