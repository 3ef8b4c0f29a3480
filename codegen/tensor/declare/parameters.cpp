/// Reads declarations of parameters, with their types, ranges and defaults.
#include "codegen/tensor/declare/declare.hpp"

#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <numbers>
#include <optional>

namespace chemora::tensor {

namespace {

using Values = std::vector<double>;

std::optional<double> value_of(edl::Expression const& expression, Values const& values) {
  switch (expression.kind) {
  case edl::ExpressionKind::negate:
    return arithmetic("neg", values);
  case edl::ExpressionKind::binary:
  case edl::ExpressionKind::call:
    return arithmetic(expression.text, values);
  case edl::ExpressionKind::name: {
    std::string const name = edl::to_text(expression.name);
    if (name == "PI" || name == "pi" || name == "Pi") return std::numbers::pi;
    return std::nullopt;
  }
  default:
    return std::nullopt;
  }
}

/// Evaluates an expression of numbers, PI and functions. Reports any other expression and returns nothing.
std::optional<double> constant_value(edl::Expression const& expression, base::Diagnostics& diagnostics) {
  if (expression.kind == edl::ExpressionKind::number) {
    auto const number = parse_number(expression.text);
    if (number) return number->value;
    diagnostics.error(expression.where, "The number " + expression.text + " is outside the range of a double.");
    return std::nullopt;
  }
  Values values;
  for (edl::Expression const& operand : expression.operands) {
    auto const value = constant_value(operand, diagnostics);
    if (!value) return std::nullopt;
    values.push_back(*value);
  }
  auto const value = value_of(expression, values);
  if (!value) {
    diagnostics.error(expression.where, "`" + edl::to_text(expression) +
                                            "` is not a constant; defaults and limits of ranges must consist of "
                                            "numbers, PI and functions of them.");
  } else if (!std::isfinite(*value)) {
    diagnostics.error(expression.where, "`" + edl::to_text(expression) + "` has no finite value.");
    return std::nullopt;
  }
  return value;
}

using Declaration = edl::ParameterDeclaration;

bool equal_without_case(std::string const& a, std::string const& b) {
  return base::lower_case(a) == base::lower_case(b);
}

class ParameterReader {
public:
  ParameterReader(Declaration const& declaration, base::Diagnostics& diagnostics)
      : declaration_(declaration), diagnostics_(diagnostics) {}

  Parameter read() {
    parameter_.name = edl::to_text(declaration_.name);
    parameter_.description = declaration_.description.empty() ? parameter_.name : declaration_.description;
    if (!declaration_.steerable.empty()) parameter_.steerable = declaration_.steerable;
    bool const looks_like_tensor = !read_declared_name(declaration_.name, diagnostics_).shape.upper.empty();
    if (looks_like_tensor)
      diagnostics_.error(declaration_.name.where, "Parameters cannot have indices, but the end of `" + parameter_.name +
                                                      "` is one; declare one parameter per component, as in `k1`.");
    parameter_.implementation = declaration_.implementation;
    if (parameter_.is_shared() && declaration_.type != "keyword")
      diagnostics_.error(declaration_.name.where, "`" + parameter_.name + "` of `" + parameter_.implementation +
                                                      "` must be a keyword to get further values; write `" +
                                                      parameter_.name +
                                                      " : keyword range: \"value\" \"description\"`.");
    else if (declaration_.type == "keyword")
      read_keyword();
    else if (declaration_.type == "boolean")
      read_boolean();
    else
      read_number();
    return parameter_;
  }

private:
  void read_keyword() {
    parameter_.type = ValueType::keyword;
    for (edl::RangeItem const& item : declaration_.ranges) {
      if (!item.is_single || item.low->kind != edl::ExpressionKind::string) {
        diagnostics_.error(item.where, "The range of the keyword `" + parameter_.name +
                                           "` must be a list of strings such as \"gaussian\", \"plane wave\".");
        continue;
      }
      check_keyword(*item.low);
      for (Range const& other : parameter_.ranges)
        if (equal_without_case(other.keyword, item.low->text))
          diagnostics_.error(item.where,
                             "The value \"" + item.low->text + "\" of `" + parameter_.name + "` is given twice.");
      Range range;
      range.keyword = item.low->text;
      range.description = item.description;
      parameter_.ranges.push_back(range);
    }
    if (declaration_.ranges.empty())
      diagnostics_.error(declaration_.name.where, "The keyword `" + parameter_.name +
                                                      "` needs a list of values; write `range: \"one\", \"two\"`.");
    if (parameter_.is_shared()) return check_no_default();
    if (!declaration_.default_value) return missing_default();
    edl::Expression const& value = *declaration_.default_value;
    auto const keywords = parameter_.keywords();
    bool const is_known = value.kind == edl::ExpressionKind::string &&
                          std::any_of(keywords.begin(), keywords.end(),
                                      [&](std::string const& word) { return equal_without_case(word, value.text); });
    if (value.kind != edl::ExpressionKind::string)
      diagnostics_.error(value.where,
                         "The default of the keyword `" + parameter_.name + "` must be a string in double quotes.");
    else if (!is_known && !keywords.empty())
      diagnostics_.error(value.where, "The default \"" + value.text + "\" is not one of the values of `" +
                                          parameter_.name + "`." + base::did_you_mean(value.text, keywords));
    parameter_.default_keyword = value.text;
  }

