/* Aliased functions: one thorn provides a function that others call by name. */
#ifndef CCTK_FUNCTIONALIASES_H
#define CCTK_FUNCTIONALIASES_H
#ifdef __cplusplus
extern "C" {
#endif

/* Returns 1 if an active thorn provides the function, else 0. */
int CCTK_IsFunctionAliased(const char* name);

#ifdef __cplusplus
}
#endif
#endif
