/// The distribution over the processes of all groups with the same shape, and their ghost zone exchange.
#pragma once

#include "grid/exchange.hpp"

#include "cctk.h"

#include <optional>
#include <vector>

namespace pugh {

/// The distribution of arrays of one shape. An object must not move, because CCTK_GroupDynamicData returns pointers to
/// its members.
class Distribution {
public:
  /// With `is_padded`, rows in memory have a length that is a multiple of a cache line of CCTK_REAL.
  Distribution(Decomposition const& decomposition, int rank, bool is_padded = false);
  /// The distribution of a replicated array, of which every process stores all points.
  explicit Distribution(Shape const& replicated);
  /// The extents of the allocated array for the given local extents.
  static Index allocated_extent(Index const& local, bool is_padded);
  Distribution(Distribution const&) = delete;
  Distribution& operator=(Distribution const&) = delete;

  Shape const& shape() const { return shape_; }
  LocalBox const& box() const { return box_; }
  std::vector<Transfer> const& exchange() const {
    return exchange_;
  } // transfers of this process; empty for replicated arrays
  /// The copies of the exchange at periodic boundaries whose source and target are on this process.
  /// periodic_row_copies() and periodic_sweeps() have the same effect. Row copies are efficient on the host, sweeps on
  /// a device.
  std::vector<RowCopies> const& periodic_row_copies() const { return periodic_row_copies_; }
  std::vector<Copy> const& periodic_sweeps() const { return periodic_sweeps_; }
  Index const& allocated() const { return allocated_; } // cctk_ash
  std::size_t n_allocated() const;
  /// The number of CCTK_REAL elements between the start of a cache line and the first element of the array. With
  /// padding, the first point after the ghost zones starts a cache line. Without padding the result is 0.
  int points_before() const { return points_before_; }
  Topology const& topology() const { return topology_; }
  /// Whether only the last direction may be divided, which is part of the identity of a distribution of grid arrays.
  bool divides_last_only = false;
  /// The decomposition of the array; empty for replicated arrays.
  std::optional<Decomposition> const& decomposition() const { return decomposition_; }
  bool is_replicated() const { return !decomposition_; }
  bool is_padded() const { return alignment_ > 1; }
  LocalBox box_of(int rank) const;
  /// The rank of the process across a face of the given rank, or -1.
  int neighbour(int rank, int direction, int side) const;

  /// Sets all members of `data` except the number of time levels.
  void describe(cGroupDynamicData& data) const;

private:
  void set_extents();

  Shape shape_;
  LocalBox box_;
  Topology topology_ = {1, 1, 1, 1};
  std::optional<Decomposition> decomposition_;
  std::vector<Transfer> exchange_;
  std::vector<RowCopies> periodic_row_copies_;
  std::vector<Copy> periodic_sweeps_;
  int points_before_ = 0, alignment_ = 1;
  Index allocated_ = {1, 1, 1, 1}, upper_{}, zeros_{};
};

} // namespace pugh
