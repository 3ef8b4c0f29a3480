/// Scheduled functions that check the parameters, search the horizons, and write the results to files and standard
/// output.
#include "grid_geometry.hpp"
#include "surface/horizon.hpp"

#include "IO/IOTools/src/communicate.hpp"
#include "IO/IOTools/src/output_files.hpp"
#include "IO/IOTools/src/output_method.hpp"
#include "IO/IOTools/src/text.hpp"
#include "IO/IOUtil/src/ioutil_AdvertisedFiles.h"
#include "Numerics/ThornTools/src/local_operators.hpp"
#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Parameters.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numbers>

namespace apparent_horizon {
namespace {

bool is_tracked(CCTK_INT number) {
  std::string const name = "track[" + std::to_string(number) + "]";
  void const* const value = CCTK_ParameterGet(name.c_str(), "PunctureTracker", nullptr);
  return value != nullptr && *static_cast<CCTK_INT const*>(value) != 0;
}

void check_horizon(int i) {
  DECLARE_CCTK_PARAMETERS
  if (initial_radius[i] == 0)
    CCTK_VPARAMWARN("ApparentHorizon::n_horizons is %d, but initial_radius[%d] is not set.",
                    static_cast<int>(n_horizons), i);
  if (puncture[i] < 0) return;
  if (!CCTK_IsThornActive("PunctureTracker"))
    CCTK_VPARAMWARN(
        "ApparentHorizon::puncture[%d] = %d is a puncture of thorn PunctureTracker, which is not active. Add "
        "it to ActiveThorns.",
        i, static_cast<int>(puncture[i]));
  else if (!is_tracked(puncture[i]))
    CCTK_VPARAMWARN("ApparentHorizon::puncture[%d] = %d, but PunctureTracker::track[%d] = no: that puncture is not "
                    "followed.",
                    i, static_cast<int>(puncture[i]), static_cast<int>(puncture[i]));
}

} // namespace

extern "C" void ApparentHorizon_CheckParameters(CCTK_ARGUMENTS) {
  DECLARE_CCTK_PARAMETERS(void) cctkGH;
  for (int i = 0; i < n_horizons; ++i) check_horizon(i);
  if (*out_dir != '\0') iotools::check_folder(CCTK_THORNSTRING, CCTK_THORNSTRING "::out_dir", out_dir, true);
  if (ntheta <= l_max || nphi <= 2 * l_max)
    CCTK_VPARAMWARN(
        "ApparentHorizon::ntheta = %d and nphi = %d are too few points for harmonics up to l_max = %d: more "
        "than %d and %d are needed.",
        static_cast<int>(ntheta), static_cast<int>(nphi), static_cast<int>(l_max), static_cast<int>(l_max),
        2 * static_cast<int>(l_max));
  if (metric_timelevels == 0 || lapse_timelevels == 0)
    CCTK_PARAMWARN("ApparentHorizon reads metric, extrinsic curvature and lapse, but ADMBase::metric_timelevels or "
                   "lapse_timelevels is 0: they have no storage.");
  if (std::string const advice = thorntools::advice_to_interpolate(); !advice.empty())
    CCTK_VPARAMWARN("ApparentHorizon interpolates the metric; %s", advice.c_str());
}

namespace {

constexpr char const* header = "# 1:iteration 2:time 3:area 4:irreducible_mass 5:mean_radius 6:min_radius 7:max_radius "
                               "8:residual 9:mean_lapse 10:centre_x 11:centre_y 12:centre_z\n";

iotools::OutputFiles files(CCTK_THORNSTRING, IOUtil_AdvertiseFile);

/// The irreducible mass sqrt(area/(16 pi)) of a horizon.
double irreducible_mass(double area) { return std::sqrt(area / (16 * std::numbers::pi)); }

std::string line(cGH const* cctkGH, SearchResult const& found, Vector const& centre) {
  std::string const moment = std::to_string(cctkGH->cctk_iteration) + " " + iotools::to_text(cctkGH->cctk_time, 17);
  if (!found.horizon) return "# " + moment + " none: " + found.reason + "\n";
  Horizon const& h = *found.horizon;
  std::string text = moment;
  for (double const value : {h.area, irreducible_mass(h.area), h.mean_radius, h.min_radius, h.max_radius, h.residual,
                             h.mean_lapse, centre[0], centre[1], centre[2]})
    text += " " + iotools::to_text(value, 17);
  return text + "\n";
}

std::string name_of(int number) { return "ah_" + std::to_string(number); }

/// Appends a line to the file ah_NUMBER.asc on process 0. If no horizon was found, the line is a comment.
void write(cGH const* cctkGH, int number, SearchResult const& found, Vector const& centre) {
  DECLARE_CCTK_PARAMETERS
  files.append(cctkGH, iotools::output_directory(cctkGH, out_dir) + "/" + name_of(number) + ".asc", header,
               line(cctkGH, found, centre),
               {.variable = "ApparentHorizon::ah_area[" + std::to_string(number) + "]",
                .slice = "horizon",
                .mime_type = "text/plain",
                .description = "An apparent horizon over time"});
}

/// Prints the horizon, or the reason why there is none, on process 0.
void print(cGH const* cctkGH, int number, SearchResult const& found) {
  if (CCTK_MyProc(cctkGH) != 0) return;
  if (!found.horizon) {
    CCTK_VINFO("No apparent horizon %d at time %g: %s.", number, cctkGH->cctk_time, found.reason.c_str());
    return;
  }
  Horizon const& h = *found.horizon;
  CCTK_VINFO("Apparent horizon %d at time %g: area %g, irreducible mass %g, radii %g to %g, expansion %.1e, lapse %g, "
             "last change %.1e, %d iterations",
             number, cctkGH->cctk_time, h.area, irreducible_mass(h.area), h.min_radius, h.max_radius, h.residual,
             h.mean_lapse, h.change, h.n_iterations);
}

constexpr int max_horizons = 10; // length of the array parameters
/// `method` is the name under which output is recorded. `more` and `done` are messages from process 0 to the other
/// processes.
constexpr char const *method = "ApparentHorizon::find_every", *more = "more", *done = "done";

/// Whether a horizon is searched at this iteration. Horizons that were already written at this iteration are excluded,
/// because after a recovery the analysis of the checkpointed iteration runs again. The tolerance of half a time step
/// allows for rounding errors of the time.
bool is_due(cGH const* cctkGH, int number) {
  DECLARE_CCTK_PARAMETERS
  return find_every > 0 && cctkGH->cctk_iteration % find_every == 0 &&
         cctkGH->cctk_time >= start_time[number] - 0.5 * cctkGH->cctk_delta_time &&
         !iotools::is_written(method, name_of(number), cctkGH->cctk_iteration);
}

/// The centre of a surface. It may be the position of a puncture, which schedule.ccl does not declare as READS, because
/// this would require thorn PunctureTracker in every run. Grid scalars are valid on all processes.
Vector centre_of(cGH const* cctkGH, int number) {
  DECLARE_CCTK_PARAMETERS
  Vector centre = {centre_x[number], centre_y[number], centre_z[number]};
  for (int d = 0; d < 3 && puncture[number] >= 0; ++d) {
    auto const name =
        "PunctureTracker::pt_loc_" + std::string(1, "xyz"[d]) + "[" + std::to_string(puncture[number]) + "]";
    auto const* const position = static_cast<CCTK_REAL const*>(CCTK_VarDataPtr(cctkGH, 0, name.c_str()));
    if (position == nullptr)
      CCTK_VERROR("ApparentHorizon: '%s', the centre of a surface, has no storage.", name.c_str());
    centre[d] = *position;
  }
  return centre;
}

CCTK_REAL* modes_of(cGH const* cctkGH, int number) {
  auto const name = "ApparentHorizon::ah_radius_modes[" + std::to_string(number) + "]";
  return static_cast<CCTK_REAL*>(CCTK_VarDataPtr(cctkGH, 0, name.c_str()));
}

/// A grid scalar with one value per surface, and the function that computes it from a horizon.
struct Scalar {
  CCTK_REAL* values;
  double (*value_of)(Horizon const&);
};

std::vector<Scalar> horizon_scalars(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS
  return {{ah_area, [](Horizon const& h) { return h.area; }},
          {ah_irreducible_mass, [](Horizon const& h) { return irreducible_mass(h.area); }},
          {ah_mean_radius, [](Horizon const& h) { return h.mean_radius; }},
          {ah_min_radius, [](Horizon const& h) { return h.min_radius; }},
          {ah_max_radius, [](Horizon const& h) { return h.max_radius; }},
          {ah_residual, [](Horizon const& h) { return h.residual; }},
          {ah_mean_lapse, [](Horizon const& h) { return h.mean_lapse; }}};
}

/// Searches one horizon. Process 0 computes the surface; the other processes only take part in the interpolations.
/// Collective. The result is valid on process 0 only.
SearchResult search(cGH const* cctkGH, Vector const& centre, CCTK_REAL const* previous, double radius) {
  DECLARE_CCTK_PARAMETERS
  if (CCTK_MyProc(cctkGH) != 0) {
    while (iotools::broadcast_from_root("") == more) grid_geometry(cctkGH, {});
    return {};
  }
  auto const geometry_at = [&](std::vector<Vector> points) {
    iotools::broadcast_from_root(more);
    for (Vector& point : points)
      for (int d = 0; d < 3; ++d) point[d] += centre[d];
    return grid_geometry(cctkGH, points);
  };
  HarmonicSurface const surface(static_cast<int>(l_max), static_cast<int>(ntheta), static_cast<int>(nphi));
  Coefficients guess = surface.sphere(radius);
  if (previous != nullptr) guess.assign(previous, previous + guess.size());
  double const spacing = *std::min_element(cctkGH->cctk_delta_space, cctkGH->cctk_delta_space + 3);
  SearchResult result = find_horizon(surface, guess, geometry_at,
                                     {.tolerance = tolerance,
                                      .max_iterations = static_cast<int>(max_iterations),
                                      .min_radius = spacing, // the grid does not resolve smaller surfaces
                                      .acceptable_jumps = acceptable_jumps});
  iotools::broadcast_from_root(done);
  return result;
}

/// Broadcasts the values of process 0 to all processes.
void broadcast(std::vector<CCTK_REAL>& numbers) {
  std::size_t const size = numbers.size() * sizeof(CCTK_REAL);
  std::string const bytes = iotools::broadcast_from_root({reinterpret_cast<char const*>(numbers.data()), size});
  std::memcpy(numbers.data(), bytes.data(), size);
}

} // namespace

extern "C" void ApparentHorizon_Start(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS
  DECLARE_CCTK_PARAMETERS
  require_ghost_zones(cctkGH);
  for (int i = 0; i < max_horizons; ++i) {
    ah_found[i] = -1;
    for (Scalar const& scalar : horizon_scalars(CCTK_PASS_CTOC)) scalar.values[i] = 0;
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
  auto const scalars = horizon_scalars(CCTK_PASS_CTOC);
  for (int i = 0; i < n_horizons; ++i) {
    if (!is_due(cctkGH, i)) continue;
    Vector const centre = centre_of(cctkGH, i);
    CCTK_REAL* const modes = modes_of(cctkGH, i);
    SearchResult const found = search(cctkGH, centre, ah_found[i] == 1 ? modes : nullptr, initial_radius[i]);
    std::vector<CCTK_REAL> numbers(1 + scalars.size() + (l_max + 1) * (l_max + 1), 0);
    if (found.horizon) {
      auto next = numbers.begin();
      *next++ = 1;
      for (Scalar const& scalar : scalars) *next++ = scalar.value_of(*found.horizon);
      std::copy(found.horizon->coefficients.begin(), found.horizon->coefficients.end(), next);
    }
    broadcast(numbers);
    CCTK_INT const is_found = numbers[0] == 1;
    if (verbose || is_found != ah_found[i]) print(cctkGH, i, found);
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
