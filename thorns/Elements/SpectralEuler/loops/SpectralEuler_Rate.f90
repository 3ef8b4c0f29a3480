! The signal speed in the coordinates of an element, summed over r, s and t, times Nq**2/8. The inverse of the largest
! rate is the time step at Courant number 1. The linear upwind scheme with RK3 is stable up to Courant numbers of 1.02
! (degree 3) to 1.37 (degree 15).

!$chemora Nq = lsh(rho, 1)
!$chemora gamma = SpectralEuler::adiabatic_index

subroutine SpectralEuler_Rate(Ne, Nq, gamma, r1, r2, r3, s1, s2, s3, t1, t2, t3, inverse_J, rho, &
    m1, m2, m3, energy, rates)
  implicit none
  integer*4 Ne, Nq, e, i, j, k
  real*8 gamma
  real*8 r1(Nq,Nq,Nq,Ne), r2(Nq,Nq,Nq,Ne), r3(Nq,Nq,Nq,Ne), s1(Nq,Nq,Nq,Ne), s2(Nq,Nq,Nq,Ne)
  real*8 s3(Nq,Nq,Nq,Ne), t1(Nq,Nq,Nq,Ne), t2(Nq,Nq,Nq,Ne), t3(Nq,Nq,Nq,Ne)
  real*8 inverse_J(Nq,Nq,Nq,Ne)
  real*8 rho(Nq,Nq,Nq,Ne), m1(Nq,Nq,Nq,Ne), m2(Nq,Nq,Nq,Ne), m3(Nq,Nq,Nq,Ne)
  real*8 energy(Nq,Nq,Nq,Ne), rates(Nq,Nq,Nq,Ne)
  real*8 p, c, g1, g2, g3, v1, v2, v3, total

  do e = 1, Ne
    do k = 1, Nq
      do j = 1, Nq
        do i = 1, Nq
          v1 = m1(i,j,k,e)/rho(i,j,k,e)
          v2 = m2(i,j,k,e)/rho(i,j,k,e)
          v3 = m3(i,j,k,e)/rho(i,j,k,e)
          p = (gamma - 1.0d0)*(energy(i,j,k,e) - 0.5d0*rho(i,j,k,e)*(v1*v1 + v2*v2 + v3*v3))
          c = sqrt(gamma*p/rho(i,j,k,e))
          total = 0.0d0
          g1 = r1(i,j,k,e)
          g2 = r2(i,j,k,e)
          g3 = r3(i,j,k,e)
          total = total + abs(g1*v1 + g2*v2 + g3*v3) + c*sqrt(g1*g1 + g2*g2 + g3*g3)
          g1 = s1(i,j,k,e)
          g2 = s2(i,j,k,e)
          g3 = s3(i,j,k,e)
          total = total + abs(g1*v1 + g2*v2 + g3*v3) + c*sqrt(g1*g1 + g2*g2 + g3*g3)
          g1 = t1(i,j,k,e)
          g2 = t2(i,j,k,e)
          g3 = t3(i,j,k,e)
          total = total + abs(g1*v1 + g2*v2 + g3*v3) + c*sqrt(g1*g1 + g2*g2 + g3*g3)
          rates(i,j,k,e) = 0.125d0*dble(Nq*Nq)*inverse_J(i,j,k,e)*total
        end do
      end do
    end do
  end do
end subroutine SpectralEuler_Rate

!$loopy begin
!
! f = parse_fortran(SOURCE, FILENAME)
! f = fix_parameters(f, Nq=degree + 1)
! f = assume(f, "Ne >= 1")
! f = tag_inames(f, "e:g.0, i:l.0, j:l.1")
! RESULT = f
!
!$loopy end
