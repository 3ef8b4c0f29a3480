! The values of an element decrease with its number. Points at a corner are hot.
!$chemora first = lbnd(q, 2)
subroutine elements(Nq, Ne, first, q)
  integer Nq, Ne, first, e, i, j
  real*8 q(Nq, Nq, Ne)
  do e = 1, Ne
    do j = 1, Nq
      do i = 1, Nq
        q(i, j, e) = 1.0d0 / (first + e) + 1.0d0 / (i + j * j)
      end do
    end do
  end do
end subroutine elements

! D(i, i) = -2, D(i, i-1) = D(i, i+1) = 1.
subroutine second_differences(Nq, D)
  integer Nq, i, j
  real*8 D(Nq, Nq)
  do j = 1, Nq
    do i = 1, Nq
      if (i == j) then
        D(i, j) = -2.0d0
      else if (i == j - 1 .or. i == j + 1) then
        D(i, j) = 1.0d0
      else
        D(i, j) = 0.0d0
      end if
    end do
  end do
end subroutine second_differences
