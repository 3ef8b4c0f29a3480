! Loops over parts of the box; every point is met once, whatever the number of threads.
#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Functions.h"

subroutine TestFortran_Loops(CCTK_ARGUMENTS)
  implicit none
  DECLARE_CCTK_ARGUMENTS
  DECLARE_CCTK_FUNCTIONS
  CCTK_LOOP3_ALL_DECLARE(a)
  CCTK_LOOP3_INT_DECLARE(b)
  CCTK_LOOP3_BND_DECLARE(c)
  CCTK_LOOP3_INTBND_DECLARE(d)
  integer :: i, j, k, ni, nj, nk
  CCTK_REAL :: total, sums(4)
  integer :: status, handle
  character(len=200) :: message

  total = 0
  !$OMP PARALLEL CCTK_LOOP3_ALL_OMP_PRIVATE(a, i,j,k) reduction(+: total) &
  !$OMP default(none) shared(cctk_ash, cctk_lsh, cctk_tile_min, cctk_tile_max, u)
  CCTK_LOOP3_ALL(a, i,j,k)
     total = total + u(i,j,k)
  CCTK_ENDLOOP3_ALL(a)
  !$OMP END PARALLEL
  sum_all = total

  total = 0
  !$OMP PARALLEL CCTK_LOOP3_INT_OMP_PRIVATE(b, i,j,k) reduction(+: total) &
  !$OMP default(none) shared(cctkGH, cctk_ash, cctk_lsh, cctk_tile_min, cctk_tile_max, u)
  CCTK_LOOP3_INT(b, i,j,k)
     total = total + u(i,j,k)
  CCTK_ENDLOOP3_INT(b)
  !$OMP END PARALLEL
  sum_inner = total

  total = 0
  !$OMP PARALLEL CCTK_LOOP3_BND_OMP_PRIVATE(c, i,j,k, ni,nj,nk) reduction(+: total) &
  !$OMP default(none) shared(cctkGH, cctk_ash, cctk_lsh, cctk_tile_min, cctk_tile_max, u)
  CCTK_LOOP3_BND(c, i,j,k, ni,nj,nk)
     total = total + u(i,j,k)
  CCTK_ENDLOOP3_BND(c)
  !$OMP END PARALLEL
  sum_outer = total

  total = 0
  CCTK_LOOP3_INTBND(d, i,j,k, ni,nj,nk)
     total = total + 1000 * ni + 100 * nj + nk
  CCTK_ENDLOOP3_INTBND(d)
  sum_faces = total

  call CCTK_ReductionArrayHandle(handle, "sum")
  call CCTK_ReduceLocArrayToArray1D(status, cctkGH, -1, handle, (/ sum_all, sum_inner, sum_outer, sum_faces /), sums, 4, &
       CCTK_VARIABLE_REAL)
  write (message, '(a,4f14.1,i3)') "loops", sums, status
  call CCTK_INFO(message)
end subroutine TestFortran_Loops
