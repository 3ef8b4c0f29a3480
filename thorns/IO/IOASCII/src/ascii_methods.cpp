/// The output methods IOASCII_1D, IOASCII_2D and IOASCII_3D: text files of lines, planes and whole grids.
#include "text.hpp"

#include "IO/IOTools/src/grid_data.hpp"
#include "IO/IOTools/src/output_files.hpp"
#include "IO/IOTools/src/output_method.hpp"
#include "IO/IOTools/src/text.hpp"
#include "IO/IOUtil/src/ioutil_AdvertisedFiles.h"

#include <cctk_Arguments.h>
#include <cctk_Parameters.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <set>
#include <utility>

namespace ioascii {
namespace {

/// A part of a variable that is written to one file.
struct Slice {
  std::vector<int> directions; ///< 0 for x, ...; all directions for the diagonal
  bool is_diagonal = false;
  std::vector<int> fixed = {}; ///< index in each dimension; 0 in the dimensions that the slice spans
  iotools::Slab slab = {};
  std::vector<std::vector<double>> axes = {}; ///< coordinates of the points in each direction of the slab
  std::string position = {}; ///< text of the position in the dimensions that the slice does not span: "(y = 0, z = 0)"
};

using iotools::Axis;
using iotools::Position;

/// A coordinate parameter with this value takes its position from the parameters of thorn IO.
constexpr double inherited = -424242;

Position choose(int own_index, double own_coordinate, int io_index, double io_coordinate) {
  if (own_index >= 0) return {.index = own_index, .coordinate = 0};
  if (own_coordinate != inherited) return {.index = -2, .coordinate = own_coordinate};
  return {.index = io_index, .coordinate = io_coordinate};
}

/// Returns the position in direction d of lines along direction `line`.
Position line_position(int line, int d) {
  DECLARE_CCTK_PARAMETERS
  Position const positions[3][3] = {{{},
                                     choose(out1D_xline_yi, out1D_xline_y, out_xline_yi, out_xline_y),
                                     choose(out1D_xline_zi, out1D_xline_z, out_xline_zi, out_xline_z)},
                                    {choose(out1D_yline_xi, out1D_yline_x, out_yline_xi, out_yline_x),
                                     {},
                                     choose(out1D_yline_zi, out1D_yline_z, out_yline_zi, out_yline_z)},
                                    {choose(out1D_zline_xi, out1D_zline_x, out_zline_xi, out_zline_x),
                                     choose(out1D_zline_yi, out1D_zline_y, out_zline_yi, out_zline_y),
                                     {}}};
  return positions[line][d];
}

/// Returns the position of planes that are normal to direction d.
Position plane_position(int d) {
  DECLARE_CCTK_PARAMETERS
  Position const positions[] = {choose(out2D_yzplane_xi, out2D_yzplane_x, out_yzplane_xi, out_yzplane_x),
                                choose(out2D_xzplane_yi, out2D_xzplane_y, out_xzplane_yi, out_xzplane_y),
                                choose(out2D_xyplane_zi, out2D_xyplane_z, out_xyplane_zi, out_xyplane_z)};
  return positions[d];
}

/// Returns the index of a slice in direction d. Warns once if the position is outside the grid.
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
    auto const direction = static_cast<std::size_t>(directions[row]);
    auto const& axis = axes[direction];
    int const step = direction < 3 ? iotools::downsampling()[direction] : 1;
    slice.slab.direction[row * n + direction] = 1;
    slice.slab.origin[direction] = axis.images;
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

/// Constructs the diagonal slice through the first point. Its coordinate is x times sqrt(3), the distance along the
/// diagonal of a cube.
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

std::vector<Slice> lines_of(cGH const* cctkGH, int variable) {
  DECLARE_CCTK_PARAMETERS
  auto const axes = iotools::axes_of(cctkGH, variable);
  int const n = static_cast<int>(axes.size());
  CCTK_INT const is_selected[] = {out1D_x, out1D_y, out1D_z};
  std::vector<Slice> slices;
  for (int line = 0; line < std::min(n, 3); ++line) {
    std::vector<int> fixed(axes.size(), 0);
    for (int d = 0; d < std::min(n, 3); ++d)
      if (d != line && iotools::is_grid_function(variable))
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
      if (iotools::is_grid_function(variable))
        fixed[dimension] = index_of(plane_position(normal), axes[dimension], normal);
      slices.push_back(make_slice(axes, directions, fixed));
    }
  return slices;
}

std::vector<Slice> boxes_of(cGH const* cctkGH, int variable) {
  auto const axes = iotools::axes_of(cctkGH, variable);
  return axes.size() == 3 ? std::vector{make_slice(axes, {0, 1, 2}, {0, 0, 0})} : std::vector<Slice>{};
}

iotools::OutputFiles files(CCTK_THORNSTRING, IOUtil_AdvertiseFile);

bool is_complex(int variable) { return CCTK_VarTypeI(variable) == CCTK_VARIABLE_COMPLEX; }

std::string not_sliceable_reason(int variable, int dimensions) {
  if (iotools::is_scalar(variable)) return "is a scalar, not a grid function or array";
  if (CCTK_GroupDimFromVarI(variable) < dimensions)
    return "has fewer than " + std::to_string(dimensions) + " dimensions";
  return is_complex(variable) ? "" : iotools::not_numeric_reason(variable);
}

std::string header(Slice const& slice, int variable, std::string const& comment) {
  auto text = iotools::file_info_lines(comment);
  if (!iotools::requested_file_info().labels) return text;
  char label = 'x';
  for (int const d : slice.directions) {
    text += comment + label++ + "-label " + (slice.is_diagonal ? "diagonal" : std::string(1, "xyz"[d % 3])) + "\n";
    if (slice.is_diagonal) break;
  }
  return text + comment + label + "-label " + iotools::full_name(variable) + " " + slice.position + "\n";
}

struct Style {
  std::string directory;
  TextStyle text;
};

using Columns = std::vector<std::function<double(std::size_t)>>;

void write_file(cGH const* cctkGH, int variable, std::string const& alias, Slice const& slice, Style const& style,
                Columns columns, bool is_empty) {
  DECLARE_CCTK_PARAMETERS
  Points const points{
      .axes = slice.axes, .has_coordinates = iotools::has_coordinates(cctkGH, variable), .columns = std::move(columns)};
  NameStyle const names{.has_long_names = new_filename_scheme != 0, .is_xgraph = style.text.is_xgraph};
  auto const path = style.directory + "/" + file_name(alias, slice.directions, slice.is_diagonal, slice.fixed, names);
  files.append(cctkGH, path, header(slice, variable, style.text.is_xgraph ? "\"" : "#"),
               is_empty ? "" : points_text(points, cctkGH->cctk_time, style.text),
               {.variable = iotools::full_name(variable),
                .slice = std::to_string(slice.axes.size()) + "D",
                .mime_type = style.text.is_xgraph ? "application/x-graph" : "application/gnuplot",
                .description = "Values over coordinates"});
}

/// Writes a slice. Complex numbers become two columns, or two files for xgraph.
void write_slice(cGH const* cctkGH, int variable, std::string const& alias, Slice const& slice, Style style) {
  DECLARE_CCTK_PARAMETERS
  int const type = CCTK_VarTypeI(variable);
  auto const data = iotools::collect(cctkGH, variable, slice.slab, type);
  if (!data || CCTK_MyProc(cctkGH) != 0) return;
  style.text.format = out_format;
  style.text.has_integers = iotools::is_integer(variable);
  bool const is_empty = data->bytes.empty();
  auto const write = [&](std::string const& name, Columns columns) {
    write_file(cctkGH, variable, name, slice, style, std::move(columns), is_empty);
  };
  if (!is_complex(variable)) return write(alias, {[&](std::size_t i) { return iotools::number_at(*data, type, i); }});
  auto const part = [&](int offset) {
    return [&data, offset](std::size_t i) { return iotools::number_at(*data, CCTK_VARIABLE_REAL, 2 * i + offset); };
  };
  if (!style.text.is_xgraph) return write(alias, {part(0), part(1)});
  write(alias + "_re", {part(0)});
  write(alias + "_im", {part(1)});
}

/// The parameters of the output method for slices with a given number of dimensions.
struct Parameters {
  char const *variables, *directory;
  CCTK_INT every;
  bool is_xgraph, has_time_column;
};

Parameters parameters_of(int dimensions) {
  DECLARE_CCTK_PARAMETERS
  if (dimensions == 1)
    return {out1D_vars, out1D_dir, out1D_every, CCTK_Equals(out1D_style, "xgraph") != 0,
            CCTK_Equals(out1D_style, "gnuplot f(t,x)") != 0};
  if (dimensions == 2)
    return {out2D_vars, out2D_dir, out2D_every, false, CCTK_Equals(out2D_style, "gnuplot f(t,x,y)") != 0};
  return {out3D_vars, out3D_dir, out3D_every, false, CCTK_Equals(out3D_style, "gnuplot f(t,x,y,z)") != 0};
}

std::vector<Slice> slices_of(cGH const* cctkGH, int variable, int dimensions) {
  return dimensions == 1   ? lines_of(cctkGH, variable)
         : dimensions == 2 ? planes_of(cctkGH, variable)
                           : boxes_of(cctkGH, variable);
}

template <int dimensions>
struct Method {
  static constexpr char const* name = std::array{"IOASCII_1D", "IOASCII_2D", "IOASCII_3D"}[dimensions - 1];
  static constexpr char const* stem = std::array{"out1D", "out2D", "out3D"}[dimensions - 1];

