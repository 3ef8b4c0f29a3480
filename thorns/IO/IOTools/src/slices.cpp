#include "slices.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace iotools {
namespace {

/// Returns a parameter of a thorn. The output thorns declare all parameters that this file reads.
template <class Value>
Value parameter(std::string const& thorn, std::string const& name) {
  int type = 0;
  void const* const value = CCTK_ParameterGet(name.c_str(), thorn.c_str(), &type);
  if (value == nullptr) CCTK_VERROR("The parameter %s::%s of slices does not exist.", thorn.c_str(), name.c_str());
  return *static_cast<Value const*>(value);
}

/// Returns the position in direction `d` of the slices with this name, such as "out1D_xline_".
Position position_of(std::string const& thorn, std::string const& slices, int d) {
  constexpr double inherited = -424242; // a coordinate with this value is that of thorn IO
  std::string const name = slices + "xyz"[d], name_of_io = "out_" + name.substr(name.find('_') + 1);
  auto const index = parameter<CCTK_INT>(thorn, name + "i");
  auto const coordinate = parameter<CCTK_REAL>(thorn, name);
  if (index >= 0) return {.index = static_cast<int>(index), .coordinate = 0};
  if (coordinate != inherited) return {.index = -2, .coordinate = coordinate};
  std::string const io = CCTK_ActivatingThorn("IO");
  return {.index = static_cast<int>(parameter<CCTK_INT>(io, name_of_io + "i")),
          .coordinate = parameter<CCTK_REAL>(io, name_of_io)};
}

/// Returns the index of a slice in direction d. Warns once if the position is outside the grid.
int index_of(std::string const& thorn, Position const& position, Axis const& axis, int d) {
  static std::set<std::pair<std::string, std::pair<int, double>>> reported;
  int const index = slice_index(position, axis);
  if (!is_on(position, axis) && reported.insert({thorn, {4 * position.index + d, position.coordinate}}).second)
    CCTK_VWarn(
        1, __LINE__, __FILE__, thorn.c_str(),
        "The slice position %c%s = %s is outside the grid; slices at this position are written at index %d, %c = %g.",
        "xyz"[d], position.index >= 0 ? "-index" : "",
        to_text(position.index >= 0 ? position.index : position.coordinate, 6).c_str(), index, "xyz"[d],
        axis.lower + index * axis.delta);
  return index;
}

/// Constructs a slice along some directions, with its slab and coordinates.
Slice make_slice(std::vector<Axis> const& axes, std::vector<int> const& directions, std::vector<int> const& fixed) {
  auto const n = axes.size();
  Slice slice{.directions = directions, .fixed = fixed};
  slice.slab.origin.assign(fixed.begin(), fixed.end());
  slice.slab.direction.assign(n * directions.size(), 0);
  for (std::size_t d = 0; d < n; ++d) slice.first.push_back(axes[d].lower + fixed[d] * axes[d].delta);
  for (std::size_t row = 0; row < directions.size(); ++row) {
    auto const direction = static_cast<std::size_t>(directions[row]);
    auto const& axis = axes[direction];
    int const step = direction < 3 ? downsampling()[direction] : 1;
    slice.slab.direction[row * n + direction] = 1;
    slice.slab.origin[direction] = axis.images;
    slice.slab.extent.push_back(axis.points_to_write());
    slice.slab.downsample.push_back(step);
    slice.first[direction] = axis.first_to_write();
    std::vector<double> coordinates;
    for (int i = axis.images; i < axis.points - axis.images; i += step)
      coordinates.push_back(axis.lower + i * axis.delta);
    slice.axes.push_back(std::move(coordinates));
  }
  return slice;
}

/// Constructs the diagonal slice through the first point. Its coordinate is x times sqrt(3), the distance along the
/// diagonal of a cube.
Slice make_diagonal(std::vector<Axis> const& axes) {
  Slice slice{.directions = {0, 1, 2}, .is_diagonal = true, .fixed = {0, 0, 0}};
  int const points = std::min({axes[0].points_to_write(), axes[1].points_to_write(), axes[2].points_to_write()});
  slice.slab = {.origin = {axes[0].images, axes[1].images, axes[2].images},
                .direction = {1, 1, 1},
                .extent = {points},
                .downsample = {1}};
  for (auto const& axis : axes) slice.first.push_back(axis.first_to_write());
  std::vector<double> coordinates;
  for (int i = 0; i < points; ++i)
    coordinates.push_back(axes[0].first_to_write() * std::sqrt(3.) + i * (axes[0].delta * std::sqrt(3.)));
  slice.axes.push_back(std::move(coordinates));
  return slice;
}

/// Whether a slice of a grid function contains a direction with a single point, although the grid has enough other
/// directions for a slice. Such a slice contains no points that other slices lack.
bool is_redundant(int variable, std::vector<Axis> const& axes, std::vector<int> const& directions,
                  std::size_t n_dimensions) {
  auto const has_several_points = [](Axis const& axis) { return axis.points > 1; };
  auto const n_several = static_cast<std::size_t>(std::count_if(axes.begin(), axes.end(), has_several_points));
  return is_grid_function(variable) && n_several >= n_dimensions &&
         !std::all_of(directions.begin(), directions.end(),
                      [&](int d) { return has_several_points(axes[static_cast<std::size_t>(d)]); });
}

std::vector<Slice> lines_of(cGH const* cctkGH, std::string const& thorn, int variable) {
  auto const axes = axes_of(cctkGH, variable);
  int const n = static_cast<int>(axes.size());
  std::vector<Slice> slices;
  for (int line = 0; line < std::min(n, 3); ++line) {
    std::vector<int> fixed(axes.size(), 0);
    std::string const letter(1, "xyz"[line]);
    for (int d = 0; d < std::min(n, 3); ++d)
      if (d != line && is_grid_function(variable)) {
        auto const direction = static_cast<std::size_t>(d);
        fixed[direction] = index_of(thorn, position_of(thorn, "out1D_" + letter + "line_", d), axes[direction], d);
      }
    if (parameter<CCTK_INT>(thorn, "out1D_" + letter) && !is_redundant(variable, axes, {line}, 1))
      slices.push_back(make_slice(axes, {line}, fixed));
  }
  if (parameter<CCTK_INT>(thorn, "out1D_d") && n == 3 && !is_redundant(variable, axes, {0, 1, 2}, 1))
    slices.push_back(make_diagonal(axes));
  return slices;
}

std::vector<Slice> planes_of(cGH const* cctkGH, std::string const& thorn, int variable) {
  auto const axes = axes_of(cctkGH, variable);
  if (axes.size() == 2) return {make_slice(axes, {0, 1}, {0, 0})};
  std::vector<Slice> slices;
  if (axes.size() == 3)
    for (int const normal : {2, 1, 0}) {
      std::vector<int> directions, fixed(3, 0);
      std::string letters;
      for (int const d : {0, 1, 2})
        if (d != normal) directions.push_back(d), letters += "xyz"[d];
      if (is_redundant(variable, axes, directions, 2)) continue;
      auto const direction = static_cast<std::size_t>(normal);
      if (is_grid_function(variable))
        fixed[direction] =
            index_of(thorn, position_of(thorn, "out2D_" + letters + "plane_", normal), axes[direction], normal);
      slices.push_back(make_slice(axes, directions, fixed));
    }
  return slices;
}

} // namespace

