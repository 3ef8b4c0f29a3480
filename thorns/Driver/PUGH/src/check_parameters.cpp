/// Reports parameter values that this driver does not support, and warns of parameters without effect.

#include "driver.hpp"
#include "settings.hpp"

#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_ParamCheck.h"
#include "cctk_Parameters.h"

#include <initializer_list>
#include <string>

namespace pugh {
namespace {

/// A parameter overload* that must not be "no", because without this function of the driver the flesh only supports
/// runs without a grid.
struct Replacement {
  CCTK_INT is_set;
  char const *parameter, *function;
};

void check_replacements() {
  DECLARE_CCTK_PARAMETERS
  for (Replacement const& needed : std::initializer_list<Replacement>{
           {overloadsyncgroupsbydiri, "overloadSyncGroupsByDirI", "CCTK_SyncGroupsByDirI"},
           {overloadenablegroupstorage, "overloadEnableGroupStorage", "CCTK_EnableGroupStorage"},
           {overloaddisablegroupstorage, "overloadDisableGroupStorage", "CCTK_DisableGroupStorage"},
           {overloadmyproc, "overloadMyProc", "CCTK_MyProc"},
           {overloadnprocs, "overloadnProcs", "CCTK_nProcs"},
           {overloadarraygroupsizeb, "overloadArrayGroupSizeB", "CCTK_ArrayGroupSizeB"},
           {overloadquerygroupstorageb, "overloadQueryGroupStorageB", "CCTK_QueryGroupStorageB"},
           {overloadgroupdynamicdata, "overloadGroupDynamicData", "CCTK_GroupDynamicData"}})
    if (!needed.is_set)
      CCTK_VPARAMWARN("PUGH::%s is \"no\", but a run on a grid needs the driver's %s. Remove the line or set \"yes\".",
                      needed.parameter, needed.function);
}

void warn_of_unused_topology() {
  DECLARE_CCTK_PARAMETERS
  if (CCTK_EQUALS(processor_topology, "manual")) return;
  struct Entry {
    CCTK_INT value;
    char const* parameter;
  };
  std::string unused;
  for (Entry const& entry : std::initializer_list<Entry>{{processor_topology_1d_x, "processor_topology_1d_x"},
                                                         {processor_topology_2d_x, "processor_topology_2d_x"},
                                                         {processor_topology_2d_y, "processor_topology_2d_y"},
                                                         {processor_topology_3d_x, "processor_topology_3d_x"},
                                                         {processor_topology_3d_y, "processor_topology_3d_y"},
                                                         {processor_topology_3d_z, "processor_topology_3d_z"}})
    if (entry.value > 0) unused += (unused.empty() ? "PUGH::" : ", PUGH::") + std::string(entry.parameter);
  if (!unused.empty())
    CCTK_VWARN(CCTK_WARN_ALERT,
               "PUGH::processor_topology is \"%s\", so the grid is divided without %s. Set PUGH::processor_topology = "
               "\"manual\" to use the numbers.",
               processor_topology, unused.c_str());
}

/// Reports sizes of directions that PUGH::dimension leaves out.
void check_dimension() {
  DECLARE_CCTK_PARAMETERS
  CCTK_INT const global_sizes[] = {global_nx, global_ny, global_nz}, local_sizes[] = {local_nx, local_ny, local_nz};
  auto const check = [&](std::string const& parameter, CCTK_INT n) {
    if (n > 1 && CCTK_ParameterQueryTimesSet(parameter.c_str(), CCTK_THORNSTRING) > 0)
      CCTK_VPARAMWARN("PUGH::dimension = %d leaves direction %c out, but PUGH::%s = %d. Remove PUGH::%s, or increase "
                      "PUGH::dimension.",
                      static_cast<int>(dimension), parameter.back(), parameter.c_str(), static_cast<int>(n),
                      parameter.c_str());
  };
  for (auto d = static_cast<std::size_t>(dimension); d < 3; ++d) {
    check(std::string("global_n") + "xyz"[d], global_sizes[d]);
    check(std::string("local_n") + "xyz"[d], local_sizes[d]);
  }
}

bool has_grid_functions(int dimension) {
  for (int group = 0; group < CCTK_NumGroups(); ++group)
    if (CCTK_GroupTypeI(group) == CCTK_GF && CCTK_GroupDimI(group) == dimension) return true;
  return false;
}

/// Checks that the grid can be divided among the number of processes in the option -P. Without -P, the grid has already
/// been divided among the processes of this run.
void check_number_of_processes() {
  int const requested = CCTK_ParamCheckNProcs(); // 0 in Cactus without the option -P
  int const n = requested > 0 ? requested : CCTK_nProcs(nullptr);
  for (int dimension = 1; dimension <= CCTK_MaxGFDim(); ++dimension) try {
      if (has_grid_functions(dimension)) decompose_grid(dimension, n);
    } catch (WeightsError const& error) {
      CCTK_PARAMWARN(error.what());
      return; // the error is reported once, because all dimensions have the same weights
    } catch (DecompositionError const& error) {
      CCTK_VPARAMWARN("%d processes cannot run this: %s", n, error.what());
    }
}

/// Names of the parameters that specify the extents of the grid, for example "PUGH::global_nx, PUGH::global_ny".
std::string point_parameters(int dimension) {
  std::string names;
  for (int d = 0; d < dimension; ++d)
    if (auto const name = direction_parameters(d).points; names.find(name) == std::string::npos)
      names += (names.empty() ? "" : ", ") + name;
  return names;
}

void check_memory(Driver const& driver) {
  if (driver.memory_error().empty()) return;
  Distribution const* const grid = driver.grid_distribution();
  std::string const remedy = grid ? " Use fewer points (" + point_parameters(grid->shape().dimension) + ")," : " Use";
  std::string const text = driver.memory_error() + remedy + " fewer variables, or more computers.";
  int type = 0;
  auto const* const ends_run =
      static_cast<CCTK_INT const*>(CCTK_ParameterGet("cctk_strong_param_check", "Cactus", &type));
  if (*ends_run || only_checks_parameters())
    CCTK_PARAMWARN(text.c_str());
  else
    CCTK_ERROR(text.c_str());
}

/// Prints the size of the run that -P checks.
void report_size(Driver const& driver) {
  Distribution const* const grid = driver.grid_distribution();
  if (!grid) return;
  int const dimension = grid->shape().dimension, requested = CCTK_ParamCheckNProcs();
  int const n = requested > 0 ? requested : CCTK_nProcs(nullptr);
  double points = 1;
  std::string extents;
  for (int d = 0; d < dimension; ++d) {
    points *= grid->shape().extent[d];
    extents += (d > 0 ? "x" : "") + std::to_string(grid->shape().extent[d]);
  }
  constexpr double mebibyte = 1 << 20;
  CCTK_VINFO("Grid: %s = %.4g points", extents.c_str(), points);
  CCTK_VINFO("Memory of the variables: %.1f MiB per process, about %.1f MiB on %d process%s",
             driver.peak_bytes() / mebibyte, n * driver.peak_bytes() / mebibyte, n, n == 1 ? "" : "es");
}

} // namespace

} // namespace pugh

extern "C" void PUGH_CheckParameters(CCTK_ARGUMENTS) {
  for (int dimension = 1; dimension <= CCTK_MaxGFDim(); ++dimension)
    if (pugh::has_grid_functions(dimension)) pugh::check_extents(dimension, CCTK_nProcs(cctkGH));
  pugh::check_memory(*pugh::Driver::of(cctkGH));
  pugh::check_dimension();
  pugh::check_replacements();
  pugh::warn_of_unused_topology();
  pugh::check_number_of_processes();
  if (pugh::only_checks_parameters()) pugh::report_size(*pugh::Driver::of(cctkGH));
}
