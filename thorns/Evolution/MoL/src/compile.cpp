// --compile-only: the kernels for right-hand sides that become one with updates, and for the sums that the steps of the
// run calculate where the variables are on a device.
#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Functions.h"
#include "cctk_Parameters.h"
#include "fields.hpp"
#include "integrator.hpp"
#include "roles/registry.hpp"
#include "substep.hpp"
#include "visit_schedule.hpp"

#include <set>
#include <utility>
#include <vector>

namespace mol {
namespace {

// What tells kernels apart: the number of sources, and whether the target keeps a part of its value.
using Sum = std::pair<int, bool>;

void add_sums(Method<double> const& method, std::set<Sum>& sums) {
  for (auto const& substep : method.substeps)
    for (auto const* assignments : {&substep.prepare, &substep.update, &substep.slow_update})
      for (auto const& assignment : *assignments)
        sums.insert({static_cast<int>(assignment.terms.size()), assignment.scale != 0});
}

std::set<Sum> sums_of_steps() {
  DECLARE_CCTK_PARAMETERS;
  Chosen const& chosen = integrator();
  std::set<Sum> sums{{1, false}}; // copies
  if (init_RHS_zero) sums.insert({0, false});
  add_sums(chosen.method, sums);
  for (auto const& method : chosen.start) add_sums(method, sums);
  if (adaptive_stepsize) {
    sums.insert({0, false});
    sums.insert({static_cast<int>(chosen.method.error.size()), false});
  }
  return sums;
}

} // namespace

namespace {

void launch(cFunctionData const* function, void* data) {
  CaKernel_CompileLaunches(static_cast<cGH const*>(data), function);
}

// Right-hand sides and updates of all substeps, as a step does them.
void compile_joined(cGH const* cctkGH, Method<double> const& method) {
  DECLARE_CCTK_PARAMETERS;
  double const dt = cctkGH->cctk_delta_time;
  for (int remaining = method.n_substeps(); remaining > 0; --remaining) {
    bool const is_first = remaining == method.n_substeps(), may_wait = true;
    if (is_first && !skip_initial_copy) initial_copies(cctkGH).hand_over(cctkGH, may_wait);
    if (Offer& prepared = prepared_values(cctkGH, method, remaining); !prepared.batches().empty())
      prepared.hand_over(cctkGH, !may_wait);
    await_update(cctkGH);
    if (init_RHS_zero) zeroed_rhs(cctkGH, substep(method, remaining).evaluates_slow).hand_over(cctkGH, may_wait);
    for (char const* group : {"MoL_CalcRHS", "MoL_PostRHS", "MoL_RHSBoundaries"})
      CCTK_VisitFunctionsIn(group, launch, const_cast<cGH*>(cctkGH));
    new_values(cctkGH, method, remaining, dt).hand_over(cctkGH, !may_wait);
  }
}

} // namespace

extern "C" void MoL_CompileSubsteps(CCTK_ARGUMENTS) {
  if (!CCTK_IsFunctionAliased("CaKernel_CompileLaunches")) return;
  compile_joined(cctkGH, integrator().method);
  for (auto const& method : integrator().start) compile_joined(cctkGH, method);
}

// In such a run LinearCombination compiles and leaves the variables alone.
extern "C" void MoL_CompileSums(CCTK_ARGUMENTS) {
  if (!combines_on_device(cctkGH)) return;
  for (Evolved const& evolved : registry().evolved()) {
    if (!is_grid_function(evolved.variable)) continue;
    for (auto const& [n_sources, keeps_target] : sums_of_steps()) {
      auto const n = static_cast<std::size_t>(n_sources);
      std::vector<CCTK_INT> const sources(n, evolved.rhs), time_levels(n, 0);
      std::vector<CCTK_REAL> const factors(n, 1);
      CCTK_INT const level_of_refinement = 0, time_level = 0;
      LinearCombination(cctkGH, evolved.variable, level_of_refinement, time_level, keeps_target ? 1 : 0, sources.data(),
                        time_levels.data(), factors.data(), n_sources);
    }
  }
}

} // namespace mol
