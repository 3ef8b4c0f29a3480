#include "runtime.hpp"

#include "Numerics/ThornTools/src/communicator.hpp"
#include "Numerics/ThornTools/src/run_summary.hpp"
#include "cctk_Functions.h"
#include "cctk_Parameters.h"
#include "framework/base/errors.hpp"

#include <cstdint>
#include <cstdio>
#include <vector>

namespace ca_kernel {

namespace tiling = chemora::tiling;

runtime::Settings settings_from_parameters() {
  DECLARE_CCTK_PARAMETERS
  runtime::Settings settings;
  settings.cost_formula = CCTK_EQUALS(cost_model, "printed") ? tiling::Formula::printed : tiling::Formula::corrected;
  settings.fission = {*tiling::find_fission(fission), static_cast<int>(fission_operations)};
  settings.has_fixed_strides = CCTK_EQUALS(strides, "fixed");
  settings.uses_tuned_plans = CCTK_EQUALS(tuning, "use") || CCTK_EQUALS(tuning, "search");
  if (CCTK_EQUALS(tuning, "search")) settings.search_seconds = tuning_seconds;
  if (!CCTK_EQUALS(tuning, "off") && !CCTK_EQUALS(tuning, "use")) settings.loop_search_seconds = tuning_seconds;
  settings.tuning_database = tuning_database;
  if (CCTK_EQUALS(tuning, "capture")) settings.capture_folder = capture_dir;
  settings.uses_disk_cache = use_cache;
  settings.cache_folder = cache_dir;
  if (cache_size_limit > 0) settings.max_cache_bytes = 1'000'000 * static_cast<std::uint64_t>(cache_size_limit);
  if (CCTK_EQUALS(compiler, "none")) settings.compiler_disabled = "CaKernel::compiler is \"none\".";
  settings.n_compilers = static_cast<int>(compilers);
  settings.reads_counters = counters && !CCTK_CompilesOnly();
  settings.measures_access_times = true;
  settings.only_compiles = CCTK_CompilesOnly();
  return settings;
}

// Standard output of processes other than 0 is not shown.
CactusMessages::CactusMessages()
    : progress_({.print =
                     [](std::string const& text) {
                       std::fputs(text.c_str(), stdout);
                       std::fflush(stdout);
                     },
                 .is_terminal = CCTK_OutputIsTerminal() != 0}) {}

void CactusMessages::info(std::string const& text) { CCTK_VINFO("%s", text.c_str()); }
void CactusMessages::warn(std::string const& text) { CCTK_VWARN(CCTK_WARN_ALERT, "%s", text.c_str()); }

bool CactusMessages::prints(std::string const& stage) {
  DECLARE_CCTK_PARAMETERS
  return CCTK_EQUALS(dump, "all") || CCTK_EQUALS(dump, stage.c_str());
}

void CactusMessages::compilation_ends() { CCTK_AddRunTime("compilation", progress_.end()); }

KernelRuntime::KernelRuntime(cGH const* cctkGH, device::Device& device, runtime::PinnedPlans const& pinned,
                             runtime::BuiltInFunctions& functions)
    : exchange(all_processes(cctkGH)), settings(settings_from_parameters()),
      tuned(settings, device, exchange, messages), plans(settings, pinned, &tuned),
      cache(device, exchange, settings, messages, plans, functions), launcher(cache), updater(launcher, functions),
      deferred(launcher, updater), speeds(launcher), searches(launcher, tuned), loops(cache, pinned, &tuned) {}

// The instance is never destroyed, because its modules and scratch arrays belong to a device that may be destroyed
// earlier.
Runtime& Runtime::instance() {
  static Runtime& runtime = *new Runtime;
  return runtime;
}

runtime::PinnedPlans const& Runtime::pinned_plans() {
  DECLARE_CCTK_PARAMETERS
  if (!pinned_plans_) {
    constexpr int n_plans = 100; // length of the array parameter
    pinned_plans_ = std::make_unique<runtime::PinnedPlans>(std::vector<std::string>(plan, plan + n_plans));
  }
  return *pinned_plans_;
}

KernelRuntime& Runtime::kernels(cGH const* cctkGH) {
  if (kernels_) return *kernels_;
  auto* const device = static_cast<device::Device*>(Device_Interface(cctkGH));
  if (!device) throw base::UserError("The active device thorn has no device for this process.");
  kernels_ = std::make_unique<KernelRuntime>(cctkGH, *device, pinned_plans(), built_in_functions_);
  return *kernels_;
}

MpiExchange all_processes(cGH const* cctkGH) { return MpiExchange(thorntools::communicator(cctkGH)); }

std::string current_function(cGH const* cctkGH) {
  auto const* const function = CCTK_ScheduleQueryCurrentFunction(cctkGH);
  return function ? std::string(function->thorn) + "::" + function->routine : std::string();
}

} // namespace ca_kernel
