/// Which faces of the elements of a process meet, and which values the processes exchange.
#pragma once

#include "mesh.hpp"

#include <vector>

namespace spectral_euler {

/// A face (0 to 5) of an element of this process.
struct LocalFace {
  int element = 0, face = 0;

  bool operator==(LocalFace const&) const = default;
};

/// The faces between this process and another one. The n-th face that one of them sends is the n-th face that the other
/// one receives.
struct Partner {
  int rank = 0;
  std::vector<LocalFace> sent{};     ///< ordered by element and face of this process
  std::vector<LocalFace> received{}; ///< the same faces, ordered by element and face of the other process
};

enum FaceKind : int { local_neighbour = 0, remote_neighbour = 1, at_wall = 2 };

/// The arrays have six entries per element of this process. The entries `neighbour` and `neighbour_face` count from 1,
/// as Fortran does, and are 1 for faces without a neighbour on this process.
struct Connectivity {
  std::vector<int> kind{}, neighbour{}, neighbour_face{};
  std::vector<Partner> partners{}; ///< ordered by rank
};

/// Process p has the elements from first_elements[p] to first_elements[p + 1] - 1.
Connectivity connect(Mesh const& mesh, std::vector<long> const& first_elements, int rank);

} // namespace spectral_euler
