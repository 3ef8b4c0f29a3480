/* Fortran types of grid variables, parameters and arguments of aliased functions. */
#ifndef CCTK_FORTRAN_TYPES_H
#define CCTK_FORTRAN_TYPES_H

/* A pointer of C (`void*`). Strings of C are pointers too, which CCTK_EQUALS and CCTK_FortranString read. */
#define CCTK_POINTER integer*8
#define CCTK_POINTER_TO_CONST integer*8
#define CCTK_FPOINTER integer*8
#define CCTK_STRING CCTK_POINTER_TO_CONST
#define HAVE_CCTK_POINTER 1
#define HAVE_CCTK_POINTER_TO_CONST 1
#define HAVE_CCTK_FPOINTER 1
#define HAVE_CCTK_STRING 1

#define CCTK_BYTE integer*1
#define CCTK_INT1 integer*1
#define CCTK_INT2 integer*2
#define CCTK_INT4 integer*4
#define CCTK_INT8 integer*8
#define CCTK_INT16 integer*16
#define HAVE_CCTK_BYTE 1
#define HAVE_CCTK_INT1 1
#define HAVE_CCTK_INT2 1
#define HAVE_CCTK_INT4 1
#define HAVE_CCTK_INT8 1
#define HAVE_CCTK_INT16 1

/* CCTK_REAL16 is C's long double, which has 10 significant bytes on x86. */
#define CCTK_REAL4 real*4
#define CCTK_REAL8 real*8
#define CCTK_REAL16 real*10
#define CCTK_COMPLEX8 complex*8
#define CCTK_COMPLEX16 complex*16
#define CCTK_COMPLEX32 complex*20
#define HAVE_CCTK_REAL4 1
#define HAVE_CCTK_REAL8 1
#define HAVE_CCTK_REAL16 1
#define HAVE_CCTK_COMPLEX8 1
#define HAVE_CCTK_COMPLEX16 1
#define HAVE_CCTK_COMPLEX32 1

#define CCTK_INTEGER_PRECISION 4
#define CCTK_INTEGER_PRECISION_4 1
#define CCTK_INT CCTK_INT4
#define CCTK_REAL_PRECISION 8
#define CCTK_REAL_PRECISION_8 1
#define CCTK_REAL CCTK_REAL8
#define CCTK_COMPLEX_PRECISION 16
#define CCTK_COMPLEX CCTK_COMPLEX16

/* An empty comment concatenates two names, as in a traditional preprocessor. */
#define CCTK_ANSI_FPP 0

/* Declares a dummy argument that may remain unused: CCTK_DECLARE(CCTK_REAL, x, (nx,ny)). */
#define CCTK_DECLARE(type, name, dimensions) type name dimensions

#endif
