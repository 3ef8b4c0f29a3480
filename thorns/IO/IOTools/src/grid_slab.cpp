// Calls Hyperslab_* and Accelerator_*, which some thorn of the configuration provides.
#include "grid_slab.hpp"

#include "grid_axes.hpp"
#include "output_list.hpp"

#include "Numerics/ThornTools/src/variable_type.hpp"

#include <cctk_Functions.h>

#include <algorithm>
#include <cstring>
#include <limits>

namespace iotools {
namespace {

std::size_t product(std::vector<CCTK_INT> const& extent) {
  std::size_t points = 1;
  for (auto const n : extent) points *= static_cast<std::size_t>(n > 0 ? n : 0);
  return points;
}

/// The same points as an extent that contains the images at the ends of periodic directions. Drivers leave those out;
/// Cactus' PUGHSlab does so by counting: it takes the images off any extent.
void count_images(Slab& slab, std::vector<Axis> const& axes) {
  auto const n = axes.size();
  for (std::size_t row = 0; row < slab.extent.size(); ++row) {
    CCTK_INT points = 0;
    bool is_whole = slab.downsample[row] == 1;
    for (std::size_t d = 0; d < n; ++d)
      if (slab.direction[row * n + d] != 0) {
        is_whole = is_whole && slab.origin[d] == axes[d].images && slab.extent[row] == axes[d].points_to_write();
        is_whole = is_whole && (points == 0 || points == axes[d].points);
        points = axes[d].points;
      }
    if (!is_whole) continue;
    slab.extent[row] = points;
    for (std::size_t d = 0; d < n; ++d)
      if (slab.direction[row * n + d] != 0) slab.origin[d] = 0;
  }
}

void warn(int variable, char const* what) {
  CCTK_VWarn(1, __LINE__, __FILE__, CCTK_THORNSTRING, "No output of `%s`: %s.", full_name(variable).c_str(), what);
}

} // namespace

bool have_hyperslabs() {
  return CCTK_IsFunctionAliased("Hyperslab_GlobalMappingByIndex") != 0 && CCTK_IsFunctionAliased("Hyperslab_Get") != 0;
}

double number_at(SlabData const& data, int type, std::size_t index) {
  double number = std::numeric_limits<double>::quiet_NaN();
  auto const read = [&](auto t) { number = static_cast<double>(data.as<typename decltype(t)::type>()[index]); };
  if (!thorntools::with_integer(type, read)) thorntools::with_real(type, read);
  return number;
}

std::vector<int> global_size(cGH const* cctkGH, int variable) {
  std::vector<int> size(static_cast<std::size_t>(CCTK_GroupDimFromVarI(variable)));
  cGroup group;
  CCTK_GroupData(CCTK_GroupIndexFromVarI(variable), &group);
  // Every process has the whole of a constant array, but in Cactus' PUGH the global size counts all of them.
  int const n = static_cast<int>(size.size());
  if (group.disttype == CCTK_DISTRIB_CONSTANT)
    CCTK_GrouplshVI(cctkGH, n, size.data(), variable);
  else
    CCTK_GroupgshVI(cctkGH, n, size.data(), variable);
  return size;
}

Slab whole(cGH const* cctkGH, int variable, std::vector<int> const& downsample) {
  auto const axes = axes_of(cctkGH, variable);
  auto const n = axes.size();
  Slab slab{.origin = std::vector<CCTK_INT>(n, 0),
            .direction = std::vector<CCTK_INT>(n * n, 0),
            .extent = std::vector<CCTK_INT>(n, 0),
            .downsample = std::vector<CCTK_INT>(n, 1)};
  for (std::size_t d = 0; d < n; ++d) {
    slab.origin[d] = axes[d].images;
    slab.extent[d] = axes[d].points_to_write();
    slab.direction[d * n + d] = 1;
    if (d < downsample.size()) slab.downsample[d] = downsample[d];
  }
  return slab;
}

std::optional<SlabData> collect(cGH const* cctkGH, int variable, Slab slab, int type) {
  if (!have_hyperslabs()) {
    warn(variable, "no active thorn provides Hyperslab_Get (activate PUGHSlab)");
    return std::nullopt;
  }
  make_valid_on_host(cctkGH, variable);
  SlabData data;
  data.extent.resize(slab.extent.size());
  auto const size = global_size(cctkGH, variable);
  if (std::find(size.begin(), size.end(), 0) != size.end()) return data; // nothing, which Cactus' PUGHSlab refuses
  count_images(slab, axes_of(cctkGH, variable));
  CCTK_INT const mapping = Hyperslab_GlobalMappingByIndex(cctkGH, variable, static_cast<CCTK_INT>(slab.extent.size()),
                                                          slab.direction.data(), slab.origin.data(), slab.extent.data(),
                                                          slab.downsample.data(), -1, nullptr, data.extent.data());
  if (mapping < 0) {
    warn(variable, "the driver found no such part of it");
    return std::nullopt;
  }
  if (CCTK_MyProc(cctkGH) == 0)
    data.bytes.resize(product(data.extent) * static_cast<std::size_t>(CCTK_VarTypeSize(type)));
  CCTK_INT const status =
      Hyperslab_Get(cctkGH, mapping, 0, variable, 0, type, data.bytes.empty() ? nullptr : data.bytes.data());
  Hyperslab_FreeMapping(mapping);
  if (status != 0) {
    warn(variable, "the driver could not collect it");
    return std::nullopt;
  }
  return data;
}

std::optional<SlabData> scalar_value(cGH const* cctkGH, int variable) {
  make_valid_on_host(cctkGH, variable);
  void const* const value = CCTK_VarDataPtrI(cctkGH, 0, variable);
  if (value == nullptr) return std::nullopt;
  SlabData data;
  data.bytes.resize(static_cast<std::size_t>(CCTK_VarTypeSize(CCTK_VarTypeI(variable))));
  std::memcpy(data.bytes.data(), value, data.bytes.size());
  return data;
}

void make_valid_on_host(cGH const* cctkGH, int variable) {
  if (CCTK_IsFunctionAliased("Accelerator_RequireValidData") == 0) return;
  CCTK_INT const refinement = CCTK_IsFunctionAliased("GetRefinementLevel") ? GetRefinementLevel(cctkGH) : 0;
  CCTK_INT const variables[] = {variable}, refinements[] = {refinement}, time_levels[] = {0};
  CCTK_INT const on_host = 0;
  Accelerator_RequireValidData(cctkGH, variables, refinements, time_levels, 1, on_host);
}

} // namespace iotools
