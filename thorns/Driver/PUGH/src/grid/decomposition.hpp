/// How a grid is divided among ranks, evenly or in proportion to their speeds: its shape, the number of parts in each
/// direction, and the points of each part.
#pragma once

#include <array>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace pugh {

inline constexpr int max_dimension = 4;
using Index = std::array<int, max_dimension>;

/// The size of a distributed array: global extent, ghost zones and periodicity in each direction.
/// Directions beyond `dimension` have extent 1, no ghost zones, and are not periodic.
/// In a periodic direction the extent includes the ghost zones at both ends: the period is extent - 2 * ghosts.
struct Shape {
  int dimension = 0;
  Index extent = {1, 1, 1, 1};
  Index ghosts = {0, 0, 0, 0};
  std::array<bool, max_dimension> periodic = {};
  bool operator==(Shape const&) const = default;

  /// A direction of one point is never exchanged, whatever its ghost zones: the run then has a lower dimension.
  bool is_exchanged(int direction) const { return extent[direction] > 1 && ghosts[direction] > 0; }
  bool wraps(int direction) const { return periodic[direction] && extent[direction] > 1; }
  /// The half-open range of points that some rank owns. Points outside it are periodic images of points inside.
  int first_owned(int direction) const { return wraps(direction) ? ghosts[direction] : 0; }
  int end_owned(int direction) const { return extent[direction] - first_owned(direction); }
  int owned(int direction) const { return end_owned(direction) - first_owned(direction); }
};

/// Half-open box of points, in local or global indices.
struct Range {
  Index lower = {0, 0, 0, 0};
  Index upper = {1, 1, 1, 1};
  bool operator==(Range const&) const = default;

  int extent(int direction) const {
    return upper[direction] > lower[direction] ? upper[direction] - lower[direction] : 0;
  }
  long n_points() const {
    long n = 1;
    for (int d = 0; d < max_dimension; ++d) n *= extent(d);
    return n;
  }
};

/// The grid cannot be divided as requested. what() is a whole sentence for the user.
class DecompositionError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// Number of parts in each direction; directions beyond the shape's dimension have one part.
using Topology = Index;

/// The position of a rank in each direction. The first direction varies fastest.
Index position_of(int rank, Topology const& topology);

/// Of the topologies with n_ranks parts, the one whose ghost zones hold the fewest points. Among equals, it is the one
/// whose largest part is smallest, then the one that cuts the first directions least, so that rows along x stay long.
/// requested[d] > 0 fixes the number of parts in direction d, 0 leaves it open.
/// Every part owns at least one point, and in an exchanged direction at least as many points as a ghost zone is wide.
/// Throws DecompositionError if there is no such topology.
Topology choose_topology(Shape const& shape, int n_ranks, Topology const& requested = {0, 0, 0, 0});

/// The best of these topologies by the criteria of choose_topology. The list must not be empty.
Topology best_of(Shape const& shape, std::vector<Topology> const& topologies);

/// All topologies with n_ranks parts that fulfil the request and the limits of choose_topology.
std::vector<Topology> all_topologies(Shape const& shape, int n_ranks, Topology const& requested);

/// As choose_topology, for arrays that may have fewer points than there are ranks. If n_ranks parts do not fit, the
/// array gets the largest number of parts that does. The remaining ranks hold no points.
Topology choose_small_topology(Shape const& shape, int n_ranks);

/// The largest number of parts that the direction can be cut into.
int max_parts(Shape const& shape, int direction);

/// The points that one rank holds, in the terms of the grid hierarchy. Indices are zero-based and include ghost zones.
struct LocalBox {
  Index shape = {1, 1, 1, 1};                       // cctk_lsh
  Index lower = {0, 0, 0, 0};                       // cctk_lbnd: global index of the first local point
  Range owned;                                      // local indices of the points this rank owns
  std::array<int, 2 * max_dimension> is_outer = {}; ///< cctk_bbox: lower and upper face of each direction

  int upper(int direction) const { return lower[direction] + shape[direction] - 1; } // cctk_ubnd, inclusive
  long n_points() const {
    long n = 1;
    for (int extent : shape) n *= extent;
    return n;
  }
};

/// cuts[d] has parts[d] + 1 entries: part p owns the global indices [cuts[d][p], cuts[d][p + 1]).
using Cuts = std::array<std::vector<int>, max_dimension>;

