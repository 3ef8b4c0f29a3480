// Calls the local interpolation operator for the points of one process, with options for the faces of its grid.
#include "interpolate.hpp"

#include "Numerics/ThornTools/src/local_operators.hpp"
#include "Numerics/ThornTools/src/variable_type.hpp"
#include "util_ErrorCodes.h"

#include <algorithm>
#include <cmath>

namespace pughinterp {
namespace {

constexpr char const points_to_omit[] = "N_boundary_points_to_omit";
constexpr char const off_centring[] = "boundary_off_centering_tolerance";
constexpr char const extrapolation[] = "boundary_extrapolation_tolerance";
constexpr char const point_status[] = "per_point_status";

/// Default tolerances at outer faces, in grid spacings: stencils may be off-centred by any distance, and points may be
/// outside the grid only by rounding errors.
constexpr CCTK_REAL any_distance = 999, rounding = 1e-10;

using thorntools::find_option;
using thorntools::has_option;

int set(int table, int n, CCTK_INT const* values, char const* key) {
  return Util_TableSetIntArray(table, n, values, key);
}
int set(int table, int n, CCTK_REAL const* values, char const* key) {
  return Util_TableSetRealArray(table, n, values, key);
}

template <typename Number>
void restore(int table, std::optional<std::vector<Number>> const& previous, char const* key) {
  if (previous)
    set(table, static_cast<int>(previous->size()), previous->data(), key);
  else
    Util_TableDeleteKey(table, key);
}

/// Sets an option with one value per face: the value of the caller, or the default, at outer faces, and 0 at faces to
/// other processes.
template <typename Number>
void set_for_faces(int table, Grid const& grid, int n_faces, std::optional<std::vector<Number>> const& requested,
                   Number default_value, char const* key) {
  std::vector<Number> values(n_faces, 0);
  for (int face = 0; face < n_faces; ++face)
    if (grid.is_outer[face]) values[face] = requested ? (*requested)[face] : default_value;
  set(table, n_faces, values.data(), key);
}

} // namespace

int read_options(Request const& request, Options& options) {
  int const table = request.table, n_faces = 2 * request.n_dims;
  if (Util_TableQueryNKeys(table) < 0) {
    CCTK_VWARN(CCTK_WARN_ALERT, "Cannot interpolate: there is no parameter table with the handle %d", table);
    return UTIL_ERROR_BAD_HANDLE;
  }
  struct Array {
    char const* key;
    CCTK_INT type;
    int n;
  };
  for (auto const& [key, type, n] :
       {Array{points_to_omit, CCTK_VARIABLE_INT, n_faces}, Array{off_centring, CCTK_VARIABLE_REAL, n_faces},
        Array{extrapolation, CCTK_VARIABLE_REAL, n_faces},
        Array{"input_array_time_levels", CCTK_VARIABLE_INT, request.n_inputs},
        Array{"operation_codes", CCTK_VARIABLE_INT, request.n_outputs}, Array{point_status, CCTK_VARIABLE_POINTER, 1}})
    if (auto const reason = thorntools::option_error(table, key, type, n); !reason.empty()) {
      CCTK_VWARN(CCTK_WARN_ALERT, "Cannot interpolate: %s", reason.c_str());
      return UTIL_ERROR_BAD_INPUT;
    }
  options.time_levels = find_option<CCTK_INT>(table, request.n_inputs, "input_array_time_levels")
                            .value_or(std::vector<CCTK_INT>(request.n_inputs, 0));
  options.operation_codes =
      find_option<CCTK_INT>(table, request.n_outputs, "operation_codes").value_or(std::vector<CCTK_INT>());
  CCTK_POINTER pointer = nullptr;
  if (has_option(table, point_status)) Util_TableGetPointer(table, &pointer, point_status);
  options.per_point_status = static_cast<CCTK_INT*>(pointer);
  return 0;
}

OperatorOptions::OperatorOptions(Request const& request, Grid const& grid, CCTK_INT* per_point_status)
    : table_(request.table) {
  int const n_faces = 2 * request.n_dims;
  points_to_omit_ = find_option<CCTK_INT>(table_, n_faces, points_to_omit);
  off_centring_ = find_option<CCTK_REAL>(table_, n_faces, off_centring);
  extrapolation_ = find_option<CCTK_REAL>(table_, n_faces, extrapolation);
  if (has_option(table_, point_status)) Util_TableGetPointer(table_, &status_.emplace(), point_status);
  set_for_faces<CCTK_INT>(table_, grid, n_faces, points_to_omit_, 0, points_to_omit);
  set_for_faces<CCTK_REAL>(table_, grid, n_faces, off_centring_, any_distance, off_centring);
  set_for_faces<CCTK_REAL>(table_, grid, n_faces, extrapolation_, rounding, extrapolation);
  Util_TableDeleteKey(table_, "error_point_status");
  Util_TableSetPointer(table_, per_point_status, point_status);
}

OperatorOptions::~OperatorOptions() {
  restore(table_, points_to_omit_, points_to_omit);
  restore(table_, off_centring_, off_centring);
  restore(table_, extrapolation_, extrapolation);
  Util_TableDeleteKey(table_, "error_point_status");
  if (status_)
    Util_TableSetPointer(table_, *status_, point_status);
  else
    Util_TableDeleteKey(table_, point_status);
}

bool OperatorOptions::has_point_status() const { return has_option(table_, "error_point_status"); }

namespace {

int call_operator(Request const& request, Grid const& grid, Inputs const& inputs, Points const& points,
                  void* const* outputs) {
  int const n_dims = request.n_dims;
  std::array<CCTK_REAL, max_dimension> origin{}, spacing;
  spacing.fill(1);
  std::vector<std::vector<CCTK_REAL>> coordinates(n_dims);
  std::vector<void const*> pointers;
  for (int d = 0; d < n_dims; ++d) {
    origin[d] = grid.lower[d];
    for (int i = 0; i < points.n; ++i) coordinates[d].push_back(points.index[i * n_dims + d]);
    pointers.push_back(coordinates[d].data());
  }
  return CCTK_InterpLocalUniform(n_dims, request.local_operator, request.table, origin.data(), spacing.data(), points.n,
                                 CCTK_VARIABLE_REAL, pointers.data(), request.n_inputs, grid.shape.data(),
                                 inputs.types.data(), inputs.data.data(), request.n_outputs, request.output_types,
                                 outputs);
}

/// The factor that converts a derivative from units of the grid spacing: the product of 1 / spacing over the digits of
/// the code. Each digit is the direction of a derivative, starting with 1.
CCTK_REAL derivative_scale(CCTK_INT code, Request const& request, Grid const& grid) {
  CCTK_REAL scale = 1;
  for (; code > 0; code /= 10)
    if (int const direction = static_cast<int>(code % 10); direction >= 1 && direction <= request.n_dims)
      scale /= grid.spacing[direction - 1];
  return scale;
}

/// Multiplies all values by a factor. A complex value is multiplied as two real values.
template <typename Real>
void multiply(std::vector<std::byte>& values, CCTK_REAL scale) {
  auto* const numbers = reinterpret_cast<Real*>(values.data());
  for (std::size_t i = 0; i < values.size() / sizeof(Real); ++i) numbers[i] = static_cast<Real>(numbers[i] * scale);
}

void scale_derivative(std::vector<std::byte>& values, CCTK_INT type, CCTK_REAL scale) {
  auto const scale_all = [&](auto t) { multiply<thorntools::Part<typename decltype(t)::type>>(values, scale); };
  if (!thorntools::with_real(static_cast<int>(type), scale_all))
    thorntools::with_complex(static_cast<int>(type), scale_all);
}

} // namespace

Results evaluate(Request const& request, Grid const& grid, Options const& options, Inputs const& inputs,
                 Points const& points) {
  Results results;
  constexpr std::byte all_bits{0xff}; // all bits set is a NaN
  std::vector<void*> pointers;
  for (int i = 0; i < request.n_outputs; ++i) {
    std::size_t const size = static_cast<std::size_t>(CCTK_VarTypeSize(request.output_types[i]));
    pointers.push_back(results.outputs.emplace_back(points.n * size, all_bits).data());
  }
  results.point_status.assign(points.n, 0);
  if (points.n == 0) return results;
  OperatorOptions const operator_options(request, grid, results.point_status.data());
  results.status = call_operator(request, grid, inputs, points, pointers.data());
  if (results.status < 0 && !operator_options.has_point_status())
    std::fill(results.point_status.begin(), results.point_status.end(), results.status);
  for (std::size_t i = 0; i < options.operation_codes.size(); ++i)
    if (options.operation_codes[i] > 0)
      scale_derivative(results.outputs[i], request.output_types[i],
                       derivative_scale(options.operation_codes[i], request, grid));
  return results;
}

/// Calls the operator without output arrays at those points of this process that are closest to the parts of other
/// processes.
int check_ghost_zones(Request const& request, Grid const& grid, Inputs const& inputs) {
  if (!grid.has_points) return 0;
  int const n_dims = request.n_dims;
  Points points;
  for (int face = 0; face < 2 * n_dims; ++face) {
    if (grid.is_outer[face] || grid.shape[face / 2] <= 1) continue;
    for (int d = 0; d < n_dims; ++d) points.index.push_back(0.5 * (grid.owned.begin[d] + grid.owned.end[d] - 1));
    double& index = points.index[points.n * n_dims + face / 2];
    index = face % 2 == 0 ? grid.owned.begin[face / 2] - 0.5 : std::nextafter(grid.owned.end[face / 2] - 0.5, 0.0);
    ++points.n;
  }
  if (points.n == 0) return 0;
  std::vector<CCTK_INT> status(points.n, 0);
  std::vector<void*> const no_outputs(request.n_outputs, nullptr);
  OperatorOptions const operator_options(request, grid, status.data());
  int const error = call_operator(request, grid, inputs, points, no_outputs.data());
  return error == CCTK_ERROR_INTERP_POINT_OUTSIDE ? CCTK_ERROR_INTERP_GHOST_SIZE_TOO_SMALL : error;
}

} // namespace pughinterp
