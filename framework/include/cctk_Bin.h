/* Not of Cactus: the bin that runs. */
#ifndef CCTK_BIN_H
#define CCTK_BIN_H

#ifdef __cplusplus
extern "C" {
#endif

/* 1 while the schedule runs this bin (any case, with or without CCTK_): its functions, those of the groups in it, and
   those of groups that these functions have run; else 0. The `where` of a function is the group it is in. */
int CCTK_IsInBin(const char* bin);

#ifdef __cplusplus
}
#endif
#endif
