! The first terms of the right-hand sides: the gravity, whose force on the background density rho0 balances the
! gradient of the background pressure p0.

!$chemora Nq = lsh(rho, 1)
!$chemora gamma = SpectralEuler::adiabatic_index
!$chemora D = SpectralEuler::derivative_matrix

subroutine SpectralEuler_Source(Ne, Nq, gravity, rho, m3, rho0, rho_rhs, m1_rhs, m2_rhs, m3_rhs, &
    energy_rhs)
  implicit none
  integer*4 Ne, Nq, e, i, j, k
  real*8 gravity
  real*8 rho(Nq,Nq,Nq,Ne), m3(Nq,Nq,Nq,Ne), rho0(Nq,Nq,Nq,Ne)
  real*8 rho_rhs(Nq,Nq,Nq,Ne), m1_rhs(Nq,Nq,Nq,Ne), m2_rhs(Nq,Nq,Nq,Ne), m3_rhs(Nq,Nq,Nq,Ne)
  real*8 energy_rhs(Nq,Nq,Nq,Ne)

  do e = 1, Ne
    do k = 1, Nq
      do j = 1, Nq
        do i = 1, Nq
          rho_rhs(i,j,k,e) = 0.0d0
          m1_rhs(i,j,k,e) = 0.0d0
          m2_rhs(i,j,k,e) = 0.0d0
          m3_rhs(i,j,k,e) = -gravity*(rho(i,j,k,e) - rho0(i,j,k,e))
          energy_rhs(i,j,k,e) = -gravity*m3(i,j,k,e)
        end do
      end do
    end do
  end do
end subroutine SpectralEuler_Source

! The divergence of the fluxes inside the elements, in the strong form. The contravariant flux of the density is r1 m1
! + r2 m2 + r3 m3, where (r1, r2, r3) = J grad r are the metric terms, and D(i,n) is the derivative of the Lagrange
! polynomial n at the node i. The pressure enters the momentum flux as its difference from the background pressure p0.

subroutine SpectralEuler_FluxR(Ne, Nq, gamma, D, r1, r2, r3, inverse_J, rho, m1, m2, m3, energy, &
    p0, rho_rhs, m1_rhs, m2_rhs, m3_rhs, energy_rhs)
  implicit none
  integer*4 Ne, Nq, e, i, j, k, n
  real*8 gamma, D(Nq,Nq)
  real*8 r1(Nq,Nq,Nq,Ne), r2(Nq,Nq,Nq,Ne), r3(Nq,Nq,Nq,Ne), inverse_J(Nq,Nq,Nq,Ne)
  real*8 rho(Nq,Nq,Nq,Ne), m1(Nq,Nq,Nq,Ne), m2(Nq,Nq,Nq,Ne), m3(Nq,Nq,Nq,Ne)
  real*8 energy(Nq,Nq,Nq,Ne), p0(Nq,Nq,Nq,Ne)
  real*8 rho_rhs(Nq,Nq,Nq,Ne), m1_rhs(Nq,Nq,Nq,Ne), m2_rhs(Nq,Nq,Nq,Ne), m3_rhs(Nq,Nq,Nq,Ne)
  real*8 energy_rhs(Nq,Nq,Nq,Ne)
  real*8 g1, g2, g3, rh, u1, u2, u3, en, p, dp, velocity, JiD
  real*8 rho_flux, m1_flux, m2_flux, m3_flux, energy_flux

  do e = 1, Ne
    do k = 1, Nq
      do j = 1, Nq
        do i = 1, Nq
          do n = 1, Nq
            !$loopy begin tagged: local_prep
            rh = rho(n,j,k,e)
            u1 = m1(n,j,k,e)
            u2 = m2(n,j,k,e)
            u3 = m3(n,j,k,e)
            en = energy(n,j,k,e)
            g1 = r1(n,j,k,e)
            g2 = r2(n,j,k,e)
            g3 = r3(n,j,k,e)
            p = (gamma - 1.0d0)*(en - 0.5d0*(u1*u1 + u2*u2 + u3*u3)/rh)
            dp = p - p0(n,j,k,e)
            velocity = (g1*u1 + g2*u2 + g3*u3)/rh
            !$loopy end tagged: local_prep

            JiD = inverse_J(i,j,k,e)*D(i,n)

            !$loopy begin tagged: compute_fluxes
            rho_flux = rh*velocity
            m1_flux = u1*velocity + g1*dp
            m2_flux = u2*velocity + g2*dp
            m3_flux = u3*velocity + g3*dp
            energy_flux = (en + p)*velocity
            !$loopy end tagged: compute_fluxes

            rho_rhs(i,j,k,e) = rho_rhs(i,j,k,e) - JiD*rho_flux
            m1_rhs(i,j,k,e) = m1_rhs(i,j,k,e) - JiD*m1_flux
            m2_rhs(i,j,k,e) = m2_rhs(i,j,k,e) - JiD*m2_flux
            m3_rhs(i,j,k,e) = m3_rhs(i,j,k,e) - JiD*m3_flux
            energy_rhs(i,j,k,e) = energy_rhs(i,j,k,e) - JiD*energy_flux
          end do
        end do
      end do
    end do
  end do
