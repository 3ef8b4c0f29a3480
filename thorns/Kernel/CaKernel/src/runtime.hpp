/// Creates the kernel run-time of this process from the parameters of CaKernel.
#pragma once

#include "Kernel/Devices/src/processes.hpp"
#include "cctk.h"
#include "compilation_progress.hpp"
#include "kernels/runtime/deferred_launches.hpp"
#include "kernels/runtime/loop_kernels.hpp"
#include "kernels/runtime/plan_searches.hpp"
#include "kernels/runtime/process_speeds.hpp"

#include <exception>
#include <map>
#include <memory>
#include <string>

#if __has_include("cctk_CompileOnly.h")
#include "cctk_CompileOnly.h"
#else // the flesh of another Cactus has no option --compile-only
inline int CCTK_CompilesOnly() { return 0; }
#endif

namespace ca_kernel {

namespace base = chemora::base;
namespace device = chemora::device;
namespace ir = chemora::ir;
namespace launch = chemora::launch;
namespace runtime = chemora::runtime;
using devices::MpiExchange;

/// Prints messages of the kernel run-time through the flesh of Cactus.
class CactusMessages final : public runtime::Messages {
public:
  CactusMessages();
  void info(std::string const& text) override;
  void warn(std::string const& text) override;
  bool prints(std::string const& stage) override;
  void compilation_begins(std::string const& kernel) override { progress_.begin(kernel); }
  void compilation_ends() override;
  /// Sets the number of kernels that scheduled functions launch.
  void expect_kernels(int n_kernels) { progress_.expect(n_kernels); }

private:
  CompilationProgress progress_;
};

/// The objects that need a device. They are created when the first kernel is requested.
struct KernelRuntime {
  KernelRuntime(cGH const* cctkGH, device::Device& device, runtime::PinnedPlans const& plans,
                runtime::BuiltInFunctions& functions);

  MpiExchange exchange;
  runtime::Settings settings;
  CactusMessages messages;
  runtime::TunedPlans tuned;
  runtime::PlanChooser plans;
  runtime::KernelCache cache;
  runtime::Launcher launcher;
  runtime::ArrayUpdater updater;
  runtime::DeferredLaunches deferred;
  runtime::ProcessSpeeds speeds;
  runtime::PlanSearches searches;
  runtime::LoopKernels loops;
  std::map<std::string, std::string> notes{}; ///< lines of other thorns for the report, by subject
};

/// The singleton that holds pinned plans and the kernel run-time of this process.
class Runtime {
public:
  static Runtime& instance();

  runtime::KernelRegistry& registry() { return registry_; }
  runtime::LoopRegistry& loops() { return loops_; }
  runtime::BuiltInFunctions& built_in_functions() { return built_in_functions_; }
  /// The plans in CaKernel::plan, parsed at the first call.
  runtime::PinnedPlans const& pinned_plans();

  /// Returns the objects that need a device. The first call is collective. Throws base::UserError if this process
  /// has no device.
  KernelRuntime& kernels(cGH const* cctkGH);
  /// The result of kernels(), or null before its first call.
  KernelRuntime* kernels_if_used() { return kernels_.get(); }

private:
  runtime::KernelRegistry registry_;
  runtime::LoopRegistry loops_;
  runtime::BuiltInFunctions built_in_functions_;
  std::unique_ptr<runtime::PinnedPlans> pinned_plans_;
  std::unique_ptr<KernelRuntime> kernels_;
};

/// The registered functions with loops that the schedule calls.
std::vector<runtime::RegisteredLoops const*> scheduled_loops();
/// Compiles the loops of all scheduled functions. The call is collective. Throws base::UserError.
void compile_loops(cGH const* cctkGH);

/// The settings from the parameters of CaKernel.
runtime::Settings settings_from_parameters();

/// The driver's processes, or all processes of MPI_COMM_WORLD if the driver provides no communicator.
MpiExchange all_processes(cGH const* cctkGH);

/// The name of the running scheduled function, "Wave::Wave_RHS"; empty if no function is running.
std::string current_function(cGH const* cctkGH);

/// Creates the launch request of a kernel with the current values of its parameters.
runtime::LaunchRequest make_request(cGH const* cctkGH, runtime::RegisteredKernel const& kernel);

/// Calls `function(cctkGH)` for C code: an exception ends the run with its message.
template <class Function>
auto for_c(CCTK_POINTER_TO_CONST cctkGH, Function const& function) {
  try {
    return function(static_cast<cGH const*>(cctkGH));
  } catch (std::exception const& error) {
    CCTK_VERROR("%s", error.what());
  }
}

} // namespace ca_kernel
