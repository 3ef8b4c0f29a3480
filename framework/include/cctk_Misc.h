/* Comparison of names, regular expressions, date and time. */
#ifndef CCTK_MISC_H
#define CCTK_MISC_H

#include "cctk_Types.h"
#include "util_String.h"

#include <regex.h>

#define CCTK_EQUALS(a, b) (CCTK_Equals((a), (b)))

#ifdef __cplusplus
extern "C" {
#endif

/* Returns 1 if the strings are equal when case is ignored. */
int CCTK_Equals(const char* string1, const char* string2);
/* Copies to a blank-padded Fortran string. Returns the length of the C string. */
int CCTK_FortranString(const char* c_string, char* fortran_string, CCTK_FORTRAN_STRLEN_T fortran_length);
char* Util_NullTerminateString(const char* string,
                               CCTK_FORTRAN_STRLEN_T length); /* malloc'ed, without trailing blanks */

/* POSIX extended expression; case is ignored. 1: match; 0: no match; negative: invalid pattern. */
int CCTK_RegexMatch(const char* string, const char* pattern, const int nmatch, regmatch_t* pmatch);

CCTK_POINTER CCTK_PointerTo(void* variable);
CCTK_POINTER CCTK_NullPointer(void);

int CCTK_RunTime(void); /* seconds since the start */
int Util_CurrentTime(int length, char* now);
int Util_CurrentDate(int length, char* now);
char* Util_CurrentDateTime(void); /* malloc'ed, ISO 8601 */
int CCTK_RunTitle(int length, char* title);

#ifdef __cplusplus
}
#endif
#endif
