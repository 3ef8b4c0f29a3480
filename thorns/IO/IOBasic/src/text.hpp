/// Formats the info table, estimates the progress of the run, and names scalar files.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace iobasic {

/// The values of Cactus::terminate.
enum class Termination { never, iteration, time, runtime, any, all, either, both };

/// The limits of the run from the parameters of Cactus, and the time step, whose sign is the direction of time.
struct Limits {
  Termination termination = Termination::iteration;
  int last_iteration = 0;
  double initial_time = 0, final_time = 0;
  double max_runtime = 0; ///< minutes; 0: no limit
  double time_step = 1;
};

/// Returns the fraction of the run that is complete, from 0 to 1. The result is negative if the run has no limit. As in
/// the flesh, "any" ignores a final time before the initial time and a missing limit of running time; "either" and
/// "both" only use iteration and time.
double fraction_done(Limits const& limits, int iteration, double time, double seconds);

struct Estimate {
  double done = -1;             ///< 0 to 1, negative: unknown
  double steps_per_second = -1; ///< negative: unknown
  double seconds_left = -1;     ///< negative: unknown
};

/// Estimates the remaining time from the speed over about the last half minute. Older steps, progress and seconds have
/// exponentially decreasing weights. The wall time includes output and analysis, so that the estimate applies to the
/// whole run.
class Progress {
public:
  explicit Progress(double time_constant = 30.) : time_constant_(time_constant) {}

  Estimate update(double seconds, int iteration, double done);

private:
  double time_constant_;
  bool has_start_ = false;
  double seconds_ = 0, done_ = 0;
  int iteration_ = 0;
  double faded_seconds_ = 0, faded_steps_ = 0, faded_progress_ = 0;
};

/// Widths and digits of the info table.
struct TableFormat {
  int iteration_width = 9, time_width = 9, time_precision = 3;
  int int_width = 9, real_width = 12, real_precision = 7, real_precision_exponent = 6;
  double real_min = 1e-8, real_max = 1e3; ///< numbers outside this range have an exponent

  bool operator==(TableFormat const&) const = default;
};

/// The columns of one variable. It has one column per reduction. A grid scalar has one column and no reductions.
struct TableColumns {
  std::string variable;
  std::vector<std::string> reductions;
  bool is_integer = false;

  bool operator==(TableColumns const&) const = default;
};

/// Returns the four header lines of the table: dashes, the names of columns and variables, the reductions, and dashes.
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
