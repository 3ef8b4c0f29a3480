/// The output method IOHDF5: rank 0 collects each variable and appends it to an HDF5 file.
#include "hdf5_objects.hpp"
#include "names.hpp"

#include "IO/IOTools/src/grid_data.hpp"
#include "IO/IOTools/src/output_files.hpp"
#include "IO/IOTools/src/output_method.hpp"
#include "IO/IOTools/src/parameters_text.hpp"
#include "IO/IOUtil/src/ioutil_AdvertisedFiles.h"

#include <cctk_Arguments.h>
#include <cctk_Parameters.h>
#include <filesystem>

namespace iohdf5 {
namespace {

constexpr char metadata_group[] = "Parameters and Global Attributes";

/// Returns the parameters that IO::out_save_parameters selects as the text of a parameter file.
std::string saved_parameters() {
  DECLARE_CCTK_PARAMETERS
  if (CCTK_Equals(out_save_parameters, "no")) return "";
  return iotools::parameters_text(iotools::all_parameters(), CCTK_Equals(out_save_parameters, "all")
                                                                 ? iotools::Selection::all
                                                                 : iotools::Selection::only_set);
}

/// Writes the group `Parameters and Global Attributes` if the file does not contain it. The content does not depend on
/// the number of processes.
void write_metadata(hid_t file, cGH const* cctkGH, std::vector<std::string> const& variables) {
  if (check(H5Lexists(file, metadata_group, H5P_DEFAULT), "H5Lexists", metadata_group) > 0) return;
  Handle const group = new_group(file, metadata_group);
  write_attributes(group, {{"main loop index", cctkGH->cctk_iteration},
                           {"GH$iteration", cctkGH->cctk_iteration},
                           {"nioprocs", 1},
                           {"carpet_reflevels", 1},
                           {"carpet_global_time", cctkGH->cctk_time},
                           {"carpet_delta_time", cctkGH->cctk_delta_time},
                           {"Cactus version", std::string(CCTK_FullVersion())}});
  std::string names;
  for (auto const& name : variables) names += name + "\n";
  write_text(group, "Datasets", names);
  write_text(group, "All Parameters", saved_parameters());
}

/// Returns an upper bound of the bytes that write_metadata() writes.
std::size_t metadata_bytes() { return saved_parameters().size() + 4096; }

iotools::OutputFiles files(CCTK_THORNSTRING, IOUtil_AdvertiseFile);

bool is_missing_or_empty(std::string const& path) {
  std::error_code missing;
  return std::filesystem::file_size(path, missing) == 0 || missing;
}

/// Opens the file, appends the dataset, flushes and closes the file, so that it remains readable if the run is killed.
/// `variables` are the full names of all variables of the file. Throws Hdf5Error.
void append_to_file(cGH const* cctkGH, std::string const& path, std::vector<std::string> const& variables,
                    Dataset const& dataset) {
  if (is_missing_or_empty(path)) make_empty_file(path);
  ReservedSpace const space(path, dataset.bytes + metadata_bytes());
  Handle file = open_file(path, H5F_ACC_RDWR);
  write_metadata(file, cctkGH, variables);
  write_dataset(file, dataset);
  check_status(H5Fflush(file, H5F_SCOPE_GLOBAL), "H5Fflush", path);
  file.close(path);
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

/// The attributes that readers need to locate the data in space and time.
std::vector<Attribute> attributes_of(cGH const* cctkGH, int variable) {
  std::vector<Attribute> attributes{
      {"level", 0},           {"carpet_mglevel", 0},       {"timestep", cctkGH->cctk_iteration},
      {"group_timelevel", 0}, {"time", cctkGH->cctk_time}, {"name", iotools::full_name(variable)}};
  auto const axes = iotools::axes_of(cctkGH, variable);
  if (axes.empty()) return attributes;
  auto const steps = iotools::downsampling();
  std::vector<double> origin, delta;
  for (std::size_t d = 0; d < axes.size(); ++d) {
    origin.push_back(axes[d].first_to_write());
    delta.push_back(axes[d].delta * (d < 3 ? steps[d] : 1));
  }
  std::vector<int> const zeros(axes.size(), 0);
  attributes.insert(attributes.end(),
                    {{"cctk_bbox", std::vector<int>(2 * axes.size(), 1)},
                     {"cctk_nghostzones", zeros}, // points per face that visualisation programs remove
                     {"origin", origin},
                     {"delta", delta},
                     {"iorigin", zeros}});
  if (iotools::is_grid_function(variable))
    attributes.insert(attributes.end(), {{"ioffset", zeros}, {"ioffsetdenom", std::vector<int>(axes.size(), 1)}});
  return attributes;
}

struct Method {
  static constexpr char const *name = "IOHDF5", *stem = "out";

  static iotools::MethodParameters parameters() {
    DECLARE_CCTK_PARAMETERS
    return {.variables = out_vars,
            .frequency = iotools::frequency(out_criterion, out_every, out_dt),
            .folder_name = "out_dir",
            .folder = out_dir,
            .can_compress = true};
  }

  static std::string rejection_reason(int) { return ""; }

  static int write(cGH const* cctkGH, iotools::Request const& request, std::string const& alias) {
    DECLARE_CCTK_PARAMETERS
    int const variable = request.variable;
    bool const is_scalar = iotools::is_scalar(variable);
    int const type = is_scalar ? CCTK_VarTypeI(variable) : type_in_file(CCTK_VarTypeI(variable), out_single_precision);
    auto const slab = [&] { return iotools::whole_variable(cctkGH, variable, iotools::downsampling()); };
    auto const data =
        is_scalar ? iotools::scalar_value(cctkGH, variable) : iotools::collect(cctkGH, variable, slab(), type);
    if (!data) return -1;
    if (CCTK_MyProc(cctkGH) != 0) return 0;
    auto const base =
        one_file_per_group ? iotools::group_file_base(iotools::group_name(variable), out_group_separator) : alias;
    auto const path = iotools::output_directory(cctkGH, out_dir) + "/" + base + out_extension;
    auto const full_name = iotools::full_name(variable);
    Dataset const dataset{.name =
                              dataset_name(full_name, cctkGH->cctk_iteration, 0, iotools::is_grid_function(variable)),
                          .variable_type = type,
                          .extent = {data->extent.begin(), data->extent.end()},
                          .data = data->bytes.data(),
                          .bytes = data->bytes.size(),
                          .attributes = attributes_of(cctkGH, variable),
                          .compression = {.level = request.options.compression_level.value_or(compression_level),
                                          .minimum_bytes = static_cast<std::size_t>(minimum_size_for_compression),
                                          .has_checksums = use_checksums != 0}};
    bool const is_first = files.start(cctkGH, path);
    try {
      append_to_file(cctkGH, path, variables_in_file(variable), dataset);
    } catch (Hdf5Error const& error) {
      iotools::report_io_error(CCTK_THORNSTRING, "Cannot write `" + full_name + "` to `" + path + "`: " + error.what());
      return -1;
    }
    if (is_first)
      files.advertise(cctkGH, path,
                      {.variable = full_name,
                       .slice = "full",
                       .mime_type = "application/x-hdf5",
                       .description = "Whole grid variables"});
    return 0;
  }
};

} // namespace
} // namespace iohdf5

extern "C" int IOHDF5_Startup(void) {
  iohdf5::prepare_library();
  iotools::OutputMethod<iohdf5::Method>::add();
  return 0;
}

extern "C" void IOHDF5_CheckParameters(CCTK_ARGUMENTS) {
  DECLARE_CCTK_PARAMETERS
  iotools::OutputMethod<iohdf5::Method>::check(cctkGH);
  bool const requests_checkpoints =
      checkpoint_every > 0 || checkpoint_every_walltime_hours > 0 || checkpoint_ID || checkpoint_on_terminate;
  if (requests_checkpoints && !checkpoint)
    iotools::report_parameter_error(
        CCTK_THORNSTRING, "Parameters of IO request checkpoints, but IOHDF5::checkpoint is \"no\", so that IOHDF5 "
                          "writes none. Set it to \"yes\", or remove IO::checkpoint_every, "
                          "IO::checkpoint_every_walltime_hours, IO::checkpoint_ID and IO::checkpoint_on_terminate.");
}
