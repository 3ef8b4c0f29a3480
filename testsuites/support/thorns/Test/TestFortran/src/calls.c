/* The C side: what Fortran wrote, functions for Fortran, calls of Fortran. */
#include <cctk.h>
#include <cctk_Arguments.h>
#include <cctk_FortranString.h>
#include <cctk_Parameters.h>

#include <stdlib.h>
#include <string.h>

void TestFortran_Check(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS;
  DECLARE_CCTK_PARAMETERS;
  int wrong = 0;
  for (int k = 0; k < cctk_lsh[2]; ++k)
    for (int j = 0; j < cctk_lsh[1]; ++j)
      for (int i = 0; i < cctk_lsh[0]; ++i) {
        const int here = CCTK_GFINDEX3D(cctkGH, i, j, k);
        const CCTK_REAL value = (i + 1 + cctk_lbnd[0]) + 100 * (j + 1 + cctk_lbnd[1]) + 10000 * (k + 1 + cctk_lbnd[2]);
        wrong += u[here] != value || u_p[here] != -value;
        for (int n = 0; n < n_elements; ++n)
          wrong += w[CCTK_VECTGFINDEX3D(cctkGH, i, j, k, n)] != value + 1000000 * (n + 1);
      }
  for (int n = 0; n < 2; ++n)
    for (int j = 0; j < n_columns; ++j)
      for (int i = 0; i < 3; ++i) {
        const int here = i + 3 * (j + n_columns * n), value = (i + 1) + 10 * (j + 1) + 100 * (n + 1);
        wrong += first[here] != value || second_p[here] != -value;
      }
  const CCTK_COMPLEX expected = CCTK_Cmplx(1.25, -2.5);
  wrong += memcmp(z, &expected, sizeof expected) != 0;
  wrong += tiny[n_elements - 1] != -8 || (n_elements > 1 && tiny[0] != 7) || *narrow != 0.5f;
  CCTK_VINFO("%d values are wrong", wrong);
}

CCTK_INT letters_in_c(CCTK_STRING text, CCTK_INT* n_calls, CCTK_STRING more) {
  ++*n_calls;
  return (CCTK_INT)(strlen(text) + strlen(more));
}

CCTK_REAL sum_in_c(CCTK_INT n, CCTK_REAL (*f)(CCTK_REAL x, CCTK_INT n)) {
  CCTK_REAL sum = 0;
  for (CCTK_INT i = 1; i <= n; ++i) sum += f(i, n);
  return sum;
}

static CCTK_REAL c_cube(CCTK_REAL x, CCTK_INT n) { return x * x * x + n; }

/* By name, in any case. */
void CCTK_FCALL CCTK_FNAME(Called_From_C)(const int* number, const char* text, CCTK_FORTRAN_STRLEN_T length);
void CCTK_FCALL CCTK_FNAME(TestFortran_FromC)(const cGH** GH);
void CCTK_FCALL CCTK_FNAME(TestFortran_OneText)(int* length, ONE_FORTSTRING_ARG);

void CCTK_FCALL CCTK_FNAME(TestFortran_FromC)(const cGH** GH) {
  const int number = CCTK_nProcs(*GH) > 0 ? 17 : 0;
  CCTK_FNAME(Called_From_C)(&number, "text", 4);
  const CCTK_REAL values[2] = {3, -4};
  CCTK_REAL largest = 0;
  const CCTK_REAL sum = TestFortran_Combine(2, values, &largest, "sum");
  CCTK_VINFO("C gets %g %g", (double)sum, (double)largest);
  CCTK_VINFO("C passes a function: %g %g", (double)TestFortran_SumInFortran(3, c_cube),
             (double)TestFortran_SumInC(3, c_cube));
}

void CCTK_FCALL CCTK_FNAME(TestFortran_OneText)(int* length, ONE_FORTSTRING_ARG) {
  ONE_FORTSTRING_CREATE(text)
  *length = (int)strlen(text);
  free(text);
}
