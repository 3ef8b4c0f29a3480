/* Folders. */
#ifndef CCTK_FILE_H
#define CCTK_FILE_H
#ifdef __cplusplus
extern "C" {
#endif

/* Makes a folder and those above it. 0: made; 1: was there; -1: could not; -2: something else has that name. */
int CCTK_CreateDirectory(int mode, const char* pathname);

#ifdef __cplusplus
}
#endif
#endif
