// What a thorn needs that interpolates grid functions.
#pragma once

#include "cctk.h"

#include <string>

namespace thorntools {

// Thorns that ActiveThorns lacks, as the end of a sentence: "add PUGHInterp to ActiveThorns."; empty when the driver
// can interpolate, with this operator.
inline std::string advice_to_interpolate(char const* interpolator = "uniform cartesian") {
  bool const has_driver = CCTK_IsFunctionAliased("DriverInterpolate") != 0;
  bool const has_operator = CCTK_InterpHandle(interpolator) >= 0;
  if (has_driver && has_operator) return {};
  std::string const driver = has_driver ? "" : "PUGHInterp (the driver's part)";
  std::string const local = has_operator ? "" : std::string("LocalInterp (\"") + interpolator + "\")";
  return "add " + driver + (driver.empty() || local.empty() ? "" : " and ") + local + " to ActiveThorns.";
}

} // namespace thorntools
