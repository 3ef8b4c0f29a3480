/* Strings: splitting, copying with bounds, comparing without case, printing to fresh memory. */
#ifndef UTIL_STRING_H
#define UTIL_STRING_H

#include "cctk_Config.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#define Util_Strdup strdup
#define Util_vsnprintf vsnprintf
#define Util_snprintf snprintf

#ifdef __cplusplus
extern "C" {
#endif

/* Like strsep, without changing the text: the part before the next character of `delim` (in a buffer that the next
   call reuses), NULL if there is none; *stringp moves behind it. */
const char* Util_StrSep(const char** stringp, const char* delim);
/* Parts before and after the first `sep`, malloc'ed. 0; negative if there is none. */
int Util_SplitString(char** before, char** after, const char* string, const char* sep);
int Util_SplitFilename(char** dir, char** file, const char* string);
/* As in BSD: always terminated; returns the length that was wanted. */
size_t Util_Strlcpy(char* dst, const char* src, size_t dst_size);
size_t Util_Strlcat(char* dst, const char* src, size_t dst_size);
int Util_StrCmpi(const char* string1, const char* string2);
int Util_StrMemCmpi(const char* string1, const char* string2, size_t len2);
int Util_asprintf(char** buffer, const char* format, ...) CCTK_ATTRIBUTE_FORMAT(printf, 2, 3);
int Util_asnprintf(char** buffer, size_t size, const char* format, ...) CCTK_ATTRIBUTE_FORMAT(printf, 3, 4);

#ifdef __cplusplus
}
#endif
#endif
