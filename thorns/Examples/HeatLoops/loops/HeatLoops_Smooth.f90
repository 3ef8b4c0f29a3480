! The mean of the six neighbours at interior points.
subroutine mean(cctk_ash1, cctk_ash2, cctk_ash3, cctk_lsh1, cctk_lsh2, cctk_lsh3, &
                cctk_nghostzones1, cctk_nghostzones2, cctk_nghostzones3, temperature, smooth)
  integer cctk_ash1, cctk_ash2, cctk_ash3, cctk_lsh1, cctk_lsh2, cctk_lsh3
  integer cctk_nghostzones1, cctk_nghostzones2, cctk_nghostzones3, i, j, k
  real*8 temperature(cctk_ash1, cctk_ash2, cctk_ash3), smooth(cctk_ash1, cctk_ash2, cctk_ash3)
  do k = 1 + cctk_nghostzones3, cctk_lsh3 - cctk_nghostzones3
    do j = 1 + cctk_nghostzones2, cctk_lsh2 - cctk_nghostzones2
      do i = 1 + cctk_nghostzones1, cctk_lsh1 - cctk_nghostzones1
        smooth(i, j, k) = (temperature(i - 1, j, k) + temperature(i + 1, j, k) + temperature(i, j - 1, k) &
                           + temperature(i, j + 1, k) + temperature(i, j, k - 1) + temperature(i, j, k + 1)) / 6.0d0
      end do
    end do
  end do
end subroutine mean
