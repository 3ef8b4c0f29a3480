#include "text.hpp"

#include "IO/IOTools/src/text.hpp"

#include <algorithm>
#include <cmath>

namespace iobasic {

using iotools::printed;

namespace {

constexpr int done_width = 6, speed_width = 8, left_width = 11;

/// The text, right-aligned.
std::string right(std::string const& text, int width) {
  auto const length = static_cast<std::size_t>(width);
  return text.size() >= length ? text : std::string(length - text.size(), ' ') + text;
}

int width_of(TableFormat const& format, TableColumns const& columns) {
  return columns.is_integer ? format.int_width : format.real_width;
}

/// Returns the total width of the columns of a variable, including one blank between two columns.
int total_width(TableFormat const& format, TableColumns const& columns) {
  auto const n = static_cast<int>(std::max<std::size_t>(1, columns.reductions.size()));
  return std::max(n * (width_of(format, columns) + 1) - 1, static_cast<int>(columns.variable.size()));
}

/// Shortens a name to `width` characters. An asterisk replaces the start of a longer name.
std::string fitted(std::string const& name, int width) {
  auto const length = static_cast<std::size_t>(width);
  return name.size() <= length ? name : std::string("*").append(name, name.size() - (length - 1));
}

std::string value_text(TableFormat const& format, TableColumns const& columns, std::optional<double> value) {
  if (!value) return "-";
  if (columns.is_integer) return printed("%.0f", *value);
  double const size = std::fabs(*value);
  bool const is_plain = size == 0 || (size >= format.real_min && size < format.real_max);
  return is_plain ? printed("%.*f", format.real_precision, *value)
                  : printed("%.*e", format.real_precision_exponent, *value);
}

std::string speed_text(double steps_per_second) {
  return printed(steps_per_second < 10 ? "%.3f" : steps_per_second < 1000 ? "%.1f" : "%.0f", steps_per_second);
}

void append(std::string& list, char const* separator, std::string const& item) {
  if (!list.empty()) list += separator;
  list += item;
}

std::string line(std::vector<std::string> const& blocks) {
  std::string text;
  for (auto const& block : blocks) append(text, " | ", block);
  return text + "\n";
}

/// Returns the width of a row with the first `n` variables.
int row_width(TableFormat const& format, std::vector<TableColumns> const& columns, std::size_t n) {
  int width = format.iteration_width + 1 + format.time_width + 3 + done_width + 1 + speed_width + 1 + left_width;
  for (std::size_t i = 0; i < n; ++i) width += 3 + total_width(format, columns[i]);
  return width;
}

} // namespace

FittedFormat fitted_format(TableFormat const& format, std::vector<TableColumns> const& columns) {
  auto const n = columns.size();
  if (format.max_width <= 0 || row_width(format, columns, n) <= format.max_width) return {format, n};
  TableFormat narrow = format; // "-1.234e-05" has 10 characters
  narrow.real_width = std::min(format.real_width, 10);
  narrow.real_precision = std::min(format.real_precision, 5);
  narrow.real_precision_exponent = std::min(format.real_precision_exponent, 3);
  narrow.real_min = std::max(format.real_min, 1e-2);
  FittedFormat fitted{narrow, n};
  while (fitted.n_variables > 1 && row_width(narrow, columns, fitted.n_variables) > format.max_width)
    --fitted.n_variables;
  return fitted;
}

std::string header_text(TableFormat const& requested, std::vector<TableColumns> const& columns) {
  auto const [format, n_variables] = fitted_format(requested, columns);
  std::string omitted;
  for (std::size_t i = n_variables; i < columns.size(); ++i) append(omitted, ", ", columns[i].variable);
  if (!omitted.empty())
    omitted = "The table omits these variables, because its rows have at most " + std::to_string(format.max_width) +
              " columns\n(IOBasic::table_width; 0: no limit): " + omitted + "\n";
  std::vector<std::string> names{right("Iteration", format.iteration_width) + " " + right("Time", format.time_width),
                                 right("Done", done_width) + " " + right("Steps/s", speed_width) + " " +
                                     right("Time left", left_width)};
  std::vector<std::string> reductions{std::string(names[0].size(), ' '), std::string(names[1].size(), ' ')};
  for (std::size_t i = 0; i < n_variables; ++i) {
    auto const& column = columns[i];
    names.push_back(right(column.variable, total_width(format, column)));
    std::string words;
    for (auto const& reduction : column.reductions)
      append(words, " ", right(fitted(reduction, width_of(format, column)), width_of(format, column)));
    reductions.push_back(right(words, total_width(format, column)));
  }
  auto const top = line(names);
  auto const dashes = std::string(top.size() - 1, '-') + "\n";
  return omitted + dashes + top + line(reductions) + dashes;
}

std::string row_text(TableFormat const& requested, std::vector<TableColumns> const& columns, int iteration, double time,
                     Estimate const& estimate, std::vector<std::optional<double>> const& values) {
  auto const [format, n_variables] = fitted_format(requested, columns);
  std::vector<std::string> blocks{
      right(std::to_string(iteration), format.iteration_width) + " " +
          right(printed("%.*f", format.time_precision, time), format.time_width),
      right(estimate.done < 0 ? "-" : printed("%.1f%%", 100 * estimate.done), done_width) + " " +
          right(estimate.interval_speed < 0 ? "-" : speed_text(estimate.interval_speed), speed_width) + " " +
          right(duration_text(estimate.seconds_left), left_width)};
  std::size_t next = 0;
  for (std::size_t n = 0; n < n_variables; ++n) {
    auto const& column = columns[n];
    std::string numbers;
    for (std::size_t i = 0; i < std::max<std::size_t>(1, column.reductions.size()); ++i, ++next)
      append(numbers, " ", right(value_text(format, column, values[next]), width_of(format, column)));
    blocks.push_back(right(numbers, total_width(format, column)));
  }
  return line(blocks);
}

std::string duration_text(double seconds) {
  if (!(seconds >= 0) || seconds > 1e12) return "-";
  auto const total = static_cast<long long>(std::llround(seconds));
  auto const days = total / 86400, hours = total / 3600 % 24, minutes = total / 60 % 60, remaining_seconds = total % 60;
  if (days > 0) return printed("%lldd %02lld:%02lld:%02lld", days, hours, minutes, remaining_seconds);
  return hours > 0 ? printed("%lld:%02lld:%02lld", hours, minutes, remaining_seconds)
                   : printed("%lld:%02lld", minutes, remaining_seconds);
}

namespace {

std::string short_name(std::string const& reduction) {
  if (reduction == "minimum") return "min";
  if (reduction == "maximum") return "max";
  if (reduction == "norm1") return "nm1";
  return reduction == "norm2" ? "nm2" : reduction;
}

} // namespace

std::string scalar_file_name(std::string const& alias, std::string const& reduction, NameScheme scheme,
                             bool is_xgraph) {
  bool const is_short = scheme == NameScheme::short_names;
  auto const suffix = reduction.empty() ? "" : "_" + (is_short ? short_name(reduction) : reduction);
  return alias + suffix + (is_short ? ".tl" : is_xgraph ? ".xg" : ".asc");
}

} // namespace iobasic
