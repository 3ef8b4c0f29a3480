// Registers, launches and compiles kernels for other thorns, and runs the updates of time integrators.
#include "cactus_grid_functions.hpp"
#include "cctk_Arguments.h"
#include "cctk_Parameters.h"
#include "framework/base/errors.hpp"
#include "kernels/device/host/host_device.hpp"
#include "kernels/runtime/report_input.hpp"
#include "local_grid.hpp"
#include "runtime.hpp"
#include "scheduled_kernels.hpp"
#include "thorn_parameters.hpp"
#include "util_Table.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

namespace ca_kernel {

namespace {

/// Whether the driver reports each function before it is called. Otherwise no launch can be deferred safely.
bool driver_reports_calls = false;

// On refined grids one function is called for many components, so that launches are not deferred there.
bool may_defer_launches() {
  DECLARE_CCTK_PARAMETERS
  static bool const has_levels = CCTK_IsFunctionAliased("GetRefinementLevel") != 0;
  return join_updates && !has_levels && can_swap_storage() && (driver_reports_calls || CCTK_CompilesOnly());
}

/// Whether the function cannot access what deferred kernels compute: it only launches kernels and reports all other
/// accesses to Accelerator, or it declares that it accesses no grid functions.
bool is_independent_of_deferred(cFunctionData const& function) {
  CCTK_INT reports = 0;
  if (function.tags >= 0 && Util_TableGetInt(function.tags, &reports, "TellsAccelerator") >= 0 && reports != 0)
    return !kernels_of(Runtime::instance().registry(), function).empty();
  if (function.n_ReadsClauses == 0 && function.n_WritesClauses == 0) return false;
  return std::none_of(function.RDWR, function.RDWR + function.n_RDWR,
                      [](RDWR_entry const& entry) { return CCTK_GroupTypeFromVarI(entry.varindex) == CCTK_GF; });
}

void run_deferred(cGH const* cctkGH) {
  if (auto* const kernels = Runtime::instance().kernels_if_used())
    kernels->deferred.finish(CactusGridFunctions(cctkGH), current_function(cctkGH));
}

/// The launch of a kernel with the current values of its parameters.
runtime::LaunchRequest make_request(cGH const* cctkGH, std::string const& thorn, std::string const& kernel_name) {
  auto const& kernel = Runtime::instance().registry().find(thorn, kernel_name);
  std::size_t const variant = choose_variant(kernel);
  return {&kernel,
          variant,
          local_grid(cctkGH),
          parameter_values(cctkGH, kernel.thorn, kernel.variants[variant].graph()),
          current_function(cctkGH),
          {}};
}

void launch_kernel(cGH const* cctkGH, std::string const& thorn, std::string const& kernel) {
  Runtime::instance().kernels(cctkGH).deferred.launch(CactusGridFunctions(cctkGH), make_request(cctkGH, thorn, kernel));
}

/// Runs deferred kernels before a scheduled function, unless it does not access what they compute.
void run_deferred_before(cGH const* cctkGH, cFunctionData const& function) {
  auto* const kernels = Runtime::instance().kernels_if_used();
  if (!kernels || !kernels->deferred.is_active()) return;
  static std::map<cFunctionData const*, bool> is_independent; // the addresses of functions do not change
  auto known = is_independent.find(&function);
  if (known == is_independent.end())
    known = is_independent.emplace(&function, is_independent_of_deferred(function)).first;
  if (!known->second) run_deferred(cctkGH);
}

/// Collective: the first error of the disk caches of all processes; empty if there is none.
std::string first_disk_cache_error(KernelRuntime& kernels) {
  for (auto const& error : kernels.exchange.all_gather(kernels.cache.disk_cache_error()))
    if (!error.empty()) return error;
  return {};
}

void print_result(runtime::ProcessGroup const& exchange, std::vector<chemora::monitor::KernelRecord> const& records,
                  std::string const& folder, std::string const& unscheduled) {
  if (exchange.rank() != 0) return;
  std::printf("\nKernels for a run of %d process%s, in %s:\n", exchange.size(), exchange.size() == 1 ? "" : "es",
              folder.c_str());
  for (auto const& record : records) {
    if (record.is_from_cache)
      std::printf("  %s: was there\n", record.kernel.c_str());
    else
      std::printf("  %s: compiled in %.2f s\n", record.kernel.c_str(), record.compile_seconds);
  }
  if (!unscheduled.empty())
    std::printf("These kernels were not compiled, because no scheduled function has their name or lists them in TAGS: "
                "Kernels=\"...\":%s.\n",
                unscheduled.c_str());
  std::fflush(stdout);
}

/// Compiles the kernels that scheduled functions of a later run will launch.
void compile_ahead(cGH const* cctkGH) {
  DECLARE_CCTK_PARAMETERS
  if (!use_cache) throw base::UserError("--compile-only fills the cache, but CaKernel::use_cache is \"no\".");
  KernelRuntime& kernels = Runtime::instance().kernels(cctkGH);
  auto const& registry = Runtime::instance().registry();
  auto const usage = scheduled_usage(registry);
  std::string unscheduled;
  for (std::size_t i = 0; i < usage.size(); ++i) {
    auto const& kernel = registry.kernels()[i];
    if (usage[i] != Usage::never)
      kernels.launcher.compile(make_request(cctkGH, kernel.thorn, kernel.name));
    else
      unscheduled += " " + kernel.full_name();
  }
  auto const records = runtime::gather_records(kernels.cache);
  if (std::any_of(records.begin(), records.end(), [](auto const& record) { return record.is_built_in; }))
    throw base::UserError("--compile-only has not compiled all kernels. " + kernels.cache.no_compilers_text());
  if (std::string const error = first_disk_cache_error(kernels); !error.empty())
    throw base::UserError("--compile-only has not filled the cache. " + error);
  print_result(kernels.exchange, records, chemora::jit::cache_folder(cache_dir), unscheduled);
}

} // namespace
} // namespace ca_kernel

