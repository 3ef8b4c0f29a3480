// Versions of capabilities, compared as Cactus does.
#pragma once

#include <string>

namespace chemora::bind {

/// Negative, zero or positive. Runs of digits count as numbers, what is between them letter by letter: 1.9 < 1.10-ET1.
int compare_versions(std::string const& a, std::string const& b);

/// `comparison` is one of << <= = >= >> as in REQUIRES cap (>= 1.2). Throws base::InternalError for any other.
bool satisfies_version(std::string const& version, std::string const& comparison, std::string const& wanted);

} // namespace chemora::bind
