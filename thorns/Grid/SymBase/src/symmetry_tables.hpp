// The extension "SymBase" of the grid hierarchy: one table for the grid, one for each grid array and scalar group.
#pragma once

#include "cctk.h"

#include <string>
#include <vector>

namespace symbase {

// Moves interpolation points by the symmetry, then calls SymmetryInterpolateFaces for the faces that remain.
using Interpolator = CCTK_INT (*)(CCTK_POINTER_TO_CONST, CCTK_INT, CCTK_INT, CCTK_INT, CCTK_INT, CCTK_INT, CCTK_INT,
                                  CCTK_POINTER_TO_CONST const*, CCTK_INT, CCTK_INT const*, CCTK_INT, CCTK_INT const*,
                                  CCTK_POINTER const*, CCTK_INT);

// Key-value tables with the keys symmetry_handle, symmetry_zone_width, symmetry_interpolate; one entry for each face.
struct Tables {
  int grid;
  std::vector<int> groups; // by group index; -1 for grid functions
};

Tables const& tables(cGH const* cctkGH);

std::vector<std::string> const& symmetry_names();

// An entry of a table, one element for each face. Ends the run if the table does not hold it.
std::vector<CCTK_INT> integers(int table, int n_faces, char const* key);
std::vector<CCTK_FPOINTER> functions(int table, int n_faces, char const* key);

} // namespace symbase
