// Finite-difference weights, exact.
#pragma once

#include "codegen/tensor/number.hpp"

#include <map>
#include <string>
#include <vector>

namespace chemora::discretisation {

/// d^m f / dx^m at point 0 ~ (1 / (denominator h^m)) sum_n numerators[n] f(offsets[n] h)
///
/// All weights over one denominator: the numerators are whole numbers, which doubles hold exactly (up to 2^53), so
/// that only the last product with 1/(denominator h^m) rounds. Offsets ascend; weights that are 0 are left out.
struct Stencil {
  int derivative = 1;
  std::vector<int> offsets;
  std::vector<double> numerators;
  double denominator = 1;
  std::vector<std::string> weights; ///< the exact fractions, such as "-1/12"

  bool operator==(Stencil const&) const = default;
};

/// The centred stencil of even `order` for the first or second derivative: 2 (order/2) + 1 points, exact on
/// polynomials up to degree order + derivative - 1. Fornberg, Mathematics of Computation 51 (1988) 699, in rational
/// arithmetic. Known case: order 4, first derivative: 1/12, -2/3, 2/3, -1/12.
Stencil centred_stencil(int derivative, int order);

/// Given weights of offsets, over h^derivative.
Stencil stencil_from_weights(std::map<int, tensor::Number> const& weights, int derivative);

std::string to_text(Stencil const& stencil);

} // namespace chemora::discretisation
