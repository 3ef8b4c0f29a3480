// The options of an interpolation that the driver reads, and those it sets for the local operator.
#include "options.hpp"

#include "Numerics/ThornTools/src/option_table.hpp"
#include "util_ErrorCodes.h"

namespace pughinterp {
namespace {

constexpr char const points_to_omit[] = "N_boundary_points_to_omit";
constexpr char const off_centring[] = "boundary_off_centering_tolerance";
constexpr char const extrapolation[] = "boundary_extrapolation_tolerance";
constexpr char const status[] = "per_point_status";

// Where an outer face is not mentioned: molecules may be off-centred as far as necessary, extrapolate by rounding only.
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
void restore(int table, std::optional<std::vector<Number>> const& before, char const* key) {
  if (before)
    set(table, static_cast<int>(before->size()), before->data(), key);
  else
    Util_TableDeleteKey(table, key);
}

// The caller's values, or the default, at outer faces; 0 at the others.
template <typename Number>
void set_for_faces(int table, Grid const& grid, int n_faces, std::optional<std::vector<Number>> const& asked,
                   Number otherwise, char const* key) {
  std::vector<Number> values(n_faces, 0);
  for (int face = 0; face < n_faces; ++face)
    if (grid.is_outer[face]) values[face] = asked ? (*asked)[face] : otherwise;
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
        Array{"operation_codes", CCTK_VARIABLE_INT, request.n_outputs}, Array{status, CCTK_VARIABLE_POINTER, 1}})
    if (auto const reason = thorntools::option_error(table, key, type, n); !reason.empty()) {
      CCTK_VWARN(CCTK_WARN_ALERT, "Cannot interpolate: %s", reason.c_str());
      return UTIL_ERROR_BAD_INPUT;
    }
  options.time_levels = find_option<CCTK_INT>(table, request.n_inputs, "input_array_time_levels")
                            .value_or(std::vector<CCTK_INT>(request.n_inputs, 0));
  options.operation_codes =
      find_option<CCTK_INT>(table, request.n_outputs, "operation_codes").value_or(std::vector<CCTK_INT>());
  CCTK_POINTER pointer = nullptr;
  if (has_option(table, status)) Util_TableGetPointer(table, &pointer, status);
  options.per_point_status = static_cast<CCTK_INT*>(pointer);
  return 0;
}

OperatorOptions::OperatorOptions(Request const& request, Grid const& grid, CCTK_INT* per_point_status)
    : table_(request.table) {
  int const n_faces = 2 * request.n_dims;
  points_to_omit_ = find_option<CCTK_INT>(table_, n_faces, points_to_omit);
  off_centring_ = find_option<CCTK_REAL>(table_, n_faces, off_centring);
  extrapolation_ = find_option<CCTK_REAL>(table_, n_faces, extrapolation);
  if (has_option(table_, status)) Util_TableGetPointer(table_, &status_.emplace(), status);
  set_for_faces<CCTK_INT>(table_, grid, n_faces, points_to_omit_, 0, points_to_omit);
  set_for_faces<CCTK_REAL>(table_, grid, n_faces, off_centring_, any_distance, off_centring);
  set_for_faces<CCTK_REAL>(table_, grid, n_faces, extrapolation_, rounding, extrapolation);
  Util_TableDeleteKey(table_, "error_point_status");
  Util_TableSetPointer(table_, per_point_status, status);
}

OperatorOptions::~OperatorOptions() {
  restore(table_, points_to_omit_, points_to_omit);
  restore(table_, off_centring_, off_centring);
  restore(table_, extrapolation_, extrapolation);
  Util_TableDeleteKey(table_, "error_point_status");
  if (status_)
    Util_TableSetPointer(table_, *status_, status);
  else
    Util_TableDeleteKey(table_, status);
}

bool OperatorOptions::knows_status_of_points() const { return has_option(table_, "error_point_status"); }

} // namespace pughinterp
