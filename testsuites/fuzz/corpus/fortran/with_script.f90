subroutine first(n, x)
  integer n, i
  real*4 x(n, n)
  do i = 1, n
    x(i, i) = 1
  end do
end

subroutine second(n, x)
  real x(n)
  integer n, j
  do j = 2, n - 1, 2
    x(j) = x(j) + x(j - 1)
  end do
end subroutine

!$loopy begin
! f, g = parse_fortran(SOURCE, FILENAME)
!
! RESULT = [f, g]
!$loopy end
