// Which points of a process' box are boundary points, face by face.
#include "zones.hpp"

namespace boundary {
namespace {

char const* const face_names[] = {"lower x", "upper x", "lower y", "upper y", "lower z", "upper z"};

// The zone of a face in the box; n = 0 if no point of it lies there.
Zone zone_of(Box const& box, int face, int width) {
  int const d = face / 2;
  bool const is_lower = face % 2 == 0;
  int const first_interior = (is_lower ? width : box.gsh[d] - width - 1) - box.lbnd[d];
  int const n = is_lower ? first_interior : box.lsh[d] - 1 - first_interior;
  Zone zone{d, is_lower ? -1 : 1, first_interior, n > 0 ? n : 0, {0, 0, 0}, box.lsh};
  (is_lower ? zone.upper : zone.lower)[d] = is_lower ? first_interior : first_interior + 1;
  return zone;
}

} // namespace

Zones find_zones(Box const& box, Faces const& faces) {
  Zones found;
  for (int face = 0; face < 2 * box.dim; ++face) {
    if (!faces.chosen[face] || faces.width[face] == 0) continue;
    if (box.gsh[face / 2] <= faces.width[face]) continue;
    Zone const zone = zone_of(box, face, faces.width[face]);
    if (zone.n == 0) continue;
    if (zone.first_interior < 0 || zone.first_interior >= box.lsh[zone.direction]) {
      found.error = "the boundary at the " + std::string(face_names[face]) + " face is " +
                    std::to_string(faces.width[face]) +
                    " points wide, but the process there holds no point inside of it (" +
                    std::to_string(box.lsh[zone.direction]) + " points of " + std::to_string(box.gsh[zone.direction]) +
                    "). Use fewer processes in this direction, or more grid points";
      continue;
    }
    found.zones.push_back(zone);
  }
  return found;
}

} // namespace boundary
