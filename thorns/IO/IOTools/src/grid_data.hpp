/// Data of variables for output: names, coordinates, reductions, and slabs that the driver collects on rank 0.
#pragma once

#include "IO/IOTools/src/text.hpp"

#include <cctk.h>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace iotools {

/// The full names "implementation::variable" and "implementation::group" of a variable.
std::string full_name(int variable);
std::string group_name(int variable);

bool is_scalar(int variable);
bool is_grid_function(int variable);
bool is_integer(int variable);

/// RejectionReason (see output_method.hpp) of methods that write only real and integer numbers.
std::string not_numeric_reason(int variable);

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

/// The factors IO::out_downsample_x, ...
std::vector<int> downsampling();

/// The global number of points in each dimension of the variable.
std::vector<int> global_size(cGH const* cctkGH, int variable);

/// The value of a grid scalar on this rank, and as a number if its type is integer or real.
std::optional<SlabData> scalar_value(cGH const* cctkGH, int variable);
std::optional<double> scalar(cGH const* cctkGH, int variable);

/// The reduction of the whole variable, on all ranks. Empty, after a warning, if it fails. Collective.
std::optional<double> reduce(cGH const* cctkGH, std::string const& reduction, int variable);

} // namespace iotools
