/// The distribution of groups of one shape over the processes, and the schedule of their ghost zone exchange.
#pragma once

#include "grid/exchange.hpp"

#include "cctk.h"

#include <optional>
#include <vector>

namespace pugh {

/// Must not move, because CCTK_GroupDynamicData returns pointers to its members.
class Distribution {
public:
  /// With `is_padded`, the length of rows in memory is a multiple of a cache line of CCTK_REAL.
  Distribution(Decomposition const& decomposition, int rank, bool is_padded = false);
  /// A replicated array: every process holds all points.
  explicit Distribution(Shape const& replicated);
  /// Extents in memory for these local extents.
  static Index allocated_extent(Index const& local, bool is_padded);
  Distribution(Distribution const&) = delete;
  Distribution& operator=(Distribution const&) = delete;

  Shape const& shape() const { return shape_; }
  LocalBox const& box() const { return box_; }
  std::vector<Transfer> const& exchange() const { return exchange_; } // empty for replicated arrays
  /// The part of the exchange within this process, at periodic boundaries. Both lists have the same effect: row copies
  /// suit the memory of the host, sweeps that of a device.
  std::vector<RowCopies> const& periodic_row_copies() const { return periodic_row_copies_; }
  std::vector<Copy> const& periodic_sweeps() const { return periodic_sweeps_; }
  Index const& allocated() const { return allocated_; } // cctk_ash
  std::size_t n_allocated() const;
  /// Points from the start of a cache line of CCTK_REAL to the first point in memory. With padding, the first point
  /// after the ghost zones starts a cache line; without padding this is 0.
  int points_before() const { return points_before_; }
  Topology const& topology() const { return topology_; }
  /// Empty for replicated arrays.
  std::optional<Decomposition> const& decomposition() const { return decomposition_; }
  bool is_replicated() const { return !decomposition_; }
  bool is_padded() const { return alignment_ > 1; }
  LocalBox box_of(int rank) const;
  /// The rank across a face, or -1.
  int neighbour(int rank, int direction, int side) const;

  /// Sets all members except the time levels.
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
