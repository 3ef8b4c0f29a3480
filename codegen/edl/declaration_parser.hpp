// Tokens to the blocks that declare names; parameters apart.
#pragma once

#include "codegen/edl/syntax_tree.hpp"
#include "codegen/edl/token_stream.hpp"

namespace chemora::edl {

/// Each reads one line (or more, after a comma) of its block, without the line's end.
/// Reports the first error and throws StatementFailure.
std::vector<VariableDeclaration> parse_variables(TokenStream& tokens);
OperatorDefinition parse_operator(TokenStream& tokens);
InheritedTensor parse_inherited(TokenStream& tokens, std::string const& implementation);
FarValue parse_far_value(TokenStream& tokens);
Requirement parse_requirement(TokenStream& tokens);
MetricDeclaration parse_metric(TokenStream& tokens);
Definition parse_definition(TokenStream& tokens);

} // namespace chemora::edl
