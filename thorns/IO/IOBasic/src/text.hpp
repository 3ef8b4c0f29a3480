/// Formats the info table, and names scalar files.
#pragma once

#include "IO/IOTools/src/progress.hpp"

#include <optional>
#include <string>
#include <vector>

namespace iobasic {

using iotools::Estimate;

/// Widths and digits of the info table.
struct TableFormat {
  int iteration_width = 9, time_width = 9, time_precision = 3;
  int int_width = 9, real_width = 12, real_precision = 7, real_precision_exponent = 6;
  double real_min = 1e-8, real_max = 1e3; ///< numbers outside this range have an exponent
  int max_width = 0;                      ///< columns of a row; 0: no limit

  bool operator==(TableFormat const&) const = default;
};

/// The columns of one variable. It has one column per reduction. A grid scalar has one column and no reductions.
struct TableColumns {
  std::string variable;
  std::vector<std::string> reductions;
  bool is_integer = false;

  bool operator==(TableColumns const&) const = default;
};

/// A format, and the number of leading variables whose columns fit into `max_width`.
struct FittedFormat {
  TableFormat format;
  std::size_t n_variables;
};

/// Reduces the width and the digits of real numbers, if the rows are otherwise too wide. If they are still too wide,
/// the last variables do not fit.
FittedFormat fitted_format(TableFormat const& format, std::vector<TableColumns> const& columns);

/// Returns the header lines of the table: dashes, the names of columns and variables, the reductions, and dashes. A
/// line before them lists the variables that do not fit. Rows and headers use fitted_format().
std::string header_text(TableFormat const& format, std::vector<TableColumns> const& columns);

/// Returns one row of the table. `values` has one entry per column. The entry of a column without a value is empty.
std::string row_text(TableFormat const& format, std::vector<TableColumns> const& columns, int iteration, double time,
                     Estimate const& estimate, std::vector<std::optional<double>> const& values);

/// "0:07", "1:02:03", "2d 03:04:05"; "-" for a negative number.
std::string duration_text(double seconds);

/// IO::new_filename_scheme.
enum class NameScheme { short_names, long_names };

/// The name of a file of the method Scalar: phi_maximum.xg or .asc (long names), phi_max.tl (short names). `reduction`
/// is empty for grid scalars.
std::string scalar_file_name(std::string const& alias, std::string const& reduction, NameScheme scheme, bool is_xgraph);

} // namespace iobasic
