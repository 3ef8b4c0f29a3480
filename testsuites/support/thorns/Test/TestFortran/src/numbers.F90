! A module that a source before it in SRCS uses.
#include "cctk.h"

module numbers
  implicit none
  CCTK_REAL, parameter :: answer = 42
contains
  elemental function twice(x) result(y)
    CCTK_REAL, intent(in) :: x
    CCTK_REAL :: y
    y = 2 * x
  end function twice
end module numbers
