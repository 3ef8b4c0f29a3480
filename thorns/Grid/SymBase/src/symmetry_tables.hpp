/// The extension "SymBase" of the grid hierarchy: one table for the grid, and one for each group of arrays or scalars.
#pragma once

#include "cctk.h"

#include <string>
#include <vector>

namespace symbase {

/// Maps interpolation points by a symmetry, then calls SymmetryInterpolateFaces for the remaining faces.
using Interpolator = CCTK_INT (*)(CCTK_POINTER_TO_CONST, CCTK_INT, CCTK_INT, CCTK_INT, CCTK_INT, CCTK_INT, CCTK_INT,
                                  CCTK_POINTER_TO_CONST const*, CCTK_INT, CCTK_INT const*, CCTK_INT, CCTK_INT const*,
                                  CCTK_POINTER const*, CCTK_INT);

/// Key-value tables with the keys symmetry_handle, symmetry_zone_width and symmetry_interpolate, each with one element
/// per face.
struct Tables {
  int grid;
  std::vector<int> groups; ///< by group index; -1 for grid functions
};

Tables const& tables(cGH const* cctkGH);

std::vector<std::string> const& symmetry_names();

/// An array of a table with one element per face. Ends the run if the table does not contain it.
std::vector<CCTK_INT> integers(int table, int n_faces, char const* key);
std::vector<CCTK_FPOINTER> functions(int table, int n_faces, char const* key);

} // namespace symbase