std::string Slice::letters() const {
  std::string text;
  for (int const d : directions) text += "xyz"[d % 3];
  return is_diagonal ? "d" : text;
}

std::string Slice::position_text() const {
  std::string text;
  for (int d = 0; d < static_cast<int>(first.size()); ++d)
    if (std::find(directions.begin(), directions.end(), d) == directions.end())
      text += (text.empty() ? "(" : ", ") + std::string(1, "xyz"[d % 3]) + " = " +
              to_text(first[static_cast<std::size_t>(d)], 12);
  return text.empty() ? "" : text + ")";
}

std::vector<Slice> slices_of(cGH const* cctkGH, std::string const& thorn, int variable, int dimensions) {
  if (dimensions == 1) return lines_of(cctkGH, thorn, variable);
  if (dimensions == 2) return planes_of(cctkGH, thorn, variable);
  auto const axes = axes_of(cctkGH, variable);
  return axes.size() == 3 ? std::vector{make_slice(axes, {0, 1, 2}, {0, 0, 0})} : std::vector<Slice>{};
}

std::string not_sliceable_reason(int variable, int dimensions) {
  if (is_scalar(variable)) return "is a scalar, not a grid function or array";
  if (CCTK_GroupDimFromVarI(variable) < dimensions)
    return "has fewer than " + std::to_string(dimensions) + " dimensions";
  return "";
}

} // namespace iotools
