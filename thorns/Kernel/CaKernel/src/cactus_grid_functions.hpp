/// Provides the grid and the grid functions of Cactus to the kernel run-time.
#pragma once

#include "Numerics/ThornTools/src/grid.hpp"
#include "cctk.h"
#include "kernels/runtime/grid_functions.hpp"

#include <string>

namespace ca_kernel {

/// Returns the extents, ghost zones and coordinates of the local grid from the driver. The outer boundary zone is as
/// wide as the ghost zones, or as
/// wide as GetBoundarySpecification returns when the coordinates follow it (grid::type = "coordbase").
chemora::launch::LocalGrid local_grid(cGH const* cctkGH);

/// Widths of the outer boundary zone of the whole grid, in points, as in local_grid(); 0 at faces with a symmetry, in
/// periodic directions and in directions of one point. All processes return the same widths. On a refined grid,
/// however, only processes that own a part of a face return its width.
chemora::launch::FaceWidths outer_widths(cGH const* cctkGH);

/// True if kernels of this process work on arrays in the memory of a device instead of host memory.
bool runs_on_device(cGH const* cctkGH);
/// True if the storage of arrays can be swapped both on the host and on devices. Both are required, because some
/// processes may use a device and others the host.
bool can_swap_storage();

/// The grid functions of Cactus. Thorn Accelerator, if it is active, tracks where data is valid.
class CactusGridFunctions final : public chemora::runtime::GridFunctions {
public:
  explicit CactusGridFunctions(cGH const* cctkGH) : CactusGridFunctions(cctkGH, thorntools::refinement_level(cctkGH)) {}
  CactusGridFunctions(cGH const* cctkGH, int level) : cctkGH_(cctkGH), level_(level) {}

  chemora::launch::LocalGrid local_grid() const override;
  int level() const override { return level_; }
  chemora::runtime::GridArray find(std::string const& thorn, chemora::ir::Graph const& graph,
                                   std::string const& variable) const override;
  std::string name(chemora::runtime::GridArray const& array) const override;
  void* address(chemora::runtime::GridArray const& array) const override;
  chemora::ir::Type element_type(chemora::runtime::GridArray const& array) const override;
  chemora::base::Index3 allocated(chemora::runtime::GridArray const& array) const override;

  bool may_swap(chemora::runtime::GridArray const& a, chemora::runtime::GridArray const& b) const override;
  void swap(chemora::runtime::GridArray const& a, chemora::runtime::GridArray const& b) const override;

  bool tracks_validity() const override;
  void require_valid(chemora::runtime::BoxList const& boxes) const override;
  void require_valid(std::vector<chemora::runtime::GridArray> const& arrays) const override;
  bool is_any_in_flight() const override;
  bool are_in_flight(chemora::runtime::BoxList const& boxes) const override;
  void announce_writes(chemora::runtime::RegionList const& regions) const override;
  void report_writes(chemora::runtime::RegionList const& regions) const override;
  void report_write(chemora::runtime::GridArray const& array) const override;
  void invalidate(std::vector<chemora::runtime::GridArray> const& arrays) const override;
  void act_for(std::string const& function, std::function<void()> const& action) const override;

private:
  cGH const* cctkGH_;
  int level_;
};

} // namespace ca_kernel
