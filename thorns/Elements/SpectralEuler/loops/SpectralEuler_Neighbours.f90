! The values on the other side of each face: those of the neighbour if it is an element of this process (face_kind 0),
! and the mirrored state at a reflecting wall (face_kind 2). The exchange between processes sets the values for
! face_kind 1.

!$chemora Nq = lsh(rho_face, 1)

subroutine SpectralEuler_Neighbours(Ne, Nq, face_kind, neighbour, neighbour_face, normal1, &
    normal2, normal3, rho_face, m1_face, m2_face, m3_face, energy_face, rho_outside, m1_outside, &
    m2_outside, m3_outside, energy_outside)
  implicit none
  integer*4 Ne, Nq, e, f, j, k
  integer*4 face_kind(6,Ne), neighbour(6,Ne), neighbour_face(6,Ne)
  real*8 normal1(Nq,Nq,6,Ne), normal2(Nq,Nq,6,Ne), normal3(Nq,Nq,6,Ne)
  real*8 rho_face(Nq,Nq,6,Ne), m1_face(Nq,Nq,6,Ne), m2_face(Nq,Nq,6,Ne), m3_face(Nq,Nq,6,Ne)
  real*8 energy_face(Nq,Nq,6,Ne)
  real*8 rho_outside(Nq,Nq,6,Ne), m1_outside(Nq,Nq,6,Ne), m2_outside(Nq,Nq,6,Ne)
  real*8 m3_outside(Nq,Nq,6,Ne), energy_outside(Nq,Nq,6,Ne)
  real*8 twice

  do e = 1, Ne
    do f = 1, 6
      do k = 1, Nq
        do j = 1, Nq
          if (face_kind(f,e) == 0) then
            rho_outside(j,k,f,e) = rho_face(j,k,neighbour_face(f,e),neighbour(f,e))
            m1_outside(j,k,f,e) = m1_face(j,k,neighbour_face(f,e),neighbour(f,e))
            m2_outside(j,k,f,e) = m2_face(j,k,neighbour_face(f,e),neighbour(f,e))
            m3_outside(j,k,f,e) = m3_face(j,k,neighbour_face(f,e),neighbour(f,e))
            energy_outside(j,k,f,e) = energy_face(j,k,neighbour_face(f,e),neighbour(f,e))
          end if
          if (face_kind(f,e) == 2) then
            twice = 2.0d0*(normal1(j,k,f,e)*m1_face(j,k,f,e) + normal2(j,k,f,e)*m2_face(j,k,f,e) &
                + normal3(j,k,f,e)*m3_face(j,k,f,e))
            rho_outside(j,k,f,e) = rho_face(j,k,f,e)
            m1_outside(j,k,f,e) = m1_face(j,k,f,e) - twice*normal1(j,k,f,e)
            m2_outside(j,k,f,e) = m2_face(j,k,f,e) - twice*normal2(j,k,f,e)
            m3_outside(j,k,f,e) = m3_face(j,k,f,e) - twice*normal3(j,k,f,e)
            energy_outside(j,k,f,e) = energy_face(j,k,f,e)
          end if
        end do
      end do
    end do
  end do
end subroutine SpectralEuler_Neighbours

!$loopy begin
!
! f = parse_fortran(SOURCE, FILENAME)
! f = fix_parameters(f, Nq=degree + 1)
! f = assume(f, "Ne >= 1")
! f = tag_inames(f, "e:g.0, j:l.0, k:l.1")
! RESULT = f
!
!$loopy end
