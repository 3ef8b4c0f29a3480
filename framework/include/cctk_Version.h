/* Version and build date of the program. */
#ifndef CCTK_VERSION_H
#define CCTK_VERSION_H
#ifdef __cplusplus
extern "C" {
#endif

const char* CCTK_FullVersion(void);
const char* CCTK_MajorVersion(void);
const char* CCTK_MinorVersion(void);
const char* CCTK_MicroVersion(void);
const char* CCTK_CompileTime(void);
const char* CCTK_CompileDate(void);
const char* CCTK_CompileDateTime(void);

#ifdef __cplusplus
}
#endif
#endif
