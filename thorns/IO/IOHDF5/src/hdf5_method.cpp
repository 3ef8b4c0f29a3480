/// The output methods IOHDF5, IOHDF5_1D and IOHDF5_2D: variables, lines and planes in HDF5 files.
#include "names.hpp"
#include "output_file.hpp"
#include "parallel_write.hpp"
#include "xdmf_files.hpp"

#include "IO/IOTools/src/grid_data.hpp"
#include "IO/IOTools/src/output_files.hpp"
#include "IO/IOTools/src/output_method.hpp"
#include "IO/IOTools/src/slices.hpp"

#include <algorithm>
#include <cctk_Arguments.h>
#include <cctk_Parameters.h>
#include <cmath>

namespace iohdf5 {
namespace {

using iotools::Slice;

std::vector<std::string> variables_in_file(int variable) {
  DECLARE_CCTK_PARAMETERS
  if (!one_file_per_group) return {iotools::full_name(variable)};
  std::vector<std::string> names;
  int const group = CCTK_GroupIndexFromVarI(variable);
  for (int i = 0; i < CCTK_NumVarsInGroupI(group); ++i)
    names.push_back(iotools::full_name(CCTK_FirstVarIndexI(group) + i));
  return names;
}

/// Adds the attributes that readers need to locate the points of a slice, and the grid of XDMF files.
void locate(cGH const* cctkGH, Slice const& slice, Output& output) {
  auto const axes = iotools::axes_of(cctkGH, output.variable);
  auto const steps = iotools::downsampling();
  std::vector<double> origin, delta;
  for (std::size_t row = 0; row < slice.slab.extent.size(); ++row) {
    auto const d = static_cast<std::size_t>(slice.directions[row]);
    double const scale = slice.is_diagonal ? std::sqrt(3.) : 1; // as the coordinates of text files
    origin.push_back(axes[d].first_to_write() * scale);
    delta.push_back(axes[d].delta * (d < 3 && !slice.is_diagonal ? steps[d] : 1) * scale);
  }
  auto const rank = origin.size();
  std::vector<int> const zeros(rank, 0);
  auto& attributes = output.dataset.attributes;
  attributes.insert(attributes.end(),
                    {{"cctk_bbox", std::vector<int>(2 * rank, 1)},
                     {"cctk_nghostzones", zeros}, // points per face that visualisation programs remove
                     {"origin", origin},
                     {"delta", delta},
                     {"iorigin", zeros}});
  if (iotools::is_grid_function(output.variable))
    attributes.insert(attributes.end(), {{"ioffset", zeros}, {"ioffsetdenom", std::vector<int>(rank, 1)}});
  if (!output.slice.empty())
    attributes.insert(attributes.end(), {{"slice_directions", slice.directions}, {"slice_position", slice.first}});
  if (slice.is_diagonal || axes.size() > 3) return;
  output.grid = UniformGrid{};
  std::copy(slice.first.begin(), slice.first.end(), output.grid->origin.begin());
  for (std::size_t row = 0; row < rank; ++row) {
    auto const d = static_cast<std::size_t>(slice.directions[row]);
    output.grid->points[d] = output.dataset.extent[row];
    output.grid->delta[d] = delta[row];
  }
}

/// Describes the output of a scalar (without a slice), a whole variable (without letters) or a slice.
Output output_of(cGH const* cctkGH, iotools::Request const& request, std::string const& alias, char const* folder,
                 Slice const* slice, std::string const& letters) {
  DECLARE_CCTK_PARAMETERS
  int const variable = request.variable, type = CCTK_VarTypeI(variable);
  auto const full_name = iotools::full_name(variable);
  auto const base =
      one_file_per_group ? iotools::group_file_base(iotools::group_name(variable), out_group_separator) : alias;
  Output output{
      .variable = variable,
      .folder = iotools::output_directory(cctkGH, folder),
      .file = base + (letters.empty() ? "" : "." + letters) + out_extension,
      .variables = variables_in_file(variable),
      .dataset = {.name = dataset_name(full_name, cctkGH->cctk_iteration, 0, iotools::is_grid_function(variable)),
                  .variable_type = slice ? type_in_file(type, out_single_precision) : type,
                  .attributes = {{"level", 0},
                                 {"carpet_mglevel", 0},
                                 {"timestep", cctkGH->cctk_iteration},
                                 {"group_timelevel", 0},
                                 {"time", cctkGH->cctk_time},
                                 {"name", full_name}},
                  .compression = {.level = request.options.compression_level.value_or(compression_level),
                                  .minimum_bytes = static_cast<std::size_t>(minimum_size_for_compression),
                                  .has_checksums = use_checksums != 0}},
      .slice = letters};
  if (slice == nullptr) return output;
  output.slab = slice->slab;
  for (auto const n : iotools::extent_of(slice->slab)) output.dataset.extent.push_back(static_cast<std::size_t>(n));
  locate(cctkGH, *slice, output);
  return output;
}

/// A whole variable as a slice along all of its directions.
Slice whole(cGH const* cctkGH, int variable) {
  Slice slice{.directions = {}, .slab = iotools::whole_variable(cctkGH, variable, iotools::downsampling())};
  for (auto const& axis : iotools::axes_of(cctkGH, variable)) {
    slice.directions.push_back(static_cast<int>(slice.directions.size()));
    slice.first.push_back(axis.first_to_write());
  }
  return slice;
}

/// Writes whole variables, and scalars.
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
    if (iotools::is_scalar(request.variable))
      return append(cctkGH, output_of(cctkGH, request, alias, out_dir, nullptr, "")) ? 0 : -1;
    auto const slice = whole(cctkGH, request.variable);
    return append(cctkGH, output_of(cctkGH, request, alias, out_dir, &slice, "")) ? 0 : -1;
  }

