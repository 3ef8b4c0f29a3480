// Equation files made of several.
#pragma once

#include "codegen/edl/token.hpp"
#include "framework/base/errors.hpp"

#include <string>
#include <vector>

namespace chemora::edl {

/// Reads what the lines `include "FILE"` of a source name, relative to its folder; included files may include others.
/// Throws base::UserError for a file that cannot be read or includes itself.
std::vector<base::SourceText> read_included(base::SourceText const& source);

/// The tokens of a source, those of included texts in the place of the lines that name them. What cannot be read is
/// reported and left out.
std::vector<Token> tokenize_with_includes(base::SourceText const& source, std::vector<base::SourceText> const& included,
                                          base::Diagnostics& diagnostics);

/// The findings with the lines of included texts that they point at.
std::vector<base::Diagnostic> with_excerpts(std::vector<base::Diagnostic> findings,
                                            std::vector<base::SourceText> const& included);

} // namespace chemora::edl
