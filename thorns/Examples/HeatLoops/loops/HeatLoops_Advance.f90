subroutine advance(n, cctk_delta_time, q, rhs)
  integer n, i
  real*8 cctk_delta_time, q(n), rhs(n)
  do i = 1, n
    q(i) = q(i) + cctk_delta_time * rhs(i)
  end do
end subroutine advance