  static void finish(cGH const* cctkGH) {
    if (CCTK_MyProc(cctkGH) == 0) write_xdmf_files(cctkGH, false);
  }
};

/// Writes lines (one dimension) or planes (two dimensions).
template <int dimensions>
struct SliceMethod {
  static constexpr char const* name = dimensions == 1 ? "IOHDF5_1D" : "IOHDF5_2D";
  static constexpr char const* stem = dimensions == 1 ? "out1D" : "out2D";

  static iotools::MethodParameters parameters() {
    DECLARE_CCTK_PARAMETERS
    auto const frequency = dimensions == 1 ? iotools::frequency(out1D_criterion, out1D_every, out1D_dt)
                                           : iotools::frequency(out2D_criterion, out2D_every, out2D_dt);
    return {.variables = dimensions == 1 ? out1D_vars : out2D_vars,
            .frequency = frequency,
            .folder_name = dimensions == 1 ? "out1D_dir" : "out2D_dir",
            .folder = folder(),
            .can_compress = true};
  }

  static std::string rejection_reason(int variable) { return iotools::not_sliceable_reason(variable, dimensions); }

  static int write(cGH const* cctkGH, iotools::Request const& request, std::string const& alias) {
    int status = 0;
    for (auto const& slice : iotools::slices_of(cctkGH, CCTK_THORNSTRING, request.variable, dimensions))
      if (!append(cctkGH, output_of(cctkGH, request, alias, folder(), &slice, slice.letters()))) status = -1;
    return status;
  }

  static void finish(cGH const* cctkGH) { Method::finish(cctkGH); }

private:
  static char const* folder() {
    DECLARE_CCTK_PARAMETERS
    return dimensions == 1 ? out1D_dir : out2D_dir;
  }
};

} // namespace
} // namespace iohdf5

extern "C" int IOHDF5_Startup(void) {
  iohdf5::prepare_library();
  iotools::OutputMethod<iohdf5::Method>::add();
  iotools::OutputMethod<iohdf5::SliceMethod<1>>::add();
  iotools::OutputMethod<iohdf5::SliceMethod<2>>::add();
  return 0;
}

extern "C" void IOHDF5_CompleteXdmfFiles(CCTK_ARGUMENTS) {
  if (CCTK_MyProc(cctkGH) == 0) iohdf5::write_xdmf_files(cctkGH, true);
}

extern "C" void IOHDF5_CheckParameters(CCTK_ARGUMENTS) {
  DECLARE_CCTK_PARAMETERS
  iotools::OutputMethod<iohdf5::Method>::check(cctkGH);
  iotools::OutputMethod<iohdf5::SliceMethod<1>>::check(cctkGH);
  iotools::OutputMethod<iohdf5::SliceMethod<2>>::check(cctkGH);
  if (CCTK_Equals(writers, "all") && !iohdf5::has_parallel_writes())
    iotools::report_parameter_error(CCTK_THORNSTRING, "IOHDF5::writers = \"all\" needs an HDF5 library with MPI, which "
                                                      "this build does not have. Use \"automatic\" or \"one\".");
  bool const requests_checkpoints =
      checkpoint_every > 0 || checkpoint_every_walltime_hours > 0 || checkpoint_ID || checkpoint_on_terminate;
  if (requests_checkpoints && !checkpoint)
    iotools::report_parameter_error(
        CCTK_THORNSTRING, "Parameters of IO request checkpoints, but IOHDF5::checkpoint is \"no\", so that IOHDF5 "
                          "writes none. Set it to \"yes\", or remove IO::checkpoint_every, "
                          "IO::checkpoint_every_walltime_hours, IO::checkpoint_ID and IO::checkpoint_on_terminate.");
}
