! Every statement of the subset.
subroutine statements(n, m, a, index, x, y, z)
  implicit none
  integer n, m
  integer*4 index(m), i, j, k, length
  integer, parameter :: width = 4
  real*8, intent(in) :: x(n), a
  real*8 :: y(n + 1), z(0:width, m)
  double precision s, t(width), u
  real(4) v

  do i = 1, n
    !$loopy begin tagged: load
    s = a*x(i) &
      & + 1.5d0
    !$loopy end tagged: load
    if (s > 0 .and. i /= n) then
      y(i) = sqrt(s)**2 - 1e-3
    else if (s .le. -1.0) then
      y(i) = max(s, x(i), 0.5d0) ; y(i + 1) = min(s, 2d0)
    else
      y(i) = sign(abs(s), -x(i))/3
    end if
    if (.not. (y(i) < 1) .or. .false.) y(i) = merge(1, 2, s == 0)
  end do
  do j = 1, m
    do k = 1, width
      t(k) = z(k - 1, j)*real(k) + exp(-dble(j))
    end do
    length = mod(index(j), 3) + n/2
    u = 0
    do k = 1, length
      u = u + x(index(k))
    enddo
    v = u
    do k = width, 1, -1
      z(k, j) = t(k) + v + int(u)
    end do
  end do
end subroutine statements
