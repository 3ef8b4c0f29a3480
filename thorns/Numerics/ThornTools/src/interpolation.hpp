/// The thorns that interpolation of grid functions requires.
#pragma once

#include "cctk.h"

#include <string>

namespace thorntools {

/// The missing thorns as the end of a message: "add PUGHInterp to ActiveThorns."; empty if the driver can interpolate
/// with this operator.
inline std::string advice_to_interpolate(char const* interpolator = "uniform cartesian") {
  bool const has_driver = CCTK_IsFunctionAliased("DriverInterpolate") != 0;
  bool const has_operator = CCTK_InterpHandle(interpolator) >= 0;
  if (has_driver && has_operator) return {};
  std::string const driver = has_driver ? "" : "PUGHInterp (the driver's part)";
  std::string const local = has_operator ? "" : std::string("LocalInterp (\"") + interpolator + "\")";
  return "add " + driver + (driver.empty() || local.empty() ? "" : " and ") + local + " to ActiveThorns.";
}

} // namespace thorntools
