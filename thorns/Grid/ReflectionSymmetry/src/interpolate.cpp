// Interpolation on a grid with mirrors: points outside of a mirror are replaced by their images inside.
#include "mirrors.hpp"

#include "Numerics/ThornTools/src/mirror_tags.hpp"
#include "Numerics/ThornTools/src/variable_type.hpp"
#include "cctk_Functions.h"
#include "util_ErrorCodes.h"
#include "util_Table.h"

#include <algorithm>
#include <vector>

namespace reflection {
namespace {

using thorntools::Signs;

/// The coordinate of a mirror. Lower mirrors are at 0.
CCTK_REAL plane_of(cGH const* cctkGH, int face, Mirror const& mirror, char const* system) {
  if (face % 2 == 0) return 0;
  int const d = face / 2;
  CCTK_REAL lower = 0, upper = 0;
  CCTK_CoordRange(cctkGH, &lower, &upper, d + 1, nullptr, system);
  CCTK_REAL const spacing = (upper - lower) / (cctkGH->cctk_gsh[d] - 1);
  return upper - (cctkGH->cctk_nghostzones[d] - (mirror.is_between_points ? 0.5 : 0)) * spacing;
}

bool is_outside(CCTK_REAL coordinate, int face, CCTK_REAL plane) {
  return face % 2 == 0 ? coordinate < plane : coordinate > plane;
}

/// Reads an option with one integer per output. The default value is the output's index if `counts` is true,
/// otherwise 0.
std::vector<CCTK_INT> integers(int table, int n, char const* key, bool counts) {
  std::vector<CCTK_INT> values(n, 0);
  if (Util_TableGetIntArray(table, n, values.data(), key) == n) return values;
  for (int i = 0; i < n; ++i) values[i] = counts ? i : 0;
  return values;
}

/// Changes the sign of selected values. Returns false for types that are not interpolated.
bool change_signs(void* values, int type, std::vector<bool> const& is_changed) {
  auto const visit = [&](auto t) {
    auto* const numbers = static_cast<typename decltype(t)::type*>(values);
    for (std::size_t i = 0; i < is_changed.size(); ++i)
      if (is_changed[i]) numbers[i] = -numbers[i];
  };
  return thorntools::with_real(type, visit) || thorntools::with_complex(type, visit);
}

/// The signs of a derivative of a variable. The operation code has a digit for each derivative: its direction from 1.
Signs signs_of(int variable, CCTK_INT operation_code) {
  Signs signs = thorntools::signs_of_variable(variable);
  for (CCTK_INT code = operation_code; code > 0; code /= 10)
    if (int const d = static_cast<int>(code % 10) - 1; d >= 0 && d < 3) signs[d] = -signs[d];
  return signs;
}

/// Interpolation points, mapped to the inside of all mirrors.
struct MappedPoints {
  std::vector<std::vector<CCTK_REAL>> images;     ///< by direction; empty without a mirror
  std::vector<CCTK_POINTER_TO_CONST> coordinates; ///< by direction
  std::vector<bool> is_reflected[3];              ///< by direction and point: true after an odd number of reflections

