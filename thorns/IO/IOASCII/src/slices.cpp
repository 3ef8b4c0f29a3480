#include "slices.hpp"

#include "IO/IOTools/src/grid_slab.hpp"
#include "IO/IOTools/src/output_list.hpp"
#include "IO/IOTools/src/text.hpp"

#include <cctk_Parameters.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace ioascii {
namespace {

using iotools::Axis;
using iotools::Position;

/// The value of a coordinate parameter that selects the parameter of IO.
constexpr double inherited = -424242;

Position choose(int own_index, double own_coordinate, int io_index, double io_coordinate) {
  if (own_index >= 0) return {.index = own_index, .coordinate = 0};
  if (own_coordinate != inherited) return {.index = -2, .coordinate = own_coordinate};
  return {.index = io_index, .coordinate = io_coordinate};
}

/// The position of lines along `line` in direction d.
Position line_position(int line, int d) {
  DECLARE_CCTK_PARAMETERS
  switch (3 * line + d) {
  case 1:
    return choose(out1D_xline_yi, out1D_xline_y, out_xline_yi, out_xline_y);
  case 2:
    return choose(out1D_xline_zi, out1D_xline_z, out_xline_zi, out_xline_z);
  case 3:
    return choose(out1D_yline_xi, out1D_yline_x, out_yline_xi, out_yline_x);
  case 5:
    return choose(out1D_yline_zi, out1D_yline_z, out_yline_zi, out_yline_z);
  case 6:
    return choose(out1D_zline_xi, out1D_zline_x, out_zline_xi, out_zline_x);
  default:
    return choose(out1D_zline_yi, out1D_zline_y, out_zline_yi, out_zline_y);
  }
}

/// The position of planes normal to d.
Position plane_position(int d) {
  DECLARE_CCTK_PARAMETERS
  switch (d) {
  case 0:
    return choose(out2D_yzplane_xi, out2D_yzplane_x, out_yzplane_xi, out_yzplane_x);
  case 1:
    return choose(out2D_xzplane_yi, out2D_xzplane_y, out_xzplane_yi, out_xzplane_y);
  default:
    return choose(out2D_xyplane_zi, out2D_xyplane_z, out_xyplane_zi, out_xyplane_z);
  }
}

int downsample(int d) {
  DECLARE_CCTK_PARAMETERS
  CCTK_INT const factors[] = {out_downsample_x, out_downsample_y, out_downsample_z};
  return d < 3 ? static_cast<int>(factors[d]) : 1;
}

/// The index of a slice in direction d. Warns once if the position is outside the grid.
int index_of(Position const& position, Axis const& axis, int d) {
  static std::set<std::pair<int, double>> reported;
  int const index = iotools::slice_index(position, axis);
  if (!iotools::is_on(position, axis) && reported.insert({4 * position.index + d, position.coordinate}).second)
    CCTK_VWarn(
        1, __LINE__, __FILE__, CCTK_THORNSTRING,
        "The grid has no %c%s = %s (parameters of slices); slices at this position are written at index %d, %c = %g.",
        "xyz"[d], position.index >= 0 ? "-index" : "",
        iotools::to_text(position.index >= 0 ? position.index : position.coordinate, 6).c_str(), index, "xyz"[d],
        axis.lower + index * axis.delta);
  return index;
}

std::string position_text(std::vector<Axis> const& axes, Slice const& slice) {
  std::string text;
  for (int d = 0; d < static_cast<int>(axes.size()); ++d)
    if (std::find(slice.directions.begin(), slice.directions.end(), d) == slice.directions.end()) {
      auto const dimension = static_cast<std::size_t>(d);
      text += (text.empty() ? "(" : ", ") + std::string(1, "xyz"[d % 3]) + " = " +
              iotools::to_text(axes[dimension].lower + slice.fixed[dimension] * axes[dimension].delta, 12);
    }
  return text.empty() ? "" : text + ")";
}

/// Constructs a slice along some directions, with its slab and coordinates.
Slice make_slice(std::vector<Axis> const& axes, std::vector<int> const& directions, std::vector<int> const& fixed) {
  auto const n = axes.size();
  Slice slice{.directions = directions, .fixed = fixed};
  slice.slab.origin.assign(fixed.begin(), fixed.end());
  slice.slab.direction.assign(n * directions.size(), 0);
  for (std::size_t row = 0; row < directions.size(); ++row) {
    auto const& axis = axes[static_cast<std::size_t>(directions[row])];
    int const step = downsample(directions[row]);
    slice.slab.direction[row * n + static_cast<std::size_t>(directions[row])] = 1;
    slice.slab.origin[static_cast<std::size_t>(directions[row])] = axis.images;
    slice.slab.extent.push_back(axis.points_to_write());
    slice.slab.downsample.push_back(step);
    std::vector<double> coordinates;
    for (int i = axis.images; i < axis.points - axis.images; i += step)
      coordinates.push_back(axis.lower + i * axis.delta);
    slice.axes.push_back(std::move(coordinates));
  }
  slice.position = position_text(axes, slice);
  return slice;
}

/// The diagonal from the first point. Its coordinate is x times sqrt(3), the distance along the diagonal of a cube.
Slice make_diagonal(std::vector<Axis> const& axes) {
  Slice slice{.directions = {0, 1, 2}, .is_diagonal = true, .fixed = {0, 0, 0}};
  int const points = std::min({axes[0].points_to_write(), axes[1].points_to_write(), axes[2].points_to_write()});
  slice.slab = {.origin = {axes[0].images, axes[1].images, axes[2].images},
                .direction = {1, 1, 1},
                .extent = {points},
                .downsample = {1}};
  std::vector<double> coordinates;
  for (int i = 0; i < points; ++i)
    coordinates.push_back(axes[0].first_to_write() * std::sqrt(3.) + i * (axes[0].delta * std::sqrt(3.)));
  slice.axes.push_back(std::move(coordinates));
  return slice;
}

bool is_grid_function(int variable) { return CCTK_GroupTypeFromVarI(variable) == CCTK_GF; }

} // namespace

