! The values at the faces of the elements. Faces 1 to 6 are r = -1, r = 1, s = -1, s = 1, t = -1 and t = 1.

!$chemora Nq = lsh(rho, 1)

subroutine SpectralEuler_Faces(Ne, Nq, rho, m1, m2, m3, energy, rho_face, m1_face, m2_face, &
    m3_face, energy_face)
  implicit none
  integer*4 Ne, Nq, e, j, k
  real*8 rho(Nq,Nq,Nq,Ne), m1(Nq,Nq,Nq,Ne), m2(Nq,Nq,Nq,Ne), m3(Nq,Nq,Nq,Ne)
  real*8 energy(Nq,Nq,Nq,Ne)
  real*8 rho_face(Nq,Nq,6,Ne), m1_face(Nq,Nq,6,Ne), m2_face(Nq,Nq,6,Ne), m3_face(Nq,Nq,6,Ne)
  real*8 energy_face(Nq,Nq,6,Ne)

  do e = 1, Ne
    do k = 1, Nq
      do j = 1, Nq
        rho_face(j,k,1,e) = rho(1,j,k,e)
        rho_face(j,k,2,e) = rho(Nq,j,k,e)
        rho_face(j,k,3,e) = rho(j,1,k,e)
        rho_face(j,k,4,e) = rho(j,Nq,k,e)
        rho_face(j,k,5,e) = rho(j,k,1,e)
        rho_face(j,k,6,e) = rho(j,k,Nq,e)
        m1_face(j,k,1,e) = m1(1,j,k,e)
        m1_face(j,k,2,e) = m1(Nq,j,k,e)
        m1_face(j,k,3,e) = m1(j,1,k,e)
        m1_face(j,k,4,e) = m1(j,Nq,k,e)
        m1_face(j,k,5,e) = m1(j,k,1,e)
        m1_face(j,k,6,e) = m1(j,k,Nq,e)
        m2_face(j,k,1,e) = m2(1,j,k,e)
        m2_face(j,k,2,e) = m2(Nq,j,k,e)
        m2_face(j,k,3,e) = m2(j,1,k,e)
        m2_face(j,k,4,e) = m2(j,Nq,k,e)
        m2_face(j,k,5,e) = m2(j,k,1,e)
        m2_face(j,k,6,e) = m2(j,k,Nq,e)
        m3_face(j,k,1,e) = m3(1,j,k,e)
        m3_face(j,k,2,e) = m3(Nq,j,k,e)
        m3_face(j,k,3,e) = m3(j,1,k,e)
        m3_face(j,k,4,e) = m3(j,Nq,k,e)
        m3_face(j,k,5,e) = m3(j,k,1,e)
        m3_face(j,k,6,e) = m3(j,k,Nq,e)
        energy_face(j,k,1,e) = energy(1,j,k,e)
        energy_face(j,k,2,e) = energy(Nq,j,k,e)
        energy_face(j,k,3,e) = energy(j,1,k,e)
        energy_face(j,k,4,e) = energy(j,Nq,k,e)
        energy_face(j,k,5,e) = energy(j,k,1,e)
        energy_face(j,k,6,e) = energy(j,k,Nq,e)
      end do
    end do
  end do
end subroutine SpectralEuler_Faces

!$loopy begin
!
! f = parse_fortran(SOURCE, FILENAME)
! f = fix_parameters(f, Nq=degree + 1)
! f = assume(f, "Ne >= 1")
! f = tag_inames(f, "e:g.0, j:l.0, k:l.1")
! RESULT = f
!
!$loopy end
