/// Kernels on their way from a graph to a compiled kernel: planned and lowered, or built into the program.
#pragma once

#include "kernels/device/device.hpp"
#include "kernels/jit/compile_and_load.hpp"
#include "kernels/jit/specialise.hpp"
#include "kernels/monitor/kernel_report.hpp"
#include "kernels/runtime/compiled_kernel.hpp"
#include "kernels/runtime/plan_chooser.hpp"

#include "codegen/plan/fission.hpp"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace chemora::runtime {

/// A function that is compiled into the program, for processes without a compiler.
struct BuiltInFunction {
  std::string instructions; ///< name of an instruction set (codegen/ahead)
  std::function<std::unique_ptr<device::Module>()> make_module;
};

/// Built-in functions by the identity of their computation (codegen/ahead): a function is never used for a kernel with
/// other equations.
class BuiltInFunctions {
public:
  /// Functions with the same identity are equivalent; the last one is used.
  void add(std::string const& identity, BuiltInFunction function) {
    functions_.insert_or_assign(identity, std::move(function));
  }

  /// Null if there is none.
  BuiltInFunction const* find(std::string const& identity) const;
  /// Whether all parts of the kernel are there.
  bool have(ir::Graph const& graph) const;

private:
  std::map<std::string, BuiltInFunction> functions_;
};

/// Throws base::UserError: these kernels are needed, not built in, and cannot be compiled for `reason`.
[[noreturn]] void throw_missing(std::string const& kernels, std::string const& reason);

/// A graph, specialised for one region.
struct RegionSource {
  KernelName kernel; ///< the name for pinned plans
  std::string name;  ///< the name in reports
  jit::RegionGraph special;
  bool spans_rows = false; ///< launches pass boxes that extend along x to the ends of the arrays
  int thin_axis = -1;      ///< as in LaunchPoints
};

/// One kernel of a plan, before it is compiled.
struct KernelDraft {
  std::string name;
  plan::Piece piece;
  std::string reason; ///< for its plan
  jit::Lowered lowered;
  std::function<std::unique_ptr<device::Module>()> make_built_in{}; ///< set for built-in kernels, which have no source
};

/// All kernels that are compiled together.
struct KernelDrafts {
  CompiledKernel regions;             ///< without their parts
  std::vector<KernelDraft> kernels;   ///< parts of all regions, in order
  std::vector<std::size_t> region_of; ///< for each of them
  std::string plans;                  ///< text form
};

/// What drafts are made with. All members outlive the object.
struct DraftTools {
  device::Device& device;
  Settings const& settings;
  Messages& messages;
  PlanChooser const& plans;
};

/// Chooses plans and generates source. Adds the time of each stage to `seconds`. `trial` compiles a kernel to find out
/// which registers it needs. Throws base::UserError for a pinned plan that is not legal.
KernelDrafts
draft_kernels(std::vector<RegionSource> const& sources, launch::LocalGrid const& grid, DraftTools const& tools,
              std::function<std::optional<device::KernelFacts>(ir::Graph const&, plan::KernelPlan const&)> const& trial,
              monitor::StageSeconds& seconds);

/// The same from built-in functions, with their default plans. `no_compiler` states why nothing is compiled. Throws
/// base::UserError if a function is missing.
KernelDrafts draft_built_in(KernelName const& kernel, ir::Graph const& graph, BuiltInFunctions const& functions,
                            std::string const& no_compiler, DraftTools const& tools);

} // namespace chemora::runtime
