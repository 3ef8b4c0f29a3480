/// Formats the names and headers of scalar files in the layout of Carpet, which kuibit and other programs read.
#pragma once

#include <string>
#include <vector>

namespace ioscalar {

/// Specifies which variables and reductions share a file.
struct Layout {
  bool one_file_per_group = false;
  bool all_reductions_in_one_file = false;
};

/// A data column. Data columns follow the columns of iteration and time.
struct Column {
  std::string variable, reduction;
};

/// The name of a file: u.norm2.asc, u..asc, u.scalars.asc, wave-fields.norm2.asc. `base` is the name of a variable, or
/// thorn-group; `reduction` is empty for grid scalars.
inline std::string file_name(std::string const& base, std::string const& reduction, Layout const& layout) {
  bool const is_scalar = reduction.empty();
  return base + "." + (layout.all_reductions_in_one_file && !is_scalar ? "scalars" : reduction) + ".asc";
}

/// Returns the header lines that describe the columns of a file.
inline std::string column_lines(std::string const& title, std::vector<Column> const& columns, Layout const& layout) {
  std::string text = "# " + title + "\n# 1:iteration 2:time 3:data\n";
  /// If a file name contains no reduction, kuibit expects this header line of grid function files.
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
