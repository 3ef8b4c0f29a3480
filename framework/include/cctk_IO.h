/* Output of variables through the registered I/O methods. */
#ifndef CCTK_IO_H
#define CCTK_IO_H

#include "cGH.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Calls every I/O method. Returns the number of variables written. */
int CCTK_OutputGH(const cGH* GH);
int CCTK_OutputVarAsByMethod(const cGH* GH, const char* var, const char* method, const char* alias);
int CCTK_OverloadOutputGH(int (*function)(const cGH* GH));
int CCTK_OverloadOutputVarAsByMethod(int (*function)(const cGH* GH, const char* var, const char* method,
                                                     const char* alias));

int CCTK_OutputVarAs(const cGH* GH, const char* var, const char* alias);
int CCTK_OutputVar(const cGH* GH, const char* var);
int CCTK_OutputVarByMethod(const cGH* GH, const char* var, const char* method);

#ifdef __cplusplus
}
#endif
#endif
