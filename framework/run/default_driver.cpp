#include "framework/run/stages.hpp"

#include "framework/base/text.hpp"
#include "framework/include/cctk_Comm.h"
#include "framework/include/cctk_Constants.h"
#include "framework/include/cctk_Groups.h"
#include "framework/include/cctk_WarnLevel.h"
#include "framework/parameters/parameter_table.hpp"

#include <mpi.h>

#include <algorithm>
#include <cstdlib>
#include <deque>
#include <memory>
#include <vector>

namespace chemora::run {

namespace {

/// A grid hierarchy (cGH) that contains only grid scalars, and the memory that its members point to.
struct ScalarHierarchy {
  cGH gh{};
  int dimension = std::max(1, CCTK_MaxDim());
  /// Each array member of cGH has its own memory, because a driver without its own SetupGH writes to these arrays.
  std::deque<std::vector<int>> numbers;
  std::vector<double> spacing, origin;
  std::vector<std::vector<void*>> levels; ///< pointers to the time levels of each variable
  std::vector<void**> data;
  std::vector<cGHGroupData> groups;
  std::vector<int> n_active, n_max; ///< active time levels and their maximum so far, indexed by group

  ScalarHierarchy();
  int* array_of(int value) { return numbers.emplace_back(2 * static_cast<std::size_t>(dimension), value).data(); }
};

ScalarHierarchy::ScalarHierarchy()
    : spacing(static_cast<std::size_t>(dimension), 1.0), origin(static_cast<std::size_t>(dimension), 0.0) {
  for (int variable = 0; variable < CCTK_NumVars(); ++variable)
    levels.emplace_back(static_cast<std::size_t>(CCTK_DeclaredTimeLevelsVI(variable)), nullptr);
  for (auto& each : levels) data.push_back(each.data());
  groups.assign(static_cast<std::size_t>(CCTK_NumGroups()), cGHGroupData{0, 0});
  n_active.assign(groups.size(), 0);
  n_max = n_active;
  gh.cctk_dim = CCTK_MaxGFDim();
  for (auto const member : {&cGH::cctk_gsh, &cGH::cctk_lsh, &cGH::cctk_ash, &cGH::cctk_tile_max, &cGH::cctk_levfac,
                            &cGH::cctk_levoffdenom, &cGH::cctk_bbox})
    gh.*member = array_of(1);
  for (auto const member : {&cGH::cctk_lbnd, &cGH::cctk_ubnd, &cGH::cctk_tile_min, &cGH::cctk_levoff,
                            &cGH::cctk_nghostzones, &cGH::cctk_to, &cGH::cctk_from})
    gh.*member = array_of(0);
  gh.cctk_delta_time = 1.0;
  gh.cctk_delta_space = spacing.data();
  gh.cctk_origin_space = origin.data();
  gh.cctk_npatches = gh.cctk_timefac = gh.cctk_convfac = gh.cctk_alignment = 1;
  gh.data = data.data();
  gh.GroupData = groups.data();
}

std::unique_ptr<ScalarHierarchy> hierarchy;

[[noreturn]] void report_missing_driver(int group) {
  std::vector<std::string> names;
  for (auto const& thorn : parameters::thorn_catalogue().thorns())
    if (ccl::same_name(thorn.implementation(), "Driver")) names.push_back(thorn.name);
  std::string const drivers = base::join(names);
  CCTK_VError(__LINE__, __FILE__, "Cactus",
              "%s is a %s and needs a driver, but no driver is active. Add one to ActiveThorns: %s.",
              CCTK_FullGroupName(group), CCTK_GroupTypeI(group) == CCTK_GF ? "grid function" : "grid array",
              drivers.empty() ? "no compiled thorn implements Driver" : drivers.c_str());
}

cGH* set_up(tFleshConfig*, int) {
  hierarchy = std::make_unique<ScalarHierarchy>();
  return &hierarchy->gh;
}

/// Allocates or frees one time level of a variable. The elements of a vector variable are contiguous in one block,
/// whose address element 0 stores.
void set_level(int first_element, int n_elements, std::size_t size, int level, bool is_wanted) {
  auto const pointer = [&](int element) -> void*& {
    return hierarchy->levels[static_cast<std::size_t>(first_element + element)][static_cast<std::size_t>(level)];
  };
  if (is_wanted == (pointer(0) != nullptr)) return;
  auto* const block = is_wanted ? std::calloc(static_cast<std::size_t>(n_elements), size) : nullptr;
  if (is_wanted && !block)
    CCTK_VError(__LINE__, __FILE__, "Cactus", "Not enough memory for %s.", CCTK_VarName(first_element));
  if (!is_wanted) std::free(pointer(0));
  for (int element = 0; element < n_elements; ++element)
    pointer(element) = block ? static_cast<char*>(block) + static_cast<std::size_t>(element) * size : nullptr;
}

/// Sets the number of time levels of the group; returns the previous number.
int set_levels(int group, int n_levels) {
  auto& active = hierarchy->n_active[static_cast<std::size_t>(group)];
  int const before = active;
  cGroup declared{};
  CCTK_GroupData(group, &declared);
  int const n_elements = std::max(declared.vectorlength, 1);
  int const first = CCTK_FirstVarIndexI(group), n_variables = CCTK_NumVarsInGroupI(group);
  auto const size = static_cast<std::size_t>(std::max(CCTK_VarTypeSize(declared.vartype), 1));
  for (int variable = first; variable < first + n_variables; variable += n_elements)
    for (int level = 0; level < CCTK_DeclaredTimeLevelsGI(group); ++level)
      set_level(variable, n_elements, size, level, level < n_levels);
  active = n_levels;
  auto& max_levels = hierarchy->n_max[static_cast<std::size_t>(group)];
  max_levels = std::max(max_levels, n_levels);
  hierarchy->groups[static_cast<std::size_t>(group)].storage = n_levels > 0;
  return before;
}

/// Returns the requested number of time levels; a negative request selects all declared levels.
int wanted_levels(int group, int n_levels) {
  return n_levels < 0 ? CCTK_DeclaredTimeLevelsGI(group) : std::min(n_levels, CCTK_DeclaredTimeLevelsGI(group));
}

int increase(const cGH*, int n_groups, const int* groups, const int* timelevels, int* status) {
  int n_levels = 0;
  for (int n = 0; n < n_groups; ++n) {
    int& active = hierarchy->n_active[static_cast<std::size_t>(groups[n])];
    int const before = active;
    int const wanted = wanted_levels(groups[n], timelevels[n]);
    if (wanted > 0 && CCTK_GroupTypeI(groups[n]) != CCTK_SCALAR) report_missing_driver(groups[n]);
    if (wanted > before) set_levels(groups[n], wanted);
    if (status) status[n] = before;
    n_levels += active;
  }
  return n_levels;
}

int decrease(const cGH*, int n_groups, const int* groups, const int* timelevels, int* status) {
  int n_levels = 0;
  for (int n = 0; n < n_groups; ++n) {
    int& active = hierarchy->n_active[static_cast<std::size_t>(groups[n])];
    int const before = active;
    int const wanted = timelevels[n] < 0 ? 0 : timelevels[n];
    if (wanted < before) set_levels(groups[n], wanted);
    if (status) status[n] = before;
    n_levels += active;
  }
  return n_levels;
}

int query_max(const cGH*, int n_groups, const int* groups, int* status) {
  for (int n = 0; n < n_groups; ++n) status[n] = hierarchy->n_max[static_cast<std::size_t>(groups[n])];
  return 0;
}

int query_storage(const cGH*, int group, const char* name) {
  if (name) group = CCTK_GroupIndex(name);
  return group < 0 || group >= CCTK_NumGroups() ? -1 : hierarchy->n_active[static_cast<std::size_t>(group)] > 0;
}

int enable(const cGH* cctkGH, const char* name) {
  int const group = CCTK_GroupIndex(name), all = -1;
  int before = 0;
  if (group < 0) return -1;
  increase(cctkGH, 1, &group, &all, &before);
  return before > 0;
}

int disable(const cGH* cctkGH, const char* name) {
  int const group = CCTK_GroupIndex(name), none = 0;
  int before = 0;
  if (group < 0) return -1;
  decrease(cctkGH, 1, &group, &none, &before);
  return before > 0;
}

int synchronise(const cGH*, const char*) { return 0; } // scalars have no ghost zones

int synchronise_groups(const cGH*, int n_groups, const int*, const int*) { return n_groups; }

int rank(const cGH*) {
  int number = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &number);
  return number;
}

int n_processes(const cGH*) {
  int number = 1;
  MPI_Comm_size(MPI_COMM_WORLD, &number);
  return number;
}

int barrier(const cGH*) {
  MPI_Barrier(MPI_COMM_WORLD);
  return 0;
}

int dynamic_data(const cGH*, int group, cGroupDynamicData* data) {
  if (group < 0 || group >= CCTK_NumGroups()) return -1;
  *data = {};
  data->maxtimelevels = hierarchy->n_max[static_cast<std::size_t>(group)];
  data->activetimelevels = hierarchy->n_active[static_cast<std::size_t>(group)];
  return 0;
}

} // namespace

