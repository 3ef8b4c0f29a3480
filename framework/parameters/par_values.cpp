/// Values and variables of parameter files.
#include "framework/parameters/par_evaluation.hpp"

#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <cctype>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <numbers>

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
    throw base::UserError(number.where, "`" + number.text + "` is too large or too small to be represented.");
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
    // A real number is inserted into a text with a decimal point or an exponent.
    if (text.find_first_not_of("-0123456789") == std::string::npos) text += ".0";
    return text;
  }
  if (auto const* const truth = std::get_if<bool>(&value.value)) return *truth ? "yes" : "no";
  return std::get<std::string>(value.value);
}

namespace {

constexpr std::size_t max_text =
    1 << 20; ///< maximum length of a text in bytes, because repeated substitution of variables grows exponentially

std::string base_name(std::string const& path) {
  std::filesystem::path const file = std::filesystem::path(path).filename();
  return file.extension() == ".par" ? file.stem().string() : file.string();
}

} // namespace

ParVariables::ParVariables(std::string const& par_file_name) {
  values_["parfile"] = text_value(base_name(par_file_name));
  values_["pi"] = {std::numbers::pi, false, {}};
}

ParValue ParVariables::value(ParExpression const& reference) const {
  if (reference.text.starts_with("ENV{")) {
    std::string const name = reference.text.substr(4, reference.text.size() - 5);
    char const* const value = std::getenv(name.c_str());
    if (!value) fail(reference, "The environment has no variable `" + name + "`.");
    return text_value(value);
  }
  auto const entry = values_.find(reference.text);
  if (entry != values_.end()) return entry->second;
  std::vector<std::string> names;
  for (auto const& [name, value] : values_) names.push_back(name);
  fail(reference, "The variable `$" + reference.text + "` is not defined before this line." +
                      base::did_you_mean(reference.text, names));
}

std::string ParVariables::replaced(ParExpression const& text) const {
  std::string result;
  std::string const& in = text.text;
  auto const word_end = [&](std::size_t at) {
    while (at < in.size() && (std::isalnum(static_cast<unsigned char>(in[at])) || in[at] == '_')) ++at;
    return at;
  };
  for (std::size_t at = 0; at < in.size();) {
    bool const has_brace = in.compare(at, 2, "${") == 0;
    bool const is_environment = in.compare(at, 5, "$ENV{") == 0;
    std::size_t const begin = at + (is_environment ? 5 : has_brace ? 2 : 1);
    std::size_t const end = in[at] == '$' ? word_end(begin) : begin;
    std::string const name = in[at] == '$' ? in.substr(begin, end - begin) : "";
    bool const is_closed = !(has_brace || is_environment) || (end < in.size() && in[end] == '}');
    if (name.empty() || !is_closed) {
      result += in[at++];
      continue;
    }
    result +=
        to_text(value({ParExpression::Kind::variable, is_environment ? "ENV{" + name + "}" : name, {}, text.where}));
    at = end + (has_brace || is_environment ? 1 : 0);
    if (result.size() > max_text)
      fail(text, "This text has more than 1048576 characters after the replacement of its variables.");
  }
  return result;
}

} // namespace chemora::parameters
