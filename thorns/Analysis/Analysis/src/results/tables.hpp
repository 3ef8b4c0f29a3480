/// Texts of output files: tables of tab-separated values whose first line names the columns.
#pragma once

#include "codegen/patterns/pattern.hpp"

#include <string>
#include <vector>

namespace analysis {

/// The iteration and time at the beginning of each row.
struct Moment {
  int iteration = 0;
  double time = 0;
};

/// Text that is appended to a file. The header begins a new file.
struct Rows {
  std::string name{}; ///< of the output; empty for time series, and for the only output of a program
  std::string header{}, text{};
};

/// Returns a row with all outputs that are numbers or structures, whose columns are `name` and `name.field`. Arrays and
/// tables follow, each with one row per element and an empty line at the end. The columns of an array are its indices
/// `index`, or `index_0`, `index_1`, ..., and `value`, or the fields of structures.
std::vector<Rows> to_rows(chemora::patterns::Program const& program,
                          std::vector<chemora::patterns::Output> const& outputs, Moment const& moment);

} // namespace analysis
