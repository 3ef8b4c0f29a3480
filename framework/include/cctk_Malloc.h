/* Allocation with a count of the allocated bytes. */
#ifndef CCTK_MALLOC_H
#define CCTK_MALLOC_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

void* CCTKi_Malloc(size_t size, int line, const char* file);
void CCTKi_Free(void* pointer);
unsigned long int CCTK_TotalMemory(void); /* bytes allocated now by CCTK_MALLOC */

#ifdef __cplusplus
}
#endif

#define CCTK_MALLOC(size) CCTKi_Malloc(size, __LINE__, __FILE__)
#define CCTK_FREE(pointer) CCTKi_Free(pointer)

#endif
