// The parts of an array that may be valid on one side and not on the other: interior, boundary and ghost zones, cut
// further where an exchange or a boundary condition reads or writes a part of them.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <string>
#include <vector>

namespace accelerator {

/// A set of the blocks of a Partition.
using Parts = std::bitset<125>;

/// Local indices, lower ones included, upper ones not.
struct Box {
  std::array<int, 3> lower{}, upper{};

  std::int64_t n_points() const;
  bool operator==(Box const&) const = default;
};

/// What this process has of a grid.
struct LocalBox {
  std::array<int, 3> extent{1, 1, 1};
  std::array<int, 3> ghosts{};
  std::array<std::array<bool, 2>, 3> is_outer{}; ///< the face is an outer boundary; ghost zones otherwise
  std::array<std::array<int, 2>, 3> boundary{};  ///< width of the outer boundary zone, where is_outer
  bool is_divided = true; ///< otherwise every named part is all of it: nothing is known of a fourth direction

  bool operator==(LocalBox const&) const = default;
};

/// Each direction is cut into five zones, so the box into 125 blocks, of which many may be empty:
///
///     0                         1                            2      3                         4
///     boundary or ghost zone    the points next to it        rest   next to the other one     the other one
///
/// A named part has the empty blocks of its zones, too, so that everything is the interior, the boundary and the ghost
/// zones. "Next to" are as many points as ghost zones are wide: what the neighbour's ghost zones hold; at an outer
/// boundary one more, and two at least: what conditions and mirrors read. The outer boundary zone goes through the
/// ghost zones of other directions, as a condition fills it after ghost zones were exchanged. A direction of one point
/// has no boundary.
class Partition {
public:
  explicit Partition(LocalBox const& box);

  static Parts all() { return ~Parts{}; }
  Parts interior() const { return interior_; }
  Parts boundary() const { return boundary_; }
  Parts ghosts() const { return ghosts_; }
  Parts has_points() const { return has_points_; }
  /// Within the interior and the ghost zones, what conditions at the outer boundary read.
  Parts next_to_boundary() const { return next_to_boundary_; }
  /// What an exchange sends: for each face with ghost zones the points next to it, as far as they are not ghosts.
  Parts sent() const { return sent_; }

  /// A block that an exchange fills, and what it is filled from: the blocks of the same zones, but anywhere inside in
  /// the directions in which it is a ghost. (Neighbours do the same work: what is valid here is valid there.)
  struct Filled {
    std::size_t block;
    Parts source;
  };
  std::vector<Filled> const& filled() const { return filled_; }
  /// Together: all blocks that an exchange fills, and all that these are filled from.
  Parts all_filled() const { return all_filled_; }
  Parts all_sources() const { return all_sources_; }

  /// Blocks that have a point in the box.
  Parts covering(Box const& box) const;
  /// Blocks all of whose points lie in the box.
  Parts within(Box const& box) const;

  /// Few disjoint boxes that hold exactly the points of these blocks.
  std::vector<Box> boxes(Parts const& parts) const;
  std::int64_t n_points(Parts const& parts) const;

  /// Whether these are all blocks that have points.
  bool is_everywhere(Parts const& parts) const { return (has_points_ & ~parts).none(); }

  /// "everywhere", "interior", "boundary x- z+", "ghost zones y+", "part of the interior", or several of them.
  std::string to_text(Parts const& parts) const;

private:
  void divide();
  void take_as_one();
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
