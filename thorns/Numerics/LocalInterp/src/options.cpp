#include "options.hpp"

#include "Numerics/ThornTools/src/local_operators.hpp"
#include "util_ErrorCodes.h"

#include <algorithm>
#include <iterator>

namespace localinterp {
namespace {

/// Options that this operator ignores. The global interpolation uses them and passes the same table to this operator.
constexpr char const* global_options[] = {"input_array_time_levels", "local_interpolator_status", "error_point_status"};
constexpr char const* local_options[] = {"order",
                                         "operation_codes",
                                         "N_boundary_points_to_omit",
                                         "boundary_off_centering_tolerance",
                                         "boundary_extrapolation_tolerance",
                                         "per_point_status",
                                         "suppress_warnings"};

bool is_one_of(char const* key, char const* const* begin, char const* const* end) {
  return std::any_of(begin, end, [&](char const* name) { return CCTK_Equals(key, name); });
}

void warn_of_unknown_keys(int table) {
  char key[200];
  CCTK_INT type = 0, n = 0;
  int const iterator = Util_TableItCreate(table);
  for (; Util_TableItQueryIsNonNull(iterator) > 0; Util_TableItAdvance(iterator)) {
    if (Util_TableItQueryKeyValueInfo(iterator, sizeof key, key, &type, &n) <= 0) break;
    if (!is_one_of(key, std::begin(local_options), std::end(local_options)) &&
        !is_one_of(key, std::begin(global_options), std::end(global_options)))
      CCTK_VWARN(CCTK_WARN_ALERT, "LocalInterp ignores the unknown option '%s'", key);
  }
  Util_TableItDestroy(iterator);
}

/// Whether an option has this type and number of elements, or does not exist. Returns false after a warning.
bool is_usable(int table, char const* key, CCTK_INT type, int n) {
  auto const reason = thorntools::option_error(table, key, type, n);
  if (!reason.empty()) CCTK_VWARN(CCTK_WARN_ALERT, "Cannot interpolate: %s", reason.c_str());
  return reason.empty();
}

/// Reads the elements of an option. `values` is empty if the table does not contain the option.
template <typename Number>
bool read(int table, char const* key, CCTK_INT type, int n, std::optional<std::vector<Number>>& values) {
  if (!is_usable(table, key, type, n)) return false;
  values = thorntools::find_option<Number>(table, n, key);
  return true;
}

bool read_edges(int table, int n_dims, Options& options) {
  std::optional<std::vector<CCTK_INT>> omit;
  std::optional<std::vector<CCTK_REAL>> off_centring, extrapolation;
  int const n = 2 * n_dims;
  bool const is_valid = read(table, "N_boundary_points_to_omit", CCTK_VARIABLE_INT, n, omit) &&
                        read(table, "boundary_off_centering_tolerance", CCTK_VARIABLE_REAL, n, off_centring) &&
                        read(table, "boundary_extrapolation_tolerance", CCTK_VARIABLE_REAL, n, extrapolation);
  if (omit && *std::min_element(omit->begin(), omit->end()) < 0) {
    CCTK_WARN(CCTK_WARN_ALERT, "Cannot interpolate: the option 'N_boundary_points_to_omit' has negative elements");
    return false;
  }
  for (int face = 0; is_valid && face < n; ++face) {
    Edges& edges = options.edges[face / 2];
    if (omit) edges.points_to_omit[face % 2] = static_cast<int>((*omit)[face]);
    if (off_centring) edges.off_centring_tolerance[face % 2] = (*off_centring)[face];
    if (extrapolation) edges.extrapolation_tolerance[face % 2] = (*extrapolation)[face];
  }
  return is_valid;
}

/// Reads operation_codes. A code has one digit for each derivative, the number of its direction starting with 1.
bool read_derivatives(int table, int n_dims, int n_outputs, Options& options) {
  std::optional<std::vector<CCTK_INT>> codes;
  if (!read(table, "operation_codes", CCTK_VARIABLE_INT, n_outputs, codes)) return false;
  if (!codes) return true;
  for (CCTK_INT const code : *codes) {
    auto& counts = options.derivatives.emplace_back();
    bool is_valid = code >= 0;
    for (CCTK_INT digits = code; digits > 0 && is_valid; digits /= 10) {
      auto const direction = static_cast<int>(digits % 10);
      is_valid = direction >= 1 && direction <= n_dims && ++counts[direction - 1] <= max_derivative;
    }
    if (is_valid) continue;
    CCTK_VWARN(
        CCTK_WARN_ALERT,
        "Cannot interpolate: operation code %d; allowed are 0, or a digit from 1 to %d for each derivative, with "
        "at most %d in each direction",
        static_cast<int>(code), n_dims, max_derivative);
    return false;
  }
  return true;
}

} // namespace

int read_options(int table, int n_dims, int n_outputs, Options& options) {
  if (table < 0) return 0;
  if (Util_TableQueryNKeys(table) < 0) {
    CCTK_VWARN(CCTK_WARN_ALERT, "Cannot interpolate: there is no parameter table with the handle %d", table);
    return UTIL_ERROR_BAD_HANDLE;
  }
  warn_of_unknown_keys(table);
  std::optional<std::vector<CCTK_INT>> order;
  if (!read(table, "order", CCTK_VARIABLE_INT, 1, order)) return UTIL_ERROR_BAD_INPUT;
  if (order) options.order = static_cast<int>(order->front());
  if (options.order < 0 || options.order > max_order) {
    CCTK_VWARN(CCTK_WARN_ALERT, "Cannot interpolate: the order is %d; 0 to %d are allowed", options.order, max_order);
    return UTIL_ERROR_BAD_INPUT;
  }
  if (!read_derivatives(table, n_dims, n_outputs, options)) return UTIL_ERROR_BAD_INPUT;
  if (!read_edges(table, n_dims, options)) return UTIL_ERROR_BAD_INPUT;
  if (!is_usable(table, "per_point_status", CCTK_VARIABLE_POINTER, 1)) return UTIL_ERROR_BAD_INPUT;
  CCTK_POINTER status = nullptr;
  if (Util_TableGetPointer(table, &status, "per_point_status") == 1)
    options.point_status = static_cast<CCTK_INT*>(status);
  options.warns = Util_TableQueryValueInfo(table, nullptr, nullptr, "suppress_warnings") != 1;
  return 0;
}

void report_bad_points(int table, Options const& options, int n_bad) {
  if (options.point_status) Util_TableSetInt(table, -n_bad, "error_point_status");
}

} // namespace localinterp
