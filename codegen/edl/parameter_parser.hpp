// Tokens to the declarations of parameters.
#pragma once

#include "codegen/edl/syntax_tree.hpp"
#include "codegen/edl/token_stream.hpp"

namespace chemora::edl {

/// Reads one line (or more, after a comma), or the lines of Kranc's form, which begin with `name: NAME`.
/// Reports the first error and throws StatementFailure.
ParameterDeclaration parse_parameter(TokenStream& tokens);

} // namespace chemora::edl
