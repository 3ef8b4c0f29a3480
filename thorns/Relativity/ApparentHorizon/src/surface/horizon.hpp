/// Apparent horizons: surfaces r = h(theta, phi) around a centre, where h is a sum of real spherical harmonics; the
/// expansion of the outgoing light rays from them; and the search for a surface on which the expansion vanishes.
#pragma once

#include "Numerics/ThornTools/src/algorithms/quadrature.hpp"

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace apparent_horizon {

using Vector = std::array<double, 3>;

/// A point of the unit sphere: outward normal n, and unit vectors e1 and e2 along theta and phi.
struct Direction {
  double weight; ///< in integrals over the unit sphere
  Vector n, e1, e2;
};

/// h, its gradient along e1 and e2, and its covariant second derivatives, all on the unit sphere.
struct Shape {
  double h = 0, d1 = 0, d2 = 0, d11 = 0, d12 = 0, d22 = 0;
};

/// Coefficients of the orthonormal real harmonics. Index l^2 + l + m belongs to P_lm(theta) times sqrt(2) cos(m phi)
/// for m > 0, 1 for m = 0, and sqrt(2) sin(-m phi) for m < 0.
using Coefficients = std::vector<double>;

class HarmonicSurface {
public:
  /// Harmonics up to l_max, on n_theta > l_max Gauss-Legendre points in cos(theta) times n_phi > 2 l_max points in phi.
  HarmonicSurface(int l_max, int n_theta, int n_phi);

  int l_max() const { return l_max_; }
  std::vector<Direction> const& directions() const { return directions_; }

  /// The shape at each direction.
  std::vector<Shape> shapes(Coefficients const& coefficients) const;

  /// Projects a function, given by its values at each direction, on the harmonics.
  Coefficients coefficients(std::vector<double> const& values) const;

  Coefficients sphere(double radius) const;

private:
  double trigonometric(int m, int j) const { return trigonometric_[j * (2 * l_max_ + 1) + l_max_ + m]; }

  int l_max_, n_theta_, n_phi_;
  std::vector<Direction> directions_;  // point j of ring i at i n_phi + j
  std::vector<double> theta_;          // by ring
  std::vector<Coefficients> legendre_; ///< by ring; normalised P_lm at l^2 + l + m
  std::vector<Coefficients> slope_;    // d P_lm / d theta
  std::vector<double> trigonometric_;  // by point in phi and m
};

/// Metric, its derivatives, extrinsic curvature and lapse at a point. Components are in the order xx, xy, xz, yy, yz,
/// zz.
struct Geometry {
  std::array<double, 6> g, k;
  std::array<std::array<double, 6>, 3> dg; ///< dg[i] is the derivative by x^i
  double lapse = 1;
};

struct Expansion {
  double theta;  // in units of 1/M
  double weight; ///< rho of Gundlach, Physical Review D 57 (1998) 863: rho theta is a speed of h for find_horizon
  double area;   // of the surface, per unit of solid angle
};

/// Theta = D_i s^i + K_ij s^i s^j - K with the unit normal s of r = h(theta, phi), r the distance from the centre:
/// (g^ij - s^i s^j) ((d_i d_j F - Gamma^k_ij d_k F)/|dF| - K_ij) with F = r - h. It vanishes on an apparent horizon and
/// is 2/r on a sphere in flat space. rho = 2 h^2 |dF| / ((g^ij - s^i s^j) (delta_ij - n_i n_j)). Not a number if the
/// metric is not positive definite.
Expansion expansion(Direction const& direction, Shape const& shape, Geometry const& geometry);

/// The geometry in the form in which it is interpolated: g_ij = gamma_ij / W^2 with det(gamma_ij) = 1, K_ij = k_ij /
/// W^2. Near a puncture g_ij grows like r^-4, which polynomials cannot approximate between grid points. W falls like
/// r^2, and gamma_ij and k_ij are smooth, so that polynomials approximate all of them. Components are in the order of
/// Geometry.
struct Conformal {
  double w = 1;
  std::array<double, 6> g, k;
};

/// Computes the conformal variables. Not a number if the metric is not positive definite.
Conformal conformal(std::array<double, 6> const& metric, std::array<double, 6> const& curvature);

/// The inverse of conformal(), with the derivatives of W and gamma_ij by x^i.
Geometry physical(Conformal const& at, Vector const& dw, std::array<std::array<double, 6>, 3> const& dg, double lapse);

/// Whether the metric is positive definite.
bool is_positive(std::array<double, 6> const& metric);

/// Parameters of a search.
struct Search {
  double tolerance = 1e-9; ///< largest relative change of h in the last iteration
  int max_iterations = 300;
  double min_radius = 0;          // the grid spacing: the search ends if the surface becomes smaller
  double acceptable_jumps = 1e-3; ///< largest relative change of h of an oscillating surface that is accepted
};

struct Horizon {
  Coefficients coefficients;
  double area, mean_radius, min_radius, max_radius;
  double residual;   // root mean square of the expansion
  double mean_lapse; ///< over the surface
  double change;     // last relative change of h; larger than the tolerance for oscillating surfaces
  int n_iterations;
};

/// Returns the geometry at points relative to the centre, or nothing if one of them is outside the grid.
using GeometryAt = std::function<std::optional<std::vector<Geometry>>(std::vector<Vector> const& from_centre)>;

/// A horizon, or the reason why none was found.
struct SearchResult {
  std::optional<Horizon> horizon;
  std::string reason; ///< "the surface shrank ..."
};

/// The flow of Gundlach, Physical Review D 57 (1998) 863: h_lm falls by A/(1 + B l(l + 1)) (rho Theta)_lm, here with
/// A = 0.8, B = 1 (for Schwarzschild A = 1 would be Newton's method), shortened if h would change by more than a
/// fourth. A search from a large sphere ends at the outermost horizon that is star-shaped about the centre and smooth
/// up to l_max. It may also end at a surface that oscillates slightly, because the interpolated geometry is not smooth.
SearchResult find_horizon(HarmonicSurface const& surface, Coefficients guess, GeometryAt const& geometry_at,
                          Search const& search);

} // namespace apparent_horizon
