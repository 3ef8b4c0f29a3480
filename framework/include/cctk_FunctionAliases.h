/* Functions that one thorn provides and others call by name. */
#ifndef CCTK_FUNCTIONALIASES_H
#define CCTK_FUNCTIONALIASES_H
#ifdef __cplusplus
extern "C" {
#endif

/* 1 if an active thorn provides it, else 0. */
int CCTK_IsFunctionAliased(const char* name);

#ifdef __cplusplus
}
#endif
#endif
