/// Newton's method for Laplace(u) + source(x, u) = 0 in all of space, with u vanishing at infinity; the Laplacian in
/// spectral coordinates, and its approximate inverse.
#pragma once

#include "linear_solvers.hpp"
#include "spectral_grid.hpp"

#include <functional>
#include <vector>

namespace twopunctures {

/// The Laplacian in spectral coordinates, for fields that vanish at infinity.
///
/// In prolate spheroidal coordinates r+ r- Laplace(u) = u_xi,xi + coth(xi) u_xi + u_eta,eta + cot(eta) u_eta +
/// pole u_phi,phi with pole = 1/sinh^2 xi + 1/sin^2 eta: a sum of a part in A and a part in B for each wave number in
/// phi. The equation is solved for U with u = (A - 1) U, multiplied by scale()/(A - 1) with
/// scale = r+ r-/(1 + pole). Its terms and their rounding errors are then of order 1 in the whole cube.
class Laplacian {
public:
  /// The derivatives: spectral ones, or finite differences of neighbouring points.
  enum class Kind { spectral, differences };

  Laplacian(SpectralGrid const& grid, Kind kind);
  /// scale Laplace((A - 1) U)/(A - 1)
  Values apply(Values const& U) const;
  double scale(int index) const;

  /// Parts of the operator for coefficients of wave number m: apply = (in_A + in_B - m^2 pole)/(1 + pole).
  Matrix const& in_A() const { return in_A_; }
  Matrix const& in_B() const { return in_B_; }
  double pole(int i, int j) const { return pole_A_[i] + pole_B_[j]; }

private:
  SpectralGrid const& grid_;
  Matrix in_A_, in_B_, to_modes_, from_modes_;
  std::vector<double> pole_A_, pole_B_; ///< 1/sinh^2 xi, 1/sin^2 eta
};

/// A cheap approximate inverse of the linearised puncture equation: the Laplacian with finite differences and the slope
/// averaged over phi. It consists of equations in A and B for each wave number in phi, which are solved directly. The
/// preconditioned operator has eigenvalues of order 1, so the number of iterations does not grow with the number of
/// points.
class Preconditioner {
public:
  /// The inverse of U -> Laplacian(U) + slope U, with the slope at the collocation points.
  Preconditioner(SpectralGrid const& grid, Values const& slope);
  Values apply(Values const& side) const;

private:
  SpectralGrid const& grid_;
  Matrix to_modes_, from_modes_;
  std::vector<BandedMatrix> factors_; ///< per wave number
};

/// The source at a point.
struct SourceTerm {
  double value, slope; ///< the source, and its derivative by u
};

/// The source must be smooth in x except at the punctures, where it may grow like 1/distance. It must decrease faster
/// than distance^-2 at infinity.
using Source = std::function<SourceTerm(Point const&, double u)>;

/// Progress of the iteration.
struct NewtonStep {
  int number;            // 0: the initial guess
  double residual;       // maximum over the collocation points of the equation as Laplacian scales it
  int linear_iterations; ///< of this step
  double linear_residual;
};

struct NewtonOptions {
  double tolerance = 1e-10; ///< of the residual
  int max_steps = 5;
  std::function<void(NewtonStep const&)> report = [](NewtonStep const&) {};
};

struct EllipticSolution {
  Values U; ///< u = (A - 1) U
  double residual;
  int n_steps;
};

/// Starts from U = guess. Ends if the residual is at most the tolerance, or after max_steps, so the caller must check
/// the residual. Throws std::runtime_error if the residual is not finite.
EllipticSolution solve_elliptic(SpectralGrid const& grid, Source const& source, Values guess,
                                NewtonOptions const& options);

} // namespace twopunctures
