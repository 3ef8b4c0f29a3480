// A word of a CCL file and where it stands.
#pragma once

#include "framework/base/source_text.hpp"

#include <string>

namespace chemora::ccl {

struct Name {
  std::string text; ///< as written; compare with same_name()
  base::SourcePosition where;
};

/// Equal up to case: names in CCL are case-insensitive.
bool same_name(std::string const& a, std::string const& b);

std::string lower_case(std::string text);
std::string upper_case(std::string text);

} // namespace chemora::ccl
