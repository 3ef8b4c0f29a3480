// cctk_GroupsOnGH.h and cctk_Sync.h: data, storage and sizes of groups, by way of the driver.
#include "framework/include/cctk_GroupsOnGH.h"

#include "framework/include/cctk_Comm.h"
#include "framework/include/cctk_Groups.h"
#include "framework/include/cctk_Sync.h"
#include "framework/include/cctk_WarnLevel.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace {

enum Failure { other_size = -1, no_data = -2, unknown_name = -4 };

/// One array of a group's dynamic data.
struct Query {
  char const* function;
  int const* cGroupDynamicData::*member;
  int per_direction; ///< numbers
};

int refuse(Failure failure, Query const& query, std::string const& reason) {
  CCTK_VWarn(CCTK_WARN_ALERT, __LINE__, __FILE__, "Cactus", "%s: %s", query.function, reason.c_str());
  return failure;
}

int copy_numbers(Query const& query, cGH const* GH, int size, int* values, int group) {
  if (group < 0 || group >= CCTK_NumGroups())
    return refuse(unknown_name, query, fmt::format("there is no group {}.", group));
  char const* const name = CCTK_FullGroupName(group);
  cGroupDynamicData data{};
  if (!GH || !values || CCTK_GroupDynamicData(GH, group, &data) < 0 || (data.dim > 0 && !(data.*query.member)))
    return refuse(no_data, query, fmt::format("the driver has no such data of {}.", name));
  int const n_numbers = query.per_direction * data.dim;
  std::copy_n(data.*query.member, std::clamp(size, 0, n_numbers), values);
  if (size == n_numbers) return 0;
  return refuse(other_size, query, fmt::format("{} numbers are asked for; {} has {}.", size, name, n_numbers));
}

int change_storage(cGH const* GH, int group, int (*change)(cGH const*, char const*)) {
  char const* const name = CCTK_FullGroupName(group);
  return name ? change(GH, name) : -1;
}

} // namespace

