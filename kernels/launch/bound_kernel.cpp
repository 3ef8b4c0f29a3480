#include "kernels/launch/bound_kernel.hpp"

#include "framework/base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::launch {

namespace {

void check(void const* address, ir::Graph const& graph, std::string const& variable) {
  if (!address)
    throw base::UserError(fmt::format("Kernel {} uses {}, which has no storage now. Add STORAGE for its group in "
                                      "schedule.ccl.",
                                      graph.name, variable));
}

} // namespace

BoundKernel::BoundKernel(ir::Graph graph, base::Index3 extent, base::Index3 allocated,
                         std::unique_ptr<device::Module> module)
    : graph_(std::move(graph)), extent_(extent), allocated_(allocated), stencils_(ir::stencils(graph_)),
      reach_(ir::union_of(stencils_)), module_(std::move(module)) {}

bool BoundKernel::is_inside(base::Box const& box, ir::Reach const& reach, RowEnds row_ends) const {
  for (std::size_t axis = row_ends == RowEnds::may_be_read ? 1 : 0; axis < 3; ++axis)
    if (box.lower[axis] < reach.low[axis] || box.upper[axis] + reach.high[axis] > extent_[axis]) return false;
  return true;
}

void BoundKernel::check_reach(base::Box const& box, RowEnds row_ends) const {
  if (is_inside(box, reach_, row_ends)) return;
  for (auto const& [variable, reach] : stencils_)
    for (int axis = row_ends == RowEnds::may_be_read ? 1 : 0; axis < 3; ++axis) {
      auto const a = static_cast<std::size_t>(axis);
      int const below = box.lower[a] - reach.low[a], above = box.upper[a] + reach.high[a];
      if (below >= 0 && above <= extent_[a]) continue;
      char const direction = "xyz"[axis];
      if (extent_[a] == 1)
        throw base::UserError(fmt::format(
            "Kernel {} reads neighbours of {} in direction {}, in which the grid has a single point. Only a kernel "
            "that "
            "is compiled during the run can omit them: provide a C++ compiler (CHEMORA_CXX), or set driver::global_n{} "
            "to at least {}.",
            graph_.name, variable, direction, direction, 2 * std::max(reach.low[a], reach.high[a]) + 1));
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

void BoundKernel::check_storage(Arguments const& arguments) const {
  for (std::size_t n = 0; n < arguments.inputs.size(); ++n) check(arguments.inputs[n], graph_, graph_.inputs[n]);
  for (std::size_t n = 0; n < arguments.outputs.size(); ++n) check(arguments.outputs[n], graph_, graph_.outputs[n]);
}

void BoundKernel::run(std::span<base::Box const> boxes, ir::GridScalars const& scalars,
                      std::map<std::string, double> const& parameters, FindArray const& find_array, RowEnds row_ends) {
  auto const value = [&](std::string const& name) { return parameters.at(name); };
  run(boxes, scalars, collect(find_array, value), row_ends);
}

void BoundKernel::run(std::span<base::Box const> boxes, ir::GridScalars const& scalars, Arguments const& arguments,
                      RowEnds row_ends) {
  for (auto const& box : boxes)
    if (!box.is_empty()) check_reach(box, row_ends);

  chemora_kernel_arguments c_arguments{};
  std::copy(scalars.lower_global.begin(), scalars.lower_global.end(), c_arguments.lower_global);
  std::copy(scalars.global_size.begin(), scalars.global_size.end(), c_arguments.global_size);
  std::copy(scalars.spacing.begin(), scalars.spacing.end(), c_arguments.spacing);
  std::copy(scalars.origin.begin(), scalars.origin.end(), c_arguments.origin);
  c_arguments.time = scalars.time;
  c_arguments.time_step = scalars.time_step;
  c_arguments.iteration = scalars.iteration;
  c_arguments.parameters = arguments.parameters.data();
  std::copy(allocated_.begin(), allocated_.end(), c_arguments.allocated);
  for (auto const& box : boxes) {
    std::copy(box.lower.begin(), box.lower.end(), c_arguments.lower);
    std::copy(box.upper.begin(), box.upper.end(), c_arguments.upper);
    c_arguments.box_spans_rows = box.lower[0] == 0 && box.upper[0] == extent_[0];
    module_->launch(arguments.inputs, arguments.outputs, c_arguments);
  }
}

} // namespace chemora::launch
