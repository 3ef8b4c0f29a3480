! A product of parabolas in the global indices.
subroutine grid_initial(cctk_ash1, cctk_ash2, cctk_ash3, cctk_lsh1, cctk_lsh2, cctk_lsh3, &
                        cctk_lbnd1, cctk_lbnd2, cctk_lbnd3, temperature, smooth)
  integer cctk_ash1, cctk_ash2, cctk_ash3, cctk_lsh1, cctk_lsh2, cctk_lsh3
  integer cctk_lbnd1, cctk_lbnd2, cctk_lbnd3, i, j, k
  real*8 temperature(cctk_ash1, cctk_ash2, cctk_ash3), smooth(cctk_ash1, cctk_ash2, cctk_ash3)
  do k = 1, cctk_lsh3
    do j = 1, cctk_lsh2
      do i = 1, cctk_lsh1
        temperature(i, j, k) = 0.125d0 * (cctk_lbnd1 + i) * (cctk_lbnd1 + i) + 0.0625d0 * (cctk_lbnd2 + j) &
                               + 0.5d0 * (cctk_lbnd3 + k) * (cctk_lbnd3 + k)
        smooth(i, j, k) = 0.0d0
      end do
    end do
  end do
end subroutine grid_initial
