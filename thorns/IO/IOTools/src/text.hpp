/// Parses and formats output parameters and the contents of text files: variable names with options, frequencies,
/// positions and numbers.
#pragma once

#include "Numerics/ThornTools/src/algorithms/nearest_name.hpp"

#include <charconv>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace iotools {

/// The options of one name of a *_vars parameter, as in "wave::u{out_every=4 reductions='norm2'} wave::rho". The
/// parameters of the output method replace options that are not set.
struct Options {
  std::optional<int> out_every;
  std::optional<double> out_dt;
  std::optional<std::string> reductions; ///< names separated by blanks
  std::optional<int> compression_level;  ///< 0 to 9

  bool operator==(Options const&) const = default;
};

/// One name of a *_vars parameter with its options. The name keeps the spelling of the user.
struct Item {
  std::string name;
  Options options;
};

/// The names of all options.
std::vector<std::string> const& all_options();

/// Parses a *_vars parameter. Returns the names without errors and appends one sentence to `errors` for each error.
/// Values of out_every and out_dt must be in the ranges of IO::out_every and IO::out_dt.
std::vector<Item> parse_items(std::string_view text, std::vector<std::string>& errors);

/// Shortens a text for a message. A long text is cut and ends with "...".
std::string excerpt(std::string_view text);

/// Removes a decimal number from the start of `text` and returns it. The result is empty if `text` does not start with
/// a digit or the number overflows an int.
inline std::optional<int> take_number(std::string_view& text) {
  int value = 0;
  if (text.empty() || text.front() < '0' || text.front() > '9') return std::nullopt;
  auto const [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (failure != std::errc{}) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return value;
}

/// Removes `beginning` from the start of `text`. Returns false if the text starts differently.
inline bool take_prefix(std::string_view& text, std::string_view beginning) {
  if (!text.starts_with(beginning)) return false;
  text.remove_prefix(beginning.size());
  return true;
}

/// Splits a text at blanks.
std::vector<std::string> words(std::string_view text);

/// The words of a text without duplicates, so that repeated reductions and variables are written only once.
std::vector<std::string> distinct_words(std::string_view text);

using thorntools::did_you_mean;
using thorntools::lower;

/// The base of the file name of a group: "wave::fields" becomes "wave-fields", in lower case.
std::string group_file_base(std::string const& group, std::string const& separator);

/// Copies a text that the flesh has allocated, and frees the original. The result is empty for a null pointer.
std::string take_text(char* allocated);

/// The text of snprintf().
template <class... Arguments>
std::string printed(char const* format, Arguments... arguments) {
  auto const length = std::snprintf(nullptr, 0, format, arguments...);
  std::string text(static_cast<std::size_t>(length), '\0');
  std::snprintf(text.data(), text.size() + 1, format, arguments...);
  return text;
}

/// Formats a value. `format` is the value of an out_format parameter: a printf conversion without its percent sign,
/// such as ".13f", "e" or ".6G". The ranges of these parameters permit no other text.
inline std::string to_text(double value, std::string const& format) { return printed(("%" + format).c_str(), value); }

/// Formats a value with `digits` significant digits and without trailing zeros.
inline std::string to_text(double value, int digits) { return to_text(value, "." + std::to_string(digits) + "g"); }

/// The criterion that decides when output is due.
enum class Criterion {
  never,
  iteration, ///< at iterations that are multiples of `every`
  time       ///< at the first iteration at or after each multiple of `dt`, counted from the initial time
};

struct Frequency {
  Criterion criterion = Criterion::never;
  int every = -1;  ///< 0 or less: no output
  double dt = -1.; ///< negative: no output; 0: at every iteration

  bool operator==(Frequency const&) const = default;
};

/// "every 8 iterations", "every 0.5 of time", "at every iteration", "never".
std::string to_text(Frequency const& frequency);

/// An iteration of the run and its time.
struct Moment {
  int iteration = 0;
  double time = 0;
  double delta_time = 0;   ///< the time step before this moment
  double initial_time = 0; ///< initial time of the simulation, also after a restart
};

/// Whether output is due. The result depends only on the arguments, so that a restarted run writes at the same
/// iterations as an uninterrupted one.
bool is_due(Frequency const& frequency, Moment const& moment);

/// The criterion for a keyword: "never", "iteration", "divisor" (equal to "iteration") or "time".
Criterion to_criterion(char const* keyword);

/// The points of one direction of the grid: coordinate = lower + index * delta. In a periodic direction, the first and
/// last `images` points are periodic images of interior points and are not written.
struct Axis {
  double lower = 0;
  double delta = 1;
  int points = 1;
  int images = 0;

  int points_to_write() const { return points - 2 * images; }
  double first_to_write() const { return lower + images * delta; }
};

/// The position of a slice, as parameters specify it. A nonnegative `index` is the position. Otherwise `coordinate` is
/// the position. If this coordinate is outside the grid, index -1 selects the first point and index -2 the middle of
/// the grid.
struct Position {
  int index = -2;
  double coordinate = 0;
};

/// The index of the first point at or above the position. A tolerance of 1e-6 of the spacing permits rounding errors.
int slice_index(Position const& position, Axis const& axis);

/// Whether the grid contains the position in the direction of this axis.
bool is_on(Position const& position, Axis const& axis);

/// Encodes the value of a parameter on one line for a checkpoint: "a\b" and a line break become "a\\b" and "\012".
std::string encode_value(std::string const& value);

/// The inverse of encode_value(). Empty if the text is malformed.
std::optional<std::string> decode_value(std::string const& text);

} // namespace iotools
