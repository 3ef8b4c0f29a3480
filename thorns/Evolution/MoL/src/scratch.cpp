// Where the values of a step are kept besides the variables themselves: in grid functions for grid functions (one time
// level for each variable), in memory for grid arrays and scalars.
#include "scratch.hpp"

#include "cctk_Arguments.h"
#include "cctk_Parameters.h"
#include "circumstances.hpp"
#include "integrator.hpp"
#include "roles/kept.hpp"

#include <map>

namespace mol {
namespace {

// Memory for grid arrays, by variable; it stays where it is until it grows.
std::map<int, std::vector<double>> array_memory;

double* memory_for(int variable, std::ptrdiff_t n) {
  auto& memory = array_memory[variable];
  if (memory.size() < static_cast<std::size_t>(n)) memory.assign(n, 0.0);
  return memory.data();
}

// Names mean the same during the run.
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
  if (int const most = CCTK_DeclaredTimeLevelsGI(group); levels > most)
    CCTK_VERROR("%d grid functions need scratch space in %s, which has room for %d. Raise its TIMELEVELS in MoL's "
                "interface.ccl.",
                levels, space.name, most);
  if (CCTK_GroupStorageIncrease(cctkGH, 1, &group, &levels, nullptr) < 0 ||
      CCTK_ActiveTimeLevelsGI(cctkGH, group) < levels)
    CCTK_VERROR("The driver has no storage for %d time levels of %s.", levels, space.name);
}

void free_levels(cGH const* cctkGH, int group) {
  int const none = 0;
  if (CCTK_NumVarsInGroupI(group) > 0) CCTK_GroupStorageDecrease(cctkGH, 1, &group, &none, nullptr);
}

std::vector<Integrated> find_integrated(cGH const* cctkGH) {
  int const n_values = n_scratch_values();
  std::vector<Integrated> all;
  int grid_functions = 0, without_past = 0;
  for (Evolved const& evolved : registry().evolved()) {
    int const variable = evolved.variable;
    Integrated entry{evolved, n_points(cctkGH, variable), level(variable, 1), {}};
    bool const past = has_past_level(cctkGH, variable);
    if (is_grid_function(variable)) {
      if (!past) entry.previous = level(previous_space().first_variable, without_past++);
      for (int k = 0; k < n_values; ++k)
        entry.scratch.push_back(level(scratch_space().first_variable + k, grid_functions));
      ++grid_functions;
    } else {
      double* const memory = memory_for(variable, entry.n * (n_values + 1));
      if (!past) entry.previous = own_memory(memory);
      for (int k = 0; k < n_values; ++k) entry.scratch.push_back(own_memory(memory + (k + 1) * entry.n));
    }
    all.push_back(std::move(entry));
  }
  return all;
}

} // namespace

std::vector<Integrated> const& integrated_variables(cGH const* cctkGH) {
  static Kept<std::uint64_t, std::vector<Integrated>> known;
  return known.get(circumstances(cctkGH), [&] { return find_integrated(cctkGH); });
}

std::vector<Place> saved_places(cGH const* cctkGH) {
  int const space = saved_space().first_variable;
  std::vector<Place> places;
  int grid_functions = 0;
  for (int const variable : registry().saved())
    places.push_back(is_grid_function(variable) ? level(space, grid_functions++)
                                                : own_memory(memory_for(variable, n_points(cctkGH, variable))));
  return places;
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

// Registrations may have changed in MoL_PreStep.
extern "C" void MoL_AllocateScratch(CCTK_ARGUMENTS) { MoL_AllocateScratchSpace(CCTK_PASS_CTOC); }

extern "C" void MoL_FreeScratchSpace(CCTK_ARGUMENTS) {
  DECLARE_CCTK_PARAMETERS;
  if (MoL_Memory_Always_On) return;
  for (Space const* space : {&scratch_space(), &previous_space(), &saved_space()}) free_levels(cctkGH, space->group);
  array_memory.clear();
}

} // namespace mol
