// What stands in a text where the language has no character.
#pragma once

#include <string>
#include <string_view>

namespace chemora::edl {

/// Bytes of the UTF-8 character that `text` begins with; 1 where it begins with none. `text` is not empty.
std::size_t length_of_character(std::string_view text);

/// The message about this character, with the spelling that the language has for it, if there is one:
/// "`α` has no meaning in an equation file. Did you mean `alpha`?"
std::string message_about_character(std::string_view character);

} // namespace chemora::edl