using namespace ca_kernel;

extern "C" CCTK_INT CaKernelThorn_RegisterKernel(CCTK_STRING thorn, CCTK_STRING graph_text) {
  Runtime::instance().registry().add(thorn, graph_text);
  return 0;
}

extern "C" CCTK_INT CaKernelThorn_RegisterBuiltIn(CCTK_STRING, CCTK_STRING identity, CCTK_STRING instructions,
                                                  CCTK_POINTER_TO_CONST function) {
  Runtime::instance().built_in_functions().add(
      identity, {instructions, [function] { return device::make_built_in_module(function); }});
  return 0;
}

extern "C" CCTK_INT CaKernelThorn_LaunchKernel(CCTK_POINTER_TO_CONST grid_hierarchy, CCTK_STRING thorn,
                                               CCTK_STRING kernel) {
  for_c(grid_hierarchy, [&](cGH const* cctkGH) { launch_kernel(cctkGH, thorn, kernel); });
  return 0;
}

extern "C" CCTK_INT CaKernelThorn_CompileLaunches(CCTK_POINTER_TO_CONST grid_hierarchy,
                                                  CCTK_POINTER_TO_CONST attribute) {
  for_c(grid_hierarchy, [&](cGH const* cctkGH) {
    auto const& function = *static_cast<cFunctionData const*>(attribute);
    run_deferred_before(cctkGH, function);
    auto const& registry = Runtime::instance().registry();
    for (std::size_t const i : kernels_of(registry, function))
      launch_kernel(cctkGH, registry.kernels()[i].thorn, registry.kernels()[i].name);
  });
  return 0;
}

// Kernels are compiled by all processes together, also by those whose variables are on the host.
extern "C" CCTK_INT CaKernelThorn_AnyProcessHasDevice(CCTK_POINTER_TO_CONST grid_hierarchy) {
  return for_c(grid_hierarchy, [&](cGH const* cctkGH) {
    static bool const has_any = [&] {
      auto const answers = MpiExchange(cctkGH).all_gather(runs_on_device(cctkGH) ? "yes" : "");
      return std::any_of(answers.begin(), answers.end(), [](std::string const& answer) { return !answer.empty(); });
    }();
    return has_any;
  });
}

