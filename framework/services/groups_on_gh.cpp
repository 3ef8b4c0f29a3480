/// The C functions of cctk_GroupsOnGH.h and cctk_Sync.h: data, storage and sizes of groups, from the driver.
#include "framework/include/cctk_GroupsOnGH.h"

#include "framework/include/cctk_Comm.h"
#include "framework/include/cctk_Groups.h"
#include "framework/include/cctk_Sync.h"
#include "framework/include/cctk_WarnLevel.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace {

enum Failure { wrong_size = -1, no_data = -2, unknown_name = -4 };

/// Description of a query that returns one array of a group's dynamic data.
struct Query {
  char const* function;
  int const* cGroupDynamicData::*member;
  int per_direction; ///< number of values in each direction
};

int fail(Failure failure, Query const& query, std::string const& reason) {
  CCTK_VWarn(CCTK_WARN_ALERT, __LINE__, __FILE__, "Cactus", "%s: %s", query.function, reason.c_str());
  return failure;
}

int copy_numbers(Query const& query, cGH const* cctkGH, int size, int* values, int group) {
  if (group < 0 || group >= CCTK_NumGroups())
    return fail(unknown_name, query, fmt::format("there is no group {}.", group));
  char const* const name = CCTK_FullGroupName(group);
  cGroupDynamicData data{};
  if (!cctkGH || !values || CCTK_GroupDynamicData(cctkGH, group, &data) < 0 || (data.dim > 0 && !(data.*query.member)))
    return fail(no_data, query, fmt::format("the driver has no such data for {}.", name));
  int const n_numbers = query.per_direction * data.dim;
  std::copy_n(data.*query.member, std::clamp(size, 0, n_numbers), values);
  if (size == n_numbers) return 0;
  return fail(wrong_size, query, fmt::format("{} numbers are requested, but {} has {}.", size, name, n_numbers));
}

int change_storage(cGH const* cctkGH, int group, int (*change)(cGH const*, char const*)) {
  char const* const name = CCTK_FullGroupName(group);
  return name ? change(cctkGH, name) : -1;
}

} // namespace

