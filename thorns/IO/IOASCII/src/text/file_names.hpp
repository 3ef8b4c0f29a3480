// File names of lines, planes and boxes.
#pragma once

#include <string>
#include <vector>

namespace ioascii {

struct NameStyle {
  bool has_long_names = true; ///< IO::new_filename_scheme
  bool is_xgraph = true;      ///< lines only
};

/// Lines: u_x_[5][5].xg, u_x_[5].xg, u_1D.xg, u_3D_diagonal.xg (.asc for gnuplot), or u.xl, u.yl, u.zl, u.dl.
/// Planes: u_xy_[5].asc, u_2D.asc, or u_2d_xy.gnuplot, u_2D.gnuplot. Boxes: u_3D.asc.
/// `directions` are those of the slice, `fixed` the indices in all dimensions of the variable.
std::string file_name(std::string const& alias, std::vector<int> const& directions, bool is_diagonal,
                      std::vector<int> const& fixed, NameStyle const& style);

} // namespace ioascii
