/// Start-up, and the driver's replacements of functions of the flesh. Return codes are those that the flesh documents.
#include "accelerator.hpp"
#include "driver.hpp"
#include "presync.hpp"

#include "cctk_Parameters.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace pugh {

MPI_Comm communicator() {
  static MPI_Comm const driver_communicator = [] {
    MPI_Comm duplicate = MPI_COMM_NULL;
    MPI_Comm_dup(MPI_COMM_WORLD, &duplicate);
    return duplicate;
  }();
  return driver_communicator;
}

namespace {

/// The index of a group: `group` if it is not negative, otherwise the index of the group `name`.
int group_index(int group, char const* name) { return group >= 0 || !name ? group : CCTK_GroupIndex(name); }

/// Whether the bin EVOL runs, and the number of nested scheduled functions. An exchange may remain in flight only if
/// the scheduler requests it between the functions of EVOL. An exchange that a function or the driver requests, or that
/// is in another bin, must complete immediately, because the next code may read the ghost zones.
bool is_evolving = false;
int n_running_functions = 0;

int synchronise_groups(cGH const* cctkGH, int n_groups, int const* groups, int const* /* directions: always all */) {
  DECLARE_CCTK_PARAMETERS
  Driver* const driver = Driver::of(cctkGH);
  if (!driver) return -1;
  bool const may_stay_in_flight = overlap && is_evolving && n_running_functions == 0;
  int const n_synchronised = driver->synchronise({groups, static_cast<std::size_t>(n_groups)}, may_stay_in_flight);
  for (int n = 0; n < n_groups; ++n) presync::synchronised(cctkGH, groups[n]);
  return n_synchronised;
}

int synchronise_group(cGH const* cctkGH, char const* name) {
  int const group = CCTK_GroupIndex(name);
  if (group < 0) return -1;
  return synchronise_groups(cctkGH, 1, &group, nullptr) == 1 ? 0 : -2;
}

/// Changes the storage of several groups by change(driver, group, requested number of time levels or -1). Returns the
/// total number of time levels with storage.
template <typename Change>
int change_storage(cGH const* cctkGH, int n_groups, int const* groups, int const* levels, int* status, Change change) {
  Driver* const driver = Driver::of(cctkGH);
  if (!driver) return -1;
  int active = 0;
  for (int i = 0; i < n_groups; ++i) {
    Group const* const group = driver->group(groups[i]);
    if (status) status[i] = group ? group->n_levels() : 0;
    if (!group) continue;
    int const before = group->n_levels();
    change(*driver, *group, levels ? levels[i] : -1);
    if (group->n_levels() != before) presync::storage_changed(group->index, std::min(before, group->n_levels()));
    active += group->n_levels();
  }
  return active;
}

int increase_storage(cGH const* cctkGH, int n_groups, int const* groups, int const* levels, int* status) {
  return change_storage(cctkGH, n_groups, groups, levels, status, [](Driver& driver, Group const& group, int n_levels) {
    driver.increase_storage(group.index, n_levels < 0 ? group.declared.numtimelevels : n_levels);
  });
}

int decrease_storage(cGH const* cctkGH, int n_groups, int const* groups, int const* levels, int* status) {
  return change_storage(cctkGH, n_groups, groups, levels, status, [](Driver& driver, Group const& group, int n_levels) {
    driver.decrease_storage(group.index, n_levels < 0 ? 0 : n_levels);
  });
}

int query_max_time_levels(cGH const* cctkGH, int n_groups, int const* groups, int* status) {
  Driver const* const driver = Driver::of(cctkGH);
  if (!driver) return -1;
  for (int i = 0; i < n_groups; ++i) status[i] = driver->group(groups[i]) ? driver->group(groups[i])->max_levels : 0;
  return 0;
}

int query_storage(cGH const* cctkGH, int index, char const* name) {
  Driver const* const driver = Driver::of(cctkGH);
  Group const* const group = driver ? driver->group(group_index(index, name)) : nullptr;
  return group ? !group->levels.empty() : -1;
}

/// Returns 0 if storage was allocated, 1 if the group already had storage, -2 if the group does not exist, -1 without a
/// driver.
int enable_storage(cGH const* cctkGH, char const* name) {
  int const group = CCTK_GroupIndex(name), before = group < 0 ? -2 : query_storage(cctkGH, group, nullptr);
  if (before == 0) return increase_storage(cctkGH, 1, &group, nullptr, nullptr) < 0 ? -1 : 0;
  return before;
}

int disable_storage(cGH const* cctkGH, char const* name) {
  int const group = CCTK_GroupIndex(name), before = group < 0 ? -2 : query_storage(cctkGH, group, nullptr);
  if (before == 1) return decrease_storage(cctkGH, 1, &group, nullptr, nullptr) < 0 ? -1 : 0;
  return before == 0 ? 1 : before;
}

/// Has no effect, because groups with storage always have communication. Returns 1, or -1 if the group does not exist.
int switch_communication(cGH const*, char const* name) { return CCTK_GroupIndex(name) < 0 ? -1 : 1; }

int const* array_group_size(cGH const* cctkGH, int direction, int index, char const* name) {
  static int const no_points = 0;
  Driver const* const driver = Driver::of(cctkGH);
  Group const* const group = driver ? driver->group(group_index(index, name)) : nullptr;
  if (!group || direction < 0 || direction >= group->declared.dim) return nullptr;
  return group->levels.empty() ? &no_points : &group->distribution->allocated()[direction];
}

int group_dynamic_data(cGH const* cctkGH, int index, cGroupDynamicData* data) {
  if (!data) return -1;
  Driver const* const driver = Driver::of(cctkGH);
  if (!driver) return -3;
  Group const* const group = driver->group(index);
  if (!group || group->declared.numvars == 0) return -77;
  group->distribution->describe(*data);
  data->activetimelevels = group->n_levels();
  data->maxtimelevels = group->max_levels;
  return 0;
}

int barrier(cGH const*) { return MPI_Barrier(communicator()) == MPI_SUCCESS ? 0 : -1; }

int my_process(cGH const*) {
  int rank = 0;
  MPI_Comm_rank(communicator(), &rank);
  return rank;
}

int number_of_processes(cGH const*) {
  int size = 1;
  MPI_Comm_size(communicator(), &size);
  return size;
}

/// Replaces the functions of the flesh that a run requires, and optional functions if their overload* parameters are
/// set.
void replace_flesh_functions() {
  DECLARE_CCTK_PARAMETERS
  if (overloadenablegroupcomm) CCTK_OverloadEnableGroupComm(switch_communication);
  if (overloaddisablegroupcomm) CCTK_OverloadDisableGroupComm(switch_communication);
  if (overloadbarrier) CCTK_OverloadBarrier(barrier);
  // A run always requires the following functions. PUGH_CheckParameters rejects the value "no" of their parameters.
  CCTK_OverloadSyncGroup(synchronise_group);
  CCTK_OverloadSyncGroupsByDirI(synchronise_groups);
  CCTK_OverloadEnableGroupStorage(enable_storage);
  CCTK_OverloadDisableGroupStorage(disable_storage);
  CCTK_OverloadMyProc(my_process);
  CCTK_OverloadnProcs(number_of_processes);
  CCTK_OverloadArrayGroupSizeB(array_group_size);
  CCTK_OverloadQueryGroupStorageB(query_storage);
  CCTK_OverloadGroupDynamicData(group_dynamic_data);
  CCTK_OverloadGroupStorageIncrease(increase_storage);
  CCTK_OverloadGroupStorageDecrease(decrease_storage);
  CCTK_OverloadQueryMaxTimeLevels(query_max_time_levels);
}

/// Creates the driver as an extension of the grid hierarchy.
void* setup_extension(tFleshConfig*, int, cGH* cctkGH) {
  // The flesh of Cactus leaves these members undefined.
  std::fill_n(cctkGH->GroupData, CCTK_NumGroups(), cGHGroupData{});
  std::fill_n(cctkGH->cctk_delta_space, cctkGH->cctk_dim, 1.0);
  std::fill_n(cctkGH->cctk_origin_space, cctkGH->cctk_dim, 0.0);
  return make_extension(cctkGH, communicator());
}

int initialise_extension(cGH* cctkGH) {
  DECLARE_CCTK_PARAMETERS
  Driver* const driver = Driver::of(cctkGH);
  driver->fill_grid_hierarchy();
  if (enable_all_storage)
    for (Group const& group : driver->groups()) driver->increase_storage(group.index, group.declared.numtimelevels);
  return 0;
}

int call_function(void* function, cFunctionData* attribute, void* hierarchy) {
  auto* const cctkGH = static_cast<cGH*>(hierarchy);
  ++n_running_functions;
  presync::before(cctkGH, *attribute);
  accelerator::call_function(function, attribute, hierarchy);
  --n_running_functions;
  return presync::after(cctkGH, *attribute);
}

/// Runs a schedule bin. Time levels rotate at PRESTEP, the beginning of a time step.
int traverse(cGH* cctkGH, char const* where) {
  DECLARE_CCTK_PARAMETERS
  Driver* const driver = Driver::of(cctkGH);
  if (std::strcmp(where, "CCTK_SHUTDOWN") != 0) driver->fill_grid_hierarchy();
  if (std::strcmp(where, "CCTK_PRESTEP") == 0 && overloadevolve) {
    driver->rotate_time_levels();
    presync::time_levels_rotate(cctkGH);
  }
  if (n_running_functions > 0) return CCTK_ScheduleTraverse(where, cctkGH, call_function);
  is_evolving = std::strcmp(where, "CCTK_EVOL") == 0;
  int const result = CCTK_ScheduleTraverse(where, cctkGH, call_function);
  if (is_evolving) { // code between bins does not declare which variables it reads
    accelerator::finish_deferred_launches(cctkGH);
    driver->end_exchanges();
  }
  is_evolving = false;
  return result;
}

} // namespace
} // namespace pugh

