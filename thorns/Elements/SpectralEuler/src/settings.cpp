#include "settings.hpp"

#include "cctk_Parameters.h"

namespace spectral_euler {

Mesh mesh_of_parameters() {
  DECLARE_CCTK_PARAMETERS
  Mesh mesh;
  mesh.elements = {static_cast<int>(elements_x), static_cast<int>(elements_y), static_cast<int>(elements_z)};
  mesh.lower = {x_min, y_min, z_min};
  mesh.upper = {x_max, y_max, z_max};
  mesh.is_periodic = {CCTK_EQUALS(boundary_x, "periodic") != 0, CCTK_EQUALS(boundary_y, "periodic") != 0,
                      CCTK_EQUALS(boundary_z, "periodic") != 0};
  mesh.mapping = CCTK_EQUALS(mapping, "waves")  ? Mapping::waves
                 : CCTK_EQUALS(mapping, "hill") ? Mapping::hill
                                                : Mapping::box;
  mesh.amplitude = mapping_amplitude;
  return mesh;
}

FlowOptions flow_of_parameters() {
  DECLARE_CCTK_PARAMETERS
  FlowOptions flow;
  flow.flow = CCTK_EQUALS(initial, "density wave")        ? Flow::density_wave
              : CCTK_EQUALS(initial, "isentropic vortex") ? Flow::vortex
              : CCTK_EQUALS(initial, "thermal bubble")    ? Flow::bubble
                                                          : Flow::uniform;
  flow.gamma = adiabatic_index;
  flow.density = initial_density;
  flow.pressure = initial_pressure;
  flow.velocity = {initial_velocity[0], initial_velocity[1], initial_velocity[2]};
  flow.amplitude = flow.flow == Flow::vortex ? vortex_strength : amplitude;
  flow.wave_numbers = {static_cast<int>(wave_number[0]), static_cast<int>(wave_number[1]),
                       static_cast<int>(wave_number[2])};
  flow.centre = {centre[0], centre[1], centre[2]};
  flow.radius = bubble_radius;
  flow.warming = bubble_warming;
  flow.temperature = background_temperature;
  flow.gravity = gravity;
  flow.gas_constant = gas_constant;
  flow.lower = {x_min, y_min, z_min};
  flow.upper = {x_max, y_max, z_max};
  return flow;
}

int degree_of_parameters() {
  DECLARE_CCTK_PARAMETERS
  return static_cast<int>(degree);
}

LocalElements local_elements(cGH const* cctkGH) {
  cGroupDynamicData data;
  if (CCTK_GroupDynamicData(cctkGH, CCTK_GroupIndex("SpectralEuler::state"), &data) < 0)
    CCTK_ERROR("The driver provides no extents of the group SpectralEuler::state.");
  for (int axis = 0; axis < 3; ++axis)
    if (data.lsh[axis] != data.gsh[axis])
      CCTK_VERROR(
          "The driver divides axis %d of SpectralEuler::state among the processes; it must divide only the last "
          "axis, which counts the elements. Use the driver PUGH of this project.",
          axis + 1);
  std::size_t const n = static_cast<std::size_t>(data.gsh[0]);
  return {data.lbnd[3], data.lsh[3], n * n * n};
}

} // namespace spectral_euler
