// The collocation points of all of space.
#include "grid.hpp"

namespace twopunctures {

Values along_phi(SpectralGrid const& grid, Matrix const& matrix, Values const& field) {
  int const plane = grid.plane_size(), n_phi = grid.in_phi.size();
  Values result(field.size(), 0.0);
  for (int k = 0; k < n_phi; ++k)
    for (int l = 0; l < n_phi; ++l)
      for (int p = 0; p < plane; ++p) result[k * plane + p] += matrix(k, l) * field[l * plane + p];
  return result;
}

} // namespace twopunctures
