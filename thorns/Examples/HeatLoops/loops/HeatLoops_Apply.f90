! rhs = kappa (D q + q D^T) in each element.
subroutine apply(Nq, Ne, kappa, D, q, rhs)
  integer Nq, Ne, e, i, j, n
  real*8 kappa, along_i, along_j
  real*8 D(Nq, Nq), q(Nq, Nq, Ne), rhs(Nq, Nq, Ne)
  do e = 1, Ne
    do j = 1, Nq
      do i = 1, Nq
        along_i = 0.0d0
        along_j = 0.0d0
        do n = 1, Nq
          along_i = along_i + D(i, n) * q(n, j, e)
          along_j = along_j + D(j, n) * q(i, n, e)
        end do
        rhs(i, j, e) = kappa * (along_i + along_j)
      end do
    end do
  end do
end subroutine apply

!$loopy begin
!
! f = parse_fortran(SOURCE, FILENAME)
! f = fix_parameters(f, Nq=Nq)
! f = assume(f, "Ne >= 1")
! if tuned:
!     f = split_iname(f, "e", size("elements", [1, 2, 4, 8]), outer_tag="g.0", inner_tag="l.2")
!     f = tag_inames(f, "i:l.0, j:l.1, n:unr")
!     f = add_prefetch(f, "D", sweep_inames=["i", "j", "n"])
!     f = add_prefetch(f, "q", sweep_inames=["i", "j", "n"])
! RESULT = [f]
!
!$loopy end
