/// Coordinates of the grid, and parts of distributed variables collected on rank 0 by the hyperslabs of the driver.
#pragma once

#include "IO/IOTools/src/text.hpp"

#include <cctk.h>
#include <cstddef>
#include <optional>
#include <vector>

namespace iotools {

/// Whether the variable's group has a coordinate system. Without one, positions are indices.
bool has_coordinates(cGH const* cctkGH, int variable);

/// One direction of the grid. Without a registered coordinate system, coordinates are indices.
Axis grid_axis(cGH const* cctkGH, int direction);

/// The axes of a variable: coordinates for grid functions, indices for arrays.
std::vector<Axis> axes_of(cGH const* cctkGH, int variable);

/// A line, plane or box of a variable. `origin` has one entry per dimension of the variable, and `direction` has one
/// row of that length per direction of the slab. `extent` and `downsample` have one entry per direction of the slab.
struct Slab {
  std::vector<CCTK_INT> origin, direction, extent, downsample;
};

/// The values of a slab.
struct SlabData {
  std::vector<std::byte> bytes; ///< the points on rank 0, first direction fastest; empty on other ranks
  std::vector<CCTK_INT> extent; ///< points in each direction after downsampling, the same on all ranks

  template <class T>
  T const* as() const {
    return reinterpret_cast<T const*>(bytes.data());
  }
};

/// The value at `index` of integer or real data of a CCTK_VARIABLE_* type. NaN for other types.
double number_at(SlabData const& data, int type, std::size_t index);

/// A slab of the whole variable with every `downsample[d]`-th point. An empty `downsample` selects all points.
Slab whole_variable(cGH const* cctkGH, int variable, std::vector<int> const& downsample = {});

/// Whether an active thorn provides the functions that collect() calls.
bool have_hyperslabs();

/// Collects the points on rank 0, converted to `type` (CCTK_VARIABLE_*). Empty, after a warning with the name of the
/// variable, if the driver fails or provides no hyperslabs. Collective.
std::optional<SlabData> collect(cGH const* cctkGH, int variable, Slab slab, int type);

/// The global number of points in each dimension of the variable.
std::vector<int> global_size(cGH const* cctkGH, int variable);

/// The value of a grid scalar on this rank.
std::optional<SlabData> scalar_value(cGH const* cctkGH, int variable);

/// Copies the current time level of the variable to the host if only a device has its values.
void require_on_host(cGH const* cctkGH, int variable);

} // namespace iotools
