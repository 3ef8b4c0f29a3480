/// The scheduled function that checks the parameters.
#include "settings.hpp"

#include "cctk_Arguments.h"
#include "cctk_Parameters.h"

namespace spectral_euler {
namespace {

void check_edges(Mesh const& mesh) {
  for (int d = 0; d < 3; ++d) {
    char const axis = "xyz"[d];
    if (!(mesh.upper[d] > mesh.lower[d]))
      CCTK_VPARAMWARN("SpectralEuler::%c_max = %g must be larger than SpectralEuler::%c_min = %g.", axis, mesh.upper[d],
                      axis, mesh.lower[d]);
  }
}

void check_mapping(Mesh const& mesh) {
  if (mesh.mapping == Mapping::hill && mesh.is_periodic[2])
    CCTK_PARAMWARN("SpectralEuler::mapping = \"hill\" requires SpectralEuler::boundary_z = \"wall\": with a periodic "
                   "boundary, the lower and the upper end must have the same shape.");
  if (mesh.mapping == Mapping::box && mesh.amplitude != 0)
    CCTK_VPARAMWARN("SpectralEuler::mapping_amplitude = %g has no effect with SpectralEuler::mapping = \"box\". Set it "
                    "to 0, or choose the mapping \"waves\" or \"hill\".",
                    mesh.amplitude);
}

void check_processes(cGH const* cctkGH, Mesh const& mesh) {
  int const n_processes = CCTK_nProcs(cctkGH);
  if (n_processes > mesh.n_elements())
    CCTK_VPARAMWARN("The mesh has %ld elements, fewer than the %d processes. Each process needs at least one element: "
                    "use more elements (SpectralEuler::elements_x, elements_y, elements_z) or at most %ld processes.",
                    mesh.n_elements(), n_processes, mesh.n_elements());
}

void check_flow(FlowOptions const& flow, Mesh const& mesh) {
  DECLARE_CCTK_PARAMETERS
  if (flow.flow == Flow::bubble && mesh.is_periodic[2] && flow.gravity != 0)
    CCTK_PARAMWARN("SpectralEuler::initial = \"thermal bubble\" requires SpectralEuler::boundary_z = \"wall\", because "
                   "the pressure of the gas decreases with z.");
  for (Point const& corner : {mesh.lower, mesh.upper, flow.centre})
    if (!is_physical(flow, corner)) {
      CCTK_VPARAMWARN(
          "The initial data SpectralEuler::initial = \"%s\" have a density or pressure that is not positive "
          "at (%g, %g, %g). Choose a smaller amplitude, warming or height.",
          initial, corner[0], corner[1], corner[2]);
      break;
    }
}

} // namespace
} // namespace spectral_euler

extern "C" void SpectralEuler_CheckParameters(CCTK_ARGUMENTS) {
  auto const mesh = spectral_euler::mesh_of_parameters();
  spectral_euler::check_edges(mesh);
  spectral_euler::check_mapping(mesh);
  spectral_euler::check_processes(cctkGH, mesh);
  spectral_euler::check_flow(spectral_euler::flow_of_parameters(), mesh);
}
