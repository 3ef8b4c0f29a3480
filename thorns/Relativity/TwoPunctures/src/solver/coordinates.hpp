// Coordinates in which all of space with two punctures is one cube, and a field that is smooth but for the punctures is
// smooth.
//
// Prolate spheroidal coordinates around the points x = +-b (Ansorg, Bruegmann, Tichy, Physical Review D 70 (2004)
// 064011, section II):
//   x = b cosh xi cos eta,  y + i z = b sinh xi sin eta exp(i phi),
//   A = tanh(xi/2) in [0, 1),  B = tan(eta/2 - pi/4) in [-1, 1].
// A = 0 is the line between the punctures, A = 1 infinity; the puncture at x = +b is A = 0, B = -1.
#pragma once

#include <array>

namespace twopunctures {

using Point = std::array<double, 3>; // x, y, z

struct SpectralPoint {
  double A, B, phi;
};

Point to_cartesian(SpectralPoint const& at, double b);

// Exact to a few units in the last place near the axis and the punctures, too. On the axis phi is 0.
SpectralPoint to_spectral(Point const& at, double b);

// r+ r-, the product of the distances from the two punctures, which is b^2 (cosh^2 xi - cos^2 eta).
double product_of_distances(SpectralPoint const& at, double b);

} // namespace twopunctures
