// How the groups of one shape are spread over the processes, with what an exchange of their ghost zones needs.
#pragma once

#include "grid/own_copies.hpp"

#include "cctk.h"

#include <optional>
#include <vector>

namespace pugh {

// Also keeps the numbers that CCTK_GroupDynamicData hands out, so it must not move.
class Distribution {
public:
  // `is_padded`: rows in memory are whole cache lines of CCTK_REAL, which the driver may place so that points begin
  // one.
  Distribution(Decomposition const& decomposition, int rank, bool is_padded = false);
  explicit Distribution(Shape const& replicated); // every process holds all of it
  // Extents in memory of these local extents.
  static Index allocated_extent(Index const& local, bool is_padded);
  Distribution(Distribution const&) = delete;
  Distribution& operator=(Distribution const&) = delete;

  Shape const& shape() const { return shape_; }
  LocalBox const& box() const { return box_; }
  std::vector<Transfer> const& exchange() const { return exchange_; } // empty for replicated arrays
  // Of the exchange, from and to this process: the same twice, for the host's memory and for others.
  std::vector<RowCopies> const& own_copies() const { return own_copies_; }
  std::vector<Copy> const& own_sweeps() const { return own_sweeps_; }
  Index const& allocated() const { return allocated_; } // cctk_ash
  std::size_t n_allocated() const;
  // Points from the beginning of a cache line of CCTK_REAL to the first point in memory: padded, such that the first
  // one behind the ghost zones begins a line, else 0.
  int points_before() const { return points_before_; }
  Topology const& topology() const { return topology_; }
  std::optional<Decomposition> const& decomposition() const { return decomposition_; } // of those not replicated
  bool is_replicated() const { return !decomposition_; }
  bool is_padded() const { return alignment_ > 1; }
  LocalBox box_of(int rank) const;
  // The process at the other side of a face, -1: none.
  int neighbour(int rank, int direction, int side) const;

  // Fills all but the time levels.
  void describe(cGroupDynamicData& data) const;

private:
  void set_numbers();

  Shape shape_;
  LocalBox box_;
  Topology topology_ = {1, 1, 1, 1};
  std::optional<Decomposition> decomposition_; // of arrays that are not replicated
  std::vector<Transfer> exchange_;
  std::vector<RowCopies> own_copies_;
  std::vector<Copy> own_sweeps_;
  int points_before_ = 0, alignment_ = 1;
  Index allocated_ = {1, 1, 1, 1}, upper_{}, zeros_{};
};

} // namespace pugh
