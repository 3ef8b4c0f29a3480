! Adds the terms of the faces to the right-hand sides.

!$chemora Nq = lsh(rho_jump, 1)

subroutine SpectralEuler_Lift(Ne, Nq, rho_jump, m1_jump, m2_jump, m3_jump, &
    energy_jump, rho_rhs, m1_rhs, m2_rhs, m3_rhs, energy_rhs)
  implicit none
  integer*4 Ne, Nq, e, j, k
  real*8 rho_jump(Nq,Nq,6,Ne), m1_jump(Nq,Nq,6,Ne), m2_jump(Nq,Nq,6,Ne), m3_jump(Nq,Nq,6,Ne)
  real*8 energy_jump(Nq,Nq,6,Ne)
  real*8 rho_rhs(Nq,Nq,Nq,Ne), m1_rhs(Nq,Nq,Nq,Ne), m2_rhs(Nq,Nq,Nq,Ne), m3_rhs(Nq,Nq,Nq,Ne)
  real*8 energy_rhs(Nq,Nq,Nq,Ne)

  do e = 1, Ne
    do k = 1, Nq
      do j = 1, Nq
        rho_rhs(1,j,k,e) = rho_rhs(1,j,k,e) - rho_jump(j,k,1,e)
        rho_rhs(Nq,j,k,e) = rho_rhs(Nq,j,k,e) - rho_jump(j,k,2,e)
        m1_rhs(1,j,k,e) = m1_rhs(1,j,k,e) - m1_jump(j,k,1,e)
        m1_rhs(Nq,j,k,e) = m1_rhs(Nq,j,k,e) - m1_jump(j,k,2,e)
        m2_rhs(1,j,k,e) = m2_rhs(1,j,k,e) - m2_jump(j,k,1,e)
        m2_rhs(Nq,j,k,e) = m2_rhs(Nq,j,k,e) - m2_jump(j,k,2,e)
        m3_rhs(1,j,k,e) = m3_rhs(1,j,k,e) - m3_jump(j,k,1,e)
        m3_rhs(Nq,j,k,e) = m3_rhs(Nq,j,k,e) - m3_jump(j,k,2,e)
        energy_rhs(1,j,k,e) = energy_rhs(1,j,k,e) - energy_jump(j,k,1,e)
        energy_rhs(Nq,j,k,e) = energy_rhs(Nq,j,k,e) - energy_jump(j,k,2,e)
      end do
    end do
    do k = 1, Nq
      do j = 1, Nq
        rho_rhs(j,1,k,e) = rho_rhs(j,1,k,e) - rho_jump(j,k,3,e)
        rho_rhs(j,Nq,k,e) = rho_rhs(j,Nq,k,e) - rho_jump(j,k,4,e)
        m1_rhs(j,1,k,e) = m1_rhs(j,1,k,e) - m1_jump(j,k,3,e)
        m1_rhs(j,Nq,k,e) = m1_rhs(j,Nq,k,e) - m1_jump(j,k,4,e)
        m2_rhs(j,1,k,e) = m2_rhs(j,1,k,e) - m2_jump(j,k,3,e)
        m2_rhs(j,Nq,k,e) = m2_rhs(j,Nq,k,e) - m2_jump(j,k,4,e)
        m3_rhs(j,1,k,e) = m3_rhs(j,1,k,e) - m3_jump(j,k,3,e)
        m3_rhs(j,Nq,k,e) = m3_rhs(j,Nq,k,e) - m3_jump(j,k,4,e)
        energy_rhs(j,1,k,e) = energy_rhs(j,1,k,e) - energy_jump(j,k,3,e)
        energy_rhs(j,Nq,k,e) = energy_rhs(j,Nq,k,e) - energy_jump(j,k,4,e)
      end do
    end do
    do k = 1, Nq
      do j = 1, Nq
        rho_rhs(j,k,1,e) = rho_rhs(j,k,1,e) - rho_jump(j,k,5,e)
        rho_rhs(j,k,Nq,e) = rho_rhs(j,k,Nq,e) - rho_jump(j,k,6,e)
        m1_rhs(j,k,1,e) = m1_rhs(j,k,1,e) - m1_jump(j,k,5,e)
        m1_rhs(j,k,Nq,e) = m1_rhs(j,k,Nq,e) - m1_jump(j,k,6,e)
        m2_rhs(j,k,1,e) = m2_rhs(j,k,1,e) - m2_jump(j,k,5,e)
        m2_rhs(j,k,Nq,e) = m2_rhs(j,k,Nq,e) - m2_jump(j,k,6,e)
        m3_rhs(j,k,1,e) = m3_rhs(j,k,1,e) - m3_jump(j,k,5,e)
        m3_rhs(j,k,Nq,e) = m3_rhs(j,k,Nq,e) - m3_jump(j,k,6,e)
        energy_rhs(j,k,1,e) = energy_rhs(j,k,1,e) - energy_jump(j,k,5,e)
        energy_rhs(j,k,Nq,e) = energy_rhs(j,k,Nq,e) - energy_jump(j,k,6,e)
      end do
    end do
  end do
end subroutine SpectralEuler_Lift

!$loopy begin
!
! f = parse_fortran(SOURCE, FILENAME)
! f = fix_parameters(f, Nq=degree + 1)
! f = assume(f, "Ne >= 1")
! f = tag_inames(f, "e:g.0, j:l.0, k:l.1, j_1:l.0, k_1:l.1, j_2:l.0, k_2:l.1")
! RESULT = f
!
!$loopy end
