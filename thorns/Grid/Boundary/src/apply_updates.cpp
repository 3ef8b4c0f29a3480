// Executes updates on the host and by kernels, and reports to Accelerator the points that they read and write. For
// variables on a device, only these points are copied, and only exchanges of these ghost points must finish first.
#include "update.hpp"

#include "Numerics/ThornTools/src/algorithms/result_cache.hpp"
#include "Numerics/ThornTools/src/host_access.hpp"
#include "cctk_Functions.h"

#include <omp.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <tuple>

namespace boundary {
namespace {

using thorntools::are_provided;
using Updates = std::span<Update const>;

/// A list of updates used as the key of a cached result. Every time step applies the same lists.
struct CachedUpdates {
  explicit CachedUpdates(Updates list) : updates(list.begin(), list.end()) {}
  bool operator==(Updates list) const { return std::equal(updates.begin(), updates.end(), list.begin(), list.end()); }
  std::vector<Update> updates;
};
template <class Value>
using UpdateCache = thorntools::ResultCache<CachedUpdates, Value>;
/// The capacity suffices for several conditions, each with one list for all points and one list per variable for
/// points that need ghost zones.
constexpr std::size_t cache_capacity = 64;

bool uses_kernel(Update const& update) {
  return update.has_kernel && uses_kernels(update.target.cctkGH, update.method);
}

/// Whether this process applies the update on its device.
bool runs_on_device(Update const& update) {
  static bool const is_provided = are_provided({"Device_GetDevice"});
  return is_provided && uses_kernel(update) && Device_GetDevice(update.target.cctkGH) >= 0;
}

/// A list of distinct boxes of arrays in the argument format of the Accelerator_* functions.
class Boxes {
public:
  explicit Boxes(CCTK_INT refinement_level) : refinement_level_(refinement_level) {}

  void add(CCTK_INT variable, CCTK_INT time_level, Region const& region, bool is_written) {
    if (!unique_.insert({variable, time_level, region.lower, region.upper, is_written}).second) return;
    variables_.push_back(variable);
    levels_.push_back(refinement_level_);
    time_levels_.push_back(time_level);
    lower_.insert(lower_.end(), region.lower.begin(), region.lower.end());
    upper_.insert(upper_.end(), region.upper.begin(), region.upper.end());
    is_written_.push_back(is_written);
  }

  /// Calls a function of Accelerator unless there are no boxes; returns its result, or 0.
  template <class Function>
  CCTK_INT call(Function const& function, cGH const* cctkGH, CCTK_INT on_device) const {
    if (variables_.empty()) return 0;
    return function(cctkGH, variables_.data(), levels_.data(), time_levels_.data(), lower_.data(), upper_.data(),
                    is_written_.data(), n(), on_device);
  }
  bool are_in_flight(cGH const* cctkGH) const {
    return n() > 0 && Accelerator_AreInFlight(cctkGH, variables_.data(), levels_.data(), time_levels_.data(),
                                              lower_.data(), upper_.data(), n()) != 0;
  }

private:
  CCTK_INT n() const { return static_cast<CCTK_INT>(variables_.size()); }

  CCTK_INT refinement_level_;
  std::vector<CCTK_INT> variables_, levels_, time_levels_, lower_, upper_, is_written_;
  std::set<std::tuple<CCTK_INT, CCTK_INT, Index, Index, bool>> unique_;
};

/// The points of an input that the update of one zone reads.
Region read_region(Zone const& zone, Input const& input, int depth) {
  int const d = zone.direction;
  Region region = zone.points;
  if (zone.outward < 0) {
    if (!input.at_boundary) region.lower[d] = zone.points.upper[d];
    region.upper[d] = zone.points.upper[d] + depth;
  } else {
    region.lower[d] = zone.points.lower[d] - depth;
    if (!input.at_boundary) region.upper[d] = zone.points.lower[d];
  }
  return region;
}

enum class Access { written, read_and_written };

void add(Boxes& boxes, Update const& update, Access access) {
  for (Zone const& zone : update.target.zones) {
    boxes.add(update.target.variable, 0, zone.points, true);
    if (access == Access::written) continue;
    for (Input const& input : update.inputs)
      if (input.at_boundary || update.method.depth > 0)
        for (CCTK_INT const variable : input.variables)
          boxes.add(variable, input.time_level, read_region(zone, input, update.method.depth), false);
  }
}

/// Calls a function of Accelerator with the boxes of the updates on the host, then with those of the updates on the
/// device. Returns false after the first call that returns an error.
template <class Function>
bool report(Function const& function, Updates updates, Access access) {
  using HostAndDevice = std::array<Boxes, 2>;
  static UpdateCache<HostAndDevice> written(cache_capacity), read_and_written(cache_capacity);
  if (updates.empty()) return true;
  auto& cache = access == Access::written ? written : read_and_written;
  Target const& target = updates.front().target;
  HostAndDevice const& boxes = cache.get(updates, [&] {
    HostAndDevice boxes{Boxes(target.level), Boxes(target.level)};
    for (Update const& update : updates) add(boxes[runs_on_device(update)], update, access);
    return boxes;
  });
  for (CCTK_INT on_device : {0, 1})
    if (boxes[on_device].call(function, target.cctkGH, on_device) < 0) return false;
  return true;
}

/// The arguments of one call of CaKernel_UpdateBoxes for several variables. They are the same in every time step.
struct Launch {
  std::size_t first, n;                                            ///< range in the list of updates
  std::vector<CCTK_INT> kernels, n_arrays, variables, time_levels; ///< by face and update
  std::vector<CCTK_INT> which, lower, upper;                       ///< by layer

