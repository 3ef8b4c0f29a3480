/// Finds apparent horizons: a surface moves with a speed in proportion to its expansion until that vanishes.
#pragma once

#include "expansion.hpp"

#include <functional>
#include <optional>
#include <string>

namespace apparent_horizon {

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
