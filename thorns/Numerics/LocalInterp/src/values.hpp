// Sums of array values times coefficients, for all numeric types.
#pragma once

#include "options.hpp"

namespace localinterp {

// The molecule of one interpolation point in all directions; directions beyond the array's have one point.
struct Stencil {
  std::array<int, max_dimension> first{};
  std::array<Coefficients, max_dimension> coefficients{};
};

struct Input {
  void const* data;
  int type;                             // CCTK_VARIABLE_*
  std::array<int, max_dimension> shape; // first index fastest
};

struct Output {
  void* data;
  int type;
};

// Whether values of type `in` can give values of type `out`: integers and reals give reals and complex numbers,
// complex numbers give complex numbers.
bool is_convertible(int in, int out);

// out[point] = the sum over the stencil's points, by direction x first. With reals of 16 bytes in long double, with all
// others in double precision.
void interpolate(Input const& input, Stencil const& stencil, int order, int n_dims, Output const& output, int point);

} // namespace localinterp
