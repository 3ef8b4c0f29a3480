// Products, sums and derivatives of resolved expressions, and names and indices that the compiler generates.
#pragma once

#include "codegen/tensor/resolve/resolve_expression.hpp"

namespace chemora::tensor {

/// An abstract index that no equation uses.
Index fresh_index(Context& context, bool is_upper);

/// The tensor with these indices; those that occur twice are summed.
Resolved named(std::string const& name, std::vector<Index> const& indices, Context& context);

/// The indices of both operands must fit: InternalError otherwise.
Resolved product(Resolved a, Resolved b, Context& context);
Resolved difference(Resolved a, Resolved b);
Resolved sum(Resolved a, Resolved b);

/// The first or second derivative of an operand that has none of the indices.
///
/// With a Jacobian J, the matrix of derivatives of the grid's coordinates by those of the equations, `D_i f = J^a_i d_a
/// f` and `D_ij f = J^a_i J^b_j d_ab f + (J^a_i d_a J^b_j) d_b f`, where d is along the axes of the grid. The first
/// derivative may be one-sided. An upwind derivative along v then is, along the axis a of the grid, upwind along `J^a_i
/// v^i`.
Resolved differentiated(std::string const& derivative, std::vector<Index> const& indices, Resolved operand,
                        Context& context);

/// The operand with the free index `from` replaced by `to`, which may be summed with another free index.
Resolved with_index(Resolved operand, Index const& from, Index const& to, Context& context);

/// The expression with the indices `own` replaced by `wanted`, which may be equal to others of it. Empty after
/// reporting that they do not fit.
std::optional<Resolved> with_indices(Resolved result, std::vector<Index> const& own, std::vector<Index> const& wanted,
                                     base::SourcePosition const& where, Context& context);

/// A value that may be written several times: a name or number itself, otherwise a temporary that holds it. The
/// temporary is added to `context.hidden`.
Resolved held(Resolved operand, Context& context);

/// Gives every index that is summed within the expression a generated name.
void rename_sums(Expression& expression, Context& context);

/// Adds the definition of a temporary named `name`.
void add_definition(std::string const& name, Shape shape, std::vector<Index> indices, Expression right,
                    Context& context);

} // namespace chemora::tensor
