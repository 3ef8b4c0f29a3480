// Tells a thorn that keeps variables in other memories what is about to happen; does nothing when there is none.
#pragma once

#include "grid/shape.hpp"

#include "cctk.h"

#include <cstddef>
#include <vector>

namespace pugh::accelerator {

// Groups have other storage than before.
void arrays_changed(cGH const* grid_hierarchy);
void time_levels_rotate(cGH const* grid_hierarchy);
// Where the ghost zones of variables are to be filled.
struct Exchanged {
  std::vector<CCTK_INT> on_device; // by variable; otherwise in the host's arrays
  bool keeps_account = false;      // the thorn knows who reads and writes what, and has exchanges ended in time
};
Exchanged before_exchange(cGH const* grid_hierarchy, std::vector<CCTK_INT> const& groups,
                          std::vector<CCTK_INT> const& variables);
void after_exchange(cGH const* grid_hierarchy, std::vector<CCTK_INT> const& groups,
                    std::vector<CCTK_INT> const& variables);

// Boxes of arrays; on the device they lie packed one after the other in a message.
struct Boxes {
  std::vector<CCTK_INT> variables, lower, upper; // three indices per box; the upper ones excluded

  void add(int variable, Range const& range);
};
// These have not arrived yet.
void in_flight(cGH const* grid_hierarchy, Boxes const& boxes);
void pack(cGH const* grid_hierarchy, Boxes const& boxes, std::byte* message);
void unpack(cGH const* grid_hierarchy, Boxes const& boxes, std::byte const* message);
// Copies boxes to others of the same arrays, on the device, in order.
void copy_within(cGH const* grid_hierarchy, Boxes const& from, Boxes const& to);

// Kernels that wait (see thorn CaKernel) are run: storage is about to go, or what comes next tells nobody what it
// reads.
void run_what_waits(cGH const* grid_hierarchy);

// A time level of these variables was given values on the host: memory that is new, or filled after a rotation.
void filled_on_host(cGH const* grid_hierarchy, int first_variable, int n_variables, int time_level);

// Calls a scheduled function between Accelerator_PreCallFunction and Accelerator_PostCallFunction. Returns 0: its
// groups are not synchronised yet.
int call_function(void* function, cFunctionData* attribute, void* grid_hierarchy);

} // namespace pugh::accelerator