extern "C" CCTK_INT CaKernelThorn_LinearCombination(CCTK_POINTER_TO_CONST grid_hierarchy, CCTK_INT var, CCTK_INT rl,
                                                    CCTK_INT tl, CCTK_REAL scale, CCTK_INT const* srcs,
                                                    CCTK_INT const* tls, CCTK_REAL const* facts, CCTK_INT nsrcs) {
  for_c(grid_hierarchy, [&](cGH const* cctkGH) {
    runtime::ArrayUpdate update{{var, tl}, scale, {}};
    for (CCTK_INT i = 0; i < nsrcs; ++i) update.terms.push_back({{srcs[i], tls[i]}, facts[i]});
    Runtime::instance().kernels(cctkGH).updater.run(CactusGridFunctions(cctkGH, rl), update);
  });
  return 0;
}

extern "C" CCTK_INT CaKernelThorn_AwaitUpdate(CCTK_POINTER_TO_CONST grid_hierarchy) {
  for_c(grid_hierarchy,
        [&](cGH const* cctkGH) { Runtime::instance().kernels(cctkGH).deferred.expect_update(may_defer_launches()); });
  return 0;
}

extern "C" CCTK_INT CaKernelThorn_Update(CCTK_POINTER_TO_CONST grid_hierarchy, CCTK_INT n, CCTK_INT const* vars,
                                         CCTK_INT const* tls, CCTK_REAL const* scales, CCTK_INT const* nsrcs,
                                         CCTK_INT const* srcs, CCTK_INT const* srctls, CCTK_REAL const* facts,
                                         CCTK_INT const* unneeded, CCTK_INT const* unneededtls, CCTK_INT nunneeded,
                                         CCTK_INT may_wait, CCTK_INT* done) {
  for_c(grid_hierarchy, [&](cGH const* cctkGH) {
    std::vector<runtime::ArrayUpdate> updates;
    updates.reserve(static_cast<std::size_t>(n));
    std::string const function = current_function(cctkGH);
    for (CCTK_INT i = 0, term = 0; i < n; ++i) {
      updates.push_back({{vars[i], tls[i]}, scales[i], {}, function});
      updates.back().terms.reserve(static_cast<std::size_t>(nsrcs[i]));
      for (CCTK_INT const end = term + nsrcs[i]; term < end; ++term)
        updates.back().terms.push_back({{srcs[term], srctls[term]}, facts[term]});
    }
    std::vector<runtime::GridArray> unneeded_arrays;
    for (CCTK_INT i = 0; i < nunneeded; ++i) unneeded_arrays.push_back({unneeded[i], unneededtls[i]});
    auto const is_done = Runtime::instance().kernels(cctkGH).deferred.update(
        CactusGridFunctions(cctkGH), std::move(updates), std::move(unneeded_arrays),
        may_wait != 0 && may_defer_launches());
    std::copy(is_done.begin(), is_done.end(), done);
  });
  return 0;
}

extern "C" CCTK_INT CaKernelThorn_RunDeferred(CCTK_POINTER_TO_CONST grid_hierarchy, CCTK_POINTER_TO_CONST attribute) {
  for_c(grid_hierarchy, [&](cGH const* cctkGH) {
    if (attribute) {
      driver_reports_calls = true;
      run_deferred_before(cctkGH, *static_cast<cFunctionData const*>(attribute));
    } else {
      run_deferred(cctkGH);
    }
  });
  return 0;
}

extern "C" CCTK_REAL CaKernelThorn_MeasureProcessSpeed(CCTK_INT* kind, CCTK_INT* is_disturbed) {
  return for_c(nullptr, [&](cGH const* cctkGH) {
    auto const& registry = Runtime::instance().registry();
    std::vector<runtime::EvolutionKernel> kernels;
    for (std::size_t const i : evolution_kernels(registry)) {
      auto const& kernel = registry.kernels()[i];
      auto const& graph = chosen_graph(kernel);
      kernels.push_back({kernel, &graph, parameter_values(cctkGH, kernel.thorn, graph)});
    }
    auto const speed = Runtime::instance().kernels(cctkGH).speeds.find_or_measure(kernels);
    *kind = speed.kind;
    *is_disturbed = speed.is_disturbed;
    return speed.points_per_second;
  });
}

extern "C" void CaKernel_CompileAhead(CCTK_ARGUMENTS) { for_c(cctkGH, compile_ahead); }
