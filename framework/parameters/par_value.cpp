// Literals to values, values to text.
#include "framework/parameters/par_value.hpp"

#include "framework/ccl/name.hpp"

#include <fmt/format.h>

#include <charconv>
#include <limits>

namespace chemora::parameters {

namespace {

ParValue word_value(ParExpression const& word) {
  std::string const lower = ccl::lower_case(word.text);
  if (lower == "true" || lower == "yes") return {true, true, word.text};
  if (lower == "false" || lower == "no") return {false, true, word.text};
  if (lower == "nan") return {std::numeric_limits<double>::quiet_NaN(), true, word.text};
  if (lower == "inf") return {std::numeric_limits<double>::infinity(), true, word.text};
  return {word.text, true, word.text};
}

template <class Number>
ParValue number_value(ParExpression const& number) {
  Number value{};
  auto const* const end = number.text.data() + number.text.size();
  auto const [stop, failure] = std::from_chars(number.text.data(), end, value);
  if (failure != std::errc{} || stop != end)
    throw base::UserError(number.where, "`" + number.text + "` cannot be represented.");
  return {value, false, {}};
}

} // namespace

ParValue text_value(std::string text) { return {std::move(text), false, {}}; }

ParValue literal_value(ParExpression const& literal) {
  if (literal.kind == ParExpression::Kind::word) return word_value(literal);
  return literal.kind == ParExpression::Kind::integer ? number_value<std::int64_t>(literal)
                                                      : number_value<double>(literal);
}

std::string to_text(ParValue const& value) {
  if (value.is_word) return value.word;
  if (auto const* const whole = std::get_if<std::int64_t>(&value.value)) return fmt::format("{}", *whole);
  if (auto const* const real = std::get_if<double>(&value.value)) {
    std::string text = fmt::format("{}", *real);
    // A real still looks like one where it becomes part of a text.
    if (text.find_first_not_of("-0123456789") == std::string::npos) text += ".0";
    return text;
  }
  if (auto const* const truth = std::get_if<bool>(&value.value)) return *truth ? "yes" : "no";
  return std::get<std::string>(value.value);
}

} // namespace chemora::parameters
