/* Creation of folders. */
#ifndef CCTK_FILE_H
#define CCTK_FILE_H
#ifdef __cplusplus
extern "C" {
#endif

/* Creates a folder and its parents. 0: created; 1: it existed; -1: error; -2: a file of that name exists. */
int CCTK_CreateDirectory(int mode, const char* pathname);

#ifdef __cplusplus
}
#endif
#endif
