// From tokens to single statements: declarations, parameters, headings of calculations, equations.
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

} // namespace chemora::edl
