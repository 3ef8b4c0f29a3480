/// Newton's method for Laplace(u) + source(x, u) = 0 in all of space with u = 0 at infinity. The file also declares the
/// Laplacian in spectral coordinates and its approximate inverse.
#pragma once

#include "linear_solvers.hpp"
#include "spectral_grid.hpp"

#include <functional>
#include <vector>

namespace twopunctures {

/// The Laplacian in spectral coordinates for fields that vanish at infinity.
///
/// In prolate spheroidal coordinates r+ r- Laplace(u) = u_xi,xi + coth(xi) u_xi + u_eta,eta + cot(eta) u_eta +
/// pole u_phi,phi with pole = 1/sinh^2 xi + 1/sin^2 eta. For each wave number in phi, this is the sum of an operator in
/// A and an operator in B. The unknown is U with u = (A - 1) U, and the equation is multiplied by scale()/(A - 1) with
/// scale = r+ r-/(1 + pole). All terms and their rounding errors are then of order 1 in the whole cube.
class Laplacian {
public:
  /// How derivatives are computed: by spectral differentiation, or by finite differences of neighbouring points.
  enum class Kind { spectral, differences };

  Laplacian(SpectralGrid const& grid, Kind kind);
  /// Returns scale Laplace((A - 1) U)/(A - 1).
  Values apply(Values const& U) const;
  double scale(int index) const;

  /// The operators in A and B. For coefficients of wave number m, apply() is (in_A + in_B - m^2 pole)/(1 + pole).
  Matrix const& in_A() const { return in_A_; }
  Matrix const& in_B() const { return in_B_; }
  double pole(int i, int j) const { return pole_A_[i] + pole_B_[j]; }

private:
  SpectralGrid const& grid_;
  Matrix in_A_, in_B_, to_modes_, from_modes_;
  std::vector<double> pole_A_, pole_B_; ///< 1/sinh^2 xi and 1/sin^2 eta at the points
};

/// An approximate inverse of the linearised puncture equation. It uses the Laplacian with finite differences, and the
/// derivative of the source averaged over phi. For each wave number in phi, a direct solver solves the banded equations
/// in A and B. The preconditioned operator has eigenvalues of order 1, so the number of iterations does not grow with
/// the number of points.
class Preconditioner {
public:
  /// Factorises U -> Laplacian(U) + slope U. `slope` contains the derivative of the source by u at the collocation
  /// points.
  Preconditioner(SpectralGrid const& grid, Values const& slope);
  Values apply(Values const& side) const;

private:
  SpectralGrid const& grid_;
  Matrix to_modes_, from_modes_;
  std::vector<BandedMatrix> factors_; ///< factorised matrices by wave number
};

/// The value of the source at a point, and its derivative by u.
struct SourceTerm {
  double value, slope; ///< slope is the derivative by u
};

/// The source term source(x, u). It must be smooth in x except at the punctures, where it may grow like 1/distance. At
/// infinity it must decrease faster than distance^-2.
using Source = std::function<SourceTerm(Point const&, double u)>;

/// The state of Newton's method after a step.
struct NewtonStep {
  int number;            // number of the step; 0: the initial guess
  double residual;       // largest residual at a collocation point, scaled like Laplacian::apply()
  int linear_iterations; ///< iterations of the linear solver in this step
  double linear_residual;
};

struct NewtonOptions {
  double tolerance = 1e-10; ///< largest residual of a solution
  int max_steps = 5;
  std::function<void(NewtonStep const&)> report = [](NewtonStep const&) {};
};

struct EllipticSolution {
  Values U; ///< solution at the collocation points, u = (A - 1) U
  double residual;
  int n_steps;
};

/// Solves the equation with Newton's method, starting from U = guess. The iteration ends if the residual is at most the
/// tolerance, or after max_steps, so the caller must check the residual. Throws std::runtime_error if the residual is
/// not finite.
EllipticSolution solve_elliptic(SpectralGrid const& grid, Source const& source, Values guess,
                                NewtonOptions const& options);

} // namespace twopunctures
