// The file into which somebody writes 1 to end the run.
#pragma once

#include <string>

namespace terminationtrigger {

/// Its path, from the parameters and the environment.
std::string termination_path();

/// Whether it begins with the number 1.
bool file_says_end(std::string const& path);

/// Writes a text into it; ends the run when that fails.
void write_termination_file(std::string const& path, char const* text);

} // namespace terminationtrigger
