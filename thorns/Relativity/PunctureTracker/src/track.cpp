/// Scheduled functions that check the parameters and move the punctures with velocity -beta, where beta is the shift.
#include "Numerics/ThornTools/src/local_operators.hpp"
#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Parameters.h"
#include "util_Table.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>
#include <string>
#include <vector>

extern "C" void PunctureTracker_CheckParameters(CCTK_ARGUMENTS) {
  DECLARE_CCTK_PARAMETERS(void) cctkGH;
  bool const tracks_any = std::any_of(track, track + 10, [](CCTK_INT is_tracked) { return is_tracked != 0; });
  if (tracks_any && CCTK_EQUALS(initial_shift, "none"))
    CCTK_PARAMWARN("PunctureTracker follows punctures along the shift, but there is none: ADMBase::initial_shift = "
                   "\"none\". Set it to \"zero\", for example, and evolve it.");
  std::string const advice = thorntools::advice_to_interpolate();
  if (tracks_any && !advice.empty()) CCTK_VPARAMWARN("PunctureTracker interpolates the shift; %s", advice.c_str());
  for (int i = 0; i < 10; ++i)
    if (which_surface_to_store_info[i] >= 0)
      CCTK_VWARN(
          CCTK_WARN_ALERT,
          "PunctureTracker::which_surface_to_store_info[%d] = %d has no effect: positions are only stored in the "
          "grid scalars pt_loc.",
          i, static_cast<int>(which_surface_to_store_info[i]));
  struct Setting {
    char const* name;
    bool is_set;
  };
  for (Setting const& setting : {Setting{"modify_puncture", modify_puncture[0] >= 0 || modify_puncture[1] >= 0},
                                 {"modify_distance", modify_distance > 0},
                                 {"new_reflevel_number", new_reflevel_number[0] >= 0 || new_reflevel_number[1] >= 0}})
    if (setting.is_set)
      CCTK_VWARN(CCTK_WARN_ALERT,
                 "PunctureTracker::%s has no effect: there is no mesh refinement that it could change.", setting.name);
}