  bool changes_sign(std::size_t point, Signs const& signs) const {
    bool result = false;
    for (int d = 0; d < 3; ++d)
      if (signs[d] < 0 && !is_reflected[d].empty() && is_reflected[d][point]) result = !result;
    return result;
  }
};

MappedPoints map_points(cGH const* cctkGH, char const* system, CCTK_POINTER_TO_CONST const* coordinates, int n_dims,
                        CCTK_INT n_points) {
  auto const mirror = mirrors(cctkGH->cctk_gsh);
  MappedPoints mapped;
  mapped.images.resize(n_dims);
  mapped.coordinates.assign(coordinates, coordinates + n_dims);
  for (int face = 0; face < 2 * n_dims && face < 6; ++face) {
    if (!mirror[face].exists) continue;
    int const d = face / 2;
    CCTK_REAL const plane = plane_of(cctkGH, face, mirror[face], system);
    auto const* const before = static_cast<CCTK_REAL const*>(mapped.coordinates[d]);
    std::vector<CCTK_REAL> images(before, before + n_points);
    mapped.is_reflected[d].resize(n_points, false);
    for (CCTK_INT i = 0; i < n_points; ++i) {
      if (!is_outside(images[i], face, plane)) continue;
      images[i] = 2 * plane - images[i];
      mapped.is_reflected[d][i] = !mapped.is_reflected[d][i];
    }
    mapped.images[d] = std::move(images);
    mapped.coordinates[d] = mapped.images[d].data();
  }
  return mapped;
}

/// The subset of `faces` (one bit per face) that are not mirrors of this thorn.
CCTK_INT other_faces(cGH const* cctkGH, CCTK_INT faces) {
  auto const mirror = mirrors(cctkGH->cctk_gsh);
  for (int face = 0; face < 6; ++face)
    if (mirror[face].exists) faces &= ~(CCTK_INT{1} << face);
  return faces;
}

/// True if outputs have values. Errors at single points leave valid values at all other points.
bool has_values(CCTK_INT result) {
  return result >= 0 || result == CCTK_ERROR_INTERP_POINT_OUTSIDE || result == CCTK_ERROR_INTERP_POINT_EXCISED ||
         result == CCTK_ERROR_INTERP_COORD_NAN;
}

} // namespace
} // namespace reflection

using namespace reflection;

extern "C" CCTK_INT
ReflectionSymmetry_Interpolate(CCTK_POINTER_TO_CONST cctkGH, CCTK_INT N_dims, CCTK_INT local_interp_handle,
                               CCTK_INT param_table_handle, CCTK_INT coord_system_handle, CCTK_INT N_interp_points,
                               CCTK_INT interp_coords_type, CCTK_POINTER_TO_CONST const* interp_coords,
                               CCTK_INT N_input_arrays, CCTK_INT const* input_array_indices, CCTK_INT N_output_arrays,
                               CCTK_INT const* output_array_types, CCTK_POINTER const* output_arrays, CCTK_INT faces) {
  char const* const system = CCTK_CoordSystemName(static_cast<int>(coord_system_handle));
  // Without points there is nothing to map; the driver reports wrong arguments.
  bool const maps = system && N_dims > 0 && N_interp_points > 0 && interp_coords_type == CCTK_VARIABLE_REAL &&
                    interp_coords &&
                    std::find(interp_coords, interp_coords + N_dims, nullptr) == interp_coords + N_dims;
  MappedPoints mapped;
  if (maps)
    mapped =
        map_points(static_cast<cGH const*>(cctkGH), system, interp_coords, static_cast<int>(N_dims), N_interp_points);
  CCTK_INT const result = SymmetryInterpolateFaces(
      cctkGH, N_dims, local_interp_handle, param_table_handle, coord_system_handle, N_interp_points, interp_coords_type,
      maps ? mapped.coordinates.data() : interp_coords, N_input_arrays, input_array_indices, N_output_arrays,
      output_array_types, output_arrays, other_faces(static_cast<cGH const*>(cctkGH), faces));
  if (!maps || !has_values(result)) return result;
  auto const inputs = integers(param_table_handle, N_output_arrays, "operand_indices", true);
  auto const codes = integers(param_table_handle, N_output_arrays, "operation_codes", false);
  for (CCTK_INT m = 0; m < N_output_arrays; ++m) {
    if (inputs[m] < 0 || inputs[m] >= N_input_arrays) return UTIL_ERROR_BAD_INPUT;
    CCTK_INT const variable = input_array_indices[inputs[m]];
    if (variable < 0 || !output_arrays[m]) continue;
    Signs const signs = signs_of(static_cast<int>(variable), codes[m]);
    std::vector<bool> is_changed(N_interp_points);
    for (CCTK_INT i = 0; i < N_interp_points; ++i) is_changed[i] = mapped.changes_sign(i, signs);
    if (!change_signs(output_arrays[m], static_cast<int>(output_array_types[m]), is_changed))
      return UTIL_ERROR_BAD_INPUT;
  }
  return result;
}
