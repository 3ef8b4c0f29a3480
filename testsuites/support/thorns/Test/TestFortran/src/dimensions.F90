! Loops of 1, 2 and 4 dimensions, two of them in vectors of 4 points; each counts points in parallel.
#include "cctk.h"
#include "cctk_Arguments.h"

subroutine TestFortran_Dimensions(CCTK_ARGUMENTS)
  implicit none
  DECLARE_CCTK_ARGUMENTS
  CCTK_LOOP1_ALL_DECLARE(line)
  CCTK_LOOP1STR_ALL_DECLARE(line_vectors)
  CCTK_LOOP2_INTERIOR_DECLARE(plane)
  CCTK_LOOP2STR_INTERIOR_DECLARE(plane_vectors)
  CCTK_LOOP2_BOUNDARIES_DECLARE(rim)
  CCTK_LOOP4_DECLARE(box)
  integer :: i, j, k, l, ni, nj, i_first, i_last, m(6)
  character(len=200) :: message

  m = 0
  !$OMP PARALLEL CCTK_LOOP1_ALL_OMP_PRIVATE(line, i) reduction(+: m)
  CCTK_LOOP1_ALL(line, i)
     m(1) = m(1) + 1
  CCTK_ENDLOOP1_ALL(line)
  !$OMP END PARALLEL

  !$OMP PARALLEL CCTK_LOOP1STR_ALL_OMP_PRIVATE(line_vectors, i) private(i_first, i_last) reduction(+: m)
  CCTK_LOOP1STR_ALL(line_vectors, i, i_first, i_last, 4)
     m(2) = m(2) + min(i + 3, i_last) - max(i, i_first) + 1
  CCTK_ENDLOOP1STR_ALL(line_vectors)
  !$OMP END PARALLEL

  !$OMP PARALLEL CCTK_LOOP2_INTERIOR_OMP_PRIVATE(plane, i,j) reduction(+: m)
  CCTK_LOOP2_INTERIOR(plane, i,j, 1,1, 1,1)
     m(3) = m(3) + 1
  CCTK_ENDLOOP2_INTERIOR(plane)
  !$OMP END PARALLEL

  !$OMP PARALLEL CCTK_LOOP2STR_INTERIOR_OMP_PRIVATE(plane_vectors, i,j) private(i_first, i_last) reduction(+: m)
  CCTK_LOOP2STR_INTERIOR(plane_vectors, i,j, 1,1, 1,1, i_first, i_last, 4)
     m(4) = m(4) + max(0, min(i + 3, i_last) - max(i, i_first) + 1)
  CCTK_ENDLOOP2STR_INTERIOR(plane_vectors)
  !$OMP END PARALLEL

  !$OMP PARALLEL CCTK_LOOP2_BOUNDARIES_OMP_PRIVATE(rim, i,j, ni,nj) reduction(+: m)
  CCTK_LOOP2_BOUNDARIES(rim, i,j, ni,nj, 1,1, 1,1, 1,1, 1,1)
     m(5) = m(5) + 1
  CCTK_ENDLOOP2_BOUNDARIES(rim)
  !$OMP END PARALLEL

  !$OMP PARALLEL CCTK_LOOP4_OMP_PRIVATE(box, i,j,k,l) reduction(+: m)
  CCTK_LOOP4(box, i,j,k,l, 1,2,3,4, 2,4,6,8, 9,9,9,9)
     m(6) = m(6) + 1
  CCTK_ENDLOOP4(box)
  !$OMP END PARALLEL

  write (message, '(a,6i4)') "dimensions", m
  call CCTK_INFO(message)
end subroutine TestFortran_Dimensions
