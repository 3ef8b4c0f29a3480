#include "text.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <sstream>

namespace iotools {
namespace {

bool contains(std::vector<std::string> const& list, std::string const& name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

bool is_blank(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

template <class Number>
std::optional<Number> to_number(std::string_view text) {
  Number value{};
  auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// Returns the length of the option value at the start of `text`. The value ends at its closing quote, its closing
/// brace, or the next blank.
std::size_t value_length(std::string_view text) {
  if (text.empty()) return 0;
  char const closing = text[0] == '{' ? '}' : text[0];
  if (text[0] == '\'' || text[0] == '"' || text[0] == '{') {
    auto const end = text.find(closing, 1);
    return end == std::string_view::npos ? text.size() : end + 1;
  }
  std::size_t length = 0;
  while (length < text.size() && !is_blank(text[length])) ++length;
  return length;
}

bool is_quoted(std::string_view value) {
  return value.size() >= 2 && (value[0] == '\'' || value[0] == '"') && value.back() == value[0];
}

/// A sentence about an option that may not be set, or an empty text.
std::string key_error(std::string const& key) {
  static std::vector<std::string> const unavailable{"out_unchunked", "refinement_levels", "origin", "direction",
                                                    "extent",        "downsample",        "alias"};
  if (contains(all_options(), key)) return "";
  if (contains(unavailable, key)) return "the option `" + excerpt(key) + "` is not available yet.";
  std::string list;
  for (auto const& name : all_options()) list += (list.empty() ? "" : ", ") + name;
  return "there is no option `" + excerpt(key) + "`; allowed are " + list + "." + did_you_mean(key, all_options());
}

/// Sets one option. Returns a sentence about the error, or an empty text.
std::string set_option(Options& options, std::string const& key, std::string_view value) {
  auto const assignment = "`" + key + "=" + excerpt(value) + "`";
  auto const twice = "the option `" + key + "` is set twice; remove one of them.";
  if (key == "out_every") {
    if (options.out_every) return twice;
    options.out_every = to_number<int>(value);
    if (!options.out_every) return assignment + " is not an integer.";
    return *options.out_every >= -1
               ? ""
               : assignment + " is not allowed; expected a number of iterations, or 0 or -1 for no output.";
  }
  if (key == "out_dt") {
    if (options.out_dt) return twice;
    options.out_dt = to_number<double>(value);
    if (!options.out_dt) return assignment + " is not a number.";
    bool const is_allowed =
        (*options.out_dt >= 0 && std::isfinite(*options.out_dt)) || *options.out_dt == -1 || *options.out_dt == -2;
    return is_allowed
               ? ""
               : assignment + " is not allowed; expected a finite time, 0 for every iteration, or -1 for no output.";
  }
  if (key == "reductions") {
    if (options.reductions) return twice;
    if (!is_quoted(value)) return assignment + " needs quotes, as in reductions='norm2 maximum'.";
    options.reductions = std::string(value.substr(1, value.size() - 2));
    return "";
  }
  if (options.compression_level) return twice;
  auto const level = to_number<int>(value);
  if (!level || *level < 0 || *level > 9) return assignment + " is not an integer from 0 to 9.";
  options.compression_level = level;
  return "";
}

void parse_options(Item& item, std::string_view text, std::vector<std::string>& errors) {
  for (text = trimmed(text); !text.empty(); text = trimmed(text)) {
    auto const equals = text.find('=');
    auto const key = std::string(trimmed(text.substr(0, equals)));
    if (equals == std::string_view::npos || key.empty() || key.find_first_of(" \t\n") != std::string::npos) {
      errors.push_back("`" + excerpt(item.name) + "`: expected `key=value`, found `" + excerpt(text) + "`.");
      return;
    }
    text = trimmed(text.substr(equals + 1));
    auto const length = value_length(text);
    auto error = key_error(key);
    if (error.empty()) error = set_option(item.options, key, text.substr(0, length));
    if (!error.empty()) errors.push_back("`" + excerpt(item.name) + "`: " + error);
    text.remove_prefix(length);
  }
}

/// Returns the position of the closing brace that matches the brace at `open`, or npos. Quoted text and inner braces
/// are skipped.
std::size_t closing_brace(std::string_view text, std::size_t open) {
  int depth = 0;
  char quote = 0;
  for (std::size_t i = open; i < text.size(); ++i) {
    char const c = text[i];
    if (quote != 0)
      quote = c == quote ? '\0' : quote;
    else if (c == '\'' || c == '"')
      quote = c;
    else if (c == '{')
      ++depth;
    else if (c == '}' && --depth == 0)
      return i;
  }
  return std::string_view::npos;
}

} // namespace

std::vector<std::string> const& all_options() {
  static std::vector<std::string> const names{"out_every", "out_dt", "reductions", "compression_level"};
  return names;
}

std::string excerpt(std::string_view text) {
  constexpr std::size_t max_length = 60;
  return text.size() <= max_length ? std::string(text) : std::string(text.substr(0, max_length)) + "...";
}

std::vector<Item> parse_items(std::string_view text, std::vector<std::string>& errors) {
  std::vector<Item> items;
  for (text = trimmed(text); !text.empty(); text = trimmed(text)) {
    std::size_t length = 0;
    while (length < text.size() && !is_blank(text[length]) && text[length] != '{' && text[length] != '}') ++length;
    Item item{.name = std::string(text.substr(0, length)), .options = {}};
    if (item.name.empty()) {
      errors.push_back("expected the name of a variable or group, found `" + std::string(text.substr(0, 20)) + "`.");
      return items;
    }
    auto const n_errors = errors.size();
    text = trimmed(text.substr(length));
    if (!text.empty() && text[0] == '{') {
      auto const end = closing_brace(text, 0);
      if (end == std::string_view::npos) {
        errors.push_back("`" + excerpt(item.name) + "`: the options after `{` have no closing `}`.");
        return items;
      }
      parse_options(item, text.substr(1, end - 1), errors);
      text.remove_prefix(end + 1);
    }
    if (errors.size() == n_errors) items.push_back(std::move(item));
  }
  return items;
}

std::vector<std::string> words(std::string_view text) {
  std::istringstream stream{std::string(text)};
  return {std::istream_iterator<std::string>(stream), {}};
}

std::vector<std::string> distinct_words(std::string_view text) {
  std::vector<std::string> distinct;
  for (auto const& word : words(text))
    if (!contains(distinct, word)) distinct.push_back(word);
  return distinct;
}

std::string group_file_base(std::string const& group, std::string const& separator) {
  auto base = lower(group);
  if (auto const at = base.find("::"); at != std::string::npos) base.replace(at, 2, separator);
  return base;
}

std::string take_text(char* allocated) {
  std::string const text = allocated == nullptr ? "" : allocated;
  std::free(allocated);
  return text;
}

namespace {

/// Rounding errors of the time up to this fraction of a time step do not delay output.
constexpr double time_tolerance = 1e-6;

bool crossed_multiple(double dt, Moment const& moment) {
  double const tolerance = time_tolerance * moment.delta_time;
  double const time = moment.time - moment.initial_time + tolerance;
  double const previous_time = time - moment.delta_time;
  return std::floor(time / dt) > std::floor(previous_time / dt);
}

} // namespace

bool is_due(Frequency const& frequency, Moment const& moment) {
  switch (frequency.criterion) {
  case Criterion::never:
    return false;
  case Criterion::iteration:
    return frequency.every > 0 && moment.iteration % frequency.every == 0;
  case Criterion::time:
    if (frequency.dt < 0) return false;
    return frequency.dt == 0 || moment.iteration == 0 || crossed_multiple(frequency.dt, moment);
  }
  return false;
}

std::string to_text(Frequency const& frequency) {
  bool const by_iteration = frequency.criterion == Criterion::iteration;
  bool const by_time = frequency.criterion == Criterion::time;
  if ((by_iteration && frequency.every == 1) || (by_time && frequency.dt == 0)) return "at every iteration";
  if (by_iteration && frequency.every > 1) return "every " + std::to_string(frequency.every) + " iterations";
  return by_time && frequency.dt > 0 ? "every " + to_text(frequency.dt, 6) + " of time" : "never";
}

Criterion to_criterion(char const* keyword) {
  auto const name = lower(keyword);
  if (name == "iteration" || name == "divisor") return Criterion::iteration;
  return name == "time" ? Criterion::time : Criterion::never;
}

namespace {

/// Tolerance for rounding errors of coordinates, as a fraction of the grid spacing.
constexpr double coordinate_tolerance = 1e-6;

int first_at_or_above(double coordinate, Axis const& axis) {
  return static_cast<int>(std::lround(std::ceil((coordinate - axis.lower) / axis.delta - coordinate_tolerance)));
}

} // namespace

bool is_on(Position const& position, Axis const& axis) {
  if (position.index >= 0) return position.index < axis.points;
  double const upper = axis.lower + (axis.points - 1) * axis.delta;
  return position.coordinate >= axis.lower - coordinate_tolerance * axis.delta &&
         position.coordinate <= upper + coordinate_tolerance * axis.delta;
}

int slice_index(Position const& position, Axis const& axis) {
  int const last = axis.points - 1;
  if (is_on(position, axis))
    return std::clamp(position.index >= 0 ? position.index : first_at_or_above(position.coordinate, axis), 0, last);
  if (position.index >= 0) return last;
  return position.index == -1 ? 0 : axis.points / 2;
}

std::string encode_value(std::string const& value) {
  std::string text;
  for (char const c : value) {
    auto const byte = static_cast<unsigned char>(c);
    text += c == '\\' ? "\\\\" : std::isprint(byte) ? std::string(1, c) : printed("\\%03o", byte);
  }
  return text;
}

std::optional<std::string> decode_value(std::string const& text) {
  std::string value;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\') {
      value += text[i];
    } else if (i + 1 < text.size() && text[i + 1] == '\\') {
      value += text[++i];
    } else {
      unsigned code = 0;
      auto const digits = text.substr(i + 1, 3);
      auto const* const end = digits.data() + 3;
      if (digits.size() < 3 || std::from_chars(digits.data(), end, code, 8).ptr != end || code > 255)
        return std::nullopt;
      value += static_cast<char>(code);
      i += 3;
    }
  }
  return value;
}

} // namespace iotools
