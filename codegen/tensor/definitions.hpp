// Definitions that every calculation may use.
#pragma once

#include "codegen/tensor/resolve_expression.hpp"

namespace chemora::tensor {

/// Makes the names of the `definitions` blocks known: tensors and functions.
void declare_definitions(edl::SyntaxTree const& tree, Context& context);

/// Sees to it that a definition is in the system, after those it needs; `where` is where it is used. False after
/// reporting what is wrong with it.
bool resolve_definition(std::string const& name, base::SourcePosition const& where, Context& context);

/// Also those that nothing uses, for their errors.
void resolve_all_definitions(edl::SyntaxTree const& tree, Context& context);

/// `advect(f)`: the function's body with the argument in the place of the parameter. An argument is a tensor with its
/// indices or an expression, which is calculated once. Empty after reporting what is wrong.
std::optional<Resolved> apply_function(edl::Expression const& call, std::vector<Resolved> arguments, Context& context);

/// For the free indices of two sides of an equation; 0 is the zero of every tensor. False after reporting that they
/// differ.
bool check_free_indices(std::vector<Index> const& left, Resolved const& right, base::SourcePosition const& where,
                        Context& context);

/// The index letters of a name or an expression, into `letters`.
void collect_letters(edl::Name const& name, Letters& letters);
void collect_letters(edl::Expression const& expression, Letters& letters);

} // namespace chemora::tensor
