// What conditions read and write, told to a thorn Accelerator: of variables that live on a device only that is moved,
// and what is on its way from other processes arrives only if it is needed.
#pragma once

#include "conditions/updates.hpp"

#include <vector>

namespace boundary {

int refinement_level(cGH const* cctkGH);

// Whether there is an Accelerator that takes account of boxes.
bool keeps_account();

// Whether kernels do this condition: where a process has a device, or if it is costly. All processes answer alike.
bool may_be_by_kernels(cGH const* cctkGH, bool is_costly);
bool is_by_kernels(Update const& update);
bool runs_on_device(Update const& update); // of this process

// Before and after updates are applied.
void will_apply(cGH const* cctkGH, std::vector<Update> const& updates);
void has_applied(cGH const* cctkGH, std::vector<Update> const& updates);

// Whether ghost zones that this update reads or writes are still on their way.
bool is_in_flight(Update const& update);
// In place of will_apply and has_applied, for what is applied when they have arrived. False: that cannot be.
bool promise_to_apply(cGH const* cctkGH, std::vector<Update> const& updates);

} // namespace boundary
