/// Writes param.ccl of a generated thorn.
#include "codegen/thorn_writer/thorn.hpp"

#include "framework/base/text.hpp"

#include <fmt/format.h>

namespace chemora::thorn_writer {

namespace {

std::string limit_text(std::optional<double> const& limit) { return limit ? fmt::format("{}", *limit) : "*"; }

std::string range_text(tensor::Range const& range) {
  if (range.low && range.high && *range.low == *range.high) return limit_text(range.low);
  std::string const text = limit_text(range.low) + ":" + limit_text(range.high);
  if (!range.excludes_low && !range.excludes_high) return text;
  bool const open_low = range.excludes_low || !range.low;
  bool const open_high = range.excludes_high || !range.high;
  return "\"" + std::string(open_low ? "(" : "[") + text + (open_high ? ")" : "]") + "\"";
}

std::string range_line(tensor::Range const& range) {
  bool const is_keyword = !range.keyword.empty();
  std::string const value = is_keyword ? quoted(range.keyword) : range_text(range);
  std::string const description = !range.description.empty() ? range.description : is_keyword ? range.keyword : "";
  return "  " + value + " :: " + quoted(description) + "\n";
}

std::string parameter_text(tensor::Parameter const& parameter) {
  std::string text = "\nCCTK_" + base::upper_case(to_text(parameter.type)) + " " + parameter.name + " " +
                     quoted(parameter.description);
  if (parameter.steerable != "never") text += " STEERABLE=" + base::upper_case(parameter.steerable);
  text += "\n{\n";
  for (tensor::Range const& range : parameter.ranges) text += range_line(range);
  bool const is_number = parameter.type == tensor::ValueType::real || parameter.type == tensor::ValueType::integer;
  if (is_number && parameter.ranges.empty()) text += "  *:* :: \"any value\"\n";
  text += "} ";
  switch (parameter.type) {
  case tensor::ValueType::keyword:
    return text + quoted(parameter.default_keyword) + "\n";
  case tensor::ValueType::boolean:
    return text + (parameter.default_number != 0 ? "\"yes\"\n" : "\"no\"\n");
  default:
    return text + fmt::format("{}\n", parameter.default_number);
  }
}

/// Writes the values that this thorn adds to a keyword parameter of another thorn.
std::string extension_text(tensor::Parameter const& parameter) {
  std::string text = "\nSHARES: " + parameter.implementation + "\n\nEXTENDS KEYWORD " + parameter.name + " " +
                     quoted(parameter.description) + "\n{\n";
  for (tensor::Range const& range : parameter.ranges) text += range_line(range);
  return text + "}\n";
}

} // namespace

std::string write_parameters(Thorn const& thorn) {
  std::string text = first_line(thorn, "#");
  for (tensor::Parameter const& parameter : thorn.parameters)
    if (parameter.is_shared()) text += extension_text(parameter);
  text += "\nRESTRICTED:\n";
  for (tensor::Parameter const& parameter : thorn.parameters)
    if (!parameter.is_shared()) text += parameter_text(parameter);
  return text;
}

} // namespace chemora::thorn_writer
