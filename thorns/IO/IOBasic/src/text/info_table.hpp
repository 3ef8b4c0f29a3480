// The text of the info table: header and rows from plain values.
#pragma once

#include "progress.hpp"

#include <optional>
#include <string>
#include <vector>

namespace iobasic {

struct TableFormat {
  int iteration_width = 9, time_width = 9, time_precision = 3;
  int int_width = 9, real_width = 12, real_precision = 7, real_precision_exponent = 6;
  double real_min = 1e-8, real_max = 1e3; ///< outside, numbers are shown with an exponent

  bool operator==(TableFormat const&) const = default;
};

/// The columns of one variable: one per reduction, or a single one without a name for a grid scalar.
struct TableColumns {
  std::string variable;
  std::vector<std::string> reductions;
  bool is_integer = false;

  bool operator==(TableColumns const&) const = default;
};

/// Four lines: dashes, names of columns and variables, reductions, dashes.
std::string header_text(TableFormat const& format, std::vector<TableColumns> const& columns);

/// A row; `values` has one entry per column, empty where there is nothing to show.
std::string row_text(TableFormat const& format, std::vector<TableColumns> const& columns, int iteration, double time,
                     Estimate const& estimate, std::vector<std::optional<double>> const& values);

/// "0:07", "1:02:03", "2d 03:04:05"; "-" for a negative number.
std::string duration_text(double seconds);

} // namespace iobasic
