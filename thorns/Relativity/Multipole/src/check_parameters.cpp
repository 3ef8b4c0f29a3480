// Refuses variables, spheres and resolutions that cannot be.
#include "entries.hpp"

#include "Numerics/ThornTools/src/interpolation.hpp"
#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Parameters.h"
#include "util_Table.h"

namespace {

// Files are called by the entry's name and the radius with two decimals: what shares both would share files.
void refuse_shared_files(std::vector<multipole::Entry> const& entries, std::vector<CCTK_REAL> const& radii) {
  for (std::size_t i = 0; i < entries.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (entries[i].name == entries[j].name)
        CCTK_VPARAMWARN(
            "Multipole::variables has two entries of the name '%s': they would share files. Give one another "
            "name: Thorn::variable{name='other'}.",
            entries[i].name.c_str());
  for (std::size_t i = 0; i < radii.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (multipole::radius_in_names(radii[i]) == multipole::radius_in_names(radii[j]))
        CCTK_VPARAMWARN("Multipole::radius[%d] = %g and radius[%d] = %g are equal to two decimals, by which files are "
                        "called: they would share files.",
                        static_cast<int>(j), radii[j], static_cast<int>(i), radii[i]);
}

} // namespace

extern "C" void Multipole_CheckParameters(CCTK_ARGUMENTS) {
  DECLARE_CCTK_PARAMETERS(void) cctkGH;
  std::vector<std::string> errors;
  auto const entries = multipole::read_entries(variables, errors);
  for (std::string const& error : errors) CCTK_VPARAMWARN("Multipole::variables: %s", error.c_str());
  if (entries.empty()) return;
  if (ntheta <= l_max || nphi <= 2 * l_max)
    CCTK_VPARAMWARN(
        "Multipole::ntheta = %d and nphi = %d are too few points for modes up to l_max = %d: more than %d and %d "
        "are needed.",
        static_cast<int>(ntheta), static_cast<int>(nphi), static_cast<int>(l_max), static_cast<int>(l_max),
        2 * static_cast<int>(l_max));
  for (int i = 0; i < nradii; ++i)
    if (radius[i] == 0)
      CCTK_VPARAMWARN("Multipole::nradii = %d spheres are wanted, but radius[%d] is not set.", static_cast<int>(nradii),
                      i);
  refuse_shared_files(entries, {radius, radius + nradii});
  int const table = Util_TableCreateFromString(interpolator_pars);
  if (table < 0)
    CCTK_VPARAMWARN("Multipole::interpolator_pars = \"%s\" cannot be read: expected \"order=4\", say.",
                    interpolator_pars);
  else
    Util_TableDestroy(table);
  if (CCTK_InterpHandle(interpolator_name) < 0)
    CCTK_VPARAMWARN(
        "Multipole::interpolator_name = \"%s\" is not an operator that a thorn has registered. Thorn LocalInterp "
        "offers \"uniform cartesian\".",
        interpolator_name);
  else if (std::string const advice = thorntools::advice_to_interpolate(interpolator_name); !advice.empty())
    CCTK_VPARAMWARN("Multipole interpolates; %s", advice.c_str());
}
