/// The points of the grid on this process.
#pragma once

#include "kernels/patterns/device_sweeps.hpp"

#include "cctk.h"

#include <optional>

namespace analysis {

/// A grid without values and the part of this process. Owned points are as in reductions: without ghost zones and
/// periodic images.
struct GridOfProcess {
  chemora::patterns::Inputs inputs{}; ///< points, origin and spacing of the whole grid
  chemora::patterns::LocalGrid local{};
  std::optional<chemora::patterns::DeviceGrid> device{}; ///< if the values are on a device
};

/// Returns the grid of the variables and their values, which are on the device of `place` if there is one, and on the
/// host otherwise. `variables` are grid functions by their names in the program; they have storage and the same points.
/// The grid is empty in a run without grid functions. Collective.
GridOfProcess grid_of(cGH const* cctkGH, std::map<std::string, int> const& variables,
                      chemora::patterns::Exchange& exchange, chemora::patterns::KernelPlace* place);

/// Messages between the processes of the driver.
class MpiExchange : public chemora::patterns::Exchange {
public:
  explicit MpiExchange(cGH const* cctkGH) : cctkGH_(cctkGH) {}
  std::vector<std::string> gather(std::string const& message) override;

private:
  cGH const* cctkGH_;
};

} // namespace analysis
