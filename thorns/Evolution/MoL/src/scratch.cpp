// Allocation of scratch values. For each evolved grid function they are stored in one time level of MoL's own grid
// functions. Scratch values of grid arrays and scalars are stored in memory that MoL allocates.

#include "step.hpp"

#include "Numerics/ThornTools/src/algorithms/result_cache.hpp"
#include "cctk_Arguments.h"
#include "cctk_Parameters.h"

#include <map>

namespace mol {
namespace {

/// Memory for scratch values of grid arrays and scalars, by variable index. The address of an entry changes only when
/// it grows.
std::map<int, std::vector<double>> array_memory;

double* memory_for(int variable, std::ptrdiff_t n) {
  auto& memory = array_memory[variable];
  if (memory.size() < static_cast<std::size_t>(n)) memory.assign(n, 0.0);
  return memory.data();
}

/// A variable group of MoL that stores scratch values.
struct Space {
  char const* name;
  int group = CCTK_GroupIndex(name);
  int first_variable = CCTK_FirstVarIndexI(group);
};

Space const& scratch_space() {
  static Space const space{"MoL::ScratchSpace"};
  return space;
}
Space const& previous_space() {
  static Space const space{"MoL::PreviousSpace"};
  return space;
}
Space const& saved_space() {
  static Space const space{"MoL::SandRScratchSpace"};
  return space;
}

int n_scratch_values() { return n_scratch(integrator().method); }

void ensure_levels(cGH const* cctkGH, Space const& space, int levels) {
  int const group = space.group;
  if (levels == 0 || CCTK_NumVarsInGroupI(group) == 0) return;
  if (int const max_levels = CCTK_DeclaredTimeLevelsGI(group); levels > max_levels)
    CCTK_VERROR(
        "%d grid functions need scratch space in %s, which has at most %d time levels. Increase its TIMELEVELS in "
        "MoL's interface.ccl.",
        levels, space.name, max_levels);
  if (CCTK_GroupStorageIncrease(cctkGH, 1, &group, &levels, nullptr) < 0 ||
      CCTK_ActiveTimeLevelsGI(cctkGH, group) < levels)
    CCTK_VERROR("The driver could not allocate %d time levels of %s.", levels, space.name);
}

void free_levels(cGH const* cctkGH, int group) {
  int const none = 0;
  if (CCTK_NumVarsInGroupI(group) > 0) CCTK_GroupStorageDecrease(cctkGH, 1, &group, &none, nullptr);
}

std::vector<Integrated> find_integrated(cGH const* cctkGH) {
  int const n_values = n_scratch_values();
  std::vector<Integrated> result;
  int grid_functions = 0, without_past = 0;
  for (Evolved const& evolved : registry().evolved()) {
    int const variable = evolved.variable;
    Integrated entry{evolved, n_points(cctkGH, variable), level(variable, 1), {}};
    bool const has_past = has_past_level(cctkGH, variable);
    if (is_grid_function(variable)) {
      if (!has_past) entry.previous = level(previous_space().first_variable, without_past++);
      for (int k = 0; k < n_values; ++k)
        entry.scratch.push_back(level(scratch_space().first_variable + k, grid_functions));
      ++grid_functions;
    } else {
      double* const memory = memory_for(variable, entry.n * (n_values + 1));
      if (!has_past) entry.previous = own_memory(memory);
      for (int k = 0; k < n_values; ++k) entry.scratch.push_back(own_memory(memory + (k + 1) * entry.n));
    }
    result.push_back(std::move(entry));
  }
  return result;
}

} // namespace

std::uint64_t update_list_revision(cGH const* cctkGH) {
  static UpdateListRevision revision;
  return revision.update(registry(), CCTK_GroupIndexFromVarI, [&](int variable) -> Extent {
    return {CCTK_ActiveTimeLevelsVI(cctkGH, variable), n_points(cctkGH, variable), is_grid_function(variable)};
  });
}

std::vector<Integrated> const& integrated_variables(cGH const* cctkGH) {
  static thorntools::ResultCache<std::uint64_t, std::vector<Integrated>> cache;
  return cache.get(update_list_revision(cctkGH), [&] { return find_integrated(cctkGH); });
}

std::vector<ArrayRef> saved_arrays(cGH const* cctkGH) {
  int const space = saved_space().first_variable;
  std::vector<ArrayRef> arrays;
  int grid_functions = 0;
  for (int const variable : registry().saved())
    arrays.push_back(is_grid_function(variable) ? level(space, grid_functions++)
                                                : own_memory(memory_for(variable, n_points(cctkGH, variable))));
  return arrays;
}

extern "C" void MoL_AllocateScratchSpace(CCTK_ARGUMENTS) {
  int evolved = 0, without_past = 0, saved = 0;
  for (Evolved const& entry : registry().evolved()) {
    if (!is_grid_function(entry.variable)) continue;
    ++evolved;
    if (!has_past_level(cctkGH, entry.variable)) ++without_past;
  }
  for (int const variable : registry().saved()) saved += is_grid_function(variable);
  ensure_levels(cctkGH, scratch_space(), n_scratch_values() > 0 ? evolved : 0);
  ensure_levels(cctkGH, previous_space(), without_past);
  ensure_levels(cctkGH, saved_space(), saved);
}

/// Allocates scratch values again after MoL_PreStep, because functions in this group may register variables.
extern "C" void MoL_AllocateScratch(CCTK_ARGUMENTS) { MoL_AllocateScratchSpace(CCTK_PASS_CTOC); }

extern "C" void MoL_FreeScratchSpace(CCTK_ARGUMENTS) {
  DECLARE_CCTK_PARAMETERS;
  if (MoL_Memory_Always_On) return;
  for (Space const* space : {&scratch_space(), &previous_space(), &saved_space()}) free_levels(cctkGH, space->group);
  array_memory.clear();
}

} // namespace mol