void rotate_time_levels(cGH* cctkGH) {
  if (!hierarchy || cctkGH != &hierarchy->gh) return;
  for (int variable = 0; variable < CCTK_NumVars(); ++variable) {
    int const n_levels = CCTK_ActiveTimeLevelsVI(cctkGH, variable);
    if (n_levels > 1)
      std::rotate(cctkGH->data[variable], cctkGH->data[variable] + n_levels - 1, cctkGH->data[variable] + n_levels);
  }
}

void install_default_driver() {
  CCTK_OverloadMyProc(rank);
  CCTK_OverloadnProcs(n_processes);
  CCTK_OverloadBarrier(barrier);
  CCTK_OverloadSetupGH(set_up);
  CCTK_OverloadGroupStorageIncrease(increase);
  CCTK_OverloadGroupStorageDecrease(decrease);
  CCTK_OverloadQueryMaxTimeLevels(query_max);
  CCTK_OverloadQueryGroupStorageB(query_storage);
  CCTK_OverloadEnableGroupStorage(enable);
  CCTK_OverloadDisableGroupStorage(disable);
  CCTK_OverloadSyncGroup(synchronise);
  CCTK_OverloadSyncGroupsByDirI(synchronise_groups);
  CCTK_OverloadGroupDynamicData(dynamic_data);
}

} // namespace chemora::run
