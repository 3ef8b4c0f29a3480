/* Queries for compiled and active thorns and implementations. */
#ifndef CCTK_ACTIVETHORNS_H
#define CCTK_ACTIVETHORNS_H

#ifdef __cplusplus
extern "C" {
#endif

/* Return 1 or 0. Names are compared without regard to case. */
int CCTK_IsThornActive(const char* thorn);
int CCTK_IsThornCompiled(const char* thorn);
int CCTK_IsImplementationActive(const char* implementation);
int CCTK_IsImplementationCompiled(const char* implementation);

/* These functions return NULL if there is no such thorn or implementation. */
const char* CCTK_ActivatingThorn(const char* implementation);     /* the active thorn that implements it */
const char* CCTK_ThornImplementation(const char* thorn);          /* the implementation that the thorn provides */
const char* CCTK_ImplementationThorn(const char* implementation); /* the active thorn, otherwise the first */

int CCTK_NumCompiledThorns(void);
int CCTK_NumCompiledImplementations(void);
const char* CCTK_CompiledThorn(int index);
const char* CCTK_CompiledImplementation(int index);

#ifdef __cplusplus
}
#endif
#endif
