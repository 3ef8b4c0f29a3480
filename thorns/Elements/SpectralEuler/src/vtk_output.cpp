/// The output method SpectralEuler: VTK files of variables at the nodes, one file per output time.
#include "settings.hpp"
#include "vtk/vtk_file.hpp"

#include "IO/IOTools/src/grid_data.hpp"
#include "IO/IOTools/src/output_files.hpp"
#include "IO/IOTools/src/output_method.hpp"
#include "IO/IOUtil/src/ioutil_AdvertisedFiles.h"
#include "cctk_Arguments.h"
#include "cctk_Parameters.h"

#include <fstream>
#include <iomanip>
#include <optional>
#include <sstream>

namespace spectral_euler {
namespace {

iotools::OutputFiles files(CCTK_THORNSTRING, IOUtil_AdvertiseFile);

/// The fields of the next file. On processes other than 0, the values are empty.
std::vector<VtkField> pending_fields;

std::vector<VtkTime> written_times;

/// Collects a variable on process 0. Collective. The result is empty after a failure, which a warning reports.
std::optional<std::vector<double>> collected(cGH const* cctkGH, int variable) {
  auto const data = iotools::collect(cctkGH, variable, iotools::whole_variable(cctkGH, variable), CCTK_VARIABLE_REAL);
  if (!data) return std::nullopt;
  std::size_t const n = data->bytes.size() / sizeof(CCTK_REAL);
  return std::vector<double>(data->as<CCTK_REAL>(), data->as<CCTK_REAL>() + n);
}

/// Collects the coordinates of all nodes on process 0: x, y and z of each node. Collective.
std::vector<double> collected_points(cGH const* cctkGH) {
  std::vector<double> points;
  int component = 0;
  for (char const* name : {"SpectralEuler::x", "SpectralEuler::y", "SpectralEuler::z"}) {
    auto const values = collected(cctkGH, CCTK_VarIndex(name));
    if (!values) return {};
    points.resize(3 * values->size());
    for (std::size_t node = 0; node < values->size(); ++node) points[3 * node + component] = (*values)[node];
    ++component;
  }
  return points;
}

std::string file_name(int iteration) {
  std::ostringstream name;
  name << "elements_" << std::setw(8) << std::setfill('0') << iteration << ".vtu";
  return name.str();
}

/// Adds the file to the list of files. If the run continues from a checkpoint, the list keeps the earlier entries.
void add_to_list(cGH const* cctkGH, std::string const& directory, std::string const& name) {
  std::string const path = directory + "/elements.pvd";
  if (written_times.empty() && !iotools::replaces_older_files(cctkGH)) {
    std::ifstream const earlier(path);
    std::ostringstream text;
    text << earlier.rdbuf();
    written_times = read_pvd(text.str());
    std::erase_if(written_times, [&](VtkTime const& entry) { return entry.time >= cctkGH->cctk_time; });
  }
  bool const is_first = files.start(cctkGH, path);
  written_times.push_back({cctkGH->cctk_time, name});
  std::string const reason = iotools::write_file(path, pvd_text(written_times));
  if (!reason.empty())
    iotools::report_io_error(CCTK_THORNSTRING, "Cannot write the file '" + path + "': " + reason);
  else if (is_first)
    files.advertise(cctkGH, path,
                    {.variable = "SpectralEuler::state",
                     .slice = "",
                     .mime_type = "text/xml",
                     .description = "VTK files over time"});
}

void write_file(cGH const* cctkGH, std::vector<double> const& points) {
  std::string const directory = iotools::output_directory(cctkGH, ""), name = file_name(cctkGH->cctk_iteration);
  std::string const path = directory + "/" + name;
  files.start(cctkGH, path);
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  write_vtu(file, degree_of_parameters() + 1, points, pending_fields);
  file.close();
  if (file)
    add_to_list(cctkGH, directory, name);
  else
    iotools::report_io_error(CCTK_THORNSTRING, "Cannot write the file '" + path + "'.");
}

struct Method {
  static constexpr char const *name = "SpectralEuler", *stem = "out";

  static std::string rejection_reason(int variable) {
    cGroup group, state;
    CCTK_GroupData(CCTK_GroupIndexFromVarI(variable), &group);
    CCTK_GroupData(CCTK_GroupIndex("SpectralEuler::state"), &state);
    if (group.grouptype != CCTK_ARRAY || group.dim != state.dim || group.vartype != CCTK_VARIABLE_REAL)
      return "is not an array of type CCTK_REAL with the shape of SpectralEuler::state";
    CCTK_INT** const sizes = CCTK_GroupSizesI(CCTK_GroupIndexFromVarI(variable));
    CCTK_INT** const expected = CCTK_GroupSizesI(CCTK_GroupIndex("SpectralEuler::state"));
    for (int axis = 0; axis < group.dim; ++axis)
      if (*sizes[axis] != *expected[axis]) return "has another shape than SpectralEuler::state";
    return {};
  }

  static iotools::MethodParameters parameters() {
    DECLARE_CCTK_PARAMETERS
    return {.variables = out_vars, .frequency = iotools::frequency(out_criterion, out_every, out_dt)};
  }

  static int write(cGH const* cctkGH, iotools::Request const& request, std::string const& alias) {
    auto values = collected(cctkGH, request.variable);
    if (!values) return -1;
    pending_fields.push_back({alias, std::move(*values)});
    return 0;
  }

  static void finish(cGH const* cctkGH) {
    if (pending_fields.empty()) return;
    auto const points = collected_points(cctkGH);
    if (CCTK_MyProc(cctkGH) == 0 && !points.empty()) write_file(cctkGH, points);
    pending_fields.clear();
  }
};

} // namespace
} // namespace spectral_euler

extern "C" int SpectralEuler_StartOutput(void) {
  iotools::OutputMethod<spectral_euler::Method>::add();
  return 0;
}

extern "C" void SpectralEuler_CheckOutput(CCTK_ARGUMENTS) {
  iotools::OutputMethod<spectral_euler::Method>::check(cctkGH);
}
