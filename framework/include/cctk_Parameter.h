/* Values, properties and changes of parameters. */
#ifndef CCTK_PARAMETER_H
#define CCTK_PARAMETER_H

/* Strictness of the checks of the parameter file. */
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

/* An allowed range, as an element of a linked list that ends with NULL. */
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
  int n_set; /* number of assignments */
  int steerable;
  int array_size; /* 0 if it is not an array */
  int array_index;
  char* accumulator_expression;
} cParamData;

typedef void (*cParameterSetNotifyCallbackFn)(void* data, const char* thorn, const char* parameter,
                                              const char* new_value);

#ifdef __cplusplus
extern "C" {
#endif

int CCTK_ParameterLevel(void);

/* `thorn` may be a thorn or an implementation. `name` may be "array[3]". Returns 0 or an error:
   -1: out of range; -2: unknown; -3: not steerable (now); -4: syntax error in the value; -5: inactive thorn;
   -6: an accumulator; -10, -11: set twice in the parameter file, to different values or to the same value. */
int CCTK_ParameterSet(const char* name, const char* thorn, const char* value);

/* Returns a pointer to a CCTK_INT, CCTK_REAL or CCTK_STRING, or NULL if the parameter is unknown. */
const void* CCTK_ParameterGet(const char* name, const char* thorn, int* type);
char* CCTK_ParameterValString(const char* name, const char* thorn); /* malloc'ed */
/* Iterates over the parameters of the thorn `origin` (NULL: all thorns). Returns 0, 1 after the last parameter, or a
   negative value on error. `*pfullname` is malloc'ed if `pfullname` is not NULL. */
int CCTK_ParameterWalk(int first, const char* origin, char** pfullname, const cParamData** pdata);
const cParamData* CCTK_ParameterData(const char* name, const char* thorn);
int CCTK_ParameterQueryTimesSet(const char* name, const char* thorn); /* -1 for an unknown parameter */

/* Calls `callback` when a parameter is set whose thorn and name match the regular expressions (POSIX extended, case
   ignored; NULL matches all). Returns 0; -1: `name` is in use; -2: invalid expression. */
int CCTK_ParameterSetNotifyRegister(cParameterSetNotifyCallbackFn callback, void* data, const char* name,
                                    const char* thorn_regex, const char* parameter_regex);
int CCTK_ParameterSetNotifyUnregister(const char* name);

#ifdef __cplusplus
}
#endif
#endif
