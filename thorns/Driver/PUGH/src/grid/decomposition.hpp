/// Division of a grid among ranks, evenly or in proportion to the speeds of the ranks.
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

  /// Whether ghost zones are exchanged in the direction. A direction of one point has no exchange, even if `ghosts` is
  /// positive.
  bool is_exchanged(int direction) const { return extent[direction] > 1 && ghosts[direction] > 0; }
  bool wraps(int direction) const { return periodic[direction] && extent[direction] > 1; }
  /// The half-open range [first_owned, end_owned) of points that ranks own. Points outside this range are periodic
  /// images of points inside.
  int first_owned(int direction) const { return wraps(direction) ? ghosts[direction] : 0; }
  int end_owned(int direction) const { return extent[direction] - first_owned(direction); }
  int owned(int direction) const { return end_owned(direction) - first_owned(direction); }
};

/// A half-open box of points, lower <= index < upper, in local or global indices.
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

/// Thrown if the grid cannot be divided as requested. what() is an error message for the user.
class DecompositionError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// The number of parts in each direction. Directions beyond the dimension of the shape have one part.
using Topology = Index;

/// The position of a rank in each direction. The first direction varies fastest.
Index position_of(int rank, Topology const& topology);

/// Chooses the topology with n_ranks parts that has the fewest ghost points. Among several such topologies the function
/// chooses the one whose largest part is smallest, then the one with the fewest cuts of the first directions, so that
/// rows along x are long. requested[d] > 0 fixes the number of parts in direction d; with 0 the function chooses the
/// number. Every part owns at least one point, and at least as many points as the ghost width along each exchanged
/// direction. Throws DecompositionError if there is no such topology.
Topology choose_topology(Shape const& shape, int n_ranks, Topology const& requested = {0, 0, 0, 0});

/// The topology that choose_topology() prefers among these. The list must not be empty.
Topology best_of(Shape const& shape, std::vector<Topology> const& topologies);

/// All topologies with n_ranks parts that choose_topology() may return.
std::vector<Topology> all_topologies(Shape const& shape, int n_ranks, Topology const& requested);

/// Like choose_topology(), for arrays that may be too small for n_ranks parts. Such an array is divided into the
/// largest possible number of parts, and the remaining ranks own no points. `requested` is as for choose_topology().
Topology choose_small_topology(Shape const& shape, int n_ranks, Topology const& requested = {0, 0, 0, 0});

/// The largest number of parts into which the direction can be cut.
int max_parts(Shape const& shape, int direction);

/// The points that one rank stores, described as in cGH. Indices begin at 0, and ranges include ghost zones.
struct LocalBox {
  Index shape = {1, 1, 1, 1};                       // cctk_lsh: number of local points
  Index lower = {0, 0, 0, 0};                       // cctk_lbnd: global index of the first local point
  Range owned;                                      // local indices of the points this rank owns
  std::array<int, 2 * max_dimension> is_outer = {}; ///< cctk_bbox: lower and upper face of each direction

  int upper(int direction) const {
    return lower[direction] + shape[direction] - 1;
  } // cctk_ubnd: global index of the last point
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
  /// Divides each direction evenly; the first parts are larger if necessary. If sizes[d] is not empty, its topology[d]
  /// elements are the numbers of points of the parts and must add up to the extent. Throws DecompositionError.
  Decomposition(Shape const& shape, Topology const& topology,
                std::array<std::vector<int>, max_dimension> const& sizes = {});

  Shape const& shape() const { return shape_; }
  Topology const& topology() const { return topology_; }
  Cuts const& cuts() const { return cuts_; }
  /// The number of parts. Ranks >= n_parts() own no points.
  int n_parts() const;

  LocalBox local_box(int rank) const;
  /// The rank of the neighbour across a face, or -1 at an outer boundary. Side 0 is the lower face.
  int neighbour(int rank, int direction, int side) const;
  /// The rank of the neighbour across a face, an edge or a corner, or -1 at an outer boundary. The offset is -1, 0 or
  /// +1 in each direction.
  int neighbour(int rank, Index const& offset) const;

private:
  int rank_at(Index const& position) const;

  Shape shape_;
  Topology topology_;
  Cuts cuts_;
};

/// The box of a replicated array, of which every rank stores all points.
LocalBox replicated_box(Shape const& shape);

/// Numbers of points in each direction that may be too large for a Shape.
using LongIndex = std::array<long, max_dimension>;

/// Throws DecompositionError unless each extent plus the ghost zones at both ends fits into an int.
void require_numbered_directions(int dimension, LongIndex const& extent, LongIndex const& ghosts);

/// The largest local extent in each direction, including ghost zones.
Index largest_local_extent(Decomposition const& decomposition);

/// Throws DecompositionError if a process stores more than 2^31 - 1 points, because thorns use int for point indices.
/// The error message contains the memory of one variable with `point_size` bytes per point. `shape` is the shape of the
/// whole array, `local` is the extent on the process.
void require_numbered_points(Shape const& shape, Index const& local, std::size_t point_size);

/// The product of the extents as double, because an integer may overflow.
double number_of_points(Index const& extent);

/// A size in bytes as text in the largest suitable binary unit, for example "2.5 GiB".
std::string bytes_text(double bytes);

/// Relative speeds, one positive value per rank, in any unit.
using Weights = std::vector<double>;

/// Thrown if the value of PUGH::processor_weights is invalid or the grid cannot be divided accordingly.
class WeightsError : public DecompositionError {
public:
  using DecompositionError::DecompositionError;
};

/// Parses weights such as "1 1 2.5", one for each rank, separated by blanks or commas. Throws WeightsError.
Weights parse_weights(std::string const& text, int n_ranks);

/// Divides the weights by a power of two such that the largest is below 1. Sums and products of the results are finite,
/// and the division is exact.
Weights scaled(std::span<double const> weights);

/// The speed that a process has measured for itself.
struct MeasuredSpeed {
  double speed = 0;          // positive
  int kind = 0;              // code of the processor or device type
  bool is_disturbed = false; ///< whether another program ran at the same time, so that the true speed may be higher
};

/// Computes weights from measured speeds. The fastest process has weight 1. If any process of a kind was disturbed, all
/// processes of this kind get the speed of the fastest process of the kind. Speeds that differ by less than 5% are
/// treated as equal, because measurements scatter. Weights are rounded to powers of 1.05, so that runs with nearly
/// equal measurements divide the grid in the same way.
Weights weights_from(std::vector<MeasuredSpeed> const& measured);

/// The load imbalance: the time of the slowest rank divided by the time of a perfect division, minus 1. The time of a
/// rank is the number of points that the rank owns divided by its weight.
double imbalance(Decomposition const& decomposition, std::span<double const> weights);

/// Chooses the topology with the smallest imbalance. Among topologies with nearly the same imbalance, the criteria of
/// choose_topology() decide. Throws DecompositionError if there is no topology.
Topology choose_weighted_topology(Shape const& shape, Topology const& requested, std::span<double const> weights);

/// The number of points of each part in each direction, for the argument `sizes` of Decomposition. Cuts are planes
/// through the whole grid, so the sizes of the parts of a direction are proportional to the sums of the weights of
/// their ranks. The division is optimal if the weights are products of one factor per direction. No part is smaller
/// than the ghost width; throws DecompositionError if that is impossible.
std::array<std::vector<int>, max_dimension> weighted_sizes(Shape const& shape, Topology const& topology,
                                                           std::span<double const> weights);

} // namespace pugh
