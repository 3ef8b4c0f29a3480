/// Values of parameters: conversion from and to text, and ranges.
#include "framework/parameters/parameter.hpp"

#include "framework/base/text.hpp"

#include <fmt/format.h>
#include <regex.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <string_view>

namespace chemora::parameters {

using ccl::ParameterType;

namespace {

constexpr std::int64_t largest_integer = 2147483647; ///< maximum of a CCTK_INT, which has 32 bits

template <class Number>
std::optional<TypedValue> parse_number(std::string_view text) {
  if (text.size() > 1 && text.front() == '+') text.remove_prefix(1);
  Number value{};
  auto const* const end = text.data() + text.size();
  auto const [stop, failure] = std::from_chars(text.data(), end, value);
  if (failure != std::errc{} || stop != end || text.empty()) return std::nullopt;
  return value;
}

std::optional<TypedValue> parse_real(std::string text) {
  auto const exponent = text.find_first_of("dD");
  if (exponent != std::string::npos && exponent > 0 && text.find_first_of("fF") == std::string::npos)
    text[exponent] = 'e';
  return parse_number<double>(text);
}

std::optional<TypedValue> parse_boolean(std::string const& text) {
  std::string const word = ccl::lower_case(text);
  for (char const* yes : {"yes", "y", "true", "t", "1"})
    if (word == yes) return std::int64_t{1};
  for (char const* no : {"no", "n", "false", "f", "0"})
    if (word == no) return std::int64_t{0};
  return std::nullopt;
}

/// For reals `*` is an infinity: `[*:*]` admits all numbers but NaN, `(*:*)` all finite numbers.
template <class Number>
bool is_inside(ccl::ParameterRange const& range, ParameterType type, Number value) {
  using Limits = std::numeric_limits<Number>;
  Number const largest = Limits::has_infinity ? Limits::infinity() : Limits::max();
  auto const bound = [&](std::optional<std::string> const& text, Number if_open) {
    return text ? std::get<Number>(*parse_value(type, *text)) : if_open;
  };
  Number const lower = bound(range.lower, -largest), upper = bound(range.upper, largest);
  return (range.lower_is_included ? value >= lower : value > lower) &&
         (range.upper_is_included ? value <= upper : value < upper);
}

/// Accepts `3` and also `3.0` or `3e0`: a real without a fraction is an integer.
std::optional<TypedValue> parse_integer(std::string const& text) {
  auto value = parse_number<std::int64_t>(text);
  if (!value) {
    auto const real = parse_real(text);
    double const number = real ? std::get<double>(*real) : std::numeric_limits<double>::quiet_NaN();
    if (!(std::abs(number) <= static_cast<double>(largest_integer)) || number != std::floor(number))
      return std::nullopt;
    value = static_cast<std::int64_t>(number);
  }
  auto const number = std::get<std::int64_t>(*value);
  return number >= -largest_integer && number <= largest_integer ? value : std::nullopt;
}

bool matches(std::string const& pattern, std::string const& text) {
  if (pattern.empty()) return true;
  regex_t expression;
  if (regcomp(&expression, pattern.c_str(), REG_EXTENDED | REG_NOSUB) != 0) return false;
  bool const is_match = regexec(&expression, text.c_str(), 0, nullptr, 0) == 0;
  regfree(&expression);
  return is_match;
}

} // namespace

std::optional<TypedValue> parse_value(ParameterType type, std::string const& text) {
  switch (type) {
  case ParameterType::integer:
    return parse_integer(base::trimmed(text));
  case ParameterType::real:
    return parse_real(base::trimmed(text));
  case ParameterType::boolean:
    return parse_boolean(base::trimmed(text));
  case ParameterType::keyword:
  case ParameterType::string:
    return text;
  }
  return std::nullopt;
}

std::string value_text(ParameterType type, TypedValue const& value) {
  if (auto const* const text = std::get_if<std::string>(&value)) return *text;
  if (auto const* const real = std::get_if<double>(&value)) return fmt::format("{}", *real);
  if (type == ParameterType::boolean) return std::get<std::int64_t>(value) != 0 ? "yes" : "no";
  return fmt::format("{}", std::get<std::int64_t>(value));
}

std::optional<std::string> declared_keyword(ccl::ParameterRange const& range, std::string const& value) {
  for (auto const& keyword : range.values)
    if (ccl::same_name(keyword, value)) return keyword;
  return std::nullopt;
}

bool is_admissible(ParameterType type, ccl::ParameterRange const& range, TypedValue const& value) {
  switch (type) {
  case ParameterType::integer: {
    std::int64_t const number = std::get<std::int64_t>(value);
    if (!is_inside(range, type, number)) return false;
    std::int64_t const start = range.lower ? std::get<std::int64_t>(*parse_value(type, *range.lower)) : 0;
    std::int64_t const first = range.lower && !range.lower_is_included ? start + range.stride : start;
    return (number - first) % range.stride == 0;
  }
  case ParameterType::real:
    return is_inside(range, type, std::get<double>(value));
  case ParameterType::boolean:
    return true;
  case ParameterType::keyword:
    return declared_keyword(range, std::get<std::string>(value)).has_value();
  case ParameterType::string:
    return std::any_of(range.values.begin(), range.values.end(),
                       [&](auto const& pattern) { return matches(pattern, std::get<std::string>(value)); });
  }
  return false;
}

std::string range_text(ParameterType type, ccl::ParameterRange const& range) {
  if (type == ParameterType::integer || type == ParameterType::real) {
    if (range.lower && range.lower == range.upper) return *range.lower;
    std::string text =
        (range.lower_is_included ? "[" : "(") + range.lower.value_or("*") + ":" + range.upper.value_or("*");
    if (range.stride > 1) text += fmt::format(":{}", range.stride);
    return text + (range.upper_is_included ? "]" : ")");
  }
  std::string text;
  for (auto const& value : range.values) text += (text.empty() ? "\"" : " \"") + value + "\"";
  return type == ParameterType::string ? "matching " + text : text;
}

std::string kind_in_words(ParameterType type) {
  switch (type) {
  case ParameterType::integer:
    return "an integer";
  case ParameterType::real:
    return "a real number";
  case ParameterType::boolean:
    return "a boolean (yes or no)";
  case ParameterType::keyword:
    return "one of its keywords";
  case ParameterType::string:
    return "a string";
  }
  return {};
}

} // namespace chemora::parameters
