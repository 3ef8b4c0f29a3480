/// Tables of results, and their text: tab-separated values whose first line names the columns.
#pragma once

#include "codegen/patterns/pattern.hpp"

#include <map>
#include <string>
#include <vector>

namespace analysis {

/// The iteration and time at the beginning of each row.
struct Moment {
  int iteration = 0;
  double time = 0;
};

struct Column {
  std::string name{};
  bool is_integer = false; ///< also for booleans, which are 0 or 1
};

/// The results of one evaluation that a file or dataset contains.
struct Table {
  std::string name{};     ///< of the output; empty for time series, and for the only output of a program
  bool is_series = false; ///< one row of numbers
  std::vector<Column> columns{};
  std::vector<double> values{}; ///< row by row

  std::size_t n_rows() const { return columns.empty() ? 0 : values.size() / columns.size(); }
};

/// Returns the numbers that are outputs with the name of a parameter: the values that the program used.
std::map<std::string, double> used_parameters(chemora::patterns::Program const& program,
                                              std::vector<chemora::patterns::Output> const& outputs);

/// Except for used_parameters(), returns a series with all outputs that are numbers or structures, whose columns are
/// `name` and `name.field`. Arrays and tables follow, each with one row per element. The columns of an array are its
/// indices `index`, or `index_0`, `index_1`, ..., and `value`, or the fields of structures. All values that are NaN
/// have the same bits.
std::vector<Table> to_tables(chemora::patterns::Program const& program,
                             std::vector<chemora::patterns::Output> const& outputs);

/// Returns the first line of a file: the numbers and names of the columns, which begin with the iteration and the time.
std::string header_of(Table const& table);

/// Returns the rows. An empty line follows the rows of an array or table.
std::string text_of(Table const& table, Moment const& moment);

} // namespace analysis
