// Registers the Cartesian coordinates: with CoordBase (tables), and with the flesh (the older way).
#include "register_ranges.hpp"

#include "cctk_Arguments.h"
#include "cctk_Functions.h"
#include "cctk_Parameters.h"
#include "util_Table.h"

#include <string>

namespace cartgrid {
namespace {

char const* const names[] = {"x", "y", "z"};

std::string system_name(int dim) { return "cart" + std::to_string(dim) + "d"; }

void register_system(cGH const* cctkGH, int dim) {
  std::string const name = system_name(dim);
  int const system = Coord_SystemRegister(cctkGH, dim, name.c_str());
  if (system < 0) CCTK_VERROR("The coordinate system %s cannot be registered: error %d.", name.c_str(), system);
  for (int d = 0; d < dim; ++d) Coord_CoordRegister(cctkGH, system, d + 1, names[d]);
  Util_TableSetString(system, "uniform", "TYPE");
}

void describe_coordinate(cGH const* cctkGH, int dim, int d, Layout const& layout) {
  int const table = Coord_CoordHandle(cctkGH, names[d], system_name(dim).c_str());
  if (table < 0) CCTK_VERROR("The coordinate %s of %s has not been registered.", names[d], system_name(dim).c_str());
  CCTK_REAL const lower = layout.origin, upper = coordinate(layout, cctkGH->cctk_gsh[d] - 1);
  if (dim == 3) {
    Util_TableSetInt(table, layout.first_physical, "PHYSICALMIN");
    Util_TableSetInt(table, layout.last_physical, "PHYSICALMAX");
  } else {
    Util_TableSetReal(table, lower, "PHYSICALMIN");
    Util_TableSetReal(table, upper, "PHYSICALMAX");
  }
  Util_TableSetReal(table, lower, "COMPMIN");
  Util_TableSetReal(table, upper, "COMPMAX");
  Util_TableSetReal(table, layout.spacing, "DELTA");
  Util_TableSetString(table, "uniform", "TYPE");
  Util_TableSetString(table, "no", "TIMEDEPENDENT");
  Util_TableSetString(table, "CCTK_REAL", "DATATYPE");
  Util_TableSetInt(table, CCTK_VarIndex((std::string("grid::") + names[d]).c_str()), "GAINDEX");
}

} // namespace

void register_ranges(cGH const* cctkGH, std::array<Layout, 3> const& layouts) {
  for (int d = 0; d < 3; ++d) {
    CCTK_REAL const upper = coordinate(layouts[d], cctkGH->cctk_gsh[d] - 1);
    if (CCTK_CoordRegisterRange(cctkGH, layouts[d].origin, upper, d + 1, nullptr, "cart3d") < 0 ||
        CCTK_CoordRegisterRangePhysIndex(cctkGH, layouts[d].first_physical, layouts[d].last_physical, d + 1, nullptr,
                                         "cart3d") < 0)
      CCTK_VERROR("The range of the coordinate %s cannot be registered.", names[d]);
    for (int dim = d + 1; dim <= 3; ++dim) describe_coordinate(cctkGH, dim, d, layouts[d]);
  }
}

extern "C" void RegisterCartGrid3DCoords(CCTK_ARGUMENTS) {
  DECLARE_CCTK_PARAMETERS;
  for (int dim = 3; dim >= 1; --dim) {
    register_system(cctkGH, dim);
    if (register_default_coordinate_systems) Coord_SetDefaultSystem(cctkGH, system_name(dim).c_str());
  }
  CCTK_CoordRegisterSystem(3, "cart3d");
  CCTK_CoordRegisterSystem(3, "spher3d");
  for (int d = 0; d < 3; ++d)
    CCTK_CoordRegisterData(d + 1, (std::string("grid::") + names[d]).c_str(), names[d], "cart3d");
  CCTK_CoordRegisterData(1, "grid::r", "r", "spher3d");
}

} // namespace cartgrid
