/// What the parsers of statements and expressions of recursions share.
#pragma once

#include "codegen/recursion/syntax_tree.hpp"

namespace chemora::recursion::syntax {

using base::describe;
using base::StatementFailure;
using base::TokenStream;

/// The words and symbols of the language.
base::Language const& language();

/// Parses an expression.
NodePtr parse_expression(TokenStream& tokens);
/// Parses a type such as `seq[dna]`.
Type parse_type(TokenStream& tokens);

} // namespace chemora::recursion::syntax
