// Peers of the recursion benchmark: recursions over a cube of n^3 points, written by hand. x varies fastest.
#pragma once

namespace performance {

/// Solves (1 + 2 r) u[i] - r (u[i - 1] + u[i + 1]) = f[i] along all lines of an axis (0 to 2), with u = 0 beyond the
/// ends, by the algorithm of Thomas. `u` contains f before and the solution afterwards. Plain loops along each line.
void solve_lines_by_scalar_loop(int n, int axis, double r, double* u);
/// The same with eight lines per vector, whose intermediate values stay in the caches. n is a multiple of 8.
void solve_lines_by_hand(int n, int axis, double r, double* u);

/// One sweep (+x, +y, +z) of the fast sweeping method for |grad u| = 1 on a grid of spacing h, in place: each point
/// becomes the minimum of itself and the first-order upwind solution of its neighbours (Zhao 2005).
void sweep_eikonal_by_scalar_loop(int n, double h, double* u);
/// The same with eight lines of equal y + z per vector.
void sweep_eikonal_by_hand(int n, double h, double* u);

} // namespace performance
