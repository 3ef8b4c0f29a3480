// Names, headers and lines of the files, in the layout of Carpet that kuibit and others read.
#pragma once

#include <string>
#include <vector>

namespace ioscalar {

/// How the results of one group and its reductions are spread over files.
struct Layout {
  bool one_file_per_group = false;
  bool all_reductions_in_one_file = false;
};

/// `base` is a variable's name, or thorn-group; `reduction` is empty for grid scalars: u.norm2.asc, u..asc,
/// u.scalars.asc, wave-fields.norm2.asc.
std::string file_name(std::string const& base, std::string const& reduction, Layout const& layout);

/// What a file's columns after iteration and time hold.
struct Column {
  std::string variable, reduction;
};

/// The lines with the meaning of the columns.
std::string column_lines(std::string const& title, std::vector<Column> const& columns, Layout const& layout);

} // namespace ioscalar
