// Moves the punctures along minus the shift.
#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Parameters.h"
#include "util_Table.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>
#include <vector>

namespace puncture_tracker {
namespace {

using Vector = std::array<CCTK_REAL, 3>;

std::vector<int> tracked() {
  DECLARE_CCTK_PARAMETERS
  std::vector<int> which;
  for (int i = 0; i < 10; ++i)
    if (track[i]) which.push_back(i);
  return which;
}

// Names the punctures at which there is no shift; all if the interpolator does not say at which.
[[noreturn]] void fail(int error, std::vector<int> const& which, std::vector<Vector> const& places,
                       std::vector<CCTK_INT> const& status) {
  DECLARE_CCTK_PARAMETERS
  bool const is_known = std::any_of(status.begin(), status.end(), [](CCTK_INT one) { return one < 0; });
  std::ostringstream lost;
  for (std::size_t i = 0; i < places.size(); ++i)
    if (!is_known || status[i] < 0)
      lost << " Puncture " << which[i] << " is at (" << places[i][0] << ", " << places[i][1] << ", " << places[i][2]
           << ").";
  CCTK_VERROR(
      "PunctureTracker: the interpolation of the shift gives the error %d.%s It must lie in the grid, and ghost "
      "zones must be as wide as half of interp_order = %d.",
      error, lost.str().c_str(), static_cast<int>(interp_order));
}

void check_limit(std::vector<int> const& which, std::vector<Vector> const& velocity) {
  DECLARE_CCTK_PARAMETERS
  for (std::size_t i = 0; i < velocity.size(); ++i)
    for (CCTK_REAL const component : velocity[i])
      if (std::fabs(component) > shift_limit)
        CCTK_VERROR("At puncture %d a component of the shift is %g, above PunctureTracker::shift_limit = %g.", which[i],
                    -component, shift_limit);
}

// Minus the shift at places, on every process. Collective.
std::vector<Vector> velocities(cGH const* gh, std::vector<int> const& which, std::vector<Vector> const& places) {
  DECLARE_CCTK_PARAMETERS
  std::size_t const n = places.size();
  std::array<std::vector<CCTK_REAL>, 3> place, shift;
  CCTK_INT variables[3];
  CCTK_INT const types[3] = {CCTK_VARIABLE_REAL, CCTK_VARIABLE_REAL, CCTK_VARIABLE_REAL};
  char const* const names[3] = {"ADMBase::betax", "ADMBase::betay", "ADMBase::betaz"};
  for (int d = 0; d < 3; ++d) {
    for (Vector const& at : places) place[d].push_back(at[d]);
    shift[d].resize(n);
    variables[d] = CCTK_VarIndex(names[d]);
  }
  void const* const coordinates[] = {place[0].data(), place[1].data(), place[2].data()};
  void* const results[] = {shift[0].data(), shift[1].data(), shift[2].data()};
  int const table = Util_TableCreate(UTIL_TABLE_FLAGS_DEFAULT);
  Util_TableSetInt(table, interp_order, "order");
  std::vector<CCTK_INT> status(n);
  Util_TableSetPointer(table, status.data(), "per_point_status");
  int const error =
      CCTK_InterpGridArrays(gh, 3, CCTK_InterpHandle("uniform cartesian"), table, CCTK_CoordSystemHandle("cart3d"),
                            static_cast<int>(n), CCTK_VARIABLE_REAL, coordinates, 3, variables, 3, types, results);
  Util_TableDestroy(table);
  if (error < 0) fail(error, which, places, status);
  std::vector<Vector> result(n);
  for (std::size_t i = 0; i < n; ++i)
    for (int d = 0; d < 3; ++d) result[i][d] = -shift[d][i];
  check_limit(which, result);
  return result;
}

std::vector<Vector> moved(std::vector<Vector> places, CCTK_REAL time, std::vector<Vector> const& velocity) {
  for (std::size_t i = 0; i < places.size(); ++i)
    for (int d = 0; d < 3; ++d) places[i][d] += time * velocity[i][d];
  return places;
}

} // namespace

extern "C" void PunctureTracker_Start(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS
  DECLARE_CCTK_PARAMETERS
  for (int i = 0; i < 10; ++i) {
    pt_loc_t[i] = pt_vel_t[i] = cctk_time;
    pt_loc_x[i] = pt_loc_y[i] = pt_loc_z[i] = pt_vel_x[i] = pt_vel_y[i] = pt_vel_z[i] = 0;
  }
  std::vector<int> const which = tracked();
  std::vector<Vector> places;
  for (int const i : which) places.push_back({initial_x[i], initial_y[i], initial_z[i]});
  if (places.empty()) return;
  auto const velocity = velocities(cctkGH, which, places);
  for (std::size_t n = 0; n < which.size(); ++n) {
    int const i = which[n];
    pt_loc_x[i] = places[n][0], pt_loc_y[i] = places[n][1], pt_loc_z[i] = places[n][2];
    pt_vel_x[i] = velocity[n][0], pt_vel_y[i] = velocity[n][1], pt_vel_z[i] = velocity[n][2];
  }
}

// Heun: to the end of the step with the velocity at its beginning, then with the mean of both ends.
extern "C" void PunctureTracker_Track(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS
  DECLARE_CCTK_PARAMETERS
  std::vector<int> const which = tracked();
  if (which.empty()) return;
  std::vector<Vector> places, before;
  for (int const i : which) {
    places.push_back({pt_loc_x[i], pt_loc_y[i], pt_loc_z[i]});
    before.push_back({pt_vel_x[i], pt_vel_y[i], pt_vel_z[i]});
  }
  CCTK_REAL const step = cctk_time - pt_loc_t[which[0]];
  auto const after = velocities(cctkGH, which, moved(places, step, before));
  places = moved(moved(places, step / 2, before), step / 2, after);
  auto const velocity = velocities(cctkGH, which, places);
  for (std::size_t n = 0; n < which.size(); ++n) {
    int const i = which[n];
    pt_loc_t[i] = pt_vel_t[i] = cctk_time;
    pt_loc_x[i] = places[n][0], pt_loc_y[i] = places[n][1], pt_loc_z[i] = places[n][2];
    pt_vel_x[i] = velocity[n][0], pt_vel_y[i] = velocity[n][1], pt_vel_z[i] = velocity[n][2];
    if (verbose && CCTK_MyProc(cctkGH) == 0)
      CCTK_VINFO("Puncture %d is at (%g, %g, %g)", i, places[n][0], places[n][1], places[n][2]);
  }
}

} // namespace puncture_tracker
