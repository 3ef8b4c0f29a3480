// Which points of a distributed array each rank holds.
#include "decomposition.hpp"

#include <numeric>

namespace pugh {
namespace {

std::vector<int> even_cuts(int begin, int end, int parts) {
  std::vector<int> cuts(parts + 1, begin);
  int const each = (end - begin) / parts, larger = (end - begin) % parts;
  for (int p = 0; p < parts; ++p) cuts[p + 1] = cuts[p] + each + (p < larger ? 1 : 0);
  return cuts;
}

std::string direction_name(int direction) { return std::string(1, "xyzw"[direction]); }

// In a periodic direction the first and the last part are given with the ghost zones at the ends of the grid.
std::vector<int> given_cuts(Shape const& shape, int direction, int parts, std::vector<int> const& sizes) {
  long const total = std::accumulate(sizes.begin(), sizes.end(), 0L);
  if (static_cast<int>(sizes.size()) != parts || total != shape.extent[direction])
    throw DecompositionError("The partition in direction " + direction_name(direction) + " lists " +
                             std::to_string(sizes.size()) + " parts of " + std::to_string(total) +
                             " points together; it must list " + std::to_string(parts) + " parts of " +
                             std::to_string(shape.extent[direction]) + " points.");
  std::vector<int> cuts(parts + 1, 0);
  std::partial_sum(sizes.begin(), sizes.end(), cuts.begin() + 1);
  cuts.front() = shape.first_owned(direction);
  cuts.back() = shape.end_owned(direction);
  int const width = shape.is_exchanged(direction) ? shape.ghosts[direction] : 1;
  for (int p = 0; p < parts; ++p)
    if (cuts[p + 1] - cuts[p] < width)
      throw DecompositionError("Part " + std::to_string(p + 1) + " of the partition in direction " +
                               direction_name(direction) + " owns " + std::to_string(cuts[p + 1] - cuts[p]) +
                               " points, fewer than the " + std::to_string(width) + " of a ghost zone.");
  return cuts;
}

} // namespace

Decomposition::Decomposition(Shape const& shape, Topology const& topology,
                             std::array<std::vector<int>, max_dimension> const& sizes)
    : shape_(shape), topology_(topology) {
  for (int d = 0; d < max_dimension; ++d)
    cuts_[d] = sizes[d].empty() ? even_cuts(shape.first_owned(d), shape.end_owned(d), topology[d])
                                : given_cuts(shape, d, topology[d], sizes[d]);
}

int Decomposition::n_parts() const {
  return std::accumulate(topology_.begin(), topology_.end(), 1, std::multiplies<int>());
}

Index Decomposition::position(int rank) const {
  Index result{};
  for (int d = 0; d < max_dimension; ++d) {
    result[d] = rank % topology_[d];
    rank /= topology_[d];
  }
  return result;
}

int Decomposition::rank_at(Index const& position) const {
  int rank = 0;
  for (int d = max_dimension - 1; d >= 0; --d) rank = rank * topology_[d] + position[d];
  return rank;
}

LocalBox Decomposition::local_box(int rank) const {
  LocalBox box;
  if (rank >= n_parts()) {
    for (int d = 0; d < shape_.dimension; ++d) box.shape[d] = 0, box.owned.upper[d] = 0;
    return box;
  }
  Index const part = position(rank);
  for (int d = 0; d < shape_.dimension; ++d) {
    int const begin = cuts_[d][part[d]], end = cuts_[d][part[d] + 1];
    bool const lower_ghosts = shape_.wraps(d) || part[d] > 0;
    bool const upper_ghosts = shape_.wraps(d) || part[d] + 1 < topology_[d];
    box.lower[d] = begin - (lower_ghosts ? shape_.ghosts[d] : 0);
    box.shape[d] = end + (upper_ghosts ? shape_.ghosts[d] : 0) - box.lower[d];
    box.owned.lower[d] = begin - box.lower[d];
    box.owned.upper[d] = end - box.lower[d];
    box.is_outer[2 * d] = !lower_ghosts;
    box.is_outer[2 * d + 1] = !upper_ghosts;
  }
  return box;
}

int Decomposition::neighbour(int rank, int direction, int side) const {
  Index offset{};
  offset[direction] = side == 0 ? -1 : 1;
  return neighbour(rank, offset);
}

int Decomposition::neighbour(int rank, Index const& offset) const {
  if (rank >= n_parts()) return -1;
  Index part = position(rank);
  for (int d = 0; d < max_dimension; ++d) {
    int const parts = topology_[d], next = part[d] + offset[d];
    if ((next < 0 || next >= parts) && !shape_.wraps(d)) return -1;
    part[d] = (next + parts) % parts;
  }
  return rank_at(part);
}

LocalBox replicated_box(Shape const& shape) {
  LocalBox box;
  for (int d = 0; d < shape.dimension; ++d) {
    box.shape[d] = shape.extent[d];
    box.owned.upper[d] = shape.extent[d];
    box.is_outer[2 * d] = box.is_outer[2 * d + 1] = 1;
  }
  return box;
}

} // namespace pugh
