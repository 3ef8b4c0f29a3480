/// What the parsers of statements and expressions of patterns share.
#pragma once

#include "codegen/patterns/syntax_tree.hpp"

namespace chemora::patterns::syntax {

using base::describe;
using base::StatementFailure;
using base::TokenStream;

/// The words and symbols of the language.
base::Language const& language();

/// The words that begin patterns.
std::vector<std::string> const& pattern_words();

NodePtr parse_expression(TokenStream& tokens);
/// Parses `i < n, x in a`, after the opening parenthesis.
std::vector<Generator> parse_generators(TokenStream& tokens);

} // namespace chemora::patterns::syntax
