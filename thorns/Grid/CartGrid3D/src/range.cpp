// Chooses between parameters of one direction and of all.
#include "range.hpp"

#include "cctk_Parameters.h"

namespace cartgrid {
namespace {

constexpr CCTK_REAL not_set = -424242; // the default of xyzmin and xyzmax

End end_of(char const* side, int direction, CCTK_REAL of_all, CCTK_REAL of_direction) {
  std::string const name = of_all != not_set ? "xyz" : std::string(1, "xyz"[direction]);
  return {"grid::" + name + side, of_all != not_set ? of_all : of_direction};
}

} // namespace

Range range_of(int direction) {
  DECLARE_CCTK_PARAMETERS;
  CCTK_REAL const min[] = {xmin, ymin, zmin}, max[] = {xmax, ymax, zmax};
  return {end_of("min", direction, xyzmin, min[direction]), end_of("max", direction, xyzmax, max[direction])};
}

} // namespace cartgrid