class Decomposition {
public:
  /// Divides evenly, the larger parts first. If sizes[d] is not empty, it gives the number of points of each part
  /// instead: topology[d] entries that add up to the extent. Throws DecompositionError.
  Decomposition(Shape const& shape, Topology const& topology,
                std::array<std::vector<int>, max_dimension> const& sizes = {});

  Shape const& shape() const { return shape_; }
  Topology const& topology() const { return topology_; }
  Cuts const& cuts() const { return cuts_; }
  /// Ranks from n_parts() on hold no points.
  int n_parts() const;

  LocalBox local_box(int rank) const;
  /// The rank across a face, or -1 at an outer boundary. Side 0 is towards lower indices.
  int neighbour(int rank, int direction, int side) const;
  /// The rank across a face, an edge or a corner, or -1. The offset is -1, 0 or +1 in each direction.
  int neighbour(int rank, Index const& offset) const;

private:
  int rank_at(Index const& position) const;

  Shape shape_;
  Topology topology_;
  Cuts cuts_;
};

/// The box of a replicated array: every rank holds all points.
LocalBox replicated_box(Shape const& shape);

/// Points in each direction, before a check that they fit into a Shape.
using LongIndex = std::array<long, max_dimension>;

/// Throws DecompositionError unless each extent plus the ghost zones at both ends fits into an int.
void require_numbered_directions(int dimension, LongIndex const& extent, LongIndex const& ghosts);

/// The largest local extent in each direction, ghost zones included.
Index largest_local_extent(Decomposition const& decomposition);

/// Throws DecompositionError if a process holds more points than an int can number, because thorns number points with
/// int. The message states the memory of one variable with `point_size` bytes per point. `shape` is the whole array,
/// `local` is the extent on the process.
void require_numbered_points(Shape const& shape, Index const& local, std::size_t point_size);

/// The product of the extents, as a real number that cannot overflow.
double number_of_points(Index const& extent);

/// "2.5 GiB": the number in the largest binary unit that is not larger than it.
std::string bytes_text(double bytes);

/// A positive number per rank, in any unit.
using Weights = std::vector<double>;

/// The value of PUGH::processor_weights is wrong or cannot be followed.
class WeightsError : public DecompositionError {
public:
  using DecompositionError::DecompositionError;
};

/// "1 1 2.5": as many numbers as ranks, with blanks or commas between them. Throws WeightsError.
Weights parse_weights(std::string const& text, int n_ranks);

/// The weights divided by a power of two such that the largest is below 1. Sums and products of them are then finite,
/// and the division is exact.
Weights scaled(std::span<double const> weights);

/// The result of a process' measurement of its own speed.
struct MeasuredSpeed {
  double speed = 0;          // positive
  int kind = 0;              // equal for processes with the same processor or device
  bool is_disturbed = false; ///< another program ran at the same time, so the true speed may be higher
};

/// Weights from measured speeds, 1 for the fastest process. If any process of a kind was disturbed, all processes of
/// this kind get the speed of the fastest of them. Speeds that differ by less than 5% are equal, because measurements
/// scatter. Others are rounded to powers of 1.05, so that runs with nearly equal measurements divide the grid in the
/// same way. Both simplifications together cost less than 10% of the time.
Weights weights_from(std::vector<MeasuredSpeed> const& measured);

/// The time of the slowest rank relative to a perfect division, minus 1: 0.1 means 10% more time. The time of a rank is
/// the number of points that it owns, which are those that kernels compute, divided by its weight.
double imbalance(Decomposition const& decomposition, std::span<double const> weights);

/// The topology with the smallest imbalance. Among topologies with nearly the same imbalance, choose_topology decides.
/// Throws DecompositionError if there is no topology.
Topology choose_weighted_topology(Shape const& shape, Topology const& requested, std::span<double const> weights);

/// The points of each part in each direction, as Decomposition expects them. A grid is cut by planes, so the parts of a
/// direction are in proportion to the sums of the weights of their ranks. This is exact if the weights are products of
/// one factor per direction, and a compromise otherwise. No part is smaller than the width of a ghost zone; throws
/// DecompositionError if that is impossible.
std::array<std::vector<int>, max_dimension> weighted_sizes(Shape const& shape, Topology const& topology,
                                                           std::span<double const> weights);

} // namespace pugh
