// Values of parameters on one line: what is not printable becomes an octal escape.
#pragma once

#include <optional>
#include <string>

namespace ioutil {

/// "a\b" and a line break become "a\\b" and "\012"; this is how checkpoints store values.
std::string encode_value(std::string const& value);

/// Nothing when the text is not what encode_value() makes.
std::optional<std::string> decode_value(std::string const& text);

} // namespace ioutil
