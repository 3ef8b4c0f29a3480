// How the groups of one shape are spread over the processes, with what an exchange of their ghost zones needs.
#pragma once

#include "grid/exchange.hpp"

#include "cctk.h"

#include <optional>
#include <vector>

namespace pugh {

// Also keeps the numbers that CCTK_GroupDynamicData hands out, so it must not move.
class Distribution {
public:
  Distribution(Decomposition const& decomposition, int rank);
  explicit Distribution(Shape const& replicated); // every process holds all of it
  Distribution(Distribution const&) = delete;
  Distribution& operator=(Distribution const&) = delete;

  Shape const& shape() const { return shape_; }
  LocalBox const& box() const { return box_; }
  std::vector<Transfer> const& exchange() const { return exchange_; } // empty for replicated arrays
  Topology const& topology() const { return topology_; }
  std::optional<Decomposition> const& decomposition() const { return decomposition_; } // of those not replicated
  bool is_replicated() const { return !decomposition_; }
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
  Index upper_{}, zeros_{};
};

} // namespace pugh
