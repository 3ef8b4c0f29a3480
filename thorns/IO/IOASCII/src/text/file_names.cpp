// Two schemes, as IO::new_filename_scheme says.
#include "file_names.hpp"

#include <algorithm>

namespace ioascii {
namespace {

std::string letters(std::vector<int> const& directions) {
  std::string text;
  for (int const d : directions) text += "xyz"[d % 3];
  return text;
}

/// "_[5][5]": the indices of the dimensions that the slice does not span.
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

} // namespace ioascii
