/// The C functions of cctk_Groups.h for groups and variables.
#include "framework/include/cctk_Groups.h"

#include "framework/include/cctk_Constants.h"
#include "framework/variables/variable_table.hpp"

#include <algorithm>
#include <cstring>
#include <map>

using chemora::variables::Group;
using chemora::variables::variable_table;

namespace {

Group const* group(int index) { return variable_table().group(index); }
Group const* group_of(int variable) { return variable_table().group_of(variable); }

char* copy(std::string const& text) { return strdup(text.c_str()); }

/// Returns the integers as the C interface requires: an array of pointers to integers.
CCTK_INT** as_pointers(std::vector<int> const& numbers) {
  static std::map<std::vector<int> const*, std::vector<CCTK_INT*>> pointers;
  auto& list = pointers[&numbers];
  if (list.empty())
    for (int const& number : numbers) list.push_back(const_cast<CCTK_INT*>(&number));
  return list.data();
}

} // namespace

extern "C" {

int CCTK_DecomposeName(const char* fullname, char** implementation, char** name) {
  char const* const colons = fullname ? std::strstr(fullname, "::") : nullptr;
  if (!colons) return -1;
  *implementation = strndup(fullname, static_cast<std::size_t>(colons - fullname));
  *name = strdup(colons + 2);
  return 0;
}

int CCTK_NumGroups(void) { return variable_table().n_groups(); }
int CCTK_NumVars(void) { return variable_table().n_variables(); }
int CCTK_GroupIndex(const char* groupname) { return groupname ? variable_table().group_index(groupname) : -1; }
int CCTK_VarIndex(const char* name) { return name ? variable_table().variable_index(name) : -1; }

char* CCTK_GroupName(int index) { return group(index) ? copy(group(index)->full_name) : nullptr; }
const char* CCTK_FullGroupName(int index) { return group(index) ? group(index)->full_name.c_str() : nullptr; }
const char* CCTK_GroupImplementationI(int index) {
  return group(index) ? group(index)->implementation.c_str() : nullptr;
}

int CCTK_GroupData(int index, cGroup* data) {
  Group const* const entry = group(index);
  if (!entry || !data) return -1;
  *data = {entry->type,          entry->variable_type, entry->distribution,  entry->dimension,  entry->n_variables,
           entry->n_time_levels, entry->is_vector,     entry->vector_length, entry->tags_table, entry->centering_table};
  return 0;
}

int CCTK_GroupDimI(int index) { return group(index) ? group(index)->dimension : -1; }
int CCTK_GroupTypeI(int index) { return group(index) ? group(index)->type : -1; }
int CCTK_FirstVarIndexI(int index) {
  if (!group(index)) return -1;
  return group(index)->n_variables > 0 ? group(index)->first_variable : -2;
}
int CCTK_FirstVarIndex(const char* name) { return CCTK_FirstVarIndexI(CCTK_GroupIndex(name)); }
int CCTK_NumVarsInGroupI(int index) { return group(index) ? group(index)->n_variables : -1; }
int CCTK_NumVarsInGroup(const char* name) { return CCTK_NumVarsInGroupI(CCTK_GroupIndex(name)); }
int CCTK_GroupTagsTableI(int index) { return group(index) ? group(index)->tags_table : -1; }
int CCTK_GroupTagsTable(const char* name) { return CCTK_GroupTagsTableI(CCTK_GroupIndex(name)); }
int CCTK_GroupCenteringTableI(int index) { return group(index) ? group(index)->centering_table : -1; }

CCTK_INT** CCTK_GroupSizesI(int index) {
  return group(index) && group(index)->type == CCTK_ARRAY ? as_pointers(group(index)->size) : nullptr;
}
CCTK_INT** CCTK_GroupGhostsizesI(int index) {
  return group(index) && group(index)->type == CCTK_ARRAY ? as_pointers(group(index)->ghost_size) : nullptr;
}
const int* CCTKi_GroupLengthAsPointer(const char* name) {
  Group const* const entry = group(CCTK_GroupIndex(name));
  return entry ? &entry->n_variables : nullptr;
}

const char* CCTK_VarName(int index) {
  auto const* const entry = variable_table().variable(index);
  return entry ? entry->name.c_str() : nullptr;
}
const char* CCTK_FullVarName(int index) {
  auto const* const entry = variable_table().variable(index);
  return entry ? entry->full_name.c_str() : nullptr;
}
char* CCTK_FullName(int index) {
  char const* const name = CCTK_FullVarName(index);
  return name ? strdup(name) : nullptr;
}
const char* CCTK_ImpFromVarI(int index) { return group_of(index) ? group_of(index)->implementation.c_str() : nullptr; }
int CCTK_GroupIndexFromVarI(int index) {
  auto const* const entry = variable_table().variable(index);
  return entry ? entry->group : -1;
}
int CCTK_GroupIndexFromVar(const char* name) { return CCTK_GroupIndexFromVarI(CCTK_VarIndex(name)); }
char* CCTK_GroupNameFromVarI(int index) { return CCTK_GroupName(CCTK_GroupIndexFromVarI(index)); }
int CCTK_GroupDimFromVarI(int index) { return group_of(index) ? group_of(index)->dimension : -1; }
int CCTK_GroupTypeFromVarI(int index) { return group_of(index) ? group_of(index)->type : -1; }
int CCTK_VarTypeI(int index) { return group_of(index) ? group_of(index)->variable_type : -1; }

int CCTK_DeclaredTimeLevelsGI(int index) { return group(index) ? group(index)->n_time_levels : -1; }
int CCTK_DeclaredTimeLevelsGN(const char* name) { return CCTK_DeclaredTimeLevelsGI(CCTK_GroupIndex(name)); }
int CCTK_DeclaredTimeLevels(const char* name) { return CCTK_DeclaredTimeLevelsGN(name); }
int CCTK_DeclaredTimeLevelsVI(int index) { return CCTK_DeclaredTimeLevelsGI(CCTK_GroupIndexFromVarI(index)); }
int CCTK_DeclaredTimeLevelsVN(const char* name) { return CCTK_DeclaredTimeLevelsVI(CCTK_VarIndex(name)); }

int CCTK_MaxTimeLevels(const char* name) { return CCTK_DeclaredTimeLevelsGN(name); }
int CCTK_MaxTimeLevelsGN(const char* name) { return CCTK_DeclaredTimeLevelsGN(name); }
int CCTK_MaxTimeLevelsGI(int index) { return CCTK_DeclaredTimeLevelsGI(index); }
int CCTK_MaxTimeLevelsVN(const char* name) { return CCTK_DeclaredTimeLevelsVN(name); }
int CCTK_MaxTimeLevelsVI(int index) { return CCTK_DeclaredTimeLevelsVI(index); }

int CCTK_MaxDim(void) {
  int max_dimension = 0;
  for (auto const& group : variable_table().groups()) max_dimension = std::max(max_dimension, group.dimension);
  return max_dimension;
}
int CCTK_MaxGFDim(void) {
  int max_dimension = 0;
  for (auto const& group : variable_table().groups())
    if (group.type == CCTK_GF) max_dimension = std::max(max_dimension, group.dimension);
  return max_dimension;
}

int CCTK_GroupTypeNumber(const char* type) {
  std::string const word = chemora::ccl::upper_case(type);
  return word == "SCALAR" ? CCTK_SCALAR : word == "GF" ? CCTK_GF : word == "ARRAY" ? CCTK_ARRAY : -1;
}
int CCTK_GroupScopeNumber(const char* scope) {
  std::string const word = chemora::ccl::upper_case(scope);
  return word == "PRIVATE" ? CCTK_PRIVATE : word == "PROTECTED" ? CCTK_PROTECTED : word == "PUBLIC" ? CCTK_PUBLIC : -1;
}
int CCTK_GroupDistribNumber(const char* distribution) {
  std::string const word = chemora::ccl::upper_case(distribution);
  return word == "CONSTANT" ? CCTK_DISTRIB_CONSTANT : word == "DEFAULT" ? CCTK_DISTRIB_DEFAULT : -1;
}
int CCTK_VarTypeNumber(const char* type) { return type ? chemora::variables::type_code(type) : -1; }
const char* CCTK_VarTypeName(int type) { return chemora::variables::type_name(type); }
int CCTK_VarTypeSize(int type) { return chemora::variables::type_size(type); }

} // extern "C"
