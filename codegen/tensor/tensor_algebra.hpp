// Products, sums, names and indices made up by the compiler.
#pragma once

#include "codegen/tensor/resolve_expression.hpp"

namespace chemora::tensor {

/// An abstract index that no equation has.
Index fresh_index(Context& context, bool is_upper);

/// The tensor with these indices; those that occur twice are summed.
Resolved named(std::string const& name, std::vector<Index> const& indices, Context& context);

/// Their indices must fit.
Resolved product(Resolved a, Resolved b, Context& context);
Resolved difference(Resolved a, Resolved b);
Resolved sum(Resolved a, Resolved b);

/// The first or second derivative of an operand that has none of the indices. Through a Jacobian J, which is the matrix
/// of derivatives of the grid's coordinates by those of the equations, `D_i f = J^a_i d_a f` and `D_ij f = J^a_i J^b_j
/// d_ab f + (J^a_i d_a J^b_j) d_b f`, where d is along the axes of the grid. The first derivative may be one-sided; one
/// that looks against a wind v then looks, along the axis a of the grid, against `J^a_i v^i`.
Resolved differentiated(std::string const& derivative, std::vector<Index> const& indices, Resolved operand,
                        Context& context);

/// The operand with another index in the place of the free one, `from`, perhaps now summed with another free one.
Resolved with_index(Resolved operand, Index const& from, Index const& to, Context& context);

/// The expression with the indices `wanted`, which may meet others of it, in the place of `own`. Empty after reporting
/// that they do not fit.
std::optional<Resolved> with_indices(Resolved result, std::vector<Index> const& own, std::vector<Index> const& wanted,
                                     base::SourcePosition const& where, Context& context);

/// A value that may be written several times: a name or number itself, otherwise a temporary that holds it, which
/// is added to the context's hidden ones.
Resolved held(Resolved operand, Context& context);

/// Gives every index that is summed within the expression a name of its own.
void rename_sums(Expression& expression, Context& context);

/// Adds the definition of a temporary named `name`.
void add_definition(std::string const& name, Shape shape, std::vector<Index> indices, Expression right,
                    Context& context);

} // namespace chemora::tensor
