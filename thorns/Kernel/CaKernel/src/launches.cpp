// Registers, launches and compiles kernels for other thorns, and runs the updates of time integrators.
#include "cactus_grid_functions.hpp"
#include "cctk_Arguments.h"
#include "cctk_Parameters.h"
#include "framework/base/text.hpp"
#include "kernels/device/host/host_device.hpp"
#include "registered_kernels.hpp"
#include "runtime.hpp"
#include "util_Table.h"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace ca_kernel {

namespace {

/// True if the driver reports each function before it is called. Launches can be deferred safely only in this case.
bool driver_reports_calls = false;

// Launches are not deferred on refined grids, where a function is called for many components.
bool may_defer_launches() {
  DECLARE_CCTK_PARAMETERS
  return join_updates && !thorntools::has_refinement_levels() && can_swap_storage() &&
         (driver_reports_calls || CCTK_CompilesOnly());
}

/// True if the function cannot access results of deferred kernels: it only launches kernels and reports all other
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

void launch_kernel(cGH const* cctkGH, runtime::RegisteredKernel const& kernel) {
  Runtime::instance().kernels(cctkGH).deferred.launch(CactusGridFunctions(cctkGH), make_request(cctkGH, kernel));
}

/// Runs deferred kernels before a scheduled function, unless the function cannot access their results.
void run_deferred_before(cGH const* cctkGH, cFunctionData const& function) {
  auto* const kernels = Runtime::instance().kernels_if_used();
  if (!kernels || !kernels->deferred.is_active()) return;
  static std::map<cFunctionData const*, bool> is_independent; // keyed by addresses, which do not change
  auto const [entry, is_new] = is_independent.try_emplace(&function);
  if (is_new) entry->second = is_independent_of_deferred(function);
  if (!entry->second) run_deferred(cctkGH);
}

} // namespace

runtime::LaunchRequest make_request(cGH const* cctkGH, runtime::RegisteredKernel const& kernel) {
  std::size_t const variant = choose_variant(kernel);
  return {&kernel,
          variant,
          local_grid(cctkGH),
          parameter_values(cctkGH, kernel.thorn, kernel.variants[variant].graph()),
          current_function(cctkGH),
          {}};
}

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
  for_c(grid_hierarchy,
        [&](cGH const* cctkGH) { launch_kernel(cctkGH, Runtime::instance().registry().find(thorn, kernel)); });
  return 0;
}

extern "C" CCTK_INT CaKernelThorn_CompileLaunches(CCTK_POINTER_TO_CONST grid_hierarchy,
                                                  CCTK_POINTER_TO_CONST attribute) {
  for_c(grid_hierarchy, [&](cGH const* cctkGH) {
    auto const& function = *static_cast<cFunctionData const*>(attribute);
    run_deferred_before(cctkGH, function);
    auto const& registry = Runtime::instance().registry();
    for (std::size_t const i : kernels_of(registry, function)) launch_kernel(cctkGH, registry.kernels()[i]);
  });
  return 0;
}

// All processes compile kernels together, including processes whose variables are on the host.
extern "C" CCTK_INT CaKernelThorn_AnyProcessHasDevice(CCTK_POINTER_TO_CONST grid_hierarchy) {
  return for_c(grid_hierarchy, [&](cGH const* cctkGH) {
    static auto const answers = all_processes(cctkGH).all_gather(runs_on_device(cctkGH) ? "yes" : "no");
    return base::contains(answers, "yes");
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
    if (!attribute) return run_deferred(cctkGH);
    driver_reports_calls = true;
    run_deferred_before(cctkGH, *static_cast<cFunctionData const*>(attribute));
  });
  return 0;
}

extern "C" void CaKernel_SearchForPlans(CCTK_ARGUMENTS) {
  for_c(cctkGH, [](cGH const*) {
    if (auto* const kernels = Runtime::instance().kernels_if_used()) kernels->searches.run();
  });
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

extern "C" CCTK_INT CaKernelThorn_CanUpdateBoxes(CCTK_POINTER_TO_CONST grid_hierarchy) {
  return for_c(grid_hierarchy, [&](cGH const* cctkGH) {
    static bool const can = Runtime::instance().kernels(cctkGH).cache.compiles_for_all();
    return can;
  });
}

extern "C" CCTK_INT CaKernelThorn_BoxKernel(CCTK_POINTER_TO_CONST grid_hierarchy, CCTK_STRING graph,
                                            CCTK_INT thin_axis) {
  return for_c(grid_hierarchy, [&](cGH const* cctkGH) {
    auto& launcher = Runtime::instance().kernels(cctkGH).launcher;
    CCTK_INT const number = launcher.number_of(graph, thin_axis);
    launcher.compile(launcher.box_kernel(number), local_grid(cctkGH));
    return number;
  });
}

extern "C" CCTK_INT CaKernelThorn_UpdateBoxes(CCTK_POINTER_TO_CONST grid_hierarchy, CCTK_INT const* kernels,
                                              CCTK_INT const* n_arrays, CCTK_INT const* variables, CCTK_INT const* tls,
                                              CCTK_INT const* n_parameters, CCTK_REAL const* parameters,
                                              CCTK_INT n_updates, CCTK_INT const* which, CCTK_INT const* lower,
                                              CCTK_INT const* upper, CCTK_INT n_boxes) {
  if (CCTK_CompilesOnly()) return 0;
  for_c(grid_hierarchy, [&](cGH const* cctkGH) {
    auto& launcher = Runtime::instance().kernels(cctkGH).launcher;
    CactusGridFunctions const functions(cctkGH);
    std::vector<runtime::BoxUpdate> updates(static_cast<std::size_t>(n_updates));
    for (auto& update : updates) {
      update.kernel = launcher.box_kernel(*kernels++);
      for (CCTK_INT i = *n_arrays++; i > 0; --i) update.arrays.push_back(functions.address({*variables++, *tls++}));
      update.parameters.assign(parameters, parameters + *n_parameters);
      parameters += *n_parameters++;
    }
    std::vector<runtime::UpdatedBox> boxes(static_cast<std::size_t>(n_boxes));
    for (auto& [update, box] : boxes) {
      update = static_cast<std::size_t>(*which++);
      for (std::size_t d = 0; d < 3; ++d) box.lower[d] = *lower++, box.upper[d] = *upper++;
    }
    launcher.update_boxes(updates, boxes, local_grid(cctkGH));
  });
  return 0;
}
