! Damps the shortest waves of the state's difference from the background, which the flux terms of a marginally
! resolved flow would amplify. H(i,n) is the derivative of minus the damped values by the values at the nodes, and
! damping is the damping rate of the highest mode times the mean of J divided by J. The totals do not change.

!$chemora Nq = lsh(rho, 1)
!$chemora gamma = SpectralEuler::adiabatic_index
!$chemora H = SpectralEuler::damping_matrix

subroutine SpectralEuler_DampingR(Ne, Nq, gamma, H, damping, rho, m1, m2, m3, energy, rho0, p0, &
    rho_rhs, m1_rhs, m2_rhs, m3_rhs, energy_rhs)
  implicit none
  integer*4 Ne, Nq, e, i, j, k, n
  real*8 gamma, H(Nq,Nq)
  real*8 damping(Nq,Nq,Nq,Ne), rho0(Nq,Nq,Nq,Ne), p0(Nq,Nq,Nq,Ne)
  real*8 rho(Nq,Nq,Nq,Ne), m1(Nq,Nq,Nq,Ne), m2(Nq,Nq,Nq,Ne), m3(Nq,Nq,Nq,Ne)
  real*8 energy(Nq,Nq,Nq,Ne)
  real*8 rho_rhs(Nq,Nq,Nq,Ne), m1_rhs(Nq,Nq,Nq,Ne), m2_rhs(Nq,Nq,Nq,Ne), m3_rhs(Nq,Nq,Nq,Ne)
  real*8 energy_rhs(Nq,Nq,Nq,Ne)
  real*8 factor

  do e = 1, Ne
    do k = 1, Nq
      do j = 1, Nq
        do i = 1, Nq
          do n = 1, Nq
            factor = damping(i,j,k,e)*H(i,n)
            rho_rhs(i,j,k,e) = rho_rhs(i,j,k,e) - factor*(rho(n,j,k,e) - rho0(n,j,k,e))
            m1_rhs(i,j,k,e) = m1_rhs(i,j,k,e) - factor*m1(n,j,k,e)
            m2_rhs(i,j,k,e) = m2_rhs(i,j,k,e) - factor*m2(n,j,k,e)
            m3_rhs(i,j,k,e) = m3_rhs(i,j,k,e) - factor*m3(n,j,k,e)
            energy_rhs(i,j,k,e) = energy_rhs(i,j,k,e) - factor*(energy(n,j,k,e) - p0(n,j,k,e)/(gamma - 1.0d0))
          end do
        end do
      end do
    end do
  end do
end subroutine SpectralEuler_DampingR

subroutine SpectralEuler_DampingS(Ne, Nq, gamma, H, damping, rho, m1, m2, m3, energy, rho0, p0, &
    rho_rhs, m1_rhs, m2_rhs, m3_rhs, energy_rhs)
  implicit none
  integer*4 Ne, Nq, e, i, j, k, n
  real*8 gamma, H(Nq,Nq)
  real*8 damping(Nq,Nq,Nq,Ne), rho0(Nq,Nq,Nq,Ne), p0(Nq,Nq,Nq,Ne)
  real*8 rho(Nq,Nq,Nq,Ne), m1(Nq,Nq,Nq,Ne), m2(Nq,Nq,Nq,Ne), m3(Nq,Nq,Nq,Ne)
  real*8 energy(Nq,Nq,Nq,Ne)
  real*8 rho_rhs(Nq,Nq,Nq,Ne), m1_rhs(Nq,Nq,Nq,Ne), m2_rhs(Nq,Nq,Nq,Ne), m3_rhs(Nq,Nq,Nq,Ne)
  real*8 energy_rhs(Nq,Nq,Nq,Ne)
  real*8 factor

  do e = 1, Ne
    do k = 1, Nq
      do j = 1, Nq
        do i = 1, Nq
          do n = 1, Nq
            factor = damping(i,j,k,e)*H(j,n)
            rho_rhs(i,j,k,e) = rho_rhs(i,j,k,e) - factor*(rho(i,n,k,e) - rho0(i,n,k,e))
            m1_rhs(i,j,k,e) = m1_rhs(i,j,k,e) - factor*m1(i,n,k,e)
            m2_rhs(i,j,k,e) = m2_rhs(i,j,k,e) - factor*m2(i,n,k,e)
            m3_rhs(i,j,k,e) = m3_rhs(i,j,k,e) - factor*m3(i,n,k,e)
            energy_rhs(i,j,k,e) = energy_rhs(i,j,k,e) - factor*(energy(i,n,k,e) - p0(i,n,k,e)/(gamma - 1.0d0))
          end do
        end do
      end do
    end do
  end do
end subroutine SpectralEuler_DampingS

subroutine SpectralEuler_DampingT(Ne, Nq, gamma, H, damping, rho, m1, m2, m3, energy, rho0, p0, &
    rho_rhs, m1_rhs, m2_rhs, m3_rhs, energy_rhs)
  implicit none
  integer*4 Ne, Nq, e, i, j, k, n
  real*8 gamma, H(Nq,Nq)
  real*8 damping(Nq,Nq,Nq,Ne), rho0(Nq,Nq,Nq,Ne), p0(Nq,Nq,Nq,Ne)
  real*8 rho(Nq,Nq,Nq,Ne), m1(Nq,Nq,Nq,Ne), m2(Nq,Nq,Nq,Ne), m3(Nq,Nq,Nq,Ne)
  real*8 energy(Nq,Nq,Nq,Ne)
  real*8 rho_rhs(Nq,Nq,Nq,Ne), m1_rhs(Nq,Nq,Nq,Ne), m2_rhs(Nq,Nq,Nq,Ne), m3_rhs(Nq,Nq,Nq,Ne)
  real*8 energy_rhs(Nq,Nq,Nq,Ne)
  real*8 factor

  do e = 1, Ne
    do k = 1, Nq
      do j = 1, Nq
        do i = 1, Nq
          do n = 1, Nq
            factor = damping(i,j,k,e)*H(k,n)
            rho_rhs(i,j,k,e) = rho_rhs(i,j,k,e) - factor*(rho(i,j,n,e) - rho0(i,j,n,e))
            m1_rhs(i,j,k,e) = m1_rhs(i,j,k,e) - factor*m1(i,j,n,e)
            m2_rhs(i,j,k,e) = m2_rhs(i,j,k,e) - factor*m2(i,j,n,e)
            m3_rhs(i,j,k,e) = m3_rhs(i,j,k,e) - factor*m3(i,j,n,e)
            energy_rhs(i,j,k,e) = energy_rhs(i,j,k,e) - factor*(energy(i,j,n,e) - p0(i,j,n,e)/(gamma - 1.0d0))
          end do
        end do
      end do
    end do
  end do
end subroutine SpectralEuler_DampingT

!$loopy begin
!
! f_r, f_s, f_t = parse_fortran(SOURCE, FILENAME)
! f = fuse_kernels([f_r, f_s, f_t], suffixes=["_r", "_s", "_t"])
! f = fix_parameters(f, Nq=degree + 1)
! f = assume(f, "Ne >= 1")
! f = tag_inames(f, "e:g.0, i:l.0, j:l.1")
! for d in ["r", "s", "t"]:
!     f = assignment_to_subst(f, "factor_" + d)
! for field in ["rho", "m1", "m2", "m3", "energy"]:
!     f = buffer_array(f, field + "_rhs", (), init_expression="0", store_expression="base + buffer",
!         default_tag="for")
!     f = collect_common_factors_on_increment(f, field + "_rhs_buf")
! f = fuse_multiply_add(f)
! RESULT = f
!
!$loopy end
