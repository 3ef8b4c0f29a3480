// Writes every generated file of a configuration.
#pragma once

#include "framework/bind/thorn_set.hpp"

#include <string>

namespace chemora::bind {

/// Writes <folder>/<Thorn>/include/*.h, <folder>/<Thorn>/<Thorn>_binding.cpp, <folder>/registry.cpp and
/// <folder>/aliased_functions.cpp. A file whose contents would not change keeps its time, so that nothing is
/// compiled again. Throws UserError if the system refuses.
void write_configuration(ThornSet const& set, std::string const& folder);

/// True if the file was written.
bool write_if_changed(std::string const& path, std::string const& contents);

} // namespace chemora::bind