  void add_kernel(Update const& update, int face) {
    int const thin_axis = update.method.depth > 0 ? face / 2 : -1;
    kernels.push_back(CaKernel_BoxKernel(update.target.cctkGH, update.graph(face).c_str(), thin_axis));
    n_arrays.push_back(static_cast<CCTK_INT>(1 + update.inputs.size()));
    variables.push_back(update.target.variable);
    time_levels.push_back(0);
    for (Input const& input : update.inputs) {
      variables.push_back(input.variables[face / 2]);
      time_levels.push_back(input.time_level);
    }
  }
  void add_layer(Layer const& layer) {
    which.push_back(layer.face * static_cast<CCTK_INT>(n) + layer.variable);
    lower.insert(lower.end(), layer.points.lower.begin(), layer.points.lower.end());
    upper.insert(upper.end(), layer.points.upper.begin(), layer.points.upper.end());
  }
};

/// True if two updates set the same points of different variables, and neither update reads a variable that the
/// other writes.
bool can_share_launch(Update const& a, Update const& b) {
  return a.target.variable != b.target.variable && !a.reads_other_variables() && !b.reads_other_variables() &&
         a.target.zones == b.target.zones;
}

/// Kernels of all faces are compiled, because another process may have points at faces where this one has none.
Launch make_launch(Updates updates, std::size_t first, std::size_t n) {
  Launch launch{first, n, {}, {}, {}, {}, {}, {}, {}};
  for (int face = 0; face < max_faces; ++face)
    for (Update const& update : updates.subspan(first, n)) launch.add_kernel(update, face);
  // Several threads compute whole layers together, because a part of a layer is smaller than a tile and would need a
  // synchronisation.
  bool const use_whole_zones = runs_on_device(updates[first]) || omp_get_max_threads() > 1;
  for (Layer const& layer : layers_in_order(updates[first].target.zones, static_cast<int>(n), use_whole_zones))
    launch.add_layer(layer);
  return launch;
}

std::vector<Launch> make_launches(Updates updates) {
  std::vector<Launch> launches;
  for (std::size_t first = 0, end = 0; first < updates.size(); first = end) {
    auto const shares_launch = [&](Update const& update) { return can_share_launch(update, updates[end]); };
    for (end = first + 1; end < updates.size(); ++end) {
      Updates const members = updates.subspan(first, end - first);
      if (!std::all_of(members.begin(), members.end(), shares_launch)) break;
    }
    launches.push_back(make_launch(updates, first, end - first));
  }
  return launches;
}

void run(Launch const& launch, Updates updates) {
  std::vector<CCTK_INT> n_parameters;
  std::vector<CCTK_REAL> parameters;
  for (int face = 0; face < max_faces; ++face)
    for (Update const& update : updates.subspan(launch.first, launch.n)) {
      auto const values = update.parameters_at(face);
      n_parameters.push_back(static_cast<CCTK_INT>(values.size()));
      parameters.insert(parameters.end(), values.begin(), values.end());
    }
  CaKernel_UpdateBoxes(updates.front().target.cctkGH, launch.kernels.data(), launch.n_arrays.data(),
                       launch.variables.data(), launch.time_levels.data(), n_parameters.data(), parameters.data(),
                       static_cast<CCTK_INT>(launch.kernels.size()), launch.which.data(), launch.lower.data(),
                       launch.upper.data(), static_cast<CCTK_INT>(launch.which.size()));
}

/// Consecutive updates with kernels are launched together.
void run(Updates updates) {
  static UpdateCache<std::vector<Launch>> cache(cache_capacity);
  while (!updates.empty()) {
    bool const on_host = !uses_kernel(updates.front());
    auto const end = std::find_if(updates.begin(), updates.end(),
                                  [&](Update const& update) { return uses_kernel(update) == on_host; });
    Updates const part = updates.first(static_cast<std::size_t>(end - updates.begin()));
    if (on_host)
      for (Update const& update : part) update.method.on_host(update);
    else
      for (Launch const& launch : cache.get(part, [&] { return make_launches(part); })) run(launch, part);
    updates = updates.subspan(part.size());
  }
}

Update within(Update update, Region const& region) {
  update.target.zones = zones_within(update.target.zones, region);
  update.target.region = region;
  return update;
}

/// An update, divided into points that need no ghost zones and points that need ghost zones.
struct SplitUpdate {
  Update now;
  std::vector<Update> later;
};

std::optional<SplitUpdate> split(Update const& update) {
  if (update.reads_other_variables()) return std::nullopt;
  Target const& target = update.target;
  cGroupDynamicData data;
  CCTK_GroupDynamicData(target.cctkGH, CCTK_GroupIndexFromVarI(target.variable), &data);
  Ghosts ghosts{};
  for (int face = 0; face < 2 * target.box.dim; ++face) ghosts[face] = data.bbox[face] ? 0 : data.nghostzones[face / 2];
  GhostSplit const regions = split_ghosts(target.box, ghosts);
  if (!can_be_split(target.zones, regions.owned, update.method.depth)) return std::nullopt;
  SplitUpdate result{within(update, regions.owned), {}};
  for (Region const& region : regions.ghosts)
    if (Update part = within(update, region); !part.target.zones.empty()) result.later.push_back(std::move(part));
  return result;
}

/// True if an exchange is filling ghost zones that this update reads or writes.
bool is_in_flight(Update const& update) {
  static bool const is_provided =
      are_provided({"Accelerator_AreInFlight", "Accelerator_IsAnythingInFlight", "Driver_AfterSync"});
  if (!is_provided || !Accelerator_IsAnythingInFlight(update.target.cctkGH)) return false;
  Boxes boxes(update.target.level);
  add(boxes, update, Access::read_and_written);
  return boxes.are_in_flight(update.target.cctkGH);
}

CCTK_INT run_later(CCTK_POINTER_TO_CONST, CCTK_POINTER data) {
  std::unique_ptr<std::vector<Update>> const updates(static_cast<std::vector<Update>*>(data));
  run(*updates);
  return 0;
}

/// Defers points that need ghost zones in flight until the exchange finishes. Returns the update of all other
/// points. If Accelerator rejects the deferral, it returns the whole update, which then completes the exchange first.
Update postpone(Update const& update) {
  if (!is_in_flight(update)) return update;
  auto parts = split(update);
  if (!parts || !report(Accelerator_PromiseUpdate, parts->later, Access::read_and_written)) return update;
  if (parts->later.empty()) return parts->now;
  auto later = std::make_unique<std::vector<Update>>(std::move(parts->later));
  if (!Driver_AfterSync(update.target.cctkGH, update.target.variable, run_later, later.get()))
    CCTK_VERROR(
        "Accelerator reports that an exchange of ghost zones of %s is in flight, but the driver has none. Please "
        "report this as a bug.",
        CCTK_FullVarName(update.target.variable));
  later.release();
  return parts->now;
}

} // namespace

bool accelerator_tracks_boxes() {
  static bool const is_provided =
      are_provided({"Accelerator_WillUpdateBoxes", "Accelerator_HasUpdatedBoxes", "Accelerator_PromiseUpdate"});
  return is_provided;
}

bool uses_kernels(cGH const* cctkGH, Method const& method) {
  static bool const is_provided =
      accelerator_tracks_boxes() && are_provided({"CaKernel_UpdateBoxes", "CaKernel_BoxKernel",
                                                  "CaKernel_CanUpdateBoxes", "CaKernel_AnyProcessHasDevice"});
  return is_provided && CaKernel_CanUpdateBoxes(cctkGH) && (method.is_costly || CaKernel_AnyProcessHasDevice(cctkGH));
}

void apply_updates(std::vector<Update> const& updates) {
  std::vector<Update> now;
  for (Update const& update : updates) now.push_back(postpone(update));
  report(Accelerator_WillUpdateBoxes, now, Access::read_and_written);
  run(now);
  report(Accelerator_HasUpdatedBoxes, now, Access::written);
}

} // namespace boundary
