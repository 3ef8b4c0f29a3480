/* Loops over grid points of 1 to 4 dimensions:
     CCTK_LOOP3_ALL_DECLARE(name)      among the declarations
     CCTK_LOOP3_ALL(name, i, j, k)     i, j, k are integers of the caller
     CCTK_ENDLOOP3_ALL(name)
   Inside a parallel region, the threads share the points; CCTK_LOOP3_ALL_OMP_PRIVATE(name, i, j, k) is the clause for
   the region's directive. INT, BND and INTBND call GetBoundarySizesAndTypes; therefore interface.ccl must contain USES
   FUNCTION GetBoundarySizesAndTypes and the procedure DECLARE_CCTK_FUNCTIONS. Bounds are inclusive. An empty comment
   concatenates two names. In the descriptions, @ stands for i, j, ... */
#ifndef CCTK_FORTRAN_LOOP_H
#define CCTK_FORTRAN_LOOP_H

#include "cctk_Loop1.h"
#include "cctk_Loop2.h"
#include "cctk_Loop3.h"
#include "cctk_Loop4.h"

#endif
