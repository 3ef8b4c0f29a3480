/// From an equation file and the files that it includes to a syntax tree.
#pragma once

#include "codegen/edl/syntax_tree.hpp"
#include "codegen/edl/token.hpp"
#include "framework/base/errors.hpp"

#include <string>
#include <vector>

namespace chemora::edl {

/// Parses a file. `included` are the texts of its lines `include "FILE"`, from read_included().
/// Throws base::UserError with the errors of all statements.
SyntaxTree parse(base::SourceText const& source, std::vector<base::SourceText> const& included = {});

/// Reads the files of the lines `include "FILE"`, relative to the folder of `source`. Included files may include
/// others. Throws base::UserError for a file that cannot be read or includes itself.
std::vector<base::SourceText> read_included(base::SourceText const& source);

/// The tokens of a source, with the tokens of included texts in place of the lines that include them. Reports and omits
/// characters that are not part of a token.
std::vector<Token> tokenize_with_includes(base::SourceText const& source, std::vector<base::SourceText> const& included,
                                          base::Diagnostics& diagnostics);

/// Adds the quoted lines to findings in included texts.
std::vector<base::Diagnostic> with_excerpts(std::vector<base::Diagnostic> findings,
                                            std::vector<base::SourceText> const& included);

} // namespace chemora::edl
