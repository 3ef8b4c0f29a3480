/* Strings: splitting, bounded copies, case-insensitive comparison, and printing to allocated memory. */
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

/* Like strsep, but the text is not changed. Returns the part before the next character of `delim` in a static buffer,
   or NULL if there is none. *stringp is advanced past that character. */
const char* Util_StrSep(const char** stringp, const char* delim);
/* Splits at the first `sep` into malloc'ed strings. Returns 0, or a negative value if there is no `sep`. */
int Util_SplitString(char** before, char** after, const char* string, const char* sep);
int Util_SplitFilename(char** dir, char** file, const char* string);
/* As in BSD: the result is null-terminated; returns the length of the untruncated result. */
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
