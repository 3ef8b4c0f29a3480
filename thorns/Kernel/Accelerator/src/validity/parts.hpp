/// Array parts whose validity is tracked separately: interior, boundary and ghost zones, divided further so that the
/// points that exchanges and boundary conditions read or write are separate parts.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <string>
#include <vector>

namespace accelerator {

/// A set of the blocks of a Partition.
using Parts = std::bitset<125>;

/// Local indices; `lower` is inclusive, `upper` is exclusive.
struct Box {
  std::array<int, 3> lower{}, upper{};

  std::int64_t n_points() const;
  bool operator==(Box const&) const = default;
};

/// The part of a grid on this process.
struct LocalBox {
  std::array<int, 3> extent{1, 1, 1};
  std::array<int, 3> ghosts{};
  std::array<std::array<bool, 2>, 3> is_outer{}; ///< true: the face is an outer boundary; false: it has ghost zones
  std::array<std::array<int, 2>, 3> boundary{};  ///< width of the outer boundary zone at faces with is_outer
  bool is_divided = true; ///< false: every named part is the whole array (arrays with four dimensions)

  bool operator==(LocalBox const&) const = default;
};

/// Divides each direction into five zones, and hence the local box into 125 blocks, many of which may be empty:
///
///     zone 0             zone 1         zone 2             zone 3         zone 4
///     boundary points    points next    remaining points   points next    boundary points
///     or ghost zone      to zone 0                         to zone 4      or ghost zone
///
/// Named parts contain the empty blocks of their zones, so that interior, boundary and ghost zones together are all
/// blocks. Zones 1 and 3 are as wide as the ghost zones: they hold the points that the neighbour receives. At an outer
/// boundary zones 1 and 3 have at least three points, which boundary conditions and reflections read. The outer
/// boundary zone extends through the ghost zones of other directions, because boundary conditions fill it after an
/// exchange. A direction with one
/// point has no boundary.
class Partition {
public:
  explicit Partition(LocalBox const& box);

  static Parts all() { return ~Parts{}; }
  Parts interior() const { return interior_; }
  Parts boundary() const { return boundary_; }
  Parts ghosts() const { return ghosts_; }
  Parts has_points() const { return has_points_; }
  /// The interior points and ghost points that outer boundary conditions read.
  Parts next_to_boundary() const { return next_to_boundary_; }
  /// Points that an exchange sends: for each face with ghost zones, the points next to these ghost zones.
  Parts sent() const { return sent_; }

  /// A block that an exchange fills, and the local blocks that represent its source on the neighbour. In directions
  /// where the filled block is a ghost zone, the sources are in all inner zones; otherwise in the block's own zone.
  /// Local validity equals the neighbour's, because all processes execute the same functions.
  struct Filled {
    std::size_t block;
    Parts source;
  };
  std::vector<Filled> const& filled() const { return filled_; }
  /// The union over filled(): all blocks that an exchange fills, and all their sources.
  Parts all_filled() const { return all_filled_; }
  Parts all_sources() const { return all_sources_; }

  /// Blocks that intersect the box.
  Parts covering(Box const& box) const;
  /// Blocks whose points are all in the box.
  Parts within(Box const& box) const;

  /// Disjoint boxes that contain exactly the points of these blocks. A greedy search keeps the number of boxes small.
  std::vector<Box> boxes(Parts const& parts) const;
  std::int64_t n_points(Parts const& parts) const;

  /// True if `parts` contains every block that has points.
  bool is_everywhere(Parts const& parts) const { return (has_points_ & ~parts).none(); }

  /// "everywhere", "interior", "boundary x- z+", "ghost zones y+", "part of the interior", or several of them.
  std::string to_text(Parts const& parts) const;

private:
  void divide();
  void treat_as_one_block();
  Parts source_of(std::size_t block) const;
  template <class IsHit>
  Parts blocks(IsHit const& is_hit) const;
  std::string faces(Parts const& parts, bool outer) const;

  LocalBox box_;
  std::array<std::array<int, 6>, 3> cuts_{};
  Parts has_points_, interior_, boundary_, ghosts_, next_to_boundary_, sent_, all_filled_, all_sources_;
  std::vector<Filled> filled_;
};

} // namespace accelerator
