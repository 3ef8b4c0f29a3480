// Allocation of scratch values. For each evolved grid function they are stored in one time level of MoL's own grid
// functions. Scratch values of grid arrays and scalars are stored in memory that MoL allocates.

#include "step.hpp"

#include "Numerics/ThornTools/src/algorithms/result_cache.hpp"
#include "cctk_Arguments.h"
#include "cctk_Parameters.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>

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

/// The groups for variables of one type.
struct Spaces {
  Space scratch, automatic, previous, saved;
};

Spaces const& spaces_of(bool is_real4) {
  static Spaces const real{
      {"MoL::ScratchSpace"}, {"MoL::AutomaticScratchSpace"}, {"MoL::PreviousSpace"}, {"MoL::SandRScratchSpace"}};
  static Spaces const real4{{"MoL::ScratchSpaceReal4"},
                            {"MoL::AutomaticScratchSpaceReal4"},
                            {"MoL::PreviousSpaceReal4"},
                            {"MoL::SandRScratchSpaceReal4"}};
  return is_real4 ? real4 : real;
}

bool is_real4(int variable) { return is_real4(level(variable, 0)); }

/// Numbers of grid functions with scratch values, of one type.
struct Count {
  int evolved = 0, without_past = 0, saved = 0;
};

int n_scratch_values() { return n_scratch(integrator().method); }

bool has_automatic_levels() {
  DECLARE_CCTK_PARAMETERS;
  return MoL_Num_Scratch_Levels == 0;
}

/// The k-th scratch value of an evolved grid function.
ArrayRef scratch_value(Spaces const& spaces, int evolved, int k) {
  if (has_automatic_levels()) return level(spaces.automatic.first_variable, evolved * n_scratch_values() + k);
  return level(spaces.scratch.first_variable + k, evolved);
}

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
  std::array<Count, 2> counts; // by is_real4
  for (Evolved const& evolved : registry().evolved()) {
    int const variable = evolved.variable;
    Spaces const& spaces = spaces_of(is_real4(variable));
    Count& count = counts[is_real4(variable)];
    Integrated entry{evolved, n_points(cctkGH, variable), level(variable, 1), {}};
    bool const has_past = has_past_level(cctkGH, variable);
    if (is_grid_function(variable)) {
      if (!has_past) entry.previous = level(spaces.previous.first_variable, count.without_past++);
      for (int k = 0; k < n_values; ++k) entry.scratch.push_back(scratch_value(spaces, count.evolved, k));
      ++count.evolved;
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
  std::vector<ArrayRef> arrays;
  std::array<Count, 2> counts; // by is_real4
  for (int const variable : registry().saved())
    arrays.push_back(is_grid_function(variable)
                         ? level(spaces_of(is_real4(variable)).saved.first_variable, counts[is_real4(variable)].saved++)
                         : own_memory(memory_for(variable, n_points(cctkGH, variable))));
  return arrays;
}

namespace {

/// Counts of grid functions by is_real4.
std::array<Count, 2> counts_of_functions(cGH const* cctkGH) {
  std::array<Count, 2> counts;
  for (Evolved const& entry : registry().evolved()) {
    if (!is_grid_function(entry.variable)) continue;
    Count& count = counts[is_real4(entry.variable)];
    ++count.evolved;
    if (!has_past_level(cctkGH, entry.variable)) ++count.without_past;
  }
  for (int const variable : registry().saved())
    if (is_grid_function(variable)) ++counts[is_real4(variable)].saved;
  return counts;
}

} // namespace

std::string scratch_error(cGH const* cctkGH) {
  auto const counts = counts_of_functions(cctkGH);
  int const evolved = std::max(counts[0].evolved, counts[1].evolved), n_values = n_scratch_values();
  int const max_levels = CCTK_DeclaredTimeLevelsGI(spaces_of(false).automatic.group);
  if (!has_automatic_levels() || evolved * n_values <= max_levels) return {};
  return "The method needs " + std::to_string(n_values) + " scratch arrays for each of " + std::to_string(evolved) +
         " evolved grid functions, but MoL::MoL_Num_Scratch_Levels = 0 provides at most " + std::to_string(max_levels) +
         " arrays. Set MoL::MoL_Num_Scratch_Levels = " + std::to_string(n_values) + ".";
}

extern "C" void MoL_AllocateScratchSpace(CCTK_ARGUMENTS) {
  auto const counts = counts_of_functions(cctkGH);
  for (bool const is_real4 : {false, true}) {
    Spaces const& spaces = spaces_of(is_real4);
    Count const& count = counts[is_real4];
    bool const is_automatic = has_automatic_levels();
    ensure_levels(cctkGH, spaces.scratch, !is_automatic && n_scratch_values() > 0 ? count.evolved : 0);
    ensure_levels(cctkGH, spaces.automatic, is_automatic ? n_scratch_values() * count.evolved : 0);
    ensure_levels(cctkGH, spaces.previous, count.without_past);
    ensure_levels(cctkGH, spaces.saved, count.saved);
  }
}

/// Allocates scratch values again after MoL_PreStep, because functions in this group may register variables.
extern "C" void MoL_AllocateScratch(CCTK_ARGUMENTS) { MoL_AllocateScratchSpace(CCTK_PASS_CTOC); }

extern "C" void MoL_FreeScratchSpace(CCTK_ARGUMENTS) {
  DECLARE_CCTK_PARAMETERS;
  if (MoL_Memory_Always_On) return;
  for (bool const is_real4 : {false, true}) {
    Spaces const& spaces = spaces_of(is_real4);
    for (Space const* space : {&spaces.scratch, &spaces.automatic, &spaces.previous, &spaces.saved})
      free_levels(cctkGH, space->group);
  }
  array_memory.clear();
}

} // namespace mol
