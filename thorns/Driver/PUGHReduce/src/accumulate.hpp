// The reduction of the points of one process, in a form that can be added to those of others exactly.
#pragma once

#include "exact/exact_sum.hpp"
#include "operation.hpp"

#include "cctk.h"

#include <array>
#include <cstdint>
#include <limits>

namespace pughreduce {

inline constexpr int max_dimension = 4;

// What a process knows. Addition of two of these is exact, so that it does not matter who held which points.
struct Partial {
  ExactSum sum, imaginary_sum;                               // of the terms of sums and norms
  double extreme = -std::numeric_limits<double>::infinity(); // the largest of a, -a (minimum) or |a| (norm_inf)
  std::int64_t n_nan = 0, n_points = 0;
};

// An array in memory, first index fastest, and the box [begin, end) of it that counts.
struct Array {
  void const* data = nullptr;
  int type = 0;                      // CCTK_VARIABLE_*
  CCTK_REAL const* weight = nullptr; // of each point of the same shape; NULL: 1
  bool is_cut = false;               // the terms of sums and averages become integers, towards zero
  std::array<int, max_dimension> shape = {1, 1, 1, 1}, begin = {0, 0, 0, 0}, end = {1, 1, 1, 1};
};

// Whether values of this type can be reduced: integers of up to 8 bytes, reals and complex numbers. Reals of 16 bytes
// are rounded to double first.
bool is_reducible(int type);

// Adds the array's points to `partial`, using all threads. With weights w: a w in place of a in sums, averages and
// norms; minimum and maximum of the points whose weight is not 0.
void accumulate(Array const& array, Operation operation, Partial& partial);

} // namespace pughreduce
