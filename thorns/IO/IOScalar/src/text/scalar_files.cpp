// Text only; no grid.
#include "scalar_files.hpp"

namespace ioscalar {

std::string file_name(std::string const& base, std::string const& reduction, Layout const& layout) {
  bool const is_scalar = reduction.empty();
  return base + "." + (layout.all_reductions_in_one_file && !is_scalar ? "scalars" : reduction) + ".asc";
}

std::string column_lines(std::string const& title, std::vector<Column> const& columns, Layout const& layout) {
  std::string text = "# " + title + "\n# 1:iteration 2:time 3:data\n";
  // kuibit reads files without a reduction in their name as those of grid functions, which have this line.
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
