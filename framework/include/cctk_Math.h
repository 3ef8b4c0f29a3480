/* Classification of numbers that is correct even when the compiler assumes that NaN does not occur. */
#ifndef CCTK_MATH_H
#define CCTK_MATH_H
#ifdef __cplusplus
extern "C" {
#endif

double CCTK_copysign(double x, double y);
int CCTK_fpclassify(double x);
int CCTK_isfinite(double x);
int CCTK_isinf(double x);
int CCTK_isnan(double x);
int CCTK_isnormal(double x);
int CCTK_signbit(double x);
int CCTK_IEEE_isfinite(double x);
int CCTK_IEEE_isinf(double x);
int CCTK_IEEE_isnan(double x);
int CCTK_IEEE_isnormal(double x);
int CCTK_IEEE_signbit(double x);

#ifdef __cplusplus
}
#endif
#endif
