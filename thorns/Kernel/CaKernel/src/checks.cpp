// Checks graphs, pinned plans, boundary widths and, without a compiler, built-in kernels before the first time step.
#include "Numerics/ThornTools/src/grid.hpp"
#include "cactus_grid_functions.hpp"
#include "cctk_Arguments.h"
#include "cctk_Functions.h"
#include "cctk_Parameters.h"
#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"
#include "registered_kernels.hpp"
#include "runtime.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace ca_kernel {

namespace {

/// Collective: the faces that are outer boundaries of some process.
launch::Faces outer_faces(cGH const* cctkGH) {
  auto const grid = local_grid(cctkGH);
  std::string own(6, '0');
  for (std::size_t face = 0; face < 6; ++face)
    if (grid.is_outer[face / 2][face % 2] && grid.scalars.global_size[face / 2] > 1) own[face] = '1';
  launch::Faces outer{};
  for (auto const& faces : all_processes(cctkGH).all_gather(own))
    for (std::size_t face = 0; face < 6; ++face) outer[face / 2][face % 2] |= faces[face] == '1';
  return outer;
}

/// The shortage with the most missing points among all kernels that the run launches, and the kernel's name.
std::pair<launch::Shortage, std::string> worst_shortage(cGH const* cctkGH, launch::FaceWidths const& widths) {
  auto const& registry = Runtime::instance().registry();
  auto const usage = scheduled_usage(registry);
  auto const outer = outer_faces(cctkGH);
  std::pair<launch::Shortage, std::string> worst;
  for (std::size_t k = 0; k < usage.size(); ++k) {
    if (usage[k] == Usage::never) continue;
    auto const& kernel = registry.kernels()[k];
    auto const shortage = launch::worst_shortage(chosen_graph(kernel), widths, outer);
    if (shortage.missing() > worst.first.missing()) worst = {shortage, kernel.name};
  }
  return worst;
}

/// Errors of plans pinned for graphs that this host process will launch. Other devices report them at the first launch.
std::vector<std::string> errors_with_graphs(cGH const* cctkGH, runtime::PinnedPlans const& pinned,
                                            std::vector<Usage> const& usage) {
  auto const settings = settings_from_parameters();
  auto const copy = pinned; // so that the check does not count as a use of the plans
  std::vector<runtime::LaunchRequest> requests;
  auto const& kernels = Runtime::instance().registry().kernels();
  for (std::size_t k = 0; k < kernels.size(); ++k)
    if (usage[k] != Usage::never && pinned.are_for(kernels[k])) requests.push_back(make_request(cctkGH, kernels[k]));
  return runtime::pinned_plan_errors({settings, copy, nullptr}, requests);
}

/// Names of the kernels with this usage that this process cannot run, separated by commas.
std::string missing_kernels(runtime::KernelCache const& cache, std::vector<Usage> const& usage, Usage wanted) {
  std::vector<std::string> names;
  auto const& kernels = Runtime::instance().registry().kernels();
  for (std::size_t i = 0; i < kernels.size(); ++i)
    if (usage[i] == wanted && !cache.can_run(chosen_graph(kernels[i]))) names.push_back(kernels[i].full_name());
  return base::join(names);
}

/// Built-in kernels compute along all axes.
void check_omitted_axes(cGH const* cctkGH, runtime::KernelCache const& cache, std::vector<Usage> const& usage) {
  auto const global_size = local_grid(cctkGH).scalars.global_size;
  std::vector<std::string> names;
  auto const& kernels = Runtime::instance().registry().kernels();
  for (std::size_t i = 0; i < kernels.size(); ++i)
    if (usage[i] == Usage::always && cache.lacks_compiler_to_omit_axes(chosen_graph(kernels[i]), global_size))
      names.push_back(kernels[i].full_name());
  if (!names.empty())
    throw base::UserError(
        "These kernels read neighbours in a direction in which the grid has a single point: " + base::join(names) +
        ". Only kernels that are compiled during the run can omit this direction. Provide a C++ "
        "compiler (CaKernel::compiler, CHEMORA_CXX), or use several points in all directions. " +
        cache.no_compilers_text());
}

void check_kernels(cGH const* cctkGH) {
  auto const usage = scheduled_usage(Runtime::instance().registry());
  if (std::all_of(usage.begin(), usage.end(), [](Usage kernel) { return kernel == Usage::never; })) return;
  KernelRuntime& kernels = Runtime::instance().kernels(cctkGH);
  kernels.messages.expect_kernels(
      static_cast<int>(usage.size() - static_cast<std::size_t>(std::count(usage.begin(), usage.end(), Usage::never))));
  auto const& cache = kernels.cache;
  check_omitted_axes(cctkGH, cache, usage);
  if (auto const names = missing_kernels(cache, usage, Usage::always); !names.empty())
    runtime::throw_missing(names, cache.no_compilers_text());
  if (auto const names = missing_kernels(cache, usage, Usage::if_triggered); !names.empty())
    CCTK_VINFO("These kernels are not built in, and cannot be compiled: %s. The run ends if output needs what they "
               "compute.",
               names.c_str());
}

} // namespace
} // namespace ca_kernel

