// An equation file to its syntax tree.
#pragma once

#include "codegen/edl/syntax_tree.hpp"
#include "framework/base/errors.hpp"

namespace chemora::edl {

/// Throws base::UserError with every statement that cannot be read.
SyntaxTree parse(base::SourceText const& source);

} // namespace chemora::edl
