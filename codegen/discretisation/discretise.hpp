// Component equations to graphs: derivatives become stencils.
#pragma once

#include "codegen/discretisation/discrete_system.hpp"

namespace chemora::discretisation {

/// One kernel per calculation. The components of a tensor equation get their values together, one equation after the
/// other. `D_1 f` of order p becomes
///
///     (n_m (f(+m) - f(-m)) + ... + n_1 (f(+1) - f(-1))) * (1 / (d h)),   m = p/2
///
/// with the whole numbers n and d of Stencil: the outermost pair, which is the smallest, first. Second derivatives
/// along one axis pair f(+k) + f(-k) and add the centre last; along two axes, one stencil is applied to the other, or
/// the two diagonals are used. Derivatives of expressions differentiate the expression's values at the neighbouring
/// points. A parameter that gives an order, or the kind of mixed derivatives, gives one variant per admissible value,
/// guarded by it.
/// Throws base::UserError for a temporary used before it has a value; `source` gives the lines shown.
DiscreteSystem discretise(tensor::ComponentSystem const& system, base::SourceText const& source);

} // namespace chemora::discretisation
