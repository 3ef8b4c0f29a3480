/// Ranges `(0:10:2] :: "description"`, lists of keywords, regular expressions, and default values.
#include "framework/base/text.hpp"
#include "framework/ccl/parameter_ccl_file.hpp"
#include "framework/ccl/reader.hpp"

#include "framework/ccl/expression.hpp"

#include <cctype>
#include <charconv>
#include <cstdint>

namespace chemora::ccl {

namespace {

/// `[+-]digits`, for REAL also a fraction and an exponent (d becomes e); empty if no number follows.
std::string take_number(Reader& reader, ParameterType type) {
  reader.skip();
  auto& cursor = reader.cursor();
  std::size_t const sign = cursor.peek() == '+' || cursor.peek() == '-' ? 1 : 0;
  bool const is_real = type == ParameterType::real;
  if (!base::is_digit(cursor.peek(sign)) &&
      !(is_real && cursor.peek(sign) == '.' && base::is_digit(cursor.peek(sign + 1))))
    return {};
  std::string text;
  if (sign && cursor.take() == '-') text = "-";
  auto const digits = [&] {
    while (base::is_digit(cursor.peek())) text += cursor.take();
  };
  digits();
  if (!is_real) return text;
  if (cursor.peek() == '.') text += cursor.take();
  digits();
  std::size_t const exponent_sign = cursor.peek(1) == '+' || cursor.peek(1) == '-' ? 1 : 0;
  bool const has_letter =
      std::string_view("eEdD").find(cursor.peek()) != std::string_view::npos && cursor.peek() != '\0';
  if (has_letter && base::is_digit(cursor.peek(1 + exponent_sign))) {
    cursor.take();
    text += 'e';
    if (exponent_sign) text += cursor.take();
    digits();
  }
  return text;
}

/// Values and bounds are CCTK_INT (32 bits, without the smallest number, which cannot be negated) or CCTK_REAL.
void check_size(Reader& reader, base::SourcePosition const& where, ParameterType type, std::string const& text) {
  constexpr std::int64_t largest = 2147483647;
  auto const* const end = text.data() + text.size();
  if (type == ParameterType::real) {
    double value = 0;
    if (std::from_chars(text.data(), end, value).ec != std::errc{})
      reader.fail(where, "`" + text + "` cannot be represented as a double.");
    return;
  }
  std::int64_t value = 0;
  bool const is_read = std::from_chars(text.data(), end, value).ec == std::errc{};
  if (!is_read || value < -largest || value > largest)
    reader.fail(where, "`" + text + "` is not an integer from -2147483647 to 2147483647.");
}

std::optional<std::string> take_bound(Reader& reader, ParameterType type) {
  if (reader.take_sign("*")) return std::nullopt;
  reader.skip();
  auto const where = reader.position();
  std::string number = take_number(reader, type);
  if (number.empty()) return std::nullopt;
  check_size(reader, where, type, number);
  return number;
}

/// Moves past a `:` that does not begin `::`.
bool take_colon(Reader& reader) { return !reader.at_sign("::") && reader.take_sign(":"); }

std::string take_description(Reader& reader) {
  if (!reader.take_sign("::")) return {};
  auto const text = reader.try_quoted();
  if (!text) reader.fail_expected("the description of the range in quotes after `::`");
  return text->text;
}

void parse_bounds(Reader& reader, ParameterType type, ParameterRange& range) {
  range.lower_is_included = !reader.take_sign("(");
  bool const has_bracket = !range.lower_is_included || reader.take_sign("[");
  range.lower = take_bound(reader, type);
  if (!take_colon(reader)) {
    range.upper = range.lower;
    if (has_bracket) reader.fail_expected("`:` between the bounds of a range");
    return;
  }
  range.upper = take_bound(reader, type);
  if (type == ParameterType::integer && take_colon(reader)) {
    auto const where = reader.position();
    std::string const text = take_number(reader, type);
    if (!text.empty()) check_size(reader, where, type, text);
    std::from_chars(text.data(), text.data() + text.size(), range.stride);
    if (text.empty() && !reader.take_sign("*")) reader.fail_expected("a stride after the second `:`");
    if (range.stride < 1) reader.fail(where, "The stride of a range must be at least 1.");
  }
  range.upper_is_included = !reader.take_sign(")");
  if (range.upper_is_included) reader.take_sign("]");
}

template <class Number>
Number checked_number(std::string const& text) {
  Number value{};
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

/// Whether a range contains no number. For integers, `(1:2)` and `5:1` are empty.
bool is_empty(ParameterRange const& range, ParameterType type) {
  if (!range.lower || !range.upper) return false;
  if (type == ParameterType::integer) {
    auto const first = checked_number<std::int64_t>(*range.lower) + (range.lower_is_included ? 0 : 1);
    auto const last = checked_number<std::int64_t>(*range.upper) - (range.upper_is_included ? 0 : 1);
    return first > last;
  }
  auto const lower = checked_number<double>(*range.lower), upper = checked_number<double>(*range.upper);
  bool const has_both_ends = range.lower_is_included && range.upper_is_included;
  return has_both_ends ? lower > upper : lower >= upper;
}

ParameterRange parse_numeric_range(Reader& reader, ParameterType type) {
  ParameterRange range;
  range.where = reader.position();
  bool const is_quoted = reader.take_sign("\"");
  parse_bounds(reader, type, range);
  if (is_quoted) reader.expect_sign("\"", "after the range");
  if (is_empty(range, type))
    reader.error(range.where, "No number is inside of this range. Write the lower bound first: lower:upper.");
  range.description = take_description(reader);
  if (reader.position() == range.where)
    reader.fail_expected(type == ParameterType::real ? "a range of real numbers, or `}`"
                                                     : "a range of integers, or `}`");
  return range;
}

/// Parses a word that may contain the characters `extra`.
Name take_word_with(Reader& reader, char extra, std::string const& what) {
  auto const belongs = [extra](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == extra;
  };
  return reader.run_of(belongs, what);
}

Name take_keyword(Reader& reader) {
  if (auto const text = reader.try_quoted()) return *text;
  return take_word_with(reader, '-', "a keyword, in quotes or not");
}

/// A quoted string, or everything up to a blank, `}` or `::`; a plain word also ends at a comma.
Name take_string(Reader& reader) {
  if (auto const text = reader.try_quoted()) return *text;
  reader.skip();
  auto& cursor = reader.cursor();
  Name run{{}, cursor.position()};
  bool is_word = true;
  while (!cursor.at_end() && !base::is_space(cursor.peek()) && cursor.peek() != '}' && !cursor.starts_with("::")) {
    char const next = cursor.peek();
    if (next == ',' && is_word && !run.text.empty()) break;
    is_word = is_word && (std::isalnum(static_cast<unsigned char>(next)) || next == '_');
    run.text += cursor.take();
    if (next == '\\' && !cursor.at_end()) run.text += cursor.take();
  }
  if (run.text.empty()) reader.fail_expected("a regular expression, in quotes or not");
  return run;
}

std::vector<std::string> const booleans{"true", "t", "yes", "y", "false", "f", "no", "n", "1", "0"};

Name take_boolean(Reader& reader) {
  auto word = reader.try_quoted();
  if (!word) word = take_word_with(reader, '_', "yes or no");
  if (!base::contains(booleans, lower_case(word->text)))
    reader.fail(word->where, "Found `" + word->text + "`, expected yes or no (also true, false, t, f, y, n, 1, 0).");
  return *word;
}

ParameterRange parse_values(Reader& reader, ParameterType type) {
  ParameterRange range;
  range.where = reader.position();
  if (type == ParameterType::boolean && (take_colon(reader) || reader.at_sign("::"))) {
    range.description = take_description(reader);
    return range;
  }
  do {
    Name const value = type == ParameterType::keyword  ? take_keyword(reader)
                       : type == ParameterType::string ? take_string(reader)
                                                       : take_boolean(reader);
    range.values.push_back(value.text);
  } while (reader.take_sign(","));
  range.description = take_description(reader);
  return range;
}

} // namespace

std::vector<ParameterRange> parse_ranges(Reader& reader, Parameter const& parameter) {
  bool const is_number = parameter.type == ParameterType::integer || parameter.type == ParameterType::real;
  std::vector<ParameterRange> ranges;
  while (!reader.take_sign("}")) {
    if (reader.at_end()) reader.fail_expected("`}` after the values of `" + parameter.name.text + "`");
    ranges.push_back(is_number ? parse_numeric_range(reader, parameter.type) : parse_values(reader, parameter.type));
  }
  return ranges;
}

void parse_default(Reader& reader, Parameter& parameter) {
  parameter.default_where = reader.position();
  std::string const what = "the default of `" + parameter.name.text + "`";
  switch (parameter.type) {
  case ParameterType::keyword:
    parameter.default_value = take_keyword(reader).text;
    return;
  case ParameterType::boolean:
    parameter.default_value = take_boolean(reader).text;
    return;
  case ParameterType::string:
    if (!reader.at_end()) parameter.default_value = take_string(reader).text;
    return;
  case ParameterType::integer:
  case ParameterType::real:
    break;
  }
  bool const is_quoted = reader.take_sign("\"");
  parameter.default_value = take_number(reader, parameter.type);
  if (parameter.default_value.empty()) reader.fail_expected(what + ", a number");
  check_size(reader, parameter.default_where, parameter.type, parameter.default_value);
  if (is_quoted) reader.expect_sign("\"", "after " + what);
}

} // namespace chemora::ccl
