// Derivatives of an expression at a displacement from the point, as sums over a stencil.
#pragma once

#include "codegen/discretisation/stencil.hpp"
#include "codegen/ir/graph_builder.hpp"

#include <functional>

namespace chemora::discretisation {

/// The value of the differentiated expression at a displacement.
using AtOffset = std::function<ir::ValueId(ir::Offset const&)>;

/// sum of numerator * f(offset), from the outside in, times what stands before it. Points that mirror each other are
/// joined first, a difference so that its factor is positive: 8*(f(+1) - f(-1)) + (f(-2) - f(+2)).
ir::ValueId derivative_along(ir::GraphBuilder& builder, Stencil const& stencil, int axis, ir::Offset const& offset,
                             AtOffset const& at);

/// The product of the first derivatives along two different axes.
ir::ValueId mixed_derivative(ir::GraphBuilder& builder, Stencil const& first, int axis, int other,
                             ir::Offset const& offset, AtOffset const& at);

/// D_xy f as a quarter of the difference of the second derivatives along the two diagonals of the cell, whose centres
/// cancel: 2 n points on each diagonal for order 2 n, instead of (2 n)^2.
ir::ValueId diagonal_derivative(ir::GraphBuilder& builder, Stencil const& second, int axis, int other,
                                ir::Offset const& offset, AtOffset const& at);

} // namespace chemora::discretisation
