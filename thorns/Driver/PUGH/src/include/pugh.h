/* PUGH's description of the grid, for C and C++ thorns that include CactusPUGH/PUGH/src/include/pugh.h.
   New thorns should use CCTK_GroupDynamicData and GetMPICommWorld, which every driver provides. */
#ifndef PUGH_H
#define PUGH_H

#include "cctk.h"

#include <mpi.h>
#include <stdio.h>

/* This driver always runs with MPI. */
#ifndef CCTK_MPI
#define CCTK_MPI 1
#endif

#include "pGH.h"
#include "pGV.h"

/* The MPI types of the Cactus types. The value is MPI_DATATYPE_NULL for types without an MPI type. */
#define PUGH_MPI_BYTE MPI_UNSIGNED_CHAR
#define PUGH_MPI_CHAR MPI_CHAR
#define PUGH_MPI_INT1 MPI_INT8_T
#define PUGH_MPI_INT2 MPI_INT16_T
#define PUGH_MPI_INT4 MPI_INT32_T
#define PUGH_MPI_INT8 MPI_INT64_T
#define PUGH_MPI_INT (sizeof(CCTK_INT) == 8 ? MPI_INT64_T : MPI_INT32_T)
#define PUGH_MPI_REAL4 MPI_FLOAT
#define PUGH_MPI_REAL8 MPI_DOUBLE
#define PUGH_MPI_REAL16 (sizeof(CCTK_REAL16) == sizeof(long double) ? MPI_LONG_DOUBLE : MPI_DATATYPE_NULL)
#define PUGH_MPI_REAL MPI_DOUBLE

/* Prints a failed MPI call with its source file and line to stderr. */
#define CACTUS_MPI_ERROR(call)                                                                                         \
  do {                                                                                                                 \
    int const code_ = (call);                                                                                          \
    if (code_ != MPI_SUCCESS) {                                                                                        \
      char text_[MPI_MAX_ERROR_STRING + 1];                                                                            \
      int length_ = 0;                                                                                                 \
      MPI_Error_string(code_, text_, &length_);                                                                        \
      fprintf(stderr, "%s:%d: %s failed: %s (MPI error %d)\n", __FILE__, __LINE__, #call, text_, code_);               \
    }                                                                                                                  \
  } while (0)

#ifdef __cplusplus
extern "C" {
#endif

/* The pGH of a grid hierarchy, NULL before it is set up. It is updated whenever storage changes. */
pGH* PUGH_pGH(const cGH* GH);

/* The MPI type of a CCTK_VARIABLE_* code. */
MPI_Datatype PUGH_MPIDataType(const pGH* pughGH, int cctk_type);

int PUGH_MyProc(const cGH* GH);
int PUGH_nProcs(const cGH* GH);

/* Processes in each direction for grid functions of `dim` dimensions, NULL if there are none. */
const int* PUGH_Topology(const cGH* GH, int dim);

#ifdef __cplusplus
}
#endif
#endif