  void check_no_default() {
    if (declaration_.default_value)
      diagnostics_.error(declaration_.default_value->where, "`" + parameter_.name + "` belongs to `" +
                                                                parameter_.implementation +
                                                                "`, which defines its default; remove `default:`.");
  }

  /// Checks the characters of a keyword value, which is copied to strings of CCL files, parameter files and kernels.
  void check_keyword(edl::Expression const& value) {
    bool is_plain = !value.text.empty();
    for (unsigned char c : value.text) is_plain = is_plain && c >= 32 && c != 127 && c != '\\';
    if (!is_plain)
      diagnostics_.error(value.where,
                         "A value of the keyword `" + parameter_.name +
                             "` must have at least one character and must not contain control characters or `\\`.");
  }

  void read_boolean() {
    parameter_.type = ValueType::boolean;
    if (!declaration_.ranges.empty())
      diagnostics_.error(declaration_.ranges[0].where, "A boolean parameter cannot have a range; remove `range:`.");
    if (!declaration_.default_value) return missing_default();
    std::string const text = edl::to_text(*declaration_.default_value);
    if (text == "true" || text == "yes" || text == "\"yes\"")
      parameter_.default_number = 1;
    else if (text != "false" && text != "no" && text != "\"no\"")
      diagnostics_.error(declaration_.default_value->where, "The default of the boolean `" + parameter_.name +
                                                                "` must be yes, no, true or false; found `" + text +
                                                                "`.");
  }

  void read_number() {
    parameter_.type = declaration_.type == "int" ? ValueType::integer : ValueType::real;
    for (edl::RangeItem const& item : declaration_.ranges) read_range(item);
    if (!declaration_.default_value) return missing_default();
    auto const value = number(*declaration_.default_value);
    if (!value) return;
    parameter_.default_number = *value;
    bool const is_inside = parameter_.ranges.size() < declaration_.ranges.size() || parameter_.ranges.empty() ||
                           std::any_of(parameter_.ranges.begin(), parameter_.ranges.end(),
                                       [&](Range const& range) { return contains(range, *value); });
    if (!is_inside)
      diagnostics_.error(declaration_.default_value->where,
                         fmt::format("The default {} of `{}` is outside its range.", *value, parameter_.name));
  }

  static bool contains(Range const& range, double value) {
    bool const above = !range.low || value > *range.low || (value == *range.low && !range.excludes_low);
    bool const below = !range.high || value < *range.high || (value == *range.high && !range.excludes_high);
    return above && below;
  }

  void read_range(edl::RangeItem const& item) {
    Range range;
    range.description = item.description;
    range.excludes_low = item.excludes_low;
    range.excludes_high = item.excludes_high;
    if (item.low && !(range.low = number(*item.low))) return;
    if (item.is_single)
      range.high = range.low;
    else if (item.high && !(range.high = number(*item.high)))
      return;
    bool const is_empty =
        range.low && range.high &&
        (*range.low > *range.high || (*range.low == *range.high && (range.excludes_low || range.excludes_high)));
    if (is_empty) {
      diagnostics_.error(item.where,
                         fmt::format("The range {} to {} of `{}` is empty.", *range.low, *range.high, parameter_.name));
      return;
    }
    parameter_.ranges.push_back(range);
  }

  std::optional<double> number(edl::Expression const& expression) {
    if (expression.kind == edl::ExpressionKind::string) {
      diagnostics_.error(expression.where, "`" + parameter_.name + "` must be a number (" + to_text(parameter_.type) +
                                               "); found the string \"" + expression.text + "\".");
      return std::nullopt;
    }
    auto const value = constant_value(expression, diagnostics_);
    bool const fits = value && (parameter_.type != ValueType::integer ||
                                (*value == std::floor(*value) && std::fabs(*value) <= 2147483647.0));
    if (value && !fits)
      diagnostics_.error(expression.where, fmt::format("`{}` is an int parameter; {} is not a whole number of 32 bits.",
                                                       parameter_.name, *value));
    return fits ? value : std::nullopt;
  }

  void missing_default() {
    diagnostics_.error(declaration_.name.where,
                       "The parameter `" + parameter_.name + "` needs a default: `default: VALUE`.");
  }

  Declaration const& declaration_;
  base::Diagnostics& diagnostics_;
  Parameter parameter_;
};

} // namespace

Parameter declare_parameter(edl::ParameterDeclaration const& declaration, base::Diagnostics& diagnostics) {
  return ParameterReader(declaration, diagnostics).read();
}

} // namespace chemora::tensor