extern "C" CCTK_INT PUGH_EndSync(CCTK_POINTER_TO_CONST cctkGH, CCTK_INT const* variables, CCTK_INT n) {
  pugh::Driver::of(static_cast<cGH const*>(cctkGH))->end_exchanges_of({variables, static_cast<std::size_t>(n)});
  return 0;
}

extern "C" CCTK_INT PUGH_AfterSync(CCTK_POINTER_TO_CONST cctkGH, CCTK_INT variable,
                                   CCTK_INT (*function)(CCTK_POINTER_TO_CONST, CCTK_POINTER), CCTK_POINTER data) {
  pugh::Driver* const driver = pugh::Driver::of(static_cast<cGH const*>(cctkGH));
  return driver->after_exchange_of(variable, [=] { function(cctkGH, data); });
}

extern "C" CCTK_INT PUGH_SwapStorage(CCTK_POINTER_TO_CONST cctkGH, CCTK_INT var1, CCTK_INT tl1, CCTK_INT var2,
                                     CCTK_INT tl2) {
  pugh::Driver* const driver = pugh::Driver::of(static_cast<cGH const*>(cctkGH));
  return driver && driver->swap_storage(var1, tl1, var2, tl2) ? 0 : -1;
}

extern "C" int PUGH_Startup() {
  pugh::replace_flesh_functions();
  int const handle = CCTK_RegisterGHExtension("PUGH");
  CCTK_RegisterGHExtensionSetupGH(handle, pugh::setup_extension);
  CCTK_RegisterGHExtensionInitGH(handle, pugh::initialise_extension);
  CCTK_RegisterGHExtensionScheduleTraverseGH(handle, pugh::traverse);
  return 0;
}

extern "C" CCTK_POINTER_TO_CONST PUGH_GetMPICommWorld(CCTK_POINTER_TO_CONST /* cctkGH */) {
  static MPI_Comm const driver_communicator = pugh::communicator();
  return &driver_communicator;
}
