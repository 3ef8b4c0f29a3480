/* Extension of Cactus: `chemora --compile-only FILE.par` sets up the grid, compiles the run's kernels, and ends. */
#ifndef CCTK_COMPILEONLY_H
#define CCTK_COMPILEONLY_H

#ifdef __cplusplus
extern "C" {
#endif

/* Returns 1 in such a run, else 0. It executes the bins up to BASEGRID, then COMPILE, which other runs skip. */
int CCTK_CompilesOnly(void);

#ifdef __cplusplus
}
#endif
#endif
