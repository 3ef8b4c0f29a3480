/// Sums of array values times coefficients, for all numeric types.
#pragma once

#include "options.hpp"

namespace localinterp {

/// The points that contribute to one interpolated value. Directions beyond the dimension of the array have one point.
struct Stencil {
  std::array<int, max_dimension> first{};
  std::array<Coefficients, max_dimension> coefficients{};
};

struct Input {
  void const* data;
  int type;                             ///< CCTK_VARIABLE_*
  std::array<int, max_dimension> shape; ///< first index fastest
};

struct Output {
  void* data;
  int type;
};

/// Whether values of type `in` can be stored as type `out`. Integers and reals become reals or complex numbers; complex
/// numbers remain complex.
bool is_convertible(int in, int out);

/// output[point] = the sum over the points of the stencil, direction x first. Reals of 16 bytes are summed in long
/// double, and other types in double precision.
void interpolate(Input const& input, Stencil const& stencil, int order, int n_dims, Output const& output, int point);

} // namespace localinterp
