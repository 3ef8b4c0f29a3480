#include "grid_data.hpp"

#include "Numerics/ThornTools/src/host_access.hpp"
#include "Numerics/ThornTools/src/variable_type.hpp"

#include <algorithm>
#include <cctk_Functions.h>
#include <cctk_Parameters.h>
#include <cstring>
#include <limits>

namespace iotools {

std::string full_name(int variable) { return take_text(CCTK_FullName(variable)); }

std::string group_name(int variable) { return take_text(CCTK_GroupNameFromVarI(variable)); }

bool is_scalar(int variable) { return CCTK_GroupTypeFromVarI(variable) == CCTK_SCALAR; }

bool is_grid_function(int variable) { return CCTK_GroupTypeFromVarI(variable) == CCTK_GF; }

bool is_integer(int variable) { return thorntools::is_integer_type(CCTK_VarTypeI(variable)); }

std::string not_numeric_reason(int variable) {
  if (is_integer(variable) || thorntools::is_real_type(CCTK_VarTypeI(variable))) return "";
  return std::string("is of type ") + CCTK_VarTypeName(CCTK_VarTypeI(variable)) + ", neither integer nor real";
}

namespace {

/// The number of points at each end of a periodic direction that are images of points at the other end.
int n_images(cGH const* cctkGH, int direction) {
  bool const wraps =
      direction < 3 && cctkGH->cctk_gsh[direction] > 1 && thorntools::is_periodic(static_cast<std::size_t>(direction));
  return wraps ? cctkGH->cctk_nghostzones[direction] : 0;
}

bool group_has_coordinates(cGH const* cctkGH, int group) {
  return CCTK_GroupTypeI(group) == CCTK_GF && Coord_GroupSystem(cctkGH, take_text(CCTK_GroupName(group)).c_str()) >= 0;
}

/// Whether a thorn has registered coordinates with the flesh or with CoordBase. Coordinates of fewer than three
/// dimensions are registered only with CoordBase.
bool are_coordinates_registered(cGH const* cctkGH) {
  if (CCTK_NumCoordSystems() > 0) return true;
  static bool is_registered = false;
  if (CCTK_IsFunctionAliased("Coord_GroupSystem") == 0) return false;
  for (int group = 0; !is_registered && group < CCTK_NumGroups(); ++group)
    is_registered = group_has_coordinates(cctkGH, group);
  return is_registered;
}

} // namespace

Axis grid_axis(cGH const* cctkGH, int direction) {
  int const points = cctkGH->cctk_gsh[direction], images = n_images(cctkGH, direction);
  // Without coordinates no thorn has set origin and spacing, and Cactus' PUGH leaves them undefined.
  if (!are_coordinates_registered(cctkGH)) return {.points = points, .images = images};
  auto const* const cctk_origin_space = cctkGH->cctk_origin_space;
  auto const* const cctk_delta_space = cctkGH->cctk_delta_space;
  auto const* const cctk_levfac = cctkGH->cctk_levfac;
  auto const* const cctk_levoff = cctkGH->cctk_levoff;
  auto const* const cctk_levoffdenom = cctkGH->cctk_levoffdenom;
  return {
      .lower = CCTK_ORIGIN_SPACE(direction), .delta = CCTK_DELTA_SPACE(direction), .points = points, .images = images};
}

bool has_coordinates(cGH const* cctkGH, int variable) {
  return CCTK_IsFunctionAliased("Coord_GroupSystem") != 0 &&
         group_has_coordinates(cctkGH, CCTK_GroupIndexFromVarI(variable));
}

std::vector<Axis> axes_of(cGH const* cctkGH, int variable) {
  std::vector<Axis> axes;
  bool const on_grid = is_grid_function(variable);
  for (int const points : global_size(cctkGH, variable)) {
    int const direction = static_cast<int>(axes.size());
    axes.push_back(on_grid && direction < cctkGH->cctk_dim ? grid_axis(cctkGH, direction) : Axis{.points = points});
  }
  return axes;
}

namespace {

std::size_t product(std::vector<CCTK_INT> const& extent) {
  std::size_t points = 1;
  for (auto const n : extent) points *= static_cast<std::size_t>(n > 0 ? n : 0);
  return points;
}

/// In periodic directions, adds the image points at both ends to the extent of a slab that contains all points to
/// write. Drivers omit these image points, and PUGHSlab of Cactus subtracts their number from any extent.
void include_images(Slab& slab, std::vector<Axis> const& axes) {
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

void warn(int variable, char const* reason) {
  CCTK_VWarn(1, __LINE__, __FILE__, CCTK_THORNSTRING, "No output of `%s`: %s.", full_name(variable).c_str(), reason);
}

} // namespace

// thorntools::require_on_host() supports only grid functions, but kernels may also write scalars and arrays.
void copy_to_host(cGH const* cctkGH, int variable) {
  if (CCTK_IsFunctionAliased("Accelerator_RequireValidData"))
    thorntools::call_for_host(Accelerator_RequireValidData, cctkGH, {{variable}, {0}});
}

bool have_hyperslabs() {
  return CCTK_IsFunctionAliased("Hyperslab_GlobalMappingByIndex") != 0 && CCTK_IsFunctionAliased("Hyperslab_Get") != 0;
}

double number_at(SlabData const& data, int type, std::size_t index) {
  double number = std::numeric_limits<double>::quiet_NaN();
  auto const read = [&](auto t) { number = static_cast<double>(data.as<typename decltype(t)::type>()[index]); };
  if (!thorntools::with_integer(type, read)) thorntools::with_real(type, read);
  return number;
}

std::vector<int> downsampling() {
  DECLARE_CCTK_PARAMETERS
  return {static_cast<int>(out_downsample_x), static_cast<int>(out_downsample_y), static_cast<int>(out_downsample_z)};
}

std::vector<int> global_size(cGH const* cctkGH, int variable) {
  std::vector<int> size(static_cast<std::size_t>(CCTK_GroupDimFromVarI(variable)));
  if (size.empty()) return size; // a scalar
  cGroup group;
  CCTK_GroupData(CCTK_GroupIndexFromVarI(variable), &group);
  // Every process stores the whole constant array, but PUGH of Cactus reports the sum of the sizes over all processes
  // as its global size.
  int const n = static_cast<int>(size.size());
  if (group.disttype == CCTK_DISTRIB_CONSTANT)
    CCTK_GrouplshVI(cctkGH, n, size.data(), variable);
  else
    CCTK_GroupgshVI(cctkGH, n, size.data(), variable);
  return size;
}

Slab whole_variable(cGH const* cctkGH, int variable, std::vector<int> const& downsample) {
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
  copy_to_host(cctkGH, variable);
  SlabData data;
  data.extent.resize(slab.extent.size());
  auto const size = global_size(cctkGH, variable);
  if (std::find(size.begin(), size.end(), 0) != size.end()) return data; // PUGHSlab of Cactus rejects empty slabs
  include_images(slab, axes_of(cctkGH, variable));
  CCTK_INT const mapping = Hyperslab_GlobalMappingByIndex(cctkGH, variable, static_cast<CCTK_INT>(slab.extent.size()),
                                                          slab.direction.data(), slab.origin.data(), slab.extent.data(),
                                                          slab.downsample.data(), -1, nullptr, data.extent.data());
  if (mapping < 0) {
    warn(variable, "the driver cannot select this part");
    return std::nullopt;
  }
  if (CCTK_MyProc(cctkGH) == 0)
    data.bytes.resize(product(data.extent) * static_cast<std::size_t>(CCTK_VarTypeSize(type)));
  CCTK_INT const status =
      Hyperslab_Get(cctkGH, mapping, 0, variable, 0, type, data.bytes.empty() ? nullptr : data.bytes.data());
  Hyperslab_FreeMapping(mapping);
  if (status != 0) {
    warn(variable, "the driver failed to collect its values");
    return std::nullopt;
  }
  return data;
}

std::vector<CCTK_INT> extent_of(Slab const& slab) {
  std::vector<CCTK_INT> extent;
  for (std::size_t row = 0; row < slab.extent.size(); ++row)
    extent.push_back((slab.extent[row] + slab.downsample[row] - 1) / slab.downsample[row]);
  return extent;
}

namespace {

/// The part of a slab with the indices [first, first + n) of its last direction.
Slab part_of(Slab slab, CCTK_INT first, CCTK_INT n) {
  auto const row = slab.extent.size() - 1;
  auto const step = slab.downsample[row];
  for (std::size_t d = 0; d < slab.origin.size(); ++d)
    slab.origin[d] += first * step * slab.direction[row * slab.origin.size() + d];
  slab.extent[row] = std::min((n - 1) * step + 1, slab.extent[row] - first * step);
  return slab;
}

} // namespace

bool collect_in_parts(cGH const* cctkGH, int variable, Slab const& slab, int type, CCTK_INT n_planes,
                      std::function<void(CCTK_INT, SlabData const&)> const& use) {
  CCTK_INT const n = slab.extent.empty() ? 0 : extent_of(slab).back();
  if (n_planes < n) {
    auto data = collect(cctkGH, variable, part_of(slab, 0, n_planes), type);
    if (!data) return false;
    // PUGHSlab of Cactus reduces the extent of each part in periodic directions.
    bool const is_divisible = data->extent.back() == n_planes;
    for (CCTK_INT first = 0; is_divisible && first < n; first += n_planes) {
      if (first > 0) data = collect(cctkGH, variable, part_of(slab, first, std::min(n_planes, n - first)), type);
      if (!data) return false;
      use(first, *data);
    }
    if (is_divisible) return true;
  }
  auto const whole = collect(cctkGH, variable, slab, type);
  if (whole) use(0, *whole);
  return whole.has_value();
}

std::optional<SlabData> scalar_value(cGH const* cctkGH, int variable) {
  copy_to_host(cctkGH, variable);
  void const* const value = CCTK_VarDataPtrI(cctkGH, 0, variable);
  if (value == nullptr) return std::nullopt;
  SlabData data;
  data.bytes.resize(static_cast<std::size_t>(CCTK_VarTypeSize(CCTK_VarTypeI(variable))));
  std::memcpy(data.bytes.data(), value, data.bytes.size());
  return data;
}

std::optional<double> scalar(cGH const* cctkGH, int variable) {
  auto const data = scalar_value(cctkGH, variable);
  return data ? std::optional(number_at(*data, CCTK_VarTypeI(variable), 0)) : std::nullopt;
}

std::optional<double> reduce(cGH const* cctkGH, std::string const& reduction, int variable) {
  copy_to_host(cctkGH, variable);
  CCTK_REAL result = 0;
  CCTK_INT const input[] = {variable};
  CCTK_INT const type[] = {CCTK_VARIABLE_REAL};
  void* output[] = {&result};
  int const handle = CCTK_LocalArrayReductionHandle(reduction.c_str());
  if (handle >= 0 && CCTK_ReduceGridArrays(cctkGH, -1, handle, -1, 1, input, 1, type, output) == 0) return result;
  CCTK_VWarn(1, __LINE__, __FILE__, CCTK_THORNSTRING, "The reduction `%s` of `%s` failed%s", reduction.c_str(),
             full_name(variable).c_str(), handle < 0 ? ": no active thorn provides it." : ".");
  return std::nullopt;
}

} // namespace iotools
