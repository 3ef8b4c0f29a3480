// From text to tokens.
#pragma once

#include "codegen/edl/token.hpp"
#include "framework/base/errors.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace chemora::edl {

/// Maximum size of an equation file in bytes. It bounds the memory of the compiler.
inline constexpr std::size_t max_source_size = 1 << 20;

/// All tokens of `source`, ending with end_of_file. Reports and omits characters that are not part of a token.
std::vector<Token> tokenize(base::SourceText const& source, base::Diagnostics& diagnostics);

/// Number of bytes of the first UTF-8 character of `text`; 1 if it is invalid. `text` must not be empty.
std::size_t length_of_character(std::string_view text);

/// The message about a character that is not part of the language, with a suggestion if there is one:
/// "`α` is not a character of the equation language. Did you mean `alpha`?"
std::string message_about_character(std::string_view character);

} // namespace chemora::edl
