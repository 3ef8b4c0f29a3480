// From tokens to expressions and single statements: declarations, parameters, headings of calculations, equations.
#pragma once

#include "codegen/edl/syntax_tree.hpp"
#include "codegen/edl/token_stream.hpp"

#include <string>
#include <vector>

namespace chemora::edl {

// All functions report the first error and throw StatementFailure.

/// Each reads one line of its block, or more after a comma, without the end of the line.
std::vector<VariableDeclaration> parse_variables(TokenStream& tokens);
OperatorDefinition parse_operator(TokenStream& tokens);
InheritedTensor parse_inherited(TokenStream& tokens, std::string const& implementation);
FarValue parse_far_value(TokenStream& tokens);
Requirement parse_requirement(TokenStream& tokens);
MetricDeclaration parse_metric(TokenStream& tokens);
Definition parse_definition(TokenStream& tokens);

/// Reads one parameter: a line, or more after a comma, or the lines of Kranc's form, which start with `name: NAME`.
ParameterDeclaration parse_parameter(TokenStream& tokens);

/// Reads the rest of the line after `begin calculation`.
void parse_heading(TokenStream& tokens, Calculation& calculation);

/// Reads an equation. It continues in the next line after an operator.
Equation parse_equation(TokenStream& tokens);

/// Limit of nested parentheses, calls, operators and derivatives.
inline constexpr int max_nesting = 200;

/// Reads an expression up to a token that cannot continue it: a comma, a closing parenthesis, the end of the line.
/// Precedence from lowest to highest: `c ? a : b`, `or`, `and`, `not`, comparisons, `+ -`, `* /` and juxtaposition
/// (left-associative, so `1/2 x` is half of x), unary minus, `**` (right-associative), derivatives (of the next factor:
/// `D_i u**2` is the square of the derivative). A line continues after an operator and inside parentheses.
Expression parse_expression(TokenStream& tokens);

/// Reports an error and throws StatementFailure at `@`, which starts raw text in Kranc.
void reject_raw_text(TokenStream& tokens);

/// Reads a word with its qualifier: `v_i`, `ADMBase::alp`.
Name parse_name(TokenStream& tokens);

} // namespace chemora::edl
