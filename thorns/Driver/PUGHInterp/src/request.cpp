// Checks the arguments of an interpolation, and finds the grid on which the input variables are defined.
#include "interpolate.hpp"

#include "Numerics/ThornTools/src/grid.hpp"
#include "Numerics/ThornTools/src/host_access.hpp"
#include "util_ErrorCodes.h"

#include <algorithm>
#include <cstring>
#include <string>

namespace pughinterp {
namespace {

#define REJECT(...) return CCTK_VWARN(CCTK_WARN_ALERT, "Cannot interpolate: " __VA_ARGS__), UTIL_ERROR_BAD_INPUT

int check_numbers(Request const& request) {
  if (request.n_dims < 1 || request.n_dims > max_dimension)
    REJECT("the number of dimensions is %d; 1 to %d are possible", request.n_dims, max_dimension);
  if (request.n_points < 0) REJECT("the number of points is %d", request.n_points);
  if (request.n_inputs < 0 || request.n_outputs < 0)
    REJECT("the number of input arrays is %d, that of output arrays %d", request.n_inputs, request.n_outputs);
  return 0;
}

int check_pointers(Request const& request) {
  if ((request.n_inputs > 0 && !request.input_variables) ||
      (request.n_outputs > 0 && (!request.output_types || !request.outputs)))
    REJECT("the list of input variables, of output types or of output arrays is NULL");
  if (request.n_points == 0) return 0;
  if (request.coordinate_type != CCTK_VARIABLE_REAL) REJECT("the coordinates of the points must be of type CCTK_REAL");
  for (int d = 0; d < request.n_dims; ++d)
    if (!request.coordinates || !request.coordinates[d]) REJECT("the coordinates of direction %d are NULL", d);
  return 0;
}

int check_types(Request const& request) {
  for (int i = 0; i < request.n_outputs; ++i)
    if (CCTK_VarTypeSize(request.output_types[i]) <= 0)
      REJECT("output array %d is of the unknown type %d", i, static_cast<int>(request.output_types[i]));
  return 0;
}

int check_operator(Request const& request) {
  if (CCTK_InterpOperator(request.local_operator)) return 0;
  CCTK_VWARN(CCTK_WARN_ALERT,
             "Cannot interpolate: there is no interpolation operator with the handle %d. Activate a thorn that "
             "registers the operator; LocalInterp registers \"uniform cartesian\".",
             request.local_operator);
  return UTIL_ERROR_BAD_HANDLE;
}

int check_coordinate_system(Request const& request) {
  char const* const name = CCTK_CoordSystemName(request.coordinate_system);
  if (!name) {
    CCTK_VWARN(CCTK_WARN_ALERT, "Cannot interpolate: there is no coordinate system with the handle %d",
               request.coordinate_system);
    return UTIL_ERROR_BAD_HANDLE;
  }
  if (CCTK_CoordSystemDim(name) < request.n_dims)
    REJECT("the coordinate system '%s' has %d dimensions, the points have %d", name, CCTK_CoordSystemDim(name),
           request.n_dims);
  return 0;
}

#undef REJECT

} // namespace

int check(Request const& request) {
  for (auto const check_one : {check_numbers, check_operator, check_coordinate_system, check_pointers, check_types})
    if (int const error = check_one(request)) return error;
  return 0;
}

namespace {

int reject(int variable, std::string const& reason) {
  CCTK_VWARN(CCTK_WARN_ALERT, "Cannot interpolate '%s': %s",
             variable >= 0 && variable < CCTK_NumVars() ? CCTK_FullVarName(variable) : "(no variable)", reason.c_str());
  return UTIL_ERROR_BAD_INPUT;
}

bool describe(Request const& request, int variable, cGroupDynamicData& data) {
  int const group = CCTK_GroupIndexFromVarI(variable);
  return group >= 0 && CCTK_GroupDynamicData(request.cctkGH, group, &data) >= 0;
}

bool same_size(cGroupDynamicData const& a, cGroupDynamicData const& b, int n_dims) {
  return std::equal(a.gsh, a.gsh + n_dims, b.gsh) && std::equal(a.lsh, a.lsh + n_dims, b.lsh) &&
         std::equal(a.lbnd, a.lbnd + n_dims, b.lbnd);
}

/// The variable that defines the grid: the first input variable, or a coordinate if there are no input variables.
int representative(Request const& request) {
  for (int i = 0; i < request.n_inputs; ++i)
    if (request.input_variables[i] >= 0) return request.input_variables[i];
  return CCTK_CoordIndex(1, nullptr, CCTK_CoordSystemName(request.coordinate_system));
}

/// Checks that the input variable has the same size as the variable of the coordinate, whose range defines the grid.
int check_coordinate_size(Request const& request, char const* system, int variable, cGroupDynamicData const& data) {
  int const coordinate = CCTK_CoordIndex(1, nullptr, system);
  cGroupDynamicData coordinate_data;
  if (coordinate < 0 || !describe(request, coordinate, coordinate_data)) return 0;
  if (coordinate_data.dim >= request.n_dims && std::equal(data.gsh, data.gsh + request.n_dims, coordinate_data.gsh))
    return 0;
  return reject(variable, std::string("its size differs from that of '") + CCTK_FullVarName(coordinate) +
                              "', a coordinate of the system '" + system + "'");
}

int set_coordinates(Request const& request, char const* system, cGroupDynamicData const& data, Grid& grid) {
  for (int d = 0; d < request.n_dims; ++d) {
    CCTK_REAL lower = 0, upper = 0;
    if (CCTK_CoordRange(request.cctkGH, &lower, &upper, d + 1, nullptr, system) < 0) {
      CCTK_VWARN(CCTK_WARN_ALERT, "Cannot interpolate: the coordinate system '%s' has no range in direction %d", system,
                 d);
      return UTIL_ERROR_BAD_INPUT;
    }
    grid.origin[d] = lower;
    grid.spacing[d] = data.gsh[d] > 1 ? (upper - lower) / (data.gsh[d] - 1) : 1;
    if (!(grid.spacing[d] != 0)) return CCTK_ERROR_INTERP_DELTA_X_ZERO;
  }
  return 0;
}

/// A copy of the array without the padding of its rows.
std::vector<std::byte> contiguous_copy(std::byte const* array, cGroupDynamicData const& data, int type) {
  auto const size = static_cast<std::size_t>(CCTK_VarTypeSize(type));
  std::array<std::size_t, max_dimension> lsh, ash;
  lsh.fill(1), ash.fill(1);
  for (int d = 0; d < data.dim; ++d) lsh[d] = data.lsh[d], ash[d] = data.ash[d];
  std::vector<std::byte> copy(lsh[0] * lsh[1] * lsh[2] * lsh[3] * size);
  std::byte* to = copy.data();
  for (std::size_t l = 0; l < lsh[3]; ++l)
    for (std::size_t k = 0; k < lsh[2]; ++k)
      for (std::size_t j = 0; j < lsh[1]; ++j, to += lsh[0] * size)
        std::memcpy(to, array + (j + ash[1] * (k + ash[2] * l)) * ash[0] * size, lsh[0] * size);
  return copy;
}

} // namespace

int find_grid(Request const& request, Grid& grid) {
  char const* const system = CCTK_CoordSystemName(request.coordinate_system);
  int const variable = representative(request);
  cGroupDynamicData data;
  if (!describe(request, variable, data)) return reject(variable, "the driver has no data about it");
  if (data.dim < request.n_dims)
    return reject(variable, "it has " + std::to_string(data.dim) + " dimensions, the points have " +
                                std::to_string(request.n_dims));
  if (int const error = check_coordinate_size(request, system, variable, data)) return error;
  std::array<int, max_dimension> begin{}, end{};
  thorntools::owned_points(data, begin.data(), end.data());
  grid.has_points = true;
  for (int d = 0; d < request.n_dims; ++d) {
    grid.shape[d] = data.lsh[d];
    grid.lower[d] = data.lbnd[d];
    grid.owned.begin[d] = data.lbnd[d] + begin[d];
    grid.owned.end[d] = data.lbnd[d] + end[d];
    grid.has_points = grid.has_points && end[d] > begin[d];
    for (int side = 0; side < 2; ++side) grid.is_outer[2 * d + side] = data.bbox[2 * d + side];
  }
  return set_coordinates(request, system, data, grid);
}

int find_inputs(Request const& request, std::vector<CCTK_INT> const& time_levels, Inputs& inputs) {
  inputs.types.assign(request.n_inputs, CCTK_VARIABLE_REAL);
  inputs.data.assign(request.n_inputs, nullptr);
  int const first = representative(request);
  cGroupDynamicData grid, data;
  describe(request, first, grid);
  for (int i = 0; i < request.n_inputs; ++i) {
    int const variable = request.input_variables[i];
    if (variable < 0) continue;
    if (!describe(request, variable, data)) return reject(variable, "the driver has no data about it");
    if (data.dim != request.n_dims)
      return reject(variable, "it has " + std::to_string(data.dim) + " dimensions, the points have " +
                                  std::to_string(request.n_dims));
    if (!same_size(data, grid, data.dim))
      return reject(variable, std::string("its size differs from that of '") + CCTK_FullVarName(first) + "'");
    int const level = static_cast<int>(time_levels[i]);
    thorntools::require_on_host(request.cctkGH, variable, level);
    inputs.data[i] = CCTK_VarDataPtrI(request.cctkGH, level, variable);
    if (!inputs.data[i] && std::all_of(data.lsh, data.lsh + data.dim, [](int n) { return n > 0; }))
      return reject(variable, "time level " + std::to_string(level) + " has no storage");
    inputs.types[i] = CCTK_VarTypeI(variable);
    if (!inputs.data[i] || std::equal(data.lsh, data.lsh + data.dim, data.ash)) continue;
    auto const* const array = static_cast<std::byte const*>(inputs.data[i]);
    inputs.copies.push_back(contiguous_copy(array, data, static_cast<int>(inputs.types[i])));
    inputs.data[i] = inputs.copies.back().data();
  }
  return 0;
}

} // namespace pughinterp