extern "C" {

void* CCTK_VarDataPtrI(const cGH* GH, int timelevel, int varindex) {
  if (!GH || varindex < 0 || varindex >= CCTK_NumVars() || timelevel < 0) return nullptr;
  if (timelevel >= CCTK_DeclaredTimeLevelsVI(varindex)) return nullptr;
  return GH->data[varindex][timelevel];
}

void* CCTK_VarDataPtr(const cGH* GH, int timelevel, const char* fullvarname) {
  return CCTK_VarDataPtrI(GH, timelevel, CCTK_VarIndex(fullvarname));
}

void* CCTK_VarDataPtrB(const cGH* GH, int timelevel, int varindex, char* fullvarname) {
  return fullvarname ? CCTK_VarDataPtr(GH, timelevel, fullvarname) : CCTK_VarDataPtrI(GH, timelevel, varindex);
}

int CCTK_EnableGroupStorageI(const cGH* GH, int group) { return change_storage(GH, group, CCTK_EnableGroupStorage); }
int CCTK_DisableGroupStorageI(const cGH* GH, int group) { return change_storage(GH, group, CCTK_DisableGroupStorage); }
int CCTK_EnableGroupCommI(const cGH* GH, int group) { return change_storage(GH, group, CCTK_EnableGroupComm); }
int CCTK_DisableGroupCommI(const cGH* GH, int group) { return change_storage(GH, group, CCTK_DisableGroupComm); }

#define DEFINE_GROUP_QUERY(what, per_direction)                                                                        \
  int CCTK_Group##what##GI(const cGH* GH, int size, int* values, int groupindex) {                                     \
    return copy_numbers({"CCTK_Group" #what "GI", &cGroupDynamicData::what, per_direction}, GH, size, values,          \
                        groupindex);                                                                                   \
  }                                                                                                                    \
  int CCTK_Group##what##GN(const cGH* GH, int size, int* values, const char* groupname) {                              \
    return copy_numbers({"CCTK_Group" #what "GN", &cGroupDynamicData::what, per_direction}, GH, size, values,          \
                        CCTK_GroupIndex(groupname));                                                                   \
  }                                                                                                                    \
  int CCTK_Group##what##VI(const cGH* GH, int size, int* values, int varindex) {                                       \
    return copy_numbers({"CCTK_Group" #what "VI", &cGroupDynamicData::what, per_direction}, GH, size, values,          \
                        CCTK_GroupIndexFromVarI(varindex));                                                            \
  }                                                                                                                    \
  int CCTK_Group##what##VN(const cGH* GH, int size, int* values, const char* varname) {                                \
    return copy_numbers({"CCTK_Group" #what "VN", &cGroupDynamicData::what, per_direction}, GH, size, values,          \
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

/// Asking for zero more levels tells how many there are. The return value, not the status: some drivers leave that of
/// a group without variables as it is.
int CCTK_ActiveTimeLevelsGI(const cGH* GH, int groupindex) {
  int const none = 0;
  if (groupindex < 0 || groupindex >= CCTK_NumGroups()) return -1;
  return CCTK_GroupStorageIncrease(GH, 1, &groupindex, &none, nullptr);
}
int CCTK_ActiveTimeLevelsGN(const cGH* GH, const char* groupname) {
  return CCTK_ActiveTimeLevelsGI(GH, CCTK_GroupIndex(groupname));
}
int CCTK_ActiveTimeLevels(const cGH* GH, const char* groupname) { return CCTK_ActiveTimeLevelsGN(GH, groupname); }
int CCTK_ActiveTimeLevelsVI(const cGH* GH, int varindex) {
  return CCTK_ActiveTimeLevelsGI(GH, CCTK_GroupIndexFromVarI(varindex));
}
int CCTK_ActiveTimeLevelsVN(const cGH* GH, const char* varname) {
  return CCTK_ActiveTimeLevelsVI(GH, CCTK_VarIndex(varname));
}

int CCTK_MaxActiveTimeLevelsGI(const cGH* GH, int groupindex) {
  int n_levels = -1;
  if (groupindex < 0 || groupindex >= CCTK_NumGroups()) return -1;
  CCTK_QueryMaxTimeLevels(GH, 1, &groupindex, &n_levels);
  return n_levels;
}
int CCTK_MaxActiveTimeLevelsGN(const cGH* GH, const char* groupname) {
  return CCTK_MaxActiveTimeLevelsGI(GH, CCTK_GroupIndex(groupname));
}
int CCTK_MaxActiveTimeLevels(const cGH* GH, const char* groupname) { return CCTK_MaxActiveTimeLevelsGN(GH, groupname); }
int CCTK_MaxActiveTimeLevelsVI(const cGH* GH, int varindex) {
  return CCTK_MaxActiveTimeLevelsGI(GH, CCTK_GroupIndexFromVarI(varindex));
}
int CCTK_MaxActiveTimeLevelsVN(const cGH* GH, const char* varname) {
  return CCTK_MaxActiveTimeLevelsVI(GH, CCTK_VarIndex(varname));
}

int CCTK_SyncGroupI(const cGH* GH, int group) {
  char const* const name = CCTK_FullGroupName(group);
  return name ? CCTK_SyncGroup(GH, name) : -1;
}
int CCTK_SyncGroupWithVarI(const cGH* GH, int var) { return CCTK_SyncGroupI(GH, CCTK_GroupIndexFromVarI(var)); }
int CCTK_SyncGroupWithVar(const cGH* GH, const char* varname) {
  return CCTK_SyncGroupWithVarI(GH, CCTK_VarIndex(varname));
}
int CCTK_SyncGroupsI(const cGH* GH, int n_groups, const int* groups) {
  int n_done = 0;
  for (int n = 0; n < n_groups; ++n) n_done += CCTK_SyncGroupI(GH, groups[n]) >= 0;
  return n_done;
}

} // extern "C"
