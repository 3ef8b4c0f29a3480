/// Names in CCL files: a word and its position; comparison without case.
#pragma once

#include "framework/base/source_text.hpp"
#include "framework/base/text.hpp"

#include <algorithm>
#include <string>

namespace chemora::ccl {

using base::lower_case;
using base::upper_case;

struct Name {
  std::string text; ///< as in the file; compare with same_name()
  base::SourcePosition where;
};

/// Equality without case of ASCII letters. Every launch of a kernel looks up names, so this copies nothing and calls no
/// function of the C library.
inline bool same_name(std::string const& a, std::string const& b) {
  auto const lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return a.size() == b.size() &&
         std::equal(a.begin(), a.end(), b.begin(), [&](char x, char y) { return lower(x) == lower(y); });
}

} // namespace chemora::ccl
