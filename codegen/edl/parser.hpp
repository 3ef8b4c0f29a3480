/// Parses an equation file and the files that it includes into a syntax tree.
#pragma once

#include "codegen/edl/syntax_tree.hpp"
#include "codegen/edl/token.hpp"
#include "framework/base/errors.hpp"

#include <string>
#include <vector>

namespace chemora::edl {

/// Parses a file. `included` contains the texts that read_included() returned for its lines `include "FILE"`. Throws
/// base::UserError with the errors of all statements.
SyntaxTree parse(base::SourceText const& source, std::vector<base::SourceText> const& included = {});

/// Reads the files that lines `include "FILE"` name, relative to the folder of `source`. Included files may include
/// further files. Throws base::UserError for a file that cannot be read or includes itself.
std::vector<base::SourceText> read_included(base::SourceText const& source);

/// Returns the tokens of a source. The tokens of included texts replace the lines that include them. Characters that
/// are not part of a token are reported and omitted.
std::vector<Token> tokenize_with_includes(base::SourceText const& source, std::vector<base::SourceText> const& included,
                                          base::Diagnostics& diagnostics);

/// Adds the quoted source lines to errors and warnings in included texts.
std::vector<base::Diagnostic> with_excerpts(std::vector<base::Diagnostic> findings,
                                            std::vector<base::SourceText> const& included);

} // namespace chemora::edl
