// Registers, compiles and launches functions with loops for other thorns.
#include "cactus_grid_functions.hpp"
#include "cctk_Arguments.h"
#include "cctk_Functions.h"
#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"
#include "loop_arguments.hpp"
#include "registered_kernels.hpp"
#include "runtime.hpp"

#include <map>
#include <string>
#include <vector>

namespace ca_kernel {

namespace {

runtime::RegisteredLoops const& find_loops(std::string const& thorn, std::string const& function) {
  auto const& registry = Runtime::instance().loops();
  if (auto const* const found = registry.find(thorn, function)) return *found;
  throw base::UserError("Thorn " + thorn + " has no loops for the function " + function + "." +
                        base::did_you_mean(thorn + "::" + function, registry.names()));
}

/// The sources of all values that the kernels of a function depend on. They do not change during a run.
struct Sources {
  LoopArgumentSources arguments;
  ScriptParameters script;
};

Sources const& sources_of(runtime::RegisteredLoops const& loops) {
  static std::map<runtime::RegisteredLoops const*, Sources> sources;
  auto found = sources.find(&loops);
  if (found == sources.end()) {
    bool const is_pinned = Runtime::instance().pinned_plans().are_for(loops);
    ScriptParameters const script(loops.thorn, is_pinned ? std::string() : loops.function.source.contents);
    found = sources.emplace(&loops, Sources{LoopArgumentSources(loops), script}).first;
  }
  return found->second;
}

runtime::CompiledLoops& compile(cGH const* cctkGH, runtime::RegisteredLoops const& loops,
                                runtime::LoopArguments const& arguments) {
  return Runtime::instance().kernels(cctkGH).loops.find_or_compile(loops, sources_of(loops).script.values(),
                                                                   arguments.integers);
}

/// Copies to the device the elements that the loops may leave unchanged.
void fetch(cGH const* cctkGH, std::vector<runtime::GridArray> const& arrays) {
  static bool const is_provided = CCTK_IsFunctionAliased("Accelerator_FetchRegions") != 0;
  if (!is_provided || !runs_on_device(cctkGH) || arrays.empty()) return;
  std::vector<CCTK_INT> variables, levels(arrays.size(), 0), time_levels;
  std::vector<CCTK_INT> const regions(arrays.size(), CCTK_VALID_EVERYWHERE);
  for (auto const& array : arrays) variables.push_back(array.variable), time_levels.push_back(array.time_level);
  Accelerator_FetchRegions(cctkGH, variables.data(), levels.data(), time_levels.data(), regions.data(),
                           static_cast<CCTK_INT>(arrays.size()), 1);
}

void launch_loops(cGH const* cctkGH, runtime::RegisteredLoops const& loops) {
  LoopArgumentSources const& sources = sources_of(loops).arguments;
  auto arguments = sources.values(cctkGH);
  auto& kernels = compile(cctkGH, loops, arguments);
  if (CCTK_CompilesOnly()) return;
  fetch(cctkGH, sources.partly_written());
  sources.add_addresses(cctkGH, arguments);
  auto& runtime = Runtime::instance().kernels(cctkGH).loops;
  if (cctkGH->cctk_iteration > 0) runtime.search(loops, kernels, arguments); // not for initial data
  runtime.run(kernels, arguments);
}

} // namespace

std::vector<runtime::RegisteredLoops const*> scheduled_loops() {
  std::vector<runtime::RegisteredLoops const*> scheduled;
  for (runtime::RegisteredLoops const& loops : Runtime::instance().loops().functions())
    if (is_scheduled(loops.thorn, loops.name)) scheduled.push_back(&loops);
  return scheduled;
}

void compile_loops(cGH const* cctkGH) {
  for (auto const* const loops : scheduled_loops()) {
    auto const arguments = sources_of(*loops).arguments.values(cctkGH);
    runtime::LoopKernels::check(compile(cctkGH, *loops, arguments), arguments);
  }
}

} // namespace ca_kernel

using namespace ca_kernel;

extern "C" CCTK_INT CaKernelThorn_RegisterLoops(CCTK_STRING thorn, CCTK_STRING file, CCTK_STRING text) {
  Runtime::instance().loops().add(thorn, file, text);
  return 0;
}

extern "C" CCTK_INT CaKernelThorn_LaunchLoops(CCTK_POINTER_TO_CONST grid_hierarchy, CCTK_STRING thorn,
                                              CCTK_STRING function) {
  for_c(grid_hierarchy, [&](cGH const* cctkGH) { launch_loops(cctkGH, find_loops(thorn, function)); });
  return 0;
}

extern "C" void CaKernel_CheckLoops(CCTK_ARGUMENTS) {
  (void)cctkGH;
  for (auto const& message : Runtime::instance().loops().errors()) CCTK_VPARAMWARN("%s", message.c_str());
}

extern "C" void CaKernel_CompileLoops(CCTK_ARGUMENTS) { for_c(cctkGH, compile_loops); }