namespace puncture_tracker {
namespace {

using Vector = std::array<CCTK_REAL, 3>;

std::vector<int> tracked() {
  DECLARE_CCTK_PARAMETERS
  std::vector<int> punctures;
  for (int i = 0; i < 10; ++i)
    if (track[i]) punctures.push_back(i);
  return punctures;
}

/// Ends the run with a message that names the punctures at which the shift could not be interpolated. If the
/// interpolator returned no error code for a single puncture, the message names all punctures.
[[noreturn]] void fail(int error, std::vector<int> const& punctures, std::vector<Vector> const& positions,
                       std::vector<CCTK_INT> const& status) {
  DECLARE_CCTK_PARAMETERS
  bool const is_known = std::any_of(status.begin(), status.end(), [](CCTK_INT code) { return code < 0; });
  std::ostringstream lost;
  for (std::size_t i = 0; i < positions.size(); ++i)
    if (!is_known || status[i] < 0)
      lost << " Puncture " << punctures[i] << " is at (" << positions[i][0] << ", " << positions[i][1] << ", "
           << positions[i][2] << ").";
  CCTK_VERROR(
      "PunctureTracker: the interpolation of the shift returned the error %d.%s It must be inside the grid, and ghost "
      "zones must be as wide as half of interp_order = %d.",
      error, lost.str().c_str(), static_cast<int>(interp_order));
}

void check_limit(std::vector<int> const& punctures, std::vector<Vector> const& velocity) {
  DECLARE_CCTK_PARAMETERS
  for (std::size_t i = 0; i < velocity.size(); ++i)
    for (CCTK_REAL const component : velocity[i])
      if (std::fabs(component) > shift_limit)
        CCTK_VERROR("At puncture %d a component of the shift is %g, above PunctureTracker::shift_limit = %g.",
                    punctures[i], -component, shift_limit);
}

/// Returns minus the shift at the positions of the punctures, on every process. Collective.
std::vector<Vector> velocities(cGH const* cctkGH, std::vector<int> const& punctures,
                               std::vector<Vector> const& positions) {
  DECLARE_CCTK_PARAMETERS
  std::size_t const n = positions.size();
  std::array<std::vector<CCTK_REAL>, 3> coordinate, shift;
  CCTK_INT variables[3];
  CCTK_INT const types[3] = {CCTK_VARIABLE_REAL, CCTK_VARIABLE_REAL, CCTK_VARIABLE_REAL};
  char const* const names[3] = {"ADMBase::betax", "ADMBase::betay", "ADMBase::betaz"};
  for (int d = 0; d < 3; ++d) {
    for (Vector const& at : positions) coordinate[d].push_back(at[d]);
    shift[d].resize(n);
    variables[d] = CCTK_VarIndex(names[d]);
  }
  void const* const coordinates[] = {coordinate[0].data(), coordinate[1].data(), coordinate[2].data()};
  void* const results[] = {shift[0].data(), shift[1].data(), shift[2].data()};
  int const table = Util_TableCreate(UTIL_TABLE_FLAGS_DEFAULT);
  Util_TableSetInt(table, interp_order, "order");
  std::vector<CCTK_INT> status(n);
  Util_TableSetPointer(table, status.data(), "per_point_status");
  int const error =
      CCTK_InterpGridArrays(cctkGH, 3, CCTK_InterpHandle("uniform cartesian"), table, CCTK_CoordSystemHandle("cart3d"),
                            static_cast<int>(n), CCTK_VARIABLE_REAL, coordinates, 3, variables, 3, types, results);
  Util_TableDestroy(table);
  if (error < 0) fail(error, punctures, positions, status);
  std::vector<Vector> result(n);
  for (std::size_t i = 0; i < n; ++i)
    for (int d = 0; d < 3; ++d) result[i][d] = -shift[d][i];
  check_limit(punctures, result);
  return result;
}

/// The positions after moving with constant velocity for the given time.
std::vector<Vector> moved(std::vector<Vector> positions, CCTK_REAL time, std::vector<Vector> const& velocity) {
  for (std::size_t i = 0; i < positions.size(); ++i)
    for (int d = 0; d < 3; ++d) positions[i][d] += time * velocity[i][d];
  return positions;
}

} // namespace

extern "C" void PunctureTracker_Start(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS
  DECLARE_CCTK_PARAMETERS
  for (int i = 0; i < 10; ++i) {
    pt_loc_t[i] = pt_vel_t[i] = cctk_time;
    pt_loc_x[i] = pt_loc_y[i] = pt_loc_z[i] = pt_vel_x[i] = pt_vel_y[i] = pt_vel_z[i] = 0;
  }
  std::vector<int> const punctures = tracked();
  std::vector<Vector> positions;
  for (int const i : punctures) positions.push_back({initial_x[i], initial_y[i], initial_z[i]});
  if (positions.empty()) return;
  auto const velocity = velocities(cctkGH, punctures, positions);
  for (std::size_t n = 0; n < punctures.size(); ++n) {
    int const i = punctures[n];
    pt_loc_x[i] = positions[n][0], pt_loc_y[i] = positions[n][1], pt_loc_z[i] = positions[n][2];
    pt_vel_x[i] = velocity[n][0], pt_vel_y[i] = velocity[n][1], pt_vel_z[i] = velocity[n][2];
  }
}

/// Moves the punctures with Heun's method: a predictor step with the initial velocity, then a step with the mean of the
/// initial and the final velocity.
extern "C" void PunctureTracker_Track(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS
  DECLARE_CCTK_PARAMETERS
  std::vector<int> const punctures = tracked();
  if (punctures.empty()) return;
  std::vector<Vector> positions, initial_velocity;
  for (int const i : punctures) {
    positions.push_back({pt_loc_x[i], pt_loc_y[i], pt_loc_z[i]});
    initial_velocity.push_back({pt_vel_x[i], pt_vel_y[i], pt_vel_z[i]});
  }
  CCTK_REAL const step = cctk_time - pt_loc_t[punctures[0]];
  auto const final_velocity = velocities(cctkGH, punctures, moved(positions, step, initial_velocity));
  positions = moved(moved(positions, step / 2, initial_velocity), step / 2, final_velocity);
  auto const velocity = velocities(cctkGH, punctures, positions);
  for (std::size_t n = 0; n < punctures.size(); ++n) {
    int const i = punctures[n];
    pt_loc_t[i] = pt_vel_t[i] = cctk_time;
    pt_loc_x[i] = positions[n][0], pt_loc_y[i] = positions[n][1], pt_loc_z[i] = positions[n][2];
    pt_vel_x[i] = velocity[n][0], pt_vel_y[i] = velocity[n][1], pt_vel_z[i] = velocity[n][2];
    if (verbose && CCTK_MyProc(cctkGH) == 0)
      CCTK_VINFO("Puncture %d is at (%g, %g, %g)", i, positions[n][0], positions[n][1], positions[n][2]);
  }
}

} // namespace puncture_tracker
