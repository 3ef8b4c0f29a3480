// The methods themselves, each one table.
#pragma once

#include "method.hpp"
#include "ratio.hpp"

namespace mol {

// All methods with a fixed number of substeps: names as in MoL::ODE_Method, and "Generic RK1" .. "Generic RK4",
// "Generic Classic RK3".
std::vector<Method<Ratio>> const& method_tables();

// Iterated Crank-Nicholson with n >= 1 substeps:  u_i = u_0 + 1/2 dt f(u_i-1),  u_n = u_0 + dt f(u_n-1).
// Order 2 from n = 2 on; for u' = i w u stable when n = 3, 4, 7, 8, ... (Teukolsky, Phys. Rev. D 61, 087501).
Method<Ratio> iterated_crank_nicholson(int n_substeps);

// As above with f evaluated for (1 - theta) u_i-1 + theta u_0 and whole steps; `swapped` exchanges the weights in every
// other substep, so that the last one has them as given.
Method<double> averaged_crank_nicholson(int n_substeps, double theta, bool swapped);

// A method in the form of Shu and Osher:  u_i = sum over j < i of alpha[i-1][j] u_j  +  beta[i-1] dt f(u_i-1).
// alpha is stored row by row, beta.size() numbers a row; terms with |alpha| <= tiny are left out.
Method<double> shu_osher(std::vector<double> const& alpha, std::vector<double> const& beta, double tiny);

} // namespace mol
