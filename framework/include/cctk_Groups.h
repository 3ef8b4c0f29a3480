/* Groups and variables as declared in interface.ccl. */
#ifndef CCTK_GROUPS_H
#define CCTK_GROUPS_H

#include "cctk_Types.h"

/* Fixed properties of a group. */
typedef struct {
  int grouptype; /* CCTK_GF, CCTK_ARRAY, CCTK_SCALAR */
  int vartype;   /* CCTK_VARIABLE_* */
  int disttype;  /* CCTK_DISTRIB_* */
  int dim;
  int numvars;
  int numtimelevels;
  int vectorgroup; /* 1 if each variable is a vector of vectorlength elements */
  int vectorlength;
  int tagstable; /* handles of key-value tables */
  int centeringtable;
} cGroup;

#define HAVE_CCTK_DECLARED_TIMELEVELS

#ifdef __cplusplus
extern "C" {
#endif

/* Splits "implementation::name" into malloc'ed strings. Returns 0, or -1 if there is no "::". */
int CCTK_DecomposeName(const char* fullname, char** implementation, char** name);

/* Groups are named "implementation::group"; case is ignored. Indices are >= 0, or -1 for an unknown group. */
int CCTK_NumGroups(void);
int CCTK_GroupIndex(const char* groupname);
char* CCTK_GroupName(int group); /* malloc'ed */
const char* CCTK_FullGroupName(int group);
const char* CCTK_GroupImplementationI(int group);
int CCTK_GroupData(int group, cGroup* data); /* returns 0, or -1 if unknown */
int CCTK_GroupDimI(int group);
int CCTK_GroupTypeI(int group);
int CCTK_FirstVarIndex(const char* groupname);
int CCTK_FirstVarIndexI(int group); /* -2: the group is empty */
int CCTK_NumVarsInGroup(const char* groupname);
int CCTK_NumVarsInGroupI(int group);
int CCTK_GroupTagsTable(const char* groupname);
int CCTK_GroupTagsTableI(int group);
int CCTK_GroupCenteringTableI(int group);
/* Return an array of `dim` pointers to integers, or NULL for scalars and grid functions. */
CCTK_INT** CCTK_GroupSizesI(int group);
CCTK_INT** CCTK_GroupGhostsizesI(int group);
const int* CCTKi_GroupLengthAsPointer(const char* fullgroupname);

/* Variables are named "implementation::variable" or "implementation::vector[element]". */
int CCTK_NumVars(void);
int CCTK_VarIndex(const char* variablename);
const char* CCTK_VarName(int variable);     /* without implementation */
char* CCTK_FullName(int variable);          /* malloc'ed */
const char* CCTK_FullVarName(int variable); /* with implementation */
const char* CCTK_ImpFromVarI(int variable);
int CCTK_GroupIndexFromVar(const char* variablename);
int CCTK_GroupIndexFromVarI(int variable);
char* CCTK_GroupNameFromVarI(int variable); /* malloc'ed */
int CCTK_GroupDimFromVarI(int variable);
int CCTK_GroupTypeFromVarI(int variable);
int CCTK_VarTypeI(int variable);

int CCTK_DeclaredTimeLevels(const char* groupname);
int CCTK_DeclaredTimeLevelsGN(const char* groupname);
int CCTK_DeclaredTimeLevelsGI(int group);
int CCTK_DeclaredTimeLevelsVN(const char* variablename);
int CCTK_DeclaredTimeLevelsVI(int variable);

/* Older names of the same functions. */
int CCTK_MaxTimeLevels(const char* groupname);
int CCTK_MaxTimeLevelsGN(const char* groupname);
int CCTK_MaxTimeLevelsGI(int group);
int CCTK_MaxTimeLevelsVN(const char* variablename);
int CCTK_MaxTimeLevelsVI(int variable);

int CCTK_MaxDim(void);
int CCTK_MaxGFDim(void);

/* Conversions between keywords and integer codes. They return -1 or NULL if the argument is unknown. */
int CCTK_GroupTypeNumber(const char* type);
int CCTK_GroupScopeNumber(const char* scope);
int CCTK_GroupDistribNumber(const char* distribution);
int CCTK_VarTypeNumber(const char* type);
const char* CCTK_VarTypeName(int type);
int CCTK_VarTypeSize(int type); /* bytes; -1 if unknown */

/* Calls `callback` for each variable in a list such as "grid::x{out_every=2} wave::scalars"; "all" selects all.
   `selection` is CCTK_VAR, CCTK_GROUP or CCTK_GROUP_OR_VAR. Returns the number of variables, or an error:
   -1: no callback; -2: invalid selection; -3: missing separator; -4: unbalanced braces;
   -5: an unknown variable or group (the callback has been called for the others). */
int CCTK_TraverseString(const char* parsestring, void (*callback)(int index, const char* optstring, void* callback_arg),
                        void* callback_arg, int selection);

#ifdef __cplusplus
}
#endif
#endif
