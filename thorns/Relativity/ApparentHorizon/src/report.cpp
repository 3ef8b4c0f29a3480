// What is written and said about a horizon.
#include "report.hpp"

#include "IO/IOTools/src/text.hpp"
#include "IO/IOTools/src/output_files.hpp"
#include "IO/IOUtil/src/ioutil_AdvertisedFiles.h"

#include "cctk_Parameters.h"

#include <cmath>
#include <numbers>

namespace apparent_horizon {
namespace {

constexpr char const* header = "# 1:iteration 2:time 3:area 4:irreducible_mass 5:mean_radius 6:min_radius 7:max_radius "
                               "8:residual 9:mean_lapse 10:centre_x 11:centre_y 12:centre_z\n";

iotools::TextFiles& files() {
  static iotools::TextFiles only{CCTK_THORNSTRING, IOUtil_AdvertiseFile};
  return only;
}

std::string line(cGH const* gh, Found const& found, Vector const& centre) {
  std::string const when = std::to_string(gh->cctk_iteration) + " " + iotools::to_text(gh->cctk_time, 17);
  if (!found.horizon) return "# " + when + " none: " + found.reason + "\n";
  Horizon const& h = *found.horizon;
  std::string text = when;
  for (double const value : {h.area, irreducible_mass(h.area), h.mean_radius, h.min_radius, h.max_radius, h.residual,
                             h.mean_lapse, centre[0], centre[1], centre[2]})
    text += " " + iotools::to_text(value, 17);
  return text + "\n";
}

} // namespace

double irreducible_mass(double area) { return std::sqrt(area / (16 * std::numbers::pi)); }

void write(cGH const* gh, int number, Found const& found, Vector const& centre) {
  DECLARE_CCTK_PARAMETERS
  auto const name = "ah_" + std::to_string(number) + ".asc";
  files().append(gh, iotools::output_directory(gh, out_dir) + "/" + name, header, line(gh, found, centre),
                 {.variable = "ApparentHorizon::ah_area[" + std::to_string(number) + "]",
                  .slice = "horizon",
                  .mime_type = "text/plain",
                  .description = "An apparent horizon over time"});
}

void say(cGH const* gh, int number, Found const& found) {
  if (CCTK_MyProc(gh) != 0) return;
  if (!found.horizon) {
    CCTK_VINFO("No apparent horizon %d at time %g: %s.", number, gh->cctk_time, found.reason.c_str());
    return;
  }
  Horizon const& h = *found.horizon;
  CCTK_VINFO("Apparent horizon %d at time %g: area %g, irreducible mass %g, radii %g to %g, expansion %.1e, lapse %g, "
             "last change %.1e, %d iterations",
             number, gh->cctk_time, h.area, irreducible_mass(h.area), h.min_radius, h.max_radius, h.residual,
             h.mean_lapse, h.change, h.n_iterations);
}

} // namespace apparent_horizon
