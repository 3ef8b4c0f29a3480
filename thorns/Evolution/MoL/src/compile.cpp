// With --compile-only: compiles the kernels that fuse right-hand sides with updates, and the kernels of the linear
// combinations that the steps of the run compute on a device.
#include "arrays.hpp"
#include "step.hpp"

#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Functions.h"
#include "cctk_Parameters.h"

#include <set>
#include <utility>
#include <vector>

namespace mol {
namespace {

/// A kernel of LinearCombination is identified by its number of sources, and by whether it reads the old target.
using CombinationKernel = std::pair<int, bool>;

void add_kernels(Method<double> const& method, std::set<CombinationKernel>& kernels) {
  for (auto const& substep : method.substeps)
    for (auto const* assignments : {&substep.prepare, &substep.update, &substep.slow_update})
      for (auto const& assignment : *assignments)
        kernels.insert({static_cast<int>(assignment.terms.size()), assignment.scale != 0});
}

std::set<CombinationKernel> kernels_of_steps() {
  DECLARE_CCTK_PARAMETERS;
  Integrator const& selected = integrator();
  std::set<CombinationKernel> kernels{{1, false}}; // the kernel that copies an array
  if (init_RHS_zero) kernels.insert({0, false});
  add_kernels(selected.method, kernels);
  for (auto const& method : selected.start) add_kernels(method, kernels);
  if (adaptive_stepsize) {
    kernels.insert({0, false});
    kernels.insert({static_cast<int>(selected.method.error.size()), false});
  }
  return kernels;
}

void compile_launches(cFunctionData const* function, void* data) {
  CaKernel_CompileLaunches(static_cast<cGH const*>(data), function);
}

/// Submits the right-hand sides and updates of all substeps to CaKernel, in the order of a step.
void compile_fused(cGH const* cctkGH, Method<double> const& method) {
  DECLARE_CCTK_PARAMETERS;
  double const dt = cctkGH->cctk_delta_time;
  for (int remaining = method.n_substeps(); remaining > 0; --remaining) {
    bool const is_first = remaining == method.n_substeps(), may_wait = true;
    if (is_first && !skip_initial_copy) initial_copies(cctkGH).submit_to_kernels(cctkGH, may_wait);
    if (UpdateBatches& prepared = prepared_values(cctkGH, method, remaining); !prepared.batches().empty())
      prepared.submit_to_kernels(cctkGH, !may_wait);
    await_update(cctkGH);
    if (init_RHS_zero)
      zeroed_rhs(cctkGH, substep(method, remaining).evaluates_slow).submit_to_kernels(cctkGH, may_wait);
    for (char const* group : {"MoL_CalcRHS", "MoL_PostRHS", "MoL_RHSBoundaries"})
      CCTK_VisitFunctionsIn(group, compile_launches, const_cast<cGH*>(cctkGH));
    new_values(cctkGH, method, remaining, dt).submit_to_kernels(cctkGH, !may_wait);
  }
}

} // namespace

extern "C" void MoL_CompileSubsteps(CCTK_ARGUMENTS) {
  if (!CCTK_IsFunctionAliased("CaKernel_CompileLaunches")) return;
  compile_fused(cctkGH, integrator().method);
  for (auto const& method : integrator().start) compile_fused(cctkGH, method);
}

/// With --compile-only, LinearCombination compiles a kernel and does not change variables.
extern "C" void MoL_CompileSums(CCTK_ARGUMENTS) {
  if (!combines_on_device(cctkGH)) return;
  for (Evolved const& evolved : registry().evolved()) {
    if (!is_grid_function(evolved.variable)) continue;
    for (auto const& [n_sources, reads_target] : kernels_of_steps()) {
      auto const n = static_cast<std::size_t>(n_sources);
      std::vector<CCTK_INT> const sources(n, evolved.rhs), time_levels(n, 0);
      std::vector<CCTK_REAL> const factors(n, 1);
      CCTK_INT const refinement_level = 0, time_level = 0;
      LinearCombination(cctkGH, evolved.variable, refinement_level, time_level, reads_target ? 1 : 0, sources.data(),
                        time_levels.data(), factors.data(), n_sources);
    }
  }
}

} // namespace mol
