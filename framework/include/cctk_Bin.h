/* Extension of Cactus: query for the schedule bin that is being executed. */
#ifndef CCTK_BIN_H
#define CCTK_BIN_H

#ifdef __cplusplus
extern "C" {
#endif

/* Returns 1 while functions of this bin run, including those of nested groups and of groups that they traverse;
   otherwise 0. The name is case-insensitive; the prefix CCTK_ is optional. (A function's `where` is its group.) */
int CCTK_IsInBin(const char* bin);

#ifdef __cplusplus
}
#endif
#endif
