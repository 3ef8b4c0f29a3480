// Tokens to expressions.
#pragma once

#include "codegen/edl/syntax_tree.hpp"
#include "codegen/edl/token_stream.hpp"

namespace chemora::edl {

/// Deepest nesting of parentheses, calls, operators and derivatives.
inline constexpr int deepest_nesting = 200;

/// An expression up to what cannot go on one: a comma, a closing parenthesis, the end of the line. Loosest first:
/// `c ? a : b`, `or`, `and`, `not`, comparisons, `+ -`, `* /` and juxtaposition (equal and from the left, so
/// `1/2 x` is half of x), unary minus, `**` (from the right), derivatives (of the next factor: `D_i u**2` is the
/// square of the derivative). A line goes on after an operator and inside parentheses.
/// Reports the first error and throws StatementFailure.
Expression parse_expression(TokenStream& tokens);

/// Throws StatementFailure if the cursor is at `@`, with which raw text of Kranc starts.
void reject_raw_text(TokenStream& tokens);

/// The word at the cursor with its qualifier: `v_i`, `ADMBase::alp`.
Name parse_name(TokenStream& tokens);

} // namespace chemora::edl
