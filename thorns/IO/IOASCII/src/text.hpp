/// Formats lines, planes and boxes of grid points for gnuplot and xgraph, and names the text files of IOASCII.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace ioascii {

/// The style of file names.
struct NameStyle {
  bool has_long_names = true; ///< IO::new_filename_scheme
  bool is_xgraph = true;      ///< only for lines
};

/// File names of lines: u_x_[5][5].xg, u_x_[5].xg, u_1D.xg, u_3D_diagonal.xg (.asc for gnuplot), or short names u.xl,
/// u.yl, u.zl, u.dl. Planes: u_xy_[5].asc, u_2D.asc, or short names u_2d_xy.gnuplot, u_2D.gnuplot. Boxes: u_3D.asc.
/// `directions` lists the directions of the slice. `fixed` contains the slice's index in each dimension of the
/// variable.
std::string file_name(std::string const& alias, std::vector<int> const& directions, bool is_diagonal,
                      std::vector<int> const& fixed, NameStyle const& style);

/// The format of the text.
struct TextStyle {
  std::string format = ".13f"; ///< printf format of real numbers, see to_text() of IOTools
  bool is_xgraph = false;      ///< only for lines
  bool has_time_column = false;
  bool has_integers = false; ///< values are integers
};

/// The points of a slice. `axes[d]` contains the coordinates in direction d. Without coordinates, indices are printed.
struct Points {
  std::vector<std::vector<double>> axes;
  bool has_coordinates = false;
  std::vector<std::function<double(std::size_t)>> columns; ///< values by point index; the first direction is fastest
};

/// Returns the text of one output: a comment with the time, then one row per point. In planes, the first direction
/// varies slowest and an empty line follows the rows of each index in the first direction. In boxes, the first
/// direction varies fastest and an empty line follows each line and each plane.
std::string points_text(Points const& points, double time, TextStyle const& style);

} // namespace ioascii
