/// Time integrators as tables of coefficients.
#pragma once

#include "method.hpp"

namespace mol {

/// All methods with a fixed number of substeps. Their names are values of MoL::ODE_Method, "Generic RK1" to "Generic
/// RK4", and "Generic Classic RK3".
std::vector<Method<Ratio>> const& method_tables();

/// Iterated Crank-Nicholson method with n >= 1 substeps:  u_i = u_0 + 1/2 dt f(u_i-1),  u_n = u_0 + dt f(u_n-1).
/// The order is 2 for n >= 2. For u' = i w u the method is stable for n = 3, 4, 7, 8, ... (Teukolsky, Phys. Rev. D 61,
/// 087501).
Method<Ratio> iterated_crank_nicholson(int n_substeps);

/// Iterated Crank-Nicholson method that averages values instead of right-hand sides: u_i = u_0 + dt f((1 - theta) u_i-1
/// + theta u_0) for i = 1 ... n_substeps. With `swapped`, the weights theta and 1 - theta are exchanged in the last
/// substep and in every other substep before it.
Method<double> averaged_crank_nicholson(int n_substeps, double theta, bool swapped);

/// A method in the form of Shu and Osher:  u_i = sum over j < i of alpha[i-1][j] u_j  +  beta[i-1] dt f(u_i-1).
/// alpha is stored row by row with beta.size() elements per row. Terms with |alpha| <= tiny are omitted.
Method<double> shu_osher(std::vector<double> const& alpha, std::vector<double> const& beta, double tiny);

/// Adams-Bashforth methods of order 1 to 5, which use the right-hand sides of earlier steps:
///     u <- u + dt sum over k < order of b_k f(t - k dt).
/// The b_k are exact for polynomials of degree order - 1. Source: Hairer, Norsett, Wanner, Solving Ordinary
/// Differential Equations I, III.1.
Method<Ratio> adams_bashforth(int order);

/// The Butcher tableau of an explicit Runge-Kutta method,
///     u_i = u_0 + dt sum over j < i of a_ij f_j,   f_i = f(t + c_i dt, u_i),   u = u_0 + dt sum of b_i f_i.
struct Tableau {
  std::vector<Ratio> c;
  std::vector<std::vector<Ratio>> a; ///< rows of the matrix a_ij below the diagonal, starting with i = 1
  std::vector<Ratio> b;
  std::vector<Ratio> b_lower = {}; ///< weights of the embedded method; empty: no embedded method
};

/// Creates a Runge-Kutta method that stores dt * f_i in scratch value i. While stage i is computed, cctk_delta_time is
/// (c_{i+1} - c_i) dt; in the first stage it is dt.
Method<Ratio> from_tableau(std::string name, int order, Tableau const& tableau);

/// The assignments after stage number `stage`. They store dt * f in scratch value `stage`, and set the current value to
/// u_0 + sum over k of row[k] * (scratch value k).
std::vector<Assignment<Ratio>> stage_update(std::size_t stage, std::vector<Ratio> const& row);

/// Runge-Kutta methods with an embedded method of one order less (embedded.cpp). The solution of higher order is used.
Method<Ratio> fehlberg_45();       ///< "RK45":   E. Fehlberg, NASA TR R-315 (1969), Table III; 6 stages
Method<Ratio> cash_karp_45();      ///< "RK45CK": Cash and Karp, ACM Trans. Math. Softw. 16, 201 (1990); 6 stages
Method<Ratio> prince_dormand_65(); ///< "RK65": Prince and Dormand, J. Comput. Appl. Math. 7, 67 (1981), RK6(5)8M
Method<Ratio> prince_dormand_87(); ///< "RK87": the same paper, RK8(7)13M; fractions with about 18 correct digits

/// Multirate methods (multirate.cpp) that make two steps of the fast method in one step of the slow method. Source:
/// Schlegel, Knoth, Arnold and Wolke, J. Comput. Appl. Math. 226, 345 (2009).
Method<Ratio> multirate_rk2(); ///< "RK2-MR-2:1": order 2, 5 substeps; 2 evaluate the slow right-hand sides
Method<Ratio> multirate_rk4(); ///< "RK4-MR-2:1": order 3, 10 substeps; 4 evaluate the slow right-hand sides

/// "RK4-RK2": classical Runge-Kutta method for fast variables, Heun's method for slow ones, with its second evaluation
/// at the end of the step. If fast variables do not depend on slow ones, the orders are 4 and 2. Otherwise the order is
/// 1, because right-hand sides in the middle of the step use slow values of its end.
Method<Ratio> rk4_with_rk2();

} // namespace mol
