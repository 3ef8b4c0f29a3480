// The output method IOHDF5: rank 0 collects each variable and writes it; the file is closed after each variable.
#include "data_type.hpp"
#include "dataset.hpp"
#include "output_file.hpp"
#include "text/names.hpp"

#include "IO/IOTools/src/grid_axes.hpp"
#include "IO/IOTools/src/grid_slab.hpp"
#include "IO/IOTools/src/output_method.hpp"
#include "IO/IOTools/src/reduction.hpp"
#include "IO/IOTools/src/text_file.hpp"
#include "IO/IOUtil/src/ioutil_AdvertisedFiles.h"

#include <cctk_Arguments.h>
#include <cctk_Parameters.h>

#include <cstdlib>

namespace iohdf5 {
namespace {

bool is_grid_function(int variable) { return CCTK_GroupTypeFromVarI(variable) == CCTK_GF; }

std::string group_name(int variable) {
  char* const name = CCTK_GroupNameFromVarI(variable);
  std::string const text = name;
  std::free(name);
  return text;
}

std::vector<std::string> variables_in_file(int variable) {
  DECLARE_CCTK_PARAMETERS
  if (!one_file_per_group) return {iotools::full_name(variable)};
  std::vector<std::string> names;
  int const group = CCTK_GroupIndexFromVarI(variable);
  for (int i = 0; i < CCTK_NumVarsInGroupI(group); ++i)
    names.push_back(iotools::full_name(CCTK_FirstVarIndexI(group) + i));
  return names;
}

std::vector<int> downsampling() {
  DECLARE_CCTK_PARAMETERS
  return {static_cast<int>(out_downsample_x), static_cast<int>(out_downsample_y), static_cast<int>(out_downsample_z)};
}

/// What readers need to place the data in space and time.
std::vector<Attribute> attributes_of(cGH const* cctkGH, int variable) {
  std::vector<Attribute> attributes{
      {"level", 0},           {"carpet_mglevel", 0},       {"timestep", cctkGH->cctk_iteration},
      {"group_timelevel", 0}, {"time", cctkGH->cctk_time}, {"name", iotools::full_name(variable)}};
  auto const axes = iotools::axes_of(cctkGH, variable);
  if (axes.empty()) return attributes;
  auto const steps = downsampling();
  std::vector<double> origin, delta;
  for (std::size_t d = 0; d < axes.size(); ++d) {
    origin.push_back(axes[d].first_to_write());
    delta.push_back(axes[d].delta * (d < 3 ? steps[d] : 1));
  }
  std::vector<int> const zeros(axes.size(), 0);
  attributes.insert(attributes.end(), {{"cctk_bbox", std::vector<int>(2 * axes.size(), 1)},
                                       {"cctk_nghostzones", zeros}, // readers cut off this many points per face
                                       {"origin", origin},
                                       {"delta", delta},
                                       {"iorigin", zeros}});
  if (is_grid_function(variable))
    attributes.insert(attributes.end(), {{"ioffset", zeros}, {"ioffsetdenom", std::vector<int>(axes.size(), 1)}});
  return attributes;
}

void advertise(cGH const* cctkGH, int variable, std::string const& path) {
  auto const name = iotools::full_name(variable);
  ioAdvertisedFileDesc const description{.thorn = CCTK_THORNSTRING,
                                         .varname = name.c_str(),
                                         .mimetype = "application/x-hdf5",
                                         .slice = "full",
                                         .description = "Whole grid variables"};
  IOUtil_AdvertiseFile(cctkGH, path.c_str(), &description);
}

struct Method {
  static iotools::OutputList& list() {
    static iotools::OutputList only{CCTK_THORNSTRING, "IOHDF5::out_vars", objection};
    return only;
  }

  static iotools::OutputList& variables() {
    DECLARE_CCTK_PARAMETERS
    int const every = out_every == -2 ? -1 : static_cast<int>(out_every);
    list().update(out_vars, iotools::resolve({out_criterion, every, -1, out_dt, -2.}));
    return list();
  }

  static std::string objection(int) { return ""; }

  static int write(cGH const* cctkGH, iotools::Request const& request, std::string const& alias) {
    DECLARE_CCTK_PARAMETERS
    int const variable = request.variable;
    bool const is_scalar = iotools::is_scalar(variable);
    int const type = is_scalar ? CCTK_VarTypeI(variable) : type_in_file(CCTK_VarTypeI(variable), out_single_precision);
    auto const data = is_scalar
                          ? iotools::scalar_value(cctkGH, variable)
                          : iotools::collect(cctkGH, variable, iotools::whole(cctkGH, variable, downsampling()), type);
    if (!data) return -1;
    if (CCTK_MyProc(cctkGH) != 0) return 0;
    auto const base = one_file_per_group ? group_file_base(group_name(variable), out_group_separator) : alias;
    auto const path = iotools::output_directory(cctkGH, out_dir) + "/" + base + out_extension;
    Dataset const dataset{
        .name = dataset_name(iotools::full_name(variable), cctkGH->cctk_iteration, 0, is_grid_function(variable)),
        .variable_type = type,
        .extent = {data->extent.begin(), data->extent.end()},
        .data = data->bytes.data(),
        .bytes = data->bytes.size(),
        .attributes = attributes_of(cctkGH, variable),
        .compression = {.level = request.options.compression_level.value_or(compression_level),
                        .minimum_bytes = static_cast<std::size_t>(minimum_size_for_compression),
                        .has_checksums = use_checksums != 0}};
    try {
      if (append_to_file(cctkGH, path, variables_in_file(variable), dataset)) advertise(cctkGH, variable, path);
    } catch (Hdf5Error const& error) {
      iotools::report_io_error(CCTK_THORNSTRING, "Cannot write `" + iotools::full_name(variable) + "` to `" + path +
                                                     "`: " + error.what());
      return -1;
    }
    return 0;
  }
};

} // namespace
} // namespace iohdf5

extern "C" int IOHDF5_Startup(void) {
  iohdf5::prepare_library();
  iotools::OutputMethod<iohdf5::Method>::add("IOHDF5");
  return 0;
}

extern "C" void IOHDF5_CheckParameters(CCTK_ARGUMENTS) {
  DECLARE_CCTK_PARAMETERS
  iohdf5::Method::list().check(cctkGH, out_vars);
  iohdf5::Method::list().require_hyperslabs();
  bool const is_asked_for =
      checkpoint_every > 0 || checkpoint_every_walltime_hours > 0 || checkpoint_ID || checkpoint_on_terminate;
  if (is_asked_for && !checkpoint)
    iotools::report_mistake(CCTK_THORNSTRING,
                            "Parameters of IO ask for checkpoints, but IOHDF5::checkpoint is \"no\", so that IOHDF5 "
                            "writes none. Set it to \"yes\", or leave out IO::checkpoint_every, "
                            "IO::checkpoint_every_walltime_hours, IO::checkpoint_ID and IO::checkpoint_on_terminate.");
}
