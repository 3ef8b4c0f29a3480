/// Nests of the paper (Lee et al.) for tests of mappings.
#pragma once

#include "codegen/patterns/nest.hpp"

namespace chemora::patterns {

/// A matrix of 1024 or more rows or columns has these three shapes in the paper.
struct MatrixShape {
  double rows = 0, columns = 0;
};
inline constexpr MatrixShape matrix_shapes[] = {{65536, 1024}, {8192, 8192}, {1024, 65536}};

inline NestPattern exact_pattern(std::string const& name, int parent, double size, bool needs_synchronisation = false) {
  return {.name = name,
          .parent = parent,
          .size = size,
          .size_source = SizeSource::exact,
          .needs_synchronisation = needs_synchronisation};
}

/// Level 0 is a map over rows, level 1 the sum of each row of a matrix that is stored by rows.
inline Nest sum_rows(MatrixShape shape) {
  return {.patterns = {exact_pattern("map i", -1, shape.rows), exact_pattern("reduce j", 0, shape.columns, true)},
          .accesses = {{.name = "m[i, j]", .pattern = 1, .contiguous_level = 1}}};
}

/// Level 0 is a map over columns, level 1 the sum of each column.
inline Nest sum_columns(MatrixShape shape) {
  return {.patterns = {exact_pattern("map j", -1, shape.columns), exact_pattern("reduce i", 0, shape.rows, true)},
          .accesses = {{.name = "m[i, j]", .pattern = 1, .contiguous_level = 0}}};
}

/// Fig. 8: the outer pattern reads `array1D[i]`, the inner one `array2D[i, j]`.
inline Nest figure_8(double outer, double inner) {
  return {.patterns = {exact_pattern("map i", -1, outer), exact_pattern("map j", 0, inner)},
          .accesses = {{.name = "array1D[i]", .pattern = 0, .contiguous_level = 0},
                       {.name = "array2D[i, j]", .pattern = 1, .contiguous_level = 1}}};
}

/// A map over rows and columns that reads and writes `n_arrays` matrices.
inline Nest matrices(MatrixShape shape, int n_arrays) {
  Nest nest{.patterns = {exact_pattern("map i", -1, shape.rows), exact_pattern("map j", 0, shape.columns)}};
  for (int n = 0; n < n_arrays; ++n)
    nest.accesses.push_back({.name = std::string(1, static_cast<char>('a' + n)), .pattern = 1, .contiguous_level = 1});
  return nest;
}

/// The Mandelbrot set: at most 256 iterations for each point. Their number depends on the indices of `levels`.
inline Nest orbits(double outer, double inner, std::set<int> const& levels) {
  NestPattern iterate = exact_pattern("iterate z", 1, 256, true);
  iterate.max_threads = 1;
  iterate.can_be_split = false;
  iterate.levels_of_length = levels;
  return {.patterns = {exact_pattern("map i", -1, outer), exact_pattern("map j", 0, inner), iterate},
          .accesses = {{.name = "result[i, j]", .pattern = 1, .contiguous_level = 1}}};
}

/// Fig. 5: for each node, a map over its neighbours and the sum of the result; the number of neighbours is data.
inline Nest page_rank() {
  NestPattern map{.name = "map neighbours", .parent = 0, .is_size_known_at_launch = false};
  NestPattern reduce{
      .name = "reduce weights", .parent = 0, .is_size_known_at_launch = false, .needs_synchronisation = true};
  return {.patterns = {{.name = "map nodes"}, map, reduce},
          .accesses = {{.name = "neighbours[e]", .pattern = 1, .contiguous_level = 1},
                       {.name = "rank[neighbours[e]]", .pattern = 1},
                       {.name = "weights[e]", .pattern = 2, .contiguous_level = 1, .has_flexible_layout = true}}};
}

} // namespace chemora::patterns