end subroutine SpectralEuler_FluxR

subroutine SpectralEuler_FluxS(Ne, Nq, gamma, D, s1, s2, s3, inverse_J, rho, m1, m2, m3, energy, &
    p0, rho_rhs, m1_rhs, m2_rhs, m3_rhs, energy_rhs)
  implicit none
  integer*4 Ne, Nq, e, i, j, k, n
  real*8 gamma, D(Nq,Nq)
  real*8 s1(Nq,Nq,Nq,Ne), s2(Nq,Nq,Nq,Ne), s3(Nq,Nq,Nq,Ne), inverse_J(Nq,Nq,Nq,Ne)
  real*8 rho(Nq,Nq,Nq,Ne), m1(Nq,Nq,Nq,Ne), m2(Nq,Nq,Nq,Ne), m3(Nq,Nq,Nq,Ne)
  real*8 energy(Nq,Nq,Nq,Ne), p0(Nq,Nq,Nq,Ne)
  real*8 rho_rhs(Nq,Nq,Nq,Ne), m1_rhs(Nq,Nq,Nq,Ne), m2_rhs(Nq,Nq,Nq,Ne), m3_rhs(Nq,Nq,Nq,Ne)
  real*8 energy_rhs(Nq,Nq,Nq,Ne)
  real*8 g1, g2, g3, rh, u1, u2, u3, en, p, dp, velocity, JiD
  real*8 rho_flux, m1_flux, m2_flux, m3_flux, energy_flux

  do e = 1, Ne
    do k = 1, Nq
      do j = 1, Nq
        do i = 1, Nq
          do n = 1, Nq
            !$loopy begin tagged: local_prep
            rh = rho(i,n,k,e)
            u1 = m1(i,n,k,e)
            u2 = m2(i,n,k,e)
            u3 = m3(i,n,k,e)
            en = energy(i,n,k,e)
            g1 = s1(i,n,k,e)
            g2 = s2(i,n,k,e)
            g3 = s3(i,n,k,e)
            p = (gamma - 1.0d0)*(en - 0.5d0*(u1*u1 + u2*u2 + u3*u3)/rh)
            dp = p - p0(i,n,k,e)
            velocity = (g1*u1 + g2*u2 + g3*u3)/rh
            !$loopy end tagged: local_prep

            JiD = inverse_J(i,j,k,e)*D(j,n)

            !$loopy begin tagged: compute_fluxes
            rho_flux = rh*velocity
            m1_flux = u1*velocity + g1*dp
            m2_flux = u2*velocity + g2*dp
            m3_flux = u3*velocity + g3*dp
            energy_flux = (en + p)*velocity
            !$loopy end tagged: compute_fluxes

            rho_rhs(i,j,k,e) = rho_rhs(i,j,k,e) - JiD*rho_flux
            m1_rhs(i,j,k,e) = m1_rhs(i,j,k,e) - JiD*m1_flux
            m2_rhs(i,j,k,e) = m2_rhs(i,j,k,e) - JiD*m2_flux
            m3_rhs(i,j,k,e) = m3_rhs(i,j,k,e) - JiD*m3_flux
            energy_rhs(i,j,k,e) = energy_rhs(i,j,k,e) - JiD*energy_flux
          end do
        end do
      end do
    end do
  end do
end subroutine SpectralEuler_FluxS

