// Checks the arguments of an interpolation.
#include "request.hpp"

#include "util_ErrorCodes.h"

namespace pughinterp {
namespace {

#define REFUSE(...) return CCTK_VWARN(CCTK_WARN_ALERT, "Cannot interpolate: " __VA_ARGS__), UTIL_ERROR_BAD_INPUT

int check_numbers(Request const& request) {
  if (request.n_dims < 1 || request.n_dims > max_dimension)
    REFUSE("the number of dimensions is %d; 1 to %d are possible", request.n_dims, max_dimension);
  if (request.n_points < 0) REFUSE("the number of points is %d", request.n_points);
  if (request.n_inputs < 0 || request.n_outputs < 0)
    REFUSE("the number of input arrays is %d, that of output arrays %d", request.n_inputs, request.n_outputs);
  return 0;
}

int check_pointers(Request const& request) {
  if ((request.n_inputs > 0 && !request.input_variables) ||
      (request.n_outputs > 0 && (!request.output_types || !request.outputs)))
    REFUSE("the list of input variables, of output types or of output arrays is NULL");
  if (request.n_points == 0) return 0;
  if (request.coordinate_type != CCTK_VARIABLE_REAL) REFUSE("the coordinates of the points must be of type CCTK_REAL");
  for (int d = 0; d < request.n_dims; ++d)
    if (!request.coordinates || !request.coordinates[d]) REFUSE("the coordinates of direction %d are NULL", d);
  return 0;
}

int check_types(Request const& request) {
  for (int i = 0; i < request.n_outputs; ++i)
    if (CCTK_VarTypeSize(request.output_types[i]) <= 0)
      REFUSE("output array %d is of the unknown type %d", i, static_cast<int>(request.output_types[i]));
  return 0;
}

int check_operator(Request const& request) {
  if (CCTK_InterpOperator(request.local_operator)) return 0;
  CCTK_VWARN(CCTK_WARN_ALERT,
             "Cannot interpolate: there is no interpolation operator with the handle %d. Is a thorn active that "
             "registers the operator, as LocalInterp does \"uniform cartesian\"?",
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
    REFUSE("the coordinate system '%s' has %d dimensions, the points have %d", name, CCTK_CoordSystemDim(name),
           request.n_dims);
  return 0;
}

#undef REFUSE

} // namespace

int check(Request const& request) {
  for (auto const part : {check_numbers, check_operator, check_coordinate_system, check_pointers, check_types})
    if (int const error = part(request)) return error;
  return 0;
}

} // namespace pughinterp
