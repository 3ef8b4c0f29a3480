// Spin-weighted spherical harmonics.
#pragma once

#include <complex>

namespace multipole {

// sY_lm as in Goldberg et al., Journal of Mathematical Physics 8 (1967) 2155, (3.1), with Condon and Shortley's phase
// (-1)^m: orthonormal on the sphere, 0Y_lm = Y_lm, -2Y_22 = sqrt(5/(64 pi)) (1 + cos theta)^2 exp(2 i phi).
// l >= |m|; zero where l < |s|.
std::complex<double> spin_weighted_harmonic(int s, int l, int m, double theta, double phi);

} // namespace multipole