std::vector<Slice> lines_of(cGH const* cctkGH, int variable) {
  DECLARE_CCTK_PARAMETERS
  auto const axes = iotools::axes_of(cctkGH, variable);
  int const n = static_cast<int>(axes.size());
  CCTK_INT const is_selected[] = {out1D_x, out1D_y, out1D_z};
  std::vector<Slice> slices;
  for (int line = 0; line < std::min(n, 3); ++line) {
    std::vector<int> fixed(axes.size(), 0);
    for (int d = 0; d < std::min(n, 3); ++d)
      if (d != line && is_grid_function(variable))
        fixed[static_cast<std::size_t>(d)] = index_of(line_position(line, d), axes[static_cast<std::size_t>(d)], d);
    if (is_selected[line]) slices.push_back(make_slice(axes, {line}, fixed));
  }
  if (out1D_d && n == 3) slices.push_back(make_diagonal(axes));
  return slices;
}

std::vector<Slice> planes_of(cGH const* cctkGH, int variable) {
  auto const axes = iotools::axes_of(cctkGH, variable);
  if (axes.size() == 2) return {make_slice(axes, {0, 1}, {0, 0})};
  std::vector<Slice> slices;
  if (axes.size() == 3)
    for (int const normal : {2, 1, 0}) {
      std::vector<int> directions, fixed(3, 0);
      for (int const d : {0, 1, 2})
        if (d != normal) directions.push_back(d);
      auto const dimension = static_cast<std::size_t>(normal);
      if (is_grid_function(variable)) fixed[dimension] = index_of(plane_position(normal), axes[dimension], normal);
      slices.push_back(make_slice(axes, directions, fixed));
    }
  return slices;
}

std::vector<Slice> boxes_of(cGH const* cctkGH, int variable) {
  auto const axes = iotools::axes_of(cctkGH, variable);
  if (axes.size() != 3) return {};
  return {make_slice(axes, {0, 1, 2}, {0, 0, 0})};
}

} // namespace ioascii
