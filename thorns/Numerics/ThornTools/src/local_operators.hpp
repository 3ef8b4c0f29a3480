/// Helpers for interpolation and reduction operators: options in key-value tables, and messages about missing thorns.
#pragma once

#include "cctk.h"
#include "util_Table.h"

#include <optional>
#include <string>
#include <vector>

namespace thorntools {

inline bool has_option(int table, char const* key) {
  return Util_TableQueryValueInfo(table, nullptr, nullptr, key) == 1;
}

/// Returns an error message if the option exists but does not have n elements of this type, and an empty string
/// otherwise.
inline std::string option_error(int table, char const* key, CCTK_INT type, CCTK_INT n) {
  CCTK_INT found_type = 0, found_n = 0;
  if (Util_TableQueryValueInfo(table, &found_type, &found_n, key) != 1 || (found_type == type && found_n == n))
    return "";
  return std::string("the option '") + key + "' must have " + std::to_string(n) + " elements of type " +
         CCTK_VarTypeName(static_cast<int>(type)) + ", but it has " + std::to_string(found_n) + " of " +
         CCTK_VarTypeName(static_cast<int>(found_type));
}

inline int get_option(int table, int n, CCTK_INT* values, char const* key) {
  return Util_TableGetIntArray(table, n, values, key);
}
inline int get_option(int table, int n, CCTK_REAL* values, char const* key) {
  return Util_TableGetRealArray(table, n, values, key);
}

/// Returns the n elements of an option, or nothing if the table does not contain it. option_error() must be empty.
template <typename Number>
std::optional<std::vector<Number>> find_option(int table, int n, char const* key) {
  if (!has_option(table, key)) return std::nullopt;
  std::vector<Number> values(n);
  get_option(table, n, values.data(), key);
  return values;
}

/// Advice that names the thorns missing for interpolation, for example "add PUGHInterp to ActiveThorns.". The result is
/// empty if the driver can interpolate with this operator.
inline std::string advice_to_interpolate(char const* interpolator = "uniform cartesian") {
  bool const has_driver = CCTK_IsFunctionAliased("DriverInterpolate") != 0;
  bool const has_operator = CCTK_InterpHandle(interpolator) >= 0;
  if (has_driver && has_operator) return {};
  std::string const driver = has_driver ? "" : "PUGHInterp (the driver's part)";
  std::string const local = has_operator ? "" : std::string("LocalInterp (\"") + interpolator + "\")";
  return "add " + driver + (driver.empty() || local.empty() ? "" : " and ") + local + " to ActiveThorns.";
}

} // namespace thorntools
