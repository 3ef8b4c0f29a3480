// The peer of the wave benchmark: the right-hand side as a careful programmer writes it by hand.
#pragma once

namespace performance {

/// Arrays of n[0] * n[1] * n[2] points, x fastest, all of the same allocation.
struct WaveArrays {
  double const *u, *rho, *v1, *v2, *v3;
  double *u_rhs, *rho_rhs, *v1_rhs, *v2_rhs, *v3_rhs;
};

/// d_t u = rho, d_t rho = d_i v_i, d_t v_i = d_i rho with centred differences of order 2, 4, 6 or 8 on the points at
/// least order/2 away from the faces. OpenMP over planes and rows, vectorised along x by the compiler.
void handwritten_wave_rhs(int order, WaveArrays const& arrays, int const n[3], double const spacing[3]);

} // namespace performance
