// A cheap approximate inverse of the linearised puncture equation.
//
// The Laplacian with differences of neighbours and a factor of the field averaged over phi: equations in A and B for
// each wave number in phi, solved directly. The spectral operator divided by it has eigenvalues of order 1, so that
// the number of iterations does not grow with the number of points.
#pragma once

#include "banded_matrix.hpp"
#include "laplacian.hpp"

#include <vector>

namespace twopunctures {

class Preconditioner {
public:
  // Of U -> Laplacian(U) + slope U, slope at the collocation points.
  Preconditioner(SpectralGrid const& grid, Values const& slope);
  Values apply(Values const& side) const;

private:
  SpectralGrid const& grid_;
  Matrix to_modes_, from_modes_;
  std::vector<BandedMatrix> factors_; // per wave number
};

} // namespace twopunctures
