// Which values a parameter admits: ranges of numbers, keywords, regular expressions; and texts to typed values.
#pragma once

#include "framework/ccl/parameter_ccl_file.hpp"

#include <optional>
#include <string>
#include <variant>

namespace chemora::parameters {

/// BOOLEAN is an integer 0 or 1, KEYWORD and STRING are texts.
using TypedValue = std::variant<std::int64_t, double, std::string>;

/// `text` as a value of that type: integers are decimal (or reals without a fraction), reals may have the exponent d or
/// D, booleans are yes/no/true/false/t/f/y/n/1/0 in any case. Nothing if it is not one.
std::optional<TypedValue> parse_value(ccl::ParameterType type, std::string const& text);

/// As a parameter file would say it, without quotes: reals with just enough digits to read back the same bits.
std::string value_text(ccl::ParameterType type, TypedValue const& value);

bool is_admissible(ccl::ParameterType type, ccl::ParameterRange const& range, TypedValue const& value);

/// For keywords the spelling of the declaration, which is compared without case; nothing if `value` is not in `range`.
std::optional<std::string> declared_keyword(ccl::ParameterRange const& range, std::string const& value);

/// `[0:*)`, `"a" "b"`, `matching "^x"`
std::string range_text(ccl::ParameterType type, ccl::ParameterRange const& range);

/// What kind of value is wanted, in words: "an integer", "one of its keywords", ...
std::string kind_in_words(ccl::ParameterType type);

} // namespace chemora::parameters
