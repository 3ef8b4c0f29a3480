/* Symbols and string arguments of Fortran procedures, for C. Fortran passes every argument by address. Strings are the
   last arguments, are not null-terminated, and are followed by their lengths. */
#ifndef CCTK_FORTRANSTRING_H
#define CCTK_FORTRANSTRING_H

#include "cctk_Misc.h"
#include "cctk_Types.h"

/* CCTK_FNAME(AnyCase) is the symbol of the Fortran procedure AnyCase. A preprocessor cannot change case, so the build
   looks for these names in the thorns' sources and writes one macro for each. */
#if __has_include("chemora_fortran_names.h")
#include "chemora_fortran_names.h"
#endif
#define CCTK_FNAME(name) CHEMORA_FORTRAN_NAME_##name
#define CCTK_FORTRAN_COMMON_NAME(name) CHEMORA_FORTRAN_NAME_##name
#define CCTK_FCALL

#define ONE_FORTSTRING_ARG char *cctk_str1, CCTK_FORTRAN_STRLEN_T cctk_strlen1
#define TWO_FORTSTRING_ARG                                                                                             \
  char *cctk_str1, char *cctk_str2, CCTK_FORTRAN_STRLEN_T cctk_strlen1, CCTK_FORTRAN_STRLEN_T cctk_strlen2
#define THREE_FORTSTRING_ARG                                                                                           \
  char *cctk_str1, char *cctk_str2, char *cctk_str3, CCTK_FORTRAN_STRLEN_T cctk_strlen1,                               \
      CCTK_FORTRAN_STRLEN_T cctk_strlen2, CCTK_FORTRAN_STRLEN_T cctk_strlen3

/* Copies of the Fortran strings as C strings. The caller frees them. */
#define ONE_FORTSTRING_CREATE(arg1) char* arg1 = Util_NullTerminateString(cctk_str1, cctk_strlen1);
#define TWO_FORTSTRING_CREATE(arg1, arg2)                                                                              \
  ONE_FORTSTRING_CREATE(arg1) char* arg2 = Util_NullTerminateString(cctk_str2, cctk_strlen2);
#define THREE_FORTSTRING_CREATE(arg1, arg2, arg3)                                                                      \
  TWO_FORTSTRING_CREATE(arg1, arg2) char* arg3 = Util_NullTerminateString(cctk_str3, cctk_strlen3);

/* The addresses and lengths of the original Fortran strings. */
#define ONE_FORTSTRING_PTR(arg1) char* arg1 = cctk_str1;
#define TWO_FORTSTRING_PTR(arg1, arg2) ONE_FORTSTRING_PTR(arg1) char* arg2 = cctk_str2;
#define THREE_FORTSTRING_PTR(arg1, arg2, arg3) TWO_FORTSTRING_PTR(arg1, arg2) char* arg3 = cctk_str3;
#define ONE_FORTSTRING_LEN(length1) size_t length1 = (size_t)cctk_strlen1;
#define TWO_FORTSTRING_LEN(length1, length2) ONE_FORTSTRING_LEN(length1) size_t length2 = (size_t)cctk_strlen2;
#define THREE_FORTSTRING_LEN(length1, length2, length3)                                                                \
  TWO_FORTSTRING_LEN(length1, length2) size_t length3 = (size_t)cctk_strlen3;

/* Older names of the same macros. */
#define TWO_FORTSTRINGS_ARGS TWO_FORTSTRING_ARG
#define THREE_FORTSTRINGS_ARGS THREE_FORTSTRING_ARG
#define TWO_FORTSTRINGS_CREATE(arg1, arg2) TWO_FORTSTRING_CREATE(arg1, arg2)
#define THREE_FORTSTRINGS_CREATE(arg1, arg2, arg3) THREE_FORTSTRING_CREATE(arg1, arg2, arg3)

#endif
