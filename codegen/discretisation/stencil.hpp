/// Finite-difference stencils with exact weights, and their application to expressions of a graph.
#pragma once

#include "codegen/ir/graph_builder.hpp"
#include "framework/base/number.hpp"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace chemora::discretisation {

/// d^m f / dx^m at point 0 ~ (1 / (denominator h^m)) sum_n numerators[n] f(offsets[n] h)
///
/// All weights have one denominator. The numerators are integers, which doubles represent exactly up to 2^53. Therefore
/// only the last product with 1/(denominator h^m) rounds the weights. Offsets are in ascending order, and weights that
/// are 0 are omitted.
struct Stencil {
  int derivative = 1;
  std::vector<int> offsets;
  std::vector<double> numerators;
  double denominator = 1;
  std::vector<std::string> weights; ///< the exact weights as fractions, such as "-1/12"

  bool operator==(Stencil const&) const = default;
};

/// Returns the centred stencil of even `order` for the first or second derivative. The stencil has 2 (order/2) + 1
/// points and is exact on polynomials up to degree order + derivative - 1. The algorithm is that of Fornberg,
/// Mathematics of Computation 51 (1988) 699, in rational arithmetic. For order 4 and the first derivative, the weights
/// are 1/12, -2/3, 2/3, -1/12.
Stencil centred_stencil(int derivative, int order);

/// Returns the stencil of the first derivative from the points 0 to order (side 1) or -order to 0 (side -1).
Stencil one_sided_stencil(int order, int side);

/// The first derivative of even `order` from the points -(order/2 - 1) to order/2 + 1, for `D_t u = beta D u`. For a
/// positive beta, the stencil is odd + even. For a negative beta, it is the mirror image odd - even.
struct UpwindStencil {
  Stencil odd;  ///< weights of f(+n) and f(-n) differ in sign
  Stencil even; ///< weights of f(+n) and f(-n) are equal
};

/// Returns the upwind stencil. For order 8, 840 (odd + even) = -5 60 -420 -378 1050 -420 140 -30 3 at the points -3 to
/// 5.
UpwindStencil upwind_stencil(int order);

/// Returns the dissipation of Kreiss and Oliger for derivatives of even `order`: (-1)^(order/2) h^(order+1) /
/// 2^(order+2) (D+ D-)^(order/2+1). A positive factor damps the solution. For order 2, the stencil is (-1 4 -6 4
/// -1)/(16 h).
Stencil dissipation_stencil(int order);

/// Returns the stencil with these weights by offset, divided by h^derivative.
Stencil stencil_from_weights(std::map<int, base::Number> const& weights, int derivative);

std::string to_text(Stencil const& stencil);

/// Returns the displacement that is `distance` points further along the axis.
ir::Offset displaced(ir::Offset offset, int axis, int distance);

/// A function that returns the value of the differentiated expression at a displacement.
using AtOffset = std::function<ir::ValueId(ir::Offset const&)>;

/// Returns the derivative along an axis at the displacement `offset`. The terms numerator * f(offset) are added from
/// the outermost points to the centre, and the sum is multiplied by 1/(denominator h^m). Mirrored points are combined
/// first, as differences with a positive factor: 8*(f(+1) - f(-1)) + (f(-2) - f(+2)).
ir::ValueId derivative_along(ir::GraphBuilder& builder, Stencil const& stencil, int axis, ir::Offset const& offset,
                             AtOffset const& at);

/// Returns the mixed derivative as the product of the first derivatives along two different axes.
ir::ValueId mixed_derivative(ir::GraphBuilder& builder, Stencil const& first, int axis, int other,
                             ir::Offset const& offset, AtOffset const& at);

/// Returns D_xy f as a quarter of the difference of the second derivatives along the two diagonals of the cell. The
/// central points of the diagonals cancel, so order 2 n needs 2 n points on each diagonal instead of (2 n)^2 points.
ir::ValueId diagonal_derivative(ir::GraphBuilder& builder, Stencil const& second, int axis, int other,
                                ir::Offset const& offset, AtOffset const& at);

} // namespace chemora::discretisation
