// An equation file to its syntax tree.
#pragma once

#include "codegen/edl/syntax_tree.hpp"
#include "framework/base/errors.hpp"

namespace chemora::edl {

/// `included` are the texts that lines `include "FILE"` of the source stand for, see include.hpp.
/// Throws base::UserError with every statement that cannot be read.
SyntaxTree parse(base::SourceText const& source, std::vector<base::SourceText> const& included = {});

} // namespace chemora::edl
