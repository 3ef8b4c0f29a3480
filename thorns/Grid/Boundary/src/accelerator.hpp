/// What conditions read and write, reported to thorn Accelerator. Of variables on a device only these points are
/// copied, and only these ghost zones are waited for.
#pragma once

#include "update.hpp"

#include "Numerics/ThornTools/src/algorithms/result_cache.hpp"

#include <vector>

namespace boundary {

/// Whether there is a thorn Accelerator that tracks boxes of points.
bool accelerator_tracks_boxes();

/// Whether kernels apply this method: if a process has a device, or if the method is costly. Equal on all processes.
bool uses_kernels(cGH const* cctkGH, Method const& method);
bool uses_kernel(Update const& update);
/// Whether this process applies the update on its device.
bool runs_on_device(Update const& update);

/// Called before and after updates are applied.
void will_apply(cGH const* cctkGH, std::vector<Update> const& updates);
void has_applied(cGH const* cctkGH, std::vector<Update> const& updates);

/// Whether an exchange of ghost zones that this update reads or writes is in flight.
bool is_in_flight(Update const& update);
/// Replaces will_apply and has_applied for updates that are applied after the exchange. Returns false if the exchange
/// must be completed first.
bool promise_to_apply(cGH const* cctkGH, std::vector<Update> const& updates);

/// A list of updates as the argument of a cached computation.
struct UpdateList {
  std::vector<Update const*> updates;
  CCTK_INT refinement_level;
};
struct UpdateListKey {
  explicit UpdateListKey(UpdateList const& list);
  bool operator==(UpdateList const& list) const;

  std::vector<UpdateKey> updates;
  CCTK_INT refinement_level;
};

/// Results for lists of updates: the same lists recur in every step. The capacity is enough for several conditions,
/// each for all points and, variable by variable, for the points that wait for ghost zones.
template <class Value>
using UpdateCache = thorntools::ResultCache<UpdateListKey, Value>;
constexpr std::size_t cache_capacity = 64;

} // namespace boundary
