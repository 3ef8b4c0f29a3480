! The volume term of the compressible Euler equations on spectral elements, along the first two reference directions:
! equation (2) of A. Kloeckner, L. C. Wilcox, T. Warburton, "Array Program Transformation with Loo.py by Example", 2016.
!
! Fields of q: momentum (U1, U2, U3), density Rh, potential temperature density Th, tracer densities (Q1, Q2, Q3).
! Fields of geo: 1 to 3 and 4 to 6 are the metric factors of both directions, 10 is the inverse of the Jacobian.

subroutine refFluxR(Ne, Nq, geo, D, q, rhsq, p_p0, p_Gamma, p_R)
  implicit none
  integer*4 Ne, Nq, e, i, j, k, n
  real geo(Nq, Nq, Nq, 11, Ne), D(Nq, Nq)
  real q(Nq, Nq, Nq, 8, Ne), rhsq(Nq, Nq, Nq, 8, Ne)
  real p_p0, p_Gamma, p_R

  real U1, U2, U3, Rh, Th, Q1, Q2, Q3, P
  real U1flx, U2flx, U3flx, Rhflx, Thflx, Q1flx, Q2flx, Q3flx
  real g11, g21, g31, Jinv, udotGradR, JiD

  do e = 1, Ne
    do k = 1, Nq
      do j = 1, Nq
        do i = 1, Nq
          do n = 1, Nq
            !$loopy begin tagged: local_prep
            U1 = q(n, j, k, 1, e)
            U2 = q(n, j, k, 2, e)
            U3 = q(n, j, k, 3, e)
            Rh = q(n, j, k, 4, e)
            Th = q(n, j, k, 5, e)
            Q1 = q(n, j, k, 6, e)
            Q2 = q(n, j, k, 7, e)
            Q3 = q(n, j, k, 8, e)
            g11 = geo(n, j, k, 1, e)
            g21 = geo(n, j, k, 2, e)
            g31 = geo(n, j, k, 3, e)
            Jinv = geo(i, j, k, 10, e)
            P = p_p0*(p_R*Th/p_p0)**p_Gamma
            udotGradR = (g11*U1 + g21*U2 + g31*U3)/Rh
            !$loopy end tagged: local_prep

            JiD = Jinv*D(i, n)

            !$loopy begin tagged: compute_fluxes
            U1flx = U1*udotGradR + g11*P
            U2flx = U2*udotGradR + g21*P
            U3flx = U3*udotGradR + g31*P
            Rhflx = Rh*udotGradR
            Thflx = Th*udotGradR
            Q1flx = Q1*udotGradR
            Q2flx = Q2*udotGradR
            Q3flx = Q3*udotGradR
            !$loopy end tagged: compute_fluxes

            rhsq(i, j, k, 1, e) = rhsq(i, j, k, 1, e) - JiD*U1flx
            rhsq(i, j, k, 2, e) = rhsq(i, j, k, 2, e) - JiD*U2flx
            rhsq(i, j, k, 3, e) = rhsq(i, j, k, 3, e) - JiD*U3flx
            rhsq(i, j, k, 4, e) = rhsq(i, j, k, 4, e) - JiD*Rhflx
            rhsq(i, j, k, 5, e) = rhsq(i, j, k, 5, e) - JiD*Thflx
            rhsq(i, j, k, 6, e) = rhsq(i, j, k, 6, e) - JiD*Q1flx
            rhsq(i, j, k, 7, e) = rhsq(i, j, k, 7, e) - JiD*Q2flx
            rhsq(i, j, k, 8, e) = rhsq(i, j, k, 8, e) - JiD*Q3flx
          end do
        end do
      end do
    end do
  end do
end subroutine refFluxR

subroutine refFluxS(Ne, Nq, geo, D, q, rhsq, p_p0, p_Gamma, p_R)
  implicit none
  integer*4 Ne, Nq, e, i, j, k, n
  real geo(Nq, Nq, Nq, 11, Ne), D(Nq, Nq)
  real q(Nq, Nq, Nq, 8, Ne), rhsq(Nq, Nq, Nq, 8, Ne)
  real p_p0, p_Gamma, p_R

  real U1, U2, U3, Rh, Th, Q1, Q2, Q3, P
  real U1flx, U2flx, U3flx, Rhflx, Thflx, Q1flx, Q2flx, Q3flx
  real g12, g22, g32, Jinv, udotGradS, JiD

  do e = 1, Ne
    do k = 1, Nq
      do j = 1, Nq
        do i = 1, Nq
          do n = 1, Nq
            !$loopy begin tagged: local_prep
            U1 = q(i, n, k, 1, e)
            U2 = q(i, n, k, 2, e)
            U3 = q(i, n, k, 3, e)
            Rh = q(i, n, k, 4, e)
            Th = q(i, n, k, 5, e)
            Q1 = q(i, n, k, 6, e)
            Q2 = q(i, n, k, 7, e)
            Q3 = q(i, n, k, 8, e)
            g12 = geo(i, n, k, 4, e)
            g22 = geo(i, n, k, 5, e)
            g32 = geo(i, n, k, 6, e)
            Jinv = geo(i, j, k, 10, e)
            P = p_p0*(p_R*Th/p_p0)**p_Gamma
            udotGradS = (g12*U1 + g22*U2 + g32*U3)/Rh
            !$loopy end tagged: local_prep

            JiD = Jinv*D(j, n)

            !$loopy begin tagged: compute_fluxes
            U1flx = U1*udotGradS + g12*P
            U2flx = U2*udotGradS + g22*P
            U3flx = U3*udotGradS + g32*P
            Rhflx = Rh*udotGradS
            Thflx = Th*udotGradS
            Q1flx = Q1*udotGradS
            Q2flx = Q2*udotGradS
            Q3flx = Q3*udotGradS
            !$loopy end tagged: compute_fluxes

            rhsq(i, j, k, 1, e) = rhsq(i, j, k, 1, e) - JiD*U1flx
            rhsq(i, j, k, 2, e) = rhsq(i, j, k, 2, e) - JiD*U2flx
            rhsq(i, j, k, 3, e) = rhsq(i, j, k, 3, e) - JiD*U3flx
            rhsq(i, j, k, 4, e) = rhsq(i, j, k, 4, e) - JiD*Rhflx
            rhsq(i, j, k, 5, e) = rhsq(i, j, k, 5, e) - JiD*Thflx
            rhsq(i, j, k, 6, e) = rhsq(i, j, k, 6, e) - JiD*Q1flx
            rhsq(i, j, k, 7, e) = rhsq(i, j, k, 7, e) - JiD*Q2flx
            rhsq(i, j, k, 8, e) = rhsq(i, j, k, 8, e) - JiD*Q3flx
          end do
        end do
      end do
    end do
  end do
