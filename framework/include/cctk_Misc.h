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

/* 1 if equal but for case. */
int CCTK_Equals(const char* string1, const char* string2);
/* Copies to a blank-padded string; the length needed. */
int CCTK_FortranString(const char* c_string, char* fortran_string, CCTK_FORTRAN_STRLEN_T fortran_length);
char* Util_NullTerminateString(const char* string,
                               CCTK_FORTRAN_STRLEN_T length); /* malloc'ed, without trailing blanks */

/* POSIX extended, case ignored. 1: matches; 0: does not; negative: a bad pattern. */
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
