// The functions that replace the flesh's own, with the return codes documented there.
#include "overloads.hpp"

#include "accelerator.hpp"
#include "driver.hpp"
#include "presync.hpp"
#include "published.hpp"

#include "cctk_Parameters.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace pugh {
namespace {

// Index from a number or, where that is negative, a name.
int group_index(int group, char const* name) { return group >= 0 || !name ? group : CCTK_GroupIndex(name); }

// What runs now. Between the functions of a step, what the scheduler asks for may take until somebody needs it; who
// asks while a function runs (or the driver before one) may look at the result at once, as output may in other bins.
bool is_evolving = false;
int n_functions = 0;

int synchronise_groups(cGH const* gh, int n_groups, int const* groups, int const* /* directions: always all */) {
  DECLARE_CCTK_PARAMETERS
  Driver* const driver = Driver::of(gh);
  if (!driver) return -1;
  bool const may_stay_in_flight = overlap && is_evolving && n_functions == 0;
  int const n_done = driver->synchronise({groups, static_cast<std::size_t>(n_groups)}, may_stay_in_flight);
  for (int n = 0; n < n_groups; ++n) presync::synchronised(gh, groups[n]);
  return n_done;
}

int synchronise_group(cGH const* gh, char const* name) {
  int const group = CCTK_GroupIndex(name);
  if (group < 0) return -1;
  return synchronise_groups(gh, 1, &group, nullptr) == 1 ? 0 : -2;
}

// Changes the storage of several groups; `change` is called for those whose time levels are to change.
template <typename Change>
int change_storage(cGH const* gh, int n_groups, int const* groups, int const* levels, int* status, Change change) {
  Driver* const driver = Driver::of(gh);
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

int increase_storage(cGH const* gh, int n_groups, int const* groups, int const* levels, int* status) {
  return change_storage(gh, n_groups, groups, levels, status, [](Driver& driver, Group const& group, int wanted) {
    driver.increase_storage(group.index, wanted < 0 ? group.declared.numtimelevels : wanted);
  });
}

int decrease_storage(cGH const* gh, int n_groups, int const* groups, int const* levels, int* status) {
  return change_storage(gh, n_groups, groups, levels, status, [](Driver& driver, Group const& group, int wanted) {
    driver.decrease_storage(group.index, wanted < 0 ? 0 : wanted);
  });
}

int query_max_time_levels(cGH const* gh, int n_groups, int const* groups, int* status) {
  Driver const* const driver = Driver::of(gh);
  if (!driver) return -1;
  for (int i = 0; i < n_groups; ++i) status[i] = driver->group(groups[i]) ? driver->group(groups[i])->most_levels : 0;
  return 0;
}

int query_storage(cGH const* gh, int index, char const* name) {
  Driver const* const driver = Driver::of(gh);
  Group const* const group = driver ? driver->group(group_index(index, name)) : nullptr;
  return group ? !group->levels.empty() : -1;
}

// 0: switched now, 1: was so before, -2: no such group, -1: no driver.
int enable_storage(cGH const* gh, char const* name) {
  int const group = CCTK_GroupIndex(name), before = group < 0 ? -2 : query_storage(gh, group, nullptr);
  if (before == 0) return increase_storage(gh, 1, &group, nullptr, nullptr) < 0 ? -1 : 0;
  return before;
}

int disable_storage(cGH const* gh, char const* name) {
  int const group = CCTK_GroupIndex(name), before = group < 0 ? -2 : query_storage(gh, group, nullptr);
  if (before == 1) return decrease_storage(gh, 1, &group, nullptr, nullptr) < 0 ? -1 : 0;
  return before == 0 ? 1 : before;
}

// Storage brings communication with it: these only say whether the group exists.
int switch_communication(cGH const*, char const* name) { return CCTK_GroupIndex(name) < 0 ? -1 : 1; }

int const* array_group_size(cGH const* gh, int direction, int index, char const* name) {
  static int const none = 0;
  Driver const* const driver = Driver::of(gh);
  Group const* const group = driver ? driver->group(group_index(index, name)) : nullptr;
  if (!group || direction < 0 || direction >= group->declared.dim) return nullptr;
  return group->levels.empty() ? &none : &group->distribution->allocated()[direction];
}

int group_dynamic_data(cGH const* gh, int index, cGroupDynamicData* data) {
  if (!data) return -1;
  Driver const* const driver = Driver::of(gh);
  if (!driver) return -3;
  Group const* const group = driver->group(index);
  if (!group || group->declared.numvars == 0) return -77;
  group->distribution->describe(*data);
  data->activetimelevels = group->n_levels();
  data->maxtimelevels = group->most_levels;
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

} // namespace

MPI_Comm communicator() {
  static MPI_Comm const own = [] {
    MPI_Comm duplicate = MPI_COMM_NULL;
    MPI_Comm_dup(MPI_COMM_WORLD, &duplicate);
    return duplicate;
  }();
  return own;
}

void replace_flesh_functions() {
  DECLARE_CCTK_PARAMETERS
  if (overloadenablegroupcomm) CCTK_OverloadEnableGroupComm(switch_communication);
  if (overloaddisablegroupcomm) CCTK_OverloadDisableGroupComm(switch_communication);
  if (overloadbarrier) CCTK_OverloadBarrier(barrier);
  // PUGH_CheckParameters refuses "no" for those of the others that have a parameter.
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

void* setup_extension(tFleshConfig*, int, cGH* grid_hierarchy) {
  // What Cactus' flesh leaves undefined in the hierarchy it makes.
  std::fill_n(grid_hierarchy->GroupData, CCTK_NumGroups(), cGHGroupData{});
  std::fill_n(grid_hierarchy->cctk_delta_space, grid_hierarchy->cctk_dim, 1.0);
  std::fill_n(grid_hierarchy->cctk_origin_space, grid_hierarchy->cctk_dim, 0.0);
  return static_cast<pGH*>(new Published(grid_hierarchy, communicator()));
}

int initialise_extension(cGH* grid_hierarchy) {
  DECLARE_CCTK_PARAMETERS
  Driver* const driver = Driver::of(grid_hierarchy);
  driver->fill_grid_hierarchy();
  if (enable_all_storage)
    for (Group const& group : driver->groups()) driver->increase_storage(group.index, group.declared.numtimelevels);
  return 0;
}

static int call_function(void* function, cFunctionData* attribute, void* grid_hierarchy) {
  auto* const gh = static_cast<cGH*>(grid_hierarchy);
  ++n_functions;
  presync::before(gh, *attribute);
  accelerator::call_function(function, attribute, grid_hierarchy);
  --n_functions;
  return presync::after(gh, *attribute);
}

// A time step begins with PRESTEP: what was current becomes past.
int traverse(cGH* grid_hierarchy, char const* where) {
  DECLARE_CCTK_PARAMETERS
  Driver* const driver = Driver::of(grid_hierarchy);
  if (std::strcmp(where, "CCTK_SHUTDOWN") != 0) driver->fill_grid_hierarchy();
  if (std::strcmp(where, "CCTK_PRESTEP") == 0 && overloadevolve) {
    driver->rotate_time_levels();
    presync::time_levels_rotate(grid_hierarchy);
  }
  if (n_functions > 0) return CCTK_ScheduleTraverse(where, grid_hierarchy, call_function);
  is_evolving = std::strcmp(where, "CCTK_EVOL") == 0;
  int const result = CCTK_ScheduleTraverse(where, grid_hierarchy, call_function);
  if (is_evolving) { // what comes between bins tells nobody what it reads
    accelerator::run_what_waits(grid_hierarchy);
    driver->end_exchanges();
  }
  is_evolving = false;
  return result;
}

} // namespace pugh

extern "C" CCTK_INT PUGH_EndSync(CCTK_POINTER_TO_CONST gh, CCTK_INT const* variables, CCTK_INT n) {
  pugh::Driver::of(static_cast<cGH const*>(gh))->end_exchanges_of({variables, static_cast<std::size_t>(n)});
  return 0;
}

extern "C" CCTK_INT PUGH_AfterSync(CCTK_POINTER_TO_CONST gh, CCTK_INT variable,
                                   CCTK_INT (*function)(CCTK_POINTER_TO_CONST, CCTK_POINTER), CCTK_POINTER data) {
  pugh::Driver* const driver = pugh::Driver::of(static_cast<cGH const*>(gh));
  return driver->after_exchange_of(variable, [=] { function(gh, data); });
}

extern "C" CCTK_INT PUGH_SwapStorage(CCTK_POINTER_TO_CONST gh, CCTK_INT var1, CCTK_INT tl1, CCTK_INT var2,
                                     CCTK_INT tl2) {
  pugh::Driver* const driver = pugh::Driver::of(static_cast<cGH const*>(gh));
  return driver && driver->swap_storage(var1, tl1, var2, tl2) ? 0 : -1;
}
