// The modes of a field on a sphere.
#include "decompose.hpp"

#include "sphere/harmonics.hpp"

#include "Numerics/ThornTools/src/algorithms/quadrature.hpp"
#include "cctk_Parameters.h"
#include "util_Table.h"

#include <array>
#include <cmath>

namespace multipole {
namespace {

// The field at points of the sphere. Process 0 asks for all of them; others take part with their pieces of the grid.
std::vector<std::complex<double>> values_at(cGH const* gh, Entry const& entry,
                                            std::vector<thorntools::SpherePoint> const& points, double r) {
  DECLARE_CCTK_PARAMETERS
  std::array<std::vector<CCTK_REAL>, 3> place;
  for (thorntools::SpherePoint const& point : points) {
    place[0].push_back(r * std::sin(point.theta) * std::cos(point.phi));
    place[1].push_back(r * std::sin(point.theta) * std::sin(point.phi));
    place[2].push_back(r * std::cos(point.theta));
  }
  int const n_fields = entry.imaginary < 0 ? 1 : 2;
  CCTK_INT const fields[] = {entry.real, entry.imaginary};
  CCTK_INT const types[] = {CCTK_VARIABLE_REAL, CCTK_VARIABLE_REAL};
  std::vector<CCTK_REAL> real(points.size()), imaginary(points.size(), 0);
  void const* const coordinates[] = {place[0].data(), place[1].data(), place[2].data()};
  void* const results[] = {real.data(), imaginary.data()};
  int const table = Util_TableCreateFromString(interpolator_pars);
  int const error = CCTK_InterpGridArrays(gh, 3, CCTK_InterpHandle(interpolator_name), table,
                                          CCTK_CoordSystemHandle(coord_system), static_cast<int>(points.size()),
                                          CCTK_VARIABLE_REAL, coordinates, n_fields, fields, n_fields, types, results);
  Util_TableDestroy(table);
  if (error < 0)
    CCTK_VERROR(
        "The interpolation of '%s' to the sphere of radius %g gives the error %d. The sphere must lie in the grid, "
        "and the ghost zones must be as wide as half of the order in Multipole::interpolator_pars = \"%s\".",
        CCTK_VarName(entry.real), r, error, interpolator_pars);
  std::vector<std::complex<double>> values;
  for (std::size_t i = 0; i < points.size(); ++i) values.emplace_back(real[i], imaginary[i]);
  return values;
}

} // namespace

std::vector<std::complex<double>> decompose(cGH const* gh, Entry const& entry, double r) {
  DECLARE_CCTK_PARAMETERS
  std::vector<thorntools::SpherePoint> points;
  if (CCTK_MyProc(gh) == 0) points = thorntools::sphere_points(static_cast<int>(ntheta), static_cast<int>(nphi));
  auto const values = values_at(gh, entry, points, r);
  std::vector<std::complex<double>> modes;
  for (int l = 0; l <= l_max && !points.empty(); ++l)
    for (int m = -l; m <= l; ++m) {
      std::complex<double> sum = 0;
      for (std::size_t i = 0; i < points.size(); ++i)
        sum += points[i].weight * values[i] *
               std::conj(spin_weighted_harmonic(entry.spin_weight, l, m, points[i].theta, points[i].phi));
      modes.push_back(sum);
    }
  return modes;
}

} // namespace multipole
