/// Provides names, coordinates and reductions of variables for output. The driver collects slabs of variables on rank
/// 0.
#pragma once

#include "IO/IOTools/src/text.hpp"

#include <cctk.h>
#include <cstddef>
#include <functional>
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

/// The RejectionReason (see output_method.hpp) of output methods that can write only real and integer variables.
std::string not_numeric_reason(int variable);

/// Whether the variable's group has a coordinate system. Without one, positions are indices.
bool has_coordinates(cGH const* cctkGH, int variable);

/// Returns the axis of one grid direction. Without a registered coordinate system, the coordinates are indices.
Axis grid_axis(cGH const* cctkGH, int direction);

/// Returns one axis per dimension of a variable. The axes of grid functions contain coordinates, and those of arrays
/// contain indices.
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

/// Returns the value at `index` as a double. `type` is the CCTK_VARIABLE_* type of the data. The result is NaN if this
/// type is neither integer nor real.
double number_at(SlabData const& data, int type, std::size_t index);

/// Returns a slab that contains every `downsample[d]`-th point of the variable in dimension d. An empty `downsample`
/// selects all points.
Slab whole_variable(cGH const* cctkGH, int variable, std::vector<int> const& downsample = {});

/// Runs deferred kernels, then copies the current time level of a variable to the host if only a device has its values.
/// Collective.
void copy_to_host(cGH const* cctkGH, int variable);

/// Whether an active thorn provides the functions that collect() calls.
bool have_hyperslabs();

/// Collects the points of a slab on rank 0 and converts them to `type` (CCTK_VARIABLE_*). If the driver fails or
/// provides no hyperslabs, the function prints a warning and returns an empty result. Collective.
std::optional<SlabData> collect(cGH const* cctkGH, int variable, Slab slab, int type);

/// The points of a slab in each direction after downsampling.
std::vector<CCTK_INT> extent_of(Slab const& slab);

/// Collects a slab in parts of at most `n_planes` indices of its last direction, so that rank 0 needs memory for one
/// part. Calls use(first plane, values) for each part on all ranks; only rank 0 has values. Returns false after a
/// failure, of which collect() warns. If a driver cannot divide the slab, the only part is the whole slab. Collective.
bool collect_in_parts(cGH const* cctkGH, int variable, Slab const& slab, int type, CCTK_INT n_planes,
                      std::function<void(CCTK_INT, SlabData const&)> const& use);

/// The factors IO::out_downsample_x, ...
std::vector<int> downsampling();

/// The global number of points in each dimension of the variable.
std::vector<int> global_size(cGH const* cctkGH, int variable);

/// Both functions return the value of a grid scalar on this rank. scalar() converts it to a double and returns an empty
/// result if the type is neither integer nor real.
std::optional<SlabData> scalar_value(cGH const* cctkGH, int variable);
std::optional<double> scalar(cGH const* cctkGH, int variable);

/// Reduces the whole variable and returns the result on all ranks. If the reduction fails, the function prints a
/// warning and returns an empty result. Collective.
std::optional<double> reduce(cGH const* cctkGH, std::string const& reduction, int variable);

} // namespace iotools