end subroutine refFluxS

!$loopy begin
!
! f_r, f_s = parse_fortran(SOURCE, FILENAME, auto_dependencies=False)
! f = fuse_kernels([f_r, f_s], suffixes=["_r", "_s"])
!
! f = fix_parameters(f, Nq=Nq)
! f = fix_parameters(f, p_p0=1, p_Gamma=1.4, p_R=1)
! f = assume(f, "Ne >= 1")
!
! f = set_loop_priority(f, "k")
! f = tag_inames(f, "e:g.0, i:l.0, j:l.1")
! report(f, "level 1")
!
! # Devices read and write four fields at once. Processors read rows of points instead.
! if device != "host":
!     f = tag_data_axes(f, "D", "N0,N1")
!     for name in ["q", "rhsq"]:
!         f = set_array_dim_names(f, name, "i,j,k,field,e")
!         f = split_array_dim(f, (name, 3, "F"), 4, auto_split_inames=False)
!         f = tag_data_axes(f, name, "N0,N1,N2,vec,N4,N3")
!     report(f, "level 2")
!     f = add_prefetch(f, "D[:,:]")
!     report(f, "level 3")
!
! # Values of the state become substitution rules.
! local_prep_var_names = set()
! for insn in find_instructions(f, "tag:local_prep"):
!     assignee = insn.assignee_name
!     local_prep_var_names.add(assignee)
!     f = assignment_to_subst(f, assignee)
! f = assignment_to_subst(f, "JiD_r")
! f = assignment_to_subst(f, "JiD_s")
! report(f, "level 4")
!
! # The fluxes of a slice of constant k are computed once and stored in the memory of the block.
! comps = ["U1", "U2", "U3", "Rh", "Th", "Q1", "Q2", "Q3"]
! for comp in comps:
!     for ref_ax, flux_inames, flux_precomp_inames in [
!         ("r", ("j", "n"), ("jj", "ii")),
!         ("s", ("i", "n"), ("ii", "jj")),
!     ]:
!         flux_var = comp + "flx_" + ref_ax
!         f = assignment_to_subst(f, flux_var)
!         flux_store_name = "flux_store_" + comp + ref_ax
!         f = precompute(f, flux_var + "_subst", flux_inames,
!             temporary_name=flux_store_name,
!             precompute_inames=flux_precomp_inames,
!             default_tag=None)
!         f = tag_data_axes(f, flux_store_name, {"ii": "N0", "jj": "N1"})
!
! f = tag_inames(f, "ii:l.0,jj:l.1")
! if device != "host":
!     for ref_ax in ["r", "s"]:
!         f = alias_temporaries(f, ["flux_store_" + comp + ref_ax for comp in comps])
!     for comp in comps:
!         for ref_ax in ["r", "s"]:
!             flux_store_name = "flux_store_" + comp + ref_ax
!             f = rename_iname(f, "n", "n_" + comp, within=m.Reads(flux_store_name), existing_ok=True)
! report(f, "level 5")
!
! # Each value of the state is read once.
! for prep_vname in local_prep_var_names:
!     if prep_vname.startswith("Jinv") or "s" in prep_vname:
!         continue
!     f = precompute(f, find_one_rule_matching(f, prep_vname + "_subst*"))
! report(f, "level 6")
!
! # The right-hand side is accumulated in registers.
! if device != "host":
!     f = add_prefetch(f, "q[ii,jj,k,:,:,e]")
! f = buffer_array(f, "rhsq", (), fetch_bounding_box=True, default_tag="for",
!     init_expression="0", store_expression="base + buffer")
! report(f, "level 7")
!
! if device != "host":
!     f = tag_data_axes(f, "rhsq_buf", "vec,N0")
!     f = tag_data_axes(f, "q_fetch", "vec,N0")
!     f = tag_data_axes(f, "D_fetch", "N0,N1")
!     f = tag_inames(f,
!         "rhsq_init_field_inner:vec,rhsq_store_field_inner:vec,"
!         "rhsq_init_field_outer:unr,rhsq_store_field_outer:unr,"
!         "q_dim_field_outer:unr,q_dim_field_inner:vec")
!
! # The factor 1/J does not depend on n.
! f = collect_common_factors_on_increment(f, "rhsq_buf")
! report(f, "level 8")
! if device == "host":
!     f = fuse_multiply_add(f)
!     report(f, "fused")
! RESULT = f
!
!$loopy end
