/* Not of Cactus: `chemora --compile-only FILE.par` sets up the grid, compiles what the run would compile, and ends. */
#ifndef CCTK_COMPILEONLY_H
#define CCTK_COMPILEONLY_H

#ifdef __cplusplus
extern "C" {
#endif

/* 1 in such a run, else 0. Its bins are those up to BASEGRID, then COMPILE, which no other run has. */
int CCTK_CompilesOnly(void);

#ifdef __cplusplus
}
#endif
#endif
