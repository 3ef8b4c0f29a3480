// From tokens to expressions.
#pragma once

#include "codegen/edl/syntax_tree.hpp"
#include "codegen/edl/token_stream.hpp"

namespace chemora::edl {

/// Limit of nested parentheses, calls, operators and derivatives.
inline constexpr int max_nesting = 200;

/// Reads an expression up to a token that cannot continue it: a comma, a closing parenthesis, the end of the line.
/// Precedence from lowest to highest: `c ? a : b`, `or`, `and`, `not`, comparisons, `+ -`, `* /` and juxtaposition
/// (left-associative, so `1/2 x` is half of x), unary minus, `**` (right-associative), derivatives (of the next factor:
/// `D_i u**2` is the square of the derivative). A line continues after an operator and inside parentheses.
/// Reports the first error and throws StatementFailure.
Expression parse_expression(TokenStream& tokens);

/// Reports an error and throws StatementFailure at `@`, which starts raw text in Kranc.
void reject_raw_text(TokenStream& tokens);

/// Reads a word with its qualifier: `v_i`, `ADMBase::alp`.
Name parse_name(TokenStream& tokens);

} // namespace chemora::edl
