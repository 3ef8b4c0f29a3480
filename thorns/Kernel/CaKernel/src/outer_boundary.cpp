// Combines driver, symmetries and CoordBase.
#include "outer_boundary.hpp"

#include "Kernel/Devices/src/boundary_widths.hpp"
#include "Numerics/ThornTools/src/symmetry_faces.hpp"
#include "codegen/ir/graph.hpp"
#include "thorn_parameters.hpp"

#include <algorithm>
#include <array>

namespace ca_kernel {

namespace ir = chemora::ir;

namespace {

bool is_yes(std::string const& parameter) {
  int type = 0;
  void const* const value = find_parameter("driver", parameter, type);
  return value && type == PARAMETER_BOOLEAN && *static_cast<CCTK_INT const*>(value);
}

} // namespace

chemora::launch::FaceWidths outer_widths(cGH const* cctkGH) {
  chemora::launch::FaceWidths widths{};
  auto const from_coordbase = devices::boundary_widths();
  int const dim = std::min(cctkGH->cctk_dim, 3);
  auto const symmetries = CCTK_IsFunctionAliased("SymmetryTableHandleForGrid") ? thorntools::symmetry_faces(cctkGH, dim)
                                                                               : std::array<bool, 6>{};
  for (int d = 0; d < dim; ++d) {
    bool const is_periodic = is_yes("periodic") && is_yes(std::string("periodic_") + "xyz"[d]);
    if (is_periodic || cctkGH->cctk_gsh[d] <= 1) continue;
    for (int face = 0; face < 2; ++face) {
      bool const is_refined = cctkGH->cctk_levfac[d] != 1;
      if (symmetries[2 * d + face] || (is_refined && !cctkGH->cctk_bbox[2 * d + face])) continue;
      widths[d][face] = from_coordbase ? (*from_coordbase)[d][face] : cctkGH->cctk_nghostzones[d];
    }
  }
  return widths;
}

std::map<std::string, double> boundary_parameters(cGH const* cctkGH) {
  auto const widths = cctkGH ? outer_widths(cctkGH) : chemora::launch::FaceWidths{};
  std::map<std::string, double> values;
  for (int axis = 0; axis < 3; ++axis)
    for (int face = 0; face < 2; ++face) values[ir::boundary_width_name(axis, face)] = widths[axis][face];
  return values;
}

} // namespace ca_kernel