subroutine SpectralEuler_FluxT(Ne, Nq, gamma, D, t1, t2, t3, inverse_J, rho, m1, m2, m3, energy, &
    p0, rho_rhs, m1_rhs, m2_rhs, m3_rhs, energy_rhs)
  implicit none
  integer*4 Ne, Nq, e, i, j, k, n
  real*8 gamma, D(Nq,Nq)
  real*8 t1(Nq,Nq,Nq,Ne), t2(Nq,Nq,Nq,Ne), t3(Nq,Nq,Nq,Ne), inverse_J(Nq,Nq,Nq,Ne)
  real*8 rho(Nq,Nq,Nq,Ne), m1(Nq,Nq,Nq,Ne), m2(Nq,Nq,Nq,Ne), m3(Nq,Nq,Nq,Ne)
  real*8 energy(Nq,Nq,Nq,Ne), p0(Nq,Nq,Nq,Ne)
  real*8 rho_rhs(Nq,Nq,Nq,Ne), m1_rhs(Nq,Nq,Nq,Ne), m2_rhs(Nq,Nq,Nq,Ne), m3_rhs(Nq,Nq,Nq,Ne)
  real*8 energy_rhs(Nq,Nq,Nq,Ne)
  real*8 g1, g2, g3, rh, u1, u2, u3, en, p, dp, velocity, JiD
  real*8 rho_flux, m1_flux, m2_flux, m3_flux, energy_flux

  do e = 1, Ne
    do k = 1, Nq
      do j = 1, Nq
        do i = 1, Nq
          do n = 1, Nq
            !$loopy begin tagged: local_prep
            rh = rho(i,j,n,e)
            u1 = m1(i,j,n,e)
            u2 = m2(i,j,n,e)
            u3 = m3(i,j,n,e)
            en = energy(i,j,n,e)
            g1 = t1(i,j,n,e)
            g2 = t2(i,j,n,e)
            g3 = t3(i,j,n,e)
            p = (gamma - 1.0d0)*(en - 0.5d0*(u1*u1 + u2*u2 + u3*u3)/rh)
            dp = p - p0(i,j,n,e)
            velocity = (g1*u1 + g2*u2 + g3*u3)/rh
            !$loopy end tagged: local_prep

            JiD = inverse_J(i,j,k,e)*D(k,n)

            !$loopy begin tagged: compute_fluxes
            rho_flux = rh*velocity
            m1_flux = u1*velocity + g1*dp
            m2_flux = u2*velocity + g2*dp
            m3_flux = u3*velocity + g3*dp
            energy_flux = (en + p)*velocity
            !$loopy end tagged: compute_fluxes

            rho_rhs(i,j,k,e) = rho_rhs(i,j,k,e) - JiD*rho_flux
            m1_rhs(i,j,k,e) = m1_rhs(i,j,k,e) - JiD*m1_flux
            m2_rhs(i,j,k,e) = m2_rhs(i,j,k,e) - JiD*m2_flux
            m3_rhs(i,j,k,e) = m3_rhs(i,j,k,e) - JiD*m3_flux
            energy_rhs(i,j,k,e) = energy_rhs(i,j,k,e) - JiD*energy_flux
          end do
        end do
      end do
    end do
  end do
end subroutine SpectralEuler_FluxT

!$loopy begin
!
! f_source, f_r, f_s, f_t = parse_fortran(SOURCE, FILENAME)
! f_source = fix_parameters(f_source, Nq=degree + 1)
! f_source = tag_inames(f_source, "e:g.0, i:l.0, j:l.1")
!
! # One block of threads computes an element. Each thread has the nodes of a column along t.
! f = fuse_kernels([f_r, f_s, f_t], suffixes=["_r", "_s", "_t"])
! f = fix_parameters(f, Nq=degree + 1)
! f = assume(f, "Ne >= 1")
! f = tag_inames(f, "e:g.0, i:l.0, j:l.1")
!
! # Values of the state become substitution rules, and the fluxes are computed once: those along r and s for a slice of
! # constant k, those along t for the element. The memory of a block on a device has space for elements of up to 8^3 nodes.
! for d in ["r", "s", "t"]:
!     for name in ["rh", "u1", "u2", "u3", "en", "g1", "g2", "g3", "p", "dp", "velocity", "JiD"]:
!         f = assignment_to_subst(f, name + "_" + d)
! for field in ["rho", "m1", "m2", "m3", "energy"]:
!     for d, swept, new, axes in [
!         ("r", ("j", "n"), ("jj", "ii"), {"ii": "N0", "jj": "N1"}),
!         ("s", ("i", "n"), ("ii", "jj"), {"ii": "N0", "jj": "N1"}),
!         ("t", ("i", "j", "n"), ("ii", "jj", "kk"), {"ii": "N0", "jj": "N1", "kk": "N2"}),
!     ]:
!         flux = field + "_flux_" + d
!         f = assignment_to_subst(f, flux)
!         if d != "t" or device == "host" or degree < 8:
!             f = precompute(f, flux + "_subst", swept, temporary_name="store_" + flux,
!                 precompute_inames=new, default_tag=None)
!             f = tag_data_axes(f, "store_" + flux, axes)
! f = tag_inames(f, "ii:l.0, jj:l.1")
!
! # Each right-hand side is accumulated in a register, to which the factor 1/J is applied once.
! for field in ["rho", "m1", "m2", "m3", "energy"]:
!     f = buffer_array(f, field + "_rhs", (), init_expression="0", store_expression="base + buffer",
!         default_tag="for")
!     f = collect_common_factors_on_increment(f, field + "_rhs_buf")
! f = fuse_multiply_add(f)
! RESULT = [f_source, f]
!
!$loopy end
