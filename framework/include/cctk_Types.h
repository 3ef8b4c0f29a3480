/* The types of grid variables, parameters and aliased functions' arguments. */
#ifndef CCTK_TYPES_H
#define CCTK_TYPES_H

#include "cctk_Config.h"

#include <stddef.h>
#include <stdint.h>

typedef void* CCTK_POINTER;
typedef const void* CCTK_POINTER_TO_CONST;
typedef void (*CCTK_FPOINTER)(void);
#define HAVE_CCTK_POINTER 1
#define HAVE_CCTK_POINTER_TO_CONST 1
#define HAVE_CCTK_FPOINTER 1

typedef char CCTK_CHAR;
typedef unsigned char CCTK_BYTE;
typedef const char* CCTK_STRING;
#define HAVE_CCTK_CHAR 1
#define HAVE_CCTK_BYTE 1
#define HAVE_CCTK_STRING 1

typedef ptrdiff_t CCTK_FORTRAN_STRLEN_T;

typedef int8_t CCTK_INT1;
typedef int16_t CCTK_INT2;
typedef int32_t CCTK_INT4;
typedef int64_t CCTK_INT8;
__extension__ typedef __int128 CCTK_INT16;

typedef float CCTK_REAL4;
typedef double CCTK_REAL8;
typedef long double CCTK_REAL16;

#ifdef __cplusplus
#include <complex>
typedef std::complex<float> CCTK_COMPLEX8;
typedef std::complex<double> CCTK_COMPLEX16;
typedef std::complex<long double> CCTK_COMPLEX32;
#else
typedef float _Complex CCTK_COMPLEX8;
typedef double _Complex CCTK_COMPLEX16;
typedef long double _Complex CCTK_COMPLEX32;
#endif
#define HAVE_CCTK_COMPLEX8 1
#define HAVE_CCTK_COMPLEX16 1
#define HAVE_CCTK_COMPLEX32 1

/* Default precisions. They are macros because thorns test them with #ifdef. A source may define another
   CCTK_REAL_PRECISION_x before it includes this header, for functions that no other source calls. */
#define CCTK_INTEGER_PRECISION 4
#define CCTK_INT CCTK_INT4
#ifdef CCTK_REAL_PRECISION_8
#define CCTK_REAL_PRECISION 8
#define CCTK_REAL CCTK_REAL8
#define CCTK_COMPLEX_PRECISION 16
#define CCTK_COMPLEX CCTK_COMPLEX16
#elif defined CCTK_REAL_PRECISION_4
#define CCTK_REAL_PRECISION 4
#define CCTK_REAL CCTK_REAL4
#define CCTK_COMPLEX_PRECISION 8
#define CCTK_COMPLEX CCTK_COMPLEX8
#else
#error "Define CCTK_REAL_PRECISION_8 or CCTK_REAL_PRECISION_4, as cctk_Config.h does."
#endif

/* Declares a local variable that may remain unused. */
#define CCTK_DECLARE_INIT(type, name, value) type name CCTK_ATTRIBUTE_UNUSED = (value)

#endif
