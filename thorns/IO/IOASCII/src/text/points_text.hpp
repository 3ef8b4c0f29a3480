// Points of a line, plane or box as text, in the layouts of gnuplot and xgraph.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace ioascii {

struct TextStyle {
  std::string format = ".13f"; ///< of real numbers, see IOUtil's number_format.hpp
  bool is_xgraph = false;      ///< lines only
  bool has_time_column = false;
  bool has_integers = false; ///< values are integers
};

/// `axes[d]` the coordinates of the points in direction d; without coordinates their indices are printed.
struct Points {
  std::vector<std::vector<double>> axes;
  bool has_coordinates = false;
  std::vector<std::function<double(std::size_t)>> columns; ///< values by index, the first direction fastest
};

/// One output: a comment with the time, then a row per point. Planes: the first direction slowest, an empty line after
/// each of its points; boxes: the first direction fastest, an empty line after each line and each plane.
std::string points_text(Points const& points, double time, TextStyle const& style);

} // namespace ioascii
