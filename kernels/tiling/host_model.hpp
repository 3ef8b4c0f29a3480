// What going through a box in tiles costs on the host.
#pragma once

#include "kernels/tiling/choose_plan.hpp"

namespace chemora::tiling {

struct HostCost {
  TileCost lines;       ///< requested, under which assumption
  double imbalance = 1; ///< points of the thread with most of them, over the mean
  double cost = 0;      ///< per point: sigma and what prefetching loses at the beginnings of rows, times the imbalance
};

class HostModel {
public:
  /// `planes` are done at a time.
  HostModel(ir::Graph const& graph, Problem const& problem, int planes, machine::Machine const& machine);

  HostCost cost(base::Index3 const& tile) const;
  Processor const& processor() const { return processor_; }

private:
  double row_starts(int row_length) const;
  double imbalance(base::Index3 const& tile) const;

  Problem problem_;
  int planes_;
  ArrayLayout layout_;
  Processor processor_;
  std::vector<AccessGroup> accesses_;
};

} // namespace chemora::tiling
