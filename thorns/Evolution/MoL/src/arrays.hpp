/// Arrays that MoL combines, and updates of them on the host or on a device.
#pragma once

#include "Numerics/ThornTools/src/host_access.hpp"
#include "cctk.h"

#include <cstddef>
#include <vector>

namespace mol {

/// A time level of a grid variable, or memory of MoL for scratch values of grid arrays and scalars.
struct ArrayRef {
  int variable; ///< -1: memory of MoL
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

/// target <- scale * target + sum of factor * array
struct Update {
  ArrayRef target;
  double scale;
  std::vector<ScaledArray> sources;
};

bool is_grid_function(int variable);
/// Whether an array, or all arrays of an update, are time levels of grid functions.
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

/// Whether grid functions are updated by LinearCombination in this run.
bool combines_on_device(cGH const* cctkGH);

/// Announces to CaKernel that right-hand sides and then updates follow.
void await_update(cGH const* cctkGH);

/// Values on the host, valid after require_on_host. Ends the run if the variable has no storage.
double* host_data(cGH const* cctkGH, ArrayRef const& array);

/// Report to Accelerator, if it is active, what the host will read, or has written.
void require_on_host(cGH const* cctkGH, std::vector<ArrayRef> const& reads);
void written_on_host(cGH const* cctkGH, std::vector<ArrayRef> const& writes);

/// Arrays and factors in the form that aliased functions take.
struct ScaledTimeLevels : thorntools::TimeLevels {
  std::vector<CCTK_REAL> factors;

  /// Memory of MoL is not part of the list.
  void add(ArrayRef const& array, double factor) {
    if (array.variable < 0) return;
    TimeLevels::add(array.variable, array.time_level);
    factors.push_back(factor);
  }
};

} // namespace mol
