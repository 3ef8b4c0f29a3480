! The numerical fluxes through the faces. A term of a face is its lifting factor times the difference of the numerical
! flux and the flux of this side, F* - F(l) = (F(r) - F(l))/2 - dissipation.
!
! Rusanov: the dissipation is half of the largest signal speed of both sides times the difference of the states.

!$chemora Nq = lsh(rho_face, 1)
!$chemora gamma = SpectralEuler::adiabatic_index

subroutine SpectralEuler_Rusanov(Ne, Nq, gamma, lift, normal1, normal2, normal3, rho_face, &
    m1_face, m2_face, m3_face, energy_face, rho_outside, m1_outside, m2_outside, m3_outside, &
    energy_outside, rho_jump, m1_jump, m2_jump, m3_jump, energy_jump)
  implicit none
  integer*4 Ne, Nq, e, f, j, k
  real*8 gamma
  real*8 lift(Nq,Nq,6,Ne), normal1(Nq,Nq,6,Ne), normal2(Nq,Nq,6,Ne), normal3(Nq,Nq,6,Ne)
  real*8 rho_face(Nq,Nq,6,Ne), m1_face(Nq,Nq,6,Ne), m2_face(Nq,Nq,6,Ne), m3_face(Nq,Nq,6,Ne)
  real*8 energy_face(Nq,Nq,6,Ne)
  real*8 rho_outside(Nq,Nq,6,Ne), m1_outside(Nq,Nq,6,Ne), m2_outside(Nq,Nq,6,Ne)
  real*8 m3_outside(Nq,Nq,6,Ne), energy_outside(Nq,Nq,6,Ne)
  real*8 rho_jump(Nq,Nq,6,Ne), m1_jump(Nq,Nq,6,Ne), m2_jump(Nq,Nq,6,Ne), m3_jump(Nq,Nq,6,Ne)
  real*8 energy_jump(Nq,Nq,6,Ne)
  real*8 n1, n2, n3, rl, ul1, ul2, ul3, el, pl, vl, rr, ur1, ur2, ur3, er, pr, vr
  real*8 rho_half, m1_half, m2_half, m3_half, energy_half
  real*8 speed

  do e = 1, Ne
    do f = 1, 6
      do k = 1, Nq
        do j = 1, Nq
          n1 = normal1(j,k,f,e)
          n2 = normal2(j,k,f,e)
          n3 = normal3(j,k,f,e)
          rl = rho_face(j,k,f,e)
          ul1 = m1_face(j,k,f,e)
          ul2 = m2_face(j,k,f,e)
          ul3 = m3_face(j,k,f,e)
          el = energy_face(j,k,f,e)
          rr = rho_outside(j,k,f,e)
          ur1 = m1_outside(j,k,f,e)
          ur2 = m2_outside(j,k,f,e)
          ur3 = m3_outside(j,k,f,e)
          er = energy_outside(j,k,f,e)
          pl = (gamma - 1.0d0)*(el - 0.5d0*(ul1*ul1 + ul2*ul2 + ul3*ul3)/rl)
          pr = (gamma - 1.0d0)*(er - 0.5d0*(ur1*ur1 + ur2*ur2 + ur3*ur3)/rr)
          vl = (n1*ul1 + n2*ul2 + n3*ul3)/rl
          vr = (n1*ur1 + n2*ur2 + n3*ur3)/rr
          rho_half = 0.5d0*(rr*vr - rl*vl)
          m1_half = 0.5d0*(ur1*vr - ul1*vl + n1*(pr - pl))
          m2_half = 0.5d0*(ur2*vr - ul2*vl + n2*(pr - pl))
          m3_half = 0.5d0*(ur3*vr - ul3*vl + n3*(pr - pl))
          energy_half = 0.5d0*((er + pr)*vr - (el + pl)*vl)
          speed = 0.5d0*max(abs(vl) + sqrt(gamma*pl/rl), abs(vr) + sqrt(gamma*pr/rr))
          rho_jump(j,k,f,e) = lift(j,k,f,e)*(rho_half - speed*(rr - rl))
          m1_jump(j,k,f,e) = lift(j,k,f,e)*(m1_half - speed*(ur1 - ul1))
          m2_jump(j,k,f,e) = lift(j,k,f,e)*(m2_half - speed*(ur2 - ul2))
          m3_jump(j,k,f,e) = lift(j,k,f,e)*(m3_half - speed*(ur3 - ul3))
          energy_jump(j,k,f,e) = lift(j,k,f,e)*(energy_half - speed*(er - el))
        end do
      end do
    end do
  end do
end subroutine SpectralEuler_Rusanov

!$loopy begin
!
! f = parse_fortran(SOURCE, FILENAME)
! f = fix_parameters(f, Nq=degree + 1)
! f = assume(f, "Ne >= 1")
! f = tag_inames(f, "e:g.0, j:l.0, k:l.1")
! RESULT = f
!
!$loopy end
