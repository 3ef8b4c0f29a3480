/* The extension "PUGH" of a grid hierarchy: processes, communicator, variables. */
#ifndef PUGH_PGH_H
#define PUGH_PGH_H

#include "pGV.h"

#include <mpi.h>

typedef struct PGH {
  void* callerid; /* the cGH */
  int dim;        /* of the grid functions of the highest dimension */
  int nprocs, myproc;
  int commmodel; /* PUGH_ALLOCATEDBUFFERS */
  int nvariables;
  int narrays;           /* variables and their past time levels */
  int* activetimelevels; /* by variable */
  int* maxtimelevels;    /* by variable: the largest number that was ever active */
  void*** variables;     /* pGA* by variable and declared time level */
  int timelevel;         /* 0 */
  int* perme;            /* by direction: whether the grid is periodic there */
  int periodic;
  int forceSync;                /* 0 */
  CCTK_REAL dx0, dy0, dz0, dt0; /* 1: spacings are in the cGH */
  int level, mglevel, convlevel;
  int active;    /* 1 */
  int comm_time; /* -1: there is no such timer */
  MPI_Datatype PUGH_mpi_complex, PUGH_mpi_complex8, PUGH_mpi_complex16, PUGH_mpi_complex32;
  MPI_Comm PUGH_COMM_WORLD;     /* the driver's communicator of all processes */
  pGExtras** GFExtras;          /* by dimension - 1; NULL where there are no grid functions */
  pConnectivity** Connectivity; /* by dimension - 1; NULL without grid functions */
  char* identity_string;        /* empty */
} pGH;

#endif
