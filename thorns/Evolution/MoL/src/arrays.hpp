/// Arrays of evolved variables, right-hand sides and scratch values, and their linear combinations on host or device.
#pragma once

#include "Numerics/ThornTools/src/host_access.hpp"
#include "cctk.h"

#include <cstddef>
#include <vector>

namespace mol {

/// An array: a time level of a grid variable, or memory that MoL allocates for scratch values of grid arrays and
/// scalars.
struct ArrayRef {
  int variable; ///< index of the grid variable; -1: memory that MoL allocates
  int time_level;
  double* memory = nullptr;

  bool operator==(ArrayRef const&) const = default;
};

inline ArrayRef level(int variable, int time_level) { return {variable, time_level}; }
inline ArrayRef own_memory(double* memory) { return {-1, 0, memory}; }

struct ScaledArray {
  ArrayRef array;
  double factor;
};

/// The linear combination  target <- scale * target + sum over sources of factor * array.
struct Update {
  ArrayRef target;
  double scale;
  std::vector<ScaledArray> sources;
};

bool is_grid_function(int variable);
/// Whether an array (or all arrays of an update) are time levels of grid functions.
bool is_on_grid(ArrayRef const& array);
bool is_on_grid(Update const& update);

bool has_past_level(cGH const* cctkGH, int variable);

/// The number of points of a variable on this process, including ghost zones and padding.
std::ptrdiff_t n_points(cGH const* cctkGH, int variable);

/// Computes the updates one after another for the first n points: on the device that holds the variables if there is
/// one with the aliased function LinearCombination, on the host otherwise. Accesses are reported to Accelerator.
void update(cGH const* cctkGH, std::vector<Update> const& updates, std::ptrdiff_t n);

inline void copy(cGH const* cctkGH, ArrayRef target, ArrayRef source, std::ptrdiff_t n) {
  update(cctkGH, {{target, 0, {{source, 1}}}}, n);
}

/// Whether the aliased function LinearCombination updates the grid functions in this run.
bool combines_on_device(cGH const* cctkGH);

/// Announces to CaKernel that the right-hand sides are evaluated next, and updates follow them.
void await_update(cGH const* cctkGH);

/// Pointer to the values on the host. They are valid after require_on_host(). Ends the run if the variable has no
/// storage.
void* host_data(cGH const* cctkGH, ArrayRef const& array);

/// Whether the elements of an array are of type CCTK_REAL4. All others, and memory that MoL allocates, are of type
/// CCTK_REAL. All arrays of an update have the same type.
bool is_real4(ArrayRef const& array);

/// Report to thorn Accelerator, if it is active, which arrays the host will read, and which it has written.
void require_on_host(cGH const* cctkGH, std::vector<ArrayRef> const& reads);
void written_on_host(cGH const* cctkGH, std::vector<ArrayRef> const& writes);

/// Variables, time levels and factors as separate lists, the form in which aliased functions take them.
struct ScaledTimeLevels : thorntools::TimeLevels {
  std::vector<CCTK_REAL> factors;

  /// Ignores memory that MoL allocates, because it is not a grid variable.
  void add(ArrayRef const& array, double factor) {
    if (array.variable < 0) return;
    TimeLevels::add(array.variable, array.time_level);
    factors.push_back(factor);
  }
};

} // namespace mol