extern "C" {

void* CCTK_VarDataPtrI(const cGH* cctkGH, int timelevel, int varindex) {
  if (!cctkGH || varindex < 0 || varindex >= CCTK_NumVars() || timelevel < 0) return nullptr;
  if (timelevel >= CCTK_DeclaredTimeLevelsVI(varindex)) return nullptr;
  return cctkGH->data[varindex][timelevel];
}

void* CCTK_VarDataPtr(const cGH* cctkGH, int timelevel, const char* fullvarname) {
  return CCTK_VarDataPtrI(cctkGH, timelevel, CCTK_VarIndex(fullvarname));
}

void* CCTK_VarDataPtrB(const cGH* cctkGH, int timelevel, int varindex, char* fullvarname) {
  return fullvarname ? CCTK_VarDataPtr(cctkGH, timelevel, fullvarname) : CCTK_VarDataPtrI(cctkGH, timelevel, varindex);
}

int CCTK_EnableGroupStorageI(const cGH* cctkGH, int group) {
  return change_storage(cctkGH, group, CCTK_EnableGroupStorage);
}
int CCTK_DisableGroupStorageI(const cGH* cctkGH, int group) {
  return change_storage(cctkGH, group, CCTK_DisableGroupStorage);
}
int CCTK_EnableGroupCommI(const cGH* cctkGH, int group) { return change_storage(cctkGH, group, CCTK_EnableGroupComm); }
int CCTK_DisableGroupCommI(const cGH* cctkGH, int group) {
  return change_storage(cctkGH, group, CCTK_DisableGroupComm);
}

#define DEFINE_GROUP_QUERY(what, per_direction)                                                                        \
  int CCTK_Group##what##GI(const cGH* cctkGH, int size, int* values, int groupindex) {                                 \
    return copy_numbers({"CCTK_Group" #what "GI", &cGroupDynamicData::what, per_direction}, cctkGH, size, values,      \
                        groupindex);                                                                                   \
  }                                                                                                                    \
  int CCTK_Group##what##GN(const cGH* cctkGH, int size, int* values, const char* groupname) {                          \
    return copy_numbers({"CCTK_Group" #what "GN", &cGroupDynamicData::what, per_direction}, cctkGH, size, values,      \
                        CCTK_GroupIndex(groupname));                                                                   \
  }                                                                                                                    \
  int CCTK_Group##what##VI(const cGH* cctkGH, int size, int* values, int varindex) {                                   \
    return copy_numbers({"CCTK_Group" #what "VI", &cGroupDynamicData::what, per_direction}, cctkGH, size, values,      \
                        CCTK_GroupIndexFromVarI(varindex));                                                            \
  }                                                                                                                    \
  int CCTK_Group##what##VN(const cGH* cctkGH, int size, int* values, const char* varname) {                            \
    return copy_numbers({"CCTK_Group" #what "VN", &cGroupDynamicData::what, per_direction}, cctkGH, size, values,      \
                        CCTK_GroupIndexFromVar(varname));                                                              \
  }
DEFINE_GROUP_QUERY(lbnd, 1)
DEFINE_GROUP_QUERY(ubnd, 1)
DEFINE_GROUP_QUERY(lsh, 1)
DEFINE_GROUP_QUERY(ash, 1)
DEFINE_GROUP_QUERY(gsh, 1)
DEFINE_GROUP_QUERY(bbox, 2)
DEFINE_GROUP_QUERY(nghostzones, 1)
DEFINE_GROUP_QUERY(tile_min, 1)
DEFINE_GROUP_QUERY(tile_max, 1)

/// An increase by zero levels returns the number of levels. The status is not used, because some drivers do not set it
/// for a group without variables.
int CCTK_ActiveTimeLevelsGI(const cGH* cctkGH, int groupindex) {
  int const none = 0;
  if (groupindex < 0 || groupindex >= CCTK_NumGroups()) return -1;
  return CCTK_GroupStorageIncrease(cctkGH, 1, &groupindex, &none, nullptr);
}
int CCTK_ActiveTimeLevelsGN(const cGH* cctkGH, const char* groupname) {
  return CCTK_ActiveTimeLevelsGI(cctkGH, CCTK_GroupIndex(groupname));
}
int CCTK_ActiveTimeLevels(const cGH* cctkGH, const char* groupname) {
  return CCTK_ActiveTimeLevelsGN(cctkGH, groupname);
}
int CCTK_ActiveTimeLevelsVI(const cGH* cctkGH, int varindex) {
  return CCTK_ActiveTimeLevelsGI(cctkGH, CCTK_GroupIndexFromVarI(varindex));
}
int CCTK_ActiveTimeLevelsVN(const cGH* cctkGH, const char* varname) {
  return CCTK_ActiveTimeLevelsVI(cctkGH, CCTK_VarIndex(varname));
}

int CCTK_MaxActiveTimeLevelsGI(const cGH* cctkGH, int groupindex) {
  int n_levels = -1;
  if (groupindex < 0 || groupindex >= CCTK_NumGroups()) return -1;
  CCTK_QueryMaxTimeLevels(cctkGH, 1, &groupindex, &n_levels);
  return n_levels;
}
int CCTK_MaxActiveTimeLevelsGN(const cGH* cctkGH, const char* groupname) {
  return CCTK_MaxActiveTimeLevelsGI(cctkGH, CCTK_GroupIndex(groupname));
}
int CCTK_MaxActiveTimeLevels(const cGH* cctkGH, const char* groupname) {
  return CCTK_MaxActiveTimeLevelsGN(cctkGH, groupname);
}
int CCTK_MaxActiveTimeLevelsVI(const cGH* cctkGH, int varindex) {
  return CCTK_MaxActiveTimeLevelsGI(cctkGH, CCTK_GroupIndexFromVarI(varindex));
}
int CCTK_MaxActiveTimeLevelsVN(const cGH* cctkGH, const char* varname) {
  return CCTK_MaxActiveTimeLevelsVI(cctkGH, CCTK_VarIndex(varname));
}

int CCTK_SyncGroupI(const cGH* cctkGH, int group) {
  char const* const name = CCTK_FullGroupName(group);
  return name ? CCTK_SyncGroup(cctkGH, name) : -1;
}
int CCTK_SyncGroupWithVarI(const cGH* cctkGH, int var) { return CCTK_SyncGroupI(cctkGH, CCTK_GroupIndexFromVarI(var)); }
int CCTK_SyncGroupWithVar(const cGH* cctkGH, const char* varname) {
  return CCTK_SyncGroupWithVarI(cctkGH, CCTK_VarIndex(varname));
}
int CCTK_SyncGroupsI(const cGH* cctkGH, int n_groups, const int* groups) {
  int n_done = 0;
  for (int n = 0; n < n_groups; ++n) n_done += CCTK_SyncGroupI(cctkGH, groups[n]) >= 0;
  return n_done;
}

} // extern "C"
