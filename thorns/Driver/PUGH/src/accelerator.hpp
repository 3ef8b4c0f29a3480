/// Calls to thorn Accelerator, which manages copies of variables in device memory. Without such a thorn the functions
/// have no effect.
#pragma once

#include "grid/decomposition.hpp"

#include "cctk.h"

#include <cstddef>
#include <vector>

namespace pugh::accelerator {

/// Reports that storage of groups has been allocated, released or rotated.
void arrays_changed(cGH const* cctkGH);
void time_levels_rotate(cGH const* cctkGH);

/// The memory (host or device) in which an exchange fills the ghost zones.
struct ExchangeTarget {
  std::vector<CCTK_INT> on_device; ///< by variable: 1 device memory, 0 host memory
  bool tracks_accesses = false;    ///< whether thorn Accelerator ends an exchange before ghost zones are read
};
ExchangeTarget begin_exchange(cGH const* cctkGH, std::vector<CCTK_INT> const& groups,
                              std::vector<CCTK_INT> const& variables);
void end_exchange(cGH const* cctkGH, std::vector<CCTK_INT> const& groups, std::vector<CCTK_INT> const& variables);

/// Boxes of points in arrays. A message contains the packed boxes one after the other.
struct Boxes {
  std::vector<CCTK_INT> variables, lower, upper; ///< three indices per box; the box is lower <= index < upper

  void add(int variable, Range const& range);
};
/// Reports ghost zone boxes whose messages have not arrived.
void in_flight(cGH const* cctkGH, Boxes const& boxes);
void pack(cGH const* cctkGH, Boxes const& boxes, std::byte* message);
void unpack(cGH const* cctkGH, Boxes const& boxes, std::byte const* message);
/// Copies boxes to other boxes of the same arrays on the device. The copies are executed in order.
void copy_within(cGH const* cctkGH, Boxes const& from, Boxes const& to);

/// Executes the kernel launches that thorn CaKernel has deferred. Must be called before storage is released, and before
/// code that does not declare which variables it reads.
void finish_deferred_launches(cGH const* cctkGH);

/// Reports that the host has initialised a time level of these variables, after allocation or rotation.
void filled_on_host(cGH const* cctkGH, int first_variable, int n_variables, int time_level);

/// Calls a scheduled function between Accelerator_PreCallFunction and Accelerator_PostCallFunction. Returns 0, so that
/// the scheduler synchronises the function's groups.
int call_function(void* function, cFunctionData* attribute, void* cctkGH);

} // namespace pugh::accelerator
