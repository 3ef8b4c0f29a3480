/* Complex arithmetic with the same function names in C and C++, for each precision. */
#ifndef CCTK_COMPLEX_H
#define CCTK_COMPLEX_H

#include "cctk_Types.h"

#ifdef __cplusplus
#define CCTK_DEFINE_COMPLEX_(prefix, REAL_, COMPLEX_)                                                                  \
  static inline COMPLEX_ prefix(REAL_ re, REAL_ im) { return COMPLEX_(re, im); }                                       \
  static inline REAL_ prefix##Real(COMPLEX_ a) { return std::real(a); }                                                \
  static inline REAL_ prefix##Imag(COMPLEX_ a) { return std::imag(a); }                                                \
  static inline COMPLEX_ prefix##Neg(COMPLEX_ a) { return -a; }                                                        \
  static inline COMPLEX_ prefix##Conjg(COMPLEX_ a) { return std::conj(a); }                                            \
  static inline REAL_ prefix##Abs(COMPLEX_ a) { return std::abs(a); }                                                  \
  static inline REAL_ prefix##Arg(COMPLEX_ a) { return std::arg(a); }                                                  \
  static inline REAL_ prefix##Norm(COMPLEX_ a) { return std::norm(a); }                                                \
  static inline COMPLEX_ prefix##Add(COMPLEX_ a, COMPLEX_ b) { return a + b; }                                         \
  static inline COMPLEX_ prefix##Sub(COMPLEX_ a, COMPLEX_ b) { return a - b; }                                         \
  static inline COMPLEX_ prefix##Mul(COMPLEX_ a, COMPLEX_ b) { return a * b; }                                         \
  static inline COMPLEX_ prefix##Div(COMPLEX_ a, COMPLEX_ b) { return a / b; }                                         \
  static inline COMPLEX_ prefix##CPow(COMPLEX_ a, COMPLEX_ b) { return std::pow(a, b); }                               \
  static inline COMPLEX_ prefix##Sin(COMPLEX_ a) { return std::sin(a); }                                               \
  static inline COMPLEX_ prefix##Cos(COMPLEX_ a) { return std::cos(a); }                                               \
  static inline COMPLEX_ prefix##Exp(COMPLEX_ a) { return std::exp(a); }                                               \
  static inline COMPLEX_ prefix##Log(COMPLEX_ a) { return std::log(a); }                                               \
  static inline COMPLEX_ prefix##Sqrt(COMPLEX_ a) { return std::sqrt(a); }                                             \
  static inline COMPLEX_ prefix##Pow(COMPLEX_ a, REAL_ b) { return std::pow(a, b); }                                   \
  static inline COMPLEX_ prefix##IPow(COMPLEX_ a, int b) { return std::pow(a, static_cast<REAL_>(b)); }
CCTK_DEFINE_COMPLEX_(CCTK_Cmplx8, CCTK_REAL4, CCTK_COMPLEX8)
CCTK_DEFINE_COMPLEX_(CCTK_Cmplx16, CCTK_REAL8, CCTK_COMPLEX16)
CCTK_DEFINE_COMPLEX_(CCTK_Cmplx32, CCTK_REAL16, CCTK_COMPLEX32)
#undef CCTK_DEFINE_COMPLEX_
#else
#define CCTK_DECLARE_COMPLEX_(prefix, real, complex)                                                                   \
  complex prefix(real re, real im);                                                                                    \
  real prefix##Real(complex a);                                                                                        \
  real prefix##Imag(complex a);                                                                                        \
  complex prefix##Neg(complex a);                                                                                      \
  complex prefix##Conjg(complex a);                                                                                    \
  real prefix##Abs(complex a);                                                                                         \
  real prefix##Arg(complex a);                                                                                         \
  real prefix##Norm(complex a);                                                                                        \
  complex prefix##Add(complex a, complex b);                                                                           \
  complex prefix##Sub(complex a, complex b);                                                                           \
  complex prefix##Mul(complex a, complex b);                                                                           \
  complex prefix##Div(complex a, complex b);                                                                           \
  complex prefix##CPow(complex a, complex b);                                                                          \
  complex prefix##Sin(complex a);                                                                                      \
  complex prefix##Cos(complex a);                                                                                      \
  complex prefix##Exp(complex a);                                                                                      \
  complex prefix##Log(complex a);                                                                                      \
  complex prefix##Sqrt(complex a);                                                                                     \
  complex prefix##Pow(complex a, real b);                                                                              \
  complex prefix##IPow(complex a, int b);
CCTK_DECLARE_COMPLEX_(CCTK_Cmplx8, CCTK_REAL4, CCTK_COMPLEX8)
CCTK_DECLARE_COMPLEX_(CCTK_Cmplx16, CCTK_REAL8, CCTK_COMPLEX16)
CCTK_DECLARE_COMPLEX_(CCTK_Cmplx32, CCTK_REAL16, CCTK_COMPLEX32)
#undef CCTK_DECLARE_COMPLEX_
#endif

/* Names for the default precision. */
#define CCTK_Cmplx CCTK_Cmplx16
#define CCTK_CmplxReal CCTK_Cmplx16Real
#define CCTK_CmplxImag CCTK_Cmplx16Imag
#define CCTK_CmplxNeg CCTK_Cmplx16Neg
#define CCTK_CmplxConjg CCTK_Cmplx16Conjg
#define CCTK_CmplxAbs CCTK_Cmplx16Abs
#define CCTK_CmplxArg CCTK_Cmplx16Arg
#define CCTK_CmplxNorm CCTK_Cmplx16Norm
#define CCTK_CmplxAdd CCTK_Cmplx16Add
#define CCTK_CmplxSub CCTK_Cmplx16Sub
#define CCTK_CmplxMul CCTK_Cmplx16Mul
#define CCTK_CmplxDiv CCTK_Cmplx16Div
#define CCTK_CmplxCPow CCTK_Cmplx16CPow
#define CCTK_CmplxSin CCTK_Cmplx16Sin
#define CCTK_CmplxCos CCTK_Cmplx16Cos
#define CCTK_CmplxExp CCTK_Cmplx16Exp
#define CCTK_CmplxLog CCTK_Cmplx16Log
#define CCTK_CmplxSqrt CCTK_Cmplx16Sqrt
#define CCTK_CmplxPow CCTK_Cmplx16Pow
#define CCTK_CmplxIPow CCTK_Cmplx16IPow

#endif
