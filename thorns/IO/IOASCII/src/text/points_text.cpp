// Loops over one, two or three directions.
#include "points_text.hpp"

#include "IO/IOTools/src/text/number_format.hpp"

namespace ioascii {
namespace {

class Rows {
public:
  Rows(Points const& points, double time, TextStyle const& style)
      : points_(points), style_(style), start_(style.has_time_column ? real(time) + "\t\t" : "") {}

  void add(std::vector<std::size_t> const& indices) {
    text += start_;
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
  std::string start_;
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
