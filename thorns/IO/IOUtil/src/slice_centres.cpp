// Where lines and planes cut the grid: the standard thorn's C functions, in terms of ours.
#include "IO/IOTools/src/grid_axes.hpp"
#include "ioutil_Utils.h"

#include <cctk_Functions.h>

extern "C" int IOUtil_1DLines(const cGH* GH, int num_dims, int* const* const origin_index,
                              CCTK_REAL* const* const origin_phys, int* const* const slice_center) {
  bool const have_coordinates =
      CCTK_IsFunctionAliased("Coord_GetDefaultSystem") != 0 && Coord_GetDefaultSystem(GH, num_dims) >= 0;
  for (int line = 0; line < num_dims; ++line)
    for (int d = 0; d < num_dims; ++d) {
      iotools::Position const position{.index = origin_index[line][d], .coordinate = origin_phys[line][d]};
      if (d != line && !have_coordinates && position.index < 0) return -1;
      slice_center[line][d] = d == line ? 0 : iotools::slice_index(position, iotools::grid_axis(GH, d));
    }
  return 0;
}

extern "C" int IOUtil_2DPlanes(const cGH* GH, int num_dims, const int* origin_index, const CCTK_REAL* origin_phys,
                               int* slice_center) {
  bool const have_coordinates =
      CCTK_IsFunctionAliased("Coord_GetDefaultSystem") != 0 && Coord_GetDefaultSystem(GH, num_dims) >= 0;
  for (int i = 0; i < num_dims; ++i) {
    iotools::Position const position{.index = origin_index == nullptr ? -2 : origin_index[i],
                                     .coordinate = origin_phys[i]};
    if (!have_coordinates && position.index < 0) return -1;
    slice_center[i] = iotools::slice_index(position, iotools::grid_axis(GH, num_dims - 1 - i));
  }
  return 0;
}