  static iotools::MethodParameters parameters() {
    auto const own = parameters_of(dimensions);
    constexpr CCTK_REAL inherited_dt = -2;
    return {.variables = own.variables,
            .frequency = iotools::frequency(own.every == -1 ? "default" : "iteration", own.every, inherited_dt),
            .folder_name = std::array{"out1D_dir", "out2D_dir", "out3D_dir"}[dimensions - 1],
            .folder = own.directory};
  }

  static std::string rejection_reason(int variable) { return not_sliceable_reason(variable, dimensions); }

  static int write(cGH const* cctkGH, iotools::Request const& request, std::string const& alias) {
    auto const parameters = parameters_of(dimensions);
    Style const style{.directory = iotools::output_directory(cctkGH, parameters.directory),
                      .text = {.is_xgraph = parameters.is_xgraph, .has_time_column = parameters.has_time_column}};
    for (auto const& slice : slices_of(cctkGH, request.variable, dimensions))
      write_slice(cctkGH, request.variable, alias, slice, style);
    return 0;
  }
};

} // namespace
} // namespace ioascii

extern "C" int IOASCII_Startup(void) {
  iotools::OutputMethod<ioascii::Method<1>>::add();
  iotools::OutputMethod<ioascii::Method<2>>::add();
  iotools::OutputMethod<ioascii::Method<3>>::add();
  return 0;
}

extern "C" void IOASCII_CheckParameters(CCTK_ARGUMENTS) {
  iotools::OutputMethod<ioascii::Method<1>>::check(cctkGH);
  iotools::OutputMethod<ioascii::Method<2>>::check(cctkGH);
  iotools::OutputMethod<ioascii::Method<3>>::check(cctkGH);
}
