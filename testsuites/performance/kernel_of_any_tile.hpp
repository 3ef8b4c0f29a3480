// One compiled kernel for all tiles, for searches among hundreds of them.
#pragma once

#include "codegen/ir/graph.hpp"
#include "codegen/plan/plan.hpp"
#include "kernels/device/device.hpp"

#include <filesystem>
#include <memory>
#include <string>

namespace performance {

/// The source that a run would compile for this plan, except that the tile comes with the launch: as the first three
/// of `parameters`. The loops a compiler sees stay what they were, as a tile is clipped to the box in either case.
std::string source_for_any_tile(chemora::ir::Graph const& graph, chemora::plan::KernelPlan const& plan,
                                chemora::base::Index3 const& allocated);

/// The object code of `source`, from `folder` where a former call left it. Throws device::DeviceError.
std::string compiled_once(chemora::device::Device& device, std::string const& name, std::string const& source,
                          std::filesystem::path const& folder);

} // namespace performance
