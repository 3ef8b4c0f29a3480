// Parts of distributed variables, collected on rank 0 through the driver's hyperslabs.
#pragma once

#include <cctk.h>

#include <cstddef>
#include <optional>
#include <vector>

namespace iotools {

/// A line, plane or box of a variable. All vectors have one entry per direction of the slab, but `origin` one per
/// dimension of the variable and `direction` one row of that length per direction of the slab.
struct Slab {
  std::vector<CCTK_INT> origin, direction, extent, downsample;
};

struct SlabData {
  std::vector<std::byte> bytes; ///< on rank 0 the points, the first direction fastest; empty on other ranks
  std::vector<CCTK_INT> extent; ///< points in each direction after downsampling, the same on all ranks

  template <class T>
  T const* as() const {
    return reinterpret_cast<T const*>(bytes.data());
  }
};

/// The point `index` of integer or real data of a CCTK_VARIABLE_* type; NaN for other types.
double number_at(SlabData const& data, int type, std::size_t index);

/// The whole variable, every `downsample[d]`-th point; empty `downsample` takes all points.
Slab whole(cGH const* cctkGH, int variable, std::vector<int> const& downsample = {});

/// Whether an active thorn provides the functions that collect() calls.
bool have_hyperslabs();

/// Collective over all ranks. The points converted to `type` (CCTK_VARIABLE_*). Empty, with a warning that names the
/// variable, when the driver fails or there is no driver with hyperslabs.
std::optional<SlabData> collect(cGH const* cctkGH, int variable, Slab slab, int type);

/// Points of the variable on the whole grid, in each of its dimensions.
std::vector<int> global_size(cGH const* cctkGH, int variable);

/// A grid scalar's value on this rank, as bytes.
std::optional<SlabData> scalar_value(cGH const* cctkGH, int variable);

/// Brings the variable's current time level to the host when it lives on a device.
void make_valid_on_host(cGH const* cctkGH, int variable);

} // namespace iotools
