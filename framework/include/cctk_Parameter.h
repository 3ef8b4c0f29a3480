/* Parameters: values, properties, changes. */
#ifndef CCTK_PARAMETER_H
#define CCTK_PARAMETER_H

/* How strict the parameter file is read. */
#define CCTK_PARAMETER_STRICT 800
#define CCTK_PARAMETER_NORMAL 801
#define CCTK_PARAMETER_RELAXED 802

#define SCOPE_FIRST 901
#define SCOPE_GLOBAL 901
#define SCOPE_RESTRICTED 902
#define SCOPE_PRIVATE 903
#define SCOPE_NOT_GLOBAL 904
#define SCOPE_ANY 905

#define PARAMETER_FIRST 701
#define PARAMETER_KEYWORD 701
#define PARAMETER_STRING 702
#define PARAMETER_SENTENCE 703
#define PARAMETER_INT 704
#define PARAMETER_INTEGER 704
#define PARAMETER_REAL 705
#define PARAMETER_BOOLEAN 706

#define PARAMETER_RECOVERY_PRE 0
#define PARAMETER_RECOVERY_IN 1
#define PARAMETER_RECOVERY_POST 2

/* One admissible range; a list ended by NULL. */
typedef struct RANGE {
  struct RANGE* last;
  struct RANGE* next;
  char* range;
  char* origin;
  int active;
  char* description;
} t_range;

typedef struct PARAM_PROPS {
  char* name;
  char* thorn;
  int scope;
  char* description;
  char* defval;
  int type;
  t_range* range;
  int n_set; /* how often it was set */
  int steerable;
  int array_size; /* 0: not an array */
  int array_index;
  char* accumulator_expression;
} cParamData;

typedef void (*cParameterSetNotifyCallbackFn)(void* data, const char* thorn, const char* parameter,
                                              const char* new_value);

#ifdef __cplusplus
extern "C" {
#endif

int CCTK_ParameterLevel(void);

/* `thorn` may also be an implementation. `name` may be "array[3]".
   0, or -1: out of range; -2: unknown; -3: not steerable (now); -4: bad text; -5: inactive thorn; -6: an accumulator;
   -10: set twice in the parameter file to different values; -11: to the same value. */
int CCTK_ParameterSet(const char* name, const char* thorn, const char* value);

/* Points to CCTK_INT, CCTK_REAL or CCTK_STRING; NULL if unknown. */
const void* CCTK_ParameterGet(const char* name, const char* thorn, int* type);
char* CCTK_ParameterValString(const char* name, const char* thorn); /* malloc'ed */
/* Goes through all parameters of `origin` (NULL: all). 0, or 1 after the last, negative on error.
   `*pfullname` is malloc'ed if `pfullname` is not NULL. */
int CCTK_ParameterWalk(int first, const char* origin, char** pfullname, const cParamData** pdata);
const cParamData* CCTK_ParameterData(const char* name, const char* thorn);
int CCTK_ParameterQueryTimesSet(const char* name, const char* thorn); /* -1 if unknown */

/* Calls back when a parameter whose thorn and name match the (extended, case-ignoring) expressions is set.
   NULL matches all. 0, or -1: the name is taken; -2: bad expression. */
int CCTK_ParameterSetNotifyRegister(cParameterSetNotifyCallbackFn callback, void* data, const char* name,
                                    const char* thorn_regex, const char* parameter_regex);
int CCTK_ParameterSetNotifyUnregister(const char* name);

#ifdef __cplusplus
}
#endif
#endif
