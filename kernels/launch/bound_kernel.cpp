// Fills the plain C arguments of a compiled kernel and calls it.
#include "kernels/launch/bound_kernel.hpp"

#include "framework/base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::launch {

namespace {

[[noreturn]] void refuse(ir::Graph const& graph, std::string const& variable) {
  throw base::UserError(fmt::format("Kernel {} uses {}, which has no storage now. Add STORAGE for its group in "
                                    "schedule.ccl.",
                                    graph.name, variable));
}

} // namespace

BoundKernel::BoundKernel(ir::Graph graph, base::Index3 extent, base::Index3 allocated,
                         std::unique_ptr<device::Module> module)
    : graph_(std::move(graph)), extent_(extent), allocated_(allocated), stencils_(ir::stencils(graph_)),
      module_(std::move(module)) {
  for (auto const& [variable, reach] : stencils_)
    for (std::size_t axis = 0; axis < 3; ++axis) {
      widest_.low[axis] = std::max(widest_.low[axis], reach.low[axis]);
      widest_.high[axis] = std::max(widest_.high[axis], reach.high[axis]);
    }
}

bool BoundKernel::is_inside(base::Box const& box, ir::Reach const& reach, RowEnds row_ends) const {
  for (std::size_t axis = row_ends == RowEnds::may_be_read ? 1 : 0; axis < 3; ++axis)
    if (box.lower[axis] < reach.low[axis] || box.upper[axis] + reach.high[axis] > extent_[axis]) return false;
  return true;
}

// The variable that is read too far is searched only if there is one.
void BoundKernel::check_reach(base::Box const& box, RowEnds row_ends) const {
  if (is_inside(box, widest_, row_ends)) return;
  for (auto const& [variable, reach] : stencils_)
    for (int axis = row_ends == RowEnds::may_be_read ? 1 : 0; axis < 3; ++axis) {
      auto const a = static_cast<std::size_t>(axis);
      int const below = box.lower[a] - reach.low[a], above = box.upper[a] + reach.high[a];
      if (below >= 0 && above <= extent_[a]) continue;
      char const direction = "xyz"[axis];
      throw base::UserError(fmt::format(
          "Kernel {} reads {} {} points below and {} above each point in direction {}. It computes the points {} to {} "
          "of the {} points of the local grid: {} are below and {} above. Where the grid ends at another process or is "
          "periodic, set driver::ghost_size to at least {}. At an outer boundary, make the boundary zone that wide "
          "(with "
          "CoordBase: boundary_size_{}_lower and boundary_size_{}_upper).",
          graph_.name, variable, reach.low[a], reach.high[a], direction, box.lower[a], box.upper[a] - 1, extent_[a],
          box.lower[a], extent_[a] - box.upper[a], std::max(reach.low[a], reach.high[a]), direction, direction));
    }
}

BoundKernel::Arguments BoundKernel::collect(FindArray const& find_array, FindParameter const& find_parameter) const {
  Arguments collected;
  for (auto const& name : graph_.inputs) collected.inputs.push_back(find_array(name));
  for (auto const& name : graph_.outputs) collected.outputs.push_back(find_array(name));
  check_storage(collected);
  for (auto const& parameter : graph_.parameters) collected.parameters.push_back(find_parameter(parameter.name));
  return collected;
}

void BoundKernel::check_storage(Arguments const& collected) const {
  for (std::size_t n = 0; n < collected.inputs.size(); ++n)
    if (!collected.inputs[n]) refuse(graph_, graph_.inputs[n]);
  for (std::size_t n = 0; n < collected.outputs.size(); ++n)
    if (!collected.outputs[n]) refuse(graph_, graph_.outputs[n]);
}

void BoundKernel::run(std::span<base::Box const> boxes, ir::GridScalars const& scalars,
                      std::map<std::string, double> const& parameters, FindArray const& find_array, RowEnds row_ends) {
  auto const value = [&](std::string const& name) { return parameters.at(name); };
  run(boxes, scalars, collect(find_array, value), row_ends);
}

void BoundKernel::run(std::span<base::Box const> boxes, ir::GridScalars const& scalars, Arguments const& collected,
                      RowEnds row_ends) {
  for (auto const& box : boxes)
    if (!box.is_empty()) check_reach(box, row_ends);

  chemora_kernel_arguments arguments{};
  std::copy(scalars.lower_global.begin(), scalars.lower_global.end(), arguments.lower_global);
  std::copy(scalars.global_size.begin(), scalars.global_size.end(), arguments.global_size);
  std::copy(scalars.spacing.begin(), scalars.spacing.end(), arguments.spacing);
  std::copy(scalars.origin.begin(), scalars.origin.end(), arguments.origin);
  arguments.time = scalars.time;
  arguments.time_step = scalars.time_step;
  arguments.iteration = scalars.iteration;
  arguments.parameters = collected.parameters.data();
  std::copy(allocated_.begin(), allocated_.end(), arguments.allocated);
  for (auto const& box : boxes) {
    std::copy(box.lower.begin(), box.lower.end(), arguments.lower);
    std::copy(box.upper.begin(), box.upper.end(), arguments.upper);
    arguments.box_spans_rows = box.lower[0] == 0 && box.upper[0] == extent_[0];
    module_->launch(collected.inputs, collected.outputs, arguments);
  }
}

} // namespace chemora::launch
