/// Values and files that users name in parameters of thorns.
#pragma once

#include "framework/base/errors.hpp"

#include <filesystem>
#include <map>
#include <string>

namespace chemora::base {

/// Parses `NAME = VALUE, NAME = VALUE`, separated by commas or line ends. `parameter` is the name for messages. Adds
/// errors for parts without `=`, without a name or a value, and for repeated names.
std::map<std::string, std::string> parse_assignments(std::string const& text, std::string const& parameter,
                                                     Diagnostics& errors);

/// Returns the path of a file that the user names relative to a folder, without parts `.`, such as `out/mine.pat` for
/// `out` and `./mine.pat`.
std::string path_from(std::filesystem::path const& folder, std::filesystem::path const& file);

/// Returns a folder of a thorn, such as "Sequences/Sequences/programs", next to the executable in a build folder or an
/// installation. Throws UserError if it does not exist. The message contains the name of the parameter and an example
/// of a file with this extension, such as `.rec`.
std::string shipped_folder(std::string const& folder, std::string const& parameter, std::string const& extension);

} // namespace chemora::base
