#include "text.hpp"

#include "IO/IOTools/src/text.hpp"

#include <algorithm>

namespace ioascii {
namespace {

std::string letters(std::vector<int> const& directions) {
  std::string text;
  for (int const d : directions) text += "xyz"[d % 3];
  return text;
}

/// "_[5][5]": the part of a file name with the indices of the slice in the dimensions that it does not span.
std::string indices(std::vector<int> const& directions, std::vector<int> const& fixed) {
  std::string text = "_";
  for (int d = 0; d < static_cast<int>(fixed.size()); ++d)
    if (std::find(directions.begin(), directions.end(), d) == directions.end())
      text += "[" + std::to_string(fixed[static_cast<std::size_t>(d)]) + "]";
  return text;
}

std::string line_name(std::string const& alias, std::vector<int> const& directions, bool is_diagonal,
                      std::vector<int> const& fixed, NameStyle const& style) {
  if (!style.has_long_names) return alias + "." + (is_diagonal ? "d" : letters(directions)) + "l";
  auto const extension = style.is_xgraph ? ".xg" : ".asc";
  if (is_diagonal) return alias + "_" + std::to_string(fixed.size()) + "D_diagonal" + extension;
  auto const slice = fixed.size() == 1 ? "1D" : letters(directions) + indices(directions, fixed);
  return alias + "_" + slice + extension;
}

} // namespace

std::string file_name(std::string const& alias, std::vector<int> const& directions, bool is_diagonal,
                      std::vector<int> const& fixed, NameStyle const& style) {
  if (is_diagonal || directions.size() == 1) return line_name(alias, directions, is_diagonal, fixed, style);
  if (directions.size() == 3) return alias + "_3D.asc";
  if (fixed.size() == 2) return alias + "_2D" + (style.has_long_names ? ".asc" : ".gnuplot");
  return style.has_long_names ? alias + "_" + letters(directions) + indices(directions, fixed) + ".asc"
                              : alias + "_2d_" + letters(directions) + ".gnuplot";
}

namespace {

/// Text with one row per point.
class Rows {
public:
  Rows(Points const& points, double time, TextStyle const& style)
      : points_(points), style_(style), prefix_(style.has_time_column ? real(time) + "\t\t" : "") {}

  void add(std::vector<std::size_t> const& indices) {
    text += prefix_;
    std::size_t index = 0, stride = 1;
    for (std::size_t d = 0; d < indices.size(); ++d) {
      text += (points_.has_coordinates ? real(points_.axes[d][indices[d]]) : std::to_string(indices[d])) + "\t\t";
      index += indices[d] * stride;
      stride *= points_.axes[d].size();
    }
    for (std::size_t column = 0; column < points_.columns.size(); ++column) {
      double const value = points_.columns[column](index);
      text += (column > 0 ? "\t\t" : "") + (style_.has_integers ? iotools::to_text(value, ".0f") : real(value));
    }
    text += "\n";
  }

  std::string text;

private:
  std::string real(double number) const { return iotools::to_text(number, style_.format); }

  Points const& points_;
  TextStyle const& style_;
  std::string prefix_;
};

void add_line(Rows& rows, Points const& points) {
  for (std::size_t i = 0; i < points.axes[0].size(); ++i) rows.add({i});
}

void add_plane(Rows& rows, Points const& points) {
  for (std::size_t i = 0; i < points.axes[0].size(); ++i) {
    for (std::size_t j = 0; j < points.axes[1].size(); ++j) rows.add({i, j});
    rows.text += "\n";
  }
}

void add_box(Rows& rows, Points const& points) {
  for (std::size_t k = 0; k < points.axes[2].size(); ++k) {
    for (std::size_t j = 0; j < points.axes[1].size(); ++j) {
      for (std::size_t i = 0; i < points.axes[0].size(); ++i) rows.add({i, j, k});
      rows.text += "\n";
    }
    rows.text += "\n";
  }
  rows.text += "\n";
}

} // namespace

std::string points_text(Points const& points, double time, TextStyle const& style) {
  Rows rows(points, time, style);
  auto const stamp = "Time = " + iotools::to_text(time, style.format) + "\n";
  switch (points.axes.size()) {
  case 1:
    rows.text = style.is_xgraph ? "\n\n\"" + stamp : "\n#" + stamp;
    add_line(rows, points);
    break;
  case 2:
    rows.text = "\n\n#" + stamp;
    add_plane(rows, points);
    break;
  default:
    rows.text = "#" + stamp;
    add_box(rows, points);
  }
  return rows.text;
}

} // namespace ioascii
