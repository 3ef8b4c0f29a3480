// Definitions that every calculation may use: tensors and functions.
#pragma once

#include "codegen/tensor/resolve/resolve_expression.hpp"

namespace chemora::tensor {

/// Declares the names of the `definitions` blocks.
void declare_definitions(edl::SyntaxTree const& tree, Context& context);

/// Adds a definition to the system, after those that it needs. `where` is the place of its use. Returns false after
/// reporting an error in it.
bool resolve_definition(std::string const& name, base::SourcePosition const& where, Context& context);

/// Resolves also unused definitions, so that their errors are reported.
void resolve_all_definitions(edl::SyntaxTree const& tree, Context& context);

/// `advect(f)`: the body of the function with the arguments substituted for the parameters. An argument is a tensor
/// with its indices or an expression, which is computed once. Returns nothing after reporting an error.
std::optional<Resolved> apply_function(edl::Expression const& call, std::vector<Resolved> arguments, Context& context);

/// Checks that both sides of an equation have the same free indices; a right side 0 is the zero of every tensor.
/// Returns false after reporting that they differ.
bool check_free_indices(std::vector<Index> const& left, Resolved const& right, base::SourcePosition const& where,
                        Context& context);

/// Adds the index letters of a name or an expression to `letters`.
void collect_letters(edl::Name const& name, Letters& letters);
void collect_letters(edl::Expression const& expression, Letters& letters);

} // namespace chemora::tensor
