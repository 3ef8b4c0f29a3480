// Finds apparent horizons: a surface flows with the speed of its expansion until that vanishes.
#pragma once

#include "expansion.hpp"

#include <functional>
#include <optional>
#include <string>

namespace apparent_horizon {

struct Search {
  double tolerance = 1e-9; // the largest change of h in the last iteration, over h
  int max_iterations = 300;
  double least_radius = 0;        // the grid's spacing: surfaces that come nearer to their centre are given up
  double acceptable_jumps = 1e-3; // surfaces that move to and fro by less, over h, are taken; tolerance holds before
};

struct Horizon {
  Coefficients coefficients;
  double area, mean_radius, min_radius, max_radius;
  double residual;   // root mean square of the expansion
  double mean_lapse; // over the surface
  double change;     // the last one of h, over h: above the tolerance where jumps are accepted
  int n_iterations;
};

// Metric and curvature at points h n from the centre; nothing where there are none (the surface leaves the grid).
using GeometryAt = std::function<std::optional<std::vector<Geometry>>(std::vector<Vector> const& from_centre)>;

struct Found {
  std::optional<Horizon> horizon;
  std::string reason; // why there is none: "the surface shrank ..."
};

// The flow of Gundlach, Physical Review D 57 (1998) 863: h_lm falls by A/(1 + B l(l + 1)) (rho Theta)_lm, here with
// A = 0.8, B = 1 (for Schwarzschild A = 1 would be Newton's method), shortened where h would change by more than a
// fourth. From a sphere outside it ends at the outermost horizon that is star-shaped about the centre and smooth up to
// l_max; or at the surface that jumps of the geometry keep moving to and fro, if by little.
Found find_horizon(HarmonicSurface const& surface, Coefficients guess, GeometryAt const& geometry_at,
                   Search const& search);

} // namespace apparent_horizon
