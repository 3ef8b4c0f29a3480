/// Search for apparent horizons. A surface is r = h(theta, phi) around a centre, where h is a sum of real spherical
/// harmonics. On an apparent horizon, the expansion of the outgoing light rays vanishes.
#pragma once

#include "Numerics/ThornTools/src/algorithms/quadrature.hpp"

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace apparent_horizon {

using Vector = std::array<double, 3>;

/// A point of the unit sphere with its outward normal n, and the unit vectors e1 and e2 along theta and phi.
struct Direction {
  double weight; ///< quadrature weight in integrals over the unit sphere
  Vector n, e1, e2;
};

/// The value of h at a point of the unit sphere, the components of its gradient along e1 and e2, and its covariant
/// second derivatives.
struct Shape {
  double h = 0, d1 = 0, d2 = 0, d11 = 0, d12 = 0, d22 = 0;
};

/// Coefficients of the orthonormal real spherical harmonics. Index l^2 + l + m belongs to the harmonic P_lm(theta)
/// f(phi) with f = sqrt(2) cos(m phi) for m > 0, f = 1 for m = 0, and f = sqrt(2) sin(-m phi) for m < 0.
using Coefficients = std::vector<double>;

class HarmonicSurface {
public:
  /// Uses harmonics with l <= l_max at n_theta Gauss-Legendre points in cos(theta) times n_phi points in phi. Requires
  /// n_theta > l_max and n_phi > 2 l_max.
  HarmonicSurface(int l_max, int n_theta, int n_phi);

  int l_max() const { return l_max_; }
  std::vector<Direction> const& directions() const { return directions_; }

  /// Evaluates h and its derivatives at each direction of the quadrature.
  std::vector<Shape> shapes(Coefficients const& coefficients) const;

  /// Computes the coefficients of a function from its values at each direction.
  Coefficients coefficients(std::vector<double> const& values) const;

  Coefficients sphere(double radius) const;

private:
  double trigonometric(int m, int j) const { return trigonometric_[j * (2 * l_max_ + 1) + l_max_ + m]; }

  int l_max_, n_theta_, n_phi_;
  std::vector<Direction> directions_;  // direction with theta_i and phi_j at index i n_phi + j
  std::vector<double> theta_;          // values of theta
  std::vector<Coefficients> legendre_; ///< by theta; normalised P_lm at index l^2 + l + m
  std::vector<Coefficients> slope_;    // by theta; d P_lm / d theta at index l^2 + l + m
  std::vector<double> trigonometric_;  // functions f(phi) of the harmonics, by phi and m
};

/// The metric, its derivatives, the extrinsic curvature and the lapse at a point. Tensor components are in the order
/// xx, xy, xz, yy, yz, zz.
struct Geometry {
  std::array<double, 6> g, k;
  std::array<std::array<double, 6>, 3> dg; ///< dg[i] is the derivative of the metric by x^i
  double lapse = 1;
};

struct Expansion {
  double theta;  // the expansion Theta, in units of 1/M
  double weight; ///< rho of Gundlach, Physical Review D 57 (1998) 863; find_horizon() moves h with speed -rho Theta
  double area;   // area of the surface per unit of solid angle
};

/// The expansion Theta = D_i s^i + K_ij s^i s^j - K of a surface r = h(theta, phi) with unit normal s is computed as
/// (g^ij - s^i s^j) ((d_i d_j F - Gamma^k_ij d_k F)/|dF| - K_ij) with F = r - h. Theta vanishes on an apparent horizon
/// and is 2/r on a sphere in flat space. The weight is rho = 2 h^2 |dF| / ((g^ij - s^i s^j) (delta_ij - n_i n_j)). The
/// results are NaN if the metric is not positive definite.
Expansion expansion(Direction const& direction, Shape const& shape, Geometry const& geometry);

/// The conformal variables that are interpolated: W, gamma_ij and k_ij with g_ij = gamma_ij / W^2, det(gamma_ij) = 1
/// and K_ij = k_ij / W^2. Polynomials cannot approximate g_ij near a puncture, because it grows like r^-4. They
/// approximate W, which falls like r^2, and the smooth gamma_ij and k_ij well. Components are in the order xx, xy, xz,
/// yy, yz, zz.
struct Conformal {
  double w = 1;
  std::array<double, 6> g, k;
};

/// Computes the conformal variables. They are NaN if the metric is not positive definite.
Conformal conformal(std::array<double, 6> const& metric, std::array<double, 6> const& curvature);

/// Computes the physical from the conformal variables. dw and dg are the derivatives of W and gamma_ij by x^i.
Geometry physical(Conformal const& at, Vector const& dw, std::array<std::array<double, 6>, 3> const& dg, double lapse);

/// Whether the metric is positive definite.
bool is_positive(std::array<double, 6> const& metric);

/// Parameters of a search.
struct Search {
  double tolerance = 1e-9; ///< the search succeeds if the relative change of h is at most this value
  int max_iterations = 300;
  double min_radius = 0;          // the search ends if the surface becomes smaller; the grid spacing
  double acceptable_jumps = 1e-3; ///< an oscillating surface is accepted if its relative change is at most this value
};

struct Horizon {
  Coefficients coefficients;
  double area, mean_radius, min_radius, max_radius;
  double residual;   // root mean square of the expansion over the surface
  double mean_lapse; ///< mean of the lapse over the surface
  double change;     // last relative change of h; larger than the tolerance for oscillating surfaces
  int n_iterations;
};

/// A function that returns the geometry at points, whose positions are relative to the centre. It returns nothing if
/// any point is outside the grid.
using GeometryAt = std::function<std::optional<std::vector<Geometry>>(std::vector<Vector> const& from_centre)>;

/// A horizon, or the reason why none was found.
struct SearchResult {
  std::optional<Horizon> horizon;
  std::string reason; ///< "the surface shrank ..."
};

/// Searches a horizon with the flow of Gundlach, Physical Review D 57 (1998) 863. Each iteration decreases h_lm by A/(1
/// + B l(l + 1)) (rho Theta)_lm with A = 0.8 and B = 1. For Schwarzschild, A = 1 would be Newton's method. The step is
/// shortened if h would change by more than a fourth. A search from a large sphere ends at the outermost horizon that
/// is star-shaped about the centre and resolved by l_max. The search may also end at a surface that oscillates
/// slightly, because the interpolated geometry is not smooth.
SearchResult find_horizon(HarmonicSurface const& surface, Coefficients guess, GeometryAt const& geometry_at,
                          Search const& search);

} // namespace apparent_horizon
