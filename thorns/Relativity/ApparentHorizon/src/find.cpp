// Searches the horizons that are due: process 0 lets surfaces flow, the others bring their parts of the grid.
#include "grid_geometry.hpp"
#include "report.hpp"

#include "IO/IOTools/src/communicate.hpp"
#include "IO/IOTools/src/output_files.hpp"

#include "cctk_Arguments.h"
#include "cctk_Parameters.h"

#include <algorithm>
#include <cstring>

namespace apparent_horizon {
namespace {

constexpr int n_most = 10; // of the lists of parameters
constexpr char const *method = "ApparentHorizon::find_every", *more = "more", *done = "done";

std::string name_of(int number) { return "ah_" + std::to_string(number); }

// Also after a recovery, when the analysis of the checkpoint's iteration runs again. Sums of time steps are rounded:
// half a step decides.
bool is_due(cGH const* gh, int number) {
  DECLARE_CCTK_PARAMETERS
  return find_every > 0 && gh->cctk_iteration % find_every == 0 &&
         gh->cctk_time >= start_time[number] - 0.5 * gh->cctk_delta_time &&
         !iotools::is_written(method, name_of(number), gh->cctk_iteration);
}

// The places of punctures are not among the scheduled READS: that would demand the thorn also where it is not used, and
// grid scalars are valid everywhere.
Vector centre_of(cGH const* gh, int number) {
  DECLARE_CCTK_PARAMETERS
  Vector centre = {centre_x[number], centre_y[number], centre_z[number]};
  for (int d = 0; d < 3 && puncture[number] >= 0; ++d) {
    auto const name =
        "PunctureTracker::pt_loc_" + std::string(1, "xyz"[d]) + "[" + std::to_string(puncture[number]) + "]";
    auto const* const place = static_cast<CCTK_REAL const*>(CCTK_VarDataPtr(gh, 0, name.c_str()));
    if (place == nullptr) CCTK_VERROR("ApparentHorizon: '%s', the centre of a surface, has no storage.", name.c_str());
    centre[d] = *place;
  }
  return centre;
}

CCTK_REAL* modes_of(cGH const* gh, int number) {
  auto const name = "ApparentHorizon::ah_radius_modes[" + std::to_string(number) + "]";
  return static_cast<CCTK_REAL*>(CCTK_VarDataPtr(gh, 0, name.c_str()));
}

// A grid scalar, one value for each surface, and what it tells of a horizon.
struct Scalar {
  CCTK_REAL* values;
  double (*of)(Horizon const&);
};

std::vector<Scalar> scalars_of_found(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS
  return {{ah_area, [](Horizon const& h) { return h.area; }},
          {ah_irreducible_mass, [](Horizon const& h) { return irreducible_mass(h.area); }},
          {ah_mean_radius, [](Horizon const& h) { return h.mean_radius; }},
          {ah_min_radius, [](Horizon const& h) { return h.min_radius; }},
          {ah_max_radius, [](Horizon const& h) { return h.max_radius; }},
          {ah_residual, [](Horizon const& h) { return h.residual; }},
          {ah_mean_lapse, [](Horizon const& h) { return h.mean_lapse; }}};
}

// Collective; the result is known to process 0.
Found search(cGH const* gh, Vector const& centre, CCTK_REAL const* last, double radius) {
  DECLARE_CCTK_PARAMETERS
  if (CCTK_MyProc(gh) != 0) {
    while (iotools::broadcast_from_root("") == more) grid_geometry(gh, {});
    return {};
  }
  auto const geometry_at = [&](std::vector<Vector> places) {
    iotools::broadcast_from_root(more);
    for (Vector& place : places)
      for (int d = 0; d < 3; ++d) place[d] += centre[d];
    return grid_geometry(gh, places);
  };
  HarmonicSurface const surface(static_cast<int>(l_max), static_cast<int>(ntheta), static_cast<int>(nphi));
  Coefficients guess = surface.sphere(radius);
  if (last != nullptr) guess.assign(last, last + guess.size());
  double const spacing = *std::min_element(gh->cctk_delta_space, gh->cctk_delta_space + 3);
  Found found = find_horizon(surface, guess, geometry_at,
                             {.tolerance = tolerance,
                              .max_iterations = static_cast<int>(max_iterations),
                              .least_radius = spacing, // below, the grid tells nothing
                              .acceptable_jumps = acceptable_jumps});
  iotools::broadcast_from_root(done);
  return found;
}

// Process 0's numbers on all processes.
void share(std::vector<CCTK_REAL>& numbers) {
  std::size_t const size = numbers.size() * sizeof(CCTK_REAL);
  std::string const bytes = iotools::broadcast_from_root({reinterpret_cast<char const*>(numbers.data()), size});
  std::memcpy(numbers.data(), bytes.data(), size);
}

} // namespace

extern "C" void ApparentHorizon_Start(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS
  DECLARE_CCTK_PARAMETERS
  require_ghost_zones(cctkGH);
  for (int i = 0; i < n_most; ++i) {
    ah_found[i] = -1;
    for (Scalar const& scalar : scalars_of_found(CCTK_PASS_CTOC)) scalar.values[i] = 0;
    ah_centre_x[i] = ah_centre_y[i] = ah_centre_z[i] = 0;
    std::fill_n(modes_of(cctkGH, i), (l_max + 1) * (l_max + 1), 0.0);
  }
}

extern "C" void ApparentHorizon_Decide(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS
  DECLARE_CCTK_PARAMETERS
  *ah_due = 0;
  for (int i = 0; i < n_horizons; ++i)
    if (is_due(cctkGH, i)) *ah_due = 1;
}

extern "C" void ApparentHorizon_Find(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS
  DECLARE_CCTK_PARAMETERS
  auto const scalars = scalars_of_found(CCTK_PASS_CTOC);
  for (int i = 0; i < n_horizons; ++i) {
    if (!is_due(cctkGH, i)) continue;
    Vector const centre = centre_of(cctkGH, i);
    CCTK_REAL* const modes = modes_of(cctkGH, i);
    Found const found = search(cctkGH, centre, ah_found[i] == 1 ? modes : nullptr, initial_radius[i]);
    std::vector<CCTK_REAL> numbers(1 + scalars.size() + (l_max + 1) * (l_max + 1), 0);
    if (found.horizon) {
      auto next = numbers.begin();
      *next++ = 1;
      for (Scalar const& scalar : scalars) *next++ = scalar.of(*found.horizon);
      std::copy(found.horizon->coefficients.begin(), found.horizon->coefficients.end(), next);
    }
    share(numbers);
    CCTK_INT const is_found = numbers[0] == 1;
    if (verbose || is_found != ah_found[i]) say(cctkGH, i, found);
    write(cctkGH, i, found, centre);
    iotools::record_written(method, name_of(i), cctk_iteration);
    ah_found[i] = is_found;
    auto shared = numbers.begin() + 1;
    for (Scalar const& scalar : scalars) scalar.values[i] = *shared++;
    ah_centre_x[i] = centre[0], ah_centre_y[i] = centre[1], ah_centre_z[i] = centre[2];
    if (is_found) std::copy(shared, numbers.end(), modes);
  }
}

} // namespace apparent_horizon
