#include "kernels.hpp"

#include "Kernel/CaKernel/src/cactus_grid_functions.hpp"
#include "Kernel/CaKernel/src/runtime.hpp"
#include "cctk_Parameters.h"
#include "framework/base/words.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace analysis {

namespace base = chemora::base;
namespace device = chemora::device;
namespace patterns = chemora::patterns;
namespace runtime = chemora::runtime;

namespace {

bool has_kernels() { return CCTK_IsThornActive("CaKernel") != 0; }

ca_kernel::KernelRuntime& kernels(cGH const* cctkGH) { return ca_kernel::Runtime::instance().kernels(cctkGH); }

/// Returns a cache of kernels for the processors. If processes compute on devices, the analyses have a host device of
/// their own. It is never destroyed, because its kernels may live until the end of the process. Collective.
runtime::KernelCache& host_cache(cGH const* cctkGH) {
  ca_kernel::KernelRuntime& run = kernels(cctkGH);
  constexpr auto host = chemora::plan::Language::cpp;
  std::string const is_host = run.cache.device().properties().language == host ? "yes" : "no";
  auto const all = run.exchange.all_gather(is_host);
  if (std::all_of(all.begin(), all.end(), [](std::string const& each) { return each == "yes"; })) return run.cache;
  static runtime::KernelCache* cache = nullptr;
  if (!cache)
    cache = new runtime::KernelCache(*device::make_device(host, {}).release(), run.exchange, run.settings, run.messages,
                                     run.plans, ca_kernel::Runtime::instance().built_in_functions());
  return *cache;
}

/// Returns the kernel of a sweep or of a statement for the cache.
runtime::SourceKernel kernel_of(Analysis const& analysis, patterns::KernelSource const& source,
                                runtime::KernelCache& cache) {
  runtime::SourceKernel kernel;
  kernel.name = "Analysis::" + analysis.name + "." + source.name;
  kernel.representation = source.representation;
  kernel.plan = source.plan;
  kernel.source = source.source;
  kernel.shape = source.shape;
  if (cache.messages().prints("loops")) cache.messages().info("loops of " + kernel.name + ":\n" + source.plan);
  if (cache.messages().prints("source")) cache.messages().info("source of " + kernel.name + ":\n" + source.source);
  return kernel;
}

/// Returns where statements of the program run. Their kernels are compiled when the program is first evaluated: by all
/// processes together, or by each one separately if the kernels depend on the part of the grid of a process. The place
/// is never destroyed, because the device may be destroyed before static objects.
patterns::KernelPlace& new_place(Analysis const& analysis, runtime::KernelCache& cache, std::string const& plan,
                                 bool is_collective) {
  auto const load = [&analysis, &cache, plan, is_collective](patterns::KernelSource const& source) {
    DECLARE_CCTK_PARAMETERS
    runtime::SourceKernel kernel = kernel_of(analysis, source, cache);
    kernel.record.plan = plan;
    kernel.record.plan_reason = mapping;
    runtime::LoadedSource loaded = is_collective ? std::move(cache.load({kernel}).at(0)) : cache.load_alone(kernel);
    return std::move(loaded.module);
  };
  return *patterns::make_kernel_place(cache.device(), load).release();
}

patterns::ProgramRunner* new_array_runner(Analysis const& analysis, runtime::KernelCache& cache) {
  DECLARE_CCTK_PARAMETERS
  return new patterns::ProgramRunner(analysis.program, new_place(analysis, cache, "patterns over arrays", true),
                                     {.mapping = has_single_mappings() ? "automatic" : mapping,
                                      .mappings = analysis.mappings,
                                      .grouping = grouping,
                                      .has_traces = mapping_traces != 0});
}

} // namespace

void compile_kernels(cGH const* cctkGH, std::vector<Analysis>& analyses) {
  DECLARE_CCTK_PARAMETERS
  if (analyses.empty()) return;
  if (!has_kernels() || CCTK_Equals(evaluation, "interpreted")) return;
  runtime::KernelCache& cache = host_cache(cctkGH);
  if (!cache.compiles_for_all()) return;
  std::vector<runtime::SourceKernel> sources;
  for (Analysis const& analysis : analyses)
    for (patterns::KernelSource const& source : analysis.runner->sources()) {
      runtime::SourceKernel& kernel = sources.emplace_back(kernel_of(analysis, source, cache));
      kernel.record.plan = "points in vectors";
      kernel.record.plan_reason = "a sweep over the grid";
    }
  std::vector<runtime::LoadedSource> loaded = cache.load(sources);
  std::size_t next = 0;
  for (Analysis& analysis : analyses) {
    std::vector<std::unique_ptr<patterns::PointKernel>> own;
    for (std::size_t n = analysis.runner->needed_kernels().size(); n > 0; --n)
      own.push_back(patterns::make_point_kernel(std::move(loaded[next++].module)));
    analysis.runner->set_kernels(std::move(own));
    if (!analysis.uses_grid()) analysis.array_runner = new_array_runner(analysis, cache);
    report_work(cctkGH, analysis);
  }
}

void finish_kernels(cGH const* cctkGH) {
  if (has_kernels()) kernels(cctkGH).cache.device().finish();
}

patterns::KernelPlace* device_place(cGH const* cctkGH, Analysis& analysis) {
  DECLARE_CCTK_PARAMETERS
  bool const is_host_program = !analysis.uses_grid() || !analysis.derived.empty() || analysis.variables.empty();
  if (CCTK_Equals(place, "host") || is_host_program || !has_kernels() || CCTK_Equals(evaluation, "interpreted"))
    return nullptr;
  if (!ca_kernel::runs_on_device(cctkGH)) return nullptr;
  runtime::KernelCache& cache = kernels(cctkGH).cache;
  device::Properties const& device = cache.device().properties();
  if (!device.no_compiler.empty() || (CCTK_Equals(place, "automatic") && device.is_processor)) return nullptr;
  if (!analysis.device_place) analysis.device_place = &new_place(analysis, cache, "patterns over a grid", false);
  return analysis.device_place;
}

void report_work(cGH const* cctkGH, Analysis const& analysis) {
  if (!has_kernels()) return;
  std::string const subject = "Analysis::" + analysis.name;
  kernels(cctkGH).notes[subject] =
      fmt::format("\n{}: {} in {:.3g} s\n{}", subject, base::counted(analysis.n_evaluations, "evaluation"),
                  analysis.seconds, analysis.array_runner ? analysis.array_runner->notes() : analysis.runner->notes());
}

} // namespace analysis
