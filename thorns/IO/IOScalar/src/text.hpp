/// Names and headers of the files, in the layout of Carpet, which kuibit and other programs read.
#pragma once

#include <string>
#include <vector>

namespace ioscalar {

/// The distribution of the results of a group and its reductions over files.
struct Layout {
  bool one_file_per_group = false;
  bool all_reductions_in_one_file = false;
};

/// The content of a column after iteration and time.
struct Column {
  std::string variable, reduction;
};

/// The name of a file: u.norm2.asc, u..asc, u.scalars.asc, wave-fields.norm2.asc. `base` is the name of a variable, or
/// thorn-group; `reduction` is empty for grid scalars.
inline std::string file_name(std::string const& base, std::string const& reduction, Layout const& layout) {
  bool const is_scalar = reduction.empty();
  return base + "." + (layout.all_reductions_in_one_file && !is_scalar ? "scalars" : reduction) + ".asc";
}

/// The header lines that describe the columns.
inline std::string column_lines(std::string const& title, std::vector<Column> const& columns, Layout const& layout) {
  std::string text = "# " + title + "\n# 1:iteration 2:time 3:data\n";
  /// kuibit treats files without a reduction in their name as files of grid functions, which have this line.
  if (columns.size() == 1 && columns[0].reduction.empty()) text += "# column format: 1:iteration 2:time 3:data\n";
  if (!layout.one_file_per_group && !layout.all_reductions_in_one_file) return text;
  text += "# data columns:";
  int number = 3;
  for (auto const& column : columns) {
    text += " " + std::to_string(number++) + ":" + column.variable;
    if (layout.all_reductions_in_one_file && !column.reduction.empty()) text += "(" + column.reduction + ")";
  }
  return text + "\n";
}

} // namespace ioscalar
