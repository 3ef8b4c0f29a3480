// Tokens to what a calculation consists of.
#pragma once

#include "codegen/edl/syntax_tree.hpp"
#include "codegen/edl/token_stream.hpp"

namespace chemora::edl {

/// Reads what follows `begin calculation`, to the end of the line. Reports the first error and throws StatementFailure.
void parse_heading(TokenStream& tokens, Calculation& calculation);

/// Reads an equation, which goes on in the next line behind an operator, to its end. Errors as above.
Equation parse_equation(TokenStream& tokens);

} // namespace chemora::edl
