! The numerical fluxes through the faces. A term of a face is its lifting factor times the difference of the numerical
! flux and the flux of this side, F* - F(l) = (F(r) - F(l))/2 - dissipation.
!
! Roe (Journal of Computational Physics 43 (1981) 357): the dissipation is the sum of the waves of the linearised
! problem, each times half of its speed. h is the specific enthalpy, a hat marks Roe averages. Acoustic waves slower
! than a tenth of the speed of sound have a larger dissipation (Harten, Journal of Computational Physics 49 (1983)
! 357).

!$chemora Nq = lsh(rho_face, 1)
!$chemora gamma = SpectralEuler::adiabatic_index

subroutine SpectralEuler_Roe(Ne, Nq, gamma, lift, normal1, normal2, normal3, rho_face, m1_face, &
    m2_face, m3_face, energy_face, rho_outside, m1_outside, m2_outside, m3_outside, &
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
  real*8 weight, u1, u2, u3, h, v, kinetic, c, dr, dp, dv, w1, w2, w4, w5, a1, a5, limit
  real*8 dv1, dv2, dv3

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
          weight = sqrt(rr)/(sqrt(rl) + sqrt(rr))
          u1 = ul1/rl + weight*(ur1/rr - ul1/rl)
          u2 = ul2/rl + weight*(ur2/rr - ul2/rl)
          u3 = ul3/rl + weight*(ur3/rr - ul3/rl)
          h = (el + pl)/rl + weight*((er + pr)/rr - (el + pl)/rl)
          v = n1*u1 + n2*u2 + n3*u3
          kinetic = 0.5d0*(u1*u1 + u2*u2 + u3*u3)
          c = sqrt((gamma - 1.0d0)*(h - kinetic))
          dr = rr - rl
          dp = pr - pl
          dv = vr - vl
          limit = 0.1d0*c
          a1 = abs(v - c)
          a5 = abs(v + c)
          if (a1 < limit) then
            a1 = 0.5d0*(a1*a1/limit + limit)
          end if
          if (a5 < limit) then
            a5 = 0.5d0*(a5*a5/limit + limit)
          end if
          w1 = 0.25d0*a1*(dp - sqrt(rl*rr)*c*dv)/(c*c)
          w5 = 0.25d0*a5*(dp + sqrt(rl*rr)*c*dv)/(c*c)
          w2 = 0.5d0*abs(v)*(dr - dp/(c*c))
          w4 = 0.5d0*abs(v)*sqrt(rl*rr)
          dv1 = ur1/rr - ul1/rl - n1*dv
          dv2 = ur2/rr - ul2/rl - n2*dv
          dv3 = ur3/rr - ul3/rl - n3*dv
          rho_jump(j,k,f,e) = lift(j,k,f,e)*(rho_half - (w1 + w2 + w5))
          m1_jump(j,k,f,e) = lift(j,k,f,e)*(m1_half - (w1*(u1 - c*n1) + w2*u1 + w5*(u1 + c*n1) + w4*dv1))
          m2_jump(j,k,f,e) = lift(j,k,f,e)*(m2_half - (w1*(u2 - c*n2) + w2*u2 + w5*(u2 + c*n2) + w4*dv2))
          m3_jump(j,k,f,e) = lift(j,k,f,e)*(m3_half - (w1*(u3 - c*n3) + w2*u3 + w5*(u3 + c*n3) + w4*dv3))
          energy_jump(j,k,f,e) = lift(j,k,f,e)*(energy_half - (w1*(h - c*v) + w2*kinetic + w5*(h + c*v) &
              + w4*(u1*dv1 + u2*dv2 + u3*dv3)))
        end do
      end do
    end do
  end do
end subroutine SpectralEuler_Roe

!$loopy begin
!
! f = parse_fortran(SOURCE, FILENAME)
! f = fix_parameters(f, Nq=degree + 1)
! f = assume(f, "Ne >= 1")
! f = tag_inames(f, "e:g.0, j:l.0, k:l.1")
! RESULT = f
!
!$loopy end
