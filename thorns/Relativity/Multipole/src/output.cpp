/// The output method Multipole, which appends the modes of fields on spheres to files.
#include "entries.hpp"
#include "harmonics.hpp"

#include "IO/IOTools/src/output_files.hpp"
#include "IO/IOTools/src/text.hpp"
#include "IO/IOUtil/src/ioutil_AdvertisedFiles.h"
#include "Numerics/ThornTools/src/algorithms/quadrature.hpp"
#include "cctk_Parameters.h"
#include "util_Table.h"

#include <array>
#include <cmath>
#include <cstdio>

namespace multipole {
namespace {

/// Interpolates a field to points of the sphere of radius r. Process 0 passes all points, and the other processes pass
/// none. Collective, because each process interpolates in its part of the grid.
std::vector<std::complex<double>> values_at(cGH const* cctkGH, Entry const& entry,
                                            std::vector<thorntools::SpherePoint> const& points, double r) {
  DECLARE_CCTK_PARAMETERS
  std::array<std::vector<CCTK_REAL>, 3> position;
  for (thorntools::SpherePoint const& point : points) {
    position[0].push_back(r * std::sin(point.theta) * std::cos(point.phi));
    position[1].push_back(r * std::sin(point.theta) * std::sin(point.phi));
    position[2].push_back(r * std::cos(point.theta));
  }
  int const n_fields = entry.imaginary < 0 ? 1 : 2;
  CCTK_INT const fields[] = {entry.real, entry.imaginary};
  CCTK_INT const types[] = {CCTK_VARIABLE_REAL, CCTK_VARIABLE_REAL};
  std::vector<CCTK_REAL> real(points.size()), imaginary(points.size(), 0);
  void const* const coordinates[] = {position[0].data(), position[1].data(), position[2].data()};
  void* const results[] = {real.data(), imaginary.data()};
  int const table = Util_TableCreateFromString(interpolator_pars);
  int const error = CCTK_InterpGridArrays(cctkGH, 3, CCTK_InterpHandle(interpolator_name), table,
                                          CCTK_CoordSystemHandle(coord_system), static_cast<int>(points.size()),
                                          CCTK_VARIABLE_REAL, coordinates, n_fields, fields, n_fields, types, results);
  Util_TableDestroy(table);
  if (error < 0)
    CCTK_VERROR("The interpolation of '%s' to the sphere of radius %g returned the error %d. The sphere must be inside "
                "the grid, "
                "and the ghost zones must be as wide as half of the order in Multipole::interpolator_pars = \"%s\".",
                CCTK_VarName(entry.real), r, error, interpolator_pars);
  std::vector<std::complex<double>> values;
  for (std::size_t i = 0; i < points.size(); ++i) values.emplace_back(real[i], imaginary[i]);
  return values;
}

/// Computes the modes C_00, C_1-1, C_10, C_11, .. up to l_max on the sphere of radius r around the origin. The result
/// is empty except on process 0. Ends the run if the sphere is not inside the grid. Collective.
std::vector<std::complex<double>> decompose(cGH const* cctkGH, Entry const& entry, double r) {
  DECLARE_CCTK_PARAMETERS
  std::vector<thorntools::SpherePoint> points;
  if (CCTK_MyProc(cctkGH) == 0) points = thorntools::sphere_points(static_cast<int>(ntheta), static_cast<int>(nphi));
  auto const values = values_at(cctkGH, entry, points, r);
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

constexpr char const* method = "Multipole::variables";

iotools::OutputFiles files(CCTK_THORNSTRING, IOUtil_AdvertiseFile);

/// The entries of the parameter Multipole::variables. The parameter is parsed again after its value has changed.
std::vector<Entry> const& entries() {
  DECLARE_CCTK_PARAMETERS
  static std::string text;
  static std::vector<Entry> read;
  if (text != variables) {
    std::vector<std::string> errors; // Multipole_CheckParameters has reported these errors
    text = variables;
    read = read_entries(variables, errors);
  }
  return read;
}

bool is_due(cGH const* cctkGH, Entry const& entry) {
  DECLARE_CCTK_PARAMETERS
  return out_every > 0 && cctkGH->cctk_iteration % out_every == 0 &&
         !iotools::is_written(method, entry.name, cctkGH->cctk_iteration);
}

std::string file_name(Entry const& entry, int l, int m, double r) {
  return "mp_" + entry.name + "_l" + std::to_string(l) + "_m" + std::to_string(m) + "_r" + radius_text(r) + ".asc";
}

void write(cGH const* cctkGH, Entry const& entry) {
  DECLARE_CCTK_PARAMETERS
  for (int i = 0; i < nradii; ++i) {
    std::vector<std::complex<double>> const modes = decompose(cctkGH, entry, radius[i]);
    if (modes.empty()) continue;
    auto const directory = iotools::output_directory(cctkGH, out_dir);
    std::size_t mode = 0;
    for (int l = 0; l <= l_max; ++l)
      for (int m = -l; m <= l; ++m, ++mode)
        files.append(
            cctkGH, directory + "/" + file_name(entry, l, m, radius[i]), "# 1:time 2:real 3:imaginary\n",
            iotools::to_text(cctkGH->cctk_time, 17) + " " + iotools::to_text(modes[mode].real(), 17) + " " +
                iotools::to_text(modes[mode].imag(), 17) + "\n",
            {.variable = entry.name, .slice = "mode", .mime_type = "text/plain", .description = "Modes over time"});
  }
  iotools::record_written(method, entry.name, cctkGH->cctk_iteration);
}

bool has_storage(cGH const* cctkGH, int variable) {
  return variable < 0 || CCTK_VarDataPtrI(cctkGH, 0, variable) != nullptr;
}

/// Writes the entries that contain `variable` (-1: any variable), are due and have storage. Returns their number.
int write_due(cGH const* cctkGH, int variable) {
  int n_written = 0;
  for (Entry const& entry : entries()) {
    bool const is_selected = variable < 0 || variable == entry.real || variable == entry.imaginary;
    if (!is_selected || !is_due(cctkGH, entry) || !has_storage(cctkGH, entry.real) ||
        !has_storage(cctkGH, entry.imaginary))
      continue;
    write(cctkGH, entry);
    ++n_written;
  }
  return n_written;
}

int output_gh(cGH const* cctkGH) { return write_due(cctkGH, -1); }

int time_to_output(cGH const* cctkGH, int variable) {
  for (Entry const& entry : entries())
    if ((variable == entry.real || variable == entry.imaginary) && is_due(cctkGH, entry)) return 1;
  return 0;
}

int trigger_output(cGH const* cctkGH, int variable) {
  write_due(cctkGH, variable);
  return 0;
}

int output_var_as(cGH const*, char const* name, char const*) {
  CCTK_VWARN(CCTK_WARN_ALERT, "Multipole only writes the variables in Multipole::variables, not '%s' on demand.", name);
  return -1;
}

} // namespace
} // namespace multipole

extern "C" int Multipole_Startup(void) {
  int const handle = CCTK_RegisterIOMethod("Multipole");
  CCTK_RegisterIOMethodOutputGH(handle, multipole::output_gh);
  CCTK_RegisterIOMethodTimeToOutput(handle, multipole::time_to_output);
  CCTK_RegisterIOMethodTriggerOutput(handle, multipole::trigger_output);
  CCTK_RegisterIOMethodOutputVarAs(handle, multipole::output_var_as);
  return 0;
}
