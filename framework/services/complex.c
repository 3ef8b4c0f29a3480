/* cctk_Complex.h for C, where the functions cannot be inline without <complex.h> in thorns' name space. */
#include "framework/include/cctk_Complex.h"

#include <complex.h>

#define DEFINE_COMPLEX(prefix, real_type, complex_type, suffix)                                                        \
  complex_type prefix(real_type re, real_type im) {                                                                    \
    complex_type value;                                                                                                \
    ((real_type*)&value)[0] = re;                                                                                      \
    ((real_type*)&value)[1] = im;                                                                                      \
    return value;                                                                                                      \
  }                                                                                                                    \
  real_type prefix##Real(complex_type a) { return creal##suffix(a); }                                                  \
  real_type prefix##Imag(complex_type a) { return cimag##suffix(a); }                                                  \
  complex_type prefix##Neg(complex_type a) { return -a; }                                                              \
  complex_type prefix##Conjg(complex_type a) { return conj##suffix(a); }                                               \
  real_type prefix##Abs(complex_type a) { return cabs##suffix(a); }                                                    \
  real_type prefix##Arg(complex_type a) { return carg##suffix(a); }                                                    \
  real_type prefix##Norm(complex_type a) {                                                                             \
    return creal##suffix(a) * creal##suffix(a) + cimag##suffix(a) * cimag##suffix(a);                                  \
  }                                                                                                                    \
  complex_type prefix##Add(complex_type a, complex_type b) { return a + b; }                                           \
  complex_type prefix##Sub(complex_type a, complex_type b) { return a - b; }                                           \
  complex_type prefix##Mul(complex_type a, complex_type b) { return a * b; }                                           \
  complex_type prefix##Div(complex_type a, complex_type b) { return a / b; }                                           \
  complex_type prefix##CPow(complex_type a, complex_type b) { return cpow##suffix(a, b); }                             \
  complex_type prefix##Sin(complex_type a) { return csin##suffix(a); }                                                 \
  complex_type prefix##Cos(complex_type a) { return ccos##suffix(a); }                                                 \
  complex_type prefix##Exp(complex_type a) { return cexp##suffix(a); }                                                 \
  complex_type prefix##Log(complex_type a) { return clog##suffix(a); }                                                 \
  complex_type prefix##Sqrt(complex_type a) { return csqrt##suffix(a); }                                               \
  complex_type prefix##Pow(complex_type a, real_type b) { return cpow##suffix(a, b); }                                 \
  complex_type prefix##IPow(complex_type a, int b) { return cpow##suffix(a, b); }

DEFINE_COMPLEX(CCTK_Cmplx8, CCTK_REAL4, CCTK_COMPLEX8, f)
DEFINE_COMPLEX(CCTK_Cmplx16, CCTK_REAL8, CCTK_COMPLEX16, )
DEFINE_COMPLEX(CCTK_Cmplx32, CCTK_REAL16, CCTK_COMPLEX32, l)
