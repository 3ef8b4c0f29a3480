/// The boundary points of one variable that a condition sets on this process.
#pragma once

#include "cctk.h"
#include "faces/zones.hpp"

namespace boundary {

/// The arguments of Boundary_SelectVarForBCI.
struct Request {
  int variable;
  int faces; ///< bits in the order of Faces, or CCTK_ALL_FACES
  int width; ///< in points at all faces; negative: from the table
  int table; ///< of options; negative: none

  bool operator==(Request const&) const = default;
};

struct Target {
  cGH const* cctkGH;
  int variable;
  Box box;
  int requested_faces;     ///< as Request::faces
  Faces faces;             ///< the requested faces without symmetry, periodic and inner boundaries
  std::vector<Zone> zones; ///< points to set
  Region region;           ///< contains these points: the whole local box, or a region of a GhostSplit

  void* data(int time_level = 0) const { return CCTK_VarDataPtrI(cctkGH, time_level, variable); }
};

/// Finds the boundary points of a request. The widths are Request::width if not negative, else the entry BOUNDARY_WIDTH
/// of the table (one integer per face), else the numbers of ghost zones. Ends the run if the condition cannot be
/// applied. `similar` may be the target of another variable; its faces and zones are reused if they are the same.
Target make_target(cGH const* cctkGH, Request const& request, char const* condition, Target const* similar = nullptr);

/// The same target, restricted to a region.
Target within(Target target, Region const& region);

/// A real or integer option from a table, or `default_value` if there is none.
double real_option(int table, char const* key, double default_value);
/// The variable that an option specifies by its index or full name; -1 if there is no such option or variable.
int variable_option(int table, char const* key);

/// Coordinates of the grid points.
struct Coordinates {
  std::array<CCTK_INT, max_dim> x; ///< variables x, y, z
  CCTK_INT r;                      ///< variable: the radius
  std::array<double, max_dim> spacing;
};

/// Ends the run if the target is not a real three-dimensional variable, or if no thorn provides coordinates.
Coordinates coordinates_for(Target const& target, char const* condition);

} // namespace boundary
