/// Calls of a thorn that keeps copies of variables in other memories (Accelerator). Without such a thorn they have no
/// effect.
#pragma once

#include "grid/decomposition.hpp"

#include "cctk.h"

#include <cstddef>
#include <vector>

namespace pugh::accelerator {

/// Groups have different storage than before.
void arrays_changed(cGH const* cctkGH);
void time_levels_rotate(cGH const* cctkGH);

/// The memories in which an exchange fills the ghost zones.
struct ExchangeTarget {
  std::vector<CCTK_INT> on_device; ///< by variable: 1 if filled on the device, 0 in the host's arrays
  bool tracks_accesses = false;    ///< the thorn tracks accesses and ends an exchange before the ghost zones are used
};
ExchangeTarget begin_exchange(cGH const* cctkGH, std::vector<CCTK_INT> const& groups,
                              std::vector<CCTK_INT> const& variables);
void end_exchange(cGH const* cctkGH, std::vector<CCTK_INT> const& groups, std::vector<CCTK_INT> const& variables);

/// Boxes of arrays. A message contains them packed one after the other.
struct Boxes {
  std::vector<CCTK_INT> variables, lower, upper; ///< three indices per box; the box excludes the upper ones

  void add(int variable, Range const& range);
};
/// Reports boxes that have not arrived yet.
void in_flight(cGH const* cctkGH, Boxes const& boxes);
void pack(cGH const* cctkGH, Boxes const& boxes, std::byte* message);
void unpack(cGH const* cctkGH, Boxes const& boxes, std::byte const* message);
/// Copies boxes to other boxes of the same arrays, on the device, in order.
void copy_within(cGH const* cctkGH, Boxes const& from, Boxes const& to);

/// Runs the launches that thorn CaKernel has deferred. Required before storage is released and before code that does
/// not declare which variables it reads.
void finish_deferred_launches(cGH const* cctkGH);

/// The host has set a time level of these variables: new memory, or memory that was initialised after a rotation.
void filled_on_host(cGH const* cctkGH, int first_variable, int n_variables, int time_level);

/// Calls a scheduled function between Accelerator_PreCallFunction and Accelerator_PostCallFunction. Returns 0, so that
/// the scheduler synchronises the function's groups.
int call_function(void* function, cFunctionData* attribute, void* cctkGH);

} // namespace pugh::accelerator