using namespace ca_kernel;

extern "C" void CaKernel_CheckParameters(CCTK_ARGUMENTS) {
  (void)cctkGH;
  DECLARE_CCTK_PARAMETERS
  auto const note_if_deprecated = [](char const* parameter, char const* value, char const* old, char const* now) {
    if (CCTK_EQUALS(value, old))
      CCTK_VINFO("CaKernel::%s = \"%s\" is deprecated; use \"%s\", which means the same.", parameter, old, now);
  };
  note_if_deprecated("strides", strides, "told", "run-time");
  note_if_deprecated("compiler", compiler, "found", "automatic");
  note_if_deprecated("machine_limits", machine_limits, "kept", "cached");
  for (auto const& error : runtime::tuning_errors(settings_from_parameters())) CCTK_VPARAMWARN("%s", error.c_str());
}

extern "C" void CaKernel_CheckGraphs(CCTK_ARGUMENTS) {
  (void)cctkGH;
  for (auto const& message : Runtime::instance().registry().errors()) CCTK_VPARAMWARN("%s", message.c_str());
}

// This check skips a process without a device, for which the device's thorn reports an error.
extern "C" void CaKernel_CheckPlans(CCTK_ARGUMENTS) {
  auto const& pinned = Runtime::instance().pinned_plans();
  if (!pinned.are_any()) return;
  auto const* const local = static_cast<device::Device const*>(Device_Interface(cctkGH));
  auto const kinds = all_processes(cctkGH).all_gather(local ? local->properties().kind : std::string());
  std::set<std::string> devices(kinds.begin(), kinds.end());
  devices.erase("");
  auto messages = pinned.errors(Runtime::instance().registry(), {devices.begin(), devices.end()},
                                Runtime::instance().loops().names());
  auto const usage = scheduled_usage(Runtime::instance().registry()); // collective
  bool const is_on_host = local && local->properties().kind == "host";
  if (messages.empty() && is_on_host && !thorntools::has_refinement_levels()) try {
      messages = errors_with_graphs(cctkGH, pinned, usage);
    } catch (base::UserError const& error) {
      messages = {runtime::warning_text(error)};
    }
  for (auto const& message : messages) CCTK_VPARAMWARN("%s", message.c_str());
}

// Without CoordBase, the boundary zones are as wide as the ghost zones. Thorns compare the ghost zones with their
// stencils, so that no check is needed.
extern "C" void CaKernel_CheckBoundaryWidths(CCTK_ARGUMENTS) {
  auto const widths = thorntools::boundary_widths();
  if (!widths) return;
  try {
    auto const [worst, kernel] = worst_shortage(cctkGH, *widths);
    if (worst.missing() <= 0) return;
    char const axis = "xyz"[worst.axis];
    char const* const side = worst.side == 0 ? "lower" : "upper";
    CCTK_VPARAMWARN("Kernel %s reads %d points beyond those that it computes, but the outer boundary at the %s face of "
                    "direction %c is %d points wide: set CoordBase::boundary_size_%c_%s, and those of the other "
                    "outer faces, to at least %d.",
                    kernel.c_str(), worst.reach, side, axis, worst.width, axis, side, worst.reach);
  } catch (std::exception const& error) {
    CCTK_VPARAMWARN("%s", error.what());
  }
}

// A run with --compile-only skips this check, because it reports missing kernels when it compiles.
extern "C" void CaKernel_CheckKernels(CCTK_ARGUMENTS) {
  if (!CCTK_CompilesOnly()) for_c(cctkGH, check_kernels);
}
