/* Which thorns and implementations are compiled in, and which of them this run activated. */
#ifndef CCTK_ACTIVETHORNS_H
#define CCTK_ACTIVETHORNS_H

#ifdef __cplusplus
extern "C" {
#endif

/* 1 if so, else 0. Names are compared without regard to case. */
int CCTK_IsThornActive(const char* thorn);
int CCTK_IsThornCompiled(const char* thorn);
int CCTK_IsImplementationActive(const char* implementation);
int CCTK_IsImplementationCompiled(const char* implementation);

/* NULL if there is none. */
const char* CCTK_ActivatingThorn(const char* implementation);     /* the active thorn that implements it */
const char* CCTK_ThornImplementation(const char* thorn);          /* what the thorn implements */
const char* CCTK_ImplementationThorn(const char* implementation); /* the active, else the first thorn implementing it */

int CCTK_NumCompiledThorns(void);
int CCTK_NumCompiledImplementations(void);
const char* CCTK_CompiledThorn(int index);
const char* CCTK_CompiledImplementation(int index);

#ifdef __cplusplus
}
#endif
#endif
