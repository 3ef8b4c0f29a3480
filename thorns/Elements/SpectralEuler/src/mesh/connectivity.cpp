#include "connectivity.hpp"

#include <algorithm>
#include <map>
#include <tuple>

namespace spectral_euler {
namespace {

constexpr int n_faces = 6;

/// A face between two processes.
struct SharedFace {
  LocalFace own;
  long neighbour = 0; ///< element of the other process
};

Partner partner(int rank, std::vector<SharedFace> faces) {
  Partner result{rank, {}, {}};
  for (SharedFace const& shared : faces) result.sent.push_back(shared.own);
  std::sort(faces.begin(), faces.end(), [](SharedFace const& a, SharedFace const& b) {
    return std::tuple(a.neighbour, a.own.face ^ 1) < std::tuple(b.neighbour, b.own.face ^ 1);
  });
  for (SharedFace const& shared : faces) result.received.push_back(shared.own);
  return result;
}

} // namespace

Connectivity connect(Mesh const& mesh, std::vector<long> const& first_elements, int rank) {
  Connectivity result;
  std::map<int, std::vector<SharedFace>> shared;
  long const begin = first_elements[rank], end = first_elements[rank + 1];
  for (long element = begin; element < end; ++element)
    for (int face = 0; face < n_faces; ++face) {
      long const other = neighbour_of(mesh, element, face);
      bool const is_local = other >= begin && other < end;
      result.kind.push_back(other == wall ? at_wall : is_local ? local_neighbour : remote_neighbour);
      result.neighbour.push_back(is_local ? static_cast<int>(other - begin) + 1 : 1);
      result.neighbour_face.push_back((face ^ 1) + 1);
      if (other == wall || is_local) continue;
      auto const after = std::upper_bound(first_elements.begin(), first_elements.end(), other);
      shared[static_cast<int>(after - first_elements.begin()) - 1].push_back(
          {{static_cast<int>(element - begin), face}, other});
    }
  for (auto const& [other_rank, faces] : shared) result.partners.push_back(partner(other_rank, faces));
  return result;
}

} // namespace spectral_euler
